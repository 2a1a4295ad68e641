// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/display/fx_text.h"

#include "core/display/categories.h"
#include "core/fx/schema.h"
#include "core/support/text.h"

#include <algorithm>

namespace sidelight::display {
namespace {

std::string listText(const std::vector<fx::Argument>& items, const ValueText& value)
{
    if (items.empty())
        return "[]";
    const bool nested = std::ranges::any_of(items, [](const fx::Argument& item) { return item.as<fx::ArgumentList>() || item.as<fx::ArgumentTuple>(); });
    std::string text;
    for (const fx::Argument& item : items) {
        text += text.empty() ? "" : nested ? ", " : " ";
        text += argumentText(item, value);
    }
    return text;
}

struct ArgumentWriter {
    const ValueText& value;

    std::string operator()(const fx::None&) const { return "None"; }
    std::string operator()(const Value& v) const { return value(v); }
    std::string operator()(bool flag) const { return flag ? "True" : "False"; }
    std::string operator()(std::int64_t number) const { return concat(number); }
    std::string operator()(double number) const { return support::pythonFloat(number); }
    std::string operator()(const std::string& text) const { return text; }
    std::string operator()(const std::complex<double>& number) const
    {
        return concat(support::pythonFloat(number.real()), number.imag() < 0 ? "" : "+", support::pythonFloat(number.imag()), "j");
    }
    std::string operator()(const ir::Dim& dim) const { return dim.text(); }
    std::string operator()(const ir::DType& dtype) const { return std::string(ir::name(dtype)); }
    std::string operator()(const ir::Device& device) const { return device.index ? concat(device.type, ":", *device.index) : device.type; }
    std::string operator()(const ir::Layout& layout) const { return std::string(ir::name(layout)); }
    std::string operator()(const ir::MemoryFormat& format) const { return std::string(ir::name(format)); }
    std::string operator()(const GraphId& graph) const { return concat("graph ", ir::index(graph)); }
    std::string operator()(const fx::OperatorRef& reference) const { return reference.target; }
    std::string operator()(const fx::CustomObject& object) const { return object.name; }
    std::string operator()(const fx::ArgumentList& list) const { return listText(list, value); }
    std::string operator()(const fx::ArgumentTuple& tuple) const { return listText(tuple.items, value); }
    std::string operator()(const fx::ArgumentDict& dict) const
    {
        std::string text;
        for (std::size_t i = 0; i < dict.keys.size(); ++i)
            text += concat(i == 0 ? "" : ", ", dict.keys[i], "=", argumentText(dict.values[i], value));
        return text;
    }
};

std::string plainArgument(const fx::Argument& argument)
{
    return argumentText(argument, [](Value) { return std::string("value"); });
}

/// Arguments of torch.cond and its kin, which have no schema in the table.
std::vector<std::string> higherOrderNames(std::string_view name)
{
    if (name == "cond")
        return {"pred", "true_fn", "false_fn", "operands"};
    if (name == "while_loop")
        return {"cond_fn", "body_fn", "carried_inputs", "additional_inputs"};
    if (name == "map_impl" || name == "map")
        return {"f", "xs", "pos_args"};
    if (name == "scan")
        return {"combine_fn", "init", "xs", "additional_inputs"};
    if (name == "associative_scan")
        return {"combine_fn", "xs", "additional_inputs"};
    return {};
}

} // namespace

std::string sizesText(const std::vector<ir::Dim>& sizes)
{
    std::string text;
    for (const ir::Dim& size : sizes) {
        const std::string one = size.text();
        if (!text.empty())
            text += "×";
        text += one.find(' ') == std::string::npos || sizes.size() == 1 ? one : "(" + one + ")";
    }
    return text;
}

std::string edgeText(const ir::Type& type)
{
    if (type.isTensor())
        return sizesText(type.tensor.sizes);
    if (type.value)
        return type.value->text();
    return {};
}

std::string parameterText(const ir::Type& type)
{
    if (!type.isTensor())
        return edgeText(type);
    const std::string sizes = sizesText(type.tensor.sizes);
    return sizes.empty() ? std::string(ir::name(type.tensor.dtype)) : sizes;
}

std::string operatorName(const fx::Node& node)
{
    if (node.op == fx::Op::Placeholder || node.op == fx::Op::GetAttr || node.op == fx::Op::CallMethod)
        return node.target;
    if (node.op == fx::Op::Output)
        return "output";
    const std::string_view text = node.overload();
    const std::vector<std::string_view> parts = support::split(text, '.');
    if (node.op == fx::Op::CallModule || parts.size() < 2)
        return std::string(text);
    if (text.starts_with("higher_order.") || text.starts_with("operator.") || text.starts_with("math.") || text.starts_with("torch."))
        return std::string(parts.back());
    return std::string(parts[1]);
}

Category fxCategory(const fx::Node& node)
{
    if (node.op == fx::Op::CallModule)
        return classCategory(node.target);
    if (node.op == fx::Op::GetAttr)
        return Category::Constant;
    if (node.op == fx::Op::Placeholder || node.op == fx::Op::Output)
        return Category::None;
    return atenCategory(operatorName(node));
}

std::string argumentText(const fx::Argument& argument, const ValueText& value)
{
    return std::visit(ArgumentWriter{value}, argument.content);
}

std::vector<NamedArgument> namedArguments(const fx::Node& node)
{
    std::vector<NamedArgument> named;
    const fx::Schema* schema = node.op == fx::Op::CallFunction ? fx::findSchema(node.overload()) : nullptr;
    const std::vector<std::string> higherOrder = schema ? std::vector<std::string>{} : higherOrderNames(operatorName(node));
    for (std::size_t i = 0; i < node.args.size(); ++i) {
        NamedArgument entry;
        entry.argument = &node.args[i];
        if (schema && i < schema->arguments.size()) {
            entry.name = schema->arguments[i].name;
            if (const auto& value = schema->arguments[i].defaultValue) {
                entry.defaultText = plainArgument(*value);
                entry.isDefault = *value == node.args[i];
            }
        } else {
            entry.name = i < higherOrder.size() ? higherOrder[i] : concat(i);
        }
        named.push_back(std::move(entry));
    }
    for (const auto& [key, argument] : node.kwargs) {
        NamedArgument entry{key, &argument, {}, false};
        if (const fx::SchemaArgument* declared = schema ? schema->find(key) : nullptr; declared && declared->defaultValue) {
            entry.defaultText = plainArgument(*declared->defaultValue);
            entry.isDefault = *declared->defaultValue == argument;
        }
        named.push_back(std::move(entry));
    }
    if (!schema)
        return named;
    for (std::size_t i = node.args.size(); i < schema->arguments.size(); ++i) {
        const fx::SchemaArgument& declared = schema->arguments[i];
        const auto isGiven = [&](const auto& kwarg) { return kwarg.first == declared.name; };
        if (declared.defaultValue && std::ranges::none_of(node.kwargs, isGiven))
            named.push_back({declared.name, nullptr, plainArgument(*declared.defaultValue), true});
    }
    return named;
}

} // namespace sidelight::display
