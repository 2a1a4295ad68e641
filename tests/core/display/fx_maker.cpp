// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/core/display/fx_maker.h"

#include "core/support/text.h"

#include <algorithm>

namespace sidelight::display {

FxMaker::FxMaker()
{
    program.graphs.add(kMainGraph, {});
    inModule({});
}

ir::Type FxMaker::tensor(const std::vector<std::string>& sizes, ir::DType dtype)
{
    ir::TensorType type;
    type.dtype = dtype;
    for (const std::string& size : sizes)
        type.sizes.push_back(*ir::Dim::parse(size));
    return ir::Type::of(type);
}

Value FxMaker::add(fx::Node node)
{
    node.meta = meta_;
    if (node.name.empty())
        node.name = fx::uniqueName(program.graphs[graph_], "node");
    const NodeId id = program.newNodeId();
    program.graphs.forWrite(graph_).insert(id, std::make_shared<const fx::Node>(std::move(node)));
    return {id, 0};
}

Value FxMaker::input(const std::string& name, ir::Type type)
{
    if (graph_ == kMainGraph)
        signature_.inputs.push_back({fx::InputKind::UserInput, name, {}, true, {}});
    fx::Node node;
    node.op = fx::Op::Placeholder;
    node.name = node.target = name;
    node.val = std::move(type);
    return add(std::move(node));
}

Value FxMaker::state(const std::string& target, const std::vector<std::string>& sizes, fx::InputKind kind)
{
    std::string name = (kind == fx::InputKind::Buffer ? "b_" : "p_") + target;
    std::ranges::replace(name, '.', '_');
    signature_.inputs.push_back({kind, name, target, true, {}});
    fx::Node node;
    node.op = fx::Op::Placeholder;
    node.name = node.target = name;
    node.val = tensor(sizes);
    return add(std::move(node));
}

Value FxMaker::call(const std::string& target, std::vector<fx::Argument> args, ir::Type type, std::vector<std::pair<std::string, fx::Argument>> kwargs)
{
    fx::Node node;
    node.op = fx::Op::CallFunction;
    node.target = target.find("operator.") == 0 || target.find("torch.") == 0 ? target : "torch.ops." + target;
    const auto parts = support::split(node.target, '.');
    node.name = fx::uniqueName(program.graphs[graph_], std::string(parts.size() > 3 ? parts[3] : parts.back()));
    node.args = std::move(args);
    node.kwargs = std::move(kwargs);
    node.val = std::move(type);
    return add(std::move(node));
}

void FxMaker::output(std::vector<Value> values)
{
    fx::Node node;
    node.op = fx::Op::Output;
    node.name = node.target = "output";
    fx::ArgumentTuple tuple;
    for (const Value value : values) {
        tuple.items.emplace_back(value);
        if (graph_ == kMainGraph)
            signature_.outputs.push_back({fx::OutputKind::UserOutput, value, {}});
    }
    node.args.emplace_back(std::move(tuple));
    add(std::move(node));
}

void FxMaker::inModule(std::vector<std::pair<std::string, std::string>> modules)
{
    fx::NodeMeta meta;
    meta.nn_module_stack.push_back({"L__self__", "", "Model"});
    for (const auto& [path, className] : modules)
        meta.nn_module_stack.push_back({"L__self___" + path, path, "torch.nn.modules." + className});
    meta_ = std::make_shared<const fx::NodeMeta>(std::move(meta));
}

GraphId FxMaker::beginBody()
{
    graph_ = program.newGraphId();
    program.graphs.add(graph_, {});
    return graph_;
}

void FxMaker::endBody()
{
    graph_ = kMainGraph;
}

Value FxMaker::bodyReference(const std::string& name, GraphId body)
{
    fx::Node node;
    node.op = fx::Op::GetAttr;
    node.name = node.target = name;
    node.subgraph = body;
    return add(std::move(node));
}

fx::ExportedProgram FxMaker::finish()
{
    program.signature = std::make_shared<const fx::GraphSignature>(signature_);
    program.state = std::make_shared<const fx::ExportedProgram::State>();
    program.info = std::make_shared<const fx::ProgramInfo>();
    return program;
}

DisplayOptions plainOptions()
{
    static const FixedTextMeasure measure;
    DisplayOptions options;
    options.measure = &measure;
    return options;
}

} // namespace sidelight::display
