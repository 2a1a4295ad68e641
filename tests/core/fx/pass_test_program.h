// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/fx/calls.h"
#include "core/fx/lint.h"
#include "core/fx/names.h"
#include "core/fx/passes/pipeline.h"
#include "core/fx/print.h"
#include "tests/core/ir/replay.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

/// Small programs for pass tests, and their text: one line a node, `add = aten.add.Tensor(x, 1) : f32[2]`.
namespace sidelight::fx::passes::testing {

inline ir::Type tensor(ir::DType dtype, std::vector<ir::Dim> sizes = {})
{
    ir::TensorType type;
    type.dtype = dtype;
    type.sizes = std::move(sizes);
    return ir::Type::of(std::move(type));
}
inline ir::Type f32(std::vector<ir::Dim> sizes = {}) { return tensor(ir::DType::Float32, std::move(sizes)); }
inline ir::Type i64(std::vector<ir::Dim> sizes = {}) { return tensor(ir::DType::Int64, std::move(sizes)); }
inline ir::Type b8(std::vector<ir::Dim> sizes = {}) { return tensor(ir::DType::Bool, std::move(sizes)); }
inline ir::Dim size(std::int64_t value) { return ir::Dim::constant(value); }
inline const std::vector<ir::Dim> kTwo = {size(2)};

class Builder {
public:
    Builder()
    {
        program_.graphs.add(kMainGraph, {});
        program_.signature = std::make_shared<const GraphSignature>();
        program_.state = std::make_shared<const ExportedProgram::State>();
    }
    Value input(const std::string& name, ir::Type val) { return placeholder({InputKind::UserInput, name, {}, true, {}}, std::move(val)); }
    Value buffer(const std::string& name, ir::Type val) { return placeholder({InputKind::Buffer, "b_" + name, name, true, {}}, std::move(val)); }
    Value constant(const std::string& name, ir::Type val, ir::Tensor value)
    {
        program_.assignState(name, std::make_shared<const ir::Tensor>(std::move(value)));
        return placeholder({InputKind::ConstantTensor, "c_" + name, name, true, {}}, std::move(val));
    }
    Value call(const std::string& overload, std::vector<Argument> args, ir::Type val, std::vector<std::pair<std::string, Argument>> kwargs = {})
    {
        Node node;
        const bool isPython = overload.rfind("operator.", 0) == 0 || overload.rfind("torch.", 0) == 0;
        node.target = isPython ? overload : "torch.ops." + overload;
        node.name = names().make(support::split(overload, '.')[overload.rfind("torch.", 0) == 0 ? 3 : 1]);
        node.args = std::move(args);
        node.kwargs = std::move(kwargs);
        node.val = std::move(val);
        NodeMeta meta;
        meta.nn_module_stack = {{module, module, "M"}};
        meta.stack_trace = {{"model.py", ++line_, "forward", "..."}};
        node.meta = std::make_shared<const NodeMeta>(std::move(meta));
        return add(std::move(node));
    }
    /// The input x times two: a tensor that is the program's own.
    Value doubled(const ir::Type& val) { return call("aten.mul.Tensor", {input("x", val), 2}, val); }
    Value subgraph(const std::string& name, GraphId body)
    {
        Node node;
        node.op = Op::GetAttr;
        node.name = node.target = name;
        node.subgraph = body;
        node.val.kind = ir::Type::Kind::Object;
        return add(std::move(node));
    }
    /// Nodes go to this graph from now on.
    GraphId begin()
    {
        graph_ = program_.newGraphId();
        program_.graphs.add(graph_, {});
        return graph_;
    }
    void end() { graph_ = kMainGraph; }
    void output(std::vector<Value> values)
    {
        Node node;
        node.op = Op::Output;
        node.name = node.target = "output";
        ArgumentTuple tuple;
        GraphSignature signature = *program_.signature;
        for (const Value value : values) {
            tuple.items.emplace_back(value);
            if (graph_ == kMainGraph)
                signature.outputs.push_back({OutputKind::UserOutput, value, {}});
        }
        node.args = {tuple};
        add(std::move(node));
        program_.signature = std::make_shared<const GraphSignature>(std::move(signature));
    }
    [[nodiscard]] const ExportedProgram& program() const { return program_; }

