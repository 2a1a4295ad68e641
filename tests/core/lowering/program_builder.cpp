// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/core/lowering/program_builder.h"

#include "core/fx/parse_call.h"
#include "core/support/text.h"

#include <cstring>
#include <memory>

namespace sidelight::lowering::testing {

ir::Type tensor(ir::DType dtype, std::vector<Size> sizes)
{
    ir::TensorType type;
    type.dtype = dtype;
    for (const Size& size : sizes)
        type.sizes.push_back(size.dim);
    return ir::Type::of(type);
}
ir::Type f32(std::vector<Size> sizes) { return tensor(ir::DType::Float32, std::move(sizes)); }
ir::Type i64(std::vector<Size> sizes) { return tensor(ir::DType::Int64, std::move(sizes)); }

ProgramBuilder::ProgramBuilder() : open_{kMainGraph}, info_(std::make_shared<fx::ProgramInfo>())
{
    program_.graphs.add(kMainGraph, {});
    program_.state = std::make_shared<const fx::ExportedProgram::State>();
    in({});
}

Value ProgramBuilder::insert(fx::Node node)
{
    const NodeId id = program_.newNodeId();
    program_.graphs.forWrite(open_.back()).insert(id, std::make_shared<const fx::Node>(std::move(node)));
    return {id, 0};
}

Value ProgramBuilder::input(const std::string& name, ir::Type type)
{
    if (open_.back() == kMainGraph)
        signature_.inputs.push_back({fx::InputKind::UserInput, name, {}, true, {}});
    fx::Node node;
    node.op = fx::Op::Placeholder;
    node.name = node.target = name;
    node.val = std::move(type);
    return insert(std::move(node));
}

Value ProgramBuilder::parameter(const std::string& fqn, std::vector<std::int64_t> sizes)
{
    std::string name = "p_" + fqn;
    for (char& c : name)
        c = c == '.' ? '_' : c;
    signature_.inputs.push_back({fx::InputKind::Parameter, name, fqn, true, {}});
    std::int64_t count = 1;
    std::vector<Size> dims;
    for (const std::int64_t size : sizes) {
        count *= size;
        dims.emplace_back(static_cast<int>(size));
    }
    std::vector<float> values(static_cast<std::size_t>(count), 0.5F);
    program_.assignState(fqn, std::make_shared<const ir::Tensor>(ir::Tensor::fromValues<float>(ir::DType::Float32, sizes, values)));
    fx::Node node;
    node.op = fx::Op::Placeholder;
    node.name = node.target = name;
    node.val = f32(std::move(dims));
    return insert(std::move(node));
}

Value ProgramBuilder::constantInput(const std::string& name, fx::Argument value)
{
    signature_.inputs.push_back({fx::InputKind::ConstantInput, name, {}, true, std::move(value)});
    fx::Node node;
    node.op = fx::Op::Placeholder;
    node.name = node.target = name;
    return insert(std::move(node));
}

Value ProgramBuilder::call(const std::string& name, const std::string& target, Arguments args, ir::Type type, KeywordArguments kwargs)
{
    fx::Node node;
    node.name = name;
    node.target = target;
    node.args = std::move(args);
    node.kwargs = std::move(kwargs);
    node.val = std::move(type);
    fx::NodeMeta meta;
    meta.nn_module_stack = stack_;
    meta.stack_trace = {{"model.py", 7, "forward", "return " + name}};
    node.meta = std::make_shared<const fx::NodeMeta>(std::move(meta));
    return insert(std::move(node));
}

Value ProgramBuilder::getitem(const std::string& name, Value list, int index)
{
    const ir::Type type = program_.graphs[open_.back()][list.node].val.elements[static_cast<std::size_t>(index)];
    return call(name, "operator.getitem", {list, index}, type);
}

ProgramBuilder& ProgramBuilder::in(std::vector<std::pair<std::string, std::string>> modules)
{
    stack_ = {{"L__self__", "", "__main__.Model"}};
    for (const auto& [path, className] : modules) {
        const auto at = path.find('@');
        stack_.push_back({"L__self__" + path, path.substr(0, at), className});
    }
    return *this;
}

void ProgramBuilder::output(std::vector<fx::Argument> values)
{
    fx::Node node;
    node.op = fx::Op::Output;
    node.name = node.target = "output";
    node.args = {fx::ArgumentTuple{values}};
    if (open_.back() == kMainGraph)
        results_ = values;
    else
        insert(std::move(node));
}

void ProgramBuilder::mutation(fx::OutputKind kind, const std::string& target, Value value)
{
    mutations_.push_back({kind, value, target});
}

GraphId ProgramBuilder::beginSubgraph()
{
    const GraphId id = program_.newGraphId();
    program_.graphs.add(id, {});
    open_.push_back(id);
    return id;
}
void ProgramBuilder::endSubgraph() { open_.pop_back(); }

Value ProgramBuilder::subgraph(const std::string& name, GraphId graph)
{
    fx::Node node;
    node.op = fx::Op::GetAttr;
    node.name = node.target = name;
    node.subgraph = graph;
    return insert(std::move(node));
}

fx::ExportedProgram ProgramBuilder::finish()
{
    fx::Node node;
    node.op = fx::Op::Output;
    node.name = node.target = "output";
    std::vector<fx::Argument> all;
    for (const fx::OutputSpec& mutated : mutations_) {
        signature_.outputs.push_back(mutated);
        all.push_back(mutated.value);
    }
    for (const fx::Argument& value : results_) {
        signature_.outputs.push_back({fx::OutputKind::UserOutput, value, {}});
        all.push_back(value);
    }
    node.args = {fx::ArgumentTuple{all}};
    insert(std::move(node));
    program_.signature = std::make_shared<const fx::GraphSignature>(signature_);
    program_.info = info_;
    return program_;
}

namespace {

std::string tensorText(const ir::Tensor& tensor)
{
    const auto bytes = ir::readContiguous(tensor);
    std::string text = concat(ir::name(tensor.dtype));
    for (std::size_t i = 0; i < tensor.sizes.size(); ++i)
        text += concat(i == 0 ? "[" : ",", tensor.sizes[i], i + 1 == tensor.sizes.size() ? "]" : "");
    text += "{";
    const std::size_t width = ir::itemSize(tensor.dtype);
    for (std::size_t at = 0; bytes && at + width <= bytes->size(); at += width) {
        text += at == 0 ? "" : ",";
        const std::byte* from = bytes->data() + at;
        if (tensor.dtype == ir::DType::Float32) {
            float value = 0;
            std::memcpy(&value, from, width);
            text += support::pythonFloat(static_cast<double>(value));
        } else if (tensor.dtype == ir::DType::Float64) {
            double value = 0;
            std::memcpy(&value, from, width);
            text += support::pythonFloat(value);
        } else {
            std::int64_t value = 0;
            std::memcpy(&value, from, width);
            text += concat(value);
        }
    }
    return text + "}";
}

std::string attributeText(const onnxir::Model& model, const onnxir::AttributeValue& value);

std::string nodeText(const onnxir::Model& model, const ir::Graph<onnxir::Node>& graph, const onnxir::Node& node)
{
    std::string text;
    for (std::size_t i = 0; i < node.outputs.size(); ++i)
        text += concat(i == 0 ? "" : ", ", node.outputs[i].name);
    text += concat(" = ", node.op.domain.empty() ? "" : concat(node.op.domain, "."), node.op.op_type);
    for (std::size_t i = 0; i < node.attributes.size(); ++i)
        text += concat(i == 0 ? "<" : ", ", node.attributes[i].name, "=", attributeText(model, node.attributes[i].value), i + 1 == node.attributes.size() ? ">" : "");
    text += "(";
    for (std::size_t i = 0; i < node.inputs.size(); ++i) {
        std::string name;
        if (node.inputs[i]) {
            const onnxir::Node* producer = graph.find(node.inputs[i]->node);
            if (!producer)
                producer = model.graphs[*model.graphs.graphOf(node.inputs[i]->node)].find(node.inputs[i]->node);
            name = producer->outputs[node.inputs[i]->output].name;
        }
        text += concat(i == 0 ? "" : ", ", name);
    }
    return text + ")";
}

std::string graphText(const onnxir::Model& model, GraphId id)
{
    std::string inputs;
    std::string outputs;
    std::string nodes;
    const auto& graph = model.graphs[id];
    for (const NodeId node : graph.order()) {
        const onnxir::Node& at = graph[node];
        if (at.kind == onnxir::Kind::Input)
            inputs += concat(inputs.empty() ? "" : ", ", at.name);
        else if (at.kind == onnxir::Kind::Initializer)
            nodes += concat(at.name, " = initializer\n");
        else if (at.kind == onnxir::Kind::Output)
            outputs += concat(outputs.empty() ? "" : ", ", at.name);
        else
            nodes += concat(nodeText(model, graph, at), "\n");
    }
    return concat("(", inputs, ") => (", outputs, ")\n", nodes);
}

struct AttributeText {
    const onnxir::Model& model;
    std::string operator()(std::int64_t v) const { return concat(v); }
    std::string operator()(float v) const { return support::pythonFloat(static_cast<double>(v)); }
    std::string operator()(const std::string& v) const { return v; }
    std::string operator()(const std::shared_ptr<const ir::Tensor>& v) const { return tensorText(*v); }
    std::string operator()(GraphId v) const { return concat("{", graphText(model, v), "}"); }
    std::string operator()(const std::vector<std::int64_t>& v) const
    {
        std::string text = "[";
        for (std::size_t i = 0; i < v.size(); ++i)
            text += concat(i == 0 ? "" : ",", v[i]);
        return text + "]";
    }
    template <class T>
    std::string operator()(const T&) const
    {
        return "…";
    }
};

std::string attributeText(const onnxir::Model& model, const onnxir::AttributeValue& value)
{
    return std::visit(AttributeText{model}, value);
}

} // namespace

std::string textOf(const onnxir::Model& model)
{
    std::string text = graphText(model, kMainGraph);
    for (const auto& [graph, function] : model.functions)
        text += concat(function->id.domain, ".", function->id.op_type, " ", graphText(model, graph));
    return text;
}

std::string bodyOf(const onnxir::Model& model, const std::string& opType)
{
    for (const auto& [graph, function] : model.functions)
        if (function->id.op_type == opType)
            return graphText(model, graph);
    return concat("no function ", opType);
}

std::string diagnosticsOf(const Lowered& lowered)
{
    std::string text;
    for (const Diagnostic& diagnostic : lowered.record.diagnostics)
        text += concat(diagnostic.ruleId, " ", diagnostic.message, "\n");
    return text;
}

std::string bodyOfCall(std::string_view call, std::int64_t opset)
{
    const auto program = fx::parseCall(call);
    if (!program)
        return program.error().message;
    LowerOptions options;
    options.opset = opset;
    const Lowered lowered = lower(*program, options);
    if (!lowered.record.diagnostics.empty() || lowered.record.after.functions.empty())
        return diagnosticsOf(lowered);
    return graphText(lowered.record.after, lowered.record.after.functions.begin()->first);
}

} // namespace sidelight::lowering::testing
