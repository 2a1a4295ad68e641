// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/lowering/aten/families.h"

#include "core/lowering/aten/operands.h"

#include <algorithm>
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
    return squeezed(op, call, call.integers("dim").empty() ? std::vector<std::int64_t>{} : call.dims("dim", call.rankOf(call["self"])));
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

/// aten::copy(Tensor self, Tensor src, bool non_blocking=False) -> Tensor
Result<Values> copy(Op& op, const Call& call)
{
    const Operand self = call["self"];
    return Values{op("Expand", op.cast(call["src"], self.dtype()), op.shapeOf(self))};
}

/// aten::swapaxes(Tensor(a) self, int axis0, int axis1) -> Tensor(a)
Result<Values> swapaxes(Op& op, const Call& call)
{
    const Operand self = call["self"];
    const std::int64_t rank = call.rankOf(self);
    std::vector<std::int64_t> permutation = allDims(rank);
    std::swap(permutation[static_cast<std::size_t>(call.dim("axis0", rank))], permutation[static_cast<std::size_t>(call.dim("axis1", rank))]);
    return Values{op.transpose(self, permutation)};
}

/// aten::mT(Tensor(a) self) -> Tensor(a)
/// aten::mH(Tensor(a) self) -> Tensor(a)
/// aten::matrix_H(Tensor(a) self) -> Tensor(a)
/// aten::adjoint(Tensor(a) self) -> Tensor(a)
Result<Values> matrixTransposed(Op& op, const Call& call)
{
    const Operand self = call["self"];
    std::vector<std::int64_t> permutation = allDims(call.rankOf(self));
    std::swap(permutation[permutation.size() - 1], permutation[permutation.size() - 2]);
    return Values{op.transpose(self, permutation)};
}

/// aten::ravel(Tensor(a) self) -> Tensor(a)
Result<Values> ravel(Op& op, const Call& call)
{
    return Values{op.reshape(call["self"], {-1})};
}

constexpr Lowering kShape[] = {
    {"aten._unsafe_view.default", unsafeView},
    {"aten.adjoint.default", matrixTransposed},
    {"aten.alias.default", same},
    {"aten.alias_copy.default", same},
    {"aten.cat.default", cat},
    {"aten.chunk.default", chunk},
    {"aten.clone.default", same},
    {"aten.concat.default", cat},
    {"aten.conj_physical.default", same},
    {"aten.concatenate.default", cat},
    {"aten.contiguous.default", same},
    {"aten.copy.default", copy},
    {"aten.detach.default", same},
    {"aten.detach_copy.default", same},
    {"aten.expand.default", expand},
    {"aten.expand_as.default", expandAs},
    {"aten.flatten.using_ints", flatten},
    {"aten.lift_fresh.default", same},
    {"aten.lift_fresh_copy.default", same},
    {"aten.mH.default", matrixTransposed},
    {"aten.mT.default", matrixTransposed},
    {"aten.matrix_H.default", matrixTransposed},
    {"aten.movedim.int", movedim},
    {"aten.movedim.intlist", movedim},
    {"aten.numpy_T.default", reversed},
    {"aten.permute.default", permute},
    {"aten.ravel.default", ravel},
    {"aten.reshape.default", reshape},
    {"aten.reshape_as.default", viewAs},
    {"aten.resolve_conj.default", same},
    {"aten.resolve_neg.default", same},
    {"aten.split.Tensor", split},
    {"aten.split.sizes", splitWithSizes},
    {"aten.split_with_sizes.default", splitWithSizes},
    {"aten.squeeze.default", squeeze},
    {"aten.squeeze.dim", squeezeDim},
    {"aten.squeeze.dims", squeezeDims},
    {"aten.stack.default", stack},
    {"aten.swapaxes.default", swapaxes},
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
