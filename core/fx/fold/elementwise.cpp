// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
//
// Arithmetic and comparison with torch's type promotion. Integers wrap as torch's do; float32 results are rounded from double, which for
// + - * / and square roots gives the same bits as computing in float32.

#include "core/fx/fold/call.h"
#include "core/fx/promotion.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace sidelight::fx::fold {

namespace {

using ir::DType;
using Result = std::optional<Constant>;
using Index = std::vector<std::int64_t>;

/// Offset of element `at` (row-major in `sizes`) in a source that is broadcast to `sizes`.
std::size_t broadcastOffset(const Constant& source, const Index& sizes, std::size_t at)
{
    std::size_t offset = 0;
    std::size_t stride = 1;
    for (std::size_t back = 1; back <= sizes.size(); ++back) {
        const auto size = static_cast<std::size_t>(sizes[sizes.size() - back]);
        const std::size_t index = at % size;
        at /= size;
        if (back > source.sizes.size())
            continue;
        const auto own = static_cast<std::size_t>(source.sizes[source.sizes.size() - back]);
        offset += own == 1 ? 0 : index * stride;
        stride *= own;
    }
    return offset;
}

bool broadcasts(const Constant& source, const Index& sizes)
{
    if (source.sizes.size() > sizes.size())
        return false;
    for (std::size_t back = 1; back <= source.sizes.size(); ++back)
        if (const std::int64_t own = source.sizes[source.sizes.size() - back]; own != 1 && own != sizes[sizes.size() - back])
            return false;
    return true;
}

/// `self` and `other` in the type that torch computes in, both sure to broadcast to the result.
struct Operands {
    DType compute = DType::Undefined;
    Constant left;
    Constant right;
};
std::optional<Operands> operandsOf(const Call& call, std::string_view first = "self", std::string_view second = "other")
{
    const auto left = call.tensor(first);
    const auto right = call.tensor(second);
    const auto promotion = promotionOf(call.graph(), call.node());
    if (!left || !right || !promotion || !isSupported(promotion->compute))
        return std::nullopt;
    const DType compute = promotion->comparison ? promotion->compute : call.dtype();
    auto a = converted(*left, compute);
    auto b = converted(*right, compute);
    if (!a || !b || !broadcasts(*a, call.sizes()) || !broadcasts(*b, call.sizes()))
        return std::nullopt;
    return Operands{compute, std::move(*a), std::move(*b)};
}

/// Applies `real` or `integer` to each pair; an integer operation may have no answer (division by zero).
template <class Real, class Integer>
Result binary(const Call& call, Real real, Integer integer)
{
    const auto operands = operandsOf(call);
    if (!operands)
        return std::nullopt;
    Constant result = filled(call.dtype(), call.sizes(), 0, 0);
    for (std::size_t at = 0; at < result.count(); ++at) {
        const std::size_t l = broadcastOffset(operands->left, result.sizes, at);
        const std::size_t r = broadcastOffset(operands->right, result.sizes, at);
        if (ir::isFloating(operands->compute)) {
            const double value = real(operands->left.reals[l], operands->right.reals[r]);
            result.isReal() ? void(result.reals[at] = rounded(result.dtype, value)) : void(result.integers[at] = value != 0);
            continue;
        }
        const std::optional<std::int64_t> value = integer(operands->left.integers[l], operands->right.integers[r]);
        if (!value || result.isReal())
            return std::nullopt;
        result.integers[at] = wrapped(result.dtype, *value);
    }
    return result;
}

std::int64_t unsignedSum(std::int64_t a, std::int64_t b) { return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b)); }
std::int64_t unsignedProduct(std::int64_t a, std::int64_t b)
{
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) * static_cast<std::uint64_t>(b));
}
bool hasAlpha(const Call& call) { return call.isGiven("alpha") && call.number("alpha") != 1.0; }

