// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/lowering/aten/families.h"

#include "core/lowering/aten/operands.h"

#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace sidelight::lowering::aten {

namespace {

/// A 1-D tensor on a diagonal of a square matrix, `offset` above the main one.
Operand diagonalMatrix(Op& op, const Operand& values, std::int64_t rank, std::int64_t offset)
{
    const Scalar width = op.size(values, -1) + (offset < 0 ? -offset : offset);
    const Operand row = op.unsqueeze(counting(op, width), {1});
    const Operand column = op.unsqueeze(counting(op, width), {0});
    const Operand isOn = op("Equal", column - row, op.constant(ir::DType::Int64, offset));
    std::vector<std::int64_t> pads(static_cast<std::size_t>(2 * rank), 0);
    pads[static_cast<std::size_t>(rank - 1)] = offset < 0 ? -offset : 0;
    pads[static_cast<std::size_t>(2 * rank - 1)] = offset > 0 ? offset : 0;
    const Operand padded = offset == 0 ? values : op("Pad", values, op.integers(pads));
    // Each value stands in its row: below the diagonal rows begin later.
    return op("Where", isOn, op("Unsqueeze", padded, op.integers({-1})), op.constant(values.dtype(), std::int64_t{0}));
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

/// aten::cartesian_prod(Tensor[] tensors) -> Tensor
Result<Values> cartesianProduct(Op& op, const Call& call)
{
    const Values tensors = call.list("tensors");
    if (tensors.size() == 1)
        return Values{tensors.front()};
    Sizes sizes;
    for (const Operand& tensor : tensors)
        sizes.push_back(op.size(tensor, 0));
    Values columns;
    for (std::size_t i = 0; i < tensors.size(); ++i) {
        Sizes own(tensors.size(), 1);
        own[i] = sizes[i];
        const Operand column = op.expand(op.reshape(op.cast(tensors[i], call.output().dtype), own), sizes);
        columns.push_back(op.reshape(column, {-1, 1}));
    }
    return Values{op.concat(columns, 1)};
}

/// aten::block_diag(Tensor[] tensors) -> Tensor
Result<Values> blockDiagonal(Op& op, const Call& call)
{
    const ir::DType dtype = call.output().dtype;
    Values blocks;
    std::vector<Scalar> starts{0};
    for (const Operand& tensor : call.list("tensors")) {
        const Scalar columns = tensor.rank() == 0 ? Scalar(1) : op.size(tensor, -1);
        blocks.push_back(tensor.rank() == 2 ? op.cast(tensor, dtype) : op.reshape(op.cast(tensor, dtype), {1, columns}));
        starts.push_back(starts.back() + columns);
    }
    Values rows;
    for (std::size_t i = 0; i < blocks.size(); ++i) {
        const Scalar height = op.size(blocks[i], 0);
        Values parts{blocks[i]};
        if (i > 0)
            parts.insert(parts.begin(), filled(op, {height, starts[i]}, 0, dtype));
        if (i + 1 < blocks.size())
            parts.push_back(filled(op, {height, starts.back() - starts[i + 1]}, 0, dtype));
        rows.push_back(op.concat(parts, 1));
    }
    return Values{op.concat(rows, 0)};
}

/// aten::pixel_shuffle(Tensor self, int upscale_factor) -> Tensor
Result<Values> pixelShuffle(Op& op, const Call& call)
{
    const Operand self = call["self"];
    if (self.rank() != 4)
        return call.unsupported("its input has not 4 dimensions");
    const std::int64_t factor = call.integer("upscale_factor");
    if (ir::isFloating(self.dtype()))
        return Values{op("DepthToSpace", self, Attributes{{"blocksize", factor}, {"mode", "CRD"}})};
    const Scalar channels = floorDivide(op.size(self, 1), factor * factor);
    const Operand split = op.reshape(self, {op.size(self, 0), channels, factor, factor, op.size(self, 2), op.size(self, 3)});
    const Operand moved = op.transpose(split, {0, 1, 4, 2, 5, 3});
    return Values{op.reshape(moved, {op.size(self, 0), channels, op.size(self, 2) * factor, op.size(self, 3) * factor})};
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

/// aten::tile(Tensor self, SymInt[] dims) -> Tensor
Result<Values> tile(Op& op, const Call& call)
{
    Operand self = call["self"];
    std::vector<std::int64_t> dims = call.integers("dims");
    while (static_cast<std::int64_t>(dims.size()) < call.rankOf(self))
        dims.insert(dims.begin(), 1);
    while (call.rankOf(self) < static_cast<std::int64_t>(dims.size()))
        self = op.unsqueeze(self, {0});
    return Values{op("Tile", self, op.integers(dims))};
}

/// aten::broadcast_tensors(Tensor[] tensors) -> Tensor[]
Result<Values> broadcastTensors(Op& op, const Call& call)
{
    const Values tensors = call.list("tensors");
    Operand shape = op.shapeOf(tensors.front());
    Values results;
    if (tensors.size() == 1)
        return Values{tensors.front()};
    // Adding zeros of each shape gives the common one.
    Operand sum;
    for (const Operand& tensor : tensors) {
        const Operand zeros = op("ConstantOfShape", op.shapeOf(tensor), Attributes{{"value", filledTensor(ir::DType::Int64, std::int64_t{0}, {1})}});
        sum = sum ? sum + zeros : zeros;
    }
    shape = op("Shape", sum);
    for (const Operand& tensor : tensors)
        results.push_back(op("Expand", tensor, shape));
    return results;
}

/// aten::diag_embed(Tensor self, int offset=0, int dim1=-2, int dim2=-1) -> Tensor
Result<Values> diagEmbed(Op& op, const Call& call)
{
    const Operand self = call["self"];
    const std::int64_t rank = call.rankOf(self);
    const std::int64_t dim1 = call.dim("dim1", rank + 1);
    const std::int64_t dim2 = call.dim("dim2", rank + 1);
    if (dim1 != rank - 1 || dim2 != rank)
        return call.unsupported("its dimensions are not the last two");
    return Values{diagonalMatrix(op, self, rank, call.integer("offset"))};
}

/// aten::diag(Tensor self, int diagonal=0) -> Tensor
Result<Values> diag(Op& op, const Call& call)
{
    const Operand self = call["self"];
    if (self.rank() != 1)
        return call.unsupported("its input is a matrix; write diagonal()");
    return Values{diagonalMatrix(op, self, 1, call.integer("diagonal"))};
}

/// aten::diagflat(Tensor self, int offset=0) -> Tensor
Result<Values> diagflat(Op& op, const Call& call)
{
    return Values{diagonalMatrix(op, op.reshape(call["self"], {-1}), 1, call.integer("offset"))};
}

/// aten::outer(Tensor self, Tensor vec2) -> Tensor
Result<Values> outer(Op& op, const Call& call)
{
    const ir::DType dtype = call.output().dtype;
    return Values{op.unsqueeze(operand(op, call, "self", dtype), {1}) * op.unsqueeze(operand(op, call, "vec2", dtype), {0})};
}

/// aten::channel_shuffle(Tensor self, SymInt groups) -> Tensor
Result<Values> channelShuffle(Op& op, const Call& call)
{
    const Operand self = call["self"];
    const std::int64_t groups = call.integer("groups");
    const std::int64_t rank = call.rankOf(self);
    Sizes split{op.size(self, 0), groups, floorDivide(op.size(self, 1), groups)};
    std::vector<std::int64_t> order{0, 2, 1};
    for (std::int64_t dim = 2; dim < rank; ++dim) {
        split.push_back(op.size(self, dim));
        order.push_back(dim + 1);
    }
    return Values{op.reshape(op.transpose(op.reshape(self, split), order), op.sizes(self))};
}

constexpr Lowering kArrangement[] = {
    {"aten.block_diag.default", blockDiagonal},
    {"aten.broadcast_tensors.default", broadcastTensors},
    {"aten.cartesian_prod.default", cartesianProduct},
    {"aten.channel_shuffle.default", channelShuffle},
    {"aten.diag.default", diag},
    {"aten.diag_embed.default", diagEmbed},
    {"aten.diagflat.default", diagflat},
    {"aten.flip.default", flip},
    {"aten.meshgrid.indexing", meshgrid},
    {"aten.outer.default", outer},
    {"aten.pixel_shuffle.default", pixelShuffle},
    {"aten.pixel_unshuffle.default", pixelUnshuffle},
    {"aten.repeat.default", repeat},
    {"aten.repeat_interleave.self_int", repeatInterleave},
    {"aten.roll.default", roll},
    {"aten.tile.default", tile},
};

} // namespace

std::span<const Lowering> arrangement()
{
    return kArrangement;
}

} // namespace sidelight::lowering::aten
