// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/onnxir/model.h"
#include "core/support/result.h"

#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>

namespace onnx {
class ModelProto;
class TensorProto;
class TypeProto;
} // namespace onnx

namespace sidelight::io {

/// Gives an initializer its data: raw_data, external data, or none. Name, type and dims are set already.
using DataFill = std::function<Status(NodeId id, const onnxir::Node& initializer, onnx::TensorProto& tensor)>;

/// Builds the ModelProto. An Output whose value already has another name gets an Identity, unless the value can take
/// the output's name. Fails with SL2001 when a value that is read has no name or two values share one. `names` receives
/// the name of each value as written.
Status buildProto(const onnxir::Model& model, const DataFill& fillData, onnx::ModelProto& proto,
    std::unordered_map<Value, std::string>* names = nullptr);

/// Puts the elements into `tensor`: string_data for strings, raw_data otherwise.
Status fillInline(const ir::Tensor& source, onnx::TensorProto& tensor);

/// Fails for a type that ValueType cannot tell in full (maps).
Status fillType(const onnxir::ValueType& type, onnx::TypeProto& proto);

/// What `proto` says of a value.
onnxir::ValueType typeFromProto(const onnx::TypeProto& proto);

/// The key under which a function's name for people is kept in its metadata_props.
inline constexpr std::string_view kKeyDisplayName = "pkg.sidelight.display_name";

} // namespace sidelight::io
