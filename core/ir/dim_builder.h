// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/ir/dim.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace sidelight::ir {

/// A fraction in lowest terms with a positive denominator: the coefficient of a term.
struct Rational
{
    std::int64_t numerator = 0;
    std::int64_t denominator = 1;
    friend bool operator==(const Rational&, const Rational&) = default;
};
std::optional<Rational> reduced(std::int64_t numerator, std::int64_t denominator);
std::optional<Rational> add(Rational left, Rational right);
std::optional<Rational> multiply(Rational left, Rational right);

/// Makes nodes as they are told, without canonicalising. For the files of dim only.
struct DimBuilder
{
    static Dim raw(Dim::Kind kind, std::vector<Dim> operands, std::string name = {});
    static Dim rational(Rational value);
};

/// The number that `dim` is (a constant, or a TrueDiv of two constants), if it is one.
std::optional<Rational> asRational(const Dim& dim);
/// Splits `c*rest` into coefficient and rest, as sympy's as_coeff_Mul.
std::pair<Rational, Dim> splitCoefficient(const Dim& dim);
/// Splits a power into base and exponent; anything else has exponent 1.
std::pair<Dim, Dim> splitPower(const Dim& dim);
/// The name that sympy's sort key and printer know this kind by.
std::string_view sympyClass(const Dim& dim);
/// The canonical form of `kind` over `operands`, which are canonical themselves.
Dim canonical(Dim::Kind kind, std::vector<Dim> operands, std::string name);

} // namespace sidelight::ir
