// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/fx/text/graph_builder.h"

#include "core/fx/calls.h"
#include "core/fx/infer/unknown_type.h"
#include "core/fx/schema.h"
#include "core/fx/transform/infer_type.h"
#include "core/support/text.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace sidelight::fx::text {

std::optional<Value> GraphBuilder::named(std::string_view name) const
{
    const auto found = values_.find(name);
    return found == values_.end() ? std::nullopt : std::optional(found->second);
}

std::string GraphBuilder::freshName(const std::string& base)
{
    std::string name = names_.create(base);
    while (used_.count(name) != 0)
        name = names_.create(base);
    return name;
}

Value GraphBuilder::add(Node node, const std::optional<ir::Type>& type)
{
    if (node.name.empty())
        node.name = freshName(node.op == Op::CallFunction ? targetToName(node.target) : node.target);
    else if (isTaken(node.name))
        node.name = freshName(node.name);
    used_.insert(node.name);
    const bool typed = type && type->kind != ir::Type::Kind::Unknown;
    const bool isCall = node.op != Op::Placeholder && node.op != Op::GetAttr && node.op != Op::Output;
    if (node.op != Op::Output)
        assignType(node, typed ? *type : isCall ? inferType(graph_, node) : ir::Type());
    const Value value{program_->newNodeId(), 0};
    values_[node.name] = value;
    graph_.insert(value.node, std::make_shared<const Node>(std::move(node)));
    return value;
}

void GraphBuilder::replace(NodeId id, Node node) { graph_.replace(id, std::make_shared<const Node>(std::move(node))); }

void GraphBuilder::typeListsByItems()
{
    std::map<NodeId, std::vector<ir::Type>> lists;
    for (const NodeId id : graph_.order()) {
        const Node& node = graph_[id];
        const Value* list = node.target == "operator.getitem" && node.args.size() == 2 ? node.args[0].as<Value>() : nullptr;
        const auto* index = list ? node.args[1].as<std::int64_t>() : nullptr;
        constexpr std::int64_t kMost = 4096;
        if (!index || *index < 0 || *index >= kMost || !isMarkedUnknown(graph_[list->node]) || node.val.kind == ir::Type::Kind::Unknown)
            continue;
        std::vector<ir::Type>& items = lists[list->node];
        items.resize(std::max(items.size(), static_cast<std::size_t>(*index) + 1));
        items[static_cast<std::size_t>(*index)] = node.val;
    }
    for (auto& [id, items] : lists) {
        const Node& call = graph_[id];
        const Schema* schema = findSchema(call.overload());
        const bool isTensor = schema && schema->returns.size() == 1 && !schema->returns.front().type.list; // An item of it is a row.
        if (call.op == Op::Placeholder || call.op == Op::GetAttr || isTensor || (!schema && !support::startsWith(call.target, "torch.ops.")))
            continue;
        if (schema && schema->returns.size() > items.size())
            items.resize(schema->returns.size());
        Node changed = call;
        assignType(changed, ir::Type::list(std::move(items)));
        replace(id, std::move(changed));
    }
}

void GraphBuilder::finish()
{
    typeListsByItems();
    program_->graphs.add(id_, std::move(graph_));
}

GraphSignature plainSignature(const ir::Graph<Node>& graph)
{
    GraphSignature signature;
    for (const NodeId id : graph.order()) {
        const Node& node = graph[id];
        if (node.op == Op::Placeholder)
            signature.inputs.push_back({InputKind::UserInput, node.name, {}, true, {}});
        if (node.op == Op::Output)
            for (const Argument& item : outputItems(node))
                signature.outputs.push_back({OutputKind::UserOutput, item, {}});
    }
    return signature;
}

} // namespace sidelight::fx::text
