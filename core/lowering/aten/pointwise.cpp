// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/lowering/aten/families.h"

#include "core/lowering/aten/operands.h"

#include <cmath>

namespace sidelight::lowering::aten {

namespace {

Operand truncated(Op& op, const Operand& value)
{
    return op("Where", value < 0.0, op("Ceil", value), op("Floor", value));
}

/// aten::abs(Tensor self) -> Tensor
Result<Values> absOf(Op& op, const Call& call)
{
    return unary(op, call, "Abs");
}

/// aten::acos(Tensor self) -> Tensor
Result<Values> acosOf(Op& op, const Call& call)
{
    return unary(op, call, "Acos");
}

/// aten::acosh(Tensor self) -> Tensor
Result<Values> acoshOf(Op& op, const Call& call)
{
    return unary(op, call, "Acosh");
}

/// aten::asin(Tensor self) -> Tensor
Result<Values> asinOf(Op& op, const Call& call)
{
    return unary(op, call, "Asin");
}

/// aten::asinh(Tensor self) -> Tensor
Result<Values> asinhOf(Op& op, const Call& call)
{
    return unary(op, call, "Asinh");
}

/// aten::atan(Tensor self) -> Tensor
Result<Values> atanOf(Op& op, const Call& call)
{
    return unary(op, call, "Atan");
}

/// aten::atanh(Tensor self) -> Tensor
Result<Values> atanhOf(Op& op, const Call& call)
{
    return unary(op, call, "Atanh");
}

/// aten::ceil(Tensor self) -> Tensor
Result<Values> ceilOf(Op& op, const Call& call)
{
    if (!ir::isFloating(call.output().dtype))
        return Values{call["self"]};
    return unary(op, call, "Ceil");
}

/// aten::cos(Tensor self) -> Tensor
Result<Values> cosOf(Op& op, const Call& call)
{
    return unary(op, call, "Cos");
}

/// aten::cosh(Tensor self) -> Tensor
Result<Values> coshOf(Op& op, const Call& call)
{
    return unary(op, call, "Cosh");
}

/// aten::erf(Tensor self) -> Tensor
Result<Values> erfOf(Op& op, const Call& call)
{
    return unary(op, call, "Erf");
}

/// aten::exp(Tensor self) -> Tensor
Result<Values> expOf(Op& op, const Call& call)
{
    return unary(op, call, "Exp");
}

/// aten::floor(Tensor self) -> Tensor
Result<Values> floorOf(Op& op, const Call& call)
{
    if (!ir::isFloating(call.output().dtype))
        return Values{call["self"]};
    return unary(op, call, "Floor");
}

/// aten::log(Tensor self) -> Tensor
Result<Values> logOf(Op& op, const Call& call)
{
    return unary(op, call, "Log");
}

/// aten::neg(Tensor self) -> Tensor
Result<Values> negOf(Op& op, const Call& call)
{
    return unary(op, call, "Neg");
}

/// aten::reciprocal(Tensor self) -> Tensor
Result<Values> reciprocalOf(Op& op, const Call& call)
{
    return unary(op, call, "Reciprocal");
}

/// aten::round(Tensor self) -> Tensor
Result<Values> roundOf(Op& op, const Call& call)
{
    if (!ir::isFloating(call.output().dtype))
        return Values{call["self"]};
    return unary(op, call, "Round");
}

/// aten::round.decimals(Tensor self, *, int decimals) -> Tensor
Result<Values> roundDecimals(Op& op, const Call& call)
{
    const std::int64_t decimals = call.integer("decimals");
    const Operand self = call["self"];
    if (!ir::isFloating(self.dtype()))
        return decimals >= 0 ? Result<Values>(Values{self}) : call.unsupported("it rounds integers to tens");
    const double scale = std::pow(10.0, static_cast<double>(decimals < 0 ? -decimals : decimals));
    if (decimals < 0)
        return Values{op("Round", self / scale) * scale};
    return Values{decimals == 0 ? op("Round", self) : op("Round", self * scale) / scale};
}

/// aten::sign(Tensor self) -> Tensor
Result<Values> sign(Op& op, const Call& call)
{
    const Operand self = call["self"];
    return Values{self.dtype() == ir::DType::Bool ? self : signOf(op, self)};
}

/// aten::sin(Tensor self) -> Tensor
Result<Values> sinOf(Op& op, const Call& call)
{
    return unary(op, call, "Sin");
}

/// aten::sinh(Tensor self) -> Tensor
Result<Values> sinhOf(Op& op, const Call& call)
{
    return unary(op, call, "Sinh");
}

/// aten::sqrt(Tensor self) -> Tensor
Result<Values> sqrtOf(Op& op, const Call& call)
{
    return unary(op, call, "Sqrt");
}

/// aten::tan(Tensor self) -> Tensor
Result<Values> tanOf(Op& op, const Call& call)
{
    return unary(op, call, "Tan");
}

/// aten::rsqrt(Tensor self) -> Tensor
Result<Values> rsqrt(Op& op, const Call& call)
{
    const Operand self = op.cast(call["self"], call.output().dtype);
    return Values{op("Reciprocal", op("Sqrt", self))};
}

/// aten::square(Tensor self) -> Tensor
Result<Values> square(Op& op, const Call& call)
{
    const Operand self = op.cast(call["self"], call.output().dtype);
    return Values{self * self};
}

/// aten::exp2(Tensor self) -> Tensor
Result<Values> exp2Of(Op& op, const Call& call)
{
    const Operand self = op.cast(call["self"], call.output().dtype);
    return Values{op("Pow", op.constant(self.dtype(), 2.0), self)};
}

/// aten::expm1(Tensor self) -> Tensor
Result<Values> expm1Of(Op& op, const Call& call)
{
    const Operand self = op.cast(call["self"], call.output().dtype);
    return Values{op("Exp", self) - 1.0};
}

/// aten::log1p(Tensor self) -> Tensor
Result<Values> log1pOf(Op& op, const Call& call)
{
    const Operand self = op.cast(call["self"], call.output().dtype);
    return Values{op("Log", self + 1.0)};
}

/// aten::log2(Tensor self) -> Tensor
Result<Values> log2Of(Op& op, const Call& call)
{
    const Operand self = op.cast(call["self"], call.output().dtype);
    return Values{op("Log", self) / 0.69314718055994530942};
}

/// aten::log10(Tensor self) -> Tensor
Result<Values> log10Of(Op& op, const Call& call)
{
    const Operand self = op.cast(call["self"], call.output().dtype);
    return Values{op("Log", self) / 2.30258509299404568402};
}

/// aten::positive(Tensor(a) self) -> Tensor(a)
Result<Values> positive(Op&, const Call& call)
{
    return Values{call["self"]};
}

/// aten::trunc(Tensor self) -> Tensor
Result<Values> truncOf(Op& op, const Call& call)
{
    const Operand self = call["self"];
    return Values{ir::isFloating(self.dtype()) ? truncated(op, self) : self};
}

/// aten::fix(Tensor self) -> Tensor
Result<Values> fix(Op& op, const Call& call)
{
    const Operand self = call["self"];
    return Values{ir::isFloating(self.dtype()) ? truncated(op, self) : self};
}

/// aten::frac(Tensor self) -> Tensor
Result<Values> frac(Op& op, const Call& call)
{
    const Operand self = call["self"];
    return Values{self - truncated(op, self)};
}

/// aten::isnan(Tensor self) -> Tensor
Result<Values> isnan(Op& op, const Call& call)
{
    const Operand self = call["self"];
    if (!ir::isFloating(self.dtype()))
        return Values{filled(op, op.sizes(self), false, ir::DType::Bool)};
    return Values{op("IsNaN", self)};
}

/// aten::isinf(Tensor self) -> Tensor
Result<Values> isinf(Op& op, const Call& call)
{
    const Operand self = call["self"];
    if (!ir::isFloating(self.dtype()))
        return Values{filled(op, op.sizes(self), false, ir::DType::Bool)};
    return Values{op("IsInf", self)};
}

/// aten::isfinite(Tensor self) -> Tensor
Result<Values> isfinite(Op& op, const Call& call)
{
    const Operand self = call["self"];
    if (!ir::isFloating(self.dtype()))
        return Values{filled(op, op.sizes(self), true, ir::DType::Bool)};
    return Values{op("Not", op("Or", op("IsNaN", self), op("IsInf", self)))};
}

/// aten::logical_not(Tensor self) -> Tensor
Result<Values> logicalNot(Op& op, const Call& call)
{
    return Values{op("Not", truth(op, call["self"]))};
}

/// aten::bitwise_not(Tensor self) -> Tensor
Result<Values> bitwiseNot(Op& op, const Call& call)
{
    const Operand self = call["self"];
    return Values{op(self.dtype() == ir::DType::Bool ? "Not" : "BitwiseNot", self)};
}

/// aten::xlogy.Tensor(Tensor self, Tensor other) -> Tensor
Result<Values> xlogy(Op& op, const Call& call)
{
    const ir::DType dtype = call.output().dtype;
    const Operand self = operand(op, call, "self", dtype);
    const Operand other = operand(op, call, "other", dtype);
    const Operand product = self * op("Log", other);
    const Operand isZero = op("And", equal(self, 0), op("Not", op("IsNaN", other)));
    return Values{op("Where", isZero, op.constant(dtype, 0.0), product)};
}

/// aten::atan2(Tensor self, Tensor other) -> Tensor
Result<Values> atan2Of(Op& op, const Call& call)
{
    const ir::DType dtype = call.output().dtype;
    const Operand givenY = operand(op, call, "self", dtype);
    const Operand givenX = operand(op, call, "other", dtype);
    // Infinities in both have the angle of ones; zeros have signs, which their reciprocals show.
    const Operand areInfinite = op("And", op("IsInf", givenY), op("IsInf", givenX));
    const Operand y = op("Where", areInfinite, op("Sign", givenY), givenY);
    const Operand x = op("Where", areInfinite, op("Sign", givenX), givenX);
    const auto isNegative = [&](const Operand& value) { return op("Or", value < 0.0, op("And", equal(value, 0.0), op("Reciprocal", value) < 0.0)); };
    const Operand areZero = op("And", equal(y, 0.0), equal(x, 0.0));
    const Operand base = op("Where", areZero, y, op("Atan", y / x));
    const Operand pi = op.constant(dtype, 3.14159265358979323846);
    return Values{op("Where", isNegative(x), op("Where", isNegative(y), base - pi, base + pi), base)};
}

constexpr Lowering kPointwise[] = {
    {"aten.abs.default", absOf},
    {"aten.acos.default", acosOf},
    {"aten.acosh.default", acoshOf},
    {"aten.asin.default", asinOf},
    {"aten.asinh.default", asinhOf},
    {"aten.atan.default", atanOf},
    {"aten.atan2.default", atan2Of},
    {"aten.atanh.default", atanhOf},
    {"aten.bitwise_not.default", bitwiseNot},
    {"aten.ceil.default", ceilOf},
    {"aten.cos.default", cosOf},
    {"aten.cosh.default", coshOf},
    {"aten.erf.default", erfOf},
    {"aten.exp.default", expOf},
    {"aten.exp2.default", exp2Of},
    {"aten.expm1.default", expm1Of},
    {"aten.fix.default", fix},
    {"aten.floor.default", floorOf},
    {"aten.frac.default", frac},
    {"aten.isfinite.default", isfinite},
    {"aten.isinf.default", isinf},
    {"aten.isnan.default", isnan},
    {"aten.log.default", logOf},
    {"aten.log10.default", log10Of},
    {"aten.log1p.default", log1pOf},
    {"aten.log2.default", log2Of},
    {"aten.logical_not.default", logicalNot},
    {"aten.neg.default", negOf},
    {"aten.positive.default", positive},
    {"aten.reciprocal.default", reciprocalOf},
    {"aten.round.decimals", roundDecimals},
    {"aten.round.default", roundOf},
    {"aten.rsqrt.default", rsqrt},
    {"aten.sign.default", sign},
    {"aten.sin.default", sinOf},
    {"aten.sinh.default", sinhOf},
    {"aten.sqrt.default", sqrtOf},
    {"aten.square.default", square},
    {"aten.tan.default", tanOf},
    {"aten.trunc.default", truncOf},
    {"aten.xlogy.Tensor", xlogy},
};

} // namespace

std::span<const Lowering> pointwise()
{
    return kPointwise;
}

} // namespace sidelight::lowering::aten
