// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "core/fx/fold/constant.h"

#include <cmath>
#include <cstring>
#include <limits>

namespace sidelight::fx::fold {

namespace {

using ir::DType;

/// Calls use(T()) with the C++ type of a supported element.
template <class Use>
auto withElement(DType dtype, Use use)
{
    switch (dtype) {
    case DType::UInt8:
    case DType::Bool: return use(std::uint8_t());
    case DType::Int8: return use(std::int8_t());
    case DType::Int16: return use(std::int16_t());
    case DType::Int32: return use(std::int32_t());
    case DType::Float32: return use(float());
    case DType::Float64: return use(double());
    default: return use(std::int64_t());
    }
}

} // namespace

bool isSupported(DType dtype)
{
    switch (dtype) {
    case DType::UInt8:
    case DType::Bool:
    case DType::Int8:
    case DType::Int16:
    case DType::Int32:
    case DType::Int64:
    case DType::Float32:
    case DType::Float64: return true;
    default: return false;
    }
}

double rounded(DType dtype, double value) { return dtype == DType::Float32 ? static_cast<double>(static_cast<float>(value)) : value; }

std::int64_t wrapped(DType dtype, std::int64_t value)
{
    if (dtype == DType::Bool)
        return value != 0 ? 1 : 0;
    return withElement(dtype, [&](auto element) { return static_cast<std::int64_t>(static_cast<decltype(element)>(value)); });
}

Constant filled(DType dtype, std::vector<std::int64_t> sizes, double real, std::int64_t integer)
{
    Constant constant{dtype, std::move(sizes), {}, {}};
    std::size_t count = 1;
    for (const std::int64_t size : constant.sizes)
        count *= static_cast<std::size_t>(size);
    if (constant.isReal())
        constant.reals.assign(count, rounded(dtype, real));
    else
        constant.integers.assign(count, wrapped(dtype, integer));
    return constant;
}

std::optional<Constant> converted(const Constant& constant, DType dtype)
{
    Constant result{dtype, constant.sizes, {}, {}};
    if (result.isReal()) {
        for (const double value : constant.reals)
            result.reals.push_back(rounded(dtype, value));
        for (const std::int64_t value : constant.integers)
            result.reals.push_back(dtype == DType::Float32 ? static_cast<double>(static_cast<float>(value)) : static_cast<double>(value));
        return result;
    }
    for (const std::int64_t value : constant.integers)
        result.integers.push_back(wrapped(dtype, value));
    for (const double value : constant.reals) {
        if (dtype == DType::Bool) {
            result.integers.push_back(value != 0 ? 1 : 0);
            continue;
        }
        const bool fits = withElement(dtype, [&](auto element) {
            using Limits = std::numeric_limits<decltype(element)>;
            return value > static_cast<double>(Limits::lowest()) - 1 && value < std::ldexp(1.0, Limits::digits);
        });
        if (!fits)
            return std::nullopt;
        result.integers.push_back(static_cast<std::int64_t>(value));
    }
    return result;
}

std::optional<Constant> fromTensor(const ir::Tensor& tensor)
{
    if (!isSupported(tensor.dtype) || !ir::checkTensor(tensor, "constant") || tensor.elementCount() > kMostElements)
        return std::nullopt;
    const auto bytes = ir::readContiguous(tensor);
    if (!bytes)
        return std::nullopt;
    Constant constant{tensor.dtype, tensor.sizes, {}, {}};
    withElement(tensor.dtype, [&](auto element) {
        for (std::size_t at = 0; at + sizeof(element) <= bytes->size(); at += sizeof(element)) {
            std::memcpy(&element, bytes->data() + at, sizeof(element));
            if constexpr (std::is_floating_point_v<decltype(element)>)
                constant.reals.push_back(static_cast<double>(element));
            else
                constant.integers.push_back(static_cast<std::int64_t>(element));
        }
    });
    return constant;
}

ir::Tensor toTensor(const Constant& constant)
{
    std::vector<std::byte> bytes;
    withElement(constant.dtype, [&](auto element) {
        bytes.resize(constant.count() * sizeof(element));
        for (std::size_t at = 0; at < constant.count(); ++at) {
            if constexpr (std::is_floating_point_v<decltype(element)>)
                element = static_cast<decltype(element)>(constant.reals[at]);
            else
                element = static_cast<decltype(element)>(constant.integers[at]);
            std::memcpy(bytes.data() + at * sizeof(element), &element, sizeof(element));
        }
    });
    return ir::Tensor::fromBytes(constant.dtype, constant.sizes, std::move(bytes));
}

} // namespace sidelight::fx::fold
