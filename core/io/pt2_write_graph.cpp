// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/io/pt2_write_graph.h"

#include "core/io/pt2_graph.h"
#include "core/support/rules.h"
#include "core/support/text.h"

namespace sidelight::io::pt2 {
namespace {

using Kind = ir::Type::Kind;

constexpr int kPositional = 1;
constexpr int kKeyword = 2;
constexpr std::string_view kGetitem = "operator.getitem";

/// The index that a getitem node reads of a node's outputs, or nothing.
std::optional<std::int64_t> indexOf(const fx::Node& node)
{
    if (node.op != fx::Op::CallFunction || node.target != kGetitem || node.args.size() != 2 ||
        !node.args[0].as<Value>())
        return std::nullopt;
    const auto* index = node.args[1].as<std::int64_t>();
    return index && *index >= 0 ? std::optional(*index) : std::nullopt;
}

/// Python's own module of operators is called _operator.
std::string serializedTarget(const std::string& target)
{
    return support::startsWith(target, "operator.") ? concat('_', target) : target;
}

/// Readers, Python's too, call a node whose one output is None "<target>_unused": that word is theirs.
std::string serializedName(const fx::Node& node, const json::Array& outputs)
{
    const std::string base = fx::targetToName(node.target);
    const std::string unused = concat(base, "_unused");
    const bool none = outputs.size() == 1 && outputs.front().find("as_none");
    return none && support::startsWith(node.name, unused) ? concat(base, node.name.substr(unused.size())) : node.name;
}

json::Object inOrder(const std::map<std::string, json::Value>& types)
{
    json::Object out;
    for (const auto& [name, type] : types)
        out.emplace_back(name, type);
    return out;
}

} // namespace

GraphWriter::GraphWriter(const fx::ExportedProgram& program, GraphId id, ValueWriter& values)
    : program_(program), graph_(program.graphs[id]), id_(id), values_(values)
{
    indexGetitems();
}

json::Value GraphWriter::refuse(std::string_view what)
{
    if (!at_)
        values_.fail(support::diagnose(rules::kWriteFailed, concat("a .pt2 cannot hold ", what)));
    else
        values_.fail(support::diagnose(rules::kWriteFailed,
            concat("node %", support::plainText(at_->name), " (", support::plainText(at_->target), ") ", what),
            {fx::locationOf(*at_)}));
    return {};
}

/// Getitems of a call with several outputs stand for its outputs and are no nodes of the schema.
void GraphWriter::indexGetitems()
{
    for (const NodeId id : graph_.order()) {
        const fx::Node& node = graph_[id];
        const auto index = indexOf(node);
        if (!index)
            continue;
        const Value source = *node.args[0].as<Value>();
        const fx::Node* origin = graph_.find(source.node);
        if (!origin || origin->op != fx::Op::CallFunction || origin->val.kind != Kind::List)
            continue;
        const auto [found, isNew] = getitems_[source.node].try_emplace(*index, id);
        if (!isNew)
            kept_.emplace(id, found->second);
    }
}

const fx::Node* GraphWriter::placeholder(std::size_t position) const
{
    for (const NodeId id : graph_.order()) {
        if (graph_[id].op != fx::Op::Placeholder)
            return nullptr;
        if (position-- == 0)
            return &graph_[id];
    }
    return nullptr;
}

json::Value GraphWriter::write()
{
    json::Array inputList;
    json::Array nodes;
    json::Array outputList;
    bool single = false;
    for (const NodeId id : graph_.order()) {
        if (values_.failed())
            return {};
        const fx::Node& node = graph_[id];
        at_ = &node;
        switch (node.op) {
        case fx::Op::Placeholder:
            inputList.push_back(input(node, inputList.size()));
            break;
        case fx::Op::CallFunction:
            if (const auto index = indexOf(node)) {
                const NodeId source = node.args[0].as<Value>()->node;
                if (const auto of = getitems_.find(source); of != getitems_.end() && of->second.count(*index) != 0)
                    break;
            }
            nodes.push_back(call(id, node));
            break;
        case fx::Op::GetAttr:
            // Written where it is used.
            if (node.subgraph == kMainGraph)
                refuse("reads an attribute that is no subgraph, which a .pt2 cannot hold; run the pass lift_constants");
            break;
        case fx::Op::CallMethod:
        case fx::Op::CallModule:
            refuse(concat("is a ", name(node.op), ", which a .pt2 cannot hold; run the pass inline_wrappers"));
            break;
        case fx::Op::Output: {
            const fx::Argument* returned = node.args.empty() ? nullptr : &node.args.front();
            const auto* tuple = returned ? returned->as<fx::ArgumentTuple>() : nullptr;
            const auto* list = returned ? returned->as<fx::ArgumentList>() : nullptr;
            single = returned && !tuple && !list;
            if (single)
                outputList.push_back(argument(*returned));
            else if (returned)
                for (const fx::Argument& item : tuple ? tuple->items : *list)
                    outputList.push_back(argument(item));
            break;
        }
        }
    }
    at_ = nullptr;
    return json::Object{{"inputs", std::move(inputList)}, {"outputs", std::move(outputList)},
        {"nodes", std::move(nodes)}, {"tensor_values", inOrder(tensors_)}, {"sym_int_values", inOrder(integers_)},
        {"sym_bool_values", inOrder(booleans_)}, {"is_single_tensor_return", single},
        {"custom_obj_values", json::Object{}}, {"sym_float_values", inOrder(floats_)}};
}

/// `{"as_tensor": {"name": …}}` and its kin; records the value's type.
json::Value GraphWriter::output(const std::string& name, const ir::Type& type)
{
    switch (type.kind) {
    case Kind::Tensor:
        tensors_[name] = values_.tensorMeta(type.tensor, concat("node %", name));
        return choice("as_tensor", named(name));
    case Kind::Int:
        if (!type.value)
            return refuse("is an integer of unknown value, which a .pt2 cannot hold");
        integers_[name] = values_.symInt(*type.value);
        return choice("as_sym_int", choice("as_name", name));
    case Kind::Float:
        if (!type.value)
            return refuse("is a number of unknown value, which a .pt2 cannot hold");
        floats_[name] = values_.symFloat(*type.value);
        return choice("as_sym_float", choice("as_name", name));
    case Kind::Bool:
        if (!type.value)
            return refuse("is a condition of unknown value, which a .pt2 cannot hold");
        booleans_[name] = values_.symBool(*type.value);
        return choice("as_sym_bool", choice("as_name", name));
    case Kind::None:
        return choice("as_none", true);
    case Kind::Unknown:
        return refuse("has an unknown type, which a .pt2 cannot hold");
    case Kind::String:
    case Kind::List:
    case Kind::Object:
        break;
    }
    return refuse(concat("gives ", toText(type), ", which a .pt2 cannot hold there"));
}

json::Value GraphWriter::input(const fx::Node& node, std::size_t position)
{
    if (id_ == kMainGraph && program_.signature && position < program_.signature->inputs.size()) {
        const fx::InputSpec& spec = program_.signature->inputs[position];
        if (spec.kind == fx::InputKind::ConstantInput)
            return argument(spec.constant);
        if (spec.kind == fx::InputKind::CustomObj || spec.kind == fx::InputKind::Token)
            return refuse("is a custom object, whose content was not read");
    }
    return output(node.name, node.val);
}

json::Value GraphWriter::call(NodeId id, const fx::Node& node)
{
    const fx::Schema* schema = fx::findSchema(node.target);
    json::Array inputList = inputs(node, schema);
    const bool higherOrder = support::startsWith(node.target, kHigherOrder);
    json::Value single;
    if (higherOrder)
        single = node.val.kind == Kind::Tensor;
    json::Array outputList = outputs(id, node, schema);
    std::string given = serializedName(node, outputList);
    return json::Object{{"target", serializedTarget(node.target)}, {"inputs", std::move(inputList)},
        {"outputs", std::move(outputList)}, {"metadata", metadataOf(node)},
        {"is_hop_single_tensor_return", std::move(single)}, {"name", std::move(given)}};
}

json::Array GraphWriter::inputs(const fx::Node& node, const fx::Schema* schema)
{
    const bool higherOrder = support::startsWith(node.target, kHigherOrder);
    json::Array out;
    const auto add = [&](std::string_view name, const fx::Argument& given, const fx::SchemaType* type, int kind) {
        out.push_back(json::Object{{"name", name}, {"arg", argument(given, type)}, {"kind", kind}});
    };
    for (std::size_t at = 0; at < node.args.size(); ++at) {
        const bool declared = schema && at < schema->arguments.size();
        const std::string name = declared ? schema->arguments[at].name : concat("arg", at);
        add(higherOrder ? std::string() : name, node.args[at], declared ? &schema->arguments[at].type : nullptr,
            kPositional);
    }
    for (const auto& [name, given] : node.kwargs) {
        const fx::SchemaArgument* parameter = schema ? schema->find(name) : nullptr;
        add(name, given, parameter ? &parameter->type : nullptr, kKeyword);
    }
    return out;
}

/// `[{"name": …}, …]`: the items of one output that is a list of tensors.
json::Value GraphWriter::listOutput(NodeId source, const ir::Type& type, const std::string& unused)
{
    json::Array items;
    const auto used = getitems_.find(source);
    for (std::size_t at = 0; at < type.elements.size(); ++at) {
        if (type.elements[at].kind != Kind::Tensor)
            return refuse("gives a list whose items are no tensors, which a .pt2 cannot hold");
        const NodeId reader = used == getitems_.end() || used->second.count(static_cast<std::int64_t>(at)) == 0
                                  ? kNoNode
                                  : used->second.at(static_cast<std::int64_t>(at));
        const std::string name = reader == kNoNode ? concat(unused, at) : graph_[reader].name;
        output(name, type.elements[at]);
        items.push_back(named(name));
    }
    return choice("as_tensors", std::move(items));
}

json::Array GraphWriter::outputs(NodeId id, const fx::Node& node, const fx::Schema* schema)
{
    const ir::Type& type = node.val;
    if (type.kind == Kind::None) {
        const bool nothing =
            schema ? schema->returns.empty()
                   : !support::startsWith(node.target, kHigherOrder) && support::startsWith(node.target, "torch.ops.");
        json::Array none;
        if (!nothing)
            none.push_back(choice("as_none", true));
        return none;
    }
    if (type.kind != Kind::List)
        return {output(node.name, type)};
    const std::string unused = concat(node.name, "_unused_");
    const bool returnsList = schema && schema->returns.size() == 1 && schema->returns[0].type.isTensorList();
    if (returnsList)
        return {listOutput(id, type, unused)};
    json::Array out;
    const auto used = getitems_.find(id);
    for (std::size_t at = 0; at < type.elements.size(); ++at) {
        const ir::Type& element = type.elements[at];
        const NodeId reader = used == getitems_.end() || used->second.count(static_cast<std::int64_t>(at)) == 0
                                  ? kNoNode
                                  : used->second.at(static_cast<std::int64_t>(at));
        if (element.kind == Kind::List)
            out.push_back(listOutput(reader, element, concat(unused, at, '_')));
        else
            out.push_back(output(reader == kNoNode ? concat(unused, at) : graph_[reader].name, element));
    }
    return out;
}

} // namespace sidelight::io::pt2
