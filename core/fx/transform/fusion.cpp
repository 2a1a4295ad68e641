// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "core/fx/transform/fusion.h"

#include "core/fx/calls.h"
#include "core/support/text.h"

namespace sidelight::fx {

namespace {

std::string named(const ir::Graph<Node>& graph, NodeId id) { return concat('%', support::plainText(graph[id].name)); }

} // namespace

Placement placementOf(const ExportedProgram& program, GraphId graphId, const Group& group, const ReadersOf& readersOf)
{
    const ir::Graph<Node>& graph = program.graphs[graphId];
    const auto later = [&](NodeId left, NodeId right) { return left == kNoNode || graph.precedes(left, right) ? right : left; };
    NodeId lastResult = kNoNode;
    NodeId firstReader = kNoNode;
    for (const NodeId result : group.results) {
        lastResult = later(lastResult, result);
        for (const NodeId reader : readersOf(result))
            if (group.nodes.count(reader) == 0 && graph.contains(reader) && (firstReader == kNoNode || graph.precedes(reader, firstReader)))
                firstReader = reader;
    }
    NodeId lastInput = kNoNode;
    for (const Value input : group.inputs)
        lastInput = later(lastInput, input.node);
    Placement placement;
    placement.before = firstReader != kNoNode ? firstReader : graph.next(lastResult);
    if (firstReader == kNoNode || lastInput == kNoNode || graph.precedes(lastInput, firstReader))
        return placement;
    // Readers of a result stand before an input: they have to wait, and with them what reads them.
    std::unordered_set<NodeId> waiting(group.results.begin(), group.results.end());
    for (NodeId id = firstReader; id != kNoNode; id = graph.next(id)) {
        const Node& node = graph[id];
        bool waits = false;
        visitInputs(node, [&](Value value, std::uint32_t) { waits = waits || waiting.count(value.node) != 0; });
        if (waits && group.nodes.count(id) == 0) {
            waiting.insert(id);
            placement.postponed.push_back(id);
            if (!isDeterministic(program, node) && placement.obstacle.empty())
                placement.obstacle = concat(named(graph, id), ", whose effect keeps its place, reads a result before ", named(graph, lastInput), " is computed");
        }
        if (id == lastInput)
            break;
    }
    for (const Value input : group.inputs)
        if (waiting.count(input.node) != 0 && group.nodes.count(input.node) == 0)
            placement.obstacle = concat("what it reads, ", named(graph, input.node), ", is computed from what it gives: replaced by one, they would be a cycle");
    placement.before = graph.next(lastInput);
    return placement;
}

} // namespace sidelight::fx
