// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "core/runtime/evaluator/graph_runner.h"

#include "core/runtime/evaluator/python_operators.h"
#include "core/runtime/evaluator/torch_values.h"

#include <ATen/core/Tensor.h>
#include <ATen/core/ivalue.h>
#include <c10/util/Exception.h>

#include <algorithm>
#include <string_view>
#include <unordered_set>

namespace sidelight::runtime::evaluator {
namespace {

constexpr std::string_view kHigherOrder = "torch.ops.higher_order.";
constexpr std::string_view kOps = "torch.ops.";

void collectValues(const fx::Argument& argument, std::unordered_set<NodeId>& into)
{
    fx::Node holder;
    holder.args.push_back(argument);
    fx::visitInputs(holder, [&](const Value& value, std::uint32_t) { into.insert(value.node); });
}

/// For each position the values whose last reader is there. Only values made in this graph die in it; pinned ones never
/// do.
std::vector<std::vector<NodeId>> deathsIn(const WireGraph& graph, const std::unordered_set<NodeId>& pinned)
{
    std::vector<std::vector<NodeId>> deaths(graph.nodes.size());
    std::unordered_set<NodeId> own;
    for (const WireNode& node : graph.nodes)
        if (node.node.op == fx::Op::CallFunction)
            own.insert(node.id);
    std::unordered_set<NodeId> alive;
    for (std::size_t i = graph.nodes.size(); i-- > 0;) {
        const WireNode& node = graph.nodes[i];
        fx::visitInputs(node.node, [&](const Value& value, std::uint32_t) {
            if (own.count(value.node) != 0 && pinned.count(value.node) == 0 && alive.insert(value.node).second)
                deaths[i].push_back(value.node);
        });
        if (own.count(node.id) != 0 && pinned.count(node.id) == 0 && alive.insert(node.id).second)
            deaths[i].push_back(node.id);
    }
    return deaths;
}

c10::IValue copyOf(const c10::IValue& value)
{
    if (value.isTensor())
        return value.toTensor().defined() ? c10::IValue(value.toTensor().clone()) : value;
    if (!value.isTuple() && !value.isList())
        return value;
    std::vector<c10::IValue> items;
    for (const c10::IValue& item : value.isTuple() ? value.toTupleRef().elements().vec() : value.toListRef().vec())
        items.push_back(copyOf(item));
    return c10::ivalue::Tuple::create(std::move(items));
}

/// Strides of each tensor of `value`, in the order in which its copy is sent; empty for what is no tensor.
std::vector<std::vector<std::int64_t>> stridesOf(const c10::IValue& value)
{
    if (value.isTensor() && value.toTensor().defined() && value.toTensor().layout() == at::kStrided)
        return {value.toTensor().strides().vec()};
    if (!value.isTuple() && !value.isList())
        return {{}};
    std::vector<std::vector<std::int64_t>> all;
    for (const c10::IValue& item : value.isTuple() ? value.toTupleRef().elements().vec() : value.toListRef().vec())
        for (std::vector<std::int64_t>& strides : stridesOf(item))
            all.push_back(std::move(strides));
    return all;
}

} // namespace

/// What the nodes hold while the graphs run.
struct GraphRunner::Memory
{
    std::unordered_map<NodeId, c10::IValue> values;
    std::vector<std::pair<NodeId, c10::IValue>> intermediates;
    std::vector<std::vector<std::vector<std::int64_t>>> strides;
};

GraphRunner::GraphRunner(const RunRequest& request, OnRunning onRunning)
    : request_(request), onRunning_(std::move(onRunning)), memory_(std::make_unique<Memory>())
{
    std::unordered_set<NodeId> pinned(request.readBack.begin(), request.readBack.end());
    collectValues(fx::Argument(request.results), pinned);
    for (const WireGraph& graph : request.graphs) {
        graphs_.emplace(graph.id, Prepared{&graph, deathsIn(graph, pinned)});
        for (const WireNode& node : graph.nodes)
            if (node.node.op == fx::Op::GetAttr && node.node.subgraph != kMainGraph)
                subgraphs_.emplace(node.id, node.node.subgraph);
    }
}

GraphRunner::~GraphRunner() = default;

void GraphRunner::bind(NodeId node, const c10::IValue& value)
{
    memory_->values[node] = value;
}

const std::vector<std::pair<NodeId, c10::IValue>>& GraphRunner::intermediates() const
{
    return memory_->intermediates;
}

const std::vector<std::vector<std::vector<std::int64_t>>>& GraphRunner::strides() const
{
    return memory_->strides;
}

const c10::IValue& GraphRunner::valueOf(const Value& value) const
{
    const auto found = memory_->values.find(value.node);
    TORCH_CHECK(found != memory_->values.end(), "a value is read before it is there");
    return found->second;
}

c10::IValue GraphRunner::evaluate(const fx::Argument& argument) const
{
    return plainValue(argument, [this](const Value& value) -> const c10::IValue& { return valueOf(value); });
}

void GraphRunner::run()
{
    TORCH_CHECK(!request_.graphs.empty(), "the request has no graph");
    runNodes(graphs_.at(request_.graphs.front().id), true);
}

void GraphRunner::runNodes(const Prepared& prepared, bool isMain)
{
    const std::vector<WireNode>& nodes = prepared.graph->nodes;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        if (nodes[i].node.op == fx::Op::CallFunction) {
            onRunning_(nodes[i].id);
            c10::IValue value = callFunction(nodes[i].node);
            if (isMain && request_.keepIntermediates) {
                memory_->intermediates.emplace_back(nodes[i].id, copyOf(value));
                memory_->strides.push_back(stridesOf(value));
            }
            memory_->values[nodes[i].id] = std::move(value);
        }
        if (nodes[i].node.op != fx::Op::Output)
            for (const NodeId dead : prepared.deaths[i])
                memory_->values.erase(dead);
    }
}

