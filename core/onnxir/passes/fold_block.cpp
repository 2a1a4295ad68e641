// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
// Elements are moved as bytes, whatever their type; arithmetic is done where each operation has one right result: integers, and what IEEE 754 rounds correctly.
#include "core/onnxir/passes/fold_block.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>

namespace sidelight::onnxir::passes {
namespace {

using ir::DType;

/// Calls f with a value of the C++ type of `dtype`; nothing for types that arithmetic is not done in.
template <class F>
std::optional<Block> withType(DType dtype, F&& f)
{
    switch (dtype) {
    case DType::Int64:
        return f(std::int64_t{});
    case DType::Int32:
        return f(std::int32_t{});
    case DType::UInt8:
        return f(std::uint8_t{});
    case DType::Float32:
        return f(float{});
    case DType::Float64:
        return f(double{});
    default:
        return std::nullopt;
    }
}

template <class T>
bool compute(std::string_view op, T left, T right, T& result)
{
    if constexpr (std::is_integral_v<T>) {
        if (op == "Add")
            return !__builtin_add_overflow(left, right, &result);
        if (op == "Sub")
            return !__builtin_sub_overflow(left, right, &result);
        if (op == "Mul")
            return !__builtin_mul_overflow(left, right, &result);
        if (op == "Min" || op == "Max") {
            result = (op == "Min") == (left < right) ? left : right;
            return true;
        }
        if ((op != "Div" && op != "Mod") || right == 0 || (std::is_signed_v<T> && right == static_cast<T>(-1)))
            return false; // Division by -1 may overflow.
        const auto remainder = static_cast<T>(left % right);
        if (op == "Div")
            result = static_cast<T>(left / right);
        else // The sign of the divisor.
            result = remainder != 0 && (remainder < 0) != (right < 0) ? static_cast<T>(remainder + right) : remainder;
        return true;
    } else {
        if (op == "Add")
            result = left + right;
        else if (op == "Sub")
            result = left - right;
        else if (op == "Mul")
            result = left * right;
        else if (op == "Div")
            result = left / right;
        else
            return false;
        return true;
    }
}

template <class T>
std::optional<bool> compared(std::string_view op, T left, T right)
{
    if (op == "Equal")
        return left == right;
    if (op == "Less")
        return left < right;
    if (op == "LessOrEqual")
        return left <= right;
    if (op == "Greater")
        return left > right;
    if (op == "GreaterOrEqual")
        return left >= right;
    return std::nullopt;
}

std::optional<Block> logical(std::string_view op, const Block& left, const Block& right)
{
    Block result{DType::Bool, left.sizes, left.bytes};
    for (std::size_t at = 0; at < result.bytes.size(); ++at) {
        const std::byte a = left.bytes[at];
        const std::byte b = right.bytes[at];
        if (op == "And")
            result.bytes[at] = a & b;
        else if (op == "Or")
            result.bytes[at] = a | b;
        else if (op == "Xor")
            result.bytes[at] = a ^ b;
        else if (op == "Equal")
            result.bytes[at] = a == b ? std::byte{1} : std::byte{0};
        else
            return std::nullopt;
    }
    return result;
}

template <class From, class To>
bool converted(From value, To& result)
{
    if constexpr (std::is_floating_point_v<From> && std::is_integral_v<To>) {
        // Both ends as doubles that the type holds; anything beyond, and NaN, has no right result.
        const double whole = std::trunc(static_cast<double>(value));
        constexpr double kLowest = static_cast<double>(std::numeric_limits<To>::min());
        const double beyond = std::ldexp(1.0, std::numeric_limits<To>::digits);
        if (!(whole >= kLowest && whole < beyond))
            return false;
    } else if constexpr (std::is_integral_v<From> && std::is_integral_v<To>) {
        if (value != static_cast<From>(static_cast<To>(value)) || (value < From{0}) != (static_cast<To>(value) < To{0}))
            return false;
    }
    result = static_cast<To>(value);
    return true;
}

template <class From>
std::optional<Block> castTo(const Block& input, DType to)
{
    const auto values = valuesOf<From>(input);
    if (to == DType::Bool) {
        Block result{to, input.sizes, {}};
        for (const From value : values)
            result.bytes.push_back(value != From{0} ? std::byte{1} : std::byte{0});
        return result;
    }
    return withType(to, [&](auto kind) -> std::optional<Block> {
        using To = decltype(kind);
        std::vector<To> results(values.size());
        for (std::size_t at = 0; at < values.size(); ++at)
            if (!converted(values[at], results[at]))
                return std::nullopt;
        return blockOf(to, input.sizes, results);
    });
}

} // namespace

std::optional<std::int64_t> countOf(const Sizes& sizes)
{
    constexpr std::int64_t kMost = std::int64_t{1} << 40;
    std::int64_t count = 1;
    for (const std::int64_t size : sizes) {
        if (size < 0 || (size > 0 && count > kMost / size))
            return std::nullopt;
        count *= size;
    }
    return count;
}

std::optional<std::size_t> axisOf(std::int64_t axis, std::size_t rank)
{
    const auto signedRank = static_cast<std::int64_t>(rank);
    const std::int64_t place = axis < 0 ? axis + signedRank : axis;
    return place >= 0 && place < signedRank ? std::optional(static_cast<std::size_t>(place)) : std::nullopt;
}

Block strided(const Block& from, Sizes sizes, const Sizes& strides, std::int64_t offset)
{
    const std::size_t item = from.item();
    const auto count = static_cast<std::size_t>(countOf(sizes).value_or(0));
    Block to{from.dtype, std::move(sizes), {}};
    to.bytes.reserve(count * item);
    Sizes index(to.sizes.size(), 0);
    for (std::size_t at = 0; at < count; ++at) {
        std::int64_t source = offset;
        for (std::size_t axis = 0; axis < index.size(); ++axis)
            source += index[axis] * strides[axis];
        const auto begin = from.bytes.begin() + static_cast<std::ptrdiff_t>(source) * static_cast<std::ptrdiff_t>(item);
        to.bytes.insert(to.bytes.end(), begin, begin + static_cast<std::ptrdiff_t>(item));
        for (std::size_t axis = index.size(); axis-- > 0;) {
            if (++index[axis] < to.sizes[axis])
                break;
            index[axis] = 0;
        }
    }
    return to;
}

std::optional<Block> expanded(const Block& from, const Sizes& sizes)
{
    if (from.sizes.size() > sizes.size())
        return std::nullopt;
    const Sizes own = ir::contiguousStrides(from.sizes);
    Sizes strides(sizes.size(), 0);
    const std::size_t skipped = sizes.size() - from.sizes.size();
    for (std::size_t axis = 0; axis < from.sizes.size(); ++axis) {
        if (from.sizes[axis] != 1 && from.sizes[axis] != sizes[skipped + axis])
            return std::nullopt;
        strides[skipped + axis] = from.sizes[axis] == 1 ? 0 : own[axis];
    }
    return strided(from, sizes, strides, 0);
}

std::optional<Sizes> broadcast(const Sizes& left, const Sizes& right)
{
    Sizes sizes(std::max(left.size(), right.size()), 1);
    for (const Sizes* one : {&left, &right})
        for (std::size_t axis = 0; axis < one->size(); ++axis) {
            std::int64_t& size = sizes[sizes.size() - one->size() + axis];
            if (size != 1 && (*one)[axis] != 1 && size != (*one)[axis])
                return std::nullopt;
            size = size == 1 ? (*one)[axis] : size;
        }
    return sizes;
}

std::optional<Block> unary(std::string_view opType, const Block& input)
{
    if (opType == "Not" && input.dtype == DType::Bool) {
        Block result = input;
        for (std::byte& byte : result.bytes)
            byte ^= std::byte{1};
        return result;
    }
    return withType(input.dtype, [&](auto kind) -> std::optional<Block> {
        using T = decltype(kind);
        auto values = valuesOf<T>(input);
        for (T& value : values) {
            if constexpr (std::is_floating_point_v<T>) {
                if (opType == "Neg")
                    value = -value;
                else if (opType == "Abs")
                    value = std::abs(value);
                else if (opType == "Sqrt")
                    value = std::sqrt(value);
                else if (opType == "Floor")
                    value = std::floor(value);
                else if (opType == "Ceil")
                    value = std::ceil(value);
                else
                    return std::nullopt;
            } else {
                const bool isNegative = std::is_signed_v<T> && value < T{0};
                if ((opType != "Neg" && opType != "Abs") || std::is_unsigned_v<T>)
                    return std::nullopt;
                if ((opType == "Neg" || isNegative) && !compute<T>("Sub", T{0}, value, value))
                    return std::nullopt;
            }
        }
        return blockOf(input.dtype, input.sizes, values);
    });
}

std::optional<Block> binary(std::string_view opType, const Block& left, const Block& right)
{
    if (left.dtype == DType::Bool)
        return logical(opType, left, right);
    return withType(left.dtype, [&](auto kind) -> std::optional<Block> {
        using T = decltype(kind);
        const auto a = valuesOf<T>(left);
        const auto b = valuesOf<T>(right);
        if (compared<T>(opType, T{}, T{})) {
            Block result{DType::Bool, left.sizes, {}};
            for (std::size_t at = 0; at < a.size(); ++at)
                result.bytes.push_back(*compared(opType, a[at], b[at]) ? std::byte{1} : std::byte{0});
            return result;
        }
        std::vector<T> results(a.size());
        T probe{};
        if (a.empty() && !compute<T>(opType, T{1}, T{2}, probe)) // An operator that is not known stays, also of empty tensors.
            return std::nullopt;
        for (std::size_t at = 0; at < a.size(); ++at)
            if (!compute(opType, a[at], b[at], results[at]))
                return std::nullopt;
        return blockOf(left.dtype, left.sizes, results);
    });
}

std::optional<Block> cast(const Block& input, DType to)
{
    if (input.dtype == to)
        return input;
    if (input.dtype == DType::Bool)
        return castTo<std::uint8_t>(input, to);
    return withType(input.dtype, [&](auto kind) { return castTo<decltype(kind)>(input, to); });
}

std::optional<Block> range(const Block& start, const Block& limit, const Block& delta, std::int64_t maxBytes)
{
    if (start.dtype != limit.dtype || start.dtype != delta.dtype)
        return std::nullopt;
    for (const Block* block : {&start, &limit, &delta})
        if (block->bytes.size() != block->item())
            return std::nullopt;
    return withType(start.dtype, [&](auto kind) -> std::optional<Block> {
        using T = decltype(kind);
        if constexpr (!std::is_signed_v<T> || std::is_floating_point_v<T>) {
            return std::nullopt; // How floats are summed is left open.
        } else {
            const std::int64_t first = valuesOf<T>(start).front();
            const std::int64_t last = valuesOf<T>(limit).front();
            const std::int64_t step = valuesOf<T>(delta).front();
            std::int64_t distance = 0;
            if (step == 0 || step == INT64_MIN || __builtin_sub_overflow(last, first, &distance))
                return std::nullopt;
            const std::int64_t size = step < 0 ? -step : step;
            const std::int64_t way = (distance < 0) == (step < 0) ? distance : 0;
            if (way == INT64_MIN)
                return std::nullopt;
            const std::int64_t length = way < 0 ? -way : way;
            const std::int64_t count = length / size + (length % size != 0 ? 1 : 0);
            if (count > maxBytes / static_cast<std::int64_t>(sizeof(T)))
                return std::nullopt;
            std::vector<T> values;
            for (std::int64_t at = 0; at < count; ++at)
                values.push_back(static_cast<T>(first + at * step));
            return blockOf(start.dtype, {count}, values);
        }
    });
}

std::optional<Block> reduced(std::string_view opType, const Block& input, const std::vector<std::size_t>& axes, bool keepsAxes)
{
    if (input.dtype != DType::Int64)
        return std::nullopt;
    const std::string_view step = opType == "ReduceProd" ? "Mul" : opType == "ReduceSum" ? "Add" : opType == "ReduceMax" ? "Max" : opType == "ReduceMin" ? "Min" : "";
    const auto isReduced = [&](std::size_t axis) { return std::find(axes.begin(), axes.end(), axis) != axes.end(); };
    Sizes kept;
    Sizes shown;
    for (std::size_t axis = 0; axis < input.sizes.size(); ++axis) {
        kept.push_back(isReduced(axis) ? 1 : input.sizes[axis]);
        if (!isReduced(axis) || keepsAxes)
            shown.push_back(kept.back());
    }
    const auto values = valuesOf<std::int64_t>(input);
    const auto count = countOf(kept);
    if (step.empty() || !count || (values.empty() && (step == "Max" || step == "Min")))
        return std::nullopt;
    const Sizes strides = ir::contiguousStrides(kept);
    std::vector<std::int64_t> results(static_cast<std::size_t>(*count), step == "Mul" ? 1 : 0);
    std::vector<bool> isSet(results.size(), step == "Mul" || step == "Add");
    Sizes index(input.sizes.size(), 0);
    for (const std::int64_t value : values) {
        std::size_t at = 0;
        for (std::size_t axis = 0; axis < index.size(); ++axis)
            at += isReduced(axis) ? 0 : static_cast<std::size_t>(index[axis] * strides[axis]);
        if (!isSet[at]) {
            results[at] = value;
            isSet[at] = true;
        } else if (!compute<std::int64_t>(step, results[at], value, results[at])) {
            return std::nullopt;
        }
        for (std::size_t axis = index.size(); axis-- > 0;) {
            if (++index[axis] < input.sizes[axis])
                break;
            index[axis] = 0;
        }
    }
    return blockOf(DType::Int64, shown, results);
}

} // namespace sidelight::onnxir::passes
