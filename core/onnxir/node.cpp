// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/onnxir/node.h"

#include "core/onnxir/element_type.h"
#include "core/support/text.h"

#include <algorithm>
#include <cstring>

namespace sidelight::onnxir {

namespace {

bool sameStorage(const ir::Storage& left, const ir::Storage& right)
{
    if (left.content.index() != right.content.index())
        return false;
    if (const auto* extent = std::get_if<ir::FileExtent>(&left.content)) {
        const auto& other = std::get<ir::FileExtent>(right.content);
        const bool sameFile =
            extent->file == other.file || (extent->file && other.file && extent->file->path() == other.file->path());
        return sameFile && extent->offset == other.offset && extent->length == other.length;
    }
    if (const auto* bytes = std::get_if<std::vector<std::byte>>(&left.content))
        return *bytes == std::get<std::vector<std::byte>>(right.content);
    return true;
}

/// Floats are compared by bits, so that an attribute of NaN equals itself and 0 differs from -0.
bool sameFloat(float left, float right)
{
    return std::memcmp(&left, &right, sizeof left) == 0;
}

struct SameAttributeValue
{
    bool operator()(float left, float right) const { return sameFloat(left, right); }
    bool operator()(const std::vector<float>& left, const std::vector<float>& right) const
    {
        return std::equal(left.begin(), left.end(), right.begin(), right.end(), sameFloat);
    }
    bool operator()(const std::shared_ptr<const ir::Tensor>& left, const std::shared_ptr<const ir::Tensor>& right) const
    {
        return left == right || (left && right && sameTensor(*left, *right));
    }
    template <class T>
    bool operator()(const T& left, const T& right) const
    {
        return left == right;
    }
    template <class T, class U>
    bool operator()(const T&, const U&) const
    {
        return false;
    }
};

std::string tensorText(const ValueType& type)
{
    std::string text(elementTypeName(type.dtype));
    if (!type.hasShape)
        return text;
    text += '[';
    for (std::size_t i = 0; i < type.sizes.size(); ++i) {
        text += i == 0 ? "" : ", ";
        text += type.sizes[i] ? type.sizes[i]->text() : "?";
    }
    return text + ']';
}

} // namespace

ValueType ValueType::tensor(ir::DType dtype, const std::vector<ir::Dim>& sizes)
{
    ValueType type;
    type.kind = Kind::Tensor;
    type.dtype = dtype;
    type.hasShape = true;
    type.sizes.assign(sizes.begin(), sizes.end());
    return type;
}

std::string toText(const ValueType& type)
{
    switch (type.kind) {
    case ValueType::Kind::Tensor:
        return tensorText(type);
    case ValueType::Kind::Sequence:
        return concat("Sequence(", tensorText(type), ")");
    case ValueType::Kind::Optional:
        return concat("Optional(", tensorText(type), ")");
    case ValueType::Kind::SparseTensor:
        return concat("SparseTensor(", tensorText(type), ")");
    case ValueType::Kind::Map:
        return "Map";
    case ValueType::Kind::Unknown:
        break;
    }
    return "?";
}

bool sameTensor(const ir::Tensor& left, const ir::Tensor& right)
{
    if (left.dtype != right.dtype || left.sizes != right.sizes)
        return false;
    if (left.storage == right.storage || !left.storage || !right.storage)
        return left.storage == right.storage && left.strides == right.strides &&
               left.storageOffset == right.storageOffset;
    return left.strides == right.strides && left.storageOffset == right.storageOffset &&
           sameStorage(*left.storage, *right.storage);
}

bool operator==(const Attribute& left, const Attribute& right)
{
    return left.name == right.name && std::visit(SameAttributeValue{}, left.value, right.value);
}

const Attribute* Node::attribute(std::string_view attributeName) const
{
    for (const Attribute& candidate : attributes)
        if (candidate.name == attributeName)
            return &candidate;
    return nullptr;
}

bool operator==(const Origin& left, const Origin& right)
{
    const bool sameProperties = left.properties == right.properties ||
                                (left.properties && right.properties && *left.properties == *right.properties);
    return sameProperties && left.path == right.path && left.fx == right.fx;
}

bool operator==(const Node& left, const Node& right)
{
    const bool sameInitializer =
        left.tensor == right.tensor || (left.tensor && right.tensor && sameTensor(*left.tensor, *right.tensor));
    return sameInitializer && left.kind == right.kind && left.op == right.op && left.name == right.name &&
           left.inputs == right.inputs && left.outputs == right.outputs && left.attributes == right.attributes &&
           left.metadata_props == right.metadata_props && left.doc_string == right.doc_string &&
           left.origins == right.origins;
}

void inheritFrom(Node& node, const Node& origin, std::string_view)
{
    if (node.metadata_props.empty())
        node.metadata_props = origin.metadata_props;
    if (node.origins.empty())
        node.origins = origin.origins;
}

} // namespace sidelight::onnxir
