// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/onnxir/model.h"
#include "core/support/result.h"

#include <map>
#include <vector>

namespace sidelight::io {

using InferredTypes = std::map<Value, onnxir::ValueType>;

/// onnx's full check: its checker, then strict shape inference. Findings are SL4004 with the node's name; none means
/// the model is valid. Weights are not read: large initializers stand in as inputs of their type.
std::vector<Diagnostic> checkModel(const onnxir::Model& model);

/// Types that onnx's shape inference (with data propagation) knows and the model does not tell, for values of the main
/// graph and of bodies in it; sizes that it could only invent a name for are unknown. Empty where inference fails.
InferredTypes inferTypes(const onnxir::Model& model);

/// Gives the values their inferred types, a change a node.
void addTypes(onnxir::Rewriter& rewriter, const InferredTypes& types);

} // namespace sidelight::io
