// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/fx/program.h"
#include "core/fx/schema.h"

#include <functional>
#include <string_view>

namespace sidelight::fx {

/// The value that `node` gives for the schema's argument `name`: positional, by keyword, or the schema's default; null when there is none.
const Argument* argumentOf(const Node& node, const Schema& schema, std::string_view name);
/// The same, only where the node itself gives it.
Argument* givenArgument(Node& node, const Schema& schema, std::string_view name);

/// Whether a call can be left out when nobody reads it: it writes to nothing, asserts nothing, and its subgraphs neither. An operator without a
/// schema (a custom one) is not pure.
bool isPure(const ExportedProgram& program, const Node& node);
/// Whether two equal calls give equal results: pure and not random.
bool isDeterministic(const ExportedProgram& program, const Node& node);
/// Whether the call only states something about its arguments: aten._assert_*, sym_constrain_*.
bool isAssertion(const Node& node);

/// Replaces each Value of `node` that map(Value) gives an Argument for; whether any was.
bool substitute(Node& node, const std::function<const Argument*(Value)>& map);

/// Calls visit(GraphId) for each subgraph that `node` names: a get_attr of a subgraph, or a GraphId argument.
void visitSubgraphs(const Node& node, const std::function<void(GraphId)>& visit);

/// The keys of nn_module_stack as one text; equal for nodes of one module call.
std::string moduleStackKey(const Node& node);

/// The node of the output of `graph`, or kNoNode.
NodeId outputOf(const ir::Graph<Node>& graph);
/// The output leaves: the items of the output node's tuple or list.
const std::vector<Argument>& outputItems(const Node& output);
/// Makes the signature's output values those of the output node, after an edit that did not change their number.
void syncSignature(Rewriter& rewriter);

} // namespace sidelight::fx
