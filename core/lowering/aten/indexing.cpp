// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/lowering/aten/families.h"

#include "core/lowering/aten/operands.h"

#include <algorithm>
#include <limits>
#include <string>
#include <string_view>
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

/// The indices of index.Tensor and index_put: masks are replaced by the positions that they select.
struct Indexing {
    std::vector<std::int64_t> dims; ///< Indexed dimensions, ascending.
    Values indices;                 ///< One int64 tensor for each.
};

Indexing indexingOf(Op& op, const Call& call)
{
    Indexing result;
    std::int64_t dim = 0;
    for (const auto& index : call.optionalList("indices")) {
        if (!index) {
            ++dim;
            continue;
        }
        if (index->dtype() != ir::DType::Bool && index->dtype() != ir::DType::UInt8) {
            result.dims.push_back(dim++);
            result.indices.push_back(op.cast(*index, ir::DType::Int64));
            continue;
        }
        const Operand positions = op("NonZero", truth(op, *index));
        for (std::int64_t i = 0; i < call.rankOf(*index); ++i) {
            result.dims.push_back(dim++);
            result.indices.push_back(op.typed(op("Gather", positions, op.constant(ir::DType::Int64, i)), vectorType(1)));
        }
    }
    return result;
}

/// Indexed dimensions first, the others after them.
std::vector<std::int64_t> indexedFirst(const std::vector<std::int64_t>& dims, std::int64_t rank)
{
    std::vector<std::int64_t> permutation = dims;
    for (std::int64_t dim = 0; dim < rank; ++dim)
        if (std::ranges::find(dims, dim) == dims.end())
            permutation.push_back(dim);
    return permutation;
}

bool isContiguous(const std::vector<std::int64_t>& dims)
{
    return dims.back() - dims.front() + 1 == static_cast<std::int64_t>(dims.size());
}

std::int64_t broadcastRank(const Call& call, const Values& indices)
{
    std::int64_t rank = 0;
    for (const Operand& index : indices)
        rank = std::max(rank, call.rankOf(index));
    return rank;
}

/// The indices, broadcast to one shape, as the last dimension of one tensor.
Operand stacked(Op& op, const Values& indices)
{
    Operand shape;
    if (indices.size() > 1) {
        Operand sum = indices.front();
        for (std::size_t i = 1; i < indices.size(); ++i)
            sum = sum + indices[i];
        shape = op("Shape", sum);
    }
    Values columns;
    for (const Operand& index : indices)
        columns.push_back(op("Unsqueeze", shape ? op("Expand", index, shape) : index, op.integers({-1})));
    return op.concat(columns, -1);
}

/// self[indices] as numpy does it.
Operand gathered(Op& op, const Call& call, const Operand& self, const Indexing& indexing)
{
    const std::int64_t rank = call.rankOf(self);
    if (indexing.dims.size() == 1)
        return op("Gather", self, indexing.indices.front(), Attributes{{"axis", indexing.dims.front()}});
    const Operand moved = op.transpose(self, indexedFirst(indexing.dims, rank));
    const Operand result = op("GatherND", moved, stacked(op, indexing.indices));
    const std::int64_t before = indexing.dims.front();
    if (!isContiguous(indexing.dims) || before == 0)
        return result;
    // The indices' own dimensions go where the first indexed dimension was.
    const std::int64_t width = broadcastRank(call, indexing.indices);
    std::vector<std::int64_t> back;
    for (std::int64_t i = 0; i < before; ++i)
        back.push_back(width + i);
    for (std::int64_t i = 0; i < width; ++i)
        back.push_back(i);
    for (std::int64_t i = width + before; i < width + rank - static_cast<std::int64_t>(indexing.dims.size()); ++i)
        back.push_back(i);
    return op.transpose(result, back);
}

