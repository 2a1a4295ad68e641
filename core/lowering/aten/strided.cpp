// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
//
// Views by strides. ONNX tensors have none, so the elements' positions in the storage become a constant; the tensor must be laid out in order.
#include "core/lowering/aten/families.h"

#include "core/lowering/aten/operands.h"

#include <algorithm>
#include <optional>
#include <vector>

namespace sidelight::lowering::aten {

namespace {

constexpr std::int64_t kLongestConstant = 65536;

bool isInOrder(const ir::TensorType& type)
{
    ir::Dim stride = ir::Dim::constant(1);
    for (std::size_t i = type.sizes.size(); i-- > 0;) {
        if (!(type.sizes[i].asConstant() == 1) && i < type.strides.size() && type.strides[i] != stride)
            return false;
        stride = stride * type.sizes[i];
    }
    return true;
}

/// Positions of the view's elements, row by row, or nothing when they are not constant.
std::optional<std::vector<std::int64_t>> positionsOf(const Call& call)
{
    const Sizes sizes = call.sizes("size");
    const Sizes strides = call.sizes("stride");
    std::vector<std::int64_t> positions{call.has("storage_offset") ? call.integer("storage_offset") : 0};
    for (std::size_t dim = 0; dim < sizes.size(); ++dim) {
        const auto size = sizes[dim].integer();
        const auto stride = dim < strides.size() ? strides[dim].integer() : std::nullopt;
        if (!size || !stride || static_cast<std::int64_t>(positions.size()) * *size > kLongestConstant)
            return std::nullopt;
        std::vector<std::int64_t> next;
        for (const std::int64_t base : positions)
            for (std::int64_t i = 0; i < *size; ++i)
                next.push_back(base + i * *stride);
        positions = std::move(next);
    }
    return positions;
}

/// aten::as_strided(Tensor(a) self, SymInt[] size, SymInt[] stride, SymInt? storage_offset=None) -> Tensor(a)
Result<Values> asStrided(Op& op, const Call& call)
{
    const auto positions = positionsOf(call);
    if (!positions || !isInOrder(call.inputTypes().front().tensor))
        return call.unsupported("its input is not laid out in order, or its sizes and strides are not constant");
    const Operand taken = op("Gather", op.reshape(call["self"], {-1}), op.integers(*positions), Attributes{{"axis", 0}});
    return Values{op.reshape(taken, call.sizes("size"))};
}

/// aten::as_strided_scatter(Tensor self, Tensor src, SymInt[] size, SymInt[] stride, SymInt? storage_offset=None) -> Tensor
Result<Values> asStridedScatter(Op& op, const Call& call)
{
    const auto positions = positionsOf(call);
    if (!positions || !isInOrder(call.inputTypes().front().tensor))
        return call.unsupported("its input is not laid out in order, or its sizes and strides are not constant");
    std::vector<std::int64_t> sorted = *positions;
    std::ranges::sort(sorted);
    if (std::ranges::adjacent_find(sorted) != sorted.end())
        return call.unsupported("its view shows an element twice");
    const Operand self = call["self"];
    const Operand source = op.reshape(op.castLike(call["src"], self), {-1});
    const Operand put = op("ScatterElements", op.reshape(self, {-1}), op.integers(*positions), source, Attributes{{"axis", 0}});
    return Values{op.reshape(put, op.sizes(self))};
}

constexpr Lowering kStrided[] = {
    {"aten.as_strided.default", asStrided},
    {"aten.as_strided_scatter.default", asStridedScatter},
};

} // namespace

std::span<const Lowering> strided()
{
    return kStrided;
}

} // namespace sidelight::lowering::aten
