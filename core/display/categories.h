// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/display/display_graph.h"

#include <string_view>

namespace sidelight::display {

/// By the operator's name without namespace and overload: "softmax", "convolution", "relu_".
Category atenCategory(std::string_view name);
/// By ONNX op_type of the default domain or com.microsoft.
Category onnxCategory(std::string_view opType);
/// Of a module or function by its class or name: "MultiheadAttention", "LayerNorm", "aten_linear".
Category classCategory(std::string_view className);
/// "Layer", "Activation", ….
std::string_view name(Category category);

/// Name of an ONNX operator's formal input, empty when unknown: "W" for input 1 of Conv.
std::string_view onnxInputName(std::string_view opType, std::size_t input);

} // namespace sidelight::display
