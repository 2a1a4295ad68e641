// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
//
// The error function's relatives in float64, by the rational approximations of the Cephes Math Library (Copyright (c) 2018, Steven Moshier; 3-clause
// BSD licence), which torch uses too.
#include "core/lowering/aten/families.h"

#include "core/lowering/aten/looping.h"
#include "core/lowering/aten/operands.h"

#include <limits>

namespace sidelight::lowering::aten {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kHalfRoot = 0.70710678118654752440;

/// erf(x) for |x| < 1.
Operand centralErf(Op& op, const Operand& x)
{
    const Operand z = x * x;
    const Operand above = polynomial(op, z, {9.60497373987051638749E0, 9.00260197203842689217E1, 2.23200534594684319226E3, 7.00332514112805075473E3, 5.55923013010394962768E4});
    const Operand below = polynomial(op, z,
                                     {1.0, 3.35617141647503099647E1, 5.21357949780152679795E2, 4.59432382970980127987E3, 2.26290000613890934246E4, 4.92673942608635921086E4});
    return x * above / below;
}

/// exp(x * x) * erfc(x) for x >= 1.
Operand scaledTail(Op& op, const Operand& given)
{
    const Operand x = op("Max", given, 1.0);
    const Operand inner = op("Min", x, 8.0);
    const Operand nearer = polynomial(op, inner,
                                      {2.46196981473530512524E-10, 5.64189564831068821977E-1, 7.46321056442269912687E0, 4.86371970985681366614E1, 1.96520832956077098242E2,
                                       5.26445194995477358631E2, 9.34528527171957607540E2, 1.02755188689515710272E3, 5.57535335369399327526E2}) /
                           polynomial(op, inner,
                                      {1.0, 1.32281951154744992508E1, 8.67072140885989742329E1, 3.54937778887819891062E2, 9.75708501743205489753E2, 1.82390916687909736289E3,
                                       2.24633760818710981792E3, 1.65666309194161350182E3, 5.57535340817727675546E2});
    // In powers of 1 / x, which stay small.
    const Operand inverse = op("Reciprocal", op("Max", x, 8.0));
    const Operand farther = inverse *
                            polynomial(op, inverse,
                                       {2.97886665372100240670E0, 7.40974269950448939160E0, 6.16021097993053585195E0, 5.01905042251180477414E0, 1.27536670759978104416E0,
                                        5.64189583547755073984E-1}) /
                            polynomial(op, inverse,
                                       {3.36907645100081516050E0, 9.60896809063285878198E0, 1.70814450747565897222E1, 1.20489539808096656605E1, 9.39603524938001434673E0,
                                        2.26052863220117276590E0, 1.0});
    return op("Where", x < 8.0, nearer, farther);
}

/// erfc(x) without loss where it is small.
Operand complementaryErf(Op& op, const Operand& x)
{
    const Operand size = op("Abs", x);
    const Operand tail = op("Exp", -(x * x)) * scaledTail(op, size);
    const Operand central = 1.0 - centralErf(op, op("Max", op("Min", x, 1.0), -1.0));
    const Operand outer = op("Where", x < 0.0, 2.0 - tail, tail);
    const Operand result = op("Where", size < 1.0, central, outer);
    return op("Where", op("IsNaN", x), x, result);
}

Operand scaledComplementaryErf(Op& op, const Operand& x)
{
    const Operand size = op("Abs", x);
    const Operand growth = op("Exp", x * x);
    const Operand tail = scaledTail(op, size);
    const Operand central = growth * (1.0 - centralErf(op, op("Max", op("Min", x, 1.0), -1.0)));
    const Operand outer = op("Where", x < 0.0, growth * 2.0 - tail, tail);
    return op("Where", op("IsNaN", x), x, op("Where", size < 1.0, central, outer));
}

/// The normal quantile of a probability p, given as its distance from a half and the smaller of p and 1 - p, neither of them rounded.
Operand quantile(Op& op, const Operand& centred, const Operand& tail)
{
    const ir::DType dtype = centred.dtype();
    const Operand square = centred * centred;
    const Operand middle = centred + centred * (square *
                                                polynomial(op, square, {-5.99633501014107895267E1, 9.80010754185999661536E1, -5.66762857469070293439E1, 1.39312609387279679503E1,
                                                                        -1.23916583867381258016E0}) /
                                                polynomial(op, square, {1.0, 1.95448858338141759834E0, 4.67627912898881538453E0, 8.63602421390890590575E1, -2.25462687854119370527E2,
                                                                        2.00260212380060660359E2, -8.20372256168333339912E1, 1.59056225126211695515E1, -1.18331621121330003142E0}));
    const Operand safe = op("Where", tail > 0.0, tail, op.constant(dtype, 0.1));
    const Operand x = op("Sqrt", op("Log", safe) * -2.0);
    const Operand z = op("Reciprocal", x);
    const Operand nearer = polynomial(op, z, {4.05544892305962419923E0, 3.15251094599893866154E1, 5.71628192246421288162E1, 4.40805073893200834700E1, 1.46849561928858024014E1,
                                              2.18663306850790267539E0, -1.40256079171354495875E-1, -3.50424626827848203418E-2, -8.57456785154685413611E-4}) /
                           polynomial(op, z, {1.0, 1.57799883256466749731E1, 4.53907635128879210584E1, 4.13172038254672030440E1, 1.50425385692907503408E1, 2.50464946208309415979E0,
                                              -1.42182922854787788574E-1, -3.80806407691578277194E-2, -9.33259480895457427372E-4});
    const Operand farther = polynomial(op, z, {3.23774891776946035970E0, 6.91522889068984211695E0, 3.93881025292474443415E0, 1.33303460815807542389E0, 2.01485389549179081538E-1,
                                               1.23716634817820021358E-2, 3.01581553508235416007E-4, 2.65806974686737550832E-6, 6.23974539184983293730E-9}) /
                            polynomial(op, z, {1.0, 6.02427039364742014255E0, 3.67983563856160859403E0, 1.37702099489081330271E0, 2.16236993594496635890E-1, 1.34204006088543189037E-2,
                                               3.28014464682127739104E-4, 2.89247864745380683936E-6, 6.79019408009981274425E-9});
    const Operand size = x - op("Log", x) / x - z * op("Where", x < 8.0, nearer, farther);
    const Operand outer = op("Where", centred < 0.0, -size, size);
    const Operand inside = op("Where", tail > 0.13533528323661269189, middle * 2.50662827463100050242, outer);
    const Operand infinity = op.constant(dtype, kInfinity);
    const Operand edge = op("Where", centred < 0.0, -infinity, infinity);
    const Operand nan = op.constant(dtype, std::numeric_limits<double>::quiet_NaN());
    return op("Where", tail > 0.0, inside, op("Where", equal(tail, 0.0), edge, nan));
}

/// aten::erfinv(Tensor self) -> Tensor
/// aten::special_erfinv(Tensor self) -> Tensor
Result<Values> erfinv(Op& op, const Call& call)
{
    const Operand y = widened(op, op.cast(call["self"], call.output().dtype));
    const Operand result = quantile(op, y * 0.5, (1.0 - op("Abs", y)) * 0.5) * kHalfRoot;
    return Values{op.cast(result, call.output().dtype)};
}

/// aten::special_ndtri(Tensor self) -> Tensor
Result<Values> ndtri(Op& op, const Call& call)
{
    const Operand p = widened(op, op.cast(call["self"], call.output().dtype));
    return Values{op.cast(quantile(op, p - 0.5, op("Where", p > 0.5, 1.0 - p, p)), call.output().dtype)};
}

/// aten::special_ndtr(Tensor self) -> Tensor
Result<Values> ndtr(Op& op, const Call& call)
{
    const Operand x = widened(op, call["self"]);
    return Values{op.cast(complementaryErf(op, x * -kHalfRoot) * 0.5, call.output().dtype)};
}

/// aten::special_log_ndtr(Tensor self) -> Tensor
Result<Values> logNdtr(Op& op, const Call& call)
{
    const Operand x = widened(op, call["self"]);
    const Operand t = x * kHalfRoot;
    const Operand lower = op("Log", scaledTail(op, -t) * 0.5) - t * t;
    const Operand central = op("Log", complementaryErf(op, -t) * 0.5);
    // log(1 - e) for small e, by its series.
    const Operand e = complementaryErf(op, t) * 0.5;
    const Operand upper = -(e * polynomial(op, e, {1.0 / 4.0, 1.0 / 3.0, 1.0 / 2.0, 1.0}));
    const Operand result = op("Where", x > 5.0, upper, op("Where", t < -1.0, lower, central));
    return Values{op.cast(result, call.output().dtype)};
}

/// aten::special_erfcx(Tensor self) -> Tensor
Result<Values> erfcx(Op& op, const Call& call)
{
    return Values{op.cast(scaledComplementaryErf(op, widened(op, call["self"])), call.output().dtype)};
}

/// aten::erfc(Tensor self) -> Tensor
/// aten::special_erfc(Tensor self) -> Tensor
Result<Values> erfc(Op& op, const Call& call)
{
    return Values{op.cast(complementaryErf(op, widened(op, call["self"])), call.output().dtype)};
}

/// aten::special_entr(Tensor self) -> Tensor
Result<Values> entr(Op& op, const Call& call)
{
    const Operand x = op.cast(call["self"], call.output().dtype);
    const ir::DType dtype = x.dtype();
    const Operand atZero = op("Where", equal(x, 0.0), op.constant(dtype, 0.0), op.constant(dtype, -kInfinity));
    return Values{op("Where", op("Or", x > 0.0, op("IsNaN", x)), -(x * op("Log", x)), atZero)};
}

constexpr Lowering kNormalDistribution[] = {
    {"aten.erfc.default", erfc},
    {"aten.erfinv.default", erfinv},
    {"aten.special_entr.default", entr},
    {"aten.special_erfc.default", erfc},
    {"aten.special_erfcx.default", erfcx},
    {"aten.special_erfinv.default", erfinv},
    {"aten.special_log_ndtr.default", logNdtr},
    {"aten.special_ndtr.default", ndtr},
    {"aten.special_ndtri.default", ndtri},
};

} // namespace

std::span<const Lowering> normalDistribution()
{
    return kNormalDistribution;
}

} // namespace sidelight::lowering::aten
