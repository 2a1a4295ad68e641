// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/ir/dim_builder.h"

#include <optional>
#include <utility>
#include <vector>

namespace sidelight::ir {

/// A term of a sum: `3*s0*s1**2`.
struct Term
{
    Rational coefficient;
    Dim monomial; ///< 1, a factor, or a product without coefficient.
};
/// A factor of a monomial; the exponent is a constant.
struct Factor
{
    Dim base;
    Dim exponent;
};

constexpr Rational kOne{1, 1};
const Dim& one();

std::vector<Term> termsOf(const Dim& dim);
std::vector<Factor> factorsOf(const Dim& monomial);
/// Adds up equal monomials; nothing when a coefficient overflows.
std::optional<Dim> sumOf(std::vector<Term> terms);
/// Multiplies factors: adds the exponents of equal bases.
Dim monomialOf(std::vector<Factor> factors);
std::optional<Term> multiplyTerms(const Term& left, const Term& right);

// The canonical form of one kind each.
Dim canonicalFloorDiv(const Dim& base, const Dim& divisor);
Dim canonicalMod(const Dim& base, const Dim& divisor);
Dim canonicalTrueDiv(const Dim& left, const Dim& right);
Dim canonicalExtremum(Dim::Kind kind, const std::vector<Dim>& operands);
Dim canonicalRelation(Dim::Kind kind, std::vector<Dim> operands);
Dim canonicalConnective(Dim::Kind kind, const std::vector<Dim>& operands);
Dim canonicalNot(const Dim& operand);

} // namespace sidelight::ir
