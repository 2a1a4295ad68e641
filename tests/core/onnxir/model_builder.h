// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/onnxir/model.h"

#include <initializer_list>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace sidelight::testing {

/// Writes small models down in the order that onnx_reader numbers them: inputs, initializers, operators, outputs; then
/// functions.
class ModelBuilder
{
public:
    ModelBuilder()
    {
        onnxir::ModelInfo info;
        info.producer_name = "sidelight";
        model.signature = std::make_shared<const onnxir::ModelInfo>(info);
        model.opsets = {{"", 18}};
        model.graphs.add(kMainGraph, {});
    }
    NodeId add(onnxir::Node node, GraphId graph = kMainGraph)
    {
        const NodeId id = model.newNodeId();
        model.graphs.forWrite(graph).insert(id, std::make_shared<const onnxir::Node>(std::move(node)));
        return id;
    }
    Value input(const std::string& name, onnxir::ValueType type, GraphId graph = kMainGraph)
    {
        onnxir::Node node;
        node.kind = onnxir::Kind::Input;
        node.name = name;
        node.outputs = {{name, std::move(type)}};
        return {add(std::move(node), graph), 0};
    }
    Value initializer(const std::string& name, ir::Tensor tensor, GraphId graph = kMainGraph)
    {
        onnxir::Node node;
        node.kind = onnxir::Kind::Initializer;
        node.name = name;
        std::vector<ir::Dim> sizes;
        for (const std::int64_t size : tensor.sizes)
            sizes.push_back(ir::Dim::constant(size));
        node.outputs = {{name, onnxir::ValueType::tensor(tensor.dtype, sizes)}};
        node.tensor = std::make_shared<const ir::Tensor>(std::move(tensor));
        return {add(std::move(node), graph), 0};
    }
    Value op(const std::string& opType, std::vector<std::optional<Value>> inputs, const std::string& output,
        onnxir::ValueType type = {}, GraphId graph = kMainGraph, std::vector<onnxir::Attribute> attributes = {})
    {
        onnxir::Node node;
        node.op.op_type = opType;
        node.name = output.empty() ? std::string() : "node_" + output;
        node.inputs = std::move(inputs);
        node.outputs = {{output, std::move(type)}};
        node.attributes = std::move(attributes);
        return {add(std::move(node), graph), 0};
    }
    void output(const std::string& name, Value value, GraphId graph = kMainGraph)
    {
        onnxir::Node node;
        node.kind = onnxir::Kind::Output;
        node.name = name;
        node.inputs = {value};
        add(std::move(node), graph);
    }
    GraphId body()
    {
        const GraphId id = model.newGraphId();
        model.graphs.add(id, {});
        return id;
    }
    GraphId function(const std::string& domain, const std::string& name, std::vector<std::string> attributes = {})
    {
        const GraphId id = body();
        auto function = std::make_shared<onnxir::Function>();
        function->id = {domain, name, {}};
        function->attributes = std::move(attributes);
        function->opsets = {{"", 18}};
        function->displayName = name;
        model.functions[id] = std::move(function);
        model.opsets.emplace(domain, 1);
        return id;
    }

    onnxir::Model model;
};

inline onnxir::ValueType typeOf(ir::DType dtype, std::initializer_list<std::int64_t> sizes)
{
    std::vector<ir::Dim> dims;
    for (const std::int64_t size : sizes)
        dims.push_back(ir::Dim::constant(size));
    return onnxir::ValueType::tensor(dtype, dims);
}
inline onnxir::ValueType floats(std::initializer_list<std::int64_t> sizes)
{
    return typeOf(ir::DType::Float32, sizes);
}

template <class T>
ir::Tensor tensorOf(ir::DType dtype, std::vector<std::int64_t> sizes, std::vector<T> values)
{
    return ir::Tensor::fromValues<T>(dtype, std::move(sizes), std::span<const T>(values));
}

/// y = relu(x @ w + b), batch dynamic, in float32; `w` is 4x3.
inline ModelBuilder linearModel()
{
    ModelBuilder b;
    const auto batch = ir::Dim::symbol("batch");
    const Value x = b.input("x", onnxir::ValueType::tensor(ir::DType::Float32, {batch, ir::Dim::constant(4)}));
    const Value w =
        b.initializer("w", tensorOf<float>(ir::DType::Float32, {4, 3}, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}));
    const Value bias = b.initializer("b", tensorOf<float>(ir::DType::Float32, {3}, {-1, 0, 1}));
    const auto type = onnxir::ValueType::tensor(ir::DType::Float32, {batch, ir::Dim::constant(3)});
    const Value product = b.op("MatMul", {x, w}, "product", type);
    const Value sum = b.op("Add", {product, bias}, "sum", type);
    const Value y = b.op("Relu", {sum}, "y", type);
    b.output("y", y);
    return b;
}

} // namespace sidelight::testing
