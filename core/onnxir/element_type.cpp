// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/onnxir/element_type.h"

#include "core/support/rules.h"
#include "core/support/text.h"

#include <algorithm>
#include <iterator>
#include <limits>

namespace sidelight::onnxir {

namespace {

struct ElementType
{
    ir::DType dtype;
    std::int32_t number;
    std::uint32_t bits;
    std::string_view name;
    std::string_view text;
};

using ir::DType;

constexpr ElementType kElementTypes[] = {
    {DType::Float32, 1, 32, "FLOAT", "float"},
    {DType::UInt8, 2, 8, "UINT8", "uint8"},
    {DType::Int8, 3, 8, "INT8", "int8"},
    {DType::UInt16, 4, 16, "UINT16", "uint16"},
    {DType::Int16, 5, 16, "INT16", "int16"},
    {DType::Int32, 6, 32, "INT32", "int32"},
    {DType::Int64, 7, 64, "INT64", "int64"},
    {DType::String, 8, 0, "STRING", "string"},
    {DType::Bool, 9, 8, "BOOL", "bool"},
    {DType::Float16, 10, 16, "FLOAT16", "float16"},
    {DType::Float64, 11, 64, "DOUBLE", "double"},
    {DType::UInt32, 12, 32, "UINT32", "uint32"},
    {DType::UInt64, 13, 64, "UINT64", "uint64"},
    {DType::Complex64, 14, 64, "COMPLEX64", "complex64"},
    {DType::Complex128, 15, 128, "COMPLEX128", "complex128"},
    {DType::BFloat16, 16, 16, "BFLOAT16", "bfloat16"},
    {DType::Float8E4M3FN, 17, 8, "FLOAT8E4M3FN", "float8e4m3fn"},
    {DType::Float8E4M3FNUZ, 18, 8, "FLOAT8E4M3FNUZ", "float8e4m3fnuz"},
    {DType::Float8E5M2, 19, 8, "FLOAT8E5M2", "float8e5m2"},
    {DType::Float8E5M2FNUZ, 20, 8, "FLOAT8E5M2FNUZ", "float8e5m2fnuz"},
    {DType::UInt4, 21, 4, "UINT4", "uint4"},
    {DType::Int4, 22, 4, "INT4", "int4"},
    {DType::Float4E2M1, 23, 4, "FLOAT4E2M1", "float4e2m1"},
    {DType::Float8E8M0FNU, 24, 8, "FLOAT8E8M0", "float8e8m0"},
};

const ElementType* find(ir::DType dtype)
{
    const auto* found = std::find_if(std::begin(kElementTypes), std::end(kElementTypes),
        [&](const ElementType& type) { return type.dtype == dtype; });
    return found == std::end(kElementTypes) ? nullptr : found;
}

constexpr std::size_t kLengthBytes = 4;

} // namespace

std::int32_t elementType(ir::DType dtype)
{
    const ElementType* type = find(dtype);
    return type ? type->number : 0;
}

std::optional<ir::DType> dtypeFromElementType(std::int32_t elementType)
{
    for (const ElementType& type : kElementTypes)
        if (type.number == elementType)
            return type.dtype;
    return std::nullopt;
}

std::string_view elementTypeName(ir::DType dtype)
{
    const ElementType* type = find(dtype);
    return type ? type->name : "UNDEFINED";
}

std::string_view elementTypeText(ir::DType dtype)
{
    const ElementType* type = find(dtype);
    return type ? type->text : "undefined";
}

std::uint32_t elementBits(ir::DType dtype)
{
    const ElementType* type = find(dtype);
    return type ? type->bits : 0;
}

std::optional<std::uint64_t> rawByteCount(ir::DType dtype, const std::vector<std::int64_t>& sizes)
{
    std::uint64_t count = 1;
    bool empty = false;
    for (const std::int64_t size : sizes) {
        if (size < 0)
            return std::nullopt;
        empty = empty || size == 0;
    }
    if (empty)
        return 0;
    for (const std::int64_t size : sizes)
        if (__builtin_mul_overflow(count, static_cast<std::uint64_t>(size), &count))
            return std::nullopt;
    std::uint64_t bits = 0;
    if (__builtin_mul_overflow(count, std::uint64_t{elementBits(dtype)}, &bits) ||
        bits > std::numeric_limits<std::uint64_t>::max() - 7)
        return std::nullopt;
    return (bits + 7) / 8;
}

ir::Tensor tensorFromStrings(std::vector<std::int64_t> sizes, const std::vector<std::string>& strings)
{
    std::vector<std::byte> bytes;
    for (const std::string& text : strings) {
        for (std::size_t i = 0; i < kLengthBytes; ++i)
            bytes.push_back(static_cast<std::byte>((text.size() >> (8 * i)) & 0xff));
        for (const char character : text)
            bytes.push_back(static_cast<std::byte>(character));
    }
    auto storage = std::make_shared<ir::Storage>();
    storage->content = std::move(bytes);
    ir::Tensor tensor;
    tensor.dtype = DType::String;
    tensor.strides = ir::contiguousStrides(sizes);
    tensor.sizes = std::move(sizes);
    tensor.storage = std::move(storage);
    return tensor;
}

Result<std::vector<std::string>> stringsOf(const ir::Tensor& tensor)
{
    const auto* bytes = tensor.storage ? std::get_if<std::vector<std::byte>>(&tensor.storage->content) : nullptr;
    if (tensor.dtype != DType::String || !bytes)
        return support::diagnose(rules::kTensorInvalid, "a tensor of strings keeps them in memory; this one has none");
    std::vector<std::string> strings;
    std::size_t at = 0;
    while (at < bytes->size()) {
        std::size_t length = 0;
        if (bytes->size() - at < kLengthBytes)
            return support::diagnose(rules::kTensorInvalid, "a tensor of strings ends inside a length");
        for (std::size_t i = 0; i < kLengthBytes; ++i)
            length |= std::to_integer<std::size_t>((*bytes)[at + i]) << (8 * i);
        at += kLengthBytes;
        if (bytes->size() - at < length)
            return support::diagnose(rules::kTensorInvalid, "a tensor of strings ends inside a string");
        std::string text(length, '\0');
        std::transform(bytes->begin() + static_cast<std::ptrdiff_t>(at),
            bytes->begin() + static_cast<std::ptrdiff_t>(at + length), text.begin(),
            [](std::byte byte) { return static_cast<char>(byte); });
        strings.push_back(std::move(text));
        at += length;
    }
    return strings;
}

} // namespace sidelight::onnxir
