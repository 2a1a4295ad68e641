// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/ir/dim_terms.h"

#include <algorithm>

namespace sidelight::ir {
namespace {

using Kind = Dim::Kind;
constexpr std::size_t kMaximumTerms = 64;
constexpr std::int64_t kMaximumExpandedPower = 8;

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

} // namespace

Dim canonical(Dim::Kind kind, std::vector<Dim> operands, std::string name)
{
    const std::size_t count = operands.size();
    switch (kind) {
    case Kind::Sum:
        return canonicalSum(std::move(operands));
    case Kind::Product:
        return canonicalProduct(std::move(operands));
    case Kind::Min:
    case Kind::Max:
        if (count == 0)
            break;
        return canonicalExtremum(kind, operands);
    case Kind::And:
    case Kind::Or:
        return canonicalConnective(kind, operands);
    case Kind::Not:
        if (count != 1)
            break;
        return canonicalNot(operands[0]);
    default:
        break;
    }
    const bool takesTwo = kind == Kind::Power || kind == Kind::FloorDiv || kind == Kind::Mod || kind == Kind::TrueDiv ||
                          kind == Kind::Equal || kind == Kind::NotEqual || kind == Kind::Less ||
                          kind == Kind::LessEqual;
    if (takesTwo && count == 2) {
        switch (kind) {
        case Kind::Power:
            return canonicalPower(operands[0], operands[1]);
        case Kind::FloorDiv:
            return canonicalFloorDiv(operands[0], operands[1]);
        case Kind::Mod:
            return canonicalMod(operands[0], operands[1]);
        case Kind::TrueDiv:
            return canonicalTrueDiv(operands[0], operands[1]);
        case Kind::Equal:
        case Kind::NotEqual:
        case Kind::Less:
        case Kind::LessEqual:
            return canonicalRelation(kind, std::move(operands));
        default:
            break;
        }
    }
    if (kind == Kind::Call)
        return DimBuilder::raw(kind, std::move(operands), std::move(name));
    // The wrong number of operands: kept as a call, which prints and never evaluates.
    const std::string className(sympyClass(DimBuilder::raw(kind, {}, std::move(name))));
    return DimBuilder::raw(Kind::Call, std::move(operands), className);
}

} // namespace sidelight::ir
