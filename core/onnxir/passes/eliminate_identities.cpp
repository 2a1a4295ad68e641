// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/onnxir/passes/pipeline.h"

#include <algorithm>

namespace sidelight::onnxir::passes {
namespace {

/// A graph result that needs a node of its own: what the Identity reads is an input or initializer, comes from an enclosing graph, or is a result already.
bool isNeeded(const Rewriter& rewriter, GraphId graph, NodeId identity, Value source)
{
    const auto readByOutput = [&](Value value) {
        const auto& uses = rewriter.uses(value);
        return std::any_of(uses.begin(), uses.end(), [&](const ir::Use& use) { return rewriter.node(use.user).kind == Kind::Output; });
    };
    if (!readByOutput({identity, 0}))
        return false;
    return rewriter.graphOf(source.node) != graph || rewriter.node(source.node).kind != Kind::Operator || readByOutput(source);
}

Status eliminateIdentities(PassContext& context)
{
    Rewriter& rewriter = context.rewriter;
    for (const GraphId graph : context.unit().graphs.ids())
        for (const NodeId id : rewriter.graph(graph).orderCopy()) {
            const Node& node = rewriter.graph(graph)[id];
            rewriter.visit(id);
            if (node.kind != Kind::Operator || !node.op.domain.empty() || node.op.op_type != "Identity" || !node.inputs.front())
                continue;
            const Value source = *node.inputs.front();
            if (isNeeded(rewriter, graph, id, source))
                continue;
            rewriter.match();
            if (const Status status = rewriter.deleteAndForward(id, source); !status)
                return status;
        }
    return {};
}

constexpr std::string_view kHelp = R"(Looks for Identity nodes, in the main graph, in functions and in the bodies of If, Loop and Scan.

Makes their readers read what the Identity reads, and erases it.

Leaves an Identity that a graph's output needs: the output would otherwise be an input or initializer, a value of an enclosing graph, or a value that is an
output already.

Before:
    copy = Identity(x)
    y = Relu(copy)
After:
    y = Relu(x)
)";

} // namespace

constinit const Pass kIdentityElimination{
    .id = "identity-elimination",
    .summary = "Removes Identity nodes whose readers can read their input.",
    .run = eliminateIdentities,
    .help = kHelp,
};

} // namespace sidelight::onnxir::passes
