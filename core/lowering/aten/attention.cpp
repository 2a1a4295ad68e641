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

/// The mask as Attention takes it: with four dimensions or the last two, and these as large as the scores'.
Operand fullMask(Op& op, Operand mask, const Operand& query, const Operand& key, std::int64_t rank)
{
    if (mask.rank() == 3)
        mask = op.unsqueeze(mask, {rank == 3 ? 1 : 0});
    const auto sizeAt = [](const Operand& value, std::int64_t fromEnd) { return value.type().sizes[value.type().sizes.size() - static_cast<std::size_t>(fromEnd)]; };
    const auto isFull = [&](std::int64_t fromEnd, const Operand& like) { return sizeAt(mask, fromEnd) && sizeAt(mask, fromEnd) == sizeAt(like, 2); };
    if (!isFull(2, query) || !isFull(1, key))
        mask = op("Expand", mask, op.shape({op.size(query, -2), op.size(key, -2)}));
    return mask.dtype() == ir::DType::Bool ? mask : op.cast(mask, query.dtype());
}

/// Whether Attention says the call: batches and heads that do not broadcast, and a type that ONNX Runtime has it for.
bool isOneOperator(const Call& call, const Operand& query, const Operand& key, const Operand& value)
{
    const auto rank = query.rank();
    const ir::DType dtype = query.dtype();
    if ((rank != 3 && rank != 4) || key.rank() != rank || value.rank() != rank)
        return false;
    if (dtype != ir::DType::Float32 && dtype != ir::DType::Float64 && dtype != ir::DType::Float16)
        return false;
    if (call.real("dropout_p") != 0.0 || (call.has("scale") && !call.number("scale").number()))
        return false;
    if (call.has("attn_mask") && call["attn_mask"].rank().value_or(0) < 2)
        return false;
    const auto& sizes = query.type().sizes;
    const bool repeatsHeads = rank == 4 && call.boolean("enable_gqa");
    for (std::size_t dim = 0; dim + 2 < sizes.size(); ++dim) {
        const bool isEqual = sizes[dim] && key.type().sizes[dim] == sizes[dim] && value.type().sizes[dim] == sizes[dim];
        const bool isGrouped = repeatsHeads && dim == 1 && key.staticSize(1).value_or(0) > 0 && query.staticSize(1) && value.staticSize(1) == key.staticSize(1);
        if (!isEqual && !isGrouped)
            return false;
    }
    return true;
}

/// aten::scaled_dot_product_attention(Tensor query, Tensor key, Tensor value, Tensor? attn_mask=None, float dropout_p=0., bool is_causal=False, *, float? scale=None, bool enable_gqa=False) -> Tensor
Result<Values> attentionOperator(Op& op, const Call& call)
{
    Operand query = call["query"];
    Operand key = call["key"];
    Operand value = call["value"];
    const std::int64_t rank = call.rankOf(query);
    if (!isOneOperator(call, query, key, value))
        return attention(op, call);
    if (rank == 3) { // One head.
        query = op.unsqueeze(query, {1});
        key = op.unsqueeze(key, {1});
        value = op.unsqueeze(value, {1});
    }
    Values inputs{query, key, value};
    std::vector<AttributeArgument> attributes;
    if (call.boolean("is_causal"))
        attributes.emplace_back("is_causal", 1);
    if (call.has("scale"))
        attributes.emplace_back("scale", asDouble(*call.number("scale").number()));
    if (call.has("attn_mask"))
        inputs.push_back(fullMask(op, call["attn_mask"], query, key, rank));
    const Operand result = op.outputs(1, "Attention", inputs, attributes).front();
    return Values{rank == 3 ? op("Squeeze", result, op.integers({1})) : result};
}

constexpr Lowering kAttention[] = {
    {"aten.scaled_dot_product_attention.default", attention},
    {"aten.scaled_dot_product_attention.default", attentionOperator, 23},
};

} // namespace

std::span<const Lowering> attention()
{
    return kAttention;
}

} // namespace sidelight::lowering::aten
