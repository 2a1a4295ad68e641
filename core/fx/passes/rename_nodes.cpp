// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "core/fx/module_stack.h"
#include "core/fx/passes/pipeline.h"
#include "core/fx/python_names.h"
#include "core/support/text.h"

#include <string>
#include <vector>

namespace sidelight::fx::passes {

namespace {

/// "layers_0_linear" for a linear of the module layers.0.
std::string nameByModule(const Node& node)
{
    std::string name = node.target == "operator.getitem" ? "getitem" : std::string();
    if (name.empty()) {
        const auto parts = support::split(node.overload(), '.');
        name = std::string(parts.size() > 2 ? parts[parts.size() - 2] : parts.back());
    }
    const auto& stack = node.metadata().nn_module_stack;
    std::string path = !stack.empty() && isModule(stack.back()) ? stack.back().path : std::string();
    for (char& c : path)
        c = c == '.' ? '_' : c;
    return path.empty() ? name : concat(path, '_', name);
}

constexpr std::string_view kStyles[] = {"target", "module"};
constexpr ir::PassOption kOptions[] = {
    {"style", std::string_view("target"), "What a node is named after: its target, or its module and its operator.", kStyles},
};

Status renameNodes(PassContext& context)
{
    const bool byModule = ir::optionOf<std::string>(kRenameNodes, context.options, "style") == "module";
    Rewriter& rewriter = context.rewriter;
    for (const GraphId graphId : context.unit().graphs.ids()) {
        const auto& graph = rewriter.graph(graphId);
        const auto isNamed = [&](NodeId id) { return graph[id].op == Op::CallFunction || graph[id].op == Op::CallMethod || graph[id].op == Op::CallModule; };
        Namespace names;
        for (const NodeId id : graph.order())
            if (!isNamed(id))
                names.create(graph[id].name);
        for (const NodeId id : graph.orderCopy()) {
            rewriter.visit(id);
            if (!isNamed(id))
                continue;
            Node changed = graph[id];
            changed.name = names.create(byModule ? nameByModule(changed) : targetToName(changed.target));
            if (changed.name == graph[id].name)
                continue;
            rewriter.match();
            rewriter.update(id, std::move(changed));
        }
    }
    return {};
}

constexpr std::string_view kHelp = R"(Looks for calls whose name is not the one that torch.fx would make now: names tell the order in which nodes once came to be, and what passes replaced.

Makes names anew, in the order of each graph. Option style says after what: target gives add_tensor, add_tensor_1 and so on, as torch.fx names nodes; module
gives layers_0_linear after the module's path and the operator.

Leaves placeholders and outputs, whose names are the program's signature, and get_attr nodes. Names that Python reserves get a number, as torch.fx does it.

Before:
    %add_7 : call_function[target=torch.ops.aten.add.Tensor](args = (%x, 1))
    %mul_3 : call_function[target=torch.ops.aten.mul.Tensor](args = (%add_7, 2))
After:
    %add_tensor : call_function[target=torch.ops.aten.add.Tensor](args = (%x, 1))
    %mul_tensor : call_function[target=torch.ops.aten.mul.Tensor](args = (%add_tensor, 2))
)";

} // namespace

constinit const Pass kRenameNodes{
    .id = "rename-nodes",
    .summary = "Names calls anew after their targets or modules.",
    .run = renameNodes,
    .help = kHelp,
    .options = kOptions,
    .standard = false,
};

} // namespace sidelight::fx::passes
