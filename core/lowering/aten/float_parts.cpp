// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
//
// Signs and neighbours of floating numbers, and common divisors of integers.
#include "core/lowering/aten/families.h"

#include "core/lowering/aten/looping.h"
#include "core/lowering/aten/operands.h"

#include <cmath>

namespace sidelight::lowering::aten {

namespace {

/// Whether the sign is minus, -0.0 included; that of NaN cannot be seen and counts as plus.
Operand hasMinus(Op& op, const Operand& value)
{
    if (!ir::isFloating(value.dtype()))
        return value < 0;
    return op("Or", value < 0.0, op("And", equal(value, 0.0), op("Reciprocal", value) < 0.0));
}

/// Euclid's rule on absolute values, until every second number is zero.
Operand greatestDivisor(Op& op, const Operand& left, const Operand& right, const onnxir::ValueType& type)
{
    const Operand zero = op.constant(left.dtype(), std::int64_t{0});
    const Operand one = op.constant(left.dtype(), std::int64_t{1});
    const auto goesOn = [&](const Operand& value) {
        const Operand flags = op("Reshape", op.cast(op("Not", op("Equal", value, zero)), ir::DType::Int64), op.integers({-1}));
        return op.typed(op("Greater", op.reduce("ReduceSum", flags, {0}, false), op.constant(ir::DType::Int64, std::int64_t{0})), onnxir::ValueType::tensor(ir::DType::Bool, {}));
    };
    const Operand a = op.typed(op("Abs", left) + right * zero, type);
    const Operand b = op.typed(op("Abs", right) + left * zero, type);
    // 128 steps are more than 64 bits can need.
    return repeatedWhile(op, goesOn(b), 128, {a, b}, [&](const Operand&, const Values& state) {
        const Operand isZero = op("Equal", state[1], zero);
        const Operand rest = op("Mod", state[0], op("Where", isZero, one, state[1]));
        const Operand next = op.typed(op("Where", isZero, zero, rest), type);
        return Values{goesOn(next), op.typed(op("Where", isZero, state[0], state[1]), type), next};
    })[0];
}

struct Divided {
    Operand left;
    Operand right;
    Operand divisor;
};
Divided dividedOf(Op& op, const Call& call)
{
    const ir::DType dtype = call.output().dtype == ir::DType::Int64 ? ir::DType::Int64 : ir::DType::Int32;
    onnxir::ValueType type = valueTypeOf(call.node().val);
    type.dtype = dtype;
    const Operand left = operand(op, call, "self", dtype);
    const Operand right = operand(op, call, "other", dtype);
    return {left, right, greatestDivisor(op, left, right, type)};
}

/// aten::gcd(Tensor self, Tensor other) -> Tensor
Result<Values> gcd(Op& op, const Call& call)
{
    return Values{op.cast(dividedOf(op, call).divisor, call.output().dtype)};
}

/// aten::lcm(Tensor self, Tensor other) -> Tensor
Result<Values> lcm(Op& op, const Call& call)
{
    const Divided given = dividedOf(op, call);
    const Operand zero = op.constant(given.divisor.dtype(), std::int64_t{0});
    const Operand one = op.constant(given.divisor.dtype(), std::int64_t{1});
    const Operand isZero = op("Equal", given.divisor, zero);
    const Operand multiple = op("Abs", given.left / op("Where", isZero, one, given.divisor) * given.right);
    return Values{op.cast(op("Where", isZero, zero, multiple), call.output().dtype)};
}

/// aten::signbit(Tensor self) -> Tensor
Result<Values> signbit(Op& op, const Call& call)
{
    const Operand self = call["self"];
    if (self.dtype() == ir::DType::Bool || (!ir::isFloating(self.dtype()) && !ir::isSigned(self.dtype())))
        return Values{op("Not", op("Equal", self, self))};
    return Values{hasMinus(op, self)};
}

/// aten::copysign.Tensor(Tensor self, Tensor other) -> Tensor
/// aten::copysign.Scalar(Tensor self, Scalar other) -> Tensor
Result<Values> copysign(Op& op, const Call& call)
{
    const ir::DType dtype = call.output().dtype;
    const Operand size = op("Abs", operand(op, call, "self", dtype));
    const Scalar other = call.number("other");
    if (const auto* number = other.number())
        return Values{std::signbit(asDouble(*number)) ? -size : size};
    return Values{op("Where", hasMinus(op, operand(op, call, "other", dtype)), -size, size)};
}

/// aten::nextafter(Tensor self, Tensor other) -> Tensor
Result<Values> nextafter(Op& op, const Call& call)
{
    if (call.output().dtype != ir::DType::Float32)
        return call.unsupported("its result is not float32");
    // In float64 the neighbours of a float32 are half steps away from nothing, so they can be computed.
    const Operand from = widened(op, operand(op, call, "self", ir::DType::Float32));
    const Operand to = widened(op, operand(op, call, "other", ir::DType::Float32));
    const ir::DType wide = ir::DType::Float64;
    constexpr double kGreatest = 3.4028234663852886e38;
    constexpr double kLeast = 1.1754943508222875e-38;
    const Operand size = op("Abs", from);
    const Operand normal = op("Min", op("Max", size, kLeast), kGreatest);
    const Operand guess = op("Floor", op("Log", normal) * 1.4426950408889634);
    const Operand two = op.constant(wide, 2.0);
    const Operand power = op("Pow", two, guess);
    const Operand low = op("Where", power > normal, guess - 1.0, guess);
    const Operand exponent = op("Where", op("LessOrEqual", power * 2.0, normal), guess + 1.0, low);
    const Operand step = op("Pow", two, exponent - 23.0);
    const Operand isUp = to > from;
    const Operand isOutward = op("Equal", isUp, from >= 0.0);
    // Towards zero from a power of two the step is half as long, except at the end of the normal numbers.
    const Operand isPower = op("And", op("Equal", normal, op("Pow", two, exponent)), normal > kLeast);
    const Operand inward = op("Where", isPower, step * 0.5, step);
    const Operand length = op("Where", op("Or", isOutward, equal(from, 0.0)), step, inward);
    const Operand moved = op("Where", isUp, from + length, from - length);
    const Operand bounded = op("Where", op("IsInf", from), op("Where", isUp, op.constant(wide, -kGreatest), op.constant(wide, kGreatest)), moved);
    const Operand isNan = op("Or", op("IsNaN", from), op("IsNaN", to));
    const Operand result = op("Where", isNan, from + to, op("Where", op("Equal", from, to), to, bounded));
    return Values{op.cast(result, ir::DType::Float32)};
}

constexpr Lowering kFloatParts[] = {
    {"aten.copysign.Scalar", copysign},
    {"aten.copysign.Tensor", copysign},
    {"aten.gcd.default", gcd},
    {"aten.lcm.default", lcm},
    {"aten.nextafter.default", nextafter},
    {"aten.signbit.default", signbit},
};

} // namespace

std::span<const Lowering> floatParts()
{
    return kFloatParts;
}

} // namespace sidelight::lowering::aten