Result<Values> scattered(Op& op, const Call& call)
{
    Operand self = call["self"];
    const std::int64_t rank = call.rankOf(self);
    const bool accumulates = call.boolean("accumulate");
    Operand values = op.cast(call["values"], self.dtype());
    const auto given = call.optionalList("indices");
    const bool isMask = given.size() == 1 && given.front() && given.front()->dtype() == ir::DType::Bool;
    if (isMask && !accumulates && (values.rank() == 0 || (values.rank() == 1 && values.staticSize(0) == 1))) {
        Operand mask = *given.front();
        for (std::int64_t i = call.rankOf(mask); i < rank; ++i)
            mask = op.unsqueeze(mask, {-1});
        return Values{op("Where", mask, values.rank() == 1 ? op.squeeze(values, {0}) : values, self)};
    }
    const Indexing indexing = indexingOf(op, call);
    if (indexing.dims.empty())
        return call.unsupported("it has no index");
    const std::vector<std::int64_t> permutation = indexedFirst(indexing.dims, rank);
    const Operand moved = op.transpose(self, permutation);
    const Operand indices = stacked(op, indexing.indices);
    // Updates have the indices' dimensions, then those of self that are not indexed.
    const auto count = static_cast<std::int64_t>(indexing.dims.size());
    const std::int64_t width = broadcastRank(call, indexing.indices);
    const Operand front = op("Slice", op("Shape", indices), op.integers({0}), op.integers({-1}));
    const Operand rest = op("Shape", moved, Attributes{{"start", count}});
    const Operand shape = op.concat({front, rest}, 0);
    if (isContiguous(indexing.dims) && indexing.dims.front() > 0) {
        // values has the order of self[indices]: bring the indices' dimensions to the front.
        const std::int64_t before = indexing.dims.front();
        const std::int64_t total = width + rank - count;
        while (call.rankOf(values) < total)
            values = op.unsqueeze(values, {0});
        std::vector<std::int64_t> order;
        for (std::int64_t i = 0; i < width; ++i)
            order.push_back(before + i);
        for (std::int64_t i = 0; i < total; ++i)
            if (i < before || i >= before + width)
                order.push_back(i);
        values = op.transpose(values, order);
    }
    values = op("Expand", values, shape);
    const Operand result = accumulates ? op("ScatterND", moved, indices, values, Attributes{{"reduction", "add"}}) : op("ScatterND", moved, indices, values);
    std::vector<std::int64_t> back(permutation.size());
    for (std::size_t i = 0; i < permutation.size(); ++i)
        back[static_cast<std::size_t>(permutation[i])] = static_cast<std::int64_t>(i);
    return Values{op.transpose(op.typed(result, moved.type()), back)};
}

/// aten::embedding(Tensor weight, Tensor indices, SymInt padding_idx=-1, bool scale_grad_by_freq=False, bool sparse=False) -> Tensor
Result<Values> embedding(Op& op, const Call& call)
{
    return Values{op("Gather", call["weight"], call["indices"])};
}

/// aten::select.int(Tensor(a) self, int dim, SymInt index) -> Tensor(a)
Result<Values> select(Op& op, const Call& call)
{
    const Operand self = call["self"];
    return Values{op("Gather", self, op.scalar(call.number("index"), ir::DType::Int64), Attributes{{"axis", call.dim("dim", call.rankOf(self))}})};
}

/// aten::slice.Tensor(Tensor(a) self, int dim=0, SymInt? start=None, SymInt? end=None, SymInt step=1) -> Tensor(a)
Result<Values> slice(Op& op, const Call& call)
{
    const Operand self = call["self"];
    const Scalar start = call.has("start") ? call.number("start") : Scalar(0);
    const Scalar end = call.has("end") ? call.number("end") : Scalar(kEnd);
    const Scalar step = call.number("step");
    if (start.is(0) && step.is(1) && end.integer() == kEnd)
        return Values{self};
    return Values{op.slice(self, call.dim("dim", call.rankOf(self)), start, end, step)};
}

/// aten::narrow(Tensor(a) self, int dim, SymInt start, SymInt length) -> Tensor(a)
Result<Values> narrow(Op& op, const Call& call)
{
    const Operand self = call["self"];
    const Scalar start = call.number("start");
    return Values{op.slice(self, call.dim("dim", call.rankOf(self)), start, start + call.number("length"))};
}

/// aten::index_select(Tensor self, int dim, Tensor index) -> Tensor
Result<Values> indexSelect(Op& op, const Call& call)
{
    const Operand self = call["self"];
    Operand index = call["index"];
    if (index.rank() == 0)
        index = op.reshape(index, {1});
    if (call.rankOf(self) == 0)
        return Values{self};
    return Values{op("Gather", self, index, Attributes{{"axis", call.dim("dim", call.rankOf(self))}})};
}

