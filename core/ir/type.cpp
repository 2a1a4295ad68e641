// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "core/ir/type.h"

#include "core/support/text.h"

#include <array>
#include <utility>

namespace sidelight::ir {

namespace {

struct DTypeFacts {
    std::string_view name;
    std::string_view shortName;
    std::size_t size;
    enum class Class : std::uint8_t { Bool, Unsigned, Signed, Floating, Complex, Other } category;
};
using Class = DTypeFacts::Class;

/// In the order of DType.
constexpr std::array<DTypeFacts, static_cast<std::size_t>(DType::Undefined) + 1> kDTypes{{
    {"uint8", "u8", 1, Class::Unsigned},
    {"int8", "i8", 1, Class::Signed},
    {"int16", "i16", 2, Class::Signed},
    {"int32", "i32", 4, Class::Signed},
    {"int64", "i64", 8, Class::Signed},
    {"float16", "f16", 2, Class::Floating},
    {"float32", "f32", 4, Class::Floating},
    {"float64", "f64", 8, Class::Floating},
    {"complex32", "c32", 4, Class::Complex},
    {"complex64", "c64", 8, Class::Complex},
    {"complex128", "c128", 16, Class::Complex},
    {"bool", "b8", 1, Class::Bool},
    {"bfloat16", "bf16", 2, Class::Floating},
    {"uint16", "u16", 2, Class::Unsigned},
    {"uint32", "u32", 4, Class::Unsigned},
    {"uint64", "u64", 8, Class::Unsigned},
    {"float8_e4m3fn", "f8e4m3fn", 1, Class::Floating},
    {"float8_e5m2", "f8e5m2", 1, Class::Floating},
    {"float8_e4m3fnuz", "f8e4m3fnuz", 1, Class::Floating},
    {"float8_e5m2fnuz", "f8e5m2fnuz", 1, Class::Floating},
    {"float8_e8m0fnu", "f8e8m0fnu", 1, Class::Floating},
    {"string", "str", 0, Class::Other},
    {"int4", "i4", 0, Class::Signed},
    {"uint4", "u4", 0, Class::Unsigned},
    {"float4_e2m1", "f4e2m1", 0, Class::Floating},
    {"undefined", "undefined", 0, Class::Other},
}};

const DTypeFacts& facts(DType dtype) { return kDTypes[static_cast<std::size_t>(dtype)]; }

std::string listText(const std::vector<Type>& elements)
{
    std::string text = "[";
    for (const Type& element : elements)
        text += concat(text.size() > 1 ? ", " : "", toText(element));
    return text + "]";
}

std::string scalarText(const Type& type, std::string_view plain)
{
    if (!type.value)
        return std::string(plain);
    return type.value->isConstant() ? type.value->text() : concat("Sym(", type.value->text(), ')');
}

} // namespace

std::string_view name(DType dtype) { return facts(dtype).name; }
std::string_view shortName(DType dtype) { return facts(dtype).shortName; }

std::optional<DType> dtypeFromName(std::string_view name)
{
    for (std::size_t at = 0; at + 1 < kDTypes.size(); ++at)
        if (kDTypes[at].name == name)
            return static_cast<DType>(at);
    return std::nullopt;
}

std::size_t itemSize(DType dtype) { return facts(dtype).size; }
bool isFloating(DType dtype) { return facts(dtype).category == Class::Floating; }
bool isComplex(DType dtype) { return facts(dtype).category == Class::Complex; }
bool isInteger(DType dtype) { return facts(dtype).category == Class::Signed || facts(dtype).category == Class::Unsigned; }
bool isSigned(DType dtype) { return facts(dtype).category == Class::Signed || isFloating(dtype) || isComplex(dtype); }

std::string_view name(Layout layout)
{
    switch (layout) {
    case Layout::Unknown: return "unknown";
    case Layout::SparseCoo: return "sparse_coo";
    case Layout::SparseCsr: return "sparse_csr";
    case Layout::SparseCsc: return "sparse_csc";
    case Layout::SparseBsr: return "sparse_bsr";
    case Layout::SparseBsc: return "sparse_bsc";
    case Layout::Mkldnn: return "_mkldnn";
    case Layout::Strided: return "strided";
    }
    return "unknown";
}

std::string_view name(MemoryFormat memoryFormat)
{
    switch (memoryFormat) {
    case MemoryFormat::Unknown: return "unknown";
    case MemoryFormat::Contiguous: return "contiguous_format";
    case MemoryFormat::ChannelsLast: return "channels_last";
    case MemoryFormat::ChannelsLast3d: return "channels_last_3d";
    case MemoryFormat::Preserve: return "preserve_format";
    }
    return "unknown";
}

Type Type::of(TensorType tensor)
{
    Type type;
    type.kind = Kind::Tensor;
    type.tensor = std::move(tensor);
    return type;
}

Type Type::integer(Dim value)
{
    Type type;
    type.kind = Kind::Int;
    type.value = std::move(value);
    return type;
}

Type Type::list(std::vector<Type> elements)
{
    Type type;
    type.kind = Kind::List;
    type.elements = std::move(elements);
    return type;
}

std::string toText(const TensorType& type)
{
    std::string text = concat(shortName(type.dtype), '[');
    for (std::size_t at = 0; at < type.sizes.size(); ++at)
        text += concat(at == 0 ? "" : ", ", type.sizes[at].text());
    return text + "]";
}

std::string toText(const Type& type)
{
    switch (type.kind) {
    case Type::Kind::Unknown: return "?";
    case Type::Kind::None: return "None";
    case Type::Kind::Tensor: return toText(type.tensor);
    case Type::Kind::Int: return scalarText(type, "int");
    case Type::Kind::Float: return scalarText(type, "float");
    case Type::Kind::Bool: return scalarText(type, "bool");
    case Type::Kind::String: return "str";
    case Type::Kind::List: return listText(type.elements);
    case Type::Kind::Object: return "object";
    }
    return "?";
}

} // namespace sidelight::ir
