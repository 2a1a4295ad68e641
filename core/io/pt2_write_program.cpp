// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/io/pt2_write_program.h"

#include "core/io/pt2_reader.h"
#include "core/support/rules.h"
#include "core/support/text.h"

#include <algorithm>
#include <limits>

namespace sidelight::io::pt2 {
namespace {

using fx::InputKind;
using fx::OutputKind;

constexpr std::string_view kTorchVersion = "2.13.0"; // That whose files these are like.

json::Value inputSpec(const fx::InputSpec& spec, const fx::Node& node, GraphWriter& graph, ValueWriter& values)
{
    const auto stored = [&](std::string_view field, std::string_view member) {
        return choice(field, json::Object{{"arg", named(node.name)}, {std::string(member), spec.target}});
    };
    switch (spec.kind) {
    case InputKind::Parameter:
        return stored("parameter", "parameter_name");
    case InputKind::Buffer:
        return choice("buffer",
            json::Object{{"arg", named(node.name)}, {"buffer_name", spec.target}, {"persistent", spec.persistent}});
    case InputKind::ConstantTensor:
        return stored("tensor_constant", "tensor_constant_name");
    case InputKind::ConstantInput:
        return choice("constant_input", json::Object{{"name", spec.name}, {"value", graph.argument(spec.constant)}});
    case InputKind::UserInput:
        break;
    case InputKind::CustomObj:
    case InputKind::Token:
        values.fail(support::diagnose(rules::kWriteFailed,
            concat("node %", support::plainText(node.name), " is a custom object, whose content was not read"),
            {fx::locationOf(node)}));
        return {};
    }
    switch (node.val.kind) {
    case ir::Type::Kind::Int:
        return choice("user_input", choice("arg", choice("as_sym_int", choice("as_name", node.name))));
    case ir::Type::Kind::Float:
        return choice("user_input", choice("arg", choice("as_sym_float", choice("as_name", node.name))));
    case ir::Type::Kind::Bool:
        return choice("user_input", choice("arg", choice("as_sym_bool", choice("as_name", node.name))));
    default:
        return choice("user_input", choice("arg", choice("as_tensor", named(node.name))));
    }
}

json::Value outputSpec(
    const fx::OutputSpec& spec, const fx::ExportedProgram& program, GraphWriter& graph, ValueWriter& values)
{
    if (spec.kind == OutputKind::UserOutput)
        return choice("user_output", choice("arg", graph.argument(spec.value)));
    const Value* value = spec.value.as<Value>();
    const fx::Node* node = value ? program.main().find(value->node) : nullptr;
    if (!node) {
        values.fail(support::diagnose(
            rules::kWriteFailed, concat("an output for `", support::plainText(spec.target), "` names no node")));
        return {};
    }
    const auto made = [&](std::string_view field, std::string_view member) {
        json::Object members{{"arg", named(node->name)}};
        if (!member.empty())
            members.emplace_back(std::string(member), spec.target);
        return choice(field, std::move(members));
    };
    switch (spec.kind) {
    case OutputKind::LossOutput:
        return made("loss_output", {});
    case OutputKind::BufferMutation:
        return made("buffer_mutation", "buffer_name");
    case OutputKind::ParameterMutation:
        return made("parameter_mutation", "parameter_name");
    case OutputKind::GradientToParameter:
        return made("gradient_to_parameter", "parameter_name");
    case OutputKind::GradientToUserInput:
        return made("gradient_to_user_input", "user_input_name");
    case OutputKind::UserInputMutation:
        return made("user_input_mutation", "user_input_name");
    case OutputKind::Token:
    case OutputKind::UserOutput:
        break;
    }
    return made("token", {});
}

json::Value signatureOf(const fx::ExportedProgram& program, GraphWriter& graph, ValueWriter& values)
{
    json::Array inputs;
    json::Array outputs;
    for (std::size_t at = 0; at < program.signature->inputs.size(); ++at) {
        const fx::Node* node = graph.placeholder(at);
        if (!node) {
            values.fail(
                support::diagnose(rules::kWriteFailed, concat("input ", at, " of the signature has no placeholder")));
            return {};
        }
        inputs.push_back(inputSpec(program.signature->inputs[at], *node, graph, values));
    }
    for (const fx::OutputSpec& spec : program.signature->outputs)
        outputs.push_back(outputSpec(spec, program, graph, values));
    return json::Object{{"input_specs", std::move(inputs)}, {"output_specs", std::move(outputs)}};
}

json::Value callValues(const std::vector<std::string>& names, const ir::Graph<fx::Node>& graph, GraphWriter& writer)
{
    json::Array out;
    for (const std::string& name : names) {
        const NodeId node = name.empty() ? kNoNode : fx::findByName(graph, name);
        if (name.empty())
            out.push_back(choice("as_none", true));
        else
            // A pass may have taken the value away; its name stays what it was.
            out.push_back(node == kNoNode ? choice("as_tensor", named(name)) : writer.argument(Value{node, 0}));
    }
    return out;
}

json::Value leaves(std::size_t count)
{
    json::Array out;
    for (std::size_t at = 0; at < count; ++at)
        out.push_back(json::Object{{"type", nullptr}, {"context", nullptr}, {"children_spec", json::Array{}}});
    return out;
}

json::Value tuple(json::Value children)
{
    return json::Object{{"type", "builtins.tuple"}, {"context", "null"}, {"children_spec", std::move(children)}};
}

std::size_t userInputs(const fx::GraphSignature& signature)
{
    return static_cast<std::size_t>(
        std::count_if(signature.inputs.begin(), signature.inputs.end(), [](const fx::InputSpec& spec) {
            return spec.kind == InputKind::UserInput || spec.kind == InputKind::ConstantInput;
        }));
}

std::size_t userOutputs(const fx::GraphSignature& signature)
{
    return static_cast<std::size_t>(
        std::count_if(signature.outputs.begin(), signature.outputs.end(), [](const fx::OutputSpec& spec) {
            return spec.kind == OutputKind::UserOutput || spec.kind == OutputKind::LossOutput;
        }));
}

json::Value moduleCalls(const fx::ExportedProgram& program, GraphWriter& graph)
{
    json::Array out;
    const auto add = [&](const std::string& fqn, json::Value signature) {
        out.push_back(json::Object{{"fqn", fqn}, {"signature", std::move(signature)}});
    };
    for (const fx::ModuleCall& call : program.info->moduleCalls) {
        if (call.inSpec.empty() && call.outSpec.empty()) {
            add(call.fqn, nullptr);
            continue;
        }
        json::Value names;
        if (!call.forwardArgNames.empty()) {
            json::Array list;
            for (const std::string& name : call.forwardArgNames)
                list.emplace_back(name);
            names = std::move(list);
        }
        json::Value inputs = callValues(call.inputs, program.main(), graph);
        json::Value outputs = callValues(call.outputs, program.main(), graph);
        add(call.fqn,
            json::Object{{"inputs", std::move(inputs)}, {"outputs", std::move(outputs)}, {"in_spec", call.inSpec},
                {"out_spec", call.outSpec}, {"forward_arg_names", std::move(names)}});
    }
    if (out.empty())
        add({}, json::Object{{"inputs", json::Array{}}, {"outputs", json::Array{}},
                    {"in_spec", plainInputTree(userInputs(*program.signature))},
                    {"out_spec", plainOutputTree(userOutputs(*program.signature))}, {"forward_arg_names", nullptr}});
    return out;
}

json::Value rangesOf(const fx::ProgramInfo& info)
{
    json::Object out;
    for (const auto& [dim, range] : info.ranges) {
        json::Value min;
        json::Value max;
        if (range.min != std::numeric_limits<std::int64_t>::min())
            min = range.min;
        if (range.max)
            max = *range.max;
        out.emplace_back(dim.text(), json::Object{{"min_val", std::move(min)}, {"max_val", std::move(max)}});
    }
    return out;
}

} // namespace

std::string plainInputTree(std::size_t count)
{
    json::Value keywords = json::Object{{"type", "builtins.dict"}, {"context", "[]"}, {"children_spec", json::Array{}}};
    json::Array children;
    children.push_back(tuple(leaves(count)));
    children.push_back(std::move(keywords));
    return json::print(json::Array{1, tuple(std::move(children))});
}

std::string plainOutputTree(std::size_t count)
{
    return json::print(json::Array{1, tuple(leaves(count))});
}

json::Value writeProgram(const fx::ExportedProgram& program, ValueWriter& values)
{
    GraphWriter writer(program, kMainGraph, values);
    json::Value graph = writer.write();
    if (values.failed())
        return {};
    json::Value signature = signatureOf(program, writer, values);
    json::Value calls = moduleCalls(program, writer);
    if (values.failed())
        return {};
    json::Object opsets;
    for (const auto& [domain, version] : program.opsets)
        opsets.emplace_back(domain, version);
    json::Array guards;
    for (const std::string& guard : program.info->guards)
        guards.emplace_back(guard);
    const std::string& torch = program.info->torchVersion;
    const std::string& dialect = program.info->dialect;
    return json::Object{{"graph_module", json::Object{{"graph", std::move(graph)}, {"signature", std::move(signature)},
                                             {"module_call_graph", std::move(calls)}, {"metadata", json::Object{}},
                                             {"treespec_namedtuple_fields", json::Object{}}}},
        {"opset_version", std::move(opsets)}, {"range_constraints", rangesOf(*program.info)},
        {"schema_version", json::Object{{"major", kSchemaMajor}, {"minor", kSchemaMinor}}},
        {"verifiers", json::Array{dialect.empty() ? json::Value("TRAINING") : json::Value(dialect)}},
        {"torch_version", torch.empty() ? json::Value(kTorchVersion) : json::Value(torch)},
        {"guards_code", std::move(guards)}};
}

} // namespace sidelight::io::pt2