    std::string module = "root";

private:
    NameScope names() const { return NameScope(program_.graphs[graph_]); }
    Value placeholder(InputSpec spec, ir::Type val)
    {
        Node node;
        node.op = Op::Placeholder;
        node.name = node.target = spec.name;
        node.val = std::move(val);
        if (graph_ == kMainGraph) {
            GraphSignature signature = *program_.signature;
            signature.inputs.push_back(std::move(spec));
            program_.signature = std::make_shared<const GraphSignature>(std::move(signature));
        }
        return add(std::move(node));
    }
    Value add(Node node)
    {
        const NodeId id = program_.newNodeId();
        program_.graphs.forWrite(graph_).insert(id, std::make_shared<const Node>(std::move(node)));
        return {id};
    }

    ExportedProgram program_;
    GraphId graph_ = kMainGraph;
    std::int64_t line_ = 0;
};

inline std::string text(const ExportedProgram& program, GraphId graphId = kMainGraph)
{
    const auto& graph = program.graphs[graphId];
    const auto argument = [&](const Argument& value) { return reprArgument(graph, value); };
    std::string out;
    for (const NodeId id : graph.order()) {
        const Node& node = graph[id];
        if (node.op == Op::Output) {
            out += concat("return ", argument(node.args.front()), '\n');
            continue;
        }
        if (node.op == Op::Placeholder || node.op == Op::GetAttr) {
            out += concat(node.name, node.op == Op::GetAttr ? " = get_attr" : "", " : ", ir::toText(node.val), '\n');
            continue;
        }
        std::string args;
        for (const Argument& arg : node.args)
            args += concat(args.empty() ? "" : ", ", argument(arg));
        for (const auto& [key, arg] : node.kwargs)
            args += concat(args.empty() ? "" : ", ", key, '=', argument(arg));
        out += concat(node.name, " = ", node.overload(), '(', args, ") : ", ir::toText(node.val), '\n');
    }
    return out;
}

/// Outputs of the signature beyond the user's: `buffer_mutation:running -> add`.
inline std::string mutations(const ExportedProgram& program)
{
    static constexpr const char* kKinds[] = {"user_output", "loss_output", "buffer_mutation", "parameter_mutation", "grad_param", "grad_input", "user_input_mutation", "token"};
    std::string out;
    for (const OutputSpec& output : program.signature->outputs)
        if (output.kind != OutputKind::UserOutput)
            out += concat(out.empty() ? "" : ", ", kKinds[static_cast<int>(output.kind)], ':', output.target, " -> ", program.main()[output.value.as<Value>()->node].name);
    return out;
}

/// Runs one pass; checks that its trace goes both ways, that the signature names the outputs, and that a second run changes nothing.
inline ir::PassRecord<ExportedProgram> run(const char* id, const ExportedProgram& before, ir::PassOptions options = {}, ir::Services services = {})
{
    const std::vector<PassStep> steps = {{find(id), std::move(options), true}};
    ir::RunOptions<ExportedProgram> runOptions;
    runOptions.services = services;
    runOptions.lint = lint;
    Trace trace = ir::runPasses<ExportedProgram>(before, steps, runOptions);
    auto record = trace.records.front();
    EXPECT_NE(record.outcome, ir::Outcome::Failed) << (record.diagnostics.empty() ? "" : support::toText(record.diagnostics.back()));

    sidelight::testing::expectReplay(before, record);
    const auto& main = record.after.main();
    if (const NodeId output = outputOf(main); output != kNoNode) {
        const auto& items = outputItems(main[output]);
        EXPECT_EQ(items.size(), record.after.signature->outputs.size());
        for (std::size_t at = 0; at < std::min(items.size(), record.after.signature->outputs.size()); ++at)
            EXPECT_EQ(items[at], record.after.signature->outputs[at].value);
    }
    Trace again = ir::runPasses<ExportedProgram>(record.after, steps, runOptions);
    EXPECT_EQ(again.records.front().outcome, ir::Outcome::Unchanged) << text(again.final());
    return record;
}

} // namespace sidelight::fx::passes::testing
