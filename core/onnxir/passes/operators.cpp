// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/onnxir/passes/operators.h"

#include "core/onnxir/bodies.h"

#include <algorithm>
#include <cstring>
#include <span>
#include <utility>
#include <variant>

namespace sidelight::onnxir::passes {

bool isOperator(const Node& node, std::string_view opType) { return node.kind == Kind::Operator && node.op.domain.empty() && node.op.op_type == opType; }

std::optional<std::int64_t> integerOf(const Node& node, std::string_view attribute, std::int64_t standard)
{
    const Attribute* given = node.attribute(attribute);
    if (!given)
        return standard;
    const auto* number = std::get_if<std::int64_t>(&given->value);
    return number ? std::optional(*number) : std::nullopt;
}

std::optional<std::vector<std::int64_t>> integersOf(const Node& node, std::string_view attribute)
{
    const Attribute* given = node.attribute(attribute);
    const auto* numbers = given ? std::get_if<std::vector<std::int64_t>>(&given->value) : nullptr;
    return numbers ? std::optional(*numbers) : std::nullopt;
}

std::optional<Value> inputAt(const Node& node, std::size_t at) { return at < node.inputs.size() ? node.inputs[at] : std::nullopt; }

const ValueType& typeOf(const Rewriter& rewriter, Value value) { return rewriter.node(value.node).outputs[value.output].type; }

std::shared_ptr<const ir::Tensor> tensorOfConstant(const Node& node)
{
    using ir::DType;
    using ir::Tensor;
    if (node.attributes.size() != 1)
        return nullptr;
    const AttributeValue& value = node.attributes.front().value;
    if (const auto* tensor = std::get_if<std::shared_ptr<const Tensor>>(&value))
        return *tensor;
    if (const auto* number = std::get_if<std::int64_t>(&value))
        return std::make_shared<const Tensor>(Tensor::fromValues<std::int64_t>(DType::Int64, {}, std::span(number, 1)));
    if (const auto* number = std::get_if<float>(&value))
        return std::make_shared<const Tensor>(Tensor::fromValues<float>(DType::Float32, {}, std::span(number, 1)));
    if (const auto* numbers = std::get_if<std::vector<std::int64_t>>(&value))
        return std::make_shared<const Tensor>(Tensor::fromValues<std::int64_t>(DType::Int64, {static_cast<std::int64_t>(numbers->size())}, *numbers));
    if (const auto* numbers = std::get_if<std::vector<float>>(&value))
        return std::make_shared<const Tensor>(Tensor::fromValues<float>(DType::Float32, {static_cast<std::int64_t>(numbers->size())}, *numbers));
    return nullptr;
}

std::shared_ptr<const ir::Tensor> constantOf(const Rewriter& rewriter, Value value)
{
    const Node& node = rewriter.node(value.node);
    const std::shared_ptr<const ir::Tensor> tensor = node.kind == Kind::Initializer ? node.tensor : isOperator(node, "Constant") ? tensorOfConstant(node) : nullptr;
    return tensor && tensor->storage && tensor->storage->hasData() ? tensor : nullptr;
}

std::optional<std::vector<std::int64_t>> constantIntegers(const Rewriter& rewriter, Value value)
{
    const auto tensor = constantOf(rewriter, value);
    const bool isBool = tensor && tensor->dtype == ir::DType::Bool;
    if (!tensor || (!isBool && tensor->dtype != ir::DType::Int64))
        return std::nullopt;
    const auto bytes = ir::readContiguous(*tensor);
    if (!bytes)
        return std::nullopt;
    std::vector<std::int64_t> numbers(static_cast<std::size_t>(tensor->elementCount()));
    for (std::size_t at = 0; at < numbers.size(); ++at) {
        if (isBool)
            numbers[at] = std::to_integer<std::int64_t>((*bytes)[at]);
        else
            std::memcpy(&numbers[at], bytes->data() + at * sizeof(std::int64_t), sizeof(std::int64_t));
    }
    return numbers;
}

bool haveSameShape(const ValueType& left, const ValueType& right)
{
    if (left.kind != ValueType::Kind::Tensor || right.kind != ValueType::Kind::Tensor || !left.hasShape || !right.hasShape)
        return false;
    return left.sizes.size() == right.sizes.size() &&
           std::equal(left.sizes.begin(), left.sizes.end(), right.sizes.begin(), [](const auto& a, const auto& b) { return a && b && *a == *b; });
}

bool isResult(const Rewriter& rewriter, Value value)
{
    const auto& uses = rewriter.uses(value);
    return std::any_of(uses.begin(), uses.end(), [&](const ir::Use& use) { return rewriter.node(use.user).kind == Kind::Output; });
}

NodeId placeOfInitializers(const Rewriter& rewriter, GraphId graph)
{
    for (const NodeId id : rewriter.graph(graph).order())
        if (const Kind kind = rewriter.graph(graph)[id].kind; kind == Kind::Operator || kind == Kind::Output)
            return id;
    return ir::kNoNode;
}

Result<NodeId> replaceByInitializer(Rewriter& rewriter, NodeId id, NodeId place, std::shared_ptr<const ir::Tensor> tensor, ir::CodeLocation where)
{
    const GraphId graph = rewriter.graphOf(id);
    Node initializer;
    initializer.kind = Kind::Initializer;
    initializer.name = rewriter.node(id).outputs.front().name;
    std::vector<ir::Dim> sizes;
    for (const std::int64_t size : tensor->sizes)
        sizes.push_back(ir::Dim::constant(size));
    initializer.outputs = {{initializer.name, ValueType::tensor(tensor->dtype, sizes)}};
    initializer.tensor = std::move(tensor);
    const NodeId made = rewriter.insert(graph, place, std::move(initializer), id, where);
    const NodeId next = place == id ? rewriter.graph(graph).next(id) : place;
    if (const Status status = rewriter.deleteAndForward(id, {made, 0}, where); !status)
        return status.error();
    return next;
}

namespace {

/// Adds the bodies in the graphs of `graphs` behind them, at any depth.
void addBodies(const Model& model, std::vector<GraphId>& graphs)
{
    for (std::size_t at = 0; at < graphs.size(); ++at)
        for (const NodeId id : model.graphs[graphs[at]].order()) {
            const std::vector<GraphId> bodies = bodiesOf(model.graphs[graphs[at]][id]);
            graphs.insert(graphs.end(), bodies.begin(), bodies.end());
        }
}

} // namespace

std::vector<GraphId> outerFirst(const Model& model)
{
    std::vector<GraphId> graphs{kMainGraph};
    for (const auto& [graph, function] : model.functions)
        graphs.push_back(graph);
    addBodies(model, graphs);
    std::set<GraphId> seen(graphs.begin(), graphs.end());
    for (const GraphId graph : model.graphs.ids()) // Bodies that no node names any more.
        if (seen.insert(graph).second)
            graphs.push_back(graph);
    return graphs;
}

std::set<GraphId> graphsInFunctions(const Model& model)
{
    std::vector<GraphId> graphs;
    for (const auto& [graph, function] : model.functions)
        graphs.push_back(graph);
    addBodies(model, graphs);
    return {graphs.begin(), graphs.end()};
}

bool canForward(const Rewriter& rewriter, GraphId graph, NodeId id, Value source)
{
    if (!isResult(rewriter, {id, 0}))
        return true;
    return rewriter.graphOf(source.node) == graph && rewriter.node(source.node).kind == Kind::Operator && !isResult(rewriter, source);
}

} // namespace sidelight::onnxir::passes
