// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/display/path_types.h"

#include "core/display/graph_builder.h"

#include <algorithm>

namespace sidelight::display {
namespace {

bool isComplete(const onnxir::ValueType& type)
{
    return type.kind != onnxir::ValueType::Kind::Unknown
        && (type.kind != onnxir::ValueType::Kind::Tensor
            || (type.hasShape && std::ranges::all_of(type.sizes, [](const auto& size) { return size.has_value(); })));
}

/// Takes over from `other` what `type` does not say; nothing when they contradict.
void merge(onnxir::ValueType& type, const onnxir::ValueType& other)
{
    if (type.kind == onnxir::ValueType::Kind::Unknown) {
        type = other;
        return;
    }
    if (type.kind != other.kind || type.dtype != other.dtype || !other.hasShape)
        return;
    if (!type.hasShape) {
        type.hasShape = true;
        type.sizes = other.sizes;
    }
    if (type.sizes.size() != other.sizes.size())
        return;
    for (std::size_t i = 0; i < type.sizes.size(); ++i)
        if (!type.sizes[i])
            type.sizes[i] = other.sizes[i];
}

} // namespace

const PathTypes::Results& PathTypes::resultsOf(GraphId body)
{
    const auto [known, isNew] = results_.try_emplace(body);
    Results& results = known->second;
    if (!isNew)
        return results;
    for (const NodeId id : model_.graphs[body].order()) {
        const onnxir::Node& node = model_.graphs[body][id];
        if (node.kind != onnxir::Kind::Output)
            continue;
        const auto at = static_cast<std::uint32_t>(results.values.size());
        results.values.push_back(node.inputs.empty() ? std::nullopt : node.inputs.front());
        if (results.values.back())
            results.first.emplace(*results.values.back(), at);
    }
    return results;
}

bool PathTypes::refine(onnxir::ValueType& type, const NodePath& path, const onnxir::Node& node, std::uint32_t output) const
{
    merge(type, node.outputs[output].type);
    if (!known_ || isComplete(type) || node.outputs.size() != 1)
        return isComplete(type);
    if (const auto found = known_->find(path); found != known_->end())
        merge(type, found->second);
    return isComplete(type);
}

onnxir::ValueType PathTypes::of(const NodePath& outer, const ir::Graph<onnxir::Node>& graph, Value value)
{
    onnxir::ValueType type;
    const onnxir::Node& own = graph[value.node];
    if (refine(type, outer / value.node, own, value.output))
        return type;
    // Inwards: what the body of a call returns.
    NodePath path = outer / value.node;
    const onnxir::Node* node = &own;
    std::uint32_t output = value.output;
    for (auto body = model_.functionBody(node->op); body && model_.graphs.contains(*body); body = model_.functionBody(node->op)) {
        const Results& results = resultsOf(*body);
        if (output >= results.values.size() || !results.values[output])
            break;
        const Value result = *results.values[output];
        node = model_.graphs[*body].find(result.node);
        if (!node || node->kind != onnxir::Kind::Operator)
            break;
        path = path / result.node;
        output = result.output;
        if (refine(type, path, *node, output))
            return type;
    }
    // Outwards: the call whose result it is.
    path = outer;
    Value result = value;
    while (!path.nodes.empty()) {
        const auto around = model_.graphs.graphOf(path.leaf());
        const onnxir::Node* call = around ? model_.graphs[*around].find(path.leaf()) : nullptr;
        const auto body = call ? model_.functionBody(call->op) : std::nullopt;
        if (!body || !model_.graphs.contains(*body))
            break;
        const auto& first = resultsOf(*body).first;
        const auto found = first.find(result);
        if (found == first.end() || found->second >= call->outputs.size() || refine(type, path, *call, found->second))
            break;
        result = {path.leaf(), found->second};
        path.nodes.pop_back();
    }
    return type;
}

} // namespace sidelight::display
