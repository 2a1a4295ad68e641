// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/onnxir/passes/node_conversion.h"

#include "core/onnxir/element_type.h"
#include "core/onnxir/passes/operators.h"
#include "core/support/text.h"

#include <algorithm>
#include <span>
#include <utility>
#include <variant>

namespace sidelight::onnxir::passes {

using ir::DType;

bool NodeConversion::isGiven(std::size_t input) const { return inputAt(node(), input).has_value(); }

ValueType NodeConversion::typeOfInput(std::size_t at) const
{
    const auto value = inputAt(node(), at);
    return value ? typeOf(rewriter_, *value) : ValueType();
}

std::optional<std::int64_t> NodeConversion::rankOfInput(std::size_t at) const
{
    const ValueType type = typeOfInput(at);
    return type.kind == ValueType::Kind::Tensor && type.hasShape ? std::optional(static_cast<std::int64_t>(type.sizes.size())) : std::nullopt;
}

std::optional<std::int64_t> NodeConversion::sizeOfInput(std::size_t at, std::int64_t axis) const
{
    const ValueType type = typeOfInput(at);
    const auto rank = static_cast<std::int64_t>(type.sizes.size());
    const std::int64_t place = axis < 0 ? axis + rank : axis;
    if (type.kind != ValueType::Kind::Tensor || !type.hasShape || place < 0 || place >= rank)
        return std::nullopt;
    const auto& size = type.sizes[static_cast<std::size_t>(place)];
    return size ? size->asConstant() : std::nullopt;
}

std::optional<std::vector<std::int64_t>> NodeConversion::integersOfInput(std::size_t at) const
{
    const auto value = inputAt(node(), at);
    return value ? constantIntegers(rewriter_, *value) : std::nullopt;
}

std::optional<std::int64_t> NodeConversion::integer(std::string_view name, std::int64_t standard) const { return integerOf(node(), name, standard); }

std::optional<float> NodeConversion::real(std::string_view name, float standard) const
{
    const Attribute* given = node().attribute(name);
    if (!given)
        return standard;
    const auto* number = std::get_if<float>(&given->value);
    return number ? std::optional(*number) : std::nullopt;
}

std::string NodeConversion::word(std::string_view name, std::string_view standard) const
{
    const Attribute* given = node().attribute(name);
    const auto* text = given ? std::get_if<std::string>(&given->value) : nullptr;
    return text ? *text : std::string(given ? std::string_view() : standard);
}

bool NodeConversion::readsMoreOutputs() const
{
    for (std::uint32_t output = 1; output < node().outputs.size(); ++output)
        if (!rewriter_.uses({id_, output}).empty())
            return true;
    return false;
}

void NodeConversion::set(std::string_view name, AttributeValue value)
{
    Node changed = node();
    const auto place = std::lower_bound(changed.attributes.begin(), changed.attributes.end(), name,
                                        [](const Attribute& attribute, std::string_view wanted) { return attribute.name < wanted; });
    if (place != changed.attributes.end() && place->name == name)
        place->value = std::move(value);
    else
        changed.attributes.insert(place, {std::string(name), std::move(value)});
    rewriter_.update(id_, std::move(changed));
}

void NodeConversion::drop(std::string_view name)
{
    Node changed = node();
    std::erase_if(changed.attributes, [&](const Attribute& attribute) { return attribute.name == name; });
    rewriter_.update(id_, std::move(changed));
}

void NodeConversion::setInput(std::size_t at, std::optional<Value> value)
{
    Node changed = node();
    if (changed.inputs.size() <= at)
        changed.inputs.resize(at + 1);
    changed.inputs[at] = value;
    rewriter_.update(id_, std::move(changed));
}

void NodeConversion::dropInputs(std::size_t first)
{
    Node changed = node();
    changed.inputs.resize(std::min(changed.inputs.size(), first));
    rewriter_.update(id_, std::move(changed));
}

void NodeConversion::become(std::string_view opType, std::vector<std::optional<Value>> inputs, std::vector<Attribute> attributes)
{
    Node changed = node();
    changed.op.op_type = std::string(opType);
    changed.inputs = std::move(inputs);
    changed.attributes = std::move(attributes);
    changed.outputs.resize(1);
    rewriter_.update(id_, std::move(changed));
}

Value NodeConversion::add(std::string_view opType, std::vector<std::optional<Value>> inputs, ValueType type, std::vector<Attribute> attributes)
{
    Node made;
    made.op.op_type = std::string(opType);
    const std::string base = node().outputs.front().name.empty() ? node().name : node().outputs.front().name;
    std::string suffix(opType);
    std::transform(suffix.begin(), suffix.end(), suffix.begin(), [](unsigned char c) { return static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c); });
    made.outputs = {{names_.make(concat(base, '_', suffix)), std::move(type)}};
    made.name = names_.make(concat("node_", made.outputs.front().name));
    made.inputs = std::move(inputs);
    made.attributes = std::move(attributes);
    return {rewriter_.insert(graph_, id_, std::move(made), id_), 0};
}

Value NodeConversion::constant(ir::Tensor tensor)
{
    std::vector<ir::Dim> sizes;
    for (const std::int64_t size : tensor.sizes)
        sizes.push_back(ir::Dim::constant(size));
    ValueType type = ValueType::tensor(tensor.dtype, sizes);
    return add("Constant", {}, std::move(type), {{"value", std::make_shared<const ir::Tensor>(std::move(tensor))}});
}

Value NodeConversion::integers(const std::vector<std::int64_t>& numbers)
{
    return constant(ir::Tensor::fromValues<std::int64_t>(DType::Int64, {static_cast<std::int64_t>(numbers.size())}, numbers));
}

Value NodeConversion::integer64(std::int64_t number) { return constant(ir::Tensor::fromValues<std::int64_t>(DType::Int64, {}, std::span(&number, 1))); }

Value NodeConversion::scalar(DType dtype, double number)
{
    if (dtype == DType::Float64)
        return constant(ir::Tensor::fromValues<double>(dtype, {}, std::span(&number, 1)));
    const auto narrow = static_cast<float>(number);
    const Value value = constant(ir::Tensor::fromValues<float>(DType::Float32, {}, std::span(&narrow, 1)));
    return dtype == DType::Float32 ? value : add("Cast", {value}, ValueType::tensor(dtype, {}), {{"to", std::int64_t{elementType(dtype)}}});
}

} // namespace sidelight::onnxir::passes
