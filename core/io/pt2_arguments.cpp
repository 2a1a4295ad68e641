// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/io/pt2_graph.h"

#include "core/support/rules.h"
#include "core/support/text.h"

// GraphReader's half that reads Argument, the schema's union of what a node can take.

namespace sidelight::io::pt2 {

using fx::Argument;
using fx::ArgumentList;

/// Notes that the node that is being read cannot be given this argument.
Argument GraphReader::lost(std::string_view what)
{
    losses_.push_back(concat("an argument of the kind `", support::plainText(what), '`'));
    return {};
}

Argument GraphReader::valueNamed(const std::string& name)
{
    const auto found = byName_.find(name);
    if (found != byName_.end())
        return Argument(Value{nodes_[found->second].id, 0});
    const std::string shown = support::plainText(name);
    if (madeBy_.count(name) != 0)
        schema_.fail(rules::kCycle, place_,
            concat("reads `", shown, "`, which a later node makes: the nodes form a cycle or are out of order"));
    else
        schema_.fail(rules::kSchemaMismatch, place_, concat("reads `", shown, "`, which nothing makes"));
    return {};
}

/// SymIntArgument and its kin: a name, or a constant in `constantField`.
Argument GraphReader::symbolic(const json::Value& value, std::string_view constantField)
{
    const Choice field = schema_.choice(value, place_);
    if (field.type == "as_name")
        return valueNamed(schema_.asText(*field.value, place_));
    if (field.type != constantField)
        return lost(field.type);
    if (constantField == "as_int")
        return Argument(schema_.asInteger(*field.value, place_));
    if (constantField == "as_float")
        return Argument(schema_.asNumber(*field.value, place_));
    return Argument(schema_.asBoolean(*field.value, place_));
}

Argument GraphReader::optionalTensor(const json::Value& value)
{
    const Choice field = schema_.choice(value, place_);
    if (field.type == "as_tensor")
        return valueNamed(schema_.text(*field.value, "name", place_));
    return field.type == "as_none" || field.type.empty() ? Argument() : lost(field.type);
}

Argument GraphReader::subgraph(const json::Value& value)
{
    schema_.checkMembers(value, {"name", "graph"}, "a subgraph");
    const std::string name = schema_.text(value, "name", place_);
    const json::Value* graph = schema_.member(value, "graph", place_);
    if (schema_.failed())
        return {};
    const GraphId id = reading_.program.newGraphId();
    GraphReader(reading_).read(*graph, id);
    if (schema_.failed())
        return {};
    fx::Node node;
    node.op = fx::Op::GetAttr;
    node.target = name;
    node.subgraph = id;
    node.val.kind = ir::Type::Kind::Object;
    const std::size_t at = create(std::move(node), name);
    return Argument(Value{nodes_[at].id, 0});
}

Argument GraphReader::listArgument(const Choice& field)
{
    ArgumentList list;
    const json::Array& items = schema_.asArray(*field.value, place_);
    const auto nested = [&](auto&& read, bool tuples) {
        for (const json::Value& inner : items) {
            ArgumentList row;
            for (const json::Value& item : schema_.asArray(inner, place_))
                row.push_back(read(item));
            list.push_back(tuples ? Argument(fx::ArgumentTuple{std::move(row)}) : Argument(std::move(row)));
        }
    };
    const auto tensor = [&](const json::Value& item) { return valueNamed(schema_.text(item, "name", place_)); };
    const auto integer = [&](const json::Value& item) { return Argument(schema_.asInteger(item, place_)); };
    const auto number = [&](const json::Value& item) { return Argument(schema_.asNumber(item, place_)); };
    const auto each = [&](auto&& read) {
        list.reserve(items.size());
        for (const json::Value& item : items)
            list.push_back(read(item));
    };
    if (field.type == "as_tensors")
        each(tensor);
    else if (field.type == "as_ints")
        each(integer);
    else if (field.type == "as_floats")
        each(number);
    else if (field.type == "as_strings")
        each([&](const json::Value& item) { return Argument(schema_.asText(item, place_)); });
    else if (field.type == "as_bools")
        each([&](const json::Value& item) { return Argument(schema_.asBoolean(item, place_)); });
    else if (field.type == "as_sym_ints")
        each([&](const json::Value& item) { return symbolic(item, "as_int"); });
    else if (field.type == "as_sym_floats")
        each([&](const json::Value& item) { return symbolic(item, "as_float"); });
    else if (field.type == "as_sym_bools")
        each([&](const json::Value& item) { return symbolic(item, "as_bool"); });
    else if (field.type == "as_optional_tensors")
        each([&](const json::Value& item) { return optionalTensor(item); });
    else if (field.type == "as_nested_tensors")
        nested(tensor, false);
    else if (field.type == "as_int_lists")
        nested(integer, true);
    else if (field.type == "as_float_lists")
        nested(number, false);
    else
        return lost(field.type);
    return Argument(std::move(list));
}

Argument GraphReader::argument(const json::Value& value)
{
    const Choice field = schema_.choice(value, place_);
    const std::string_view type = field.type;
    if (schema_.failed())
        return {};
    if (type.empty())
        return Argument(ArgumentList{});
    const json::Value& content = *field.value;
    if (type == "as_none")
        return {};
    if (type == "as_tensor")
        return valueNamed(schema_.text(content, "name", place_));
    if (type == "as_int")
        return Argument(schema_.asInteger(content, place_));
    if (type == "as_float")
        return Argument(schema_.asNumber(content, place_));
    if (type == "as_bool")
        return Argument(schema_.asBoolean(content, place_));
    if (type == "as_string")
        return Argument(schema_.asText(content, place_));
    if (type == "as_complex") {
        const double real = schema_.asNumber(*schema_.member(content, "real", place_), place_);
        const double imaginary = schema_.asNumber(*schema_.member(content, "imag", place_), place_);
        return Argument(std::complex<double>(real, imaginary));
    }
    if (type == "as_sym_int")
        return symbolic(content, "as_int");
    if (type == "as_sym_float")
        return symbolic(content, "as_float");
    if (type == "as_sym_bool")
        return symbolic(content, "as_bool");
    if (type == "as_scalar_type")
        return Argument(schema_.dtype(schema_.asInteger(content, place_), place_));
    if (type == "as_layout")
        return Argument(schema_.layout(schema_.asInteger(content, place_), place_));
    if (type == "as_memory_format")
        return Argument(schema_.memoryFormat(schema_.asInteger(content, place_), place_));
    if (type == "as_device")
        return Argument(schema_.device(content, place_));
    if (type == "as_graph")
        return subgraph(content);
    if (type == "as_operator")
        return Argument(fx::OperatorRef{schema_.asText(content, place_)});
    if (type == "as_optional_tensor")
        return optionalTensor(content);
    if (type == "as_custom_obj") {
        const std::string name = schema_.text(content, "name", place_);
        if (byName_.count(name) != 0)
            return valueNamed(name);
        return Argument(fx::CustomObject{name, schema_.text(content, "class_fqn", place_)});
    }
    if (type == "as_string_to_argument") {
        fx::ArgumentDict dict;
        if (!content.asObject())
            schema_.fail(rules::kSchemaMismatch, place_, "has a dict argument that is no object");
        else
            for (const auto& [key, item] : *content.asObject()) {
                dict.keys.push_back(key);
                dict.values.push_back(argument(item));
            }
        return Argument(std::move(dict));
    }
    if (content.asArray())
        return listArgument(field);
    return lost(type);
}

Argument GraphReader::outputArgument(const json::Value& value)
{
    const Choice field = schema_.choice(value, place_);
    static constexpr std::string_view kAllowed[] = {"as_tensor", "as_sym_int", "as_sym_float", "as_sym_bool", "as_int",
        "as_float", "as_bool", "as_none", "as_string", "as_custom_obj"};
    for (const std::string_view allowed : kAllowed)
        if (field.type == allowed)
            return argument(value);
    schema_.fail(rules::kSchemaMismatch, place_,
        concat("is of the kind `", support::plainText(field.type), "`, which no output can be"));
    return {};
}

} // namespace sidelight::io::pt2
