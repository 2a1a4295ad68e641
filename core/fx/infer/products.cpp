// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
//
// Matrix products, convolutions, pooling, embeddings and attention.
#include "core/fx/infer/call.h"
#include "core/fx/shape_rules.h"

#include <algorithm>
#include <utility>

namespace sidelight::fx::infer {
namespace {

/// A product of two tensors, contiguous where both are.
Type productOf(const TensorType& left, const TensorType& right, std::vector<Dim> sizes)
{
    if (left.dtype != right.dtype)
        return {};
    Type result = made(left, left.dtype, std::move(sizes));
    if (!isPlain(right))
        result.tensor.strides.clear();
    result.tensor.requiresGrad = ir::isFloating(left.dtype) && (left.requiresGrad || right.requiresGrad);
    return result;
}

Type matmulOf(const TensorType& left, const TensorType& right)
{
    if (left.rank() == 0 || right.rank() == 0)
        return {};
    std::vector<Dim> sizes;
    if (left.rank() > 2 || right.rank() > 2) {
        const auto batch = [](const TensorType& type) { return std::vector<Dim>(type.sizes.begin(), type.sizes.end() - std::min<std::ptrdiff_t>(2, static_cast<std::ptrdiff_t>(type.rank()))); };
        const auto both = broadcastSizes(batch(left), batch(right));
        if (!both)
            return {};
        sizes = *both;
    }
    if (left.sizes.back() != (right.rank() == 1 ? right.sizes[0] : right.sizes[right.rank() - 2]))
        return {};
    if (left.rank() > 1)
        sizes.push_back(left.sizes[left.rank() - 2]);
    if (right.rank() > 1)
        sizes.push_back(right.sizes.back());
    return productOf(left, right, std::move(sizes));
}

Type matmul(const Call& call)
{
    const TensorType* left = call.tensor("self");
    const TensorType* right = call.tensor(call.schema().find("mat2") ? "mat2" : call.schema().find("vec") ? "vec" : call.schema().find("tensor") ? "tensor" : "other");
    return left && right ? matmulOf(*left, *right) : Type();
}

/// beta · self + alpha · (a · b): `addmm`, `baddbmm`, `addmv`.
Type addedProduct(const Call& call)
{
    const TensorType* left = call.tensor(call.schema().find("mat1") ? "mat1" : call.schema().find("batch1") ? "batch1" : "mat");
    const TensorType* right = call.tensor(call.schema().find("mat2") ? "mat2" : call.schema().find("batch2") ? "batch2" : "vec");
    const TensorType* self = call.tensor("self");
    return left && right && self && self->dtype == left->dtype ? matmulOf(*left, *right) : Type();
}

Type linear(const Call& call)
{
    const TensorType* input = call.tensor("input");
    const TensorType* weight = call.tensor("weight");
    if (!input || !weight || input->rank() == 0 || weight->rank() != 2 || input->sizes.back() != weight->sizes[1])
        return {};
    std::vector<Dim> sizes = input->sizes;
    sizes.back() = weight->sizes[0];
    return productOf(*input, *weight, std::move(sizes));
}

Type embedding(const Call& call)
{
    const TensorType* weight = call.tensor("weight");
    const TensorType* indices = call.tensor("indices");
    if (!weight || !indices || weight->rank() != 2)
        return {};
    std::vector<Dim> sizes = indices->sizes;
    sizes.push_back(weight->sizes[1]);
    Type result = made(*weight, weight->dtype, std::move(sizes));
    if (!isPlain(*indices))
        result.tensor.strides.clear();
    return result;
}

Type attention(const Call& call)
{
    const TensorType* query = call.tensor("query");
    const TensorType* value = call.tensor("value");
    if (!query || !value || query->rank() < 2 || value->rank() != query->rank())
        return {};
    std::vector<Dim> sizes = query->sizes;
    sizes.back() = value->sizes.back();
    Type result = made(*query, query->dtype, std::move(sizes));
    result.tensor.strides.clear(); // Each kernel has its own.
    return result;
}

/// The element of a list of one number for each axis; a list of one stands for all, an empty one for `standard`.
std::optional<std::int64_t> each(const std::optional<std::vector<std::int64_t>>& list, std::size_t axis, std::int64_t standard)
{
    if (!list)
        return std::nullopt;
    if (list->empty())
        return standard;
    if (list->size() == 1)
        return list->front();
    return axis < list->size() ? std::optional((*list)[axis]) : std::nullopt;
}

/// (size + 2·padding − dilation·(kernel − 1) − 1) / stride + 1
Dim windows(const Dim& size, std::int64_t window, std::int64_t stride, std::int64_t padding)
{
    const Dim room = size + Dim::constant(2 * padding - window);
    return Dim::make(Dim::Kind::FloorDiv, {room, Dim::constant(stride)}) + Dim::constant(1);
}

/// Strides of what a kernel gives that follows the memory format of its argument: certain where that is contiguous.
Type convolution(const Call& call)
{
    const TensorType* input = call.tensor("input");
    const TensorType* weight = call.tensor("weight");
    const Argument* padding = call.argument("padding");
    if (!input || !weight || weight->rank() < 3 || input->rank() != weight->rank() || input->dtype != weight->dtype || call.flag("transposed") ||
        (padding && padding->as<std::string>()))
        return {};
    std::vector<Dim> sizes = {input->sizes[0], weight->sizes[0]};
    for (std::size_t axis = 0; axis + 2 < input->rank(); ++axis) {
        const auto kernel = weight->sizes[axis + 2].asConstant();
        const auto stride = each(call.integers("stride"), axis, 1);
        const auto pad = each(call.integers("padding"), axis, 0);
        const auto dilation = each(call.integers("dilation"), axis, 1);
        if (!kernel || !stride || !pad || !dilation || *stride < 1)
            return {};
        sizes.push_back(windows(input->sizes[axis + 2], *dilation * (*kernel - 1) + 1, *stride, *pad));
    }
    return productOf(*input, *weight, std::move(sizes));
}

Type pooled(const Call& call, std::size_t axes)
{
    const TensorType* self = call.tensor("self");
    const auto kernels = call.integers("kernel_size");
    if (!self || self->rank() < axes + 1 || !kernels || kernels->empty() || call.flag("ceil_mode"))
        return {};
    std::vector<Dim> sizes = self->sizes;
    const bool hasDilation = call.schema().find("dilation") != nullptr;
    for (std::size_t axis = 0; axis < axes; ++axis) {
        const auto kernel = each(kernels, axis, 1);
        const auto stride = each(call.integers("stride"), axis, kernel.value_or(1));
        const auto pad = each(call.integers("padding"), axis, 0);
        const auto dilation = hasDilation ? each(call.integers("dilation"), axis, 1) : std::optional<std::int64_t>(1);
        if (!kernel || !stride || !pad || !dilation || *stride < 1)
            return {};
        Dim& size = sizes[self->rank() - axes + axis];
        size = windows(size, *dilation * (*kernel - 1) + 1, *stride, *pad);
    }
    return made(*self, self->dtype, std::move(sizes));
}
Type pool1(const Call& call) { return pooled(call, 1); }
Type pool2(const Call& call) { return pooled(call, 2); }
Type pool3(const Call& call) { return pooled(call, 3); }

Type adaptive(const Call& call)
{
    const TensorType* self = call.tensor("self");
    const auto output = call.sizes("output_size");
    if (!self || !output || self->rank() < output->size() + 1)
        return {};
    std::vector<Dim> sizes = self->sizes;
    std::copy(output->begin(), output->end(), sizes.end() - static_cast<std::ptrdiff_t>(output->size()));
    return made(*self, self->dtype, std::move(sizes));
}

constexpr Rule kTable[] = {{"aten.mm", matmul}, {"aten.bmm", matmul}, {"aten.matmul", matmul}, {"aten.mv", matmul}, {"aten.dot", matmul}, {"aten.addmm", addedProduct},
    {"aten.baddbmm", addedProduct}, {"aten.addmv", addedProduct}, {"aten.linear", linear}, {"aten.embedding", embedding},
    {"aten.scaled_dot_product_attention", attention}, {"aten.conv1d", convolution}, {"aten.conv2d", convolution}, {"aten.conv3d", convolution},
    {"aten.convolution", convolution}, {"aten.max_pool1d", pool1}, {"aten.max_pool2d", pool2}, {"aten.max_pool3d", pool3}, {"aten.avg_pool1d", pool1},
    {"aten.avg_pool2d", pool2}, {"aten.avg_pool3d", pool3}, {"aten.adaptive_avg_pool1d", adaptive}, {"aten.adaptive_avg_pool2d", adaptive}};

} // namespace

std::span<const Rule> productRules() { return kTable; }

} // namespace sidelight::fx::infer
