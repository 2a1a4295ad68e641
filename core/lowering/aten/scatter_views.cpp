// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
//
// Tensors with another in the place of a part of them, mostly what functionalization makes of writes through views.

#include "core/lowering/aten/families.h"

#include "core/lowering/aten/operands.h"

#include <limits>
#include <utility>
#include <vector>

namespace sidelight::lowering::aten {

namespace {

constexpr std::int64_t kEnd = std::numeric_limits<std::int64_t>::max();

onnxir::ValueType vectorType(std::size_t rank)
{
    onnxir::ValueType type;
    type.kind = onnxir::ValueType::Kind::Tensor;
    type.dtype = ir::DType::Int64;
    type.hasShape = true;
    type.sizes.resize(rank);
    return type;
}

/// The indices 0 … size - 1 that lie between start and end by steps, as one column for ScatterND along `dim`.
Result<Values> sliceReplaced(Op& op, const Call& call, const Operand& src, const Scalar& start, const Scalar& end, const Scalar& step)
{
    const Operand self = call["self"];
    const std::int64_t rank = call.rankOf(self);
    const std::int64_t dim = call.dim("dim", rank);
    const Operand all = op("Range", op.constant(ir::DType::Int64, std::int64_t{0}), op.scalar(op.size(self, dim), ir::DType::Int64), op.constant(ir::DType::Int64, std::int64_t{1}));
    const Operand chosen = op.slice(op.typed(all, vectorType(1)), 0, start, end, step);
    std::vector<std::int64_t> order = allDims(rank);
    std::swap(order[0], order[static_cast<std::size_t>(dim)]);
    const Operand moved = op.transpose(self, order);
    const Operand updates = op.transpose(op.cast(src, self.dtype()), order);
    const Operand result = op("ScatterND", moved, op("Unsqueeze", chosen, op.integers({1})), updates);
    return Values{op.transpose(op.typed(result, moved.type()), order)};
}

/// aten::select_scatter(Tensor self, Tensor src, int dim, SymInt index) -> Tensor
Result<Values> selectScatter(Op& op, const Call& call)
{
    const std::int64_t rank = call.rankOf(call["self"]);
    const Operand src = op.unsqueeze(call["src"], {call.dim("dim", rank)});
    const Scalar index = call.number("index");
    const Scalar end = index.is(-1) ? Scalar(kEnd) : index + 1;
    return sliceReplaced(op, call, src, index, end, 1);
}

/// aten::slice_scatter(Tensor self, Tensor src, int dim=0, SymInt? start=None, SymInt? end=None, SymInt step=1) -> Tensor
Result<Values> sliceScatter(Op& op, const Call& call)
{
    const Scalar start = call.has("start") ? call.number("start") : Scalar(0);
    const Scalar end = call.has("end") ? call.number("end") : Scalar(kEnd);
    return sliceReplaced(op, call, call["src"], start, end, call.number("step"));
}

/// aten::diagonal_scatter(Tensor self, Tensor src, int offset=0, int dim1=0, int dim2=1) -> Tensor
Result<Values> diagonalScatter(Op& op, const Call& call)
{
    const std::int64_t rank = call.rankOf(call["self"]);
    if (rank < 2)
        return call.unsupported("its input has fewer than two dimensions");
    const std::int64_t first = call.dim("dim1", rank);
    const std::int64_t second = call.dim("dim2", rank);
    const std::int64_t offset = call.integer("offset");
    std::vector<std::int64_t> order = allDims(rank);
    std::erase_if(order, [&](std::int64_t dim) { return dim == first || dim == second; });
    order.push_back(first);
    order.push_back(second);
    std::vector<std::int64_t> back(order.size());
    for (std::size_t at = 0; at < order.size(); ++at)
        back[static_cast<std::size_t>(order[at])] = static_cast<std::int64_t>(at);

    const Operand self = op.transpose(call["self"], order);
    const Sizes sizes = op.sizes(self);
    const Scalar rows = sizes[sizes.size() - 2];
    const Scalar columns = sizes.back();
    const Operand src = op.castLike(call["src"], self);
    // Rows and columns as one dimension: neighbours on the diagonal are columns + 1 apart.
    const Scalar length = larger(0, offset >= 0 ? smaller(rows, columns - offset) : smaller(rows + offset, columns));
    const Scalar start = offset >= 0 ? Scalar(offset) : columns * -offset;
    const Operand positions =
        op.scalar(start, ir::DType::Int64) + counting(op, length) * op.scalar(columns + 1, ir::DType::Int64);
    Sizes flat(sizes.begin(), sizes.end() - 2);
    flat.push_back(rows * columns);
    const Operand scattered = op("ScatterElements", op.reshape(self, flat), op.expand(positions, op.sizes(src)), src,
        Attributes{{"axis", rank - 2}});
    return Values{op.transpose(op.reshape(scattered, sizes), back)};
}

/// aten::index_copy(Tensor self, int dim, Tensor index, Tensor source) -> Tensor
Result<Values> indexCopy(Op& op, const Call& call)
{
    const Operand self = call["self"];
    const std::int64_t rank = call.rankOf(self);
    const Operand source = op.castLike(call["source"], self);
    if (rank == 0 && source.rank().value_or(2) <= 1) // The last one stays.
        return Values{source.rank() == 0 ? source : op("Gather", source, op.constant(ir::DType::Int64, std::int64_t{-1}))};
    if (rank == 0 || source.rank() != rank)
        return call.unsupported("its source has other dimensions than its input");
    const std::int64_t dim = call.dim("dim", rank);
    Sizes along(static_cast<std::size_t>(rank), 1);
    along[static_cast<std::size_t>(dim)] = -1;
    const Operand index = op.expand(op.reshape(op.cast(call["index"], ir::DType::Int64), along), op.sizes(source));
    return Values{op("ScatterElements", self, index, source, Attributes{{"axis", dim}})};
}

constexpr Lowering kScatterViews[] = {
    {"aten.diagonal_scatter.default", diagonalScatter},
    {"aten.index_copy.default", indexCopy},
    {"aten.select_scatter.default", selectScatter},
    {"aten.slice_scatter.default", sliceScatter},
};

} // namespace

std::span<const Lowering> scatterViews()
{
    return kScatterViews;
}

} // namespace sidelight::lowering::aten
