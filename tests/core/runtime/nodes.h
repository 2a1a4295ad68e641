// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/fx/node.h"
#include "core/ir/tensor.h"

#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

namespace sidelight::runtime::test {

/// A Value argument; evaluate() binds its inputs in the order in which they are read.
inline fx::Argument input()
{
    return Value{NodeId{0}, 0};
}

inline fx::Node call(
    std::string overload, std::vector<fx::Argument> args, std::vector<std::pair<std::string, fx::Argument>> kwargs = {})
{
    fx::Node node;
    node.name = "node";
    node.target =
        (overload.rfind("operator.", 0) == 0 || overload.rfind("torch.", 0) == 0 || overload.rfind("math.", 0) == 0
                ? ""
                : "torch.ops.") +
        overload;
    node.args = std::move(args);
    node.kwargs = std::move(kwargs);
    return node;
}

template <class T>
constexpr ir::DType kDTypeOf = std::is_same_v<T, float>          ? ir::DType::Float32
                               : std::is_same_v<T, double>       ? ir::DType::Float64
                               : std::is_same_v<T, std::int64_t> ? ir::DType::Int64
                               : std::is_same_v<T, std::uint8_t> ? ir::DType::Bool
                                                                 : ir::DType::Undefined;

/// A tensor of these values; std::uint8_t makes bool.
template <class T>
ir::Tensor tensor(std::vector<std::int64_t> sizes, std::vector<T> values)
{
    return ir::Tensor::fromValues<T>(kDTypeOf<T>, std::move(sizes), values);
}
inline ir::Tensor floats(std::vector<std::int64_t> sizes, std::vector<float> values)
{
    return tensor<float>(std::move(sizes), std::move(values));
}
inline ir::Tensor integers(std::vector<std::int64_t> sizes, std::vector<std::int64_t> values)
{
    return tensor<std::int64_t>(std::move(sizes), std::move(values));
}

/// The values of a tensor, in row-major order; empty when it is of another type.
template <class T>
std::vector<T> valuesOf(const ir::Tensor& given)
{
    if (given.dtype != kDTypeOf<T>)
        return {};
    const auto bytes = ir::readContiguous(given);
    if (!bytes.ok())
        return {};
    std::vector<T> values(bytes->size() / sizeof(T));
    std::memcpy(values.data(), bytes->data(), bytes->size());
    return values;
}

} // namespace sidelight::runtime::test
