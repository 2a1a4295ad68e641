// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/core/display/onnx_maker.h"

#include "core/support/text.h"

namespace sidelight::display {
namespace {

onnxir::ValueType tensor(const std::vector<std::string>& sizes)
{
    std::vector<ir::Dim> dims;
    for (const std::string& size : sizes)
        dims.push_back(*ir::Dim::parse(size));
    return onnxir::ValueType::tensor(ir::DType::Float32, dims);
}

} // namespace

OnnxMaker::OnnxMaker()
{
    model.graphs.add(kMainGraph, {});
    model.signature = std::make_shared<const onnxir::ModelInfo>();
    model.opsets[""] = 18;
}

Value OnnxMaker::add(onnxir::Node node)
{
    const NodeId id = model.newNodeId();
    model.graphs.forWrite(graph_).insert(id, std::make_shared<const onnxir::Node>(std::move(node)));
    return {id, 0};
}

Value OnnxMaker::input(const std::string& name, const std::vector<std::string>& sizes)
{
    onnxir::Node node;
    node.kind = onnxir::Kind::Input;
    node.name = name;
    node.outputs = {{name, tensor(sizes)}};
    return add(std::move(node));
}

Value OnnxMaker::initializer(const std::string& name, std::vector<std::int64_t> sizes)
{
    ir::Tensor content;
    content.dtype = ir::DType::Float32;
    content.strides = ir::contiguousStrides(sizes);
    content.sizes = std::move(sizes);
    content.storage = std::make_shared<const ir::Storage>();
    onnxir::Node node;
    node.kind = onnxir::Kind::Initializer;
    node.name = name;
    node.outputs = {{name, {}}};
    node.tensor = std::make_shared<const ir::Tensor>(std::move(content));
    return add(std::move(node));
}

Value OnnxMaker::numbers(const std::string& name, const std::vector<std::int64_t>& values)
{
    onnxir::Node node;
    node.kind = onnxir::Kind::Initializer;
    node.name = name;
    node.outputs = {{name, {}}};
    node.tensor = std::make_shared<const ir::Tensor>(
        ir::Tensor::fromValues<std::int64_t>(ir::DType::Int64, {static_cast<std::int64_t>(values.size())}, values));
    return add(std::move(node));
}

Value OnnxMaker::call(onnxir::OpId op, std::vector<Value> inputs, const std::vector<std::string>& sizes, std::vector<onnxir::Attribute> attributes)
{
    onnxir::Node node;
    node.name = concat("node_", names_);
    node.outputs = {{concat("v", names_++), tensor(sizes)}};
    node.op = std::move(op);
    for (const Value input : inputs)
        node.inputs.emplace_back(input);
    node.attributes = std::move(attributes);
    return add(std::move(node));
}

void OnnxMaker::output(const std::string& name, Value value)
{
    onnxir::Node node;
    node.kind = onnxir::Kind::Output;
    node.name = name;
    node.inputs = {value};
    add(std::move(node));
}

GraphId OnnxMaker::begin(onnxir::OpId function)
{
    graph_ = model.newGraphId();
    model.graphs.add(graph_, {});
    if (!function.op_type.empty()) {
        onnxir::Function declared;
        declared.id = std::move(function);
        model.assignFunction(graph_, std::make_shared<const onnxir::Function>(std::move(declared)));
    }
    return graph_;
}

void OnnxMaker::end()
{
    graph_ = kMainGraph;
}

} // namespace sidelight::display
