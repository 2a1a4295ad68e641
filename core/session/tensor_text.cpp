// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/tensor_text.h"

#include "core/session/type_text.h"
#include "core/support/rules.h"
#include "core/support/text.h"

#include <cmath>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <span>
#include <vector>

namespace sidelight::session {
namespace {

using ir::DType;

/// Calls f with a value of the C++ type whose elements are written as numbers; the rest as bytes.
template <class F>
auto withNumbers(DType dtype, F&& f)
{
    switch (dtype) {
    case DType::Float32:
        return f(float{});
    case DType::Float64:
        return f(double{});
    case DType::Int64:
        return f(std::int64_t{});
    case DType::Int32:
        return f(std::int32_t{});
    default:
        return f(std::byte{});
    }
}

std::string numberText(float value)
{
    char text[32];
    std::snprintf(text, sizeof text, "%.9g", static_cast<double>(value));
    return text;
}
std::string numberText(double value)
{
    char text[32];
    std::snprintf(text, sizeof text, "%.17g", value);
    return text;
}
std::string numberText(std::int64_t value) { return concat(value); }
std::string numberText(std::int32_t value) { return concat(value); }
std::string numberText(std::byte value)
{
    char text[4];
    std::snprintf(text, sizeof text, "%02x", std::to_integer<unsigned>(value));
    return text;
}

void readNumber(const std::string& text, char*& end, float& value) { value = std::strtof(text.c_str(), &end); }
void readNumber(const std::string& text, char*& end, double& value) { value = std::strtod(text.c_str(), &end); }
void readNumber(const std::string& text, char*& end, std::int64_t& value) { value = std::strtoll(text.c_str(), &end, 10); }
void readNumber(const std::string& text, char*& end, std::int32_t& value) { value = static_cast<std::int32_t>(std::strtol(text.c_str(), &end, 10)); }
void readNumber(const std::string& text, char*& end, std::byte& value) { value = static_cast<std::byte>(std::strtoul(text.c_str(), &end, 16) & 0xFFU); }

ir::Type typeOf(const ir::Tensor& tensor)
{
    ir::TensorType type;
    type.dtype = tensor.dtype;
    for (const std::int64_t size : tensor.sizes)
        type.sizes.push_back(ir::Dim::constant(size));
    return ir::Type::of(std::move(type));
}

} // namespace

std::string printTensorText(const ir::Tensor& tensor)
{
    std::string text = printWholeType(typeOf(tensor));
    if (!tensor.storage || !tensor.storage->hasData() || tensor.elementCount() > kMostElementsInText)
        return text;
    const auto bytes = ir::readContiguous(tensor);
    if (!bytes)
        return text;
    text += " =";
    withNumbers(tensor.dtype, [&](auto kind) {
        for (std::size_t at = 0; at + sizeof kind <= bytes->size(); at += sizeof kind) {
            std::memcpy(&kind, bytes->data() + at, sizeof kind);
            text += concat(' ', numberText(kind));
        }
    });
    return text;
}

Result<ir::Tensor> parseTensorText(std::string_view text)
{
    const std::size_t equals = text.find(" =");
    const auto type = parseWholeType(text.substr(0, equals));
    if (!type)
        return type.error();
    ir::Tensor tensor;
    tensor.dtype = type->tensor.dtype;
    for (const ir::Dim& size : type->tensor.sizes)
        tensor.sizes.push_back(size.asConstant().value_or(0));
    tensor.strides = ir::contiguousStrides(tensor.sizes);
    tensor.storage = std::make_shared<const ir::Storage>();
    if (equals == std::string_view::npos)
        return tensor;
    std::vector<std::byte> bytes;
    bool isWhole = true;
    withNumbers(tensor.dtype, [&](auto kind) {
        for (std::string_view rest = text.substr(equals + 2); !rest.empty();) {
            rest.remove_prefix(1);
            const std::string word(rest.substr(0, rest.find(' ')));
            rest.remove_prefix(word.size());
            char* end = nullptr;
            readNumber(word, end, kind);
            isWhole = isWhole && !word.empty() && end == word.c_str() + word.size();
            const auto part = std::as_bytes(std::span(&kind, 1));
            bytes.insert(bytes.end(), part.begin(), part.end());
        }
    });
    if (!isWhole || bytes.size() != tensor.byteCount())
        return support::diagnose(rules::kExpressionInvalid, concat("a tensor of ", support::plainText(text.substr(0, equals)), " needs ", tensor.byteCount(), " bytes; `",
                                                                   support::plainText(text.substr(equals + 2)), "` does not give them"));
    return ir::Tensor::fromBytes(tensor.dtype, tensor.sizes, std::move(bytes));
}

ir::Tensor withinText(const ir::Tensor& tensor)
{
    ir::Tensor bare = tensor;
    if (tensor.elementCount() > kMostElementsInText || !tensor.storage || !tensor.storage->hasData()) {
        bare.storage = std::make_shared<const ir::Storage>();
        bare.strides = ir::contiguousStrides(bare.sizes);
        bare.storageOffset = 0;
    }
    return bare;
}

} // namespace sidelight::session
