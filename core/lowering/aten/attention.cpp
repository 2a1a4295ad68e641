// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/lowering/aten/families.h"

#include "core/lowering/aten/operands.h"

#include <cmath>
#include <limits>
#include <utility>
#include <vector>

namespace sidelight::lowering::aten {

namespace {

/// A mask that is true where column <= row.
Operand causalMask(Op& op, const Scalar& rows, const Scalar& columns)
{
    const Operand row = op.unsqueeze(counting(op, rows), {1});
    const Operand column = op.unsqueeze(counting(op, columns), {0});
    return op("LessOrEqual", column, row);
}

/// Repeats the heads of key or value so that they are as many as the query's.
Operand repeatedHeads(Op& op, const Operand& value, std::int64_t rank, std::int64_t times)
{
    Sizes wide;
    Sizes result;
    for (std::int64_t dim = 0; dim < rank; ++dim) {
        const Scalar size = op.size(value, dim);
        wide.push_back(size);
        result.push_back(dim == rank - 3 ? size * times : size);
        if (dim == rank - 3)
            wide.push_back(times);
    }
    return op.reshape(op.expand(op.unsqueeze(value, {rank - 2}), wide), result);
}

Operand scaledScores(Op& op, const Call& call, const Operand& query, const Operand& key, std::int64_t rank)
{
    std::vector<std::int64_t> swapped = allDims(rank);
    std::swap(swapped[swapped.size() - 1], swapped[swapped.size() - 2]);
    const Operand product = op("MatMul", query, op.transpose(key, swapped));
    if (call.has("scale"))
        return product * call.number("scale");
    if (const auto width = query.staticSize(-1))
        return product * (1.0 / std::sqrt(static_cast<double>(*width)));
    return product / op("Sqrt", op.scalar(op.size(query, -1), query.dtype()));
}

/// aten::scaled_dot_product_attention(Tensor query, Tensor key, Tensor value, Tensor? attn_mask=None, float dropout_p=0., bool is_causal=False, *, float? scale=None, bool enable_gqa=False) -> Tensor
Result<Values> attention(Op& op, const Call& call)
{
    if (call.real("dropout_p") != 0.0)
        return call.unsupported("dropout_p is not 0");
    const Operand query = call["query"];
    Operand key = call["key"];
    Operand value = call["value"];
    const std::int64_t rank = call.rankOf(query);
    if (call.boolean("enable_gqa")) {
        const auto heads = query.staticSize(-3);
        const auto keyHeads = key.staticSize(-3);
        if (!heads || !keyHeads || value.staticSize(-3) != keyHeads || *keyHeads == 0)
            return call.unsupported("enable_gqa with a number of heads that is not constant");
        key = repeatedHeads(op, key, rank, *heads / *keyHeads);
        value = repeatedHeads(op, value, rank, *heads / *keyHeads);
    }
    Operand scores = scaledScores(op, call, query, key, rank);
    const Operand lowest = op.constant(query.dtype(), -std::numeric_limits<double>::infinity());
    if (call.boolean("is_causal"))
        scores = op("Where", causalMask(op, op.size(query, -2), op.size(key, -2)), scores, lowest);
    if (!call.has("attn_mask"))
        return Values{op("MatMul", op("Softmax", scores, Attributes{{"axis", -1}}), value)};
    const Operand mask = call["attn_mask"];
    scores = mask.dtype() == ir::DType::Bool ? op("Where", mask, scores, lowest) : scores + op.cast(mask, query.dtype());
    // A row that is masked as a whole gives zeros, as in torch.
    const Operand isMasked = op("Equal", op.reduce("ReduceMax", scores, {-1}, true), lowest);
    const Operand weights = op("Where", isMasked, op.constant(query.dtype(), 0.0), op("Softmax", scores, Attributes{{"axis", -1}}));
    return Values{op("MatMul", weights, value)};
}

constexpr Lowering kAttention[] = {
    {"aten.scaled_dot_product_attention.default", attention},
};

} // namespace

std::span<const Lowering> attention()
{
    return kAttention;
}

} // namespace sidelight::lowering::aten
