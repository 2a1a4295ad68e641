// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/display/display_graph.h"
#include "core/onnxir/model.h"

#include <string>
#include <string_view>

namespace sidelight::display {

/// "batch×197×192"; empty for a scalar or an unknown shape.
std::string sizesText(const onnxir::ValueType& type);
/// An initializer in a row: the numbers of a small one, else its sizes.
std::string tensorText(const ir::Tensor& tensor);
/// An attribute in a row: `1 0`, `FLOAT` for Cast's `to`, sizes of a tensor.
std::string attributeText(const onnxir::Node& node, const onnxir::Attribute& attribute);
/// "Gemm", "Linear" (a function's name for people), the value's name for inputs and outputs.
std::string onnxTitle(const onnxir::Model& model, const onnxir::Node& node);
Category onnxNodeCategory(const onnxir::Model& model, const onnxir::Node& node);
/// Name of an operator's or function's formal input, or its number.
std::string inputName(const onnxir::Model& model, const onnxir::Node& node, std::size_t input);

} // namespace sidelight::display