/// aten::index.Tensor(Tensor self, Tensor?[] indices) -> Tensor
Result<Values> index(Op& op, const Call& call)
{
    const Operand self = call["self"];
    const Indexing indexing = indexingOf(op, call);
    return Values{indexing.dims.empty() ? self : gathered(op, call, self, indexing)};
}

/// aten::index_put(Tensor self, Tensor?[] indices, Tensor values, bool accumulate=False) -> Tensor
Result<Values> indexPut(Op& op, const Call& call)
{
    return scattered(op, call);
}

/// aten::gather(Tensor self, int dim, Tensor index, *, bool sparse_grad=False) -> Tensor
Result<Values> gather(Op& op, const Call& call)
{
    const Operand self = call["self"];
    const Operand index = op.cast(call["index"], ir::DType::Int64);
    const std::int64_t rank = call.rankOf(self);
    if (rank == 0)
        return call.unsupported("its input has no dimension");
    return Values{op("GatherElements", self, index, Attributes{{"axis", call.dim("dim", rank)}})};
}

/// aten::diagonal(Tensor(a) self, int offset=0, int dim1=0, int dim2=1) -> Tensor(a)
/// aten::linalg_diagonal(Tensor(a) A, *, int offset=0, int dim1=-2, int dim2=-1) -> Tensor(a)
Result<Values> diagonal(Op& op, const Call& call)
{
    Operand self = call[call.takes("A") ? "A" : "self"];
    const std::int64_t rank = call.rankOf(self);
    const std::int64_t first = call.dim("dim1", rank);
    const std::int64_t second = call.dim("dim2", rank);
    const std::int64_t offset = call.integer("offset");
    std::vector<std::int64_t> order;
    for (std::int64_t dim = 0; dim < rank; ++dim)
        if (dim != first && dim != second)
            order.push_back(dim);
    order.push_back(first);
    order.push_back(second);
    self = op.transpose(self, order);
    const Scalar rows = op.size(self, -2);
    const Scalar columns = op.size(self, -1);
    Sizes flat;
    for (std::int64_t dim = 0; dim < rank - 2; ++dim)
        flat.push_back(op.size(self, dim));
    flat.push_back(rows * columns);
    const Scalar length = larger(0, offset >= 0 ? smaller(rows, columns - offset) : smaller(rows + offset, columns));
    const Scalar start = offset >= 0 ? Scalar(offset) : columns * -offset;
    const Operand positions = op.scalar(start, ir::DType::Int64) + counting(op, length) * op.scalar(columns + 1, ir::DType::Int64);
    return Values{op("Gather", op.reshape(self, flat), positions, Attributes{{"axis", rank - 2}})};
}

/// aten::take_along_dim(Tensor self, Tensor indices, int? dim=None) -> Tensor
Result<Values> takeAlongDim(Op& op, const Call& call)
{
    const Operand self = call["self"];
    const Operand indices = op.cast(call["indices"], ir::DType::Int64);
    if (!call.has("dim"))
        return Values{op("GatherElements", op.reshape(self, {-1}), op.reshape(indices, {-1}), Attributes{{"axis", 0}})};
    const std::int64_t rank = call.rankOf(self);
    const std::int64_t dim = call.dim("dim", rank);
    for (std::int64_t i = 0; i < rank; ++i)
        if (i != dim && (self.type().sizes[static_cast<std::size_t>(i)] != indices.type().sizes[static_cast<std::size_t>(i)]))
            return call.unsupported("its indices are broadcast");
    return Values{op("GatherElements", self, indices, Attributes{{"axis", dim}})};
}

constexpr Lowering kIndexing[] = {
    {"aten.diagonal.default", diagonal},
    {"aten.embedding.default", embedding},
    {"aten.gather.default", gather},
    {"aten.index.Tensor", index},
    {"aten.index_put.default", indexPut},
    {"aten.index_select.default", indexSelect},
    {"aten.linalg_diagonal.default", diagonal},
    {"aten.narrow.default", narrow},
    {"aten.select.int", select},
    {"aten.slice.Tensor", slice},
    {"aten.take_along_dim.default", takeAlongDim},
};

} // namespace

std::span<const Lowering> indexing()
{
    return kIndexing;
}

} // namespace sidelight::lowering::aten