const GraphRunner::Prepared& GraphRunner::graphOf(const fx::Argument& argument) const
{
    const auto* direct = argument.as<GraphId>();
    const auto* value = argument.as<Value>();
    const auto named = value ? subgraphs_.find(value->node) : subgraphs_.end();
    TORCH_CHECK(direct || named != subgraphs_.end(), "a higher-order operator has no subgraph where one is expected");
    const auto found = graphs_.find(direct ? *direct : named->second);
    TORCH_CHECK(found != graphs_.end(), "a subgraph is missing");
    return found->second;
}

GraphRunner::Values GraphRunner::call(const fx::Argument& subgraph, const Values& inputs)
{
    const Prepared& prepared = graphOf(subgraph);
    std::size_t next = 0;
    for (const WireNode& node : prepared.graph->nodes) {
        if (node.node.op != fx::Op::Placeholder)
            continue;
        TORCH_CHECK(next < inputs.size(), "a subgraph takes more inputs than it is given");
        memory_->values[node.id] = inputs[next++];
    }
    TORCH_CHECK(next == inputs.size(), "a subgraph takes ", next, " inputs, ", inputs.size(), " were given");
    runNodes(prepared, false);
    const WireNode& last = prepared.graph->nodes.back();
    TORCH_CHECK(last.node.op == fx::Op::Output && !last.node.args.empty(), "a subgraph has no output");
    Values outputs = listOf(last.node.args.front());
    for (const NodeId dead : prepared.deaths.back())
        memory_->values.erase(dead);
    return outputs;
}

GraphRunner::Values GraphRunner::listOf(const fx::Argument& argument) const
{
    const c10::IValue value = evaluate(argument);
    if (value.isTuple())
        return value.toTupleRef().elements().vec();
    return value.isList() ? value.toListRef().vec() : Values{value};
}

GraphRunner::Values GraphRunner::listFrom(const fx::Node& node, std::size_t first) const
{
    Values values;
    for (std::size_t i = first; i < node.args.size(); ++i)
        values.push_back(evaluate(node.args[i]));
    return values;
}

c10::IValue GraphRunner::callFunction(const fx::Node& node)
{
    const std::string_view target = node.target;
    if (target.substr(0, kHigherOrder.size()) == kHigherOrder)
        return callHigherOrder(target.substr(kHigherOrder.size()), node);
    if (target.substr(0, kOps.size()) != kOps)
        return callPython(target, listFrom(node, 0));
    return callAten(node, [this](const Value& value) -> const c10::IValue& { return valueOf(value); });
}

} // namespace sidelight::runtime::evaluator
