// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/fx/transform/infer_type.h"

#include "core/fx/infer/call.h"
#include "core/fx/infer/unknown_type.h"

#include <algorithm>
#include <utility>

namespace sidelight::fx {

ir::Type inferType(const ir::Graph<Node>& graph, const Node& node)
{
    if (node.op != Op::CallFunction)
        return {};
    const Schema* schema = findSchema(node.target);
    if (!schema)
        return infer::pythonType(graph, node);
    if (schema->returns.empty()) {
        ir::Type none;
        none.kind = ir::Type::Kind::None;
        return none;
    }
    const infer::Call call(graph, node, *schema);
    if (schema->isMutable()) {
        // `relu_` gives its argument back.
        const SchemaArgument& self = schema->arguments.front();
        const ir::TensorType* type = self.alias.write && !schema->has(SchemaTag::InplaceView) && schema->returns.size() == 1 ? call.tensor(self.name) : nullptr;
        return type ? ir::Type::of(*type) : ir::Type();
    }
    for (const auto table : {infer::elementwiseRules(), infer::viewRules(), infer::productRules()})
        for (const infer::Rule& rule : table)
            if (rule.name == schema->name)
                return rule.run(call);
    return schema->has(SchemaTag::Pointwise) ? infer::pointwiseType(call) : ir::Type();
}

void inferTypes(Rewriter& rewriter, GraphId graphId)
{
    const ir::Graph<Node>& graph = rewriter.graph(graphId);
    for (const NodeId id : graph.orderCopy()) {
        const Node& node = graph[id];
        if (node.op != Op::CallFunction || node.val.kind != ir::Type::Kind::Unknown)
            continue;
        ir::Type type = inferType(graph, node);
        if (type.kind == ir::Type::Kind::Unknown)
            continue;
        Node changed = node;
        assignType(changed, std::move(type));
        rewriter.update(id, std::move(changed));
    }
}

bool isMarkedUnknown(const Node& node)
{
    const auto& custom = node.metadata().custom;
    return node.val.kind == ir::Type::Kind::Unknown && std::any_of(custom.begin(), custom.end(), [](const auto& entry) { return entry.first == kUnknownType; });
}

void assignType(Node& node, ir::Type type)
{
    const bool unknown = type.kind == ir::Type::Kind::Unknown;
    node.val = std::move(type);
    const auto isMark = [](const auto& entry) { return entry.first == kUnknownType; };
    const auto& custom = node.metadata().custom;
    if (std::any_of(custom.begin(), custom.end(), isMark) == unknown)
        return;
    NodeMeta meta = node.metadata();
    if (unknown)
        meta.custom.emplace_back(kUnknownType, "type");
    else
        std::erase_if(meta.custom, isMark);
    node.meta = std::make_shared<const NodeMeta>(std::move(meta));
}

} // namespace sidelight::fx
