// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/lowering/aten/families.h"

#include "core/lowering/aten/operands.h"

#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace sidelight::lowering::aten {

namespace {

/// torch counts pads from the last dimension, before and after each; ONNX takes all befores, then all afters.
Sizes padsOf(const Sizes& pad, std::int64_t rank)
{
    Sizes pads(static_cast<std::size_t>(2 * rank), 0);
    for (std::size_t i = 0; 2 * i + 1 < pad.size(); ++i) {
        const std::size_t dim = static_cast<std::size_t>(rank) - 1 - i;
        pads[dim] = pad[2 * i];
        pads[static_cast<std::size_t>(rank) + dim] = pad[2 * i + 1];
    }
    return pads;
}

Result<Values> constantPadded(Op& op, const Call& call, const Operand& self, const Scalar& value)
{
    const Operand pads = op.shape(padsOf(call.sizes("pad"), call.rankOf(self)));
    if (self.dtype() == ir::DType::Bool) {
        const Operand wide = op.cast(self, ir::DType::Int32);
        return Values{op.cast(op("Pad", wide, pads, op.scalar(value, ir::DType::Int32)), ir::DType::Bool)};
    }
    return Values{op("Pad", self, pads, op.scalar(value, self.dtype()))};
}

Result<Values> modePadded(Op& op, const Call& call, std::string_view pad, const std::string& mode)
{
    const Operand self = call["self"];
    return Values{op("Pad", self, op.shape(padsOf(call.sizes(pad), call.rankOf(self))), Attributes{{"mode", mode}})};
}

/// Wraps around, dimension by dimension.
Result<Values> circularPadded(Op& op, const Call& call)
{
    Operand result = call["self"];
    const std::int64_t rank = call.rankOf(result);
    const std::vector<std::int64_t> pad = call.integers("pad");
    constexpr std::int64_t kEnd = std::numeric_limits<std::int64_t>::max();
    for (std::size_t i = 0; 2 * i + 1 < pad.size(); ++i) {
        const std::int64_t dim = rank - 1 - static_cast<std::int64_t>(i);
        if (pad[2 * i] < 0 || pad[2 * i + 1] < 0)
            return call.unsupported("a negative circular pad");
        Values parts;
        if (pad[2 * i] > 0)
            parts.push_back(op.slice(result, dim, -pad[2 * i], kEnd));
        parts.push_back(result);
        if (pad[2 * i + 1] > 0)
            parts.push_back(op.slice(result, dim, 0, pad[2 * i + 1]));
        result = op.concat(parts, dim);
    }
    return Values{result};
}

/// aten::constant_pad_nd(Tensor self, SymInt[] pad, Scalar value=0) -> Tensor
Result<Values> constantPad(Op& op, const Call& call)
{
    return constantPadded(op, call, call["self"], call.number("value"));
}

/// aten::pad(Tensor self, SymInt[] pad, str mode="constant", float? value=None) -> Tensor
Result<Values> pad(Op& op, const Call& call)
{
    const std::string mode = call.text("mode");
    if (mode == "constant")
        return constantPadded(op, call, call["self"], call.has("value") ? call.number("value") : Scalar(0));
    if (mode == "circular")
        return circularPadded(op, call);
    if (mode != "reflect" && mode != "replicate")
        return call.unsupported("its mode is unknown");
    return modePadded(op, call, "pad", mode == "reflect" ? "reflect" : "edge");
}

/// aten::reflection_pad1d(Tensor self, SymInt[2] padding) -> Tensor
Result<Values> reflectionPad1d(Op& op, const Call& call)
{
    return modePadded(op, call, "padding", "reflect");
}

/// aten::replication_pad1d(Tensor self, SymInt[2] padding) -> Tensor
Result<Values> replicationPad1d(Op& op, const Call& call)
{
    return modePadded(op, call, "padding", "edge");
}

/// aten::reflection_pad2d(Tensor self, SymInt[4] padding) -> Tensor
Result<Values> reflectionPad2d(Op& op, const Call& call)
{
    return modePadded(op, call, "padding", "reflect");
}

/// aten::replication_pad2d(Tensor self, SymInt[4] padding) -> Tensor
Result<Values> replicationPad2d(Op& op, const Call& call)
{
    return modePadded(op, call, "padding", "edge");
}

/// aten::reflection_pad3d(Tensor self, SymInt[6] padding) -> Tensor
Result<Values> reflectionPad3d(Op& op, const Call& call)
{
    return modePadded(op, call, "padding", "reflect");
}

/// aten::replication_pad3d(Tensor self, SymInt[6] padding) -> Tensor
Result<Values> replicationPad3d(Op& op, const Call& call)
{
    return modePadded(op, call, "padding", "edge");
}

constexpr Lowering kPadding[] = {
    {"aten.constant_pad_nd.default", constantPad},
    {"aten.pad.default", pad},
    {"aten.reflection_pad1d.default", reflectionPad1d},
    {"aten.reflection_pad2d.default", reflectionPad2d},
    {"aten.reflection_pad3d.default", reflectionPad3d},
    {"aten.replication_pad1d.default", replicationPad1d},
    {"aten.replication_pad2d.default", replicationPad2d},
    {"aten.replication_pad3d.default", replicationPad3d},
};

} // namespace

std::span<const Lowering> padding()
{
    return kPadding;
}

} // namespace sidelight::lowering::aten
