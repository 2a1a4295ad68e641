// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "core/fx/passes/mutation_outputs.h"

#include "core/fx/calls.h"

#include <algorithm>
#include <string>
#include <unordered_map>
#include <utility>

namespace sidelight::fx::passes {

void appendMutations(Rewriter& rewriter, NodeId output, const std::function<std::optional<NodeId>(NodeId)>& valueOf)
{
    GraphSignature signature = *rewriter.unit().signature;
    std::unordered_map<std::string, NodeId> placeholders;
    for (const NodeId id : rewriter.unit().main().order())
        if (const Node& node = rewriter.unit().main()[id]; node.op == Op::Placeholder)
            placeholders.emplace(node.name, id);
    std::vector<Argument> items = outputItems(rewriter.unit().main()[output]);
    for (const InputSpec& input : signature.inputs) {
        const auto placeholder = placeholders.find(input.name);
        const auto held = placeholder == placeholders.end() ? std::nullopt : valueOf(placeholder->second);
        if (!held)
            continue;
        OutputSpec spec;
        spec.kind = input.kind == InputKind::Buffer      ? OutputKind::BufferMutation
                    : input.kind == InputKind::Parameter ? OutputKind::ParameterMutation
                                                         : OutputKind::UserInputMutation;
        spec.target = input.kind == InputKind::UserInput ? input.name : input.target;
        spec.value = Value{*held};
        const auto known = std::find_if(signature.outputs.begin(), signature.outputs.end(),
            [&](const OutputSpec& other) { return other.kind == spec.kind && other.target == spec.target; });
        if (known == signature.outputs.end()) {
            items.push_back(spec.value);
            signature.outputs.push_back(std::move(spec));
        } else if (const auto at = static_cast<std::size_t>(known - signature.outputs.begin()); at < items.size()) {
            items[at] = spec.value;
            *known = std::move(spec);
        }
    }
    Node changed = rewriter.unit().main()[output];
    if (changed.args.size() == 1 && changed.args.front().as<ArgumentList>())
        changed.args = {Argument(ArgumentList(std::move(items)))};
    else
        changed.args = {Argument(ArgumentTuple{std::move(items)})};
    rewriter.setCause(kNoNode);
    rewriter.update(output, std::move(changed));
    rewriter.setSignature(std::move(signature));
}

} // namespace sidelight::fx::passes
