// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
//
// NumPy's ways to stack, split and turn tensors.
#include "core/lowering/aten/families.h"

#include "core/lowering/aten/operands.h"

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

namespace sidelight::lowering::aten {

namespace {

constexpr std::int64_t kEnd = std::numeric_limits<std::int64_t>::max();

/// With at least `rank` dimensions, put where NumPy puts them.
Operand widenedTo(Op& op, const Operand& value, std::int64_t rank)
{
    const std::int64_t own = value.rank().value_or(0);
    if (own >= rank)
        return value;
    if (own == 0)
        return op.reshape(value, Sizes(static_cast<std::size_t>(rank), 1));
    if (rank == 3)
        return op.unsqueeze(value, own == 1 ? std::vector<std::int64_t>{0, 2} : std::vector<std::int64_t>{2});
    return op.unsqueeze(value, {0});
}

Result<Values> widenedEach(Op& op, const Call& call, std::int64_t rank)
{
    if (!call.takes("tensors"))
        return Values{widenedTo(op, call["self"], rank)};
    Values results;
    for (const Operand& tensor : call.list("tensors"))
        results.push_back(widenedTo(op, tensor, rank));
    return results;
}

/// The tensors with at least `rank` dimensions, one behind the other along `dim`.
Result<Values> joined(Op& op, const Call& call, std::int64_t rank, std::int64_t dim)
{
    Values parts;
    for (const Operand& tensor : call.list("tensors"))
        parts.push_back(op.cast(widenedTo(op, tensor, rank), call.output().dtype));
    return Values{op.concat(parts, dim)};
}

/// Pieces that begin at 0 and at each of `cuts`.
Values cutAt(Op& op, const Operand& self, std::int64_t dim, const Sizes& cuts)
{
    Values pieces;
    Scalar start = 0;
    for (const Scalar& cut : cuts) {
        pieces.push_back(op.slice(self, dim, start, cut));
        start = cut;
    }
    pieces.push_back(op.slice(self, dim, start, kEnd));
    return pieces;
}

/// `sections` pieces, the first ones longer by one where the size is no multiple.
Result<Values> inSections(Op& op, const Call& call, std::int64_t dim)
{
    const Operand self = call["self"];
    const auto size = self.staticSize(dim);
    const std::int64_t sections = call.integer("sections");
    if (!size || sections <= 0)
        return call.unsupported("the size that it splits is not constant");
    Sizes cuts;
    std::int64_t at = 0;
    for (std::int64_t i = 0; i + 1 < sections; ++i) {
        at += *size / sections + (i < *size % sections ? 1 : 0);
        cuts.emplace_back(at);
    }
    return cutAt(op, self, dim, cuts);
}

/// The dimension that hsplit cuts.
std::int64_t columnsOf(const Call& call) { return call.rankOf(call["self"]) == 1 ? 0 : 1; }

Operand flipped(Op& op, const Operand& value, std::vector<std::int64_t> dims)
{
    const std::vector<std::int64_t> start(dims.size(), -1);
    const std::vector<std::int64_t> end(dims.size(), std::numeric_limits<std::int64_t>::min());
    return op.typed(op("Slice", value, op.integers(start), op.integers(end), op.integers(dims), op.integers(start)), value.type());
}

/// aten::atleast_1d(Tensor self) -> Tensor
/// aten::atleast_1d.Sequence(Tensor[] tensors) -> Tensor[]
/// aten::atleast_2d(Tensor self) -> Tensor
/// aten::atleast_2d.Sequence(Tensor[] tensors) -> Tensor[]
/// aten::atleast_3d(Tensor self) -> Tensor
/// aten::atleast_3d.Sequence(Tensor[] tensors) -> Tensor[]
template <std::int64_t kRank>
Result<Values> atLeast(Op& op, const Call& call)
{
    return widenedEach(op, call, kRank);
}

/// aten::vstack(Tensor[] tensors) -> Tensor
Result<Values> vstack(Op& op, const Call& call)
{
    return joined(op, call, 2, 0);
}

/// aten::hstack(Tensor[] tensors) -> Tensor
Result<Values> hstack(Op& op, const Call& call)
{
    const Values tensors = call.list("tensors");
    return joined(op, call, 1, tensors.front().rank().value_or(0) <= 1 ? 0 : 1);
}

/// aten::dstack(Tensor[] tensors) -> Tensor
Result<Values> dstack(Op& op, const Call& call)
{
    return joined(op, call, 3, 2);
}

/// aten::column_stack(Tensor[] tensors) -> Tensor
Result<Values> columnStack(Op& op, const Call& call)
{
    Values columns;
    for (const Operand& tensor : call.list("tensors")) {
        const Operand cast = op.cast(tensor, call.output().dtype);
        columns.push_back(tensor.rank().value_or(0) <= 1 ? op.reshape(cast, {-1, 1}) : cast);
    }
    return Values{op.concat(columns, 1)};
}

/// aten::hsplit.int(Tensor(a -> *) self, int sections) -> Tensor(a)[]
Result<Values> hsplit(Op& op, const Call& call)
{
    return inSections(op, call, columnsOf(call));
}

/// aten::hsplit.array(Tensor(a -> *) self, int[] indices) -> Tensor(a)[]
Result<Values> hsplitAt(Op& op, const Call& call)
{
    return cutAt(op, call["self"], columnsOf(call), call.sizes("indices"));
}

/// aten::vsplit.int(Tensor(a -> *) self, int sections) -> Tensor(a)[]
/// aten::dsplit.int(Tensor(a -> *) self, int sections) -> Tensor(a)[]
template <std::int64_t kDim>
Result<Values> splitAlong(Op& op, const Call& call)
{
    return inSections(op, call, kDim);
}

/// aten::vsplit.array(Tensor(a -> *) self, int[] indices) -> Tensor(a)[]
/// aten::dsplit.array(Tensor(a -> *) self, int[] indices) -> Tensor(a)[]
template <std::int64_t kDim>
Result<Values> splitAlongAt(Op& op, const Call& call)
{
    return cutAt(op, call["self"], kDim, call.sizes("indices"));
}

/// aten::tensor_split.sections(Tensor(a -> *) self, SymInt sections, int dim=0) -> Tensor(a)[]
Result<Values> tensorSplit(Op& op, const Call& call)
{
    return inSections(op, call, call.dim("dim", call.rankOf(call["self"])));
}

/// aten::tensor_split.indices(Tensor(a -> *) self, SymInt[] indices, int dim=0) -> Tensor(a)[]
Result<Values> tensorSplitAt(Op& op, const Call& call)
{
    const Operand self = call["self"];
    return cutAt(op, self, call.dim("dim", call.rankOf(self)), call.sizes("indices"));
}

/// aten::fliplr(Tensor self) -> Tensor
/// aten::flipud(Tensor self) -> Tensor
template <std::int64_t kDim>
Result<Values> flippedAlong(Op& op, const Call& call)
{
    return Values{flipped(op, call["self"], {kDim})};
}

/// aten::rot90(Tensor self, int k=1, int[] dims=[0, 1]) -> Tensor
Result<Values> rot90(Op& op, const Call& call)
{
    const Operand self = call["self"];
    const std::int64_t rank = call.rankOf(self);
    std::vector<std::int64_t> dims = call.integers("dims");
    for (std::int64_t& dim : dims)
        dim = dim < 0 ? dim + rank : dim;
    const std::int64_t quarters = (call.integer("k") % 4 + 4) % 4;
    if (quarters == 0)
        return Values{self};
    if (quarters == 2)
        return Values{flipped(op, self, dims)};
    std::vector<std::int64_t> swapped = allDims(rank);
    std::swap(swapped[static_cast<std::size_t>(dims[0])], swapped[static_cast<std::size_t>(dims[1])]);
    return Values{op.transpose(flipped(op, self, {dims[quarters == 1 ? 1 : 0]}), swapped)};
}

/// aten::sum_to_size(Tensor self, SymInt[] size) -> Tensor
Result<Values> sumToSize(Op& op, const Call& call)
{
    const Operand self = call["self"];
    const Sizes size = call.sizes("size");
    const std::int64_t extra = call.rankOf(self) - static_cast<std::int64_t>(size.size());
    std::vector<std::int64_t> gone = allDims(extra);
    std::vector<std::int64_t> ones;
    for (std::size_t i = 0; i < size.size(); ++i)
        if (size[i].is(1))
            ones.push_back(static_cast<std::int64_t>(i));
    const Operand front = gone.empty() ? self : op.reduce("ReduceSum", self, gone, false);
    return Values{ones.empty() ? front : op.reduce("ReduceSum", front, ones, true)};
}

/// aten::combinations(Tensor self, int r=2, bool with_replacement=False) -> Tensor
Result<Values> combinations(Op& op, const Call& call)
{
    const Operand self = call["self"];
    const auto count = self.staticSize(0);
    const std::int64_t chosen = call.integer("r");
    const bool repeats = call.boolean("with_replacement");
    if (!count || *count > 256 || chosen < 1 || chosen > 4)
        return call.unsupported("it chooses from a number of elements that is not constant, or too many");
    std::vector<std::int64_t> indices;
    std::vector<std::int64_t> current(static_cast<std::size_t>(chosen), 0);
    for (std::size_t i = 0; !repeats && i < current.size(); ++i)
        current[i] = static_cast<std::int64_t>(i);
    const auto limitAt = [&](std::size_t i) { return repeats ? *count - 1 : *count - chosen + static_cast<std::int64_t>(i); };
    bool more = *count > 0 && (repeats || chosen <= *count);
    while (more && indices.size() < 65536) {
        indices.insert(indices.end(), current.begin(), current.end());
        std::size_t i = current.size();
        while (i > 0 && current[i - 1] == limitAt(i - 1))
            --i;
        more = i > 0;
        if (more) {
            ++current[i - 1];
            for (std::size_t k = i; k < current.size(); ++k)
                current[k] = repeats ? current[k - 1] : current[k - 1] + 1;
        }
    }
    if (more)
        return call.unsupported("it has too many combinations for a constant");
    const Operand table = op.reshape(op.integers(indices), {-1, chosen});
    return Values{op("Gather", self, table, Attributes{{"axis", 0}})};
}

constexpr Lowering kJoining[] = {
    {"aten.atleast_1d.Sequence", atLeast<1>},
    {"aten.atleast_1d.default", atLeast<1>},
    {"aten.atleast_2d.Sequence", atLeast<2>},
    {"aten.atleast_2d.default", atLeast<2>},
    {"aten.atleast_3d.Sequence", atLeast<3>},
    {"aten.atleast_3d.default", atLeast<3>},
    {"aten.column_stack.default", columnStack},
    {"aten.combinations.default", combinations},
    {"aten.dsplit.array", splitAlongAt<2>},
    {"aten.dsplit.int", splitAlong<2>},
    {"aten.dstack.default", dstack},
    {"aten.fliplr.default", flippedAlong<1>},
    {"aten.flipud.default", flippedAlong<0>},
    {"aten.hsplit.array", hsplitAt},
    {"aten.hsplit.int", hsplit},
    {"aten.hstack.default", hstack},
    {"aten.rot90.default", rot90},
    {"aten.sum_to_size.default", sumToSize},
    {"aten.tensor_split.indices", tensorSplitAt},
    {"aten.tensor_split.sections", tensorSplit},
    {"aten.vsplit.array", splitAlongAt<0>},
    {"aten.vsplit.int", splitAlong<0>},
    {"aten.vstack.default", vstack},
};

} // namespace

std::span<const Lowering> joining()
{
    return kJoining;
}

} // namespace sidelight::lowering::aten
