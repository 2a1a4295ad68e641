// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/ir/dim_builder.h"

#include <limits>
#include <numeric>

namespace sidelight::ir {

std::optional<Rational> reduced(std::int64_t numerator, std::int64_t denominator)
{
    constexpr auto kLowest = std::numeric_limits<std::int64_t>::min();
    if (denominator == 1)
        return Rational{numerator, 1};
    if (denominator == 0 || numerator == kLowest || denominator == kLowest)
        return std::nullopt;
    const std::int64_t divisor = std::gcd(numerator, denominator);
    const std::int64_t sign = denominator < 0 ? -1 : 1;
    return Rational{sign * (numerator / divisor), sign * (denominator / divisor)};
}

std::optional<Rational> add(Rational left, Rational right)
{
    std::int64_t a = 0;
    std::int64_t b = 0;
    std::int64_t total = 0;
    std::int64_t denominator = 0;
    if (__builtin_mul_overflow(left.numerator, right.denominator, &a) ||
        __builtin_mul_overflow(right.numerator, left.denominator, &b) || __builtin_add_overflow(a, b, &total) ||
        __builtin_mul_overflow(left.denominator, right.denominator, &denominator))
        return std::nullopt;
    return reduced(total, denominator);
}

std::optional<Rational> multiply(Rational left, Rational right)
{
    std::int64_t numerator = 0;
    std::int64_t denominator = 0;
    if (__builtin_mul_overflow(left.numerator, right.numerator, &numerator) ||
        __builtin_mul_overflow(left.denominator, right.denominator, &denominator))
        return std::nullopt;
    return reduced(numerator, denominator);
}

Dim DimBuilder::rational(Rational value)
{
    if (value.denominator == 1)
        return Dim::constant(value.numerator);
    return raw(Dim::Kind::TrueDiv, {Dim::constant(value.numerator), Dim::constant(value.denominator)});
}

std::optional<Rational> asRational(const Dim& dim)
{
    if (const auto value = dim.asConstant())
        return Rational{*value, 1};
    if (dim.kind() != Dim::Kind::TrueDiv)
        return std::nullopt;
    const auto numerator = dim.operands()[0].asConstant();
    const auto denominator = dim.operands()[1].asConstant();
    if (!numerator || !denominator || *denominator < 1)
        return std::nullopt;
    return Rational{*numerator, *denominator};
}

std::pair<Rational, Dim> splitCoefficient(const Dim& dim)
{
    if (dim.kind() == Dim::Kind::Product && !dim.operands().empty())
        if (const auto coefficient = asRational(dim.operands().front())) {
            std::vector<Dim> rest(dim.operands().begin() + 1, dim.operands().end());
            if (rest.size() == 1)
                return {*coefficient, rest.front()};
            return {*coefficient, DimBuilder::raw(Dim::Kind::Product, std::move(rest))};
        }
    return {Rational{1, 1}, dim};
}

std::pair<Dim, Dim> splitPower(const Dim& dim)
{
    if (dim.kind() == Dim::Kind::Power && dim.operands().size() == 2)
        return {dim.operands()[0], dim.operands()[1]};
    return {dim, Dim::constant(1)};
}

} // namespace sidelight::ir
