// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/lowering/aten/families.h"

#include "core/lowering/aten/operands.h"

#include <cstddef>
#include <functional>
#include <string_view>
#include <utility>
#include <vector>

namespace sidelight::lowering::aten {

namespace {

/// Gives input without a batch one for the time that `pool` takes.
Values pooled(Op& op, const Call& call, std::size_t spatial, const std::function<Values(const Operand&)>& pool)
{
    const Operand self = call["self"];
    if (call.rankOf(self) != static_cast<std::int64_t>(spatial) + 1)
        return pool(self);
    Values results = pool(op.unsqueeze(self, {0}));
    for (Operand& result : results)
        result = op("Squeeze", result, op.integers({0}));
    return results;
}

std::vector<std::int64_t> symmetric(const std::vector<std::int64_t>& padding)
{
    std::vector<std::int64_t> both = padding;
    both.insert(both.end(), padding.begin(), padding.end());
    return both;
}

std::vector<AttributeArgument> windowOf(const Call& call, std::size_t spatial)
{
    const std::vector<std::int64_t> kernel = call.integers("kernel_size", spatial);
    std::vector<std::int64_t> stride = call.integers("stride", spatial);
    if (stride.empty())
        stride = kernel;
    return {{"ceil_mode", call.boolean("ceil_mode") ? 1 : 0}, {"kernel_shape", kernel}, {"pads", symmetric(call.integers("padding", spatial))}, {"strides", stride}};
}

Result<Values> maxPooled(Op& op, const Call& call, std::size_t spatial, bool hasIndices)
{
    if (!ir::isFloating(call["self"].dtype()))
        return call.unsupported("it pools integers");
    std::vector<AttributeArgument> attributes = windowOf(call, spatial);
    attributes.emplace_back("dilations", call.integers("dilation", spatial));
    return pooled(op, call, spatial, [&](const Operand& input) {
        if (!hasIndices)
            return op.outputs(1, "MaxPool", Values{input}, attributes);
        Values results = op.outputs(2, "MaxPool", Values{input}, attributes);
        // ONNX counts over the whole tensor, torch within one plane.
        Scalar plane = 1;
        for (std::size_t i = 0; i < spatial; ++i)
            plane = plane * op.size(input, static_cast<std::int64_t>(i) + 2);
        results[1] = op("Mod", results[1], op.scalar(plane, ir::DType::Int64));
        return results;
    });
}

Result<Values> averaged(Op& op, const Call& call, std::size_t spatial)
{
    if (!ir::isFloating(call["self"].dtype()))
        return call.unsupported("it pools integers");
    std::vector<AttributeArgument> attributes = windowOf(call, spatial);
    const bool hasDivisor = spatial > 1 && call.has("divisor_override");
    attributes.emplace_back("count_include_pad", hasDivisor || call.boolean("count_include_pad") ? 1 : 0);
    double factor = 1.0;
    if (hasDivisor) {
        if (call.boolean("ceil_mode"))
            return call.unsupported("divisor_override together with ceil_mode");
        for (const std::int64_t size : call.integers("kernel_size", spatial))
            factor *= static_cast<double>(size);
        factor /= call.real("divisor_override");
    }
    return pooled(op, call, spatial, [&](const Operand& input) {
        Values results = op.outputs(1, "AveragePool", Values{input}, attributes);
        if (factor != 1.0)
            results.front() = results.front() * factor;
        return results;
    });
}

/// Averages over windows [floor(i*in/out), ceil((i+1)*in/out)) as the rows of a matrix.
TensorPtr averagingMatrix(ir::DType dtype, std::int64_t in, std::int64_t out)
{
    std::vector<PythonNumber> values(static_cast<std::size_t>(in * out), PythonNumber(0.0));
    for (std::int64_t i = 0; i < out; ++i) {
        const std::int64_t begin = i * in / out;
        const std::int64_t end = ((i + 1) * in + out - 1) / out;
        for (std::int64_t j = begin; j < end; ++j)
            values[static_cast<std::size_t>(j * out + i)] = 1.0 / static_cast<double>(end - begin);
    }
    return numberTensor(dtype, {in, out}, values);
}

Result<Values> adaptivelyAveraged(Op& op, const Call& call, std::size_t spatial)
{
    const Operand self = call["self"];
    const std::int64_t rank = call.rankOf(self);
    std::vector<std::int64_t> sizes = call.integers("output_size", spatial);
    std::vector<std::int64_t> single;
    std::vector<std::int64_t> window;
    bool divides = true;
    for (std::size_t i = 0; i < spatial; ++i) {
        const std::int64_t dim = rank - static_cast<std::int64_t>(spatial - i);
        if (sizes[i] == 1) {
            single.push_back(dim);
            window.push_back(self.staticSize(dim).value_or(1));
            continue;
        }
        const auto in = self.staticSize(dim);
        if (!in || sizes[i] <= 0)
            return call.unsupported("an output size other than 1 needs a constant input size");
        divides = divides && *in % sizes[i] == 0;
        window.push_back(*in / sizes[i]);
    }
    const bool isPlain = rank == static_cast<std::int64_t>(spatial) + 2 && (self.dtype() == ir::DType::Float32 || self.dtype() == ir::DType::Float16);
    if (single.size() == spatial && isPlain)
        return Values{op("GlobalAveragePool", self)};
    if (single.size() == spatial)
        return Values{op.reduce("ReduceMean", self, single, true)};
    if (divides && single.empty())
        return pooled(op, call, spatial, [&](const Operand& input) {
            return op.outputs(1, "AveragePool", Values{input}, {{"kernel_shape", window}, {"strides", window}});
        });
    Operand result = self;
    for (std::size_t i = 0; i < spatial; ++i) {
        const std::int64_t dim = rank - static_cast<std::int64_t>(spatial - i);
        if (sizes[i] == 1) {
            result = op.reduce("ReduceMean", result, {dim}, true);
            continue;
        }
        std::vector<std::int64_t> last = allDims(rank);
        std::swap(last[static_cast<std::size_t>(dim)], last.back());
        const Operand matrix = op.constant(averagingMatrix(self.dtype(), *self.staticSize(dim), sizes[i]));
        const Operand moved = op("Transpose", result, Attributes{{"perm", last}});
        result = op("Transpose", op("MatMul", moved, matrix), Attributes{{"perm", last}});
    }
    return Values{result};
}

Result<Values> adaptivelyMaximal(Op& op, const Call& call, std::size_t spatial)
{
    const Operand self = call["self"];
    const std::int64_t rank = call.rankOf(self);
    const std::vector<std::int64_t> sizes = call.integers("output_size", spatial);
    std::vector<std::int64_t> window;
    for (std::size_t i = 0; i < spatial; ++i) {
        const auto in = self.staticSize(rank - static_cast<std::int64_t>(spatial - i));
        if (!in || sizes[i] <= 0 || *in % sizes[i] != 0)
            return call.unsupported("the input size is not a constant multiple of the output size");
        window.push_back(*in / sizes[i]);
    }
    return pooled(op, call, spatial, [&](const Operand& input) {
        Values results = op.outputs(2, "MaxPool", Values{input}, {{"kernel_shape", window}, {"strides", window}});
        Scalar plane = 1;
        for (std::size_t i = 0; i < spatial; ++i)
            plane = plane * op.size(input, static_cast<std::int64_t>(i) + 2);
        results[1] = op("Mod", results[1], op.scalar(plane, ir::DType::Int64));
        return results;
    });
}

/// aten::max_pool1d(Tensor self, int[1] kernel_size, int[1] stride=[], int[1] padding=[0], int[1] dilation=[1], bool ceil_mode=False) -> Tensor
/// aten::max_pool2d(Tensor self, int[2] kernel_size, int[2] stride=[], int[2] padding=0, int[2] dilation=1, bool ceil_mode=False) -> Tensor
/// aten::max_pool3d(Tensor self, int[3] kernel_size, int[3] stride=[], int[3] padding=0, int[3] dilation=1, bool ceil_mode=False) -> Tensor
/// aten::max_pool1d_with_indices(Tensor self, int[1] kernel_size, int[1] stride=[], int[1] padding=[0], int[1] dilation=[1], bool ceil_mode=False) -> (Tensor, Tensor)
/// aten::max_pool2d_with_indices(Tensor self, int[2] kernel_size, int[2] stride=[], int[2] padding=0, int[2] dilation=1, bool ceil_mode=False) -> (Tensor, Tensor)
/// aten::max_pool3d_with_indices(Tensor self, int[3] kernel_size, int[3] stride=[], int[3] padding=0, int[3] dilation=1, bool ceil_mode=False) -> (Tensor, Tensor)
template <std::size_t kSpatial, bool kWithIndices>
Result<Values> maxPool(Op& op, const Call& call)
{
    return maxPooled(op, call, kSpatial, kWithIndices);
}

/// aten::avg_pool1d(Tensor self, int[1] kernel_size, int[1] stride=[], int[1] padding=[0], bool ceil_mode=False, bool count_include_pad=True) -> Tensor
/// aten::avg_pool2d(Tensor self, int[2] kernel_size, int[2] stride=[], int[2] padding=0, bool ceil_mode=False, bool count_include_pad=True, int? divisor_override=None) -> Tensor
/// aten::avg_pool3d(Tensor self, int[3] kernel_size, int[3] stride=[], int[3] padding=0, bool ceil_mode=False, bool count_include_pad=True, int? divisor_override=None) -> Tensor
template <std::size_t kSpatial>
Result<Values> avgPool(Op& op, const Call& call)
{
    return averaged(op, call, kSpatial);
}

/// aten::adaptive_avg_pool1d(Tensor self, int[1] output_size) -> Tensor
/// aten::adaptive_avg_pool2d(Tensor self, SymInt[2] output_size) -> Tensor
/// aten::adaptive_avg_pool3d(Tensor self, SymInt[3] output_size) -> Tensor
/// aten::_adaptive_avg_pool2d(Tensor self, SymInt[2] output_size) -> Tensor
/// aten::_adaptive_avg_pool3d(Tensor self, SymInt[3] output_size) -> Tensor
template <std::size_t kSpatial>
Result<Values> adaptiveAvgPool(Op& op, const Call& call)
{
    return adaptivelyAveraged(op, call, kSpatial);
}

/// aten::adaptive_max_pool1d(Tensor self, int[1] output_size) -> (Tensor, Tensor)
/// aten::adaptive_max_pool2d(Tensor self, int[2] output_size) -> (Tensor, Tensor)
/// aten::adaptive_max_pool3d(Tensor self, int[3] output_size) -> (Tensor, Tensor)
template <std::size_t kSpatial>
Result<Values> adaptiveMaxPool(Op& op, const Call& call)
{
    return adaptivelyMaximal(op, call, kSpatial);
}

constexpr Lowering kPooling[] = {
    {"aten._adaptive_avg_pool2d.default", adaptiveAvgPool<2>},
    {"aten._adaptive_avg_pool3d.default", adaptiveAvgPool<3>},
    {"aten.adaptive_avg_pool1d.default", adaptiveAvgPool<1>},
    {"aten.adaptive_avg_pool2d.default", adaptiveAvgPool<2>},
    {"aten.adaptive_avg_pool3d.default", adaptiveAvgPool<3>},
    {"aten.adaptive_max_pool1d.default", adaptiveMaxPool<1>},
    {"aten.adaptive_max_pool2d.default", adaptiveMaxPool<2>},
    {"aten.adaptive_max_pool3d.default", adaptiveMaxPool<3>},
    {"aten.avg_pool1d.default", avgPool<1>},
    {"aten.avg_pool2d.default", avgPool<2>},
    {"aten.avg_pool3d.default", avgPool<3>},
    {"aten.max_pool1d.default", maxPool<1, false>},
    {"aten.max_pool1d_with_indices.default", maxPool<1, true>},
    {"aten.max_pool2d.default", maxPool<2, false>},
    {"aten.max_pool2d_with_indices.default", maxPool<2, true>},
    {"aten.max_pool3d.default", maxPool<3, false>},
    {"aten.max_pool3d_with_indices.default", maxPool<3, true>},
};

} // namespace

std::span<const Lowering> pooling()
{
    return kPooling;
}

} // namespace sidelight::lowering::aten
