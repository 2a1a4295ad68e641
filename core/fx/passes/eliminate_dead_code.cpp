// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "core/fx/calls.h"
#include "core/fx/passes/pipeline.h"

#include <algorithm>
#include <set>

namespace sidelight::fx::passes {

namespace {

Status sweep(PassContext& context, GraphId graphId)
{
    std::vector<NodeId> ids = context.rewriter.graph(graphId).orderCopy();
    std::reverse(ids.begin(), ids.end());
    for (const NodeId id : ids) {
        if (context.rewriter.hasUsers(id) || !isPure(context.unit(), context.rewriter.graph(graphId)[id]))
            continue;
        context.rewriter.setCause(id);
        if (Status status = context.rewriter.erase(id); !status)
            return status;
    }
    return {};
}

/// Removes subgraphs that no node of a reachable graph names.
void removeUnreachableGraphs(PassContext& context)
{
    const ExportedProgram& program = context.unit();
    std::set<GraphId> reached = {kMainGraph};
    std::vector<GraphId> open = {kMainGraph};
    while (!open.empty()) {
        const auto& graph = program.graphs[open.back()];
        open.pop_back();
        for (const NodeId id : graph.order())
            visitSubgraphs(graph[id], [&](GraphId body) {
                if (program.graphs.contains(body) && reached.insert(body).second)
                    open.push_back(body);
            });
    }
    for (const GraphId id : program.graphs.ids())
        if (reached.count(id) == 0)
            context.rewriter.removeGraph(id);
}

} // namespace

Status eliminateDeadCode(PassContext& context)
{
    for (const GraphId graph : context.unit().graphs.ids())
        if (Status status = sweep(context, graph); !status)
            return status;
    removeUnreachableGraphs(context);
    return {};
}

} // namespace sidelight::fx::passes
