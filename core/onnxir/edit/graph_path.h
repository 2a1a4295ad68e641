// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/onnxir/model.h"

#include <string>
#include <string_view>

namespace sidelight::onnxir {

/// The graph that `path` names: a function by operator or domain and operator ("aten_linear", "pkg.torch.aten.aten_linear"), then bodies as node and attribute
/// ("if_1/then_branch"); `graph` itself for an empty path.
Result<GraphId> graphNamed(const Model& model, GraphId graph, std::string_view path);
/// The path that graphNamed reads, from the main graph to `graph`; empty for the main graph.
std::string graphPath(const Model& model, GraphId graph);

/// How an edit names a node: by its first value, else by its own name.
std::string editName(const Node& node);

/// Whether one of the node's outputs is the value `value`.
bool makes(const Node& node, std::string_view value);

} // namespace sidelight::onnxir
