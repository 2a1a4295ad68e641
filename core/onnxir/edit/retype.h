// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/onnxir/model.h"

#include <vector>

namespace sidelight::onnxir {

/// Infers the types of what `changed` make and of what follows in `graph`, by onnx's shape inference on a copy: one change for each node whose types are others
/// now. A type that agrees with what was known, or says less, is left; one that cannot be told any more is unknown.
void retype(Rewriter& rewriter, GraphId graph, const std::vector<NodeId>& changed, const ir::OnnxSchemas* schemas);

} // namespace sidelight::onnxir
