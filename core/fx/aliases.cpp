// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "core/fx/aliases.h"

#include "core/fx/calls.h"
#include "core/fx/schema.h"

#include <algorithm>
#include <array>
#include <map>
#include <string_view>

namespace sidelight::fx {

namespace {

/// Operators that may return an argument, or a view of it, without saying so in their schema.
constexpr std::array<std::string_view, 12> kUndeclared = {"aten.einsum.default", "aten.broadcast_tensors.default", "aten.meshgrid.default",
    "aten.meshgrid.indexing", "aten.block_diag.default", "aten.sum_to_size.default", "aten.real.default", "aten.imag.default", "aten.type_as.default",
    "aten.align_tensors.default", "aten.rrelu.default", "aten.conj_physical.default"};
/// Tagged as maybe aliasing or mutating, of which only the second is true.
constexpr std::array<std::string_view, 2> kNeverAliasing = {"aten.batch_norm.default", "aten._batch_norm_impl_index.default"};
/// Operators whose result is the whole argument.
constexpr std::array<std::string_view, 4> kWhole = {"aten.detach.default", "aten.detach_.default", "aten.alias.default", "aten.lift_fresh.default"};

template <std::size_t Count>
bool isIn(const std::array<std::string_view, Count>& names, std::string_view name)
{
    return std::find(names.begin(), names.end(), name) != names.end();
}

/// Whether two alias sets such as "a" and "a|b" have a letter in common.
bool haveCommonSet(const std::string& left, const std::string& right)
{
    return std::any_of(left.begin(), left.end(), [&](char set) { return set != '|' && right.find(set) != std::string::npos; });
}

/// Dropout returns its input where it drops nothing, and a fresh tensor where it does.
bool isDropout(const Schema& schema) { return schema.name.find("dropout") != std::string::npos && schema.find("p") && schema.find("train"); }
bool dropsNothing(const Node& node, const Schema& schema)
{
    const bool* train = argumentOf(node, schema, "train")->as<bool>();
    const double* p = argumentOf(node, schema, "p")->as<double>();
    return (train && !*train) || (p && *p == 0);
}

/// A conversion whose result has another element type cannot be its argument.
bool isConversionToAnotherType(const ir::Graph<Node>& graph, const Node& node)
{
    const bool converts = node.overload().substr(0, 8) == "aten.to." || node.overload() == "aten.type_as.default";
    const auto* source = converts && !node.args.empty() ? node.args.front().as<Value>() : nullptr;
    const Node* from = source ? graph.find(source->node) : nullptr;
    return from && from->val.isTensor() && node.val.isTensor() && from->val.tensor.dtype != node.val.tensor.dtype;
}

template <class Visit>
void visitValues(const Argument& argument, Visit visit)
{
    std::uint32_t slot = 0;
    const auto call = [&](Value value, std::uint32_t) { visit(value.node); };
    detail::visitArgument(argument, call, slot);
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
    std::map<const ir::Storage*, NodeId> first;
    for (const InputSpec& input : program.signature->inputs) {
        const auto tensor = program.stateOf(input.target);
        const auto placeholder = placeholders.find(input.name);
        if (!tensor || !tensor->storage || placeholder == placeholders.end())
            continue;
        const auto [known, isNew] = first.emplace(tensor->storage.get(), placeholder->second);
        if (!isNew)
            join(shared_, known->second, placeholder->second);
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
    const Schema* schema = findSchema(node.target);
    if (!schema || isIn(kNeverAliasing, node.overload()) || isConversionToAnotherType(graph, node))
        return;
    if (isDropout(*schema) && !schema->isMutable()) {
        if (dropsNothing(node, *schema))
            visitInputs(node, [&](Value value, std::uint32_t) {
                join(shared_, id, value.node);
                join(same_, id, value.node);
            });
        return;
    }
    if (schema->has(SchemaTag::MaybeAliasing) || isIn(kUndeclared, node.overload()))
        visitInputs(node, [&](Value value, std::uint32_t) { join(shared_, id, value.node); });
    for (const SchemaReturn& result : schema->returns) {
        for (const SchemaArgument& parameter : schema->arguments) {
            const Argument* argument = argumentOf(node, *schema, parameter.name);
            if (!argument || !haveCommonSet(parameter.alias.set, result.alias.set))
                continue;
            const bool whole = (parameter.alias.write && schema->returns.size() == 1 && !schema->has(SchemaTag::InplaceView)) || isIn(kWhole, node.overload());
            visitValues(*argument, [&](NodeId source) {
                join(shared_, id, source);
                if (whole)
                    join(same_, id, source);
            });
        }
    }
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
