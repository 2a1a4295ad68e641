// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "core/fx/transform/writers.h"

#include "core/fx/calls.h"
#include "core/fx/schema.h"

#include <unordered_set>

namespace sidelight::fx {

namespace {

std::vector<NodeId> writtenBy(const Node& node)
{
    std::vector<NodeId> targets;
    const Schema* schema = node.op == Op::CallFunction ? findSchema(node.target) : nullptr;
    if (!schema || !schema->isMutable())
        return targets;
    std::uint32_t slot = 0;
    auto add = [&](Value value, std::uint32_t) { targets.push_back(value.node); };
    for (const SchemaArgument& argument : schema->arguments)
        if (argument.alias.write)
            if (const Argument* given = argumentOf(node, *schema, argument.name))
                detail::visitArgument(*given, add, slot);
    return targets;
}

} // namespace

Writers::Writers(const ExportedProgram& program, GraphId graphId)
{
    const auto& graph = program.graphs[graphId];
    for (const NodeId id : graph.order()) {
        std::vector<NodeId> targets = writtenBy(graph[id]);
        if (!targets.empty())
            writers_.emplace_back(id, std::move(targets));
    }
    if (!writers_.empty())
        classes_.emplace(program, graphId);
}

NodeId Writers::crossing(const ir::Graph<Node>& graph, const Group& group, NodeId to) const
{
    if (writers_.empty())
        return kNoNode;
    NodeId first = kNoNode;
    std::unordered_set<NodeId> touched(group.nodes);
    std::unordered_set<NodeId> written;
    for (const NodeId id : group.nodes) {
        first = first == kNoNode || graph.precedes(id, first) ? id : first;
        for (const NodeId target : writtenBy(graph[id]))
            for (const NodeId member : classes_->members(target))
                written.insert(member);
    }
    for (const Value input : group.inputs)
        touched.insert(input.node);
    for (const auto& [id, targets] : writers_) {
        if (group.nodes.count(id) != 0 || !graph.contains(id) || graph.precedes(id, first) || (to != kNoNode && !graph.precedes(id, to)))
            continue;
        for (const NodeId target : targets)
            for (const NodeId member : classes_->members(target))
                if (touched.count(member) != 0)
                    return id;
    }
    for (NodeId id = first; !written.empty() && id != to && id != kNoNode; id = graph.next(id)) {
        bool reads = false;
        visitInputs(graph[id], [&](Value value, std::uint32_t) { reads = reads || written.count(value.node) != 0; });
        if (reads && group.nodes.count(id) == 0)
            return id;
    }
    return kNoNode;
}

} // namespace sidelight::fx
