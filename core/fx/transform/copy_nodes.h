// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/fx/program.h"

#include <unordered_map>

namespace sidelight::fx {

/// `node` of `source` as a node of the rewriter's program: values become what `map` has for their nodes (those that it lacks stay), subgraphs are copied into
/// graphs of the program. Not inserted. Nodes of the copied graphs inherit from `origin`, unless it is kNoNode.
Node copyNode(Rewriter& rewriter, const ExportedProgram& source, const Node& node, const std::unordered_map<NodeId, Argument>& map, NodeId origin = kNoNode);

/// Inserts a node as Rewriter::insert does; it is marked unknown when it has no type, and not when `origin` alone has none.
NodeId insertMarked(Rewriter& rewriter, GraphId graph, NodeId before, Node node, NodeId origin, ir::CodeLocation where = ir::CodeLocation::current());

/// Copies a graph of `source` into a new one of the rewriter's program.
GraphId copyGraph(Rewriter& rewriter, const ExportedProgram& source, GraphId graph, NodeId origin = kNoNode);

} // namespace sidelight::fx
