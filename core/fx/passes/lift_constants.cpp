// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "core/fx/aliases.h"
#include "core/fx/calls.h"
#include "core/fx/passes/constant_placeholders.h"
#include "core/fx/passes/pipeline.h"
#include "core/support/rules.h"
#include "core/support/text.h"

#include <set>
#include <string>
#include <unordered_map>

namespace sidelight::fx::passes {

namespace {

bool isLift(const Node& node)
{
    const std::string_view overload = node.op == Op::CallFunction ? node.overload() : std::string_view();
    return overload == "aten.lift_fresh_copy.default" || overload == "aten.lift_fresh.default" || overload == "aten.lift.default";
}

Status liftConstants(PassContext& context)
{
    Rewriter& rewriter = context.rewriter;
    const std::set<NodeId> written = writtenValues(context.unit(), kMainGraph);
    ConstantPlaceholders placeholders(rewriter);
    std::unordered_map<std::string, NodeId> byTarget;
    std::set<NodeId> constants;
    for (const auto& [id, spec] : inputSpecs(context.unit()))
        if (spec->kind == InputKind::ConstantTensor) {
            constants.insert(id);
            byTarget.emplace(spec->target, id);
        }
    // What is erased may be the place in front of which constants go: erase afterwards.
    std::vector<std::pair<NodeId, NodeId>> replaced;
    for (const NodeId id : rewriter.graph(kMainGraph).orderCopy()) {
        const Node& node = rewriter.graph(kMainGraph)[id];
        rewriter.visit(id);
        if (node.op == Op::GetAttr && node.subgraph == kMainGraph && context.unit().stateOf(node.target) && written.count(id) == 0) {
            rewriter.match();
            auto known = byTarget.find(node.target);
            if (known == byTarget.end()) {
                const Node attribute = node;
                known = byTarget.emplace(attribute.target, placeholders.addStored(attribute, attribute.target, id)).first;
                constants.insert(known->second);
            }
            rewriter.replaceAllUsesWith({id}, {known->second});
            replaced.emplace_back(id, known->second);
            continue;
        }
        const auto* source = isLift(node) && !node.args.empty() ? node.args.front().as<Value>() : nullptr;
        if (!source || constants.count(source->node) == 0 || written.count(id) != 0 || written.count(source->node) != 0)
            continue;
        rewriter.match();
        const Value constant = *source;
        rewriter.replaceAllUsesWith({id}, constant);
        replaced.emplace_back(id, constant.node);
    }
    placeholders.declare();
    for (const auto& [id, constant] : replaced) {
        rewriter.setCause(id);
        if (Status status = rewriter.erase(id); !status)
            return status;
    }
    return {};
}

constexpr std::string_view kHelp = R"(Looks for constants of the main graph that are no placeholders yet: get_attr nodes that name a tensor of the program's state, and lift_fresh_copy, lift_fresh
and lift calls, by which torch.export takes up a tensor literal (torch.tensor([1, 2])).

Makes a placeholder of each, which the signature declares as a constant tensor, in front of the user inputs: two get_attr nodes of one tensor share it. A lift
call of such a placeholder becomes the placeholder itself.

Leaves get_attr nodes of subgraphs, those inside subgraphs (their constants are handed in as operands), tensors that are written to, and names that the state
does not have.

Before:
    %_tensor_constant0 : get_attr[target=_tensor_constant0]
    %lift_fresh_copy : call_function[target=torch.ops.aten.lift_fresh_copy.default](args = (%_tensor_constant0,))
    %add : call_function[target=torch.ops.aten.add.Tensor](args = (%x, %lift_fresh_copy))
After:
    %c__tensor_constant0 : placeholder[target=c__tensor_constant0]
    %add : call_function[target=torch.ops.aten.add.Tensor](args = (%x, %c__tensor_constant0))
)";

} // namespace

constinit const Pass kLiftConstants{
    .id = "lift-constants",
    .summary = "Makes tensors that the graph takes up as attributes or literals placeholders.",
    .run = liftConstants,
    .help = kHelp,
    .standard = false,
};

} // namespace sidelight::fx::passes
