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

/// The part of `src` that the index names, for scatter.
Operand sourceFor(Op& op, const Call& call, const Operand& src, const Operand& index)
{
    if (src.type() == index.type() || src.rank() != index.rank())
        return src;
    bool isSame = true;
    for (std::int64_t dim = 0; dim < call.rankOf(index); ++dim)
        isSame = isSame && src.type().sizes[static_cast<std::size_t>(dim)] == index.type().sizes[static_cast<std::size_t>(dim)];
    if (isSame)
        return src;
    const std::vector<std::int64_t> zeros(static_cast<std::size_t>(call.rankOf(index)), 0);
    return op("Slice", src, op.integers(zeros), op.shapeOf(index));
}

Result<Values> scatteredAlong(Op& op, const Call& call, std::string_view source, const std::string& reduction)
{
    const Operand self = call["self"];
    const Operand index = op.cast(call["index"], ir::DType::Int64);
    const std::int64_t rank = call.rankOf(self);
    if (rank == 0)
        return call.unsupported("its input has no dimension");
    const std::int64_t dim = call.dim("dim", rank);
    const Operand src = source == "value" ? op("Expand", op.scalar(call.number("value"), self.dtype()), op.shapeOf(index))
                                          : sourceFor(op, call, op.cast(call[source], self.dtype()), index);
    if (reduction.empty())
        return Values{op("ScatterElements", self, index, src, Attributes{{"axis", dim}})};
    return Values{op("ScatterElements", self, index, src, Attributes{{"axis", dim}, {"reduction", reduction}})};
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

/// Rows of positions: i * step + j.
Operand windowPositions(Op& op, const Scalar& windows, std::int64_t size, std::int64_t step, std::int64_t dilation = 1)
{
    const Operand starts = op.unsqueeze(counting(op, windows), {1}) * step;
    const Operand offsets = op.unsqueeze(counting(op, size), {0});
    return starts + (dilation == 1 ? offsets : offsets * dilation);
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

/// aten::scatter.src(Tensor self, int dim, Tensor index, Tensor src) -> Tensor
Result<Values> scatterSrc(Op& op, const Call& call)
{
    return scatteredAlong(op, call, "src", {});
}

/// aten::scatter.value(Tensor self, int dim, Tensor index, Scalar value) -> Tensor
Result<Values> scatterValue(Op& op, const Call& call)
{
    return scatteredAlong(op, call, "value", {});
}

/// aten::scatter_add(Tensor self, int dim, Tensor index, Tensor src) -> Tensor
Result<Values> scatterAdd(Op& op, const Call& call)
{
    return scatteredAlong(op, call, "src", "add");
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

/// aten::diagonal(Tensor(a) self, int offset=0, int dim1=0, int dim2=1) -> Tensor(a)
Result<Values> diagonal(Op& op, const Call& call)
{
    Operand self = call["self"];
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

/// aten::unfold(Tensor(a) self, int dimension, int size, int step) -> Tensor(a)
Result<Values> unfold(Op& op, const Call& call)
{
    const Operand self = call["self"];
    const std::int64_t rank = call.rankOf(self);
    const std::int64_t dim = call.dim("dimension", rank);
    const std::int64_t size = call.integer("size");
    const std::int64_t step = call.integer("step");
    if (rank == 0)
        return call.unsupported("its input has no dimension");
    const Scalar windows = floorDivide(op.size(self, dim) - size, step) + 1;
    const Operand gathered = op("Gather", self, windowPositions(op, windows, size, step), Attributes{{"axis", dim}});
    std::vector<std::int64_t> order = allDims(rank + 1);
    std::erase(order, dim + 1);
    order.push_back(dim + 1);
    return Values{op.transpose(gathered, order)};
}

/// aten::im2col(Tensor self, int[2] kernel_size, int[2] dilation, int[2] padding, int[2] stride) -> Tensor
Result<Values> im2col(Op& op, const Call& call)
{
    Operand self = call["self"];
    const std::vector<std::int64_t> kernel = call.integers("kernel_size", 2);
    const std::vector<std::int64_t> dilation = call.integers("dilation", 2);
    const std::vector<std::int64_t> padding = call.integers("padding", 2);
    const std::vector<std::int64_t> stride = call.integers("stride", 2);
    if (call.rankOf(self) != 4)
        return call.unsupported("its input has no batch");
    Scalar windows[2] = {1, 1};
    Operand positions[2];
    for (std::size_t i = 0; i < 2; ++i) {
        const Scalar whole = op.size(self, static_cast<std::int64_t>(i) + 2) + 2 * padding[i];
        windows[i] = floorDivide(whole - (dilation[i] * (kernel[i] - 1) + 1), stride[i]) + 1;
        positions[i] = windowPositions(op, windows[i], kernel[i], stride[i], dilation[i]);
    }
    const Sizes sizes = op.sizes(self);
    if (padding[0] != 0 || padding[1] != 0)
        self = op("Pad", self, op.integers({0, 0, padding[0], padding[1], 0, 0, padding[0], padding[1]}));
    const Operand rows = op("Gather", self, positions[0], Attributes{{"axis", 2}});
    const Operand both = op("Gather", rows, positions[1], Attributes{{"axis", 4}});
    const Operand moved = op("Transpose", both, Attributes{{"perm", std::vector<std::int64_t>{0, 1, 3, 5, 2, 4}}});
    return Values{op.reshape(moved, {sizes[0], sizes[1] * (kernel[0] * kernel[1]), windows[0] * windows[1]})};
}

/// aten::col2im(Tensor self, SymInt[2] output_size, int[2] kernel_size, int[2] dilation, int[2] padding, int[2] stride) -> Tensor
Result<Values> col2im(Op& op, const Call& call)
{
    const Operand self = call["self"];
    const std::vector<std::int64_t> padding = call.integers("padding", 2);
    if (call.rankOf(self) != 3)
        return call.unsupported("its input has no batch");
    const std::vector<std::int64_t> pads{padding[0], padding[1], padding[0], padding[1]};
    return Values{op("Col2Im", self, op.shape(call.sizes("output_size")), op.integers(call.integers("kernel_size", 2)),
                     Attributes{{"dilations", call.integers("dilation", 2)}, {"pads", pads}, {"strides", call.integers("stride", 2)}})};
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

/// aten::scatter.reduce(Tensor self, int dim, Tensor index, Tensor src, *, str reduce) -> Tensor
Result<Values> scatterReduce(Op& op, const Call& call)
{
    const std::string reduction = call.text("reduce");
    if (reduction != "add" && reduction != "multiply")
        return call.unsupported("reduce is neither add nor multiply");
    return scatteredAlong(op, call, "src", reduction == "add" ? "add" : "mul");
}

/// aten::scatter_reduce.two(Tensor self, int dim, Tensor index, Tensor src, str reduce, *, bool include_self=True) -> Tensor
Result<Values> scatterReduceTwo(Op& op, const Call& call)
{
    const Operand given = call["self"];
    const std::string reduce = call.text("reduce");
    const bool isMean = reduce == "mean";
    const std::string reduction = reduce == "sum" || isMean ? "add" : reduce == "prod" ? "mul" : reduce == "amax" ? "max" : reduce == "amin" ? "min" : "";
    const ir::DType dtype = given.dtype();
    if (reduction.empty() || (dtype != ir::DType::Float32 && dtype != ir::DType::Float64 && dtype != ir::DType::Int64 && dtype != ir::DType::Int32))
        return call.unsupported("ONNX Runtime reduces neither this way nor this type");
    const bool isVector = call.rankOf(given) == 0;
    const Operand self = isVector ? op.reshape(given, {1}) : given;
    const auto widened = [&](const Operand& value) { return call.rankOf(value) == 0 ? op.reshape(value, {1}) : value; };
    const Operand index = widened(op.cast(call["index"], ir::DType::Int64));
    const Operand src = sourceFor(op, call, widened(call["src"]), index);
    const std::int64_t dim = isVector ? 0 : call.dim("dim", call.rankOf(self));
    const auto scatter = [&](const Operand& into, const Operand& values, const std::string& how) {
        return how.empty() ? op("ScatterElements", into, index, values, Attributes{{"axis", dim}})
                           : op("ScatterElements", into, index, values, Attributes{{"axis", dim}, {"reduction", how}});
    };
    const bool includes = call.boolean("include_self");
    const bool isFloating = ir::isFloating(dtype);
    PythonNumber neutral = std::int64_t{reduction == "mul" ? 1 : 0};
    if (reduction == "max" || reduction == "min") {
        const bool isLowest = reduction == "max";
        if (isFloating)
            neutral = isLowest ? -std::numeric_limits<double>::infinity() : std::numeric_limits<double>::infinity();
        else if (dtype == ir::DType::Int64)
            neutral = isLowest ? std::numeric_limits<std::int64_t>::min() : std::numeric_limits<std::int64_t>::max();
        else
            neutral = std::int64_t{isLowest ? std::numeric_limits<std::int32_t>::min() : std::numeric_limits<std::int32_t>::max()};
    }
    const Operand shape = op.shapeOf(index);
    const Operand start = includes ? self : scatter(self, op("Expand", op.constant(dtype, neutral), shape), {});
    Operand result = scatter(start, src, reduction);
    if (isMean) {
        const Operand ones = op("Expand", op.constant(dtype, std::int64_t{1}), shape);
        const Operand base = op("Expand", op.constant(dtype, std::int64_t{includes ? 1 : 0}), op.shapeOf(self));
        const Operand count = op("Max", scatter(base, ones, "add"), op.constant(dtype, std::int64_t{1}));
        result = isFloating ? result / count : (result - op("Mod", result, count)) / count;
    }
    return Values{isVector ? op.reshape(op.typed(result, self.type()), {}) : result};
}

/// aten::index_add(Tensor self, int dim, Tensor index, Tensor source, *, Scalar alpha=1) -> Tensor
Result<Values> indexAdd(Op& op, const Call& call)
{
    const Operand self = call["self"];
    const std::int64_t rank = call.rankOf(self);
    if (rank == 0)
        return call.unsupported("its input has no dimension");
    const std::int64_t dim = call.dim("dim", rank);
    std::vector<std::int64_t> order = allDims(rank);
    std::swap(order[0], order[static_cast<std::size_t>(dim)]);
    const Scalar alpha = call.number("alpha");
    const Operand source = op.cast(call["source"], self.dtype());
    const Operand updates = op.transpose(alpha.is(1) ? source : source * alpha, order);
    const Operand moved = op.transpose(self, order);
    const Operand rows = op("Reshape", op.cast(call["index"], ir::DType::Int64), op.integers({-1, 1}));
    const Operand result = op("ScatterND", moved, rows, updates, Attributes{{"reduction", "add"}});
    return Values{op.transpose(op.typed(result, moved.type()), order)};
}

constexpr Lowering kIndexing[] = {
    {"aten.col2im.default", col2im},
    {"aten.diagonal.default", diagonal},
    {"aten.embedding.default", embedding},
    {"aten.gather.default", gather},
    {"aten.im2col.default", im2col},
    {"aten.index.Tensor", index},
    {"aten.index_add.default", indexAdd},
    {"aten.index_put.default", indexPut},
    {"aten.index_select.default", indexSelect},
    {"aten.narrow.default", narrow},
    {"aten.scatter.reduce", scatterReduce},
    {"aten.scatter.src", scatterSrc},
    {"aten.scatter.value", scatterValue},
    {"aten.scatter_add.default", scatterAdd},
    {"aten.scatter_reduce.two", scatterReduceTwo},
    {"aten.select.int", select},
    {"aten.select_scatter.default", selectScatter},
    {"aten.slice.Tensor", slice},
    {"aten.slice_scatter.default", sliceScatter},
    {"aten.take_along_dim.default", takeAlongDim},
    {"aten.unfold.default", unfold},
};

} // namespace

std::span<const Lowering> indexing()
{
    return kIndexing;
}

} // namespace sidelight::lowering::aten
