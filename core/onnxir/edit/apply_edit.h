// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/ir/edit_text.h"
#include "core/onnxir/model.h"

namespace sidelight::onnxir {

/// Makes one edit of `graph` (of a function or body when the edit names it) by `rewriter`. Nodes are found by the name of a value that they make, else by their
/// own. Calls are in ONNX text syntax: `set y = Relu (x)`, `insert a, b = Split <axis = 1> (x) after x`. With `schemas`, types that follow are inferred anew. A
/// refused edit changes nothing and fails with FXE0010 (SL1014 for a call that does not parse), saying why.
Status applyEdit(Rewriter& rewriter, GraphId graph, const ir::Edit& edit, const ir::OnnxSchemas* schemas);

/// The graph that `path` names: a function by operator or domain and operator ("aten_linear", "pkg.torch.aten.aten_linear"), then bodies as node and attribute
/// ("if_1/then_branch"); `graph` itself for an empty path.
Result<GraphId> graphNamed(const Model& model, GraphId graph, std::string_view path);
/// The path that graphNamed reads, from the main graph to `graph`; empty for the main graph.
std::string graphPath(const Model& model, GraphId graph);

/// How an edit names a node: by its first value, else by its own name.
std::string editName(const Node& node);

} // namespace sidelight::onnxir
