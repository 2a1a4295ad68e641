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

Status removeAssertions(PassContext& context)
{
    for (const GraphId graph : context.unit().graphs.ids()) {
        std::vector<NodeId> ids = context.rewriter.graph(graph).orderCopy();
        // Backwards: functional assertions hand a token from one to the next.
        for (auto id = ids.rbegin(); id != ids.rend(); ++id) {
            if (!context.rewriter.contains(*id))
                continue;
            context.rewriter.visit(*id);
            if (!isAssertion(context.rewriter.graph(graph)[*id]))
                continue;
            context.rewriter.match();
            if (Status status = eraseWithCondition(context, *id); !status)
                return status;
        }
    }
    return {};
}

constexpr std::string_view kHelp = R"(Looks for calls that compute nothing and only state something about their arguments: aten._assert_scalar, aten._assert_async,
aten._assert_tensor_metadata, aten.sym_constrain_range, aten.sym_constrain_range_for_size, their functional forms, torch._check and torch._assert. These are
also the guards that torch.export writes into the graph for what it assumed of sizes.

Makes nothing of them: they are erased, and so is what nobody but them reads, such as the comparison of a size with its bound.

Leaves a condition that something else reads too, and calls that may have an effect of their own. The ranges of the symbols stay known: they are facts of
the program, not nodes.

Before:
    %sym_size_int : call_function[target=torch.ops.aten.sym_size.int](args = (%x, 0))
    %ge : call_function[target=operator.ge](args = (%sym_size_int, 2))
    %_assert_scalar_default : call_function[target=torch.ops.aten._assert_scalar.default](args = (%ge, too short))
    %relu : call_function[target=torch.ops.aten.relu.default](args = (%x,))
After:
    %relu : call_function[target=torch.ops.aten.relu.default](args = (%x,))
)";

} // namespace

constinit const Pass kRemoveAssertions{
    .id = "remove-assertions",
    .summary = "Removes run-time assertions and what only they read.",
    .run = removeAssertions,
    .help = kHelp,
};

} // namespace sidelight::fx::passes
