// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
//
// Types of results while a body is built: the element type always, rank and sizes where they are plain to see. The result of a body gets its type
// from the FX node, so what is unknown here is unknown only inside the body.
#include "core/lowering/op.h"
#include "core/onnxir/element_type.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

namespace sidelight::lowering {

namespace {

using onnxir::ValueType;

template <std::size_t N>
bool isOneOf(const std::array<std::string_view, N>& names, std::string_view name)
{
    return std::ranges::find(names, name) != names.end();
}

constexpr std::array<std::string_view, 22> kBroadcasting{"Add", "Sub", "Mul", "Div", "Pow", "Mod", "PRelu", "Min", "Max", "Sum", "Mean",
                                                         "BitwiseAnd", "BitwiseOr", "BitwiseXor", "BitShift", "And", "Or", "Xor", "Where"};
constexpr std::array<std::string_view, 8> kPredicates{"Less", "LessOrEqual", "Greater", "GreaterOrEqual", "Equal", "IsNaN", "IsInf", "Not"};
constexpr std::array<std::string_view, 5> kIndexed{"Shape", "Size", "NonZero", "ArgMax", "ArgMin"};
constexpr std::array<std::string_view, 60> kSameType{
    "Abs", "Neg", "Exp", "Log", "Sqrt", "Reciprocal", "Sin", "Cos", "Tan", "Asin", "Acos", "Atan", "Sinh", "Cosh", "Asinh", "Acosh", "Atanh",
    "Sign", "Floor", "Ceil", "Round", "Erf", "Relu", "Sigmoid", "Tanh", "Gelu", "Elu", "Selu", "Celu", "LeakyRelu", "HardSigmoid", "HardSwish",
    "Mish", "Softplus", "Softsign", "ThresholdedRelu", "Shrink", "Clip", "Softmax", "LogSoftmax", "Hardmax", "Identity", "CumSum", "Trilu",
    "BitwiseNot", "ScatterElements", "ScatterND", "LayerNormalization", "RMSNormalization", "BatchNormalization", "InstanceNormalization",
    "GroupNormalization", "LpNormalization", "LRN", "Dropout", "ReverseSequence", "MeanVarianceNormalization", "Swish"};

ValueType scalarOrVector(ir::DType dtype)
{
    ValueType type;
    type.kind = ValueType::Kind::Tensor;
    type.dtype = dtype;
    return type;
}

std::optional<ir::Dim> broadcastSize(const std::optional<ir::Dim>& left, const std::optional<ir::Dim>& right)
{
    const auto isOne = [](const std::optional<ir::Dim>& size) { return size && size->asConstant() == 1; };
    if (isOne(left))
        return right;
    if (isOne(right))
        return left;
    if (left && left->isConstant())
        return left;
    if (right && right->isConstant())
        return right;
    return left == right ? left : std::nullopt;
}

void broadcastInto(ValueType& type, const ValueType& other)
{
    if (!type.hasShape || !other.hasShape) {
        type.hasShape = false;
        type.sizes.clear();
        return;
    }
    if (type.sizes.size() < other.sizes.size()) {
        std::vector<std::optional<ir::Dim>> padded;
        for (std::size_t i = type.sizes.size(); i < other.sizes.size(); ++i)
            padded.emplace_back(ir::Dim::constant(1));
        std::ranges::copy(type.sizes, std::back_inserter(padded));
        type.sizes = std::move(padded);
    }
    auto& sizes = type.sizes;
    const std::size_t offset = sizes.size() - other.sizes.size();
    for (std::size_t i = 0; i < other.sizes.size(); ++i)
        sizes[offset + i] = broadcastSize(sizes[offset + i], other.sizes[i]);
}

const onnxir::Attribute* attributeOf(const Step& step, std::string_view name)
{
    const auto found = std::ranges::find(step.attributes, name, &onnxir::Attribute::name);
    return found == step.attributes.end() ? nullptr : &*found;
}

std::optional<ir::DType> dtypeAttribute(const Step& step, std::string_view name)
{
    const auto* attribute = attributeOf(step, name);
    const auto* number = attribute ? std::get_if<std::int64_t>(&attribute->value) : nullptr;
    return number ? onnxir::dtypeFromElementType(static_cast<std::int32_t>(*number)) : std::nullopt;
}

ValueType constantType(const Step& step)
{
    const auto* attribute = attributeOf(step, "value");
    const auto* tensor = attribute ? std::get_if<std::shared_ptr<const ir::Tensor>>(&attribute->value) : nullptr;
    if (!tensor)
        return scalarOrVector(ir::DType::Float32);
    if (step.op.op_type == "ConstantOfShape")
        return scalarOrVector((*tensor)->dtype);
    std::vector<ir::Dim> sizes;
    for (const std::int64_t size : (*tensor)->sizes)
        sizes.push_back(ir::Dim::constant(size));
    return ValueType::tensor((*tensor)->dtype, sizes);
}

} // namespace

ValueType resultType(const Step& step, const std::vector<BodyValue>& values, std::size_t output)
{
    const std::string& op = step.op.op_type;
    const auto input = [&](std::size_t slot) { return slot < step.inputs.size() && step.inputs[slot] != kNoValue ? values[step.inputs[slot]].type : ValueType{}; };
    if (op == "Constant" || op == "ConstantOfShape")
        return constantType(step);
    if (op == "Cast") {
        ValueType type = input(0);
        type.dtype = dtypeAttribute(step, "to").value_or(ir::DType::Undefined);
        return type;
    }
    if (isOneOf(kIndexed, op) || (output == 1 && (op == "TopK" || op == "MaxPool")) || (op == "Unique" && output > 0))
        return scalarOrVector(ir::DType::Int64);
    if (isOneOf(kBroadcasting, op) || isOneOf(kPredicates, op)) {
        ValueType type = input(0);
        for (std::size_t i = 1; i < step.inputs.size(); ++i)
            broadcastInto(type, input(i));
        type.dtype = isOneOf(kPredicates, op) ? ir::DType::Bool : input(op == "Where" ? 1 : 0).dtype;
        return type;
    }
    if (op == "LayerNormalization" && output > 0)
        return scalarOrVector(ir::DType::Float32); // Mean and deviation are of stash_type.
    if (op == "Dropout" && output == 1) {
        ValueType type = input(0);
        type.dtype = ir::DType::Bool;
        return type;
    }
    if (isOneOf(kSameType, op) && output == 0)
        return input(0);
    if (const auto dtype = dtypeAttribute(step, "dtype"))
        return scalarOrVector(*dtype);
    const std::size_t like = op == "OneHot" ? 2 : op == "CastLike" || op == "DequantizeLinear" ? 1 : 0;
    return scalarOrVector(input(like).dtype);
}

} // namespace sidelight::lowering