Result add(const Call& call)
{
    return hasAlpha(call) ? std::nullopt : binary(call, [](double a, double b) { return a + b; }, [](std::int64_t a, std::int64_t b) { return std::optional(unsignedSum(a, b)); });
}
Result sub(const Call& call)
{
    if (hasAlpha(call))
        return std::nullopt;
    return binary(call, [](double a, double b) { return a - b; }, [](std::int64_t a, std::int64_t b) { return std::optional(unsignedSum(a, unsignedProduct(b, -1))); });
}
Result rsub(const Call& call)
{
    if (hasAlpha(call))
        return std::nullopt;
    return binary(call, [](double a, double b) { return b - a; }, [](std::int64_t a, std::int64_t b) { return std::optional(unsignedSum(b, unsignedProduct(a, -1))); });
}
Result mul(const Call& call)
{
    return binary(call, [](double a, double b) { return a * b; }, [](std::int64_t a, std::int64_t b) { return std::optional(unsignedProduct(a, b)); });
}
std::optional<std::int64_t> floorDivided(std::int64_t a, std::int64_t b)
{
    if (b == 0)
        return std::nullopt;
    if (b == -1)
        return unsignedProduct(a, -1);
    return a / b - (a % b != 0 && (a < 0) != (b < 0) ? 1 : 0);
}
std::optional<std::int64_t> truncated(std::int64_t a, std::int64_t b)
{
    if (b == 0)
        return std::nullopt;
    return b == -1 ? unsignedProduct(a, -1) : a / b;
}
double floorDivided(double a, double b) // As c10::div_floor_floating.
{
    if (b == 0)
        return a / b;
    const double mod = std::fmod(a, b);
    double quotient = (a - mod) / b;
    if (mod != 0 && (b < 0) != (mod < 0))
        quotient -= 1;
    if (quotient == 0)
        return std::copysign(0.0, a / b);
    const double floored = std::floor(quotient);
    return quotient - floored > 0.5 ? floored + 1.0 : floored;
}
Result floorDivide(const Call& call)
{
    if (call.dtype() == DType::Float32)
        return std::nullopt; // Its intermediate steps round to float32.
    return binary(call, [](double a, double b) { return floorDivided(a, b); }, [](std::int64_t a, std::int64_t b) { return floorDivided(a, b); });
}
Result div(const Call& call)
{
    const std::string* rounding = call.text("rounding_mode");
    if (!rounding)
        return binary(call, [](double a, double b) { return a / b; }, [](std::int64_t, std::int64_t) { return std::optional<std::int64_t>(); });
    if (*rounding == "floor")
        return floorDivide(call);
    if (call.dtype() == DType::Float32)
        return std::nullopt;
    return binary(call, [](double a, double b) { return std::trunc(a / b); }, [](std::int64_t a, std::int64_t b) { return truncated(a, b); });
}
Result remainder(const Call& call)
{
    return binary(
        call,
        [](double a, double b) {
            const double mod = std::fmod(a, b);
            return mod != 0 && (b < 0) != (mod < 0) ? mod + b : mod;
        },
        [](std::int64_t a, std::int64_t b) -> std::optional<std::int64_t> {
            if (b == 0)
                return std::nullopt;
            if (b == -1)
                return 0;
            const std::int64_t mod = a % b;
            return mod != 0 && (mod < 0) != (b < 0) ? mod + b : mod;
        });
}
Result maximum(const Call& call)
{
    return binary(call, [](double a, double b) { return std::isnan(a) || a > b ? a : b; }, [](std::int64_t a, std::int64_t b) { return std::optional(std::max(a, b)); });
}
Result minimum(const Call& call)
{
    return binary(call, [](double a, double b) { return std::isnan(a) || a < b ? a : b; }, [](std::int64_t a, std::int64_t b) { return std::optional(std::min(a, b)); });
}

template <class Compare>
Result compare(const Call& call, Compare holds)
{
    return binary(call, [&](double a, double b) { return holds(a, b) ? 1.0 : 0.0; }, [&](std::int64_t a, std::int64_t b) { return std::optional<std::int64_t>(holds(a, b)); });
}
Result eq(const Call& call) { return compare(call, [](auto a, auto b) { return a == b; }); }
Result ne(const Call& call) { return compare(call, [](auto a, auto b) { return a != b; }); }
Result lt(const Call& call) { return compare(call, [](auto a, auto b) { return a < b; }); }
Result le(const Call& call) { return compare(call, [](auto a, auto b) { return a <= b; }); }
Result gt(const Call& call) { return compare(call, [](auto a, auto b) { return a > b; }); }
Result ge(const Call& call) { return compare(call, [](auto a, auto b) { return a >= b; }); }

template <class Integer>
Result bitwise(const Call& call, Integer integer)
{
    if (ir::isFloating(call.dtype()))
        return std::nullopt;
    return binary(call, [](double, double) { return 0.0; }, integer);
}
Result bitwiseAnd(const Call& call) { return bitwise(call, [](std::int64_t a, std::int64_t b) { return std::optional(a & b); }); }
Result bitwiseOr(const Call& call) { return bitwise(call, [](std::int64_t a, std::int64_t b) { return std::optional(a | b); }); }
Result bitwiseXor(const Call& call) { return bitwise(call, [](std::int64_t a, std::int64_t b) { return std::optional(a ^ b); }); }

