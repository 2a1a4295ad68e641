// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
//
// Orthogonal polynomials by their recurrences. The degree is a tensor: a Loop goes up to the greatest, each element stops at its own.
#include "core/lowering/aten/families.h"

#include "core/lowering/aten/looping.h"
#include "core/lowering/aten/operands.h"

#include <functional>
#include <limits>

namespace sidelight::lowering::aten {

namespace {

/// The polynomial of degree k + 1 from k (a floating 0-d tensor) and those of degree k and k - 1.
using Recurrence = std::function<Operand(const Operand& k, const Operand& current, const Operand& previous)>;

Operand climbed(Op& op, const Operand& first, const Operand& degree, const Recurrence& next)
{
    const ir::DType dtype = first.dtype();
    const Operand one = op.typed(first * 0.0 + 1.0, first.type());
    const Operand flat = op.concat({op("Reshape", degree, op.integers({-1})), op.constant(ir::DType::Int64, std::int64_t{0}, {1})}, 0);
    const Operand greatest = op.reduce("ReduceMax", flat, {0}, false);
    // From degree 0 and -1 (which the first step does not use): the state is the result, then the last two degrees.
    const Scalar count(op.typed(greatest, onnxir::ValueType::tensor(ir::DType::Int64, {})));
    const Values last = repeated(op, count, {one, one, one}, [&](const Operand& index, const Values& state) {
        const Operand k = op.cast(index, dtype);
        const Operand after = op("Where", equal(index, 0), first, next(k, state[1], state[2]));
        const Operand result = op("Where", op("Less", index, degree), after, state[0]);
        return Values{op.typed(result, one.type()), op.typed(after, one.type()), state[1]};
    });
    return op("Where", op("Less", degree, op.constant(ir::DType::Int64, std::int64_t{0})), op.constant(dtype, 0.0), last[0]);
}

struct Arguments {
    Operand x;
    Operand n; ///< int64.
};

/// Both in the result's type and shape; the degree is rounded towards zero.
Arguments argumentsOf(Op& op, const Call& call)
{
    const ir::DType dtype = call.output().dtype;
    const Operand x = operand(op, call, "x", dtype);
    const Operand n = operand(op, call, "n", dtype);
    return {op.typed(x + n * 0.0, valueTypeOf(call.node().val)), op.cast(n, ir::DType::Int64)};
}

enum class Kind { T, U, V, W };

/// 2 x P(k) - P(k - 1); the kinds differ in the first degree. Shifted ones take 2 x - 1 for x.
Result<Values> chebyshev(Op& op, const Call& call, Kind kind, bool shifted)
{
    Arguments given = argumentsOf(op, call);
    const Operand x = shifted ? op.typed(given.x + given.x - 1.0, given.x.type()) : given.x;
    const Operand twice = op.typed(x + x, x.type());
    const Operand first = kind == Kind::T ? x : kind == Kind::U ? twice : op.typed(kind == Kind::V ? twice - 1.0 : twice + 1.0, x.type());
    return Values{climbed(op, first, given.n, [&](const Operand&, const Operand& current, const Operand& previous) { return twice * current - previous; })};
}

/// torch gives NaN for degrees that overflow the type.
Operand limited(Op& op, const Operand& result, const Operand& degree)
{
    const std::int64_t limit = result.dtype() == ir::DType::Float32 ? 128 : result.dtype() == ir::DType::Float64 ? 512 : 1024;
    const Operand isOver = op("Greater", degree, op.constant(ir::DType::Int64, limit));
    return op("Where", isOver, op.constant(result.dtype(), std::numeric_limits<double>::quiet_NaN()), result);
}

/// aten::special_chebyshev_polynomial_t(Tensor x, Tensor n) -> Tensor
/// aten::special_chebyshev_polynomial_u(Tensor x, Tensor n) -> Tensor
/// aten::special_chebyshev_polynomial_v(Tensor x, Tensor n) -> Tensor
/// aten::special_chebyshev_polynomial_w(Tensor x, Tensor n) -> Tensor
/// aten::special_shifted_chebyshev_polynomial_t(Tensor x, Tensor n) -> Tensor
/// aten::special_shifted_chebyshev_polynomial_u(Tensor x, Tensor n) -> Tensor
/// aten::special_shifted_chebyshev_polynomial_v(Tensor x, Tensor n) -> Tensor
/// aten::special_shifted_chebyshev_polynomial_w(Tensor x, Tensor n) -> Tensor
template <Kind kKind, bool kShifted>
Result<Values> chebyshevPolynomial(Op& op, const Call& call)
{
    return chebyshev(op, call, kKind, kShifted);
}

/// aten::special_hermite_polynomial_h(Tensor x, Tensor n) -> Tensor
Result<Values> hermiteH(Op& op, const Call& call)
{
    const Arguments given = argumentsOf(op, call);
    const Operand twice = op.typed(given.x + given.x, given.x.type());
    const Operand result = climbed(op, twice, given.n, [&](const Operand& k, const Operand& current, const Operand& previous) { return twice * current - previous * (k + k); });
    return Values{limited(op, result, given.n)};
}

/// aten::special_hermite_polynomial_he(Tensor x, Tensor n) -> Tensor
Result<Values> hermiteHe(Op& op, const Call& call)
{
    const Arguments given = argumentsOf(op, call);
    const Operand result = climbed(op, given.x, given.n, [&](const Operand& k, const Operand& current, const Operand& previous) { return given.x * current - previous * k; });
    return Values{limited(op, result, given.n)};
}

/// aten::special_laguerre_polynomial_l(Tensor x, Tensor n) -> Tensor
Result<Values> laguerre(Op& op, const Call& call)
{
    const Arguments given = argumentsOf(op, call);
    const Operand first = op.typed(1.0 - given.x, given.x.type());
    return Values{climbed(op, first, given.n, [&](const Operand& k, const Operand& current, const Operand& previous) {
        return ((first + (k + k)) * current - previous * k) / (k + 1.0);
    })};
}

/// aten::special_legendre_polynomial_p(Tensor x, Tensor n) -> Tensor
Result<Values> legendre(Op& op, const Call& call)
{
    const Arguments given = argumentsOf(op, call);
    return Values{climbed(op, given.x, given.n, [&](const Operand& k, const Operand& current, const Operand& previous) {
        return (given.x * current * (k + k + 1.0) - previous * k) / (k + 1.0);
    })};
}

constexpr Lowering kOrthogonal[] = {
    {"aten.special_chebyshev_polynomial_t.default", chebyshevPolynomial<Kind::T, false>},
    {"aten.special_chebyshev_polynomial_u.default", chebyshevPolynomial<Kind::U, false>},
    {"aten.special_chebyshev_polynomial_v.default", chebyshevPolynomial<Kind::V, false>},
    {"aten.special_chebyshev_polynomial_w.default", chebyshevPolynomial<Kind::W, false>},
    {"aten.special_hermite_polynomial_h.default", hermiteH},
    {"aten.special_hermite_polynomial_he.default", hermiteHe},
    {"aten.special_laguerre_polynomial_l.default", laguerre},
    {"aten.special_legendre_polynomial_p.default", legendre},
    {"aten.special_shifted_chebyshev_polynomial_t.default", chebyshevPolynomial<Kind::T, true>},
    {"aten.special_shifted_chebyshev_polynomial_u.default", chebyshevPolynomial<Kind::U, true>},
    {"aten.special_shifted_chebyshev_polynomial_v.default", chebyshevPolynomial<Kind::V, true>},
    {"aten.special_shifted_chebyshev_polynomial_w.default", chebyshevPolynomial<Kind::W, true>},
};

} // namespace

std::span<const Lowering> orthogonal()
{
    return kOrthogonal;
}

} // namespace sidelight::lowering::aten
