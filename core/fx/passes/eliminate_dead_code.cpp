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
        context.rewriter.visit(id);
        if (context.rewriter.hasUsers(id) || !isPure(context.unit(), context.rewriter.graph(graphId)[id]))
            continue;
        context.rewriter.match();
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
    context.rewriter.setCause(kNoNode);
    for (const GraphId id : program.graphs.ids())
        if (reached.count(id) == 0)
            context.rewriter.removeGraph(id);
}

Status eliminateDeadCode(PassContext& context)
{
    for (const GraphId graph : context.unit().graphs.ids())
        if (Status status = sweep(context, graph); !status)
            return status;
    removeUnreachableGraphs(context);
    return {};
}

constexpr std::string_view kHelp = R"(Looks for calls and get_attr nodes that nobody reads, from the end of each graph to its beginning, so that what only they read is found in the same walk; then
for subgraphs that no node names.

Makes nothing of them: they are erased.

Leaves placeholders and outputs, which are the program's signature, and calls that may have an effect: those that write to an argument, assertions
(remove-assertions takes them), and custom operators, whose schema is not known.

Before:
    %sin : call_function[target=torch.ops.aten.sin.default](args = (%x,))
    %cos : call_function[target=torch.ops.aten.cos.default](args = (%sin,))
    return (%x,)
After:
    return (%x,)
)";

} // namespace

constinit const Pass kDeadCodeElimination{
    .id = "dead-code-elimination",
    .summary = "Removes calls whose results nobody reads.",
    .run = eliminateDeadCode,
    .help = kHelp,
};

} // namespace sidelight::fx::passes
