// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "core/fx/calls.h"
#include "core/fx/transform/replace_pattern.h"
#include "core/support/rules.h"
#include "core/support/text.h"

#include <algorithm>
#include <set>

namespace sidelight::fx {

namespace {

Diagnostic refuse(std::string why, const Node* node = nullptr)
{
    return support::diagnose(rules::kFxPass, concat("the pattern ", why), node ? std::vector{locationOf(*node)} : std::vector<support::Location>());
}

/// All that the outputs need.
std::set<NodeId> neededBy(const ir::Graph<Node>& graph, std::vector<NodeId> open)
{
    std::set<NodeId> needed(open.begin(), open.end());
    while (!open.empty()) {
        const NodeId id = open.back();
        open.pop_back();
        visitInputs(graph[id], [&](Value value, std::uint32_t) {
            if (graph.contains(value.node) && needed.insert(value.node).second)
                open.push_back(value.node);
        });
    }
    return needed;
}

} // namespace

Result<Pattern> Pattern::make(ExportedProgram program)
{
    Pattern pattern;
    pattern.program_ = std::make_shared<const ExportedProgram>(std::move(program));
    if (!pattern.program_->graphs.contains(kMainGraph))
        return refuse("has no graph");
    const auto& graph = pattern.graph();
    const NodeId output = outputOf(graph);
    if (output == kNoNode)
        return refuse("has no output");
    for (const Argument& item : outputItems(graph[output])) {
        const Value* value = item.as<Value>();
        const Node* source = value ? graph.find(value->node) : nullptr;
        if (!source || source->op == Op::Placeholder)
            return refuse(source ? concat("returns its placeholder %", source->name, ", which nothing computes") : std::string("returns something that is no node's value"),
                          source);
        pattern.returning_.push_back(value->node);
    }
    if (pattern.returning_.empty())
        return refuse("returns nothing: there is nothing to replace");
    const std::set<NodeId> needed = neededBy(graph, pattern.returning_);
    std::set<NodeId> inner;
    for (const NodeId id : graph.order()) {
        const Node& node = graph[id];
        if (node.op == Op::Output)
            continue;
        if (needed.count(id) == 0)
            return refuse(concat("does not need %", node.name, " for what it returns: it would never be matched"), &node);
        (node.op == Op::Placeholder ? pattern.placeholders_ : pattern.nodes_).push_back(id);
        visitInputs(node, [&](Value value, std::uint32_t) { inner.insert(value.node); });
    }
    for (const NodeId id : pattern.returning_)
        if (inner.count(id) == 0 && std::find(pattern.anchors_.begin(), pattern.anchors_.end(), id) == pattern.anchors_.end())
            pattern.anchors_.push_back(id);
    return pattern;
}

NodeId Match::nodeOf(NodeId patternNode) const
{
    const auto found = std::find_if(nodes.begin(), nodes.end(), [&](const auto& pair) { return pair.first == patternNode; });
    return found == nodes.end() ? kNoNode : found->second;
}

} // namespace sidelight::fx
