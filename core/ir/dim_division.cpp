// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/ir/dim_terms.h"

#include <algorithm>
#include <limits>
#include <numeric>

// Divisions are reduced as torch's FloorDiv.eval and Mod.eval reduce them.

namespace sidelight::ir {
namespace {

using Kind = Dim::Kind;

std::int64_t floorDivide(std::int64_t left, std::int64_t right)
{
    const std::int64_t quotient = left / right;
    return left % right != 0 && (left < 0) != (right < 0) ? quotient - 1 : quotient;
}

bool dividesSafely(std::int64_t left, std::int64_t right)
{
    return right != 0 && !(right == -1 && left == std::numeric_limits<std::int64_t>::min());
}

bool isInteger(Rational value)
{
    return value.denominator == 1;
}

/// The greatest monomial (with coefficient) that divides every term of both; torch's simple_floordiv_gcd.
std::optional<Term> commonDivisor(const Dim& left, const Dim& right)
{
    std::int64_t coefficient = 0;
    std::optional<std::vector<Factor>> common;
    for (const Dim* side : {&left, &right})
        for (const Term& term : termsOf(*side)) {
            if (!isInteger(term.coefficient) || term.coefficient.numerator == std::numeric_limits<std::int64_t>::min())
                return std::nullopt;
            coefficient = std::gcd(coefficient, term.coefficient.numerator);
            std::vector<Factor> factors = factorsOf(term.monomial);
            if (!common) {
                common = std::move(factors);
                continue;
            }
            std::vector<Factor> kept;
            for (const Factor& factor : *common)
                for (const Factor& other : factors)
                    if (factor.base == other.base)
                        kept.push_back({factor.base, std::min(*factor.exponent.asConstant(),
                                                         *other.exponent.asConstant()) == *factor.exponent.asConstant()
                                                         ? factor.exponent
                                                         : other.exponent});
            common = std::move(kept);
        }
    if (coefficient == 0 || !common)
        return std::nullopt;
    std::erase_if(*common, [](const Factor& factor) { return *factor.exponent.asConstant() < 1; });
    return Term{{coefficient, 1}, monomialOf(std::move(*common))};
}

std::optional<Dim> divideExactly(const Dim& dim, const Term& divisor)
{
    std::vector<Factor> inverse = factorsOf(divisor.monomial);
    for (Factor& factor : inverse)
        factor.exponent = Dim::constant(-*factor.exponent.asConstant());
    const Dim monomial = monomialOf(std::move(inverse));
    std::vector<Term> quotients;
    for (const Term& term : termsOf(dim)) {
        const auto quotient = multiplyTerms(term, {{1, divisor.coefficient.numerator}, monomial});
        if (!quotient)
            return std::nullopt;
        quotients.push_back(*quotient);
    }
    return sumOf(std::move(quotients));
}

/// Splits the terms of `dim` into those that `divisor` divides (as quotients) and the rest.
std::pair<std::vector<Term>, std::vector<Term>> splitMultiples(const Dim& dim, std::int64_t divisor)
{
    std::pair<std::vector<Term>, std::vector<Term>> parts;
    for (const Term& term : termsOf(dim)) {
        const bool integral = term.monomial.kind() != Kind::Real && term.monomial.kind() != Kind::TrueDiv;
        if (integral && isInteger(term.coefficient) && dividesSafely(term.coefficient.numerator, divisor) &&
            term.coefficient.numerator % divisor == 0)
            parts.first.push_back({{term.coefficient.numerator / divisor, 1}, term.monomial});
        else
            parts.second.push_back(term);
    }
    return parts;
}

} // namespace

Dim canonicalFloorDiv(const Dim& base, const Dim& divisor)
{
    const auto left = base.asConstant();
    const auto right = divisor.asConstant();
    if (left && right && dividesSafely(*left, *right))
        return Dim::constant(floorDivide(*left, *right));
    if (right == 0)
        return DimBuilder::raw(Kind::FloorDiv, {base, divisor});
    if (left == 0)
        return base;
    if (right == 1)
        return base;
    if (right == -1)
        return Dim::constant(-1) * base;
    if (base == divisor)
        return one();
    if (base.kind() == Kind::FloorDiv)
        return canonicalFloorDiv(base.operands()[0], base.operands()[1] * divisor);
    if (right) {
        auto [multiples, rest] = splitMultiples(base, *right);
        if (!multiples.empty()) {
            const auto quotient = sumOf(std::move(multiples));
            const auto remaining = sumOf(std::move(rest));
            if (quotient && remaining)
                return canonicalFloorDiv(*remaining, divisor) + *quotient;
        }
    }
    if (const auto common = commonDivisor(base, divisor);
        common && !(common->coefficient == kOne && common->monomial == one())) {
        const auto numerator = divideExactly(base, *common);
        const auto denominator = divideExactly(divisor, *common);
        if (numerator && denominator)
            return canonicalFloorDiv(*numerator, *denominator);
    }
    return DimBuilder::raw(Kind::FloorDiv, {base, divisor});
}

Dim canonicalMod(const Dim& base, const Dim& divisor)
{
    const auto left = base.asConstant();
    const auto right = divisor.asConstant();
    if (left && right && dividesSafely(*left, *right))
        return Dim::constant(*left - floorDivide(*left, *right) * *right);
    if (right == 0)
        return DimBuilder::raw(Kind::Mod, {base, divisor});
    if (left == 0 || right == 1 || base == divisor)
        return Dim::constant(0);
    if (right) {
        auto [multiples, rest] = splitMultiples(base, *right);
        if (!multiples.empty()) {
            const auto remaining = sumOf(std::move(rest));
            if (remaining)
                return canonicalMod(*remaining, divisor);
        }
    }
    return DimBuilder::raw(Kind::Mod, {base, divisor});
}

Dim canonicalTrueDiv(const Dim& left, const Dim& right)
{
    const auto a = asRational(left);
    const auto b = asRational(right);
    if (a && b && b->numerator != 0)
        if (const auto inverse = reduced(b->denominator, b->numerator))
            if (const auto quotient = multiply(*a, *inverse))
                return DimBuilder::rational(*quotient);
    return DimBuilder::raw(Kind::TrueDiv, {left, right});
}

} // namespace sidelight::ir
