// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "core/fx/transform/same_call.h"

#include "core/fx/calls.h"
#include "core/fx/schema.h"
#include "core/support/rules.h"
#include "core/support/text.h"

#include <algorithm>
#include <array>
#include <functional>
#include <string_view>
#include <unordered_map>

namespace sidelight::fx {

namespace {

/// Python's own and ATen's operators whose operands commute; IEEE addition and multiplication do, bit by bit.
constexpr std::array<std::string_view, 31> kCommutative = {"aten.add.Tensor", "aten.mul.Tensor", "aten.maximum.default", "aten.minimum.default", "aten.fmax.default",
    "aten.fmin.default", "aten.max.other", "aten.min.other", "aten.eq.Tensor", "aten.ne.Tensor", "aten.bitwise_and.Tensor", "aten.bitwise_or.Tensor",
    "aten.bitwise_xor.Tensor", "aten.logical_and.default", "aten.logical_or.default", "aten.logical_xor.default", "aten.hypot.default", "aten.logaddexp.default",
    "aten.logaddexp2.default", "aten.gcd.default", "aten.lcm.default", "aten.__and__.Tensor", "aten.__or__.Tensor", "aten.__xor__.Tensor", "operator.add",
    "operator.mul", "operator.eq", "operator.ne", "operator.and_", "torch.sym_max", "torch.sym_min"};

bool isOne(const Argument& argument)
{
    const auto* integer = argument.as<std::int64_t>();
    const auto* real = argument.as<double>();
    return (integer && *integer == 1) || (real && *real == 1);
}

bool sameTensor(const ExportedProgram& left, const Node& leftNode, const ExportedProgram& right, const Node& rightNode)
{
    const auto a = left.stateOf(leftNode.target);
    const auto b = right.stateOf(rightNode.target);
    if (!a || !b || a == b)
        return true;
    if (a->dtype != b->dtype || a->sizes != b->sizes)
        return false;
    const auto bytes = ir::readContiguous(*a);
    const auto others = ir::readContiguous(*b);
    return bytes && others && *bytes == *others;
}

using NodeMap = std::unordered_map<NodeId, NodeId>;

bool sameArgument(const ExportedProgram& left, const Argument& a, const ExportedProgram& right, const Argument& b, const NodeMap& nodes)
{
    const auto all = [&](const std::vector<Argument>& x, const std::vector<Argument>& y) {
        return std::equal(x.begin(), x.end(), y.begin(), y.end(),
                          [&](const Argument& one, const Argument& other) { return sameArgument(left, one, right, other, nodes); });
    };
    if (a.content.index() != b.content.index())
        return false;
    if (const auto* value = a.as<Value>()) {
        const auto found = nodes.find(value->node);
        return found != nodes.end() && b == Argument(Value{found->second, value->output});
    }
    if (const auto* graph = a.as<GraphId>())
        return isSameBody(left, *graph, right, *b.as<GraphId>());
    if (const auto* list = a.as<ArgumentList>())
        return all(*list, *b.as<ArgumentList>());
    if (const auto* tuple = a.as<ArgumentTuple>())
        return all(tuple->items, b.as<ArgumentTuple>()->items);
    if (const auto* dict = a.as<ArgumentDict>())
        return dict->keys == b.as<ArgumentDict>()->keys && all(dict->values, b.as<ArgumentDict>()->values);
    return a == b;
}

} // namespace

std::vector<const Argument*> orderedArguments(const Node& node)
{
    std::vector<const Argument*> ordered;
    if (const Schema* schema = node.op == Op::CallFunction ? findSchema(node.target) : nullptr) {
        const auto isKnown = [&](const auto& pair) { return schema->find(pair.first) != nullptr; };
        if (node.args.size() <= schema->arguments.size() && std::all_of(node.kwargs.begin(), node.kwargs.end(), isKnown)) {
            for (const SchemaArgument& argument : schema->arguments)
                ordered.push_back(argumentOf(node, *schema, argument.name));
            return ordered;
        }
    }
    for (const Argument& argument : node.args)
        ordered.push_back(&argument);
    std::vector<std::pair<std::string_view, const Argument*>> keywords;
    for (const auto& [key, argument] : node.kwargs)
        keywords.emplace_back(key, &argument);
    std::sort(keywords.begin(), keywords.end());
    for (const auto& [key, argument] : keywords)
        ordered.push_back(argument);
    return ordered;
}

Status checkArguments(const Node& node)
{
    const Schema* schema = node.op == Op::CallFunction ? findSchema(node.target) : nullptr;
    if (!schema)
        return {};
    const auto wrong = [&](std::string_view what) {
        return support::diagnose(rules::kOpSchemaMatch, concat(node.overload(), ' ', what, "; its schema is ", schema->text), {locationOf(node)});
    };
    const auto& arguments = schema->arguments;
    const auto positional = static_cast<std::size_t>(std::count_if(arguments.begin(), arguments.end(), [](const auto& argument) { return !argument.keywordOnly; }));
    if (node.args.size() > positional)
        return wrong(concat("takes ", positional, " arguments by position and is given ", node.args.size()));
    for (auto given = node.kwargs.begin(); given != node.kwargs.end(); ++given) {
        const auto argument = std::find_if(arguments.begin(), arguments.end(), [&](const auto& known) { return known.name == given->first; });
        if (argument == arguments.end())
            return wrong(concat("has no argument ", support::plainText(given->first)));
        const bool isTwice = static_cast<std::size_t>(argument - arguments.begin()) < node.args.size() ||
                             std::any_of(node.kwargs.begin(), given, [&](const auto& other) { return other.first == given->first; });
        if (isTwice)
            return wrong(concat("is given ", argument->name, " twice"));
    }
    for (const SchemaArgument& argument : arguments)
        if (!argumentOf(node, *schema, argument.name))
            return wrong(concat("lacks its argument ", argument.name));
    return {};
}

bool isCommutative(const Node& node)
{
    if (node.op != Op::CallFunction || std::find(kCommutative.begin(), kCommutative.end(), node.overload()) == kCommutative.end())
        return false;
    const Schema* schema = findSchema(node.target);
    const Argument* alpha = schema ? argumentOf(node, *schema, "alpha") : nullptr;
    return !alpha || isOne(*alpha);
}

bool isSameCall(const ExportedProgram& left, const Node& leftNode, const ExportedProgram& right, const Node& rightNode)
{
    if (leftNode.op != rightNode.op)
        return false;
    if (leftNode.op == Op::GetAttr) {
        if (leftNode.subgraph == kMainGraph || rightNode.subgraph == kMainGraph)
            return leftNode.subgraph == rightNode.subgraph && sameTensor(left, leftNode, right, rightNode);
        return isSameBody(left, leftNode.subgraph, right, rightNode.subgraph);
    }
    if (leftNode.overload() != rightNode.overload())
        return false;
    if (leftNode.kwargs.empty() && rightNode.kwargs.empty())
        return true;
    if (leftNode.op == Op::CallFunction && findSchema(leftNode.target))
        return true;
    std::vector<std::string_view> keys;
    std::vector<std::string_view> others;
    for (const auto& [key, argument] : leftNode.kwargs)
        keys.emplace_back(key);
    for (const auto& [key, argument] : rightNode.kwargs)
        others.emplace_back(key);
    std::sort(keys.begin(), keys.end());
    std::sort(others.begin(), others.end());
    return keys == others;
}

bool isSameBody(const ExportedProgram& left, GraphId leftGraph, const ExportedProgram& right, GraphId rightGraph)
{
    const auto* a = left.graphs.find(leftGraph);
    const auto* b = right.graphs.find(rightGraph);
    if (!a || !b || a->size() != b->size())
        return false;
    NodeMap nodes;
    auto other = b->order().begin();
    for (const NodeId id : a->order()) {
        const Node& x = (*a)[id];
        const Node& y = (*b)[*other];
        const bool isBoundary = x.op == Op::Placeholder || x.op == Op::Output;
        if (x.op != y.op || (!isBoundary && !isSameCall(left, x, right, y)))
            return false;
        const auto args = orderedArguments(x);
        const auto others = orderedArguments(y);
        if (!std::equal(args.begin(), args.end(), others.begin(), others.end(), [&](const Argument* one, const Argument* two) {
                return one && two ? sameArgument(left, *one, right, *two, nodes) : one == two;
            }))
            return false;
        nodes.emplace(id, *other);
        ++other;
    }
    return true;
}

} // namespace sidelight::fx
