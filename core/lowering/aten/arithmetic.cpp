// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/lowering/aten/families.h"

#include "core/lowering/aten/operands.h"

#include <optional>
#include <string>

namespace sidelight::lowering::aten {

namespace {

/// `left + alpha * right` (or minus), in the result's type.
Result<Values> sum(Op& op, const Call& call, const Scalar& left, const Scalar& right, bool minus)
{
    const ir::DType dtype = call.output().dtype;
    const Scalar alpha = call.number("alpha");
    const Operand first = op.scalar(left, dtype);
    Operand second = op.scalar(right, dtype);
    if (dtype == ir::DType::Bool) {
        if (minus || !alpha.is(1))
            return call.unsupported("alpha or subtraction of bool");
        return Values{op("Or", first, second)};
    }
    if (!alpha.is(1))
        second = second * alpha;
    return Values{minus ? first - second : first + second};
}

Result<Values> product(Op& op, const Call& call)
{
    const ir::DType dtype = call.output().dtype;
    const Operand self = operand(op, call, "self", dtype);
    const Operand other = operand(op, call, "other", dtype);
    return Values{dtype == ir::DType::Bool ? op("And", self, other) : self * other};
}

Operand truncated(Op& op, const Operand& value)
{
    return op("Where", value < 0.0, op("Ceil", value), op("Floor", value));
}

/// torch.floor_divide: Python's `//`, for floating numbers with the corrections that torch makes.
Operand floorDivided(Op& op, const Operand& left, const Operand& right)
{
    if (!ir::isFloating(left.dtype())) {
        if (!ir::isSigned(left.dtype()))
            return left / right;
        return (left - op("Mod", left, right)) / right;
    }
    const Operand remainder = op("Mod", left, right, Attributes{{"fmod", 1}});
    const Operand quotient = (left - remainder) / right;
    const Operand isOff = op("And", op("Not", equal(remainder, 0.0)), op("Xor", right < 0.0, remainder < 0.0));
    const Operand corrected = op("Where", isOff, quotient - 1.0, quotient);
    const Operand floor = op("Floor", corrected);
    const Operand rounded = op("Where", corrected - floor > 0.5, floor + 1.0, floor);
    return op("Where", equal(right, 0.0), left / right, rounded);
}

Result<Values> divided(Op& op, const Call& call, const std::string& mode)
{
    const ir::DType dtype = call.output().dtype;
    const Operand self = operand(op, call, "self", dtype);
    const Operand other = operand(op, call, "other", dtype);
    if (mode == "floor")
        return Values{floorDivided(op, self, other)};
    const Operand quotient = self / other;
    return Values{mode == "trunc" && ir::isFloating(dtype) ? truncated(op, quotient) : quotient};
}

/// Python's `%`: the sign is the divisor's.
Result<Values> remainder(Op& op, const Call& call)
{
    const ir::DType dtype = call.output().dtype;
    const Operand self = operand(op, call, "self", dtype);
    const Operand other = operand(op, call, "other", dtype);
    if (!ir::isFloating(dtype))
        return Values{op("Mod", self, other)};
    const Operand rest = op("Mod", self, other, Attributes{{"fmod", 1}});
    const Operand isOff = op("And", op("Not", equal(rest, 0.0)), op("Xor", other < 0.0, rest < 0.0));
    return Values{op("Where", isOff, rest + other, rest)};
}

/// C's fmod: the sign is the dividend's.
Result<Values> fmodOf(Op& op, const Call& call)
{
    const ir::DType dtype = call.output().dtype;
    const Operand self = operand(op, call, "self", dtype);
    const Operand other = operand(op, call, "other", dtype);
    return Values{op("Mod", self, other, Attributes{{"fmod", 1}})};
}

Result<Values> bitwise(Op& op, const Call& call, std::string_view logical, std::string_view bits)
{
    return binary(op, call, call.output().dtype == ir::DType::Bool ? logical : bits);
}

Result<Values> logical(Op& op, const Call& call, std::string_view type)
{
    return Values{op(type, truth(op, call["self"]), truth(op, call["other"]))};
}

/// Larger or smaller of two, in the result's type; bool goes by way of Or and And.
Operand extreme(Op& op, const Operand& left, const Operand& right, bool larger)
{
    if (left.dtype() == ir::DType::Bool)
        return op(larger ? "Or" : "And", left, right);
    return op(larger ? "Max" : "Min", left, right);
}

Result<Values> extremeOf(Op& op, const Call& call, bool larger)
{
    const ir::DType dtype = call.output().dtype;
    const Operand self = operand(op, call, "self", dtype);
    const Operand other = operand(op, call, "other", dtype);
    return Values{extreme(op, self, other, larger)};
}

/// Whether ONNX Runtime has Clip for it.
bool isClipped(ir::DType dtype)
{
    using ir::DType;
    return dtype == DType::Float32 || dtype == DType::Float64 || dtype == DType::Float16 || dtype == DType::Int64 || dtype == DType::Int32 || dtype == DType::Int8 ||
           dtype == DType::UInt8;
}

/// torch.clamp: the upper bound is applied last, so it wins where they cross.
Result<Values> clamped(Op& op, const Call& call, std::string_view lower, std::string_view upper)
{
    const ir::DType dtype = call.output().dtype;
    Operand result = operand(op, call, "self", dtype);
    const auto low = lower.empty() ? std::nullopt : call.optionalNumber(lower);
    const auto high = upper.empty() ? std::nullopt : call.optionalNumber(upper);
    if (!low && !high)
        return call.unsupported("it has neither a lower nor an upper bound");
    // A Clip without one of its bounds takes the type's lowest or highest number for it, which infinities are beyond.
    if (isClipped(dtype) && low && high && low->number() && high->number())
        return Values{op("Clip", result, op.scalar(*low, dtype), op.scalar(*high, dtype))};
    if (low)
        result = extreme(op, result, op.scalar(*low, dtype), true);
    if (high)
        result = extreme(op, result, op.scalar(*high, dtype), false);
    return Values{result};
}

/// aten::add.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor
/// aten::add.Scalar(Tensor self, Scalar other, Scalar alpha=1) -> Tensor
Result<Values> add(Op& op, const Call& call)
{
    return sum(op, call, call.number("self"), call.number("other"), false);
}

/// aten::sub.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor
/// aten::sub.Scalar(Tensor self, Scalar other, Scalar alpha=1) -> Tensor
/// aten::subtract.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor
Result<Values> sub(Op& op, const Call& call)
{
    return sum(op, call, call.number("self"), call.number("other"), true);
}

/// aten::rsub.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor
/// aten::rsub.Scalar(Tensor self, Scalar other, Scalar alpha=1) -> Tensor
Result<Values> rsub(Op& op, const Call& call)
{
    const ir::DType dtype = call.output().dtype;
    const Operand self = operand(op, call, "self", dtype);
    const Operand other = operand(op, call, "other", dtype);
    const Scalar alpha = call.number("alpha");
    return Values{other - (alpha.is(1) ? self : self * alpha)};
}

/// aten::mul.Tensor(Tensor self, Tensor other) -> Tensor
/// aten::mul.Scalar(Tensor self, Scalar other) -> Tensor
/// aten::multiply.Tensor(Tensor self, Tensor other) -> Tensor
Result<Values> mul(Op& op, const Call& call)
{
    return product(op, call);
}

/// aten::div.Tensor(Tensor self, Tensor other) -> Tensor
/// aten::div.Scalar(Tensor self, Scalar other) -> Tensor
/// aten::divide.Tensor(Tensor self, Tensor other) -> Tensor
/// aten::true_divide.Tensor(Tensor self, Tensor other) -> Tensor
Result<Values> div(Op& op, const Call& call)
{
    return divided(op, call, {});
}

/// aten::div.Tensor_mode(Tensor self, Tensor other, *, str? rounding_mode) -> Tensor
/// aten::div.Scalar_mode(Tensor self, Scalar other, *, str? rounding_mode) -> Tensor
Result<Values> divMode(Op& op, const Call& call)
{
    return divided(op, call, call.has("rounding_mode") ? call.text("rounding_mode") : std::string());
}

/// aten::floor_divide(Tensor self, Tensor other) -> Tensor
/// aten::floor_divide.Scalar(Tensor self, Scalar other) -> Tensor
Result<Values> floorDivideOf(Op& op, const Call& call)
{
    return divided(op, call, "floor");
}

/// aten::remainder.Tensor(Tensor self, Tensor other) -> Tensor
/// aten::remainder.Scalar(Tensor self, Scalar other) -> Tensor
Result<Values> remainderOf(Op& op, const Call& call)
{
    return remainder(op, call);
}

/// aten::fmod.Tensor(Tensor self, Tensor other) -> Tensor
/// aten::fmod.Scalar(Tensor self, Scalar other) -> Tensor
Result<Values> fmodulo(Op& op, const Call& call)
{
    return fmodOf(op, call);
}

/// aten::pow.Tensor_Tensor(Tensor self, Tensor exponent) -> Tensor
/// aten::pow.Tensor_Scalar(Tensor self, Scalar exponent) -> Tensor
/// aten::pow.Scalar(Scalar self, Tensor exponent) -> Tensor
Result<Values> powOf(Op& op, const Call& call)
{
    if (call.output().dtype == ir::DType::Bool)
        return call.unsupported("powers of bool");
    return binary(op, call, "Pow", "self", "exponent");
}

/// aten::maximum(Tensor self, Tensor other) -> Tensor
/// aten::max.other(Tensor self, Tensor other) -> Tensor
Result<Values> maximum(Op& op, const Call& call)
{
    return extremeOf(op, call, true);
}

/// aten::minimum(Tensor self, Tensor other) -> Tensor
/// aten::min.other(Tensor self, Tensor other) -> Tensor
Result<Values> minimum(Op& op, const Call& call)
{
    return extremeOf(op, call, false);
}

/// aten::clamp(Tensor self, Scalar? min=None, Scalar? max=None) -> Tensor
/// aten::clamp.Tensor(Tensor self, Tensor? min=None, Tensor? max=None) -> Tensor
/// aten::clip(Tensor self, Scalar? min=None, Scalar? max=None) -> Tensor
/// aten::clip.Tensor(Tensor self, Tensor? min=None, Tensor? max=None) -> Tensor
Result<Values> clamp(Op& op, const Call& call)
{
    return clamped(op, call, "min", "max");
}

/// aten::clamp_min(Tensor self, Scalar min) -> Tensor
/// aten::clamp_min.Tensor(Tensor self, Tensor min) -> Tensor
Result<Values> clampMin(Op& op, const Call& call)
{
    return clamped(op, call, "min", {});
}

/// aten::clamp_max(Tensor self, Scalar max) -> Tensor
/// aten::clamp_max.Tensor(Tensor self, Tensor max) -> Tensor
Result<Values> clampMax(Op& op, const Call& call)
{
    return clamped(op, call, {}, "max");
}

/// aten::bitwise_and.Tensor(Tensor self, Tensor other) -> Tensor
/// aten::bitwise_and.Scalar(Tensor self, Scalar other) -> Tensor
/// aten::__and__.Tensor(Tensor self, Tensor other) -> Tensor
/// aten::__and__.Scalar(Tensor self, Scalar other) -> Tensor
Result<Values> bitwiseAnd(Op& op, const Call& call)
{
    return bitwise(op, call, "And", "BitwiseAnd");
}

/// aten::bitwise_or.Tensor(Tensor self, Tensor other) -> Tensor
/// aten::bitwise_or.Scalar(Tensor self, Scalar other) -> Tensor
/// aten::__or__.Tensor(Tensor self, Tensor other) -> Tensor
/// aten::__or__.Scalar(Tensor self, Scalar other) -> Tensor
Result<Values> bitwiseOr(Op& op, const Call& call)
{
    return bitwise(op, call, "Or", "BitwiseOr");
}

/// aten::bitwise_xor.Tensor(Tensor self, Tensor other) -> Tensor
/// aten::bitwise_xor.Scalar(Tensor self, Scalar other) -> Tensor
/// aten::__xor__.Tensor(Tensor self, Tensor other) -> Tensor
/// aten::__xor__.Scalar(Tensor self, Scalar other) -> Tensor
Result<Values> bitwiseXor(Op& op, const Call& call)
{
    return bitwise(op, call, "Xor", "BitwiseXor");
}

/// aten::logical_and(Tensor self, Tensor other) -> Tensor
Result<Values> logicalAnd(Op& op, const Call& call)
{
    return logical(op, call, "And");
}

/// aten::logical_or(Tensor self, Tensor other) -> Tensor
Result<Values> logicalOr(Op& op, const Call& call)
{
    return logical(op, call, "Or");
}

/// aten::logical_xor(Tensor self, Tensor other) -> Tensor
Result<Values> logicalXor(Op& op, const Call& call)
{
    return logical(op, call, "Xor");
}

/// aten::addcmul(Tensor self, Tensor tensor1, Tensor tensor2, *, Scalar value=1) -> Tensor
Result<Values> addcmul(Op& op, const Call& call)
{
    const ir::DType dtype = call.output().dtype;
    const Operand self = operand(op, call, "self", dtype);
    const Operand product = operand(op, call, "tensor1", dtype) * operand(op, call, "tensor2", dtype);
    const Scalar value = call.number("value");
    return Values{self + (value.is(1) ? product : product * value)};
}

/// aten::addcdiv(Tensor self, Tensor tensor1, Tensor tensor2, *, Scalar value=1) -> Tensor
Result<Values> addcdiv(Op& op, const Call& call)
{
    const ir::DType dtype = call.output().dtype;
    const Operand self = operand(op, call, "self", dtype);
    const Operand numerator = operand(op, call, "tensor1", dtype);
    const Scalar value = call.number("value");
    const Operand quotient = (value.is(1) ? numerator : numerator * value) / operand(op, call, "tensor2", dtype);
    return Values{self + quotient};
}

/// aten::lerp.Scalar(Tensor self, Tensor end, Scalar weight) -> Tensor
/// aten::lerp.Tensor(Tensor self, Tensor end, Tensor weight) -> Tensor
Result<Values> lerp(Op& op, const Call& call)
{
    const ir::DType dtype = call.output().dtype;
    const Operand self = operand(op, call, "self", dtype);
    const Operand end = operand(op, call, "end", dtype);
    // From the nearer end, as torch does.
    const Scalar weight = call.number("weight");
    const Operand distance = end - self;
    const Operand factor = op.scalar(weight, dtype);
    if (weight.number() && asDouble(*weight.number()) < 0.5)
        return Values{self + factor * distance};
    const Operand fromEnd = end - distance * (1.0 - factor);
    return Values{weight.number() ? fromEnd : op("Where", op("Abs", factor) < 0.5, self + factor * distance, fromEnd)};
}

constexpr Lowering kArithmetic[] = {
    {"aten.__and__.Scalar", bitwiseAnd},
    {"aten.__and__.Tensor", bitwiseAnd},
    {"aten.__or__.Scalar", bitwiseOr},
    {"aten.__or__.Tensor", bitwiseOr},
    {"aten.__xor__.Scalar", bitwiseXor},
    {"aten.__xor__.Tensor", bitwiseXor},
    {"aten.add.Scalar", add},
    {"aten.add.Tensor", add},
    {"aten.addcdiv.default", addcdiv},
    {"aten.addcmul.default", addcmul},
    {"aten.bitwise_and.Scalar", bitwiseAnd},
    {"aten.bitwise_and.Tensor", bitwiseAnd},
    {"aten.bitwise_or.Scalar", bitwiseOr},
    {"aten.bitwise_or.Tensor", bitwiseOr},
    {"aten.bitwise_xor.Scalar", bitwiseXor},
    {"aten.bitwise_xor.Tensor", bitwiseXor},
    {"aten.clamp.Tensor", clamp},
    {"aten.clamp.default", clamp},
    {"aten.clamp_max.Tensor", clampMax},
    {"aten.clamp_max.default", clampMax},
    {"aten.clamp_min.Tensor", clampMin},
    {"aten.clamp_min.default", clampMin},
    {"aten.clip.Tensor", clamp},
    {"aten.clip.default", clamp},
    {"aten.div.Scalar", div},
    {"aten.div.Scalar_mode", divMode},
    {"aten.div.Tensor", div},
    {"aten.div.Tensor_mode", divMode},
    {"aten.divide.Tensor", div},
    {"aten.floor_divide.Scalar", floorDivideOf},
    {"aten.floor_divide.default", floorDivideOf},
    {"aten.fmod.Scalar", fmodulo},
    {"aten.fmod.Tensor", fmodulo},
    {"aten.lerp.Scalar", lerp},
    {"aten.lerp.Tensor", lerp},
    {"aten.logical_and.default", logicalAnd},
    {"aten.logical_or.default", logicalOr},
    {"aten.logical_xor.default", logicalXor},
    {"aten.max.other", maximum},
    {"aten.maximum.default", maximum},
    {"aten.min.other", minimum},
    {"aten.minimum.default", minimum},
    {"aten.mul.Scalar", mul},
    {"aten.mul.Tensor", mul},
    {"aten.multiply.Tensor", mul},
    {"aten.pow.Scalar", powOf},
    {"aten.pow.Tensor_Scalar", powOf},
    {"aten.pow.Tensor_Tensor", powOf},
    {"aten.remainder.Scalar", remainderOf},
    {"aten.remainder.Tensor", remainderOf},
    {"aten.rsub.Scalar", rsub},
    {"aten.rsub.Tensor", rsub},
    {"aten.sub.Scalar", sub},
    {"aten.sub.Tensor", sub},
    {"aten.subtract.Tensor", sub},
    {"aten.true_divide.Tensor", div},
};

} // namespace

std::span<const Lowering> arithmetic()
{
    return kArithmetic;
}

} // namespace sidelight::lowering::aten
