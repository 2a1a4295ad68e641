// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "core/fx/aliases.h"

#include "core/fx/calls.h"
#include "core/fx/schema.h"
#include "core/fx/views.h"

#include <algorithm>
#include <map>
#include <string_view>

namespace sidelight::fx {

namespace {

/// Whether both name the same elements of the same storage.
bool areTied(const ir::Tensor& left, const ir::Tensor& right)
{
    return left.storage == right.storage && left.dtype == right.dtype && left.sizes == right.sizes && left.strides == right.strides &&
           left.storageOffset == right.storageOffset;
}

} // namespace

NodeId AliasClasses::find(const Forest& forest, NodeId id)
{
    for (auto found = forest.find(id); found != forest.end() && found->second != id; found = forest.find(id))
        id = found->second;
    return id;
}

void AliasClasses::join(Forest& forest, NodeId left, NodeId right)
{
    const NodeId a = find(forest, left);
    const NodeId b = find(forest, right);
    if (a != b)
        forest[std::max(a, b)] = std::min(a, b);
}

AliasClasses::AliasClasses(const ExportedProgram& program, GraphId graphId)
{
    const ir::Graph<Node>& graph = program.graphs[graphId];
    learnPlaceholders(program, graphId);
    for (const NodeId id : graph.order())
        if (graph[id].op == Op::CallFunction)
            learnCall(graph, id);
    for (const NodeId id : graph.order())
        members_[find(shared_, id)].push_back(id);
}

const std::vector<NodeId>& AliasClasses::members(NodeId id) const
{
    static const std::vector<NodeId> kNone;
    const auto found = members_.find(find(shared_, id));
    return found == members_.end() ? kNone : found->second;
}

void AliasClasses::learnPlaceholders(const ExportedProgram& program, GraphId graphId)
{
    if (graphId != kMainGraph || !program.signature)
        return;
    const ir::Graph<Node>& graph = program.main();
    std::map<std::string_view, NodeId> placeholders;
    for (const NodeId id : graph.order())
        if (graph[id].op == Op::Placeholder)
            placeholders.emplace(graph[id].name, id);
    struct Owner {
        NodeId placeholder;
        std::shared_ptr<const ir::Tensor> tensor;
    };
    std::map<const ir::Storage*, std::vector<Owner>> owners;
    for (const InputSpec& input : program.signature->inputs) {
        const auto tensor = program.stateOf(input.target);
        const auto placeholder = placeholders.find(input.name);
        if (!tensor || !tensor->storage || placeholder == placeholders.end())
            continue;
        std::vector<Owner>& sharing = owners[tensor->storage.get()];
        for (const Owner& owner : sharing) {
            join(shared_, owner.placeholder, placeholder->second);
            if (areTied(*owner.tensor, *tensor))
                join(same_, owner.placeholder, placeholder->second);
        }
        sharing.push_back({placeholder->second, tensor});
    }
}

void AliasClasses::learnCall(const ir::Graph<Node>& graph, NodeId id)
{
    const Node& node = graph[id];
    if (node.target == "operator.getitem" && !node.args.empty()) {
        // An element of a fresh list is a tensor of its own; one of a list of views shares memory with what was split.
        const auto* source = node.args.front().as<Value>();
        if (source && graph.contains(source->node) && find(shared_, source->node) != source->node)
            join(shared_, id, source->node);
        return;
    }
    const Aliasing aliasing = aliasingOf(graph, node);
    if (aliasing.relation == Relation::Unknown)
        visitInputs(node, [&](Value value, std::uint32_t) { join(shared_, id, value.node); });
    if (aliasing.source == kNoNode)
        return;
    join(shared_, id, aliasing.source);
    if (aliasing.relation != Relation::View)
        join(same_, id, aliasing.source);
}

std::set<NodeId> writtenValues(const ExportedProgram& program, GraphId graphId)
{
    const ir::Graph<Node>& graph = program.graphs[graphId];
    std::set<NodeId> written;
    std::vector<NodeId> targets;
    for (const NodeId id : graph.order()) {
        const Schema* schema = graph[id].op == Op::CallFunction ? findSchema(graph[id].target) : nullptr;
        if (!schema || !schema->isMutable())
            continue;
        visitInputs(graph[id], [&](Value value, std::uint32_t) { targets.push_back(value.node); });
    }
    if (targets.empty())
        return written;
    const AliasClasses aliases(program, graphId);
    for (const NodeId target : targets)
        written.insert(aliases.members(target).begin(), aliases.members(target).end());
    return written;
}

} // namespace sidelight::fx
