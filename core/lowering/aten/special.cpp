// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/lowering/aten/families.h"

#include "core/lowering/aten/operands.h"

#include <cstdint>
#include <limits>
#include <vector>

namespace sidelight::lowering::aten {

namespace {

/// log(base^left + base^right) without overflow; equal infinities stay.
Operand logAdded(Op& op, const Operand& left, const Operand& right, double scale)
{
    const Operand larger = op("Max", left, right);
    const Operand distance = -op("Abs", left - right);
    const Operand sum = larger + op("Log", op("Exp", distance * scale) + 1.0) / scale;
    const Operand isSame = op("And", op("Equal", left, right), op("IsInf", left));
    return op("Where", isSame, left, sum);
}

/// The same for a distance that is known when the model runs; one outside of the type's bits shifts all of them out, as in PyTorch.
Operand shiftedByAny(Op& op, const Operand& self, const Operand& other, std::int64_t bits, bool isRight)
{
    const ir::DType dtype = self.dtype();
    std::vector<PythonNumber> powers;
    for (std::int64_t i = 0; i < bits; ++i)
        powers.emplace_back(std::int64_t{1} << i);
    const Operand table = op.constant(numberTensor(dtype, {bits}, powers));
    const Operand distance = op.cast(other, ir::DType::Int64);
    const Operand isInside = op("And", distance >= 0, distance < bits);
    const Operand factor = op("Gather", table, op("Where", isInside, distance, op.constant(ir::DType::Int64, std::int64_t{0})));
    const Operand zero = op.constant(dtype, std::int64_t{0});
    if (isRight)
        return op("Where", isInside, (self - op("Mod", self, factor)) / factor, op("Where", self < 0, op.constant(dtype, std::int64_t{-1}), zero));
    // The topmost bit is the sign, whose power of 2 the type does not hold.
    const std::int64_t lowest = bits == 63 ? std::numeric_limits<std::int64_t>::min() : std::numeric_limits<std::int32_t>::min();
    const Operand sign = op("Where", op("And", equal(distance, bits), equal(op("Mod", self, op.constant(dtype, std::int64_t{2})), 1)), op.constant(dtype, lowest), zero);
    return op("Where", isInside, self * factor, sign);
}

/// left * 2^right for integers, right * 2^-right rounded down when `isRight`.
Result<Values> shifted(Op& op, const Call& call, bool isRight)
{
    const ir::DType dtype = call.output().dtype;
    const Operand self = operand(op, call, "self", dtype);
    const Operand other = operand(op, call, "other", dtype);
    if (ir::isFloating(dtype) || dtype == ir::DType::Bool)
        return call.unsupported("it shifts no integers");
    if (!ir::isSigned(dtype) && dtype != ir::DType::UInt16)
        return Values{op("BitShift", self, other, Attributes{{"direction", isRight ? "RIGHT" : "LEFT"}})};
    if (dtype != ir::DType::Int64 && dtype != ir::DType::Int32)
        return call.unsupported("it shifts integers of less than 32 bits");
    const std::int64_t bits = dtype == ir::DType::Int64 ? 63 : 31;
    const Scalar distance = call.number("other");
    const auto* given = distance.number();
    if (given && asInteger(*given).value_or(-1) >= 0 && *asInteger(*given) < bits) {
        const Operand factor = op.constant(dtype, std::int64_t{1} << *asInteger(*given));
        return Values{isRight ? (self - op("Mod", self, factor)) / factor : self * factor};
    }
    return Values{shiftedByAny(op, self, other, bits, isRight)};
}

/// aten::logaddexp(Tensor self, Tensor other) -> Tensor
Result<Values> logaddexp(Op& op, const Call& call)
{
    const ir::DType dtype = call.output().dtype;
    const Operand self = operand(op, call, "self", dtype);
    const Operand other = operand(op, call, "other", dtype);
    return Values{logAdded(op, self, other, 1.0)};
}

/// aten::logaddexp2(Tensor self, Tensor other) -> Tensor
Result<Values> logaddexp2(Op& op, const Call& call)
{
    const ir::DType dtype = call.output().dtype;
    const Operand self = operand(op, call, "self", dtype);
    const Operand other = operand(op, call, "other", dtype);
    return Values{logAdded(op, self, other, 0.69314718055994530942)};
}

/// aten::hypot(Tensor self, Tensor other) -> Tensor
Result<Values> hypotOf(Op& op, const Call& call)
{
    const ir::DType dtype = call.output().dtype;
    const Operand self = operand(op, call, "self", dtype);
    const Operand other = operand(op, call, "other", dtype);
    const Operand isInfinite = op("Or", op("IsInf", self), op("IsInf", other)); // Even where the other is NaN.
    return Values{op("Where", isInfinite, op.constant(dtype, std::numeric_limits<double>::infinity()), op("Sqrt", self * self + other * other))};
}

/// aten::fmin(Tensor self, Tensor other) -> Tensor
Result<Values> fminOf(Op& op, const Call& call)
{
    const ir::DType dtype = call.output().dtype;
    const Operand self = operand(op, call, "self", dtype);
    const Operand other = operand(op, call, "other", dtype);
    if (!ir::isFloating(dtype))
        return Values{op("Min", self, other)};
    return Values{op("Where", op("IsNaN", self), other, op("Where", op("IsNaN", other), self, op("Min", self, other)))};
}

/// aten::fmax(Tensor self, Tensor other) -> Tensor
Result<Values> fmaxOf(Op& op, const Call& call)
{
    const ir::DType dtype = call.output().dtype;
    const Operand self = operand(op, call, "self", dtype);
    const Operand other = operand(op, call, "other", dtype);
    if (!ir::isFloating(dtype))
        return Values{op("Max", self, other)};
    return Values{op("Where", op("IsNaN", self), other, op("Where", op("IsNaN", other), self, op("Max", self, other)))};
}

/// aten::float_power.Tensor_Tensor(Tensor self, Tensor exponent) -> Tensor
/// aten::float_power.Tensor_Scalar(Tensor self, Scalar exponent) -> Tensor
/// aten::float_power.Scalar(Scalar self, Tensor exponent) -> Tensor
Result<Values> floatPower(Op& op, const Call& call)
{
    return binary(op, call, "Pow", "self", "exponent");
}

/// aten::heaviside(Tensor self, Tensor values) -> Tensor
Result<Values> heaviside(Op& op, const Call& call)
{
    const ir::DType dtype = call.output().dtype;
    const Operand self = operand(op, call, "self", dtype);
    const Operand atZero = operand(op, call, "values", dtype);
    const Operand step = op.cast(self > 0, dtype);
    return Values{op("Where", equal(self, 0), atZero, step)};
}

/// aten::ldexp.Tensor(Tensor self, Tensor other) -> Tensor
Result<Values> ldexpOf(Op& op, const Call& call)
{
    const ir::DType dtype = call.output().dtype;
    const Operand self = operand(op, call, "self", dtype);
    const Operand other = operand(op, call, "other", dtype);
    return Values{self * op("Pow", op.constant(dtype, 2.0), other)};
}

/// aten::bitwise_left_shift.Tensor(Tensor self, Tensor other) -> Tensor
/// aten::bitwise_left_shift.Tensor_Scalar(Tensor self, Scalar other) -> Tensor
/// aten::__lshift__.Scalar(Tensor self, Scalar other) -> Tensor
/// aten::__lshift__.Tensor(Tensor self, Tensor other) -> Tensor
Result<Values> shiftLeft(Op& op, const Call& call)
{
    return shifted(op, call, false);
}

/// aten::bitwise_right_shift.Tensor(Tensor self, Tensor other) -> Tensor
/// aten::bitwise_right_shift.Tensor_Scalar(Tensor self, Scalar other) -> Tensor
/// aten::__rshift__.Scalar(Tensor self, Scalar other) -> Tensor
/// aten::__rshift__.Tensor(Tensor self, Tensor other) -> Tensor
Result<Values> shiftRight(Op& op, const Call& call)
{
    return shifted(op, call, true);
}

/// aten::isposinf(Tensor self) -> Tensor
Result<Values> isposinf(Op& op, const Call& call)
{
    const Operand self = call["self"];
    if (!ir::isFloating(self.dtype()))
        return Values{filled(op, op.sizes(self), false, ir::DType::Bool)};
    return Values{op("IsInf", self, Attributes{{"detect_negative", 0}})};
}

/// aten::isneginf(Tensor self) -> Tensor
Result<Values> isneginf(Op& op, const Call& call)
{
    const Operand self = call["self"];
    if (!ir::isFloating(self.dtype()))
        return Values{filled(op, op.sizes(self), false, ir::DType::Bool)};
    return Values{op("IsInf", self, Attributes{{"detect_positive", 0}})};
}

/// aten::isreal(Tensor self) -> Tensor
Result<Values> isreal(Op& op, const Call& call)
{
    return Values{filled(op, op.sizes(call["self"]), true, ir::DType::Bool)};
}

/// aten::isclose(Tensor self, Tensor other, float rtol=1.0000000000000001e-05, float atol=1e-08, bool equal_nan=False) -> Tensor
Result<Values> isclose(Op& op, const Call& call)
{
    const ir::DType common = commonType(call, "self", "other");
    const ir::DType dtype = ir::isFloating(common) ? common : ir::DType::Float64;
    const Operand self = operand(op, call, "self", dtype);
    const Operand other = operand(op, call, "other", dtype);
    const Operand allowed = op("Abs", other) * call.real("rtol") + call.real("atol");
    const Operand difference = op("Abs", self - other);
    const Operand isFinite = op("Not", op("Or", op("IsInf", difference), op("IsNaN", difference)));
    const Operand isNear = op("And", difference <= allowed, isFinite);
    const Operand isSame = op("Or", op("Equal", self, other), isNear);
    if (!call.boolean("equal_nan"))
        return Values{isSame};
    return Values{op("Or", isSame, op("And", op("IsNaN", self), op("IsNaN", other)))};
}

/// aten::nan_to_num(Tensor self, float? nan=None, float? posinf=None, float? neginf=None) -> Tensor
Result<Values> nanToNum(Op& op, const Call& call)
{
    const Operand self = call["self"];
    const ir::DType dtype = self.dtype();
    if (!ir::isFloating(dtype))
        return Values{self};
    const Operand nan = op.constant(dtype, call.has("nan") ? call.real("nan") : 0.0);
    const Operand high = op.constant(dtype, call.has("posinf") ? call.real("posinf") : highestOf(dtype));
    const Operand low = op.constant(dtype, call.has("neginf") ? call.real("neginf") : lowestOf(dtype));
    const Operand numbers = op("Where", op("IsNaN", self), nan, self);
    const Operand below = op("Where", op("IsInf", numbers, Attributes{{"detect_negative", 0}}), high, numbers);
    return Values{op("Where", op("IsInf", below, Attributes{{"detect_positive", 0}}), low, below)};
}

/// aten::logit(Tensor self, float? eps=None) -> Tensor
Result<Values> logit(Op& op, const Call& call)
{
    Operand self = op.cast(call["self"], call.output().dtype);
    if (call.has("eps"))
        self = op("Min", op("Max", self, call.real("eps")), 1.0 - call.real("eps"));
    return Values{op("Log", self / (1.0 - self))};
}

/// aten::deg2rad(Tensor self) -> Tensor
Result<Values> deg2rad(Op& op, const Call& call)
{
    const Operand self = op.cast(call["self"], call.output().dtype);
    return Values{self * 0.017453292519943295769};
}

/// aten::rad2deg(Tensor self) -> Tensor
Result<Values> rad2deg(Op& op, const Call& call)
{
    const Operand self = op.cast(call["self"], call.output().dtype);
    return Values{self * 57.295779513082320877};
}

/// aten::sgn(Tensor self) -> Tensor
Result<Values> sgn(Op& op, const Call& call)
{
    const Operand self = op.cast(call["self"], call.output().dtype);
    return Values{self.dtype() == ir::DType::Bool ? self : signOf(op, self)};
}

/// aten::special_expit(Tensor self) -> Tensor
Result<Values> expit(Op& op, const Call& call)
{
    const Operand self = op.cast(call["self"], call.output().dtype);
    return Values{op("Sigmoid", self)};
}

/// aten::sinc(Tensor self) -> Tensor
Result<Values> sinc(Op& op, const Call& call)
{
    const Operand self = op.cast(call["self"], call.output().dtype);
    const Operand scaled = self * 3.14159265358979323846;
    return Values{op("Where", equal(self, 0.0), op.constant(self.dtype(), 1.0), op("Sin", scaled) / scaled)};
}

/// aten::special_xlog1py(Tensor self, Tensor other) -> Tensor
Result<Values> xlog1py(Op& op, const Call& call)
{
    const ir::DType dtype = call.output().dtype;
    const Operand self = operand(op, call, "self", dtype);
    const Operand other = operand(op, call, "other", dtype);
    const Operand isZero = op("And", equal(self, 0.0), op("Not", op("IsNaN", other)));
    return Values{op("Where", isZero, op.constant(dtype, 0.0), self * op("Log", other + 1.0))};
}

constexpr Lowering kSpecial[] = {
    {"aten.__lshift__.Scalar", shiftLeft},
    {"aten.__lshift__.Tensor", shiftLeft},
    {"aten.__rshift__.Scalar", shiftRight},
    {"aten.__rshift__.Tensor", shiftRight},
    {"aten.bitwise_left_shift.Tensor", shiftLeft},
    {"aten.bitwise_left_shift.Tensor_Scalar", shiftLeft},
    {"aten.bitwise_right_shift.Tensor", shiftRight},
    {"aten.bitwise_right_shift.Tensor_Scalar", shiftRight},
    {"aten.deg2rad.default", deg2rad},
    {"aten.float_power.Scalar", floatPower},
    {"aten.float_power.Tensor_Scalar", floatPower},
    {"aten.float_power.Tensor_Tensor", floatPower},
    {"aten.fmax.default", fmaxOf},
    {"aten.fmin.default", fminOf},
    {"aten.heaviside.default", heaviside},
    {"aten.hypot.default", hypotOf},
    {"aten.isclose.default", isclose},
    {"aten.isneginf.default", isneginf},
    {"aten.isreal.default", isreal},
    {"aten.isposinf.default", isposinf},
    {"aten.ldexp.Tensor", ldexpOf},
    {"aten.logaddexp.default", logaddexp},
    {"aten.logaddexp2.default", logaddexp2},
    {"aten.logit.default", logit},
    {"aten.nan_to_num.default", nanToNum},
    {"aten.rad2deg.default", rad2deg},
    {"aten.sgn.default", sgn},
    {"aten.sinc.default", sinc},
    {"aten.special_expit.default", expit},
    {"aten.special_xlog1py.default", xlog1py},
};

} // namespace

std::span<const Lowering> special()
{
    return kSpecial;
}

} // namespace sidelight::lowering::aten
