// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/lowering/op.h"

#include "core/onnxir/element_type.h"
#include "core/support/text.h"

#include <algorithm>
#include <cassert>

namespace sidelight::lowering {

const onnxir::ValueType& Operand::type() const
{
    static const onnxir::ValueType kUnknown;
    return op_ ? op_->values_[index_].type : kUnknown;
}

std::optional<std::int64_t> Operand::rank() const
{
    return type().hasShape ? std::optional(static_cast<std::int64_t>(type().sizes.size())) : std::nullopt;
}

std::optional<std::int64_t> Operand::staticSize(std::int64_t dim) const
{
    const auto dims = rank();
    if (!dims)
        return std::nullopt;
    const std::int64_t at = dim < 0 ? dim + *dims : dim;
    if (at < 0 || at >= *dims)
        return std::nullopt;
    const auto& size = type().sizes[static_cast<std::size_t>(at)];
    return size ? size->asConstant() : std::nullopt;
}

bool Scalar::isFloating() const
{
    if (const auto* value = number())
        return std::holds_alternative<double>(*value);
    return ir::isFloating(operand()->dtype());
}

Operand Op::input(onnxir::ValueType type, std::string name)
{
    const auto index = static_cast<ValueIndex>(values_.size());
    values_.push_back({std::move(type), std::move(name)});
    inputs_.push_back(index);
    return {this, index};
}

void Op::add(Pending& pending, const std::optional<Operand>& value) const
{
    if (value)
        pending.inputs.emplace_back(*value);
    else
        pending.inputs.emplace_back();
}

void Op::add(Pending& pending, const Values& values) const
{
    for (const Operand& value : values)
        pending.inputs.emplace_back(value);
}

void Op::add(Pending& pending, const Attributes& attributes) const
{
    for (const AttributeArgument& argument : attributes)
        pending.step.attributes.push_back(argument.attribute);
}

Values Op::outputs(std::size_t count, std::string_view type, const Values& inputs, const std::vector<AttributeArgument>& attributes)
{
    Pending pending;
    pending.step.op.op_type = type;
    add(pending, inputs);
    for (const AttributeArgument& argument : attributes)
        pending.step.attributes.push_back(argument.attribute);
    return emit(std::move(pending), count);
}

Values Op::outputs(std::size_t count, std::string_view type, const std::vector<std::optional<Operand>>& inputs, const std::vector<AttributeArgument>& attributes)
{
    Pending pending;
    pending.step.op.op_type = type;
    for (const std::optional<Operand>& input : inputs)
        add(pending, input);
    for (const AttributeArgument& argument : attributes)
        pending.step.attributes.push_back(argument.attribute);
    return emit(std::move(pending), count);
}

Values Op::emit(Pending pending, std::size_t count)
{
    ir::DType partner = ir::DType::Float32;
    for (const auto& input : pending.inputs) {
        if (const auto* operand = std::get_if<Operand>(&input)) {
            partner = operand->dtype();
            break;
        }
    }
    Step step = std::move(pending.step);
    for (const auto& input : pending.inputs) {
        const auto* operand = std::get_if<Operand>(&input);
        const auto* number = std::get_if<Scalar>(&input);
        if (operand && !*operand)
            fail("a result that is not computed is read");
        const Operand value = operand ? *operand : number ? scalar(*number, partner) : Operand();
        step.inputs.push_back(value ? value.index() : kNoValue);
    }
    while (!step.inputs.empty() && step.inputs.back() == kNoValue)
        step.inputs.pop_back();
    std::ranges::sort(step.attributes, {}, &onnxir::Attribute::name);
    std::vector<onnxir::ValueType> types;
    for (std::size_t i = 0; i < count; ++i)
        types.push_back(resultType(step, values_, i));
    return place(std::move(step), std::move(types));
}

Values Op::emitStep(Step step, std::vector<onnxir::ValueType> types)
{
    return place(std::move(step), std::move(types));
}

Values Op::place(Step step, std::vector<onnxir::ValueType> types)
{
    Values results;
    for (onnxir::ValueType& type : types) {
        const auto index = static_cast<ValueIndex>(values_.size());
        values_.push_back({std::move(type), {}});
        step.outputs.push_back(index);
        results.push_back({this, index});
    }
    open_.back().steps.push_back(std::move(step));
    return results;
}

Region Op::region(const std::vector<onnxir::ValueType>& inputs, const std::function<Values(const Values&)>& make)
{
    open_.emplace_back();
    Values formals;
    for (const onnxir::ValueType& type : inputs) {
        const auto index = static_cast<ValueIndex>(values_.size());
        values_.push_back({type, {}});
        open_.back().inputs.push_back(index);
        formals.push_back({this, index});
    }
    for (const Operand& result : make(formals)) {
        if (!result)
            fail("a region has a result that is not computed");
        open_.back().results.push_back(result.index());
    }
    Region made = std::move(open_.back());
    open_.pop_back();
    return made;
}

Operand Op::constant(TensorPtr tensor)
{
    if (!tensor) {
        fail("a constant of this type cannot be written");
        tensor = filledTensor(ir::DType::Float32, 0.0);
    }
    return (*this)("Constant", Attributes{{"value", std::move(tensor)}});
}

Operand Op::constant(ir::DType dtype, const PythonNumber& number, std::vector<std::int64_t> sizes)
{
    TensorPtr tensor = filledTensor(dtype, number, std::move(sizes));
    if (!tensor)
        fail(sidelight::concat("a constant of type ", ir::name(dtype), " cannot be written"));
    return constant(tensor ? std::move(tensor) : filledTensor(ir::DType::Float32, 0.0));
}

Operand Op::integers(std::span<const std::int64_t> values)
{
    return constant(integerTensor(values));
}

Operand Op::scalar(const Scalar& value, ir::DType dtype)
{
    if (const auto* number = value.number())
        return constant(dtype, *number);
    return cast(*value.operand(), dtype);
}

Operand Op::cast(const Operand& value, ir::DType dtype)
{
    if (value.dtype() == dtype)
        return value;
    const std::int32_t to = onnxir::elementType(dtype);
    if (to == 0)
        fail(sidelight::concat("ONNX has no type for ", ir::name(dtype)));
    const bool isFloat8 = ir::isFloating(dtype) && ir::itemSize(dtype) == 1;
    if (isFloat8 && opset_ < (dtype == ir::DType::Float8E8M0FNU ? 24 : 19))
        fail(sidelight::concat("ONNX has ", ir::name(dtype), " in newer opsets only; this is opset ", opset_));
    return (*this)("Cast", value, Attributes{{"to", to}});
}

Operand Op::typed(const Operand& value, onnxir::ValueType type)
{
    if (value)
        values_[value.index()].type = std::move(type);
    return value;
}

void Op::fail(std::string message)
{
    if (!failure_)
        failure_ = std::move(message);
}

Operand operator+(const Operand& left, const Operand& right) { return left.op()("Add", left, right); }
Operand operator-(const Operand& left, const Operand& right) { return left.op()("Sub", left, right); }
Operand operator*(const Operand& left, const Operand& right) { return left.op()("Mul", left, right); }
Operand operator/(const Operand& left, const Operand& right) { return left.op()("Div", left, right); }
Operand operator+(const Operand& left, const Scalar& right) { return left.op()("Add", left, right); }
Operand operator-(const Operand& left, const Scalar& right) { return left.op()("Sub", left, right); }
Operand operator*(const Operand& left, const Scalar& right) { return left.op()("Mul", left, right); }
Operand operator/(const Operand& left, const Scalar& right) { return left.op()("Div", left, right); }
Operand operator+(const Scalar& left, const Operand& right) { return right.op()("Add", left, right); }
Operand operator-(const Scalar& left, const Operand& right) { return right.op()("Sub", left, right); }
Operand operator*(const Scalar& left, const Operand& right) { return right.op()("Mul", left, right); }
Operand operator/(const Scalar& left, const Operand& right) { return right.op()("Div", left, right); }
Operand operator-(const Operand& value) { return value.op()("Neg", value); }

Operand operator<(const Operand& left, const Operand& right) { return left.op()("Less", left, right); }
Operand operator>(const Operand& left, const Operand& right) { return left.op()("Greater", left, right); }
Operand operator<=(const Operand& left, const Operand& right) { return left.op()("LessOrEqual", left, right); }
Operand operator>=(const Operand& left, const Operand& right) { return left.op()("GreaterOrEqual", left, right); }
Operand operator<(const Operand& left, const Scalar& right) { return left.op()("Less", left, right); }
Operand operator>(const Operand& left, const Scalar& right) { return left.op()("Greater", left, right); }
Operand operator<=(const Operand& left, const Scalar& right) { return left.op()("LessOrEqual", left, right); }
Operand operator>=(const Operand& left, const Scalar& right) { return left.op()("GreaterOrEqual", left, right); }
Operand equal(const Operand& left, const Scalar& right) { return left.op()("Equal", left, right); }

} // namespace sidelight::lowering
