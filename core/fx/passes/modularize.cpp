// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
//
// A stretch of the order whose nodes are all below one entry of nn_module_stack is convex: it can be called as a whole. It moves into a subgraph, and in its place
// come a get_attr of the subgraph, a call of it and a getitem for each result. These belong to the module around, so that a second run finds nothing. Then the
// subgraph's own nodes are looked at in the same way, one level deeper.

#include "core/fx/aliases.h"
#include "core/fx/calls.h"
#include "core/fx/module_stack.h"
#include "core/fx/names.h"
#include "core/fx/passes/pipeline.h"
#include "core/support/text.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

namespace sidelight::fx::passes {

namespace {

using Stack = std::vector<ModuleFrame>;

constexpr ir::PassOption kOptions[] = {
    {"min-nodes", std::int64_t{2}, "The smallest stretch, in calls, that becomes a subgraph."},
};

bool isSame(const ModuleFrame& left, const ModuleFrame& right) { return left.key == right.key && left.path == right.path; }

class Modularizer {
public:
    explicit Modularizer(PassContext& context)
        : rewriter_(context.rewriter), unit_(context.unit()), minimum_(ir::optionOf<std::int64_t>(kModularize, context.options, "min-nodes"))
    {
    }

    Status run()
    {
        std::vector<GraphId> open = unit_.graphs.ids();
        while (!open.empty()) {
            const GraphId graph = open.back();
            open.pop_back();
            if (!writtenValues(unit_, graph).empty())
                continue;
            if (Status status = split(graph, open); !status)
                return status;
        }
        return {};
    }

private:
    [[nodiscard]] const Stack& stackOf(GraphId graph, NodeId id) const { return rewriter_.graph(graph)[id].metadata().nn_module_stack; }

    /// Entries that all nodes with a module have in common.
    [[nodiscard]] std::size_t commonDepth(GraphId graph) const
    {
        const Stack* first = nullptr;
        std::size_t depth = 0;
        for (const NodeId id : rewriter_.graph(graph).order()) {
            const Stack& stack = stackOf(graph, id);
            const Op op = rewriter_.graph(graph)[id].op;
            if (stack.empty() || !isModule(stack.front()) || op == Op::Placeholder || op == Op::Output)
                continue;
            if (!first) {
                first = &stack;
                depth = stack.size();
            }
            std::size_t same = 0;
            while (same < std::min(depth, stack.size()) && isSame((*first)[same], stack[same]))
                ++same;
            depth = same;
        }
        return depth;
    }

    Status split(GraphId graph, std::vector<GraphId>& open)
    {
        const std::size_t depth = commonDepth(graph);
        std::vector<std::vector<NodeId>> stretches;
        const ModuleFrame* current = nullptr;
        for (const NodeId id : rewriter_.graph(graph).order()) {
            rewriter_.visit(id);
            const Op op = rewriter_.graph(graph)[id].op;
            const Stack& stack = stackOf(graph, id);
            const bool isInside = (op == Op::CallFunction || op == Op::GetAttr) && stack.size() > depth && isModule(stack[depth]);
            if (!isInside) {
                // An attribute that nothing places in a module (the body of a cond) goes where it is read.
                current = op == Op::GetAttr ? current : nullptr;
                continue;
            }
            if (!current || !isSame(*current, stack[depth]))
                stretches.emplace_back();
            current = &stack[depth];
            stretches.back().push_back(id);
        }
        NameScope names(rewriter_.graph(graph));
        for (const auto& stretch : stretches) {
            const auto calls = std::count_if(stretch.begin(), stretch.end(), [&](NodeId id) { return rewriter_.graph(graph)[id].op == Op::CallFunction; });
            if (calls < minimum_ || calls == 0)
                continue;
            auto body = moveOut(graph, stretch, depth, names);
            if (!body)
                return body.error();
            open.push_back(*body);
        }
        return {};
    }

    /// Moves the stretch into a graph of its own and calls that.
    Result<GraphId> moveOut(GraphId graph, const std::vector<NodeId>& stretch, std::size_t depth, NameScope& names)
    {
        const std::set<NodeId> within(stretch.begin(), stretch.end());
        rewriter_.setCause(stretch.front());
        rewriter_.match();
        const GraphId body = rewriter_.addGraph();
        std::unordered_map<NodeId, NodeId> copies;
        std::vector<Value> operands;
        for (const NodeId id : stretch)
            visitInputs(rewriter_.graph(graph)[id], [&](Value value, std::uint32_t) {
                if (within.count(value.node) == 0 && std::find(operands.begin(), operands.end(), value) == operands.end())
                    operands.push_back(value);
            });
        std::vector<Value> attributes;
        std::stable_partition(operands.begin(), operands.end(), [&](Value operand) { return rewriter_.graph(graph)[operand.node].op != Op::GetAttr; });
        for (const Value operand : operands) {
            if (const Node source = rewriter_.graph(graph)[operand.node]; source.op == Op::GetAttr) {
                attributes.push_back(operand);
                copies.emplace(operand.node, rewriter_.insert(body, kNoNode, source, operand.node));
                continue;
            }
            Node placeholder;
            placeholder.op = Op::Placeholder;
            placeholder.name = placeholder.target = rewriter_.graph(graph)[operand.node].name;
            placeholder.val = rewriter_.graph(graph)[operand.node].val;
            copies.emplace(operand.node, rewriter_.insert(body, kNoNode, std::move(placeholder), operand.node));
        }
        std::vector<NodeId> results;
        for (const NodeId id : stretch) {
            rewriter_.setCause(id);
            Node copy = rewriter_.graph(graph)[id];
            mapInputs(copy, [&](Value value) { return Value{copies.at(value.node), value.output}; });
            copies.emplace(id, rewriter_.insert(body, kNoNode, std::move(copy), id));
            const auto& uses = rewriter_.uses({id});
            if (std::any_of(uses.begin(), uses.end(), [&](const ir::Use& use) { return within.count(use.user) == 0 && rewriter_.graphOf(use.user) == graph; }))
                results.push_back(id);
        }
        rewriter_.setCause(stretch.front());
        Node output;
        output.op = Op::Output;
        output.name = output.target = "output";
        ArgumentTuple tuple;
        for (const NodeId id : results)
            tuple.items.emplace_back(Value{copies.at(id)});
        output.args = {std::move(tuple)};
        rewriter_.insert(body, kNoNode, std::move(output));
        std::erase_if(operands, [&](Value operand) { return std::find(attributes.begin(), attributes.end(), operand) != attributes.end(); });
        if (Status status = call(graph, body, {stretch, operands, results, depth}, names); !status)
            return status.error();
        for (const Value attribute : attributes)
            if (!rewriter_.hasUsers(attribute.node))
                if (Status status = rewriter_.erase(attribute.node); !status)
                    return status.error();
        return body;
    }

