// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/lowering/constant.h"

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

namespace sidelight::lowering {

namespace {

template <class T>
void append(std::vector<std::byte>& out, T value)
{
    std::byte raw[sizeof(T)];
    std::memcpy(raw, &value, sizeof value);
    out.insert(out.end(), raw, raw + sizeof value);
}

std::uint16_t bfloat16Bits(float value)
{
    const auto bits = std::bit_cast<std::uint32_t>(value);
    if (std::isnan(value))
        return 0x7FC0;
    return static_cast<std::uint16_t>((bits + 0x7FFFu + ((bits >> 16) & 1u)) >> 16);
}

/// Rounds to nearest, ties to even, as torch does; goes over single precision, as c10::Half does.
std::uint16_t float16Bits(float value)
{
    const auto bits = std::bit_cast<std::uint32_t>(value);
    const auto sign = static_cast<std::uint16_t>((bits >> 16) & 0x8000u);
    const float magnitude = std::fabs(value);
    if (std::isnan(value))
        return static_cast<std::uint16_t>(sign | 0x7E00u);
    if (magnitude >= 65520.0F)
        return static_cast<std::uint16_t>(sign | 0x7C00u);
    int exponent = 0;
    std::frexp(magnitude, &exponent);
    const int step = std::max(exponent - 11, -24);
    const auto units = static_cast<std::uint32_t>(std::nearbyint(std::ldexp(static_cast<double>(magnitude), -step)));
    if (step == -24)
        return static_cast<std::uint16_t>(sign | units);
    return static_cast<std::uint16_t>(sign | ((static_cast<std::uint32_t>(step + 24) << 10) + units));
}

std::int64_t toInteger(const PythonNumber& number)
{
    if (const auto* value = std::get_if<std::int64_t>(&number))
        return *value;
    if (const auto* value = std::get_if<bool>(&number))
        return *value ? 1 : 0;
    return static_cast<std::int64_t>(std::get<double>(number));
}

bool appendNumber(std::vector<std::byte>& out, ir::DType dtype, const PythonNumber& number)
{
    using ir::DType;
    switch (dtype) {
    case DType::Float32: append(out, static_cast<float>(asDouble(number))); return true;
    case DType::Float64: append(out, asDouble(number)); return true;
    case DType::Float16: append(out, float16Bits(static_cast<float>(asDouble(number)))); return true;
    case DType::BFloat16: append(out, bfloat16Bits(static_cast<float>(asDouble(number)))); return true;
    case DType::Bool: append(out, static_cast<std::uint8_t>(asDouble(number) != 0.0)); return true;
    case DType::Int64: append(out, toInteger(number)); return true;
    case DType::UInt64: append(out, static_cast<std::uint64_t>(toInteger(number))); return true;
    case DType::Int32: append(out, static_cast<std::int32_t>(toInteger(number))); return true;
    case DType::UInt32: append(out, static_cast<std::uint32_t>(toInteger(number))); return true;
    case DType::Int16: append(out, static_cast<std::int16_t>(toInteger(number))); return true;
    case DType::UInt16: append(out, static_cast<std::uint16_t>(toInteger(number))); return true;
    case DType::Int8: append(out, static_cast<std::int8_t>(toInteger(number))); return true;
    case DType::UInt8: append(out, static_cast<std::uint8_t>(toInteger(number))); return true;
    default: return false;
    }
}

} // namespace

double asDouble(const PythonNumber& number)
{
    return std::visit([](auto value) { return static_cast<double>(value); }, number);
}

std::optional<std::int64_t> asInteger(const PythonNumber& number)
{
    if (const auto* real = std::get_if<double>(&number)) {
        if (!(std::fabs(*real) < 9.0e18) || std::trunc(*real) != *real)
            return std::nullopt;
        return static_cast<std::int64_t>(*real);
    }
    return toInteger(number);
}

TensorPtr numberTensor(ir::DType dtype, std::vector<std::int64_t> sizes, std::span<const PythonNumber> values)
{
    std::vector<std::byte> bytes;
    for (const PythonNumber& value : values)
        if (!appendNumber(bytes, dtype, value))
            return nullptr;
    return std::make_shared<const ir::Tensor>(ir::Tensor::fromBytes(dtype, std::move(sizes), std::move(bytes)));
}

TensorPtr filledTensor(ir::DType dtype, const PythonNumber& number, std::vector<std::int64_t> sizes)
{
    std::int64_t count = 1;
    for (const std::int64_t size : sizes)
        count *= size;
    return numberTensor(dtype, std::move(sizes), std::vector<PythonNumber>(static_cast<std::size_t>(count), number));
}

TensorPtr integerTensor(std::span<const std::int64_t> values)
{
    return std::make_shared<const ir::Tensor>(ir::Tensor::fromValues(ir::DType::Int64, {static_cast<std::int64_t>(values.size())}, values));
}

double highestOf(ir::DType dtype)
{
    using ir::DType;
    switch (dtype) {
    case DType::Float16: return 65504.0;
    case DType::BFloat16: return std::ldexp(255.0, 120);
    case DType::Float32: return static_cast<double>(std::numeric_limits<float>::max());
    case DType::Float64: return std::numeric_limits<double>::max();
    case DType::UInt8: return 255.0;
    case DType::Int8: return 127.0;
    case DType::Int16: return 32767.0;
    case DType::Int32: return 2147483647.0;
    case DType::Bool: return 1.0;
    default: return 9223372036854775807.0;
    }
}

double lowestOf(ir::DType dtype)
{
    if (ir::isFloating(dtype))
        return -highestOf(dtype);
    return ir::isSigned(dtype) ? -highestOf(dtype) - 1.0 : 0.0;
}

} // namespace sidelight::lowering
