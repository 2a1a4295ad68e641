// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "core/fx/passes/inline_calls.h"
#include "core/fx/passes/pipeline.h"

namespace sidelight::fx::passes {

namespace {

constexpr std::string_view kWrappers[] = {"higher_order.invoke_subgraph", "higher_order.wrap"};

Status inlineSubgraphs(PassContext& context) { return inlineCalls(context, kWrappers); }

constexpr std::string_view kHelp = R"(Looks for calls of invoke_subgraph and wrap, which modularize makes of a module's calls. It is the last pass: lowering wants one flat graph and groups it by
module itself.

Makes the nodes of the subgraph of them, in the call's place and with names of their own. Subgraphs that no node names any more are removed.

Leaves cond, while_loop, scan and the like, which choose or repeat.

Before:
    %linear : get_attr[target=linear]
    %invoke_subgraph : call_function[target=torch.ops.higher_order.invoke_subgraph](args = (%linear, linear, %x))
    %getitem : call_function[target=operator.getitem](args = (%invoke_subgraph, 0))
After:
    %linear_1 : call_function[target=torch.ops.aten.linear.default](args = (%x, %p_weight, %p_bias))
)";

} // namespace

constinit const Pass kInlineSubgraphs{
    .id = "inline-subgraphs",
    .summary = "Inlines subgraphs that are called as they are, such as those that modularize makes.",
    .run = inlineSubgraphs,
    .help = kHelp,
};

} // namespace sidelight::fx::passes
