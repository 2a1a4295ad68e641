// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "core/fx/transform/interpreter.h"

#include "core/support/rules.h"
#include "core/support/text.h"

#include <unordered_set>

namespace sidelight::fx {

std::unordered_map<NodeId, std::vector<NodeId>> lastUses(const ir::Graph<Node>& graph)
{
    std::unordered_map<NodeId, std::vector<NodeId>> last;
    std::unordered_set<NodeId> seen;
    std::vector<NodeId> order = graph.orderCopy();
    for (auto id = order.rbegin(); id != order.rend(); ++id) {
        if (graph[*id].op != Op::Output && seen.insert(*id).second)
            last[*id].push_back(*id);
        visitInputs(graph[*id], [&](Value value, std::uint32_t) {
            if (seen.insert(value.node).second)
                last[*id].push_back(value.node);
        });
    }
    return last;
}

namespace detail {

Diagnostic whileRunning(const ir::Graph<Node>& graph, NodeId id, Diagnostic error)
{
    const Node& node = graph[id];
    error.message = concat("while running %", support::plainText(node.name), " (", name(node.op), ' ', support::plainText(node.target), "): ", error.message);
    if (error.locations.empty())
        error.locations.push_back(locationOf(node));
    return error;
}

Diagnostic noHook(const Node& node) { return support::diagnose(rules::kFxPass, concat("this interpreter has no hook for ", name(node.op))); }

Diagnostic noValue(const ir::Graph<Node>& graph, NodeId id)
{
    const Node* source = graph.find(id);
    return support::diagnose(rules::kLint, source ? concat('%', support::plainText(source->name), " has no value yet; the graph is not in order")
                                                  : concat("node ", ir::index(id), " is not in the graph"));
}

Diagnostic wrongInputs(std::size_t placeholders, std::size_t given)
{
    return support::diagnose(rules::kInputsInvalid, concat("the graph takes ", placeholders, " inputs and is given ", given));
}

} // namespace detail

} // namespace sidelight::fx
