// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/display/display_graph.h"
#include "core/onnxir/model.h"

#include <string>
#include <string_view>

namespace sidelight::display {

/// Domain of functions that are torch.nn modules.
inline constexpr std::string_view kModuleDomain = "pkg.torch.module";

/// "batch×197×192"; empty for a scalar or an unknown shape.
std::string sizesText(const onnxir::ValueType& type);
/// An initializer in a row: the numbers of a small one, else its sizes.
std::string tensorText(const ir::Tensor& tensor);
/// An attribute in a row: `1 0`, `FLOAT` for Cast's `to`, sizes of a tensor.
std::string attributeText(const onnxir::Node& node, const onnxir::Attribute& attribute);
/// "Gemm", "Linear" (a function's name for people), the value's name for inputs and outputs.
std::string onnxTitle(const onnxir::Model& model, const onnxir::Node& node);
/// Where the module of a call stands in the program: "layers.0.attn"; empty when the node is no call of a module or does not say.
std::string modulePathOf(const onnxir::Model& model, const NodePath& path);
Category onnxNodeCategory(const onnxir::Model& model, const onnxir::Node& node);
/// Name of an operator's or function's formal input, or its number.
std::string inputName(const onnxir::Model& model, const onnxir::Node& node, std::size_t input);

} // namespace sidelight::display
