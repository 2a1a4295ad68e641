// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lowering/op.h"

#include <functional>
#include <initializer_list>
#include <span>
#include <vector>

namespace sidelight::lowering::aten {

/// Gives the next state from the iteration's number (a 0-d int64) and the state.
using Iteration = std::function<Values(const Operand& index, const Values& state)>;
/// The same; its first result says whether to go on.
using ConditionalIteration = std::function<Values(const Operand& index, const Values& state)>;

/// A Loop of `count` iterations; the state keeps its types.
Values repeated(Op& op, const Scalar& count, const Values& state, const Iteration& next);
/// A Loop that ends when its condition fails, or after `limit` iterations.
Values repeatedWhile(Op& op, const Operand& condition, const Scalar& limit, const Values& state, const ConditionalIteration& next);

/// Horner's rule, the highest power first.
Operand polynomial(Op& op, const Operand& x, std::span<const double> coefficients);
inline Operand polynomial(Op& op, const Operand& x, std::initializer_list<double> coefficients)
{
    return polynomial(op, x, std::span(coefficients.begin(), coefficients.size()));
}
/// Clenshaw's rule in a Loop, the highest degree first; `y` is twice the polynomials' argument.
Operand chebyshevSeries(Op& op, const Operand& y, std::span<const double> coefficients);

/// The value in the type that special functions and linear algebra are computed in: float64, so that narrower types come out rounded once.
Operand widened(Op& op, const Operand& value);

} // namespace sidelight::lowering::aten