    struct Region {
        const std::vector<NodeId>& nodes;
        const std::vector<Value>& operands;
        const std::vector<NodeId>& results;
        std::size_t depth;
    };

    /// Puts the call of `body` in the place of the region's nodes.
    Status call(GraphId graph, GraphId body, const Region& region, NameScope& names)
    {
        const NodeId first = region.nodes.front();
        const NodeId after = rewriter_.graph(graph).next(region.nodes.back());
        NodeMeta meta = rewriter_.graph(graph)[first].metadata();
        std::string path = meta.nn_module_stack[region.depth].path;
        std::replace(path.begin(), path.end(), '.', '_');
        meta.nn_module_stack.resize(region.depth);
        if (region.depth == 0) // None at all would be taken over from the node that it stands for.
            meta.nn_module_stack.push_back({std::string(kNoModule), std::string(kNoModule), {}});
        meta.torch_fn.clear();
        const auto around = std::make_shared<const NodeMeta>(std::move(meta));

        Node attribute;
        attribute.op = Op::GetAttr;
        attribute.name = attribute.target = names.make(path.empty() ? "submodule" : path);
        attribute.subgraph = body;
        attribute.val.kind = ir::Type::Kind::Object;
        attribute.meta = around;
        const std::string identifier = attribute.name;
        Node invoke;
        invoke.name = names.make("invoke_subgraph");
        invoke.target = "torch.ops.higher_order.invoke_subgraph";
        invoke.meta = around;
        invoke.args = {Value{rewriter_.insert(graph, after, std::move(attribute), first)}, identifier};
        invoke.args.insert(invoke.args.end(), region.operands.begin(), region.operands.end());
        invoke.val.kind = ir::Type::Kind::List;
        for (const NodeId id : region.results)
            invoke.val.elements.push_back(rewriter_.graph(graph)[id].val);
        const NodeId invoked = rewriter_.insert(graph, after, std::move(invoke), first);
        for (std::size_t at = 0; at < region.results.size(); ++at) {
            const NodeId id = region.results[at];
            rewriter_.setCause(id);
            Node item;
            item.name = names.make("getitem");
            item.target = "operator.getitem";
            item.args = {Value{invoked}, static_cast<std::int64_t>(at)};
            item.val = rewriter_.graph(graph)[id].val;
            NodeMeta itemMeta = rewriter_.graph(graph)[id].metadata();
            itemMeta.nn_module_stack = around->nn_module_stack;
            item.meta = std::make_shared<const NodeMeta>(std::move(itemMeta));
            rewriter_.replaceAllUsesWith({id}, {rewriter_.insert(graph, after, std::move(item), id)});
        }
        for (auto id = region.nodes.rbegin(); id != region.nodes.rend(); ++id) {
            rewriter_.setCause(*id);
            if (Status status = rewriter_.erase(*id); !status)
                return status;
        }
        return {};
    }

    Rewriter& rewriter_;
    const ExportedProgram& unit_;
    std::int64_t minimum_;
};

Status modularize(PassContext& context) { return Modularizer(context).run(); }

constexpr std::string_view kHelp = R"(Looks for stretches of neighbouring calls that belong to one call of a module, as nn_module_stack tells, from the outermost module to the innermost.

Makes a subgraph of each stretch and a call of it (invoke_subgraph) in its place, with a getitem for each value that the rest of the graph reads. What the
stretch reads becomes an operand. The call belongs to the module around. inline-subgraphs, which runs last, is the inverse: lowering wants one flat graph.

Leaves stretches of fewer than min-nodes calls (2), calls outside all modules, and graphs in which something is written to. A module whose calls are
interleaved with others' gives several subgraphs; topological-reorder puts them together before.

Before:
    %linear : call_function[target=torch.ops.aten.linear.default](args = (%x, %p_weight))   in module mlp
    %relu : call_function[target=torch.ops.aten.relu.default](args = (%linear,))            in module mlp
    %add : call_function[target=torch.ops.aten.add.Tensor](args = (%relu, %x))
After:
    %mlp : get_attr[target=mlp]
    %invoke_subgraph : call_function[target=torch.ops.higher_order.invoke_subgraph](args = (%mlp, mlp, %x, %p_weight))
    %getitem : call_function[target=operator.getitem](args = (%invoke_subgraph, 0))
    %add : call_function[target=torch.ops.aten.add.Tensor](args = (%getitem, %x))
)";

} // namespace

constinit const Pass kModularize{
    .id = "modularize",
    .summary = "Makes a subgraph of each module's calls, and calls it.",
    .run = modularize,
    .help = kHelp,
    .options = kOptions,
    .standard = false,
};

} // namespace sidelight::fx::passes
