// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/io/onnx_proto.h"

#include "core/io/tensor_stream.h"
#include "core/onnxir/element_type.h"
#include "core/support/rules.h"
#include "core/support/text.h"

#include <onnx/onnx_pb.h>

#include <utility>

namespace sidelight::io {

namespace {

using onnxir::ValueType;

void fillShape(const ValueType& type, onnx::TensorShapeProto& shape)
{
    for (const auto& size : type.sizes) {
        auto* dimension = shape.add_dim();
        if (!size)
            continue;
        if (const auto constant = size->asConstant())
            dimension->set_dim_value(*constant);
        else
            dimension->set_dim_param(size->text());
    }
}

template <class TensorTypeProto>
void fillTensorType(const ValueType& type, TensorTypeProto& proto)
{
    proto.set_elem_type(onnxir::elementType(type.dtype));
    if (type.hasShape)
        fillShape(type, *proto.mutable_shape());
}

std::optional<ir::Dim> sizeOf(const onnx::TensorShapeProto::Dimension& dimension)
{
    if (dimension.has_dim_value())
        return dimension.dim_value() < 0 ? std::nullopt : std::optional(ir::Dim::constant(dimension.dim_value()));
    if (!dimension.has_dim_param() || dimension.dim_param().empty())
        return std::nullopt;
    auto parsed = ir::Dim::parse(dimension.dim_param());
    // A name that is no expression of ours is a symbol of that name; so is one that we would print in another way.
    if (!parsed || parsed->text() != dimension.dim_param())
        return ir::Dim::symbol(dimension.dim_param());
    return std::move(*parsed);
}

template <class TensorTypeProto>
ValueType fromTensorType(ValueType::Kind kind, const TensorTypeProto& proto)
{
    ValueType type;
    const auto dtype = onnxir::dtypeFromElementType(proto.elem_type());
    if (!dtype)
        return type;
    type.kind = kind;
    type.dtype = *dtype;
    type.hasShape = proto.has_shape();
    for (const auto& dimension : proto.shape().dim())
        type.sizes.push_back(sizeOf(dimension));
    return type;
}

} // namespace

Status fillInline(const ir::Tensor& source, onnx::TensorProto& tensor)
{
    if (source.dtype == ir::DType::String) {
        const auto strings = onnxir::stringsOf(source);
        if (!strings)
            return strings.error();
        for (const std::string& text : *strings)
            tensor.add_string_data(text);
        return {};
    }
    const auto bytes = rawBytes(source);
    if (!bytes)
        return bytes.error();
    tensor.set_raw_data(bytes->data(), bytes->size());
    return {};
}

Status fillType(const ValueType& type, onnx::TypeProto& proto)
{
    switch (type.kind) {
    case ValueType::Kind::Tensor:
        fillTensorType(type, *proto.mutable_tensor_type());
        return {};
    case ValueType::Kind::SparseTensor:
        fillTensorType(type, *proto.mutable_sparse_tensor_type());
        return {};
    case ValueType::Kind::Sequence:
        fillTensorType(type, *proto.mutable_sequence_type()->mutable_elem_type()->mutable_tensor_type());
        return {};
    case ValueType::Kind::Optional:
        fillTensorType(type, *proto.mutable_optional_type()->mutable_elem_type()->mutable_tensor_type());
        return {};
    case ValueType::Kind::Map:
        return support::diagnose(rules::kWriteFailed, "values of map type cannot be written");
    case ValueType::Kind::Unknown:
        break;
    }
    return {};
}

ValueType typeFromProto(const onnx::TypeProto& proto)
{
    switch (proto.value_case()) {
    case onnx::TypeProto::kTensorType:
        return fromTensorType(ValueType::Kind::Tensor, proto.tensor_type());
    case onnx::TypeProto::kSparseTensorType:
        return fromTensorType(ValueType::Kind::SparseTensor, proto.sparse_tensor_type());
    case onnx::TypeProto::kSequenceType:
        return fromTensorType(ValueType::Kind::Sequence, proto.sequence_type().elem_type().tensor_type());
    case onnx::TypeProto::kOptionalType:
        return fromTensorType(ValueType::Kind::Optional, proto.optional_type().elem_type().tensor_type());
    case onnx::TypeProto::kMapType: {
        ValueType type;
        type.kind = ValueType::Kind::Map;
        return type;
    }
    default:
        return {};
    }
}

} // namespace sidelight::io
