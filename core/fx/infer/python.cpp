// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
//
// Calls of Python's own functions: on sizes, and getitem.
#include "core/fx/infer/call.h"
#include "core/fx/shape_rules.h"
#include "core/support/text.h"

#include <algorithm>
#include <array>
#include <utility>

namespace sidelight::fx::infer {
namespace {

Type kindOnly(Type::Kind kind)
{
    Type type;
    type.kind = kind;
    return type;
}

/// Whether an argument is an integer, and which; a value without expression is an integer that is not known.
struct Number {
    bool isInteger = false;
    std::optional<Dim> value{};
};
Number numberOf(const ir::Graph<Node>& graph, const Argument& argument)
{
    if (const auto* integer = argument.as<std::int64_t>())
        return {true, Dim::constant(*integer)};
    if (const auto* dim = argument.as<Dim>())
        return {true, *dim};
    if (const auto* value = argument.as<Value>())
        if (const Node* source = graph.find(value->node); source && source->val.kind == Type::Kind::Int)
            return {true, source->val.value};
    return {};
}

Type item(const ir::Graph<Node>& graph, const Node& node)
{
    const auto* value = node.args.size() == 2 ? node.args[0].as<Value>() : nullptr;
    const auto* index = value ? node.args[1].as<std::int64_t>() : nullptr;
    const Node* source = index ? graph.find(value->node) : nullptr;
    if (!source || source->val.kind != Type::Kind::List)
        return {};
    const auto count = static_cast<std::int64_t>(source->val.elements.size());
    const std::int64_t at = *index < 0 ? *index + count : *index;
    return at < 0 ? Type() : elementType(source->val, static_cast<std::size_t>(at));
}

struct Arithmetic {
    std::string_view target;
    Dim::Kind kind;
};
constexpr Arithmetic kIntegers[] = {{"operator.add", Dim::Kind::Sum}, {"operator.sub", Dim::Kind::Sum}, {"operator.mul", Dim::Kind::Product},
    {"operator.floordiv", Dim::Kind::FloorDiv}, {"operator.mod", Dim::Kind::Mod}, {"torch.sym_max", Dim::Kind::Max}, {"torch.sym_min", Dim::Kind::Min}};
constexpr std::array<std::string_view, 7> kConditions = {"operator.eq", "operator.ne", "operator.lt", "operator.le", "operator.gt", "operator.ge", "torch.sym_not"};
constexpr std::array<std::string_view, 3> kFloats = {"operator.truediv", "torch.sym_float", "math.sqrt"};

} // namespace

Type pythonType(const ir::Graph<Node>& graph, const Node& node)
{
    std::string_view target = node.target;
    if (support::startsWith(target, "_operator."))
        target.remove_prefix(1);
    if (target == "operator.getitem")
        return item(graph, node);
    if (std::find(kConditions.begin(), kConditions.end(), target) != kConditions.end())
        return kindOnly(Type::Kind::Bool);
    if (std::find(kFloats.begin(), kFloats.end(), target) != kFloats.end())
        return kindOnly(Type::Kind::Float);
    const auto* found = std::find_if(std::begin(kIntegers), std::end(kIntegers), [&](const Arithmetic& row) { return row.target == target; });
    if (found == std::end(kIntegers) || node.args.size() != 2)
        return {};
    const Number left = numberOf(graph, node.args[0]);
    const Number right = numberOf(graph, node.args[1]);
    if (!left.isInteger || !right.isInteger)
        return {};
    if (!left.value || !right.value)
        return kindOnly(Type::Kind::Int);
    return Type::integer(target == "operator.sub" ? *left.value - *right.value : Dim::make(found->kind, {*left.value, *right.value}));
}

} // namespace sidelight::fx::infer