/// Applies `real` or `integer` to each element of `self`.
template <class Real, class Integer>
Result unary(const Call& call, Real real, Integer integer)
{
    const auto self = call.tensor("self");
    if (!self)
        return std::nullopt;
    auto source = call.dtype() == DType::Bool ? self : converted(*self, call.dtype());
    if (!source)
        return std::nullopt;
    for (double& value : source->reals)
        value = rounded(source->dtype, real(value));
    for (std::int64_t& value : source->integers)
        value = wrapped(source->dtype, integer(value));
    return source;
}
std::int64_t same(std::int64_t value) { return value; }
template <double (*Function)(double)>
Result realUnary(const Call& call)
{
    return ir::isFloating(call.dtype()) ? unary(call, Function, same) : std::nullopt;
}
Result neg(const Call& call) { return unary(call, [](double value) { return -value; }, [](std::int64_t value) { return unsignedProduct(value, -1); }); }
Result abs(const Call& call) { return unary(call, [](double value) { return std::fabs(value); }, [](std::int64_t value) { return value < 0 ? unsignedProduct(value, -1) : value; }); }
Result reciprocal(const Call& call)
{
    return ir::isFloating(call.dtype()) ? unary(call, [](double value) { return 1 / value; }, same) : std::nullopt;
}
Result logicalNot(const Call& call)
{
    const auto self = call.tensor("self");
    const auto flags = self ? converted(*self, DType::Bool) : std::nullopt;
    if (!flags)
        return std::nullopt;
    Constant result = *flags;
    for (std::int64_t& value : result.integers)
        value = value == 0 ? 1 : 0;
    return result;
}
Result bitwiseNot(const Call& call)
{
    if (call.dtype() == DType::Bool)
        return logicalNot(call);
    return ir::isFloating(call.dtype()) ? std::nullopt : unary(call, [](double value) { return value; }, [](std::int64_t value) { return ~value; });
}

Result where(const Call& call)
{
    const auto condition = call.tensor("condition");
    const auto self = call.tensor("self");
    const auto other = call.tensor("other");
    if (!condition || !self || !other)
        return std::nullopt;
    const auto yes = converted(*self, call.dtype());
    const auto no = converted(*other, call.dtype());
    Constant result = filled(call.dtype(), call.sizes(), 0, 0);
    if (!yes || !no || condition->isReal() || !broadcasts(*condition, result.sizes) || !broadcasts(*yes, result.sizes) || !broadcasts(*no, result.sizes))
        return std::nullopt;
    for (std::size_t at = 0; at < result.count(); ++at) {
        const Constant& chosen = condition->integers[broadcastOffset(*condition, result.sizes, at)] != 0 ? *yes : *no;
        const std::size_t from = broadcastOffset(chosen, result.sizes, at);
        result.isReal() ? void(result.reals[at] = chosen.reals[from]) : void(result.integers[at] = chosen.integers[from]);
    }
    return result;
}

constexpr Evaluation kTable[] = {{"aten.abs", abs}, {"aten.add", add}, {"aten.bitwise_and", bitwiseAnd}, {"aten.bitwise_not", bitwiseNot},
    {"aten.bitwise_or", bitwiseOr}, {"aten.bitwise_xor", bitwiseXor}, {"aten.__and__", bitwiseAnd}, {"aten.__or__", bitwiseOr},
    {"aten.__xor__", bitwiseXor}, {"aten.ceil", realUnary<std::ceil>}, {"aten.div", div}, {"aten.eq", eq}, {"aten.floor", realUnary<std::floor>},
    {"aten.floor_divide", floorDivide}, {"aten.ge", ge}, {"aten.gt", gt}, {"aten.le", le}, {"aten.logical_not", logicalNot}, {"aten.lt", lt},
    {"aten.maximum", maximum}, {"aten.minimum", minimum}, {"aten.mul", mul}, {"aten.ne", ne}, {"aten.neg", neg}, {"aten.reciprocal", reciprocal},
    {"aten.remainder", remainder}, {"aten.rsub", rsub}, {"aten.sqrt", realUnary<std::sqrt>}, {"aten.sub", sub}, {"aten.trunc", realUnary<std::trunc>},
    {"aten.where", where}};

} // namespace

std::span<const Evaluation> elementwiseEvaluations() { return kTable; }

} // namespace sidelight::fx::fold
