// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "core/fx/shape_rules.h"

#include <utility>

namespace sidelight::fx {

using ir::Dim;
using ir::Type;

Type castType(const Type& type, ir::DType dtype)
{
    Type result = type;
    result.tensor.dtype = dtype;
    result.tensor.storageOffset = Dim::constant(0);
    if (!ir::isFloating(dtype) && !ir::isComplex(dtype))
        result.tensor.requiresGrad = false;
    return result;
}

std::optional<std::vector<Dim>> broadcastSizes(const std::vector<Dim>& left, const std::vector<Dim>& right)
{
    const auto& longer = left.size() >= right.size() ? left : right;
    const auto& shorter = left.size() >= right.size() ? right : left;
    const Dim one = Dim::constant(1);
    std::vector<Dim> sizes = longer;
    const std::size_t skipped = longer.size() - shorter.size();
    for (std::size_t axis = 0; axis < shorter.size(); ++axis) {
        Dim& size = sizes[skipped + axis];
        if (size == shorter[axis] || shorter[axis] == one)
            continue;
        if (size != one)
            return std::nullopt;
        size = shorter[axis];
    }
    return sizes;
}

std::vector<Dim> contiguousStrides(const std::vector<Dim>& sizes)
{
    std::vector<Dim> strides(sizes.size(), Dim::constant(1));
    for (std::size_t axis = sizes.size(); axis-- > 1;) {
        const auto known = sizes[axis].asConstant();
        strides[axis - 1] = known && *known < 1 ? strides[axis] : strides[axis] * sizes[axis];
    }
    return strides;
}

Type freshType(ir::DType dtype, std::vector<Dim> sizes, const Type& like)
{
    ir::TensorType tensor;
    tensor.dtype = dtype;
    tensor.strides = contiguousStrides(sizes);
    tensor.sizes = std::move(sizes);
    tensor.device = like.tensor.device;
    return Type::of(std::move(tensor));
}

Type expandType(const Type& type, const std::vector<Dim>& sizes)
{
    Type result = type;
    result.tensor.sizes = sizes;
    result.tensor.strides.clear();
    if (type.tensor.strides.size() != type.tensor.sizes.size() || type.tensor.sizes.size() > sizes.size())
        return result;
    const std::size_t added = sizes.size() - type.tensor.sizes.size();
    result.tensor.strides.assign(sizes.size(), Dim::constant(0));
    for (std::size_t axis = 0; axis < type.tensor.sizes.size(); ++axis)
        if (type.tensor.sizes[axis] == sizes[added + axis])
            result.tensor.strides[added + axis] = type.tensor.strides[axis];
    return result;
}

Type elementType(const Type& type, std::size_t index)
{
    return type.kind == Type::Kind::List && index < type.elements.size() ? type.elements[index] : Type();
}

} // namespace sidelight::fx
