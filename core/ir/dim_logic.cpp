// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/ir/dim_terms.h"

#include <algorithm>

namespace sidelight::ir {

using Kind = Dim::Kind;

Dim canonicalExtremum(Kind kind, const std::vector<Dim>& operands)
{
    std::vector<Dim> flat;
    std::optional<std::int64_t> constant;
    const auto append = [&](const Dim& operand) {
        if (const auto value = operand.asConstant()) {
            constant = !constant           ? *value
                       : kind == Kind::Max ? std::max(*constant, *value)
                                           : std::min(*constant, *value);
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

Dim canonicalRelation(Kind kind, std::vector<Dim> operands)
{
    if (const auto left = operands[0].asConstant(), right = operands[1].asConstant(); left && right) {
        switch (kind) {
        case Kind::Equal:
            return Dim::constant(*left == *right);
        case Kind::NotEqual:
            return Dim::constant(*left != *right);
        case Kind::Less:
            return Dim::constant(*left < *right);
        default:
            return Dim::constant(*left <= *right);
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
    case Kind::Equal:
        return canonicalRelation(Kind::NotEqual, parts);
    case Kind::NotEqual:
        return canonicalRelation(Kind::Equal, parts);
    case Kind::Less:
        return canonicalRelation(Kind::LessEqual, {parts[1], parts[0]});
    case Kind::LessEqual:
        return canonicalRelation(Kind::Less, {parts[1], parts[0]});
    case Kind::Not:
        return parts[0];
    default:
        return DimBuilder::raw(Kind::Not, {operand});
    }
}

} // namespace sidelight::ir
