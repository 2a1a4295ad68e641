// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/ir/dim_terms.h"

#include <algorithm>

// The canonical form. A sum is a list of terms, each a coefficient times a monomial; a product is a coefficient times
// powers of bases. Products of sums are multiplied out as torch's ShapeEnv does (safe_expand), up to kMaximumTerms;
// floor divisions are reduced as torch's FloorDiv.eval does. Operands stand in the order in which sympy prints them, so
// that printing needs no sorting. Where a coefficient overflows 64 bits the expression stays as it was given, and
// evaluating it gives nothing. Cost: O(n log n) comparisons for n terms.

namespace sidelight::ir {
namespace {

using Kind = Dim::Kind;

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
    if (terms.size() == 2 && terms[1].monomial == one() && terms[1].coefficient.numerator > 0 &&
        terms[0].coefficient.numerator < 0 && terms[0].monomial.kind() != Kind::Product)
        std::swap(terms[0], terms[1]);
}

} // namespace

const Dim& one()
{
    static const Dim value = Dim::constant(1);
    return value;
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

Dim monomialOf(std::vector<Factor> factors)
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
        powers.push_back(
            factor.exponent == one() ? factor.base : DimBuilder::raw(Kind::Power, {factor.base, factor.exponent}));
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
    if (!coefficient)
        return std::nullopt;
    return Term{*coefficient, monomialOf(std::move(factors))};
}

} // namespace sidelight::ir
