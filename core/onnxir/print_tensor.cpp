// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/onnxir/element_type.h"
#include "core/onnxir/print.h"
#include "core/onnxir/print_names.h"
#include "core/support/text.h"

#include <array>
#include <charconv>
#include <cmath>
#include <cstring>
#include <span>

namespace sidelight::onnxir {

namespace {

using ir::DType;

template <class T>
std::string numberText(T value)
{
    if constexpr (std::is_floating_point_v<T>)
        if (std::isnan(value))
            return std::signbit(value) ? "-nan" : "nan";
    std::array<char, 64> buffer{};
    const auto result = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
    return {buffer.data(), result.ptr};
}

template <class Element>
std::string listText(std::span<const std::byte> bytes)
{
    std::string out;
    for (std::size_t at = 0; at + sizeof(Element) <= bytes.size(); at += sizeof(Element)) {
        Element element;
        std::memcpy(&element, bytes.data() + at, sizeof element);
        out += at == 0 ? "" : ", ";
        if constexpr (sizeof(Element) == 1)
            out += numberText(static_cast<int>(element));
        else
            out += numberText(element);
    }
    return out;
}

/// The elements as the parser wants them: 16-bit, 8-bit and packed floats as their bits.
std::string elementsText(DType dtype, std::span<const std::byte> bytes)
{
    switch (dtype) {
    case DType::Float32:
    case DType::Complex64:
        return listText<float>(bytes);
    case DType::Float64:
    case DType::Complex128:
        return listText<double>(bytes);
    case DType::Int64:
        return listText<std::int64_t>(bytes);
    case DType::Int32:
        return listText<std::int32_t>(bytes);
    case DType::Int16:
        return listText<std::int16_t>(bytes);
    case DType::Int8:
        return listText<std::int8_t>(bytes);
    case DType::UInt64:
        return listText<std::uint64_t>(bytes);
    case DType::UInt32:
        return listText<std::uint32_t>(bytes);
    case DType::UInt16:
    case DType::Float16:
    case DType::BFloat16:
        return listText<std::uint16_t>(bytes);
    default:
        return listText<std::uint8_t>(bytes);
    }
}

std::string typeText(const ir::Tensor& tensor)
{
    std::string out(elementTypeText(tensor.dtype));
    if (tensor.sizes.empty())
        return out;
    out += '[';
    for (std::size_t i = 0; i < tensor.sizes.size(); ++i)
        out += concat(i == 0 ? "" : ", ", tensor.sizes[i]);
    return out + ']';
}

std::string placeText(const ir::Tensor& tensor)
{
    const auto bytes = rawByteCount(tensor.dtype, tensor.sizes).value_or(0);
    std::string location = "memory";
    std::uint64_t offset = static_cast<std::uint64_t>(tensor.storageOffset) * (elementBits(tensor.dtype) / 8);
    if (!tensor.storage || !tensor.storage->hasData()) {
        location = "none";
    } else if (const auto* extent = std::get_if<ir::FileExtent>(&tensor.storage->content)) {
        location = extent->file ? extent->file->path().filename().string() : "none";
        offset += extent->offset;
    }
    return concat(
        "[\"location\": ", quotedText(location), ", \"offset\": \"", offset, "\", \"length\": \"", bytes, "\"]");
}

/// Bytes of the tensor in row-major order, read where it is small.
Result<std::vector<std::byte>> smallBytes(const ir::Tensor& tensor)
{
    if (elementBits(tensor.dtype) >= 8)
        return ir::readContiguous(tensor);
    const auto count = rawByteCount(tensor.dtype, tensor.sizes).value_or(0);
    const auto* bytes = std::get_if<std::vector<std::byte>>(&tensor.storage->content);
    if (!bytes || bytes->size() < count)
        return std::vector<std::byte>();
    return std::vector<std::byte>(bytes->begin(), bytes->begin() + static_cast<std::ptrdiff_t>(count));
}

} // namespace

std::string printTensor(const ir::Tensor& tensor, const PrintOptions& options)
{
    std::int64_t count = 1;
    bool small = true;
    for (const std::int64_t size : tensor.sizes) {
        small = small && size >= 0 && (size == 0 || count <= options.largestTensor / size);
        count = small ? count * size : count;
    }
    if (!small || !tensor.storage || !tensor.storage->hasData())
        return concat(typeText(tensor), " = ", placeText(tensor));
    std::string elements;
    if (tensor.dtype == DType::String) {
        const auto strings = stringsOf(tensor);
        if (!strings)
            return concat(typeText(tensor), " = ", placeText(tensor));
        for (const std::string& text : *strings)
            elements += concat(elements.empty() ? "" : ", ", quotedText(text));
    } else {
        const auto bytes = smallBytes(tensor);
        if (!bytes)
            return concat(typeText(tensor), " = ", placeText(tensor));
        elements = elementsText(tensor.dtype, *bytes);
    }
    return concat(typeText(tensor), " {", elements, "}");
}

std::string printFloat(float value)
{
    return numberText(value);
}

} // namespace sidelight::onnxir
