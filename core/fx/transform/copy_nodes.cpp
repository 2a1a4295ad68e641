// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "core/fx/transform/copy_nodes.h"

#include "core/fx/calls.h"
#include "core/fx/infer/unknown_type.h"

#include <utility>

namespace sidelight::fx {

Node copyNode(Rewriter& rewriter, const ExportedProgram& source, const Node& node, const std::unordered_map<NodeId, Argument>& map, NodeId origin)
{
    Node copy = node;
    substitute(copy, [&](Value value) -> const Argument* {
        const auto found = map.find(value.node);
        return found == map.end() ? nullptr : &found->second;
    });
    if (copy.op == Op::GetAttr && copy.subgraph != kMainGraph && source.graphs.contains(copy.subgraph))
        copy.subgraph = copyGraph(rewriter, source, copy.subgraph, origin);
    const auto copyBody = [&](Argument& argument) {
        if (auto* body = std::get_if<GraphId>(&argument.content); body && source.graphs.contains(*body))
            *body = copyGraph(rewriter, source, *body, origin);
    };
    for (Argument& argument : copy.args)
        copyBody(argument);
    for (auto& [key, argument] : copy.kwargs)
        copyBody(argument);
    return copy;
}

NodeId insertMarked(Rewriter& rewriter, GraphId graph, NodeId before, Node node, NodeId origin, ir::CodeLocation where)
{
    const bool hasType = node.val.kind != ir::Type::Kind::Unknown || node.op == Op::Output;
    const NodeId id = rewriter.insert(graph, before, std::move(node), origin, where);
    if (hasType && (origin == kNoNode || !isMarkedUnknown(rewriter.node(origin))))
        return id;
    Node marked = rewriter.node(id);
    if (marked.op == Op::Output)
        return id;
    assignType(marked, ir::Type(marked.val));
    rewriter.update(id, std::move(marked), where);
    return id;
}

GraphId copyGraph(Rewriter& rewriter, const ExportedProgram& source, GraphId graph, NodeId origin)
{
    const GraphId target = rewriter.addGraph();
    std::unordered_map<NodeId, Argument> map;
    for (const NodeId id : source.graphs[graph].order()) {
        Node node = copyNode(rewriter, source, source.graphs[graph][id], map, origin);
        map.emplace(id, Argument(Value{rewriter.insert(target, kNoNode, std::move(node), origin)}));
    }
    return target;
}

} // namespace sidelight::fx
