// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "core/runtime/evaluator/python_operators.h"

#include "core/runtime/evaluator/torch_values.h"

#include <ATen/core/ivalue.h>
#include <c10/util/Exception.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>

namespace sidelight::runtime::evaluator {
namespace {

using Arguments = std::vector<c10::IValue>;

bool isInteger(const c10::IValue& value)
{
    return value.isInt() || value.isBool();
}
bool areIntegers(const Arguments& values)
{
    return std::all_of(values.begin(), values.end(), isInteger);
}

std::int64_t integer(const c10::IValue& value)
{
    return value.isBool() ? static_cast<std::int64_t>(value.toBool()) : value.toInt();
}
double real(const c10::IValue& value)
{
    return isInteger(value) ? static_cast<double>(integer(value)) : value.toDouble();
}
bool truth(const c10::IValue& value)
{
    return isInteger(value) ? integer(value) != 0 : value.toDouble() != 0;
}

void checkDivisor(bool isZero)
{
    TORCH_CHECK(!isZero, "division by zero");
}

/// By reference, as the order in which arguments are evaluated is open.
std::int64_t checked(bool overflows, const std::int64_t& value)
{
    TORCH_CHECK(!overflows, "a size does not fit 64 bits");
    return value;
}

c10::IValue add(const Arguments& a)
{
    if (!areIntegers(a))
        return real(a[0]) + real(a[1]);
    std::int64_t out = 0;
    return checked(__builtin_add_overflow(integer(a[0]), integer(a[1]), &out), out);
}
c10::IValue subtract(const Arguments& a)
{
    if (!areIntegers(a))
        return real(a[0]) - real(a[1]);
    std::int64_t out = 0;
    return checked(__builtin_sub_overflow(integer(a[0]), integer(a[1]), &out), out);
}
c10::IValue multiply(const Arguments& a)
{
    if (!areIntegers(a))
        return real(a[0]) * real(a[1]);
    std::int64_t out = 0;
    return checked(__builtin_mul_overflow(integer(a[0]), integer(a[1]), &out), out);
}
std::int64_t floorDivide(std::int64_t a, std::int64_t b)
{
    TORCH_CHECK(!(a == std::numeric_limits<std::int64_t>::min() && b == -1), "a size does not fit 64 bits");
    return a / b - static_cast<std::int64_t>(a % b != 0 && (a < 0) != (b < 0));
}
c10::IValue floordiv(const Arguments& a)
{
    checkDivisor(real(a[1]) == 0);
    if (areIntegers(a))
        return floorDivide(integer(a[0]), integer(a[1]));
    return std::floor(real(a[0]) / real(a[1]));
}
c10::IValue truediv(const Arguments& a)
{
    checkDivisor(real(a[1]) == 0);
    return real(a[0]) / real(a[1]);
}
c10::IValue modulo(const Arguments& a)
{
    checkDivisor(real(a[1]) == 0);
    if (areIntegers(a))
        return integer(a[0]) - floorDivide(integer(a[0]), integer(a[1])) * integer(a[1]);
    const double rest = std::fmod(real(a[0]), real(a[1]));
    return rest != 0 && (rest < 0) != (real(a[1]) < 0) ? rest + real(a[1]) : rest;
}
c10::IValue power(const Arguments& a)
{
    if (!areIntegers(a) || integer(a[1]) < 0)
        return std::pow(real(a[0]), real(a[1]));
    std::int64_t out = 1;
    bool overflows = false;
    for (std::int64_t left = integer(a[1]); left > 0 && !overflows && out != 0 && integer(a[0]) != 1; --left)
        overflows = __builtin_mul_overflow(out, integer(a[0]), &out);
    return checked(overflows, out);
}
c10::IValue negate(const Arguments& a)
{
    return areIntegers(a) ? subtract({c10::IValue(std::int64_t{0}), a[0]}) : c10::IValue(-real(a[0]));
}
c10::IValue absolute(const Arguments& a)
{
    return real(a[0]) < 0 ? negate(a) : a[0];
}
c10::IValue identity(const Arguments& a)
{
    return a[0];
}

int compare(const Arguments& a)
{
    if (areIntegers(a))
        return integer(a[0]) < integer(a[1]) ? -1 : integer(a[0]) > integer(a[1]);
    const double left = real(a[0]);
    const double right = real(a[1]);
    return left < right ? -1 : left > right ? 1 : left == right ? 0 : 2; // 2: not comparable
}
c10::IValue equal(const Arguments& a)
{
    return compare(a) == 0;
}
c10::IValue notEqual(const Arguments& a)
{
    return compare(a) != 0;
}
c10::IValue less(const Arguments& a)
{
    return compare(a) == -1;
}
c10::IValue lessEqual(const Arguments& a)
{
    return compare(a) == -1 || compare(a) == 0;
}
c10::IValue greater(const Arguments& a)
{
    return compare(a) == 1;
}
c10::IValue greaterEqual(const Arguments& a)
{
    return compare(a) == 1 || compare(a) == 0;
}

template <class Combine>
c10::IValue bits(const Arguments& a, Combine combine)
{
    const std::int64_t out = combine(integer(a[0]), integer(a[1]));
    return a[0].isBool() && a[1].isBool() ? c10::IValue(out != 0) : c10::IValue(out);
}
c10::IValue bitAnd(const Arguments& a)
{
    return bits(a, [](std::int64_t x, std::int64_t y) { return x & y; });
}
c10::IValue bitOr(const Arguments& a)
{
    return bits(a, [](std::int64_t x, std::int64_t y) { return x | y; });
}
c10::IValue bitXor(const Arguments& a)
{
    return bits(a, [](std::int64_t x, std::int64_t y) { return x ^ y; });
}
c10::IValue negation(const Arguments& a)
{
    return !truth(a[0]);
}

std::int64_t fromReal(double value)
{
    TORCH_CHECK(std::abs(value) < 9.2e18, "a number does not fit 64 bits");
    return static_cast<std::int64_t>(value);
}
c10::IValue truncate(const Arguments& a)
{
    return isInteger(a[0]) ? integer(a[0]) : fromReal(std::trunc(real(a[0])));
}
c10::IValue roundDown(const Arguments& a)
{
    return isInteger(a[0]) ? integer(a[0]) : fromReal(std::floor(real(a[0])));
}
c10::IValue roundUp(const Arguments& a)
{
    return isInteger(a[0]) ? integer(a[0]) : fromReal(std::ceil(real(a[0])));
}
c10::IValue roundNearest(const Arguments& a)
{
    return isInteger(a[0]) ? integer(a[0]) : fromReal(std::nearbyint(real(a[0])));
}
c10::IValue toReal(const Arguments& a)
{
    return real(a[0]);
}
c10::IValue squareRoot(const Arguments& a)
{
    return std::sqrt(real(a[0]));
}
c10::IValue largest(const Arguments& a)
{
    return truth(less(a)) ? a[1] : a[0];
}
c10::IValue smallest(const Arguments& a)
{
    return truth(greater(a)) ? a[1] : a[0];
}
c10::IValue choose(const Arguments& a)
{
    return truth(a[0]) ? a[1] : a[2];
}
c10::IValue sum(const Arguments& a)
{
    c10::IValue total = std::int64_t{0};
    for (const c10::IValue& item : a[0].toListRef())
        total = add({total, itemOf(item)});
    return total;
}

c10::IValue getitem(const Arguments& a)
{
    std::int64_t at = a[1].toInt();
    const auto pick = [&](c10::ArrayRef<c10::IValue> items) -> c10::IValue {
        const auto size = static_cast<std::int64_t>(items.size());
        at += at < 0 ? size : 0;
        TORCH_CHECK(at >= 0 && at < size, "index ", at, " is out of ", size, " items");
        return items[static_cast<std::size_t>(at)];
    };
    if (a[0].isTuple())
        return pick(a[0].toTupleRef().elements().vec());
    return pick(a[0].toListRef());
}

struct Entry
{
    std::string_view name;
    std::size_t arguments;
    c10::IValue (*call)(const Arguments&);
};
constexpr Entry kOperators[] = {
    {"operator.getitem", 2, getitem},
    {"operator.add", 2, add},
    {"operator.sub", 2, subtract},
    {"operator.mul", 2, multiply},
    {"operator.floordiv", 2, floordiv},
    {"operator.truediv", 2, truediv},
    {"operator.mod", 2, modulo},
    {"operator.pow", 2, power},
    {"operator.neg", 1, negate},
    {"operator.pos", 1, identity},
    {"operator.abs", 1, absolute},
    {"operator.eq", 2, equal},
    {"operator.ne", 2, notEqual},
    {"operator.lt", 2, less},
    {"operator.le", 2, lessEqual},
    {"operator.gt", 2, greater},
    {"operator.ge", 2, greaterEqual},
    {"operator.and_", 2, bitAnd},
    {"operator.or_", 2, bitOr},
    {"operator.xor", 2, bitXor},
    {"operator.not_", 1, negation},
    {"math.trunc", 1, truncate},
    {"math.floor", 1, roundDown},
    {"math.ceil", 1, roundUp},
    {"math.sqrt", 1, squareRoot},
    {"torch.sym_int", 1, truncate},
    {"torch.sym_float", 1, toReal},
    {"torch.sym_max", 2, largest},
    {"torch.sym_min", 2, smallest},
    {"torch.sym_not", 1, negation},
    {"torch.sym_ite", 3, choose},
    {"torch.sym_sum", 1, sum},
    {"torch._sym_sqrt", 1, squareRoot},
    {"torch.sym_sqrt", 1, squareRoot},
    {"math.pow", 2, [](const Arguments& a) -> c10::IValue { return std::pow(real(a[0]), real(a[1])); }},
    {"torch.sym_round", 1, roundNearest},
};

const Entry* findEntry(std::string_view target)
{
    if (target.substr(0, 10) == "_operator.")
        target.remove_prefix(1);
    const auto* found = std::find_if(
        std::begin(kOperators), std::end(kOperators), [&](const Entry& entry) { return entry.name == target; });
    return found == std::end(kOperators) ? nullptr : found;
}

} // namespace

bool isKnownPython(std::string_view target)
{
    return findEntry(target) != nullptr;
}

c10::IValue callPython(std::string_view target, const Arguments& arguments)
{
    const Entry* entry = findEntry(target);
    TORCH_CHECK(entry, "unknown Python function ", target);
    TORCH_CHECK(arguments.size() == entry->arguments, target, " takes ", entry->arguments, " arguments, ",
        arguments.size(), " were given");
    Arguments items;
    for (const c10::IValue& argument : arguments)
        items.push_back(entry->call == getitem && items.empty() ? argument : itemOf(argument));
    return entry->call(items);
}

} // namespace sidelight::runtime::evaluator
