// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/fx/text/graph_builder.h"

#include "core/fx/calls.h"
#include "core/fx/infer/unknown_type.h"
#include "core/fx/transform/infer_type.h"

#include <utility>

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

void GraphBuilder::finish() { program_->graphs.add(id_, std::move(graph_)); }

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
