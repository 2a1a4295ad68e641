// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/io/pt2_graph.h"

#include "core/fx/schema.h"
#include "core/support/rules.h"
#include "core/support/text.h"

#include <algorithm>
#include <array>

namespace sidelight::io::pt2 {
namespace {

using fx::Argument;

constexpr std::string_view kOps = "torch.ops.";
constexpr std::int64_t kPositional = 1;
constexpr std::int64_t kKeyword = 2;

/// torch._export.serde.serialize._SYM_OPS, and item(), which gives a symbol too.
bool isSymbolicOperator(std::string_view target)
{
    static constexpr auto kNames = std::to_array<std::string_view>({
        "math.trunc",
        "operator.add",
        "operator.and_",
        "operator.eq",
        "operator.floordiv",
        "operator.ge",
        "operator.gt",
        "operator.le",
        "operator.lshift",
        "operator.lt",
        "operator.mod",
        "operator.mul",
        "operator.ne",
        "operator.neg",
        "operator.or_",
        "operator.pos",
        "operator.pow",
        "operator.rshift",
        "operator.sub",
        "operator.truediv",
        "torch.ops.aten.item.default",
        "torch.sym_float",
        "torch.sym_int",
        "torch.sym_ite",
        "torch.sym_max",
        "torch.sym_min",
        "torch.sym_not",
        "torch.sym_sqrt",
    });
    return std::binary_search(kNames.begin(), kNames.end(), target);
}

/// The spelling of fx::Node: "_operator.mul" is operator.mul.
std::string normalTarget(std::string target)
{
    constexpr std::string_view kPrefix = "_operator.";
    if (support::startsWith(target, kPrefix))
        target.erase(0, 1);
    return target;
}

bool returnsOneTensor(std::string_view target, const json::Array& outputs)
{
    if (const fx::Schema* schema = fx::findSchema(target))
        return schema->returns.size() == 1 && schema->returns[0].type.isTensor();
    return outputs.size() == 1 && outputs[0].find("as_tensor");
}

void collectNames(const json::Value& output, std::unordered_set<std::string>& names)
{
    if (const std::string* name = nameOfOutput(output)) {
        names.insert(*name);
        return;
    }
    for (const std::string_view key : {"as_tensors", "as_sym_ints", "as_sym_floats", "as_sym_bools"})
        if (const json::Value* list = output.find(key); list && list->asArray())
            for (const json::Value& item : *list->asArray())
                for (const std::string_view member : {"name", "as_name"})
                    if (const json::Value* name = item.find(member); name && name->asString())
                        names.insert(*name->asString());
}

} // namespace

void GraphReader::read(const json::Value& graph, GraphId id)
{
    schema_.checkMembers(graph,
        {"inputs", "outputs", "nodes", "tensor_values", "sym_int_values", "sym_bool_values", "is_single_tensor_return",
            "custom_obj_values", "sym_float_values"},
        "a graph");
    readValues(graph);
    place_ = "the graph";
    const json::Array& nodes = schema_.array(graph, "nodes", place_);
    for (const json::Value& node : nodes)
        if (const json::Value* outputs = node.find("outputs"); outputs && outputs->asArray())
            for (const json::Value& output : *outputs->asArray())
                collectNames(output, madeBy_);
    std::size_t position = 0;
    for (const json::Value& input : schema_.array(graph, "inputs", place_))
        readInput(input, position++);
    for (const json::Value& node : nodes) {
        if (schema_.failed())
            return;
        readNode(node);
    }
    place_ = "the graph's output";
    readOutput(graph);
    if (schema_.failed())
        return;
    removeDuplicateGetitems();
    finish(id);
}

NodeId GraphReader::find(std::string_view name) const
{
    const auto found = byName_.find(std::string(name));
    return found == byName_.end() ? kNoNode : nodes_[found->second].id;
}

void GraphReader::readValues(const json::Value& graph)
{
    const auto add = [&](std::string_view key, ir::Type::Kind kind, bool required) {
        if (!required && !schema_.optionalMember(graph, key))
            return;
        for (const auto& [name, value] : schema_.object(graph, key, "the graph"))
            values_.emplace(name, std::pair(&value, kind));
    };
    add("tensor_values", ir::Type::Kind::Tensor, true);
    add("sym_int_values", ir::Type::Kind::Int, false);
    add("sym_float_values", ir::Type::Kind::Float, false);
    add("sym_bool_values", ir::Type::Kind::Bool, false);
    add("custom_obj_values", ir::Type::Kind::Object, false);
}

ir::Type GraphReader::typeOf(const std::string& name)
{
    const auto known = types_.find(name);
    if (known != types_.end())
        return known->second;
    const auto found = values_.find(name);
    if (found == values_.end()) {
        schema_.note(rules::kSchemaMismatch, support::Level::Warning, concat("value `", name, '`'),
            "has no metadata; its type is unknown");
        return {};
    }
    const auto [value, kind] = found->second;
    const std::string where = concat("value `", name, '`');
    ir::Type type;
    type.kind = kind;
    if (kind == ir::Type::Kind::Tensor)
        type.tensor = schema_.tensorMeta(*value, where);
    else if (kind == ir::Type::Kind::Int)
        type.value = schema_.symInt(*value, where);
    else if (kind == ir::Type::Kind::Float)
        type.value = schema_.symFloat(*value, where);
    else if (kind == ir::Type::Kind::Bool)
        type.value = schema_.symBool(*value, where);
    types_.emplace(name, type);
    return type;
}

std::size_t GraphReader::create(fx::Node node, std::string candidate)
{
    node.name = names_.create(std::move(candidate));
    nodes_.push_back({reading_.program.newNodeId(), std::move(node), false});
    return nodes_.size() - 1;
}

void GraphReader::sync(const std::string& name, std::size_t at)
{
    if (name.empty())
        return schema_.fail(rules::kSchemaMismatch, place_, "has an output without a name");
    if (!byName_.emplace(name, at).second)
        return schema_.fail(
            rules::kSchemaMismatch, place_, concat("makes `", support::plainText(name), "`, which is made before"));
    nodes_[at].node.name = name;
    nodes_[at].node.val = typeOf(name);
}

void GraphReader::readInput(const json::Value& input, std::size_t position)
{
    const Choice field = schema_.choice(input, "an input of the graph");
    fx::Node node;
    node.op = fx::Op::Placeholder;
    if (const std::string* name = nameOfOutput(input)) {
        node.target = *name;
        sync(*name, create(std::move(node), *name));
        return;
    }
    const bool constant = field.type == "as_int" || field.type == "as_float" || field.type == "as_bool" ||
                          field.type == "as_none" || field.type == "as_string";
    if (!constant)
        return schema_.fail(rules::kSchemaMismatch, "an input of the graph",
            concat("is of the kind `", support::plainText(field.type), "`, which no input can be"));
    std::string name = position < reading_.constantInputs.size() ? reading_.constantInputs[position] : std::string();
    if (name.empty())
        name = concat("arg", position);
    if (field.type == "as_int") {
        node.val.kind = ir::Type::Kind::Int;
        node.val.value = ir::Dim::constant(schema_.asInteger(*field.value, name));
    } else if (field.type == "as_float") {
        node.val.kind = ir::Type::Kind::Float;
        node.val.value = ir::Dim::real(schema_.asNumber(*field.value, name));
    } else if (field.type == "as_bool") {
        node.val.kind = ir::Type::Kind::Bool;
        node.val.value = ir::Dim::constant(schema_.asBoolean(*field.value, name) ? 1 : 0);
    } else {
        node.val.kind = field.type == "as_none" ? ir::Type::Kind::None : ir::Type::Kind::String;
    }
    node.target = name;
    const std::size_t at = create(std::move(node), name);
    byName_.emplace(nodes_[at].node.name, at);
}

void GraphReader::readNode(const json::Value& node)
{
    fx::Node call;
    call.op = fx::Op::CallFunction;
    call.target = normalTarget(schema_.text(node, "target", "a node"));
    const json::Value* given = schema_.optionalMember(node, "name");
    const std::string name = given ? schema_.asText(*given, "a node") : std::string();
    place_ = concat("node `", name.empty() ? call.target : name, '`');
    losses_.clear();
    if (schema_.checkMembers(
            node, {"target", "inputs", "outputs", "metadata", "is_hop_single_tensor_return", "name"}, "a node"))
        losses_.emplace_back("a member of the node");
    call.meta = reading_.metadata.read(schema_.object(node, "metadata", place_));
    if (schema_.failed())
        return;
    const std::size_t before = nodes_.size();
    if (isSymbolicOperator(call.target))
        readSymbolicCall(node, std::move(call), name);
    else if (support::startsWith(call.target, kHigherOrder) || !support::startsWith(call.target, kOps))
        readHigherOrderCall(node, std::move(call), name);
    else
        readOverloadCall(node, std::move(call), name);
    if (losses_.empty() || nodes_.size() == before)
        return;
    const auto refused = std::find_if(nodes_.begin() + static_cast<std::ptrdiff_t>(before), nodes_.end(),
        [](const Building& b) { return b.node.op == fx::Op::CallFunction && b.node.target != "operator.getitem"; });
    const fx::Node& at = refused == nodes_.end() ? nodes_.back().node : refused->node;
    schema_.note(support::diagnose(rules::kNodeRefused,
        concat("node %", support::plainText(at.name), " (", support::plainText(at.target), ") lost ",
            support::join(losses_, ", "),
            "; it can be looked at but not exported. Read the file with a newer Sidelight"),
        {fx::locationOf(at)}));
}

void GraphReader::readSymbolicCall(const json::Value& node, fx::Node call, std::string name)
{
    for (const json::Value& input : schema_.array(node, "inputs", place_))
        call.args.push_back(argument(*schema_.member(input, "arg", place_)));
    const json::Array& outputs = schema_.array(node, "outputs", place_);
    const std::string* output = outputs.size() == 1 ? nameOfOutput(outputs[0]) : nullptr;
    if (!output)
        return schema_.fail(rules::kSchemaMismatch, place_, "is a symbolic operator without an output's name");
    const std::size_t at = create(std::move(call), name.empty() ? *output : std::move(name));
    sync(*output, at);
}

void GraphReader::readHigherOrderCall(const json::Value& node, fx::Node call, std::string name)
{
    const std::size_t before = nodes_.size();
    bindInOrder(node, call);
    if (schema_.failed())
        return;
    // The schema has no metadata for subgraphs; Python gives them those of their call.
    for (std::size_t at = before; at < nodes_.size(); ++at)
        if (nodes_[at].node.op == fx::Op::GetAttr)
            nodes_[at].node.meta = call.meta;
    const json::Array& outputs = schema_.array(node, "outputs", place_);
    const json::Value* single = schema_.optionalMember(node, "is_hop_single_tensor_return");
    const bool returnsTensor = single && schema_.asBoolean(*single, place_);
    if (name.empty() && outputs.size() == 1 && outputs[0].find("as_tensor") && returnsTensor)
        name = *nameOfOutput(outputs[0]);
    if (name.empty())
        name = fx::targetToName(call.target);
    const std::size_t at = create(std::move(call), std::move(name));
    readOutputs(node, at);
}

void GraphReader::readOverloadCall(const json::Value& node, fx::Node call, std::string name)
{
    bindByKind(node, call);
    if (schema_.failed())
        return;
    const json::Array& outputs = schema_.array(node, "outputs", place_);
    if (name.empty() && returnsOneTensor(call.target, outputs) && outputs.size() == 1)
        if (const std::string* output = nameOfOutput(outputs[0]))
            name = *output;
    if (name.empty())
        name = fx::targetToName(call.target);
    const std::size_t at = create(std::move(call), std::move(name));
    readOutputs(node, at);
}

void GraphReader::bindInOrder(const json::Value& node, fx::Node& call)
{
    for (const json::Value& input : schema_.array(node, "inputs", place_)) {
        const std::string name = schema_.text(input, "name", place_);
        const json::Value* kind = schema_.optionalMember(input, "kind");
        Argument value = argument(*schema_.member(input, "arg", place_));
        if (name.empty() || (kind && schema_.asInteger(*kind, place_) == kPositional))
            call.args.push_back(std::move(value));
        else
            call.kwargs.emplace_back(name, std::move(value));
    }
}

void GraphReader::bindByKind(const json::Value& node, fx::Node& call)
{
    const fx::Schema* declared = nullptr;
    for (const json::Value& input : schema_.array(node, "inputs", place_)) {
        if (schema_.checkMembers(input, {"name", "arg", "kind"}, "an input of a node"))
            losses_.emplace_back("a member of an input");
        const std::string name = schema_.text(input, "name", place_);
        const json::Value* given = schema_.optionalMember(input, "kind");
        const std::int64_t kind = given ? schema_.asInteger(*given, place_) : 0;
        Argument value = argument(*schema_.member(input, "arg", place_));
        if (kind == kPositional) {
            call.args.push_back(std::move(value));
            continue;
        }
        const bool keyword = fx::isKeyword(name);
        if (kind == kKeyword && !keyword) {
            call.kwargs.emplace_back(name, std::move(value));
            continue;
        }
        // Files before schema 8.3 do not say: what has no default and may be positional is.
        if (!declared)
            declared = fx::findSchema(call.target);
        const fx::SchemaArgument* parameter = declared ? declared->find(name) : nullptr;
        const bool positional = parameter ? !parameter->defaultValue && !parameter->keywordOnly : call.kwargs.empty();
        if (positional || keyword)
            call.args.push_back(std::move(value));
        else
            call.kwargs.emplace_back(name, std::move(value));
    }
}

void GraphReader::readOutput(const json::Value& graph)
{
    fx::Node node;
    node.op = fx::Op::Output;
    node.target = "output";
    std::vector<Argument> values;
    std::vector<ir::Type> types;
    for (const json::Value& output : schema_.array(graph, "outputs", place_)) {
        values.push_back(outputArgument(output));
        const Value* value = values.back().as<Value>();
        const auto made =
            value ? std::find_if(nodes_.rbegin(), nodes_.rend(), [&](const Building& b) { return b.id == value->node; })
                  : nodes_.rend();
        types.push_back(made == nodes_.rend() ? ir::Type{} : made->node.val);
    }
    if (schema_.boolean(graph, "is_single_tensor_return", place_, false)) {
        if (values.size() != 1)
            return schema_.fail(
                rules::kSchemaMismatch, place_, "says that it returns one tensor but has another number of outputs");
        node.args.push_back(std::move(values.front()));
        node.val = std::move(types.front());
    } else {
        node.args.emplace_back(fx::ArgumentTuple{std::move(values)});
        node.val = ir::Type::list(std::move(types));
    }
    create(std::move(node), "output");
}

void GraphReader::finish(GraphId id)
{
    ir::Graph<fx::Node> graph;
    for (Building& building : nodes_)
        if (!building.erased)
            graph.insert(building.id, std::make_shared<const fx::Node>(std::move(building.node)));
    reading_.program.graphs.add(id, std::move(graph));
}

} // namespace sidelight::io::pt2
