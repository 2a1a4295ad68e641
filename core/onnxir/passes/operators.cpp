// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/onnxir/passes/operators.h"

#include <algorithm>
#include <cstring>

namespace sidelight::onnxir::passes {

bool isOperator(const Node& node, std::string_view opType) { return node.kind == Kind::Operator && node.op.domain.empty() && node.op.op_type == opType; }

std::optional<std::int64_t> integerOf(const Node& node, std::string_view attribute, std::int64_t standard)
{
    const Attribute* given = node.attribute(attribute);
    if (!given)
        return standard;
    const auto* number = std::get_if<std::int64_t>(&given->value);
    return number ? std::optional(*number) : std::nullopt;
}

std::optional<std::vector<std::int64_t>> integersOf(const Node& node, std::string_view attribute)
{
    const Attribute* given = node.attribute(attribute);
    const auto* numbers = given ? std::get_if<std::vector<std::int64_t>>(&given->value) : nullptr;
    return numbers ? std::optional(*numbers) : std::nullopt;
}

std::optional<Value> inputAt(const Node& node, std::size_t at) { return at < node.inputs.size() ? node.inputs[at] : std::nullopt; }

const ValueType& typeOf(const Rewriter& rewriter, Value value) { return rewriter.node(value.node).outputs[value.output].type; }

std::shared_ptr<const ir::Tensor> constantOf(const Rewriter& rewriter, Value value)
{
    const Node& node = rewriter.node(value.node);
    std::shared_ptr<const ir::Tensor> tensor;
    if (node.kind == Kind::Initializer)
        tensor = node.tensor;
    else if (const Attribute* given = isOperator(node, "Constant") ? node.attribute("value") : nullptr)
        if (const auto* held = std::get_if<std::shared_ptr<const ir::Tensor>>(&given->value))
            tensor = *held;
    return tensor && tensor->storage && tensor->storage->hasData() ? tensor : nullptr;
}

std::optional<std::vector<std::int64_t>> constantIntegers(const Rewriter& rewriter, Value value)
{
    const auto tensor = constantOf(rewriter, value);
    const bool isBool = tensor && tensor->dtype == ir::DType::Bool;
    if (!tensor || (!isBool && tensor->dtype != ir::DType::Int64))
        return std::nullopt;
    const auto bytes = ir::readContiguous(*tensor);
    if (!bytes)
        return std::nullopt;
    std::vector<std::int64_t> numbers(static_cast<std::size_t>(tensor->elementCount()));
    for (std::size_t at = 0; at < numbers.size(); ++at) {
        if (isBool)
            numbers[at] = std::to_integer<std::int64_t>((*bytes)[at]);
        else
            std::memcpy(&numbers[at], bytes->data() + at * sizeof(std::int64_t), sizeof(std::int64_t));
    }
    return numbers;
}

bool haveSameShape(const ValueType& left, const ValueType& right)
{
    if (left.kind != ValueType::Kind::Tensor || right.kind != ValueType::Kind::Tensor || !left.hasShape || !right.hasShape)
        return false;
    return left.sizes.size() == right.sizes.size() &&
           std::equal(left.sizes.begin(), left.sizes.end(), right.sizes.begin(), [](const auto& a, const auto& b) { return a && b && *a == *b; });
}

bool isResult(const Rewriter& rewriter, Value value)
{
    const auto& uses = rewriter.uses(value);
    return std::any_of(uses.begin(), uses.end(), [&](const ir::Use& use) { return rewriter.node(use.user).kind == Kind::Output; });
}

bool canForward(const Rewriter& rewriter, GraphId graph, NodeId id, Value source)
{
    if (!isResult(rewriter, {id, 0}))
        return true;
    return rewriter.graphOf(source.node) == graph && rewriter.node(source.node).kind == Kind::Operator && !isResult(rewriter, source);
}

} // namespace sidelight::onnxir::passes
