// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "core/fx/calls.h"
#include "core/fx/passes/pipeline.h"

#include <deque>

namespace sidelight::fx::passes {

namespace {

/// Erases `id` and then what only it read.
Status eraseWithCondition(PassContext& context, NodeId assertion)
{
    std::deque<NodeId> open = {assertion};
    while (!open.empty()) {
        const NodeId id = open.front();
        open.pop_front();
        if (!context.rewriter.contains(id) || context.rewriter.hasUsers(id))
            continue;
        const Node node = context.rewriter.node(id);
        if (!isAssertion(node) && !(node.op == Op::CallFunction && isPure(context.unit(), node)))
            continue;
        visitInputs(node, [&](Value value, std::uint32_t) { open.push_back(value.node); });
        if (Status status = context.rewriter.erase(id); !status)
            return status;
    }
    return {};
}

} // namespace

Status removeAssertions(PassContext& context)
{
    for (const GraphId graph : context.unit().graphs.ids()) {
        std::vector<NodeId> ids = context.rewriter.graph(graph).orderCopy();
        // Backwards: functional assertions hand a token from one to the next.
        for (auto id = ids.rbegin(); id != ids.rend(); ++id) {
            if (!context.rewriter.contains(*id) || !isAssertion(context.rewriter.graph(graph)[*id]))
                continue;
            context.rewriter.setCause(*id);
            if (Status status = eraseWithCondition(context, *id); !status)
                return status;
        }
    }
    return {};
}

} // namespace sidelight::fx::passes
