// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "core/fx/passes/inline_calls.h"
#include "core/fx/passes/pipeline.h"

namespace sidelight::fx::passes {

namespace {

constexpr std::string_view kWrappers[] = {"higher_order.wrap_with_set_grad_enabled", "higher_order.wrap_with_autocast", "higher_order.invoke_subgraph",
    "higher_order.wrap"};

Status inlineWrappers(PassContext& context) { return inlineCalls(context, kWrappers); }

constexpr std::string_view kHelp = R"(Looks for calls that only run a subgraph: wrap_with_set_grad_enabled (a region of no_grad), wrap_with_autocast, invoke_subgraph (a region that is compiled
once and called often) and wrap; also those inside such subgraphs.

Makes the nodes of the subgraph of them, in the call's place and with names of their own. In an autocast region the casts that PyTorch makes behind the
program's back are written out (aten._to_copy), each with a note (FXE0015). Subgraphs that no node names any more are removed.

Leaves cond, while_loop, scan and the like, which choose or repeat.

Before:
    %submod_1 : get_attr[target=submod_1]
    %wrap : call_function[target=torch.ops.higher_order.wrap_with_set_grad_enabled](args = (False, %submod_1, %x))
    %getitem : call_function[target=operator.getitem](args = (%wrap, 0))
After:
    %relu : call_function[target=torch.ops.aten.relu.default](args = (%x,))
)";

} // namespace

constinit const Pass kInlineWrappers{
    .id = "inline-wrappers",
    .summary = "Inlines subgraphs that are only run: regions of no_grad and autocast, with autocast's casts.",
    .run = inlineWrappers,
    .help = kHelp,
};

} // namespace sidelight::fx::passes
