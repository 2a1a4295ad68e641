// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
//
// The gamma function's relatives and Hurwitz's zeta, in float64: asymptotic series where the argument is large, brought there by recurrence and
// reflection. A sum over a few shifted arguments is taken along a dimension put behind the tensor's own.
#include "core/lowering/aten/families.h"

#include "core/lowering/aten/looping.h"
#include "core/lowering/aten/operands.h"

#include <cmath>
#include <cstdint>
#include <limits>

namespace sidelight::lowering::aten {

namespace {

constexpr double kPi = 3.14159265358979323846;
constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

/// value, value + 1, …, value + count - 1 along a new last dimension.
Operand shiftedBy(Op& op, const Operand& value, std::int64_t count)
{
    std::vector<PythonNumber> steps;
    for (std::int64_t i = 0; i < count; ++i)
        steps.emplace_back(static_cast<double>(i));
    return op("Unsqueeze", value, op.integers({-1})) + op.constant(numberTensor(value.dtype(), {count}, steps));
}

Operand isWhole(Op& op, const Operand& x)
{
    return op("Equal", x, op("Floor", x));
}

/// log |gamma(x)| for x > 0: Stirling's series at x + 8 where x < 8.
Operand logGammaOfPositive(Op& op, const Operand& x)
{
    const Operand isSmall = x < 8.0;
    const Operand large = op("Where", isSmall, x + 8.0, x);
    const Operand inverse = op("Reciprocal", large);
    const Operand series = inverse * polynomial(op, inverse * inverse,
                                                {1.0 / 156.0, -691.0 / 360360.0, 1.0 / 1188.0, -1.0 / 1680.0, 1.0 / 1260.0, -1.0 / 360.0, 1.0 / 12.0});
    const Operand stirling = (large - 0.5) * op("Log", large) - large + 0.91893853320467274178 + series;
    const Operand product = op.reduce("ReduceProd", shiftedBy(op, op("Where", isSmall, x, op.constant(x.dtype(), 1.0)), 8), {-1}, false);
    return op("Where", isSmall, stirling - op("Log", product), stirling);
}

Operand logGamma(Op& op, const Operand& x)
{
    const Operand isReflected = x < 0.5;
    const Operand positive = logGammaOfPositive(op, op("Where", isReflected, 1.0 - x, x));
    const Operand sine = op("Abs", op("Sin", (x - op("Round", x)) * kPi));
    const Operand reflected = 1.1447298858494001741 - op("Log", sine) - positive;
    const Operand isPole = op("Or", op("And", x <= 0.0, isWhole(op, x)), op("IsInf", x));
    return op("Where", isPole, op.constant(x.dtype(), kInfinity), op("Where", isReflected, reflected, positive));
}

/// The logarithmic derivative of gamma.
Operand digammaOf(Op& op, const Operand& x)
{
    const Operand isReflected = x < 0.0;
    const Operand positive = op("Where", isReflected, 1.0 - x, x);
    const Operand isSmall = positive < 10.0;
    const Operand large = op("Where", isSmall, positive + 10.0, positive);
    const Operand inverse = op("Reciprocal", large);
    const Operand square = inverse * inverse;
    const Operand series = square * polynomial(op, square,
                                               {8.33333333333333333333E-2, -2.10927960927960927961E-2, 7.57575757575757575758E-3, -4.16666666666666666667E-3,
                                                3.96825396825396825397E-3, -8.33333333333333333333E-3, 8.33333333333333333333E-2});
    const Operand asymptotic = op("Log", large) - inverse * 0.5 - series;
    const Operand steps = op.reduce("ReduceSum", op("Reciprocal", shiftedBy(op, op("Where", isSmall, positive, op.constant(x.dtype(), 1.0)), 10)), {-1}, false);
    const Operand direct = op("Where", isSmall, asymptotic - steps, asymptotic);
    const Operand angle = (x - op("Round", x)) * kPi;
    const Operand reflected = direct - op("Cos", angle) / op("Sin", angle) * kPi;
    const Operand isPole = op("And", isReflected, isWhole(op, x));
    const Operand result = op("Where", isReflected, reflected, direct);
    const Operand atZero = -op("Reciprocal", x); // Its infinity has the sign that torch gives.
    return op("Where", equal(x, 0.0), atZero, op("Where", isPole, op.constant(x.dtype(), kNan), result));
}

/// Sum of (q + k)^-x over k >= 0, by Euler and Maclaurin after the terms up to q + k > 9.
Operand zetaOf(Op& op, const Operand& x, const Operand& q)
{
    const ir::DType dtype = x.dtype();
    const Operand zero = op.constant(dtype, 0.0);
    const Operand isSum = op("And", x > 1.0, op("Not", op("Or", op("IsInf", q), op("IsNaN", q))));
    const Operand least = op.reduce("ReduceMin", op.concat({op("Reshape", op("Where", isSum, q, zero), op.integers({-1})), op.constant(dtype, 0.0, {1})}, 0), {0}, false);
    const Operand count = op.cast(op("Max", 9.0 - op("Floor", least), 9.0), ir::DType::Int64);
    const Operand exponent = -x;
    const Operand first = op("Pow", q, exponent);
    const Values sums = repeated(op, Scalar(op.typed(count, onnxir::ValueType::tensor(ir::DType::Int64, {}))), {op.typed(first, first.type()), q + x * 0.0}, [&](const Operand&, const Values& state) {
        const Operand next = state[1] + 1.0;
        const Operand adds = op("Or", state[1] <= 9.0, state[1] < q + 9.0);
        const Operand sum = op("Where", adds, state[0] + op("Pow", next, exponent), state[0]);
        return Values{op.typed(sum, state[0].type()), op.typed(op("Where", adds, next, state[1]), state[1].type())};
    });
    const Operand w = sums[1];
    const Operand last = op("Pow", w, exponent);
    Operand tail = last * w / (x - 1.0) - last * 0.5;
    constexpr double kFactors[] = {12.0,
                                   -720.0,
                                   30240.0,
                                   -1209600.0,
                                   47900160.0,
                                   -1.8924375803183791606e9,
                                   7.47242496e10,
                                   -2.950130727918164224e12,
                                   1.1646782814350067249e14};
    Operand rising = x;
    Operand power = last / w;
    for (std::size_t i = 0; i < std::size(kFactors); ++i) {
        tail = tail + rising * power / kFactors[i];
        const auto k = static_cast<double>(2 * i);
        rising = rising * (x + (k + 1.0)) * (x + (k + 2.0));
        power = power / (w * w);
    }
    const Operand isDone = op("Abs", last) <= op("Abs", sums[0]) * 1.11022302462515654042E-16;
    const Operand sum = op("Where", isDone, sums[0], sums[0] + tail) + (q - q); // NaN at infinity, as torch gives it.
    const Operand nan = op.constant(dtype, kNan);
    const Operand infinity = op.constant(dtype, kInfinity);
    const Operand isBelow = q <= 0.0;
    const Operand poles = op("Where", op("And", isBelow, op("Not", isWhole(op, x))), nan, sum);
    const Operand wholes = op("Where", op("And", isBelow, isWhole(op, q)), infinity, poles);
    return op("Where", equal(x, 1.0), infinity, op("Where", x < 1.0, nan, wholes));
}

Operand trigammaOf(Op& op, const Operand& x)
{
    const Operand isReflected = x < 0.5;
    const Operand at = op("Where", isReflected, 1.0 - x, x);
    const Operand direct = zetaOf(op, op.constant(x.dtype(), 2.0), at);
    const Operand sine = op("Sin", (x - op("Round", x)) * kPi);
    const Operand reflected = (kPi * kPi) / (sine * sine) - direct;
    return op("Where", isReflected, reflected, direct);
}

Result<Values> polygammaAt(Op& op, const Call& call, std::int64_t n)
{
    const Operand x = widened(op, call["self"]);
    const ir::DType dtype = call.output().dtype;
    if (n == 0)
        return Values{op.cast(digammaOf(op, x), dtype)};
    if (n == 1)
        return Values{op.cast(op("Where", op("IsInf", x, Attributes{{"detect_negative", 0}}), op.constant(x.dtype(), 0.0), trigammaOf(op, x)), dtype)};
    const double factor = (n % 2 == 0 ? -1.0 : 1.0) * std::tgamma(static_cast<double>(n) + 1.0);
    return Values{op.cast(zetaOf(op, op.constant(ir::DType::Float64, static_cast<double>(n) + 1.0), x) * factor, dtype)};
}

/// aten::lgamma(Tensor self) -> Tensor
/// aten::special_gammaln(Tensor self) -> Tensor
Result<Values> lgammaOf(Op& op, const Call& call)
{
    return Values{op.cast(logGamma(op, widened(op, call["self"])), call.output().dtype)};
}

/// aten::digamma(Tensor self) -> Tensor
/// aten::special_digamma(Tensor self) -> Tensor
/// aten::special_psi(Tensor self) -> Tensor
Result<Values> digamma(Op& op, const Call& call)
{
    return Values{op.cast(digammaOf(op, widened(op, call["self"])), call.output().dtype)};
}

/// aten::polygamma(int n, Tensor self) -> Tensor
/// aten::special_polygamma(int n, Tensor self) -> Tensor
Result<Values> polygamma(Op& op, const Call& call)
{
    const std::int64_t n = call.integer("n");
    if (n < 0 || n > 170)
        return call.unsupported("n is not between 0 and 170");
    return polygammaAt(op, call, n);
}

/// aten::special_zeta(Tensor self, Tensor other) -> Tensor
/// aten::special_zeta.self_scalar(Scalar self, Tensor other) -> Tensor
/// aten::special_zeta.other_scalar(Tensor self, Scalar other) -> Tensor
Result<Values> zeta(Op& op, const Call& call)
{
    const ir::DType dtype = call.output().dtype;
    // torch rounds both to the result's type first.
    const Operand x = widened(op, operand(op, call, "self", dtype));
    const Operand q = widened(op, operand(op, call, "other", dtype));
    return Values{op.cast(zetaOf(op, x, q), dtype)};
}

/// aten::mvlgamma(Tensor self, int p) -> Tensor
/// aten::special_multigammaln(Tensor self, int p) -> Tensor
Result<Values> multigammaln(Op& op, const Call& call)
{
    const Operand x = widened(op, call["self"]);
    const std::int64_t p = call.integer("p");
    std::vector<PythonNumber> steps;
    for (std::int64_t i = 0; i < p; ++i)
        steps.emplace_back(-0.5 * static_cast<double>(i));
    const Operand arguments = op("Unsqueeze", x, op.integers({-1})) + op.constant(numberTensor(ir::DType::Float64, {p}, steps));
    const double constant = static_cast<double>(p * (p - 1)) * std::log(kPi) / 4.0;
    return Values{op.cast(op.reduce("ReduceSum", logGamma(op, arguments), {-1}, false) + constant, call.output().dtype)};
}

constexpr Lowering kGamma[] = {
    {"aten.digamma.default", digamma},
    {"aten.lgamma.default", lgammaOf},
    {"aten.mvlgamma.default", multigammaln},
    {"aten.polygamma.default", polygamma},
    {"aten.special_digamma.default", digamma},
    {"aten.special_gammaln.default", lgammaOf},
    {"aten.special_multigammaln.default", multigammaln},
    {"aten.special_polygamma.default", polygamma},
    {"aten.special_psi.default", digamma},
    {"aten.special_zeta.default", zeta},
    {"aten.special_zeta.other_scalar", zeta},
    {"aten.special_zeta.self_scalar", zeta},
};

} // namespace

std::span<const Lowering> gamma()
{
    return kGamma;
}

} // namespace sidelight::lowering::aten
