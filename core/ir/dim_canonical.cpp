// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/ir/dim_builder.h"

#include <algorithm>
#include <limits>
#include <numeric>

// The canonical form. A sum is a list of terms, each a coefficient times a monomial; a product is a coefficient times powers of bases. Products
// of sums are multiplied out as torch's ShapeEnv does (safe_expand), up to kMaximumTerms; floor divisions are reduced as torch's FloorDiv.eval
// does. Operands stand in the order in which sympy prints them, so that printing needs no sorting. Where a coefficient overflows 64 bits
// the expression stays as it was given, and evaluating it gives nothing. Cost: O(n log n) comparisons for n terms.

namespace sidelight::ir {
namespace {

using Kind = Dim::Kind;
constexpr std::size_t kMaximumTerms = 64;
constexpr std::int64_t kMaximumExpandedPower = 8;
constexpr Rational kOne{1, 1};

const Dim& one()
{
    static const Dim value = Dim::constant(1);
    return value;
}

struct Term {
    Rational coefficient;
    Dim monomial; ///< 1, a factor, or a product without coefficient.
};
struct Factor {
    Dim base;
    Dim exponent;
};

Dim scaled(Rational coefficient, const Dim& monomial)
{
    if (monomial == one())
        return DimBuilder::rational(coefficient);
    if (coefficient == kOne)
        return monomial;
    std::vector<Dim> factors{DimBuilder::rational(coefficient)};
    if (monomial.kind() == Kind::Product)
        factors.insert(factors.end(), monomial.operands().begin(), monomial.operands().end());
    else
        factors.push_back(monomial);
    return DimBuilder::raw(Kind::Product, std::move(factors));
}

std::vector<Term> termsOf(const Dim& dim)
{
    std::vector<Term> terms;
    const auto append = [&terms](const Dim& part) {
        auto [coefficient, monomial] = splitCoefficient(part);
        if (const auto number = asRational(part))
            terms.push_back({*number, one()});
        else
            terms.push_back({coefficient, monomial});
    };
    if (dim.kind() == Kind::Sum)
        std::for_each(dim.operands().begin(), dim.operands().end(), append);
    else
        append(dim);
    return terms;
}

std::vector<Factor> factorsOf(const Dim& monomial)
{
    std::vector<Factor> factors;
    const auto append = [&factors](const Dim& part) {
        const auto [base, exponent] = splitPower(part);
        // decompose_power: a symbolic exponent belongs to the base.
        if (exponent.isConstant())
            factors.push_back({base, exponent});
        else
            factors.push_back({part, one()});
    };
    if (monomial == one())
        return factors;
    if (monomial.kind() == Kind::Product)
        std::for_each(monomial.operands().begin(), monomial.operands().end(), append);
    else
        append(monomial);
    return factors;
}

/// Sympy's as_ordered_terms: generators by sort key, then exponent vectors in falling lexicographic order.
void sortTerms(std::vector<Term>& terms)
{
    std::vector<Dim> generators;
    for (const Term& term : terms)
        for (const Factor& factor : factorsOf(term.monomial))
            generators.push_back(factor.base);
    std::sort(generators.begin(), generators.end());
    generators.erase(std::unique(generators.begin(), generators.end()), generators.end());
    const auto exponents = [&generators](const Dim& monomial) {
        std::vector<std::int64_t> row(generators.size(), 0);
        for (const Factor& factor : factorsOf(monomial)) {
            const auto place = std::lower_bound(generators.begin(), generators.end(), factor.base);
            row[static_cast<std::size_t>(place - generators.begin())] += *factor.exponent.asConstant();
        }
        return row;
    };
    std::vector<std::pair<std::vector<std::int64_t>, Term>> rows;
    rows.reserve(terms.size());
    for (Term& term : terms)
        rows.emplace_back(exponents(term.monomial), std::move(term));
    std::stable_sort(rows.begin(), rows.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
    for (std::size_t i = 0; i < rows.size(); ++i)
        terms[i] = std::move(rows[i].second);
    // Sympy's special case: `3 - 2*s0`, a positive number before a negative multiple of one factor.
    if (terms.size() == 2 && terms[1].monomial == one() && terms[1].coefficient.numerator > 0 && terms[0].coefficient.numerator < 0
        && terms[0].monomial.kind() != Kind::Product)
        std::swap(terms[0], terms[1]);
}

/// Adds up equal monomials; nothing when a coefficient overflows.
std::optional<Dim> sumOf(std::vector<Term> terms)
{
    std::stable_sort(terms.begin(), terms.end(), [](const Term& a, const Term& b) { return a.monomial < b.monomial; });
    std::vector<Term> merged;
    for (Term& term : terms) {
        if (!merged.empty() && merged.back().monomial == term.monomial) {
            const auto total = add(merged.back().coefficient, term.coefficient);
            if (!total)
                return std::nullopt;
            merged.back().coefficient = *total;
        } else {
            merged.push_back(std::move(term));
        }
    }
    std::erase_if(merged, [](const Term& term) { return term.coefficient.numerator == 0; });
    if (merged.empty())
        return Dim::constant(0);
    if (merged.size() == 1)
        return scaled(merged.front().coefficient, merged.front().monomial);
    sortTerms(merged);
    std::vector<Dim> operands;
    operands.reserve(merged.size());
    for (const Term& term : merged)
        operands.push_back(scaled(term.coefficient, term.monomial));
    return DimBuilder::raw(Kind::Sum, std::move(operands));
}

Dim canonicalSum(std::vector<Dim> operands)
{
    std::vector<Term> terms;
    double reals = 0;
    bool hasReal = false;
    for (const Dim& operand : operands) {
        if (operand.kind() == Kind::Real) {
            reals += operand.realValue();
            hasReal = true;
            continue;
        }
        const auto more = termsOf(operand);
        terms.insert(terms.end(), more.begin(), more.end());
    }
    if (hasReal)
        terms.push_back({kOne, Dim::real(reals)});
    auto sum = sumOf(std::move(terms));
    return sum ? *sum : DimBuilder::raw(Kind::Sum, std::move(operands));
}

/// Multiplies monomials: adds the exponents of equal bases.
std::optional<Dim> monomialOf(std::vector<Factor> factors)
{
    std::stable_sort(factors.begin(), factors.end(), [](const Factor& a, const Factor& b) { return a.base < b.base; });
    std::vector<Factor> merged;
    for (Factor& factor : factors) {
        if (!merged.empty() && merged.back().base == factor.base)
            merged.back().exponent = merged.back().exponent + factor.exponent;
        else
            merged.push_back(std::move(factor));
    }
    std::vector<Dim> powers;
    for (const Factor& factor : merged) {
        if (factor.exponent == Dim::constant(0))
            continue;
        powers.push_back(factor.exponent == one() ? factor.base : DimBuilder::raw(Kind::Power, {factor.base, factor.exponent}));
    }
    if (powers.empty())
        return one();
    if (powers.size() == 1)
        return powers.front();
    std::sort(powers.begin(), powers.end());
    return DimBuilder::raw(Kind::Product, std::move(powers));
}

std::optional<Term> multiplyTerms(const Term& left, const Term& right)
{
    const auto coefficient = multiply(left.coefficient, right.coefficient);
    auto factors = factorsOf(left.monomial);
    const auto more = factorsOf(right.monomial);
    factors.insert(factors.end(), more.begin(), more.end());
    const auto monomial = monomialOf(std::move(factors));
    if (!coefficient || !monomial)
        return std::nullopt;
    return Term{*coefficient, *monomial};
}

std::optional<Dim> productOf(const std::vector<Dim>& operands)
{
    Term plain{kOne, one()};
    std::vector<Dim> sums;
    for (const Dim& operand : operands) {
        if (operand.kind() == Kind::Sum) {
            sums.push_back(operand);
            continue;
        }
        const auto next = multiplyTerms(plain, termsOf(operand).front());
        if (!next)
            return std::nullopt;
        plain = *next;
    }
    if (plain.coefficient.numerator == 0)
        return Dim::constant(0);
    std::vector<Term> expanded{plain};
    for (const Dim& sum : sums) {
        const auto terms = termsOf(sum);
        std::vector<Term> next;
        if (expanded.size() * terms.size() > kMaximumTerms) {
            // Too large to multiply out: the sum stays a factor of each term.
            for (const Term& term : expanded) {
                const auto product = multiplyTerms(term, {kOne, sum});
                if (!product)
                    return std::nullopt;
                next.push_back(*product);
            }
        } else {
            for (const Term& left : expanded)
                for (const Term& right : terms) {
                    const auto product = multiplyTerms(left, right);
                    if (!product)
                        return std::nullopt;
                    next.push_back(*product);
                }
        }
        expanded = std::move(next);
    }
    return sumOf(std::move(expanded));
}

Dim canonicalProduct(std::vector<Dim> operands)
{
    auto product = productOf(operands);
    return product ? *product : DimBuilder::raw(Kind::Product, std::move(operands));
}

Dim canonicalPower(const Dim& base, const Dim& exponent)
{
    const auto power = exponent.asConstant();
    if (!power)
        return DimBuilder::raw(Kind::Power, {base, exponent});
    if (*power == 0)
        return one();
    if (*power == 1)
        return base;
    const auto number = asRational(base);
    const bool expandable = *power > 1 && *power <= (number ? 62 : kMaximumExpandedPower);
    if (expandable && (number || base.kind() == Kind::Sum || base.kind() == Kind::Product))
        return canonicalProduct(std::vector<Dim>(static_cast<std::size_t>(*power), base));
    if (number && *power < 0 && *power >= -62 && number->numerator != 0) {
        const auto inverse = reduced(number->denominator, number->numerator);
        if (inverse)
            return canonicalPower(DimBuilder::rational(*inverse), Dim::constant(-*power));
    }
    if (base.kind() == Kind::Power && base.operands()[1].isConstant())
        return canonicalPower(base.operands()[0], base.operands()[1] * exponent);
    if (base.kind() == Kind::Product && *power < 0) {
        std::vector<Dim> powers;
        for (const Dim& factor : base.operands())
            powers.push_back(canonicalPower(factor, exponent));
        return canonicalProduct(std::move(powers));
    }
    return DimBuilder::raw(Kind::Power, {base, exponent});
}

std::int64_t floorDivide(std::int64_t left, std::int64_t right)
{
    const std::int64_t quotient = left / right;
    return left % right != 0 && (left < 0) != (right < 0) ? quotient - 1 : quotient;
}

bool dividesSafely(std::int64_t left, std::int64_t right)
{
    return right != 0 && !(right == -1 && left == std::numeric_limits<std::int64_t>::min());
}

bool isInteger(Rational value) { return value.denominator == 1; }

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
                        kept.push_back({factor.base, std::min(*factor.exponent.asConstant(), *other.exponent.asConstant()) == *factor.exponent.asConstant()
                                                         ? factor.exponent
                                                         : other.exponent});
            common = std::move(kept);
        }
    if (coefficient == 0 || !common)
        return std::nullopt;
    std::erase_if(*common, [](const Factor& factor) { return *factor.exponent.asConstant() < 1; });
    auto monomial = monomialOf(*common);
    if (!monomial)
        return std::nullopt;
    return Term{{coefficient, 1}, *monomial};
}

std::optional<Dim> divideExactly(const Dim& dim, const Term& divisor)
{
    std::vector<Factor> inverse = factorsOf(divisor.monomial);
    for (Factor& factor : inverse)
        factor.exponent = Dim::constant(-*factor.exponent.asConstant());
    const auto monomial = monomialOf(std::move(inverse));
    std::vector<Term> quotients;
    for (const Term& term : termsOf(dim)) {
        const auto quotient = multiplyTerms(term, {{1, divisor.coefficient.numerator}, *monomial});
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
        if (integral && isInteger(term.coefficient) && dividesSafely(term.coefficient.numerator, divisor) && term.coefficient.numerator % divisor == 0)
            parts.first.push_back({{term.coefficient.numerator / divisor, 1}, term.monomial});
        else
            parts.second.push_back(term);
    }
    return parts;
}

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
    if (const auto common = commonDivisor(base, divisor); common && !(common->coefficient == kOne && common->monomial == one())) {
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

Dim canonicalExtremum(Kind kind, const std::vector<Dim>& operands)
{
    std::vector<Dim> flat;
    std::optional<std::int64_t> constant;
    const auto append = [&](const Dim& operand) {
        if (const auto value = operand.asConstant()) {
            constant = !constant ? *value : kind == Kind::Max ? std::max(*constant, *value) : std::min(*constant, *value);
            return;
        }
        flat.push_back(operand);
    };
    for (const Dim& operand : operands) {
        if (operand.kind() == kind)
            std::for_each(operand.operands().begin(), operand.operands().end(), append);
        else
            append(operand);
    }
    if (constant)
        flat.push_back(Dim::constant(*constant));
    std::sort(flat.begin(), flat.end());
    flat.erase(std::unique(flat.begin(), flat.end()), flat.end());
    if (flat.size() == 1)
        return flat.front();
    return DimBuilder::raw(kind, std::move(flat));
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

Dim canonicalRelation(Kind kind, std::vector<Dim> operands)
{
    if (const auto left = operands[0].asConstant(), right = operands[1].asConstant(); left && right) {
        switch (kind) {
        case Kind::Equal: return Dim::constant(*left == *right);
        case Kind::NotEqual: return Dim::constant(*left != *right);
        case Kind::Less: return Dim::constant(*left < *right);
        default: return Dim::constant(*left <= *right);
        }
    }
    if ((kind == Kind::Equal || kind == Kind::NotEqual) && operands[1] < operands[0])
        std::swap(operands[0], operands[1]);
    // sympy puts the symbol side first; a number goes to the right.
    if ((kind == Kind::Equal || kind == Kind::NotEqual) && operands[0].isConstant())
        std::swap(operands[0], operands[1]);
    return DimBuilder::raw(kind, std::move(operands));
}

Dim canonicalConnective(Kind kind, const std::vector<Dim>& operands)
{
    const std::int64_t neutral = kind == Kind::And ? 1 : 0;
    std::vector<Dim> flat;
    for (const Dim& operand : operands) {
        if (const auto value = operand.asConstant()) {
            if ((*value != 0) != (neutral != 0))
                return Dim::constant(1 - neutral);
            continue;
        }
        if (operand.kind() == kind)
            flat.insert(flat.end(), operand.operands().begin(), operand.operands().end());
        else
            flat.push_back(operand);
    }
    std::sort(flat.begin(), flat.end());
    flat.erase(std::unique(flat.begin(), flat.end()), flat.end());
    if (flat.empty())
        return Dim::constant(neutral);
    if (flat.size() == 1)
        return flat.front();
    return DimBuilder::raw(kind, std::move(flat));
}

Dim canonicalNot(const Dim& operand)
{
    if (const auto value = operand.asConstant())
        return Dim::constant(*value == 0);
    const auto& parts = operand.operands();
    switch (operand.kind()) {
    case Kind::Equal: return canonicalRelation(Kind::NotEqual, parts);
    case Kind::NotEqual: return canonicalRelation(Kind::Equal, parts);
    case Kind::Less: return canonicalRelation(Kind::LessEqual, {parts[1], parts[0]});
    case Kind::LessEqual: return canonicalRelation(Kind::Less, {parts[1], parts[0]});
    case Kind::Not: return parts[0];
    default: return DimBuilder::raw(Kind::Not, {operand});
    }
}

} // namespace

Dim canonical(Dim::Kind kind, std::vector<Dim> operands, std::string name)
{
    const std::size_t count = operands.size();
    switch (kind) {
    case Kind::Sum: return canonicalSum(std::move(operands));
    case Kind::Product: return canonicalProduct(std::move(operands));
    case Kind::Min:
    case Kind::Max:
        if (count == 0)
            break;
        return canonicalExtremum(kind, operands);
    case Kind::And:
    case Kind::Or: return canonicalConnective(kind, operands);
    case Kind::Not:
        if (count != 1)
            break;
        return canonicalNot(operands[0]);
    default: break;
    }
    const bool takesTwo = kind == Kind::Power || kind == Kind::FloorDiv || kind == Kind::Mod || kind == Kind::TrueDiv || kind == Kind::Equal
        || kind == Kind::NotEqual || kind == Kind::Less || kind == Kind::LessEqual;
    if (takesTwo && count == 2) {
        switch (kind) {
        case Kind::Power: return canonicalPower(operands[0], operands[1]);
        case Kind::FloorDiv: return canonicalFloorDiv(operands[0], operands[1]);
        case Kind::Mod: return canonicalMod(operands[0], operands[1]);
        case Kind::TrueDiv: return canonicalTrueDiv(operands[0], operands[1]);
        case Kind::Equal:
        case Kind::NotEqual:
        case Kind::Less:
        case Kind::LessEqual: return canonicalRelation(kind, std::move(operands));
        default: break;
        }
    }
    if (kind == Kind::Call)
        return DimBuilder::raw(kind, std::move(operands), std::move(name));
    // The wrong number of operands: kept as a call, which prints and never evaluates.
    const std::string className(sympyClass(DimBuilder::raw(kind, {}, std::move(name))));
    return DimBuilder::raw(Kind::Call, std::move(operands), className);
}

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
    if (__builtin_mul_overflow(left.numerator, right.denominator, &a) || __builtin_mul_overflow(right.numerator, left.denominator, &b)
        || __builtin_add_overflow(a, b, &total) || __builtin_mul_overflow(left.denominator, right.denominator, &denominator))
        return std::nullopt;
    return reduced(total, denominator);
}

std::optional<Rational> multiply(Rational left, Rational right)
{
    std::int64_t numerator = 0;
    std::int64_t denominator = 0;
    if (__builtin_mul_overflow(left.numerator, right.numerator, &numerator)
        || __builtin_mul_overflow(left.denominator, right.denominator, &denominator))
        return std::nullopt;
    return reduced(numerator, denominator);
}

Dim DimBuilder::rational(Rational value)
{
    if (value.denominator == 1)
        return Dim::constant(value.numerator);
    return raw(Kind::TrueDiv, {Dim::constant(value.numerator), Dim::constant(value.denominator)});
}

std::optional<Rational> asRational(const Dim& dim)
{
    if (const auto value = dim.asConstant())
        return Rational{*value, 1};
    if (dim.kind() != Kind::TrueDiv)
        return std::nullopt;
    const auto numerator = dim.operands()[0].asConstant();
    const auto denominator = dim.operands()[1].asConstant();
    if (!numerator || !denominator || *denominator < 1)
        return std::nullopt;
    return Rational{*numerator, *denominator};
}

std::pair<Rational, Dim> splitCoefficient(const Dim& dim)
{
    if (dim.kind() == Kind::Product && !dim.operands().empty())
        if (const auto coefficient = asRational(dim.operands().front())) {
            std::vector<Dim> rest(dim.operands().begin() + 1, dim.operands().end());
            if (rest.size() == 1)
                return {*coefficient, rest.front()};
            return {*coefficient, DimBuilder::raw(Kind::Product, std::move(rest))};
        }
    return {kOne, dim};
}

std::pair<Dim, Dim> splitPower(const Dim& dim)
{
    if (dim.kind() == Kind::Power && dim.operands().size() == 2)
        return {dim.operands()[0], dim.operands()[1]};
    return {dim, one()};
}

} // namespace sidelight::ir
