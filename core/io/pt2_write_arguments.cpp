// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/io/pt2_write_graph.h"
#include "core/support/text.h"

#include <algorithm>

// GraphWriter's half that writes Argument, with the precedences of Python's serialize_input.

namespace sidelight::io::pt2 {

using fx::Argument;
using Kind = ir::Type::Kind;

namespace {

const std::vector<Argument>* itemsOf(const Argument& argument)
{
    if (const auto* list = argument.as<fx::ArgumentList>())
        return list;
    const auto* tuple = argument.as<fx::ArgumentTuple>();
    return tuple ? &tuple->items : nullptr;
}

template <class T>
bool are(const std::vector<Argument>& items)
{
    return std::all_of(items.begin(), items.end(), [](const Argument& item) { return item.as<T>() != nullptr; });
}

template <class T>
json::Array plain(const std::vector<Argument>& items)
{
    json::Array out;
    for (const Argument& item : items)
        out.emplace_back(*item.as<T>());
    return out;
}

/// The union of an empty list.
std::string_view emptyList(const fx::SchemaType* type)
{
    if (!type)
        return "as_tensors";
    switch (type->kind) {
    case fx::SchemaType::Kind::Tensor:
        return "as_tensors";
    case fx::SchemaType::Kind::Bool:
        return "as_bools";
    case fx::SchemaType::Kind::Float:
        return "as_floats";
    case fx::SchemaType::Kind::String:
        return "as_strings";
    default:
        return "as_ints";
    }
}

} // namespace

const fx::Node* GraphWriter::valueNode(const Argument& argument) const
{
    const Value* value = argument.as<Value>();
    return value ? graph_.find(value->node) : nullptr;
}

Kind GraphWriter::kindOf(const Argument& argument) const
{
    const fx::Node* node = valueNode(argument);
    return node ? node->val.kind : Kind::Unknown;
}

json::Value GraphWriter::value(Value read)
{
    const auto kept = kept_.find(read.node);
    const fx::Node* node = graph_.find(kept == kept_.end() ? read.node : kept->second);
    if (!node)
        return refuse("reads a node that the graph does not have");
    if (node->op == fx::Op::GetAttr) {
        const fx::Node* user = at_;
        json::Value graph = GraphWriter(program_, node->subgraph, values_).write();
        at_ = user;
        return choice("as_graph", json::Object{{"name", node->target}, {"graph", std::move(graph)}});
    }
    switch (node->val.kind) {
    case Kind::Int:
        return choice("as_sym_int", choice("as_name", node->name));
    case Kind::Float:
        return choice("as_sym_float", choice("as_name", node->name));
    case Kind::Bool:
        return choice("as_sym_bool", choice("as_name", node->name));
    case Kind::None:
        return choice("as_none", true);
    case Kind::List:
        return refuse(concat("reads all outputs of %", node->name, " at once, which a .pt2 cannot hold"));
    case Kind::Object:
    case Kind::String:
        return refuse(concat("reads %", node->name, ", which a .pt2 cannot hold"));
    case Kind::Tensor:
    case Kind::Unknown:
        break;
    }
    return choice("as_tensor", named(node->name));
}

json::Value GraphWriter::list(const std::vector<Argument>& items, const fx::SchemaType* type)
{
    if (items.empty())
        return choice(emptyList(type), json::Array{});
    if (are<bool>(items))
        return choice("as_bools", plain<bool>(items));
    if (are<std::int64_t>(items))
        return choice("as_ints", plain<std::int64_t>(items));
    if (are<double>(items))
        return choice("as_floats", plain<double>(items));
    if (are<std::string>(items))
        return choice("as_strings", plain<std::string>(items));
    const auto all = [&](auto&& allowed) { return std::all_of(items.begin(), items.end(), allowed); };
    const auto each = [&](auto&& write) {
        json::Array out;
        for (const Argument& item : items)
            out.push_back(write(item));
        return out;
    };
    const auto symbolic = [&](Kind kind, auto constant, std::string_view field,
                              std::string_view constantField) -> std::optional<json::Value> {
        using T = decltype(constant);
        if (!all([&](const Argument& item) { return item.as<T>() || kindOf(item) == kind; }))
            return std::nullopt;
        return choice(field, each([&](const Argument& item) {
            return item.as<T>() ? choice(constantField, *item.as<T>()) : choice("as_name", valueNode(item)->name);
        }));
    };
    if (auto made = symbolic(Kind::Int, std::int64_t{}, "as_sym_ints", "as_int"))
        return *std::move(made);
    if (auto made = symbolic(Kind::Float, double{}, "as_sym_floats", "as_float"))
        return *std::move(made);
    if (auto made = symbolic(Kind::Bool, bool{}, "as_sym_bools", "as_bool"))
        return *std::move(made);
    const auto isTensor = [&](const Argument& item) {
        const fx::Node* node = valueNode(item);
        return node && node->op != fx::Op::GetAttr;
    };
    const auto tensorName = [&](const Argument& item) {
        const auto kept = kept_.find(item.as<Value>()->node);
        return named(graph_[kept == kept_.end() ? item.as<Value>()->node : kept->second].name);
    };
    if (all(isTensor))
        return choice("as_tensors", each(tensorName));
    if (all([&](const Argument& item) { return item.isNone() || isTensor(item); }))
        return choice("as_optional_tensors", each([&](const Argument& item) {
            return item.isNone() ? choice("as_none", true) : choice("as_tensor", tensorName(item));
        }));
    const auto rows = [&](auto&& allowed) {
        return all([&](const Argument& item) {
            const auto* row = itemsOf(item);
            return row && allowed(*row);
        });
    };
    const auto eachRow = [&](auto&& write) {
        return each([&](const Argument& item) { return json::Value(write(*itemsOf(item))); });
    };
    if (rows([&](const auto& row) { return std::all_of(row.begin(), row.end(), isTensor); }))
        return choice("as_nested_tensors", eachRow([&](const auto& row) {
            json::Array out;
            for (const Argument& item : row)
                out.push_back(tensorName(item));
            return out;
        }));
    if (rows(are<std::int64_t>))
        return choice("as_int_lists", eachRow(plain<std::int64_t>));
    if (rows(are<double>))
        return choice("as_float_lists", eachRow(plain<double>));
    return refuse("has a list of mixed kinds, which a .pt2 cannot hold");
}

json::Value GraphWriter::argument(const Argument& given, const fx::SchemaType* type)
{
    if (const auto* items = itemsOf(given))
        return list(*items, type);
    if (given.isNone())
        return choice("as_none", true);
    if (const auto* read = given.as<Value>())
        return value(*read);
    if (const auto* truth = given.as<bool>())
        return choice("as_bool", *truth);
    if (const auto* integer = given.as<std::int64_t>())
        return choice("as_int", *integer);
    if (const auto* real = given.as<double>())
        return choice("as_float", *real);
    if (const auto* text = given.as<std::string>())
        return choice("as_string", *text);
    if (const auto* complex = given.as<std::complex<double>>())
        return choice("as_complex", json::Object{{"real", complex->real()}, {"imag", complex->imag()}});
    if (const auto* dtype = given.as<ir::DType>()) {
        ir::TensorType scalar;
        scalar.dtype = *dtype;
        const json::Value meta = values_.tensorMeta(scalar, at_ ? concat("node %", at_->name) : "an argument");
        const json::Value* code = meta.find("dtype");
        return choice("as_scalar_type", code ? *code : json::Value());
    }
    if (const auto* device = given.as<ir::Device>())
        return choice("as_device", ValueWriter::device(*device));
    if (const auto* layout = given.as<ir::Layout>())
        return choice("as_layout", static_cast<std::int64_t>(*layout));
    if (const auto* format = given.as<ir::MemoryFormat>())
        return choice("as_memory_format", static_cast<std::int64_t>(*format));
    if (const auto* target = given.as<fx::OperatorRef>())
        return choice("as_operator", target->target);
    if (const auto* dim = given.as<ir::Dim>()) {
        if (const auto constant = dim->asConstant())
            return choice("as_int", *constant);
        return refuse(concat("takes the size ", dim->text(), ", which no node makes; a .pt2 cannot hold it"));
    }
    if (const auto* dict = given.as<fx::ArgumentDict>()) {
        json::Object members;
        for (std::size_t at = 0; at < dict->keys.size(); ++at)
            members.emplace_back(dict->keys[at], argument(dict->values[at]));
        return choice("as_string_to_argument", std::move(members));
    }
    if (const auto* object = given.as<fx::CustomObject>())
        return refuse(
            concat("takes the custom object ", support::plainText(object->name), ", whose content was not read"));
    return refuse("takes an argument that a .pt2 cannot hold");
}

} // namespace sidelight::io::pt2
