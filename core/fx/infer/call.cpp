// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/fx/infer/call.h"

#include "core/fx/calls.h"
#include "core/fx/shape_rules.h"

#include <utility>

namespace sidelight::fx::infer {

const Argument* Call::argument(std::string_view name) const
{
    const Argument* found = argumentOf(node_, schema_, name);
    return found && !found->isNone() ? found : nullptr;
}

const TensorType* Call::tensor(std::string_view name) const
{
    const Argument* found = argument(name);
    const auto* value = found ? found->as<Value>() : nullptr;
    const Node* source = value ? graph_.find(value->node) : nullptr;
    return source && source->val.isTensor() && source->val.tensor.dtype != DType::Undefined ? &source->val.tensor : nullptr;
}

std::optional<std::vector<const TensorType*>> Call::tensors(std::string_view name) const
{
    const Argument* found = argument(name);
    const auto* list = found ? found->as<ArgumentList>() : nullptr;
    if (!list)
        return std::nullopt;
    std::vector<const TensorType*> types;
    for (const Argument& item : *list) {
        const auto* value = item.as<Value>();
        const Node* source = value ? graph_.find(value->node) : nullptr;
        if (!source || !source->val.isTensor())
            return std::nullopt;
        types.push_back(&source->val.tensor);
    }
    return types;
}

std::optional<Dim> Call::sizeOf(const Argument& argument) const
{
    if (const auto* integer = argument.as<std::int64_t>())
        return Dim::constant(*integer);
    if (const auto* dim = argument.as<Dim>())
        return *dim;
    if (const auto* value = argument.as<Value>())
        if (const Node* source = graph_.find(value->node); source && source->val.kind == Type::Kind::Int)
            return source->val.value;
    return std::nullopt;
}

std::optional<Dim> Call::size(std::string_view name) const
{
    const Argument* found = argument(name);
    return found ? sizeOf(*found) : std::nullopt;
}

std::optional<std::vector<Dim>> Call::sizes(std::string_view name) const
{
    const Argument* found = argument(name);
    if (!found)
        return std::nullopt;
    const auto* list = found->as<ArgumentList>();
    const ArgumentList one = list ? ArgumentList() : ArgumentList{*found};
    std::vector<Dim> sizes;
    for (const Argument& item : list ? *list : one) {
        const auto size = sizeOf(item);
        if (!size)
            return std::nullopt;
        sizes.push_back(*size);
    }
    return sizes;
}

std::optional<std::int64_t> Call::integer(std::string_view name) const
{
    const auto found = size(name);
    return found ? found->asConstant() : std::nullopt;
}

std::optional<std::vector<std::int64_t>> Call::integers(std::string_view name) const
{
    const auto found = sizes(name);
    if (!found)
        return std::nullopt;
    std::vector<std::int64_t> integers;
    for (const Dim& size : *found) {
        const auto constant = size.asConstant();
        if (!constant)
            return std::nullopt;
        integers.push_back(*constant);
    }
    return integers;
}

bool Call::flag(std::string_view name) const
{
    const Argument* found = argument(name);
    const bool* flag = found ? found->as<bool>() : nullptr;
    return flag && *flag;
}

std::optional<DType> Call::dtype(std::string_view name) const
{
    const Argument* found = argument(name);
    const auto* dtype = found ? found->as<DType>() : nullptr;
    return dtype ? std::optional(*dtype) : std::nullopt;
}

std::optional<std::size_t> Call::axis(std::string_view name, std::size_t rank) const
{
    const auto given = integer(name);
    return given ? axisOf(*given, rank) : std::nullopt;
}

Type made(const TensorType& like, DType dtype, std::vector<Dim> sizes)
{
    Type result = freshType(dtype, std::move(sizes), Type::of(like));
    if (!isPlain(like))
        result.tensor.strides.clear();
    result.tensor.requiresGrad = like.requiresGrad && (ir::isFloating(dtype) || ir::isComplex(dtype));
    return result;
}

bool isPlain(const TensorType& type) { return type.strides == contiguousStrides(type.sizes); }

std::optional<std::size_t> axisOf(std::int64_t axis, std::size_t rank)
{
    const auto size = static_cast<std::int64_t>(rank == 0 ? 1 : rank); // A tensor without axes takes 0 and -1.
    if (axis < 0)
        axis += size;
    return axis >= 0 && axis < size ? std::optional(static_cast<std::size_t>(axis)) : std::nullopt;
}

Dim product(const std::vector<Dim>& sizes)
{
    Dim total = Dim::constant(1);
    for (const Dim& size : sizes)
        total = total * size;
    return total;
}

} // namespace sidelight::fx::infer
