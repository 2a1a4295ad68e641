// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "core/fx/fold/call.h"

#include "core/fx/calls.h"

#include <algorithm>

namespace sidelight::fx::fold {

namespace {

std::optional<std::int64_t> integerOf(const ir::Graph<Node>& graph, const Argument& argument)
{
    if (const auto* integer = argument.as<std::int64_t>())
        return *integer;
    if (const auto* flag = argument.as<bool>())
        return *flag ? 1 : 0;
    if (const auto* dim = argument.as<ir::Dim>())
        return dim->asConstant();
    if (const auto* value = argument.as<Value>())
        if (const Node* source = graph.find(value->node); source && source->val.value)
            return source->val.value->asConstant();
    return std::nullopt;
}

} // namespace

const Argument* Call::argument(std::string_view name) const
{
    const Argument* found = argumentOf(node_, schema_, name);
    return found && !found->isNone() ? found : nullptr;
}

bool Call::isGiven(std::string_view name) const { return argument(name) != nullptr; }

std::vector<std::int64_t> Call::sizes() const
{
    std::vector<std::int64_t> sizes;
    for (const ir::Dim& size : node_.val.tensor.sizes)
        sizes.push_back(size.asConstant().value_or(-1));
    return sizes;
}

std::optional<Constant> Call::constantOf(const Argument& argument) const
{
    if (const auto* value = argument.as<Value>()) {
        if (const Constant* constant = known_(*value))
            return *constant;
        const Node* source = graph_.find(value->node);
        if (!source || source->val.isTensor())
            return std::nullopt;
    }
    if (const auto* number = argument.as<double>())
        return filled(ir::DType::Float64, {}, *number, 0);
    if (const auto integer = integerOf(graph_, argument))
        return filled(argument.as<bool>() ? ir::DType::Bool : ir::DType::Int64, {}, 0, *integer);
    return std::nullopt;
}

std::optional<Constant> Call::tensor(std::string_view name) const
{
    const Argument* found = argument(name);
    return found ? constantOf(*found) : std::nullopt;
}

std::optional<std::vector<Constant>> Call::tensors(std::string_view name) const
{
    const Argument* found = argument(name);
    const auto* list = found ? found->as<ArgumentList>() : nullptr;
    if (!list)
        return std::nullopt;
    std::vector<Constant> constants;
    for (const Argument& item : *list) {
        auto constant = constantOf(item);
        if (!constant)
            return std::nullopt;
        constants.push_back(std::move(*constant));
    }
    return constants;
}

std::optional<std::int64_t> Call::integer(std::string_view name) const
{
    const Argument* found = argument(name);
    return found ? integerOf(graph_, *found) : std::nullopt;
}

std::optional<double> Call::number(std::string_view name) const
{
    const Argument* found = argument(name);
    if (!found)
        return std::nullopt;
    if (const auto* number = found->as<double>())
        return *number;
    const auto integer = integerOf(graph_, *found);
    return integer ? std::optional(static_cast<double>(*integer)) : std::nullopt;
}

const std::string* Call::text(std::string_view name) const
{
    const Argument* found = argument(name);
    return found ? found->as<std::string>() : nullptr;
}

std::optional<std::vector<std::int64_t>> Call::integers(std::string_view name) const
{
    const Argument* found = argument(name);
    const auto* list = found ? found->as<ArgumentList>() : nullptr;
    if (!list)
        return std::nullopt;
    std::vector<std::int64_t> integers;
    for (const Argument& item : *list) {
        const auto integer = integerOf(graph_, item);
        if (!integer)
            return std::nullopt;
        integers.push_back(*integer);
    }
    return integers;
}

std::optional<std::size_t> axisOf(std::int64_t axis, std::size_t rank)
{
    const auto size = static_cast<std::int64_t>(rank);
    if (axis < 0)
        axis += size;
    return axis >= 0 && axis < size ? std::optional(static_cast<std::size_t>(axis)) : std::nullopt;
}

std::optional<Constant> evaluate(const ir::Graph<Node>& graph, const Node& node, const std::function<const Constant*(Value)>& known)
{
    const Schema* schema = node.op == Op::CallFunction ? findSchema(node.target) : nullptr;
    if (!schema || schema->isMutable() || schema->has(SchemaTag::NondeterministicSeeded) || !node.val.isTensor() || !isSupported(node.val.tensor.dtype))
        return std::nullopt;
    std::int64_t count = 1;
    for (const ir::Dim& size : node.val.tensor.sizes) {
        const auto constant = size.asConstant();
        if (!constant || *constant < 0 || *constant > kMostElements)
            return std::nullopt;
        count *= *constant;
        if (count > kMostElements)
            return std::nullopt;
    }
    const Call call(graph, node, *schema, known);
    for (const auto table : {creationEvaluations(), shapeEvaluations(), elementwiseEvaluations()}) {
        const auto found = std::find_if(table.begin(), table.end(), [&](const Evaluation& row) { return row.name == schema->name; });
        if (found == table.end())
            continue;
        auto result = found->run(call);
        if (!result || result->dtype != call.dtype() || result->sizes != call.sizes() || result->count() != static_cast<std::size_t>(count))
            return std::nullopt;
        return result;
    }
    return std::nullopt;
}

} // namespace sidelight::fx::fold
