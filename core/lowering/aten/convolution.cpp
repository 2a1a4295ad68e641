// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/lowering/aten/families.h"

#include "core/lowering/aten/operands.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

namespace sidelight::lowering::aten {

namespace {

struct Geometry {
    std::vector<std::int64_t> stride;
    std::vector<std::int64_t> padding; ///< Begins, then ends.
    std::vector<std::int64_t> dilation;
    std::vector<std::int64_t> outputPadding;
    std::int64_t groups = 1;
    bool transposed = false;
};

/// A convolution over `spatial` dimensions; input without a batch gets one for the time.
Result<Values> convolved(Op& op, const Call& call, const Geometry& geometry, std::size_t spatial)
{
    Operand input = call["input"];
    if (!ir::isFloating(input.dtype()))
        return call.unsupported("it convolves integers");
    const Operand weight = call["weight"];
    const auto bias = call.optional("bias");
    const bool isUnbatched = call.rankOf(input) == static_cast<std::int64_t>(spatial) + 1;
    if (isUnbatched)
        input = op.unsqueeze(input, {0});
    Values inputs{input, weight};
    if (bias)
        inputs.push_back(*bias);
    std::vector<AttributeArgument> attributes{{"dilations", geometry.dilation}, {"group", geometry.groups}, {"pads", geometry.padding}, {"strides", geometry.stride}};
    std::vector<std::int64_t> kernel;
    for (std::size_t i = 0; i < spatial; ++i)
        if (const auto size = weight.staticSize(static_cast<std::int64_t>(i) + 2))
            kernel.push_back(*size);
    if (kernel.size() == spatial)
        attributes.emplace_back("kernel_shape", kernel);
    if (geometry.transposed && std::ranges::any_of(geometry.outputPadding, [](std::int64_t p) { return p != 0; }))
        attributes.emplace_back("output_padding", geometry.outputPadding);
    const Operand result = op.outputs(1, geometry.transposed ? "ConvTranspose" : "Conv", inputs, attributes).front();
    return Values{isUnbatched ? op("Squeeze", result, op.integers({0})) : result};
}

/// The same padding before and after.
std::vector<std::int64_t> symmetric(const std::vector<std::int64_t>& padding)
{
    std::vector<std::int64_t> both = padding;
    both.insert(both.end(), padding.begin(), padding.end());
    return both;
}

Result<Values> plain(Op& op, const Call& call, std::size_t spatial)
{
    Geometry geometry;
    geometry.stride = call.integers("stride", spatial);
    geometry.padding = symmetric(call.integers("padding", spatial));
    geometry.dilation = call.integers("dilation", spatial);
    geometry.groups = call.integer("groups");
    return convolved(op, call, geometry, spatial);
}

/// padding="same" or "valid": what is odd goes to the end.
Result<Values> padded(Op& op, const Call& call, std::size_t spatial)
{
    Geometry geometry;
    geometry.stride = call.integers("stride", spatial);
    geometry.dilation = call.integers("dilation", spatial);
    geometry.groups = call.integer("groups");
    geometry.padding.resize(2 * spatial, 0);
    const std::string mode = call.text("padding");
    const Operand weight = call["weight"];
    for (std::size_t i = 0; mode == "same" && i < spatial; ++i) {
        const auto kernel = weight.staticSize(static_cast<std::int64_t>(i) + 2);
        if (!kernel)
            return call.unsupported("the size of the kernel is not constant");
        const std::int64_t total = geometry.dilation[i] * (*kernel - 1);
        geometry.padding[i] = total / 2;
        geometry.padding[spatial + i] = total - total / 2;
    }
    if (mode != "same" && mode != "valid")
        return call.unsupported("padding is neither same nor valid");
    return convolved(op, call, geometry, spatial);
}

Result<Values> transposed(Op& op, const Call& call, std::size_t spatial)
{
    Geometry geometry;
    geometry.stride = call.integers("stride", spatial);
    geometry.padding = symmetric(call.integers("padding", spatial));
    geometry.dilation = call.integers("dilation", spatial);
    geometry.outputPadding = call.integers("output_padding", spatial);
    geometry.groups = call.integer("groups");
    geometry.transposed = true;
    return convolved(op, call, geometry, spatial);
}

/// aten::conv1d(Tensor input, Tensor weight, Tensor? bias=None, SymInt[1] stride=[1], SymInt[1] padding=[0], SymInt[1] dilation=[1], SymInt groups=1) -> Tensor
Result<Values> conv1d(Op& op, const Call& call)
{
    return plain(op, call, 1);
}

/// aten::conv1d.padding(Tensor input, Tensor weight, Tensor? bias=None, SymInt[1] stride=[1], str padding="valid", SymInt[1] dilation=[1], SymInt groups=1) -> Tensor
Result<Values> conv1dPadding(Op& op, const Call& call)
{
    return padded(op, call, 1);
}

/// aten::conv_transpose1d(Tensor input, Tensor weight, Tensor? bias=None, SymInt[1] stride=[1], SymInt[1] padding=[0], SymInt[1] output_padding=[0], SymInt groups=1, SymInt[1] dilation=[1]) -> Tensor
Result<Values> convTranspose1d(Op& op, const Call& call)
{
    return transposed(op, call, 1);
}

/// aten::conv2d(Tensor input, Tensor weight, Tensor? bias=None, SymInt[2] stride=[1, 1], SymInt[2] padding=[0, 0], SymInt[2] dilation=[1, 1], SymInt groups=1) -> Tensor
Result<Values> conv2d(Op& op, const Call& call)
{
    return plain(op, call, 2);
}

/// aten::conv2d.padding(Tensor input, Tensor weight, Tensor? bias=None, SymInt[2] stride=[1, 1], str padding="valid", SymInt[2] dilation=[1, 1], SymInt groups=1) -> Tensor
Result<Values> conv2dPadding(Op& op, const Call& call)
{
    return padded(op, call, 2);
}

/// aten::conv_transpose2d.input(Tensor input, Tensor weight, Tensor? bias=None, SymInt[2] stride=[1, 1], SymInt[2] padding=[0, 0], SymInt[2] output_padding=[0, 0], SymInt groups=1, SymInt[2] dilation=[1, 1]) -> Tensor
Result<Values> convTranspose2d(Op& op, const Call& call)
{
    return transposed(op, call, 2);
}

/// aten::conv3d(Tensor input, Tensor weight, Tensor? bias=None, SymInt[3] stride=[1, 1, 1], SymInt[3] padding=[0, 0, 0], SymInt[3] dilation=[1, 1, 1], SymInt groups=1) -> Tensor
Result<Values> conv3d(Op& op, const Call& call)
{
    return plain(op, call, 3);
}

/// aten::conv3d.padding(Tensor input, Tensor weight, Tensor? bias=None, SymInt[3] stride=[1, 1, 1], str padding="valid", SymInt[3] dilation=[1, 1, 1], SymInt groups=1) -> Tensor
Result<Values> conv3dPadding(Op& op, const Call& call)
{
    return padded(op, call, 3);
}

/// aten::conv_transpose3d.input(Tensor input, Tensor weight, Tensor? bias=None, SymInt[3] stride=[1, 1, 1], SymInt[3] padding=[0, 0, 0], SymInt[3] output_padding=[0, 0, 0], SymInt groups=1, SymInt[3] dilation=[1, 1, 1]) -> Tensor
Result<Values> convTranspose3d(Op& op, const Call& call)
{
    return transposed(op, call, 3);
}

/// aten::convolution(Tensor input, Tensor weight, Tensor? bias, SymInt[] stride, SymInt[] padding, SymInt[] dilation, bool transposed, SymInt[] output_padding, SymInt groups) -> Tensor
Result<Values> convolution(Op& op, const Call& call)
{
    const auto spatial = static_cast<std::size_t>(call.rankOf(call["weight"]) - 2);
    return call.boolean("transposed") ? transposed(op, call, spatial) : plain(op, call, spatial);
}

constexpr Lowering kConvolution[] = {
    {"aten.conv1d.default", conv1d},
    {"aten.conv1d.padding", conv1dPadding},
    {"aten.conv2d.default", conv2d},
    {"aten.conv2d.padding", conv2dPadding},
    {"aten.conv3d.default", conv3d},
    {"aten.conv3d.padding", conv3dPadding},
    {"aten.conv_transpose1d.default", convTranspose1d},
    {"aten.conv_transpose2d.input", convTranspose2d},
    {"aten.conv_transpose3d.input", convTranspose3d},
    {"aten.convolution.default", convolution},
};

} // namespace

std::span<const Lowering> convolution()
{
    return kConvolution;
}

} // namespace sidelight::lowering::aten
