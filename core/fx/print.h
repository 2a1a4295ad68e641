// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/fx/program.h"

#include <cstddef>
#include <functional>
#include <string>
#include <unordered_map>

namespace sidelight::fx {

/// Prints as Python's str(graph), byte for byte and without a newline at the end.
std::string printGraph(const ExportedProgram& program, GraphId graph = kMainGraph);

/// Prints as Python's graph.print_tabular(): opcode, name, target, args, kwargs in columns.
std::string printTabular(const ExportedProgram& program, GraphId graph = kMainGraph);

/// Prints as Python's graph_module.code: the forward() that torch.fx generates.
std::string printCode(const ExportedProgram& program, GraphId graph = kMainGraph);

/// Number of nodes of `graph` that read each node: Python's len(node.users).
std::unordered_map<NodeId, std::size_t> userCounts(const ir::Graph<Node>& graph);

/// One line of printGraph for `node`: "%add : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args =
/// (%x, 1), kwargs = {})".
std::string formatNode(const ir::Graph<Node>& graph, const Node& node, std::size_t users);

/// How an argument prints in formatNode: nodes as %name, texts without quotes.
std::string formatArgument(const ir::Graph<Node>& graph, const Argument& argument);

/// What a node is called in printed text.
using NodeNaming = std::function<std::string(NodeId)>;

/// Python's repr of an argument: nodes by name (or as `naming` says), texts in quotes.
std::string reprArgument(const ir::Graph<Node>& graph, const Argument& argument, const NodeNaming& naming = {});

} // namespace sidelight::fx
