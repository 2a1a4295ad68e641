// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/lowering/aten/families.h"

#include "core/lowering/aten/operands.h"

#include <algorithm>
#include <limits>
#include <string>
#include <utility>

namespace sidelight::lowering::aten {

namespace {

/// first, …, last - 1.
std::vector<std::int64_t> range(std::int64_t first, std::int64_t last)
{
    std::vector<std::int64_t> dims;
    for (std::int64_t dim = first; dim < last; ++dim)
        dims.push_back(dim);
    return dims;
}

/// The sizes of a view; a single -1 is left to Reshape.
Result<Values> viewed(Op& op, const Call& call, std::string_view sizes)
{
    return Values{op.reshape(call["self"], call.sizes(sizes))};
}

Result<Values> likeOther(Op& op, const Call& call)
{
    const Operand other = call["other"];
    return Values{op.reshape(call["self"], op.sizes(other))};
}

Result<Values> squeezed(Op& op, const Call& call, const std::vector<std::int64_t>& dims)
{
    const Operand self = call["self"];
    std::vector<std::int64_t> single;
    for (const std::int64_t dim : dims)
        if (self.staticSize(dim) == 1)
            single.push_back(dim);
    return Values{single.empty() ? self : op.squeeze(self, single)};
}

/// Pieces of `self` along a dimension, each with its size; sizes that are not numbers are cut by Slice.
Values pieces(Op& op, const Operand& self, std::int64_t dim, const Sizes& sizes)
{
    std::vector<std::int64_t> numbers;
    for (const Scalar& size : sizes)
        if (const auto number = size.integer())
            numbers.push_back(*number);
    if (numbers.size() == sizes.size() && self.staticSize(dim)) {
        if (sizes.size() == 1)
            return {self};
        return op.outputs(sizes.size(), "Split", self, op.integers(numbers), Attributes{{"axis", dim}});
    }
    Values results;
    Scalar start = 0;
    for (const Scalar& size : sizes) {
        const Scalar end = start + size;
        results.push_back(op.slice(self, dim, start, end));
        start = end;
    }
    return results;
}

/// Equal pieces of `size`, the last one what is left.
Values equalPieces(Op& op, const Call& call, const Operand& self, std::int64_t dim, const Scalar& size)
{
    const std::size_t count = call.outputCount();
    Sizes sizes;
    Scalar left = op.size(self, dim);
    for (std::size_t i = 0; i < count; ++i) {
        const bool isLast = i + 1 == count;
        sizes.push_back(isLast ? left : size);
        if (!isLast)
            left = left - size;
    }
    return pieces(op, self, dim, sizes);
}

/// aten::view(Tensor(a) self, SymInt[] size) -> Tensor(a)
Result<Values> view(Op& op, const Call& call)
{
    return viewed(op, call, "size");
}

/// aten::_unsafe_view(Tensor self, SymInt[] size) -> Tensor
Result<Values> unsafeView(Op& op, const Call& call)
{
    return viewed(op, call, "size");
}

/// aten::reshape(Tensor(a) self, SymInt[] shape) -> Tensor(a)
Result<Values> reshape(Op& op, const Call& call)
{
    return viewed(op, call, "shape");
}

/// aten::view_as(Tensor(a) self, Tensor other) -> Tensor(a)
/// aten::reshape_as(Tensor(a) self, Tensor other) -> Tensor(a)
Result<Values> viewAs(Op& op, const Call& call)
{
    return likeOther(op, call);
}

/// aten::alias(Tensor(a) self) -> Tensor(a)
/// aten::clone(Tensor self, *, MemoryFormat? memory_format=None) -> Tensor
/// aten::contiguous(Tensor(a) self, *, MemoryFormat memory_format=0) -> Tensor(a)
/// aten::detach(Tensor(a) self) -> Tensor(a)
/// aten::lift_fresh_copy(Tensor self) -> Tensor
/// aten::resolve_conj(Tensor(a) self) -> Tensor(a)
/// aten::resolve_neg(Tensor(a) self) -> Tensor(a)
/// aten::detach_copy(Tensor self) -> Tensor
/// aten::alias_copy(Tensor self) -> Tensor
/// aten::lift_fresh(Tensor(a) self) -> Tensor(a)
Result<Values> same(Op&, const Call& call)
{
    return Values{call["self"]};
}

/// aten::flatten.using_ints(Tensor(a) self, int start_dim=0, int end_dim=-1) -> Tensor(a)
Result<Values> flatten(Op& op, const Call& call)
{
    const Operand self = call["self"];
    const std::int64_t rank = call.rankOf(self);
    const std::int64_t start = call.dim("start_dim", rank);
    const std::int64_t end = call.dim("end_dim", rank);
    if (rank == 0)
        return Values{op.reshape(self, {1})};
    if (start == end)
        return Values{self};
    Sizes sizes;
    for (std::int64_t dim = 0; dim < rank; ++dim) {
        if (dim == start)
            sizes.push_back(countOf(op, self, range(start, end + 1)));
        if (dim < start || dim > end)
            sizes.push_back(op.size(self, dim));
    }
    return Values{op.reshape(self, sizes)};
}

/// aten::unflatten.int(Tensor(a) self, int dim, SymInt[] sizes) -> Tensor(a)
Result<Values> unflatten(Op& op, const Call& call)
{
    const Operand self = call["self"];
    const std::int64_t rank = call.rankOf(self);
    const std::int64_t at = call.dim("dim", rank);
    Sizes sizes;
    for (std::int64_t dim = 0; dim < rank; ++dim) {
        const Sizes inner = dim == at ? call.sizes("sizes") : Sizes{op.size(self, dim)};
        sizes.insert(sizes.end(), inner.begin(), inner.end());
    }
    return Values{op.reshape(self, sizes)};
}

/// aten::transpose.int(Tensor(a) self, int dim0, int dim1) -> Tensor(a)
Result<Values> transpose(Op& op, const Call& call)
{
    const Operand self = call["self"];
    const std::int64_t rank = call.rankOf(self);
    std::vector<std::int64_t> permutation = allDims(rank);
    if (rank > 0)
        std::swap(permutation[static_cast<std::size_t>(call.dim("dim0", rank))], permutation[static_cast<std::size_t>(call.dim("dim1", rank))]);
    return Values{op.transpose(self, permutation)};
}

/// aten::permute(Tensor(a) self, int[] dims) -> Tensor(a)
Result<Values> permute(Op& op, const Call& call)
{
    const Operand self = call["self"];
    const std::int64_t rank = call.rankOf(self);
    std::vector<std::int64_t> permutation = call.integers("dims");
    for (std::int64_t& dim : permutation)
        dim = dim < 0 ? dim + rank : dim;
    return Values{op.transpose(self, permutation)};
}

/// aten::t(Tensor(a) self) -> Tensor(a)
/// aten::numpy_T(Tensor(a) self) -> Tensor(a)
Result<Values> reversed(Op& op, const Call& call)
{
    const Operand self = call["self"];
    std::vector<std::int64_t> permutation = allDims(call.rankOf(self));
    std::ranges::reverse(permutation);
    return Values{op.transpose(self, permutation)};
}

/// aten::movedim.int(Tensor(a) self, int source, int destination) -> Tensor(a)
/// aten::movedim.intlist(Tensor(a) self, int[] source, int[] destination) -> Tensor(a)
Result<Values> movedim(Op& op, const Call& call)
{
    const Operand self = call["self"];
    const std::int64_t rank = call.rankOf(self);
    const std::vector<std::int64_t> from = call.integers("source");
    const std::vector<std::int64_t> to = call.integers("destination");
    std::vector<std::int64_t> permutation(static_cast<std::size_t>(rank), -1);
    std::vector<std::int64_t> rest = allDims(rank);
    for (std::size_t i = 0; i < from.size(); ++i) {
        const std::int64_t source = from[i] < 0 ? from[i] + rank : from[i];
        permutation[static_cast<std::size_t>(to[i] < 0 ? to[i] + rank : to[i])] = source;
        std::erase(rest, source);
    }
    auto next = rest.begin();
    for (std::int64_t& dim : permutation)
        dim = dim < 0 ? *next++ : dim;
    return Values{op.transpose(self, permutation)};
}

/// aten::unsqueeze(Tensor(a) self, int dim) -> Tensor(a)
Result<Values> unsqueeze(Op& op, const Call& call)
{
    const Operand self = call["self"];
    return Values{op.unsqueeze(self, {call.dim("dim", call.rankOf(self) + 1)})};
}

/// aten::squeeze(Tensor(a) self) -> Tensor(a)
Result<Values> squeeze(Op& op, const Call& call)
{
    return squeezed(op, call, allDims(call.rankOf(call["self"])));
}

/// aten::squeeze.dim(Tensor(a) self, int dim) -> Tensor(a)
Result<Values> squeezeDim(Op& op, const Call& call)
{
    return squeezed(op, call, {call.dim("dim", call.rankOf(call["self"]))});
}

/// aten::squeeze.dims(Tensor(a) self, int[] dim) -> Tensor(a)
Result<Values> squeezeDims(Op& op, const Call& call)
{
    return squeezed(op, call, call.dims("dim", call.rankOf(call["self"])));
}

/// aten::expand(Tensor(a) self, SymInt[] size, *, bool implicit=False) -> Tensor(a)
Result<Values> expand(Op& op, const Call& call)
{
    Sizes sizes = call.sizes("size");
    for (Scalar& size : sizes)
        size = size.is(-1) ? Scalar(1) : size;
    return Values{op.expand(call["self"], sizes)};
}

/// aten::expand_as(Tensor(a) self, Tensor other) -> Tensor(a)
Result<Values> expandAs(Op& op, const Call& call)
{
    const Operand other = call["other"];
    return Values{op("Expand", call["self"], op.shapeOf(other))};
}

/// aten::repeat(Tensor self, SymInt[] repeats) -> Tensor
Result<Values> repeat(Op& op, const Call& call)
{
    Operand self = call["self"];
    const Sizes repeats = call.sizes("repeats");
    std::vector<std::int64_t> front;
    for (std::int64_t dim = 0; dim < static_cast<std::int64_t>(repeats.size()) - call.rankOf(self); ++dim)
        front.push_back(dim);
    if (!front.empty())
        self = op.unsqueeze(self, front);
    return Values{repeats.empty() ? self : op("Tile", self, op.shape(repeats))};
}

/// aten::repeat_interleave.self_int(Tensor self, SymInt repeats, int? dim=None, *, SymInt? output_size=None) -> Tensor
Result<Values> repeatInterleave(Op& op, const Call& call)
{
    Operand self = call["self"];
    const Scalar repeats = call.number("repeats");
    if (!call.has("dim"))
        self = op.reshape(self, {-1});
    const std::int64_t rank = call.rankOf(self);
    const std::int64_t at = call.has("dim") ? call.dim("dim", rank) : 0;
    Sizes wide;
    Sizes result;
    for (std::int64_t dim = 0; dim < rank; ++dim) {
        wide.push_back(op.size(self, dim));
        result.push_back(dim == at ? op.size(self, dim) * repeats : op.size(self, dim));
        if (dim == at)
            wide.push_back(repeats);
    }
    return Values{op.reshape(op.expand(op.unsqueeze(self, {at + 1}), wide), result)};
}

/// aten::cat(Tensor[] tensors, int dim=0) -> Tensor
/// aten::concat(Tensor[] tensors, int dim=0) -> Tensor
/// aten::concatenate(Tensor[] tensors, int dim=0) -> Tensor
Result<Values> cat(Op& op, const Call& call)
{
    const ir::DType dtype = call.output().dtype;
    Values tensors;
    std::int64_t rank = 0;
    for (const Operand& tensor : call.list("tensors"))
        rank = std::max(rank, tensor.rank().value_or(0));
    for (const Operand& tensor : call.list("tensors")) {
        // torch leaves out empty 1-D tensors among others.
        const bool isLegacyEmpty = tensor.rank() == 1 && rank > 1 && tensor.staticSize(0) == 0;
        if (!isLegacyEmpty)
            tensors.push_back(op.cast(tensor, dtype));
    }
    return Values{op.concat(tensors, call.dim("dim", rank))};
}

/// aten::stack(Tensor[] tensors, int dim=0) -> Tensor
Result<Values> stack(Op& op, const Call& call)
{
    const ir::DType dtype = call.output().dtype;
    const Values tensors = call.list("tensors");
    const std::int64_t dim = call.dim("dim", call.rankOf(tensors.front()) + 1);
    Values wide;
    for (const Operand& tensor : tensors)
        wide.push_back(op.unsqueeze(op.cast(tensor, dtype), {dim}));
    return Values{op.concat(wide, dim)};
}

/// aten::split.Tensor(Tensor(a -> *) self, SymInt split_size, int dim=0) -> Tensor(a)[]
Result<Values> split(Op& op, const Call& call)
{
    const Operand self = call["self"];
    return equalPieces(op, call, self, call.dim("dim", call.rankOf(self)), call.number("split_size"));
}

/// aten::split_with_sizes(Tensor(a -> *) self, SymInt[] split_sizes, int dim=0) -> Tensor(a)[]
/// aten::split.sizes(Tensor(a -> *) self, SymInt[] split_size, int dim=0) -> Tensor(a)[]
Result<Values> splitWithSizes(Op& op, const Call& call)
{
    const Operand self = call["self"];
    const Sizes sizes = call.sizes(call.node().overload() == "aten.split.sizes" ? "split_size" : "split_sizes");
    return pieces(op, self, call.dim("dim", call.rankOf(self)), sizes);
}

/// aten::chunk(Tensor(a -> *) self, int chunks, int dim=0) -> Tensor(a)[]
Result<Values> chunk(Op& op, const Call& call)
{
    const Operand self = call["self"];
    const std::int64_t dim = call.dim("dim", call.rankOf(self));
    const std::int64_t chunks = call.integer("chunks");
    const Scalar size = op.size(self, dim);
    return equalPieces(op, call, self, dim, floorDivide(size + (chunks - 1), chunks));
}

/// aten::unbind.int(Tensor(a -> *) self, int dim=0) -> Tensor(a)[]
Result<Values> unbind(Op& op, const Call& call)
{
    const Operand self = call["self"];
    const std::int64_t dim = call.dim("dim", call.rankOf(self));
    Values results;
    for (std::size_t i = 0; i < call.outputCount(); ++i)
        results.push_back(op("Gather", self, op.constant(ir::DType::Int64, static_cast<std::int64_t>(i)), Attributes{{"axis", dim}}));
    return results;
}

/// aten::flip(Tensor self, int[] dims) -> Tensor
Result<Values> flip(Op& op, const Call& call)
{
    const Operand self = call["self"];
    std::vector<std::int64_t> dims = call.integers("dims");
    if (dims.empty())
        return Values{self};
    const std::vector<std::int64_t> start(dims.size(), -1);
    const std::vector<std::int64_t> end(dims.size(), std::numeric_limits<std::int64_t>::min());
    return Values{op("Slice", self, op.integers(start), op.integers(end), op.integers(dims), op.integers(start))};
}

/// aten::roll(Tensor self, SymInt[1] shifts, int[1] dims=[]) -> Tensor
Result<Values> roll(Op& op, const Call& call)
{
    Operand self = call["self"];
    const std::int64_t rank = call.rankOf(self);
    const Sizes shifts = call.sizes("shifts");
    const std::vector<std::int64_t> dims = call.integers("dims");
    const Operand flat = dims.empty() ? op.reshape(self, {-1}) : self;
    Operand result = flat;
    for (std::size_t i = 0; i < shifts.size(); ++i) {
        const std::int64_t dim = dims.empty() ? 0 : dims[i] < 0 ? dims[i] + rank : dims[i];
        const auto shift = shifts[i].integer();
        const auto size = result.staticSize(dim);
        if (!shift)
            return call.unsupported("a shift is not a constant");
        if (size == 0 || *shift == 0)
            continue;
        if (!size && !dims.empty()) {
            // Rotate by shift modulo the size, which is known when the model runs.
            const Operand length = op.scalar(op.size(result, dim), ir::DType::Int64);
            const Operand cut = op("Mod", op.constant(ir::DType::Int64, -*shift), length);
            const Scalar at(cut);
            const Operand tail = op.slice(result, dim, at, std::numeric_limits<std::int64_t>::max());
            result = op.typed(op.concat({tail, op.slice(result, dim, 0, at)}, dim), result.type());
            continue;
        }
        const std::int64_t length = size.value_or(0);
        if (length == 0)
            return call.unsupported("its size is not a constant");
        const std::int64_t cut = ((-*shift) % length + length) % length;
        if (cut == 0)
            continue;
        const Operand tail = op.slice(result, dim, cut, std::numeric_limits<std::int64_t>::max());
        result = op.typed(op.concat({tail, op.slice(result, dim, 0, cut)}, dim), result.type());
    }
    return Values{dims.empty() ? op.reshape(result, op.sizes(self)) : result};
}

/// aten::meshgrid.indexing(Tensor[] tensors, *, str indexing) -> Tensor[]
Result<Values> meshgrid(Op& op, const Call& call)
{
    const Values tensors = call.list("tensors");
    const std::string indexing = call.text("indexing");
    const bool swaps = indexing == "xy" && tensors.size() > 1;
    Sizes sizes;
    for (const Operand& tensor : tensors)
        sizes.push_back(tensor.rank() == 0 ? Scalar(1) : op.size(tensor, 0));
    if (swaps)
        std::swap(sizes[0], sizes[1]);
    Values results;
    for (std::size_t i = 0; i < tensors.size(); ++i) {
        const std::size_t at = swaps && i < 2 ? 1 - i : i;
        Sizes own(tensors.size(), 1);
        own[at] = sizes[at];
        results.push_back(op.expand(op.reshape(tensors[i], own), sizes));
    }
    return results;
}

/// aten::pixel_shuffle(Tensor self, int upscale_factor) -> Tensor
Result<Values> pixelShuffle(Op& op, const Call& call)
{
    const Operand self = call["self"];
    if (self.rank() != 4)
        return call.unsupported("its input has not 4 dimensions");
    return Values{op("DepthToSpace", self, Attributes{{"blocksize", call.integer("upscale_factor")}, {"mode", "CRD"}})};
}

/// aten::pixel_unshuffle(Tensor self, int downscale_factor) -> Tensor
Result<Values> pixelUnshuffle(Op& op, const Call& call)
{
    const Operand self = call["self"];
    const std::int64_t factor = call.integer("downscale_factor");
    if (self.rank() != 4)
        return call.unsupported("its input has not 4 dimensions");
    const Scalar height = floorDivide(op.size(self, 2), factor);
    const Scalar width = floorDivide(op.size(self, 3), factor);
    const Operand split = op.reshape(self, {op.size(self, 0), op.size(self, 1), height, factor, width, factor});
    const Operand moved = op.transpose(split, {0, 1, 3, 5, 2, 4});
    return Values{op.reshape(moved, {op.size(self, 0), op.size(self, 1) * (factor * factor), height, width})};
}

/// aten::copy(Tensor self, Tensor src, bool non_blocking=False) -> Tensor
Result<Values> copy(Op& op, const Call& call)
{
    const Operand self = call["self"];
    return Values{op("Expand", op.cast(call["src"], self.dtype()), op.shapeOf(self))};
}

constexpr Lowering kShape[] = {
    {"aten._unsafe_view.default", unsafeView},
    {"aten.alias.default", same},
    {"aten.alias_copy.default", same},
    {"aten.cat.default", cat},
    {"aten.chunk.default", chunk},
    {"aten.clone.default", same},
    {"aten.concat.default", cat},
    {"aten.concatenate.default", cat},
    {"aten.contiguous.default", same},
    {"aten.copy.default", copy},
    {"aten.detach.default", same},
    {"aten.detach_copy.default", same},
    {"aten.expand.default", expand},
    {"aten.expand_as.default", expandAs},
    {"aten.flatten.using_ints", flatten},
    {"aten.flip.default", flip},
    {"aten.lift_fresh.default", same},
    {"aten.lift_fresh_copy.default", same},
    {"aten.meshgrid.indexing", meshgrid},
    {"aten.movedim.int", movedim},
    {"aten.movedim.intlist", movedim},
    {"aten.numpy_T.default", reversed},
    {"aten.permute.default", permute},
    {"aten.pixel_shuffle.default", pixelShuffle},
    {"aten.pixel_unshuffle.default", pixelUnshuffle},
    {"aten.repeat.default", repeat},
    {"aten.repeat_interleave.self_int", repeatInterleave},
    {"aten.reshape.default", reshape},
    {"aten.reshape_as.default", viewAs},
    {"aten.resolve_conj.default", same},
    {"aten.resolve_neg.default", same},
    {"aten.roll.default", roll},
    {"aten.split.Tensor", split},
    {"aten.split.sizes", splitWithSizes},
    {"aten.split_with_sizes.default", splitWithSizes},
    {"aten.squeeze.default", squeeze},
    {"aten.squeeze.dim", squeezeDim},
    {"aten.squeeze.dims", squeezeDims},
    {"aten.stack.default", stack},
    {"aten.t.default", reversed},
    {"aten.transpose.int", transpose},
    {"aten.unbind.int", unbind},
    {"aten.unflatten.int", unflatten},
    {"aten.unsqueeze.default", unsqueeze},
    {"aten.view.default", view},
    {"aten.view_as.default", viewAs},
};

} // namespace

std::span<const Lowering> shape()
{
    return kShape;
}

} // namespace sidelight::lowering::aten
