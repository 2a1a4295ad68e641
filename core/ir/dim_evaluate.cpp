// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/ir/dim_builder.h"

#include <cmath>
#include <limits>
#include <variant>

namespace sidelight::ir {
namespace {

using Kind = Dim::Kind;
using Integer = std::int64_t;
/// An integer stays exact; a real appears with TrueDiv, Real and floating calls.
using Number = std::variant<Integer, double>;
using Maybe = std::optional<Number>;

double toReal(const Number& number)
{
    if (const auto* integer = std::get_if<Integer>(&number))
        return static_cast<double>(*integer);
    return std::get<double>(number);
}
Maybe toInteger(double value)
{
    constexpr double kLimit = 9223372036854775808.0;
    if (!(value >= -kLimit && value < kLimit))
        return std::nullopt;
    return Number{static_cast<Integer>(value)};
}

Maybe plus(const Number& a, const Number& b)
{
    const auto* left = std::get_if<Integer>(&a);
    const auto* right = std::get_if<Integer>(&b);
    if (!left || !right)
        return Number{toReal(a) + toReal(b)};
    Integer sum = 0;
    if (__builtin_add_overflow(*left, *right, &sum))
        return std::nullopt;
    return Number{sum};
}
Maybe times(const Number& a, const Number& b)
{
    const auto* left = std::get_if<Integer>(&a);
    const auto* right = std::get_if<Integer>(&b);
    if (!left || !right)
        return Number{toReal(a) * toReal(b)};
    Integer product = 0;
    if (__builtin_mul_overflow(*left, *right, &product))
        return std::nullopt;
    return Number{product};
}
/// A quotient that is whole stays an integer.
Maybe divide(const Number& a, const Number& b)
{
    if (toReal(b) == 0)
        return std::nullopt;
    const auto* left = std::get_if<Integer>(&a);
    const auto* right = std::get_if<Integer>(&b);
    const bool lowest = left && *left == std::numeric_limits<Integer>::min();
    if (left && right && !(lowest && *right == -1) && *left % *right == 0)
        return Number{*left / *right};
    return Number{toReal(a) / toReal(b)};
}
Maybe floorDivide(const Number& a, const Number& b)
{
    if (toReal(b) == 0)
        return std::nullopt;
    const auto* left = std::get_if<Integer>(&a);
    const auto* right = std::get_if<Integer>(&b);
    if (!left || !right)
        return toInteger(std::floor(toReal(a) / toReal(b)));
    if (*right == -1 && *left == std::numeric_limits<Integer>::min())
        return std::nullopt;
    const Integer quotient = *left / *right;
    return Number{*left % *right != 0 && (*left < 0) != (*right < 0) ? quotient - 1 : quotient};
}
Maybe modulo(const Number& a, const Number& b)
{
    const auto* left = std::get_if<Integer>(&a);
    const auto* right = std::get_if<Integer>(&b);
    if (!left || !right || *right == 0)
        return std::nullopt;
    if (*right == -1)
        return Number{Integer{0}};
    const Integer rest = *left % *right;
    return Number{rest != 0 && (rest < 0) != (*right < 0) ? rest + *right : rest};
}
Maybe power(const Number& base, const Number& exponent)
{
    const auto* whole = std::get_if<Integer>(&exponent);
    if (!whole || !std::get_if<Integer>(&base))
        return Number{std::pow(toReal(base), toReal(exponent))};
    if (*whole < 0) {
        const auto positive = *whole == std::numeric_limits<Integer>::min() ? Maybe{} : power(base, Number{-*whole});
        return positive ? divide(Number{Integer{1}}, *positive) : std::nullopt;
    }
    Maybe result = Number{Integer{1}};
    Maybe square = base;
    for (Integer left = *whole; left > 0; left >>= 1) {
        if ((left & 1) != 0) {
            result = square ? times(*result, *square) : std::nullopt;
            if (!result)
                return std::nullopt;
        }
        if (left > 1)
            square = square ? times(*square, *square) : std::nullopt;
    }
    return result;
}

int order(const Number& a, const Number& b)
{
    const auto* left = std::get_if<Integer>(&a);
    const auto* right = std::get_if<Integer>(&b);
    if (left && right)
        return *left < *right ? -1 : *left > *right ? 1 : 0;
    const double x = toReal(a);
    const double y = toReal(b);
    return x < y ? -1 : x > y ? 1 : 0;
}

double roundToEven(double value)
{
    const double floor = std::floor(value);
    const double rest = value - floor;
    if (rest != 0.5)
        return rest < 0.5 ? floor : floor + 1;
    return std::fmod(floor, 2.0) == 0.0 ? floor : floor + 1;
}

Maybe call(const std::string& name, const std::vector<Number>& arguments)
{
    if (arguments.size() == 1) {
        const Number& value = arguments[0];
        const bool whole = std::holds_alternative<Integer>(value);
        if (name == "CeilToInt" || name == "ceiling")
            return whole ? Maybe(value) : toInteger(std::ceil(toReal(value)));
        if (name == "FloorToInt" || name == "floor")
            return whole ? Maybe(value) : toInteger(std::floor(toReal(value)));
        if (name == "TruncToInt")
            return whole ? Maybe(value) : toInteger(std::trunc(toReal(value)));
        if (name == "RoundToInt")
            return whole ? Maybe(value) : toInteger(roundToEven(toReal(value)));
        if (name == "ToFloat")
            return Number{toReal(value)};
        if (name == "TruncToFloat")
            return Number{std::trunc(toReal(value))};
        if (name == "Identity")
            return value;
        if (name == "Abs")
            return order(value, Number{Integer{0}}) < 0 ? times(value, Number{Integer{-1}}) : Maybe(value);
        if (name == "OpaqueUnaryFn_sqrt" || name == "sqrt")
            return Number{std::sqrt(toReal(value))};
    }
    if (arguments.size() == 2) {
        if (name == "PythonMod")
            return modulo(arguments[0], arguments[1]);
        if (name == "CleanDiv")
            return floorDivide(arguments[0], arguments[1]);
        if (name == "CeilDiv") {
            const auto negative = times(arguments[0], Number{Integer{-1}});
            const auto quotient = negative ? floorDivide(*negative, arguments[1]) : std::nullopt;
            return quotient ? times(*quotient, Number{Integer{-1}}) : std::nullopt;
        }
        if (name == "FloatTrueDiv")
            return toReal(arguments[1]) == 0 ? std::nullopt
                                             : Maybe(Number{toReal(arguments[0]) / toReal(arguments[1])});
        if (name == "PowByNatural" || name == "FloatPow")
            return power(arguments[0], arguments[1]);
        if (name == "LShift" || name == "RShift") {
            const auto factor = power(Number{Integer{2}}, arguments[1]);
            if (!factor)
                return std::nullopt;
            return name == "LShift" ? times(arguments[0], *factor) : floorDivide(arguments[0], *factor);
        }
    }
    if (arguments.size() == 3 && name == "Where")
        return toReal(arguments[0]) != 0 ? arguments[1] : arguments[2];
    if (arguments.size() == 3 && name == "ModularIndexing") {
        const auto quotient = floorDivide(arguments[0], arguments[1]);
        return quotient ? modulo(*quotient, arguments[2]) : std::nullopt;
    }
    return std::nullopt;
}

Number truth(bool value)
{
    return Number{Integer{value ? 1 : 0}};
}

Maybe combine(const Dim& dim, const std::vector<Number>& values)
{
    const auto fold = [&values](Number start, Maybe (*step)(const Number&, const Number&)) {
        Maybe result = start;
        for (const Number& value : values)
            result = result ? step(*result, value) : std::nullopt;
        return result;
    };
    switch (dim.kind()) {
    case Kind::Sum:
        return fold(Number{Integer{0}}, plus);
    case Kind::Product:
        return fold(Number{Integer{1}}, times);
    case Kind::Power:
        return power(values[0], values[1]);
    case Kind::FloorDiv:
        return floorDivide(values[0], values[1]);
    case Kind::Mod:
        return modulo(values[0], values[1]);
    case Kind::TrueDiv:
        return divide(values[0], values[1]);
    case Kind::Min:
    case Kind::Max: {
        Number best = values.front();
        for (const Number& value : values)
            if (order(value, best) * (dim.kind() == Kind::Max ? 1 : -1) > 0)
                best = value;
        return best;
    }
    case Kind::Equal:
        return truth(order(values[0], values[1]) == 0);
    case Kind::NotEqual:
        return truth(order(values[0], values[1]) != 0);
    case Kind::Less:
        return truth(order(values[0], values[1]) < 0);
    case Kind::LessEqual:
        return truth(order(values[0], values[1]) <= 0);
    case Kind::And:
    case Kind::Or: {
        const bool all = dim.kind() == Kind::And;
        for (const Number& value : values)
            if ((toReal(value) != 0) != all)
                return truth(!all);
        return truth(all);
    }
    case Kind::Not:
        return truth(toReal(values[0]) == 0);
    case Kind::Call:
        return call(dim.name(), values);
    default:
        return std::nullopt;
    }
}

/// A product with a fraction: whole factors first, so that 1/2*s0*s1 stays exact where it can.
Maybe productWithFraction(const Dim& dim, const std::vector<Number>& values)
{
    const auto coefficient = asRational(dim.operands().front());
    Maybe result = Number{coefficient->numerator};
    for (std::size_t i = 1; i < values.size(); ++i)
        result = result ? times(*result, values[i]) : std::nullopt;
    return result ? divide(*result, Number{coefficient->denominator}) : std::nullopt;
}

Maybe evaluateNumber(const Dim& dim, const Dim::Bindings& bindings)
{
    if (const auto value = dim.asConstant())
        return Number{*value};
    if (dim.kind() == Kind::Real)
        return Number{dim.realValue()};
    if (dim.kind() == Kind::Symbol) {
        const auto found = bindings.find(dim.name());
        return found == bindings.end() ? std::nullopt : Maybe(Number{found->second});
    }
    std::vector<Number> values;
    values.reserve(dim.operands().size());
    for (const Dim& operand : dim.operands()) {
        const Maybe value = evaluateNumber(operand, bindings);
        if (!value)
            return std::nullopt;
        values.push_back(*value);
    }
    if (dim.kind() == Kind::Product && !values.empty() && dim.operands().front().kind() == Kind::TrueDiv &&
        asRational(dim.operands().front()))
        return productWithFraction(dim, values);
    return combine(dim, values);
}

} // namespace

std::optional<std::int64_t> Dim::evaluate(const Bindings& bindings) const
{
    const Maybe value = evaluateNumber(*this, bindings);
    if (!value)
        return std::nullopt;
    if (const auto* integer = std::get_if<Integer>(&*value))
        return *integer;
    const double number = std::get<double>(*value);
    if (number != std::floor(number))
        return std::nullopt;
    const Maybe whole = toInteger(number);
    return whole ? std::optional(std::get<Integer>(*whole)) : std::nullopt;
}

} // namespace sidelight::ir
