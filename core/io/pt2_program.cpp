// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/io/pt2_program.h"

#include "core/io/pt2_reader.h"
#include "core/support/rules.h"
#include "core/support/text.h"

#include <limits>

namespace sidelight::io::pt2 {
namespace {

using fx::InputKind;
using fx::OutputKind;

struct OutputField
{
    std::string_view field;
    OutputKind kind;
    std::string_view targetMember; ///< Empty: none.
};
constexpr OutputField kOutputFields[] = {
    {"user_output", OutputKind::UserOutput, ""},
    {"loss_output", OutputKind::LossOutput, ""},
    {"buffer_mutation", OutputKind::BufferMutation, "buffer_name"},
    {"parameter_mutation", OutputKind::ParameterMutation, "parameter_name"},
    {"gradient_to_parameter", OutputKind::GradientToParameter, "parameter_name"},
    {"gradient_to_user_input", OutputKind::GradientToUserInput, "user_input_name"},
    {"user_input_mutation", OutputKind::UserInputMutation, "user_input_name"},
    {"token", OutputKind::Token, ""},
};

/// The name that an argument of a signature stands for: as_tensor, as_sym_int and their kin; empty for constants.
std::string nameOf(const json::Value& argument)
{
    for (const std::string_view key : {"as_tensor", "as_custom_obj"})
        if (const json::Value* value = argument.find(key))
            if (const json::Value* name = value->find("name"); name && name->asString())
                return *name->asString();
    for (const std::string_view key : {"as_sym_int", "as_sym_float", "as_sym_bool"})
        if (const json::Value* value = argument.find(key))
            if (const json::Value* name = value->find("as_name"); name && name->asString())
                return *name->asString();
    return {};
}

/// A constant leaf: as_int, as_float, as_bool, as_string, as_none.
fx::Argument constantOf(SchemaReader& schema, const json::Value& value, std::string_view where)
{
    const Choice field = schema.choice(value, where);
    if (field.type == "as_int")
        return schema.asInteger(*field.value, where);
    if (field.type == "as_float")
        return schema.asNumber(*field.value, where);
    if (field.type == "as_bool")
        return schema.asBoolean(*field.value, where);
    if (field.type == "as_string")
        return schema.asText(*field.value, where);
    if (field.type == "as_sym_int" || field.type == "as_sym_float" || field.type == "as_sym_bool") {
        const Choice inner = schema.choice(*field.value, where);
        if (inner.type == "as_int" || inner.type == "as_float" || inner.type == "as_bool")
            return constantOf(schema, *field.value, where);
    }
    return {};
}

fx::InputSpec inputSpec(SchemaReader& schema, const json::Value& value, std::size_t position)
{
    const std::string where = concat("input ", position, " of the signature");
    const Choice field = schema.choice(value, where);
    fx::InputSpec spec;
    if (!field.value || schema.failed())
        return spec;
    const json::Value& content = *field.value;
    if (field.type == "constant_input") {
        spec.kind = InputKind::ConstantInput;
        spec.name = schema.text(content, "name", where);
        spec.constant = constantOf(schema, *schema.member(content, "value", where), where);
        return spec;
    }
    const json::Value& argument = *schema.member(content, "arg", where);
    const auto tensorInput = [&](InputKind kind, std::string_view target) {
        spec.kind = kind;
        spec.name = schema.text(argument, "name", where);
        if (!target.empty())
            spec.target = schema.text(content, target, where);
    };
    if (field.type == "user_input") {
        spec.name = nameOf(argument);
        if (spec.name.empty()) {
            spec.kind = InputKind::ConstantInput;
            spec.constant = constantOf(schema, argument, where);
        }
    } else if (field.type == "parameter") {
        tensorInput(InputKind::Parameter, "parameter_name");
    } else if (field.type == "buffer") {
        tensorInput(InputKind::Buffer, "buffer_name");
        spec.persistent = schema.boolean(content, "persistent", where, true);
    } else if (field.type == "tensor_constant") {
        tensorInput(InputKind::ConstantTensor, "tensor_constant_name");
    } else if (field.type == "custom_obj") {
        tensorInput(InputKind::CustomObj, "custom_obj_name");
    } else if (field.type == "token") {
        tensorInput(InputKind::Token, "");
    } else {
        schema.fail(rules::kSchemaMismatch, where,
            concat("is of the kind `", support::plainText(field.type), "`, which this version does not know"));
    }
    return spec;
}

fx::OutputSpec outputSpec(
    SchemaReader& schema, const json::Value& value, std::size_t position, const GraphReader& graph)
{
    const std::string where = concat("output ", position, " of the signature");
    const Choice field = schema.choice(value, where);
    fx::OutputSpec spec;
    if (!field.value || schema.failed())
        return spec;
    for (const OutputField& known : kOutputFields) {
        if (known.field != field.type)
            continue;
        spec.kind = known.kind;
        const json::Value& argument = *schema.member(*field.value, "arg", where);
        if (!known.targetMember.empty())
            spec.target = schema.text(*field.value, known.targetMember, where);
        std::string name = nameOf(argument);
        if (name.empty() && known.kind != OutputKind::UserOutput)
            name = schema.text(argument, "name", where);
        if (name.empty()) {
            spec.value = constantOf(schema, argument, where);
            return spec;
        }
        const NodeId node = graph.find(name);
        if (node == kNoNode)
            schema.fail(rules::kSchemaMismatch, where,
                concat("names `", support::plainText(name), "`, which the graph does not make"));
        spec.value = Value{node, 0};
        return spec;
    }
    schema.fail(rules::kSchemaMismatch, where,
        concat("is of the kind `", support::plainText(field.type), "`, which this version does not know"));
    return spec;
}

/// Names of a module call's inputs or outputs; constants print as their text.
std::vector<std::string> callValues(SchemaReader& schema, const json::Value& signature, std::string_view key)
{
    std::vector<std::string> names;
    for (const json::Value& argument : schema.array(signature, key, "a module call"))
        names.push_back(nameOf(argument));
    return names;
}

void readModuleCalls(const json::Value& module, SchemaReader& schema, fx::ProgramInfo& info)
{
    if (!schema.optionalMember(module, "module_call_graph"))
        return;
    for (const json::Value& entry : schema.array(module, "module_call_graph", "the module call graph")) {
        schema.checkMembers(entry, {"fqn", "signature"}, "a module call");
        fx::ModuleCall call;
        call.fqn = schema.text(entry, "fqn", "a module call");
        if (const json::Value* signature = schema.optionalMember(entry, "signature")) {
            schema.checkMembers(*signature, {"inputs", "outputs", "in_spec", "out_spec", "forward_arg_names"},
                "a module call's signature");
            call.inSpec = schema.text(*signature, "in_spec", "a module call");
            call.outSpec = schema.text(*signature, "out_spec", "a module call");
            call.inputs = callValues(schema, *signature, "inputs");
            call.outputs = callValues(schema, *signature, "outputs");
            if (const json::Value* names = schema.optionalMember(*signature, "forward_arg_names"))
                for (const json::Value& name : schema.asArray(*names, "a module call"))
                    call.forwardArgNames.push_back(schema.asText(name, "a module call"));
        }
        info.moduleCalls.push_back(std::move(call));
    }
}

void readRanges(const json::Value& root, SchemaReader& schema, fx::ProgramInfo& info)
{
    for (const auto& [key, value] : schema.object(root, "range_constraints", "the program")) {
        const std::string where = concat("range of `", key, '`');
        schema.checkMembers(value, {"min_val", "max_val"}, "a range");
        const auto dim = ir::Dim::parse(key);
        if (!dim.ok())
            return schema.fail(dim.error());
        ir::Range range;
        const json::Value* min = schema.optionalMember(value, "min_val");
        const json::Value* max = schema.optionalMember(value, "max_val");
        range.min = min ? schema.asInteger(*min, where) : std::numeric_limits<std::int64_t>::min();
        if (max)
            range.max = schema.asInteger(*max, where);
        info.ranges.emplace_back(*dim, range);
    }
}

void checkVersion(const json::Value& root, SchemaReader& schema, fx::ProgramInfo& info)
{
    const json::Value& version = *schema.member(root, "schema_version", "the program");
    const std::int64_t major = schema.integer(version, "major", "schema_version");
    const std::int64_t minor = schema.integer(version, "minor", "schema_version");
    if (schema.failed())
        return;
    info.schemaVersion = concat(major, '.', minor);
    const std::string known = concat(kSchemaMajor, '.', kSchemaMinor);
    if (major != kSchemaMajor && !(major == 0 && minor == 0))
        return schema.fail(rules::kSchemaVersion, "schema",
            concat("version ", info.schemaVersion, major > kSchemaMajor ? " is newer than " : " is older than ", known,
                major > kSchemaMajor ? ", the newest that is read; export with an older PyTorch or update Sidelight"
                                     : ", which is read; export the model again"));
    if (major == kSchemaMajor && minor > kSchemaMinor)
        schema.note(rules::kSchemaVersion, support::Level::Warning, "schema",
            concat(
                "version ", info.schemaVersion, " is newer than ", known, "; what is not known is ignored and said"));
}

/// Names that the signature gives to constant inputs, by position: placeholders of constants have none of their own.
std::vector<std::string> constantNames(SchemaReader& schema, const json::Array& specs)
{
    std::vector<std::string> names;
    for (const json::Value& spec : specs) {
        const json::Value* constant = spec.find("constant_input");
        names.push_back(constant ? schema.text(*constant, "name", "the signature") : std::string());
    }
    return names;
}

} // namespace

void readProgram(const json::Value& root, ProgramReading& reading, fx::ProgramInfo& info)
{
    SchemaReader& schema = reading.schema;
    if (!root.asObject())
        return schema.fail(rules::kSchemaMismatch, "the program", "is no JSON object");
    checkVersion(root, schema, info);
    if (schema.failed())
        return;
    schema.checkMembers(root,
        {"graph_module", "opset_version", "range_constraints", "schema_version", "verifiers", "dialect",
            "torch_version", "guards_code", "min_torch_version", "tensor_paths", "constants"},
        "the program");
    if (const json::Value* version = schema.optionalMember(root, "torch_version"))
        info.torchVersion = schema.asText(*version, "torch_version");
    if (const json::Value* verifiers = schema.optionalMember(root, "verifiers")) {
        const json::Array& names = schema.asArray(*verifiers, "verifiers");
        if (!names.empty())
            info.dialect = schema.asText(names.front(), "verifiers");
    }
    if (const json::Value* dialect = schema.optionalMember(root, "dialect"); dialect && info.dialect.empty())
        info.dialect = schema.asText(*dialect, "dialect");
    if (const json::Value* guards = schema.optionalMember(root, "guards_code"))
        for (const json::Value& guard : schema.asArray(*guards, "guards_code"))
            info.guards.push_back(schema.asText(guard, "guards_code"));
    for (const auto& [domain, version] : schema.object(root, "opset_version", "the program"))
        reading.program.opsets[domain] = schema.asInteger(version, "opset_version");
    readRanges(root, schema, info);

    const json::Value& module = *schema.member(root, "graph_module", "the program");
    schema.checkMembers(module, {"graph", "signature", "module_call_graph", "metadata", "treespec_namedtuple_fields"},
        "the graph module");
    const json::Value& graph = *schema.member(module, "graph", "the graph module");
    const json::Value& signature = *schema.member(module, "signature", "the graph module");
    const json::Array& inputSpecs = schema.array(signature, "input_specs", "the signature");
    const json::Array& outputSpecs = schema.array(signature, "output_specs", "the signature");
    reading.constantInputs = constantNames(schema, inputSpecs);
    if (schema.failed())
        return;
    GraphReader reader(reading);
    reader.read(graph, kMainGraph);
    if (schema.failed())
        return;
    fx::GraphSignature made;
    for (const json::Value& spec : inputSpecs)
        made.inputs.push_back(inputSpec(schema, spec, made.inputs.size()));
    for (const json::Value& spec : outputSpecs)
        made.outputs.push_back(outputSpec(schema, spec, made.outputs.size(), reader));
    // A constant's placeholder goes by the name that FX made legal.
    const ir::Graph<fx::Node>& main = reading.program.graphs[kMainGraph];
    std::size_t position = 0;
    for (const NodeId id : main.order()) {
        if (main[id].op != fx::Op::Placeholder || position >= made.inputs.size())
            break;
        if (made.inputs[position].kind == fx::InputKind::ConstantInput)
            made.inputs[position].name = main[id].name;
        ++position;
    }
    reading.program.signature = std::make_shared<const fx::GraphSignature>(std::move(made));
    readModuleCalls(module, schema, info);
    info.hints = schema.hints();
}

} // namespace sidelight::io::pt2
