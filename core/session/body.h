// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/session/document.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace sidelight::session {

/// A document that shows one body of another document's graphs as a graph of its own; null where there is no such body. Nodes keep their ids; what
/// the body reads from around it becomes its inputs, weights stay weights. Only one side is filled.
struct Body {
    std::shared_ptr<const Document> document;
    std::string title; ///< "EncoderLayer", "then_branch · if_1", "layers.0 · EncoderLayer".
};

/// The body of a function, by its class or name.
Body functionBody(const Document& document, const onnxir::Model& model, GraphId function);

/// One graph that the node `holder` holds: "then_branch · if_1".
Body branchBody(const Document& document, const onnxir::Model& model, NodeId holder, GraphId branch);

/// The subgraphs that an FX node reads (cond's branches, while_loop's condition and body), with the names of their attributes.
std::vector<std::pair<std::string, GraphId>> subgraphsOf(const fx::ExportedProgram& program, NodeId caller);
/// One subgraph that `caller` reads: "true_graph_0 · cond".
Body subgraphBody(const Document& document, const fx::ExportedProgram& program, NodeId caller, GraphId subgraph);
/// Some nodes of one FX graph, as a module's; those of other graphs than the first one's are left out.
Body regionBody(const Document& document, const fx::ExportedProgram& program, const std::vector<NodeId>& nodes, std::string title);
/// The innermost module that all of `nodes` belong to, as its nodes in graph order and "layers.0 · EncoderLayer"; none at the root.
std::pair<std::vector<NodeId>, std::string> moduleAround(const fx::ExportedProgram& program, const std::vector<NodeId>& nodes);

} // namespace sidelight::session
