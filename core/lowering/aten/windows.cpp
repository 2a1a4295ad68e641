// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
//
// Windows that slide over a tensor, as dimensions of their own.
#include "core/lowering/aten/families.h"

#include "core/lowering/aten/operands.h"

#include <vector>

namespace sidelight::lowering::aten {

namespace {

/// Rows of positions: i * step + j.
Operand windowPositions(Op& op, const Scalar& windows, std::int64_t size, std::int64_t step, std::int64_t dilation = 1)
{
    const Operand starts = op.unsqueeze(counting(op, windows), {1}) * step;
    const Operand offsets = op.unsqueeze(counting(op, size), {0});
    return starts + (dilation == 1 ? offsets : offsets * dilation);
}

/// aten::unfold(Tensor(a) self, int dimension, int size, int step) -> Tensor(a)
Result<Values> unfold(Op& op, const Call& call)
{
    const Operand self = call["self"];
    const std::int64_t rank = call.rankOf(self);
    const std::int64_t dim = call.dim("dimension", rank);
    const std::int64_t size = call.integer("size");
    const std::int64_t step = call.integer("step");
    if (rank == 0) // Windows of no dimension hold the element.
        return Values{op.slice(op.reshape(self, {1}), 0, 0, size)};
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

constexpr Lowering kWindows[] = {
    {"aten.col2im.default", col2im},
    {"aten.im2col.default", im2col},
    {"aten.unfold.default", unfold},
};

} // namespace

std::span<const Lowering> windows()
{
    return kWindows;
}

} // namespace sidelight::lowering::aten
