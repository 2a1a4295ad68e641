// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
//
// Sizes and the operators that move elements about. A size that is a number stays one; any other is computed from the tensor when the model runs.
#include "core/lowering/op.h"

#include <algorithm>
#include <limits>

namespace sidelight::lowering {

namespace {

using onnxir::ValueType;

std::optional<ir::Dim> dimOf(const Scalar& size)
{
    const auto number = size.integer();
    return number && *number >= 0 ? std::optional(ir::Dim::constant(*number)) : std::nullopt;
}

ValueType shaped(ir::DType dtype, std::vector<std::optional<ir::Dim>> sizes)
{
    ValueType type;
    type.kind = ValueType::Kind::Tensor;
    type.dtype = dtype;
    type.hasShape = true;
    type.sizes = std::move(sizes);
    return type;
}

bool isFixed(const Sizes& sizes)
{
    return std::ranges::all_of(sizes, [](const Scalar& size) { return size.integer().has_value(); });
}

std::vector<std::int64_t> numbersOf(const Sizes& sizes)
{
    std::vector<std::int64_t> numbers;
    for (const Scalar& size : sizes)
        numbers.push_back(size.integer().value_or(-1));
    return numbers;
}

template <class Fold>
Scalar foldOr(const Scalar& left, const Scalar& right, std::string_view type, Fold fold)
{
    if (left.number() && right.number())
        return fold(left.integer().value_or(0), right.integer().value_or(0));
    Op& op = left.operand() ? left.operand()->op() : right.operand()->op();
    return op(type, op.scalar(left, ir::DType::Int64), op.scalar(right, ir::DType::Int64));
}

} // namespace

Scalar operator+(const Scalar& left, const Scalar& right)
{
    return left.is(0) ? right : right.is(0) ? left : foldOr(left, right, "Add", [](std::int64_t a, std::int64_t b) { return Scalar(a + b); });
}

Scalar operator-(const Scalar& left, const Scalar& right)
{
    return right.is(0) ? left : foldOr(left, right, "Sub", [](std::int64_t a, std::int64_t b) { return Scalar(a - b); });
}

Scalar operator*(const Scalar& left, const Scalar& right)
{
    return left.is(1) ? right : right.is(1) ? left : foldOr(left, right, "Mul", [](std::int64_t a, std::int64_t b) { return Scalar(a * b); });
}

/// For sizes, which are not negative.
Scalar floorDivide(const Scalar& left, const Scalar& right)
{
    return right.is(1) ? left : foldOr(left, right, "Div", [](std::int64_t a, std::int64_t b) { return Scalar(b == 0 ? std::int64_t{0} : a / b); });
}

Scalar remainder(const Scalar& left, const Scalar& right)
{
    return foldOr(left, right, "Mod", [](std::int64_t a, std::int64_t b) {
        const std::int64_t rest = b == 0 ? 0 : a % b;
        return Scalar(rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest);
    });
}

Scalar smaller(const Scalar& left, const Scalar& right)
{
    return foldOr(left, right, "Min", [](std::int64_t a, std::int64_t b) { return Scalar(std::min(a, b)); });
}

Scalar larger(const Scalar& left, const Scalar& right)
{
    return foldOr(left, right, "Max", [](std::int64_t a, std::int64_t b) { return Scalar(std::max(a, b)); });
}

Scalar Op::size(const Operand& value, std::int64_t dim)
{
    if (const auto number = value.staticSize(dim))
        return *number;
    std::vector<AttributeArgument> attributes{{"start", dim}};
    if (dim != -1)
        attributes.emplace_back("end", dim + 1);
    const Operand vector = typed(outputs(1, "Shape", Values{value}, attributes).front(), ValueType::tensor(ir::DType::Int64, {ir::Dim::constant(1)}));
    const Operand scalar = squeeze(vector, {0});
    vectorOf_[scalar.index()] = vector;
    return scalar;
}

Sizes Op::sizes(const Operand& value)
{
    Sizes result;
    if (!value.rank())
        fail("the rank of a tensor is unknown");
    for (std::int64_t dim = 0; dim < value.rank().value_or(0); ++dim)
        result.push_back(size(value, dim));
    return result;
}

Operand Op::shapeOf(const Operand& value)
{
    std::vector<std::int64_t> fixed;
    for (std::int64_t dim = 0; dim < value.rank().value_or(0); ++dim)
        if (const auto number = value.staticSize(dim))
            fixed.push_back(*number);
    if (value.rank() == static_cast<std::int64_t>(fixed.size()))
        return integers(fixed);
    const Operand shape = (*this)("Shape", value);
    return value.rank() ? typed(shape, ValueType::tensor(ir::DType::Int64, {ir::Dim::constant(*value.rank())})) : shape;
}

Operand Op::shape(const Sizes& sizes)
{
    if (isFixed(sizes))
        return integers(numbersOf(sizes));
    Values parts;
    std::vector<std::int64_t> run;
    const auto flush = [&] {
        if (!run.empty())
            parts.push_back(integers(run));
        run.clear();
    };
    for (const Scalar& size : sizes) {
        if (const auto number = size.integer()) {
            run.push_back(*number);
            continue;
        }
        flush();
        const auto vector = vectorOf_.find(size.operand()->index());
        parts.push_back(vector != vectorOf_.end() ? vector->second : unsqueeze(scalar(size, ir::DType::Int64), {0}));
    }
    flush();
    return parts.size() == 1 ? parts.front() : concat(parts, 0);
}

Operand Op::reshape(const Operand& value, const Sizes& sizes)
{
    std::vector<std::optional<ir::Dim>> dims;
    for (const Scalar& size : sizes)
        dims.push_back(dimOf(size));
    const bool infers = std::ranges::any_of(sizes, [](const Scalar& size) { return size.is(-1); });
    const auto unknown = std::ranges::count_if(sizes, [](const Scalar& size) { return !size.number(); });
    const bool hasZero = std::ranges::any_of(sizes, [](const Scalar& size) { return size.is(0); });
    Operand result;
    if (unknown == 0 || (unknown == 1 && !infers && !hasZero)) {
        // A single computed size is what is left over, so the shape is a constant.
        result = hasZero ? (*this)("Reshape", value, integers(numbersOf(sizes)), Attributes{{"allowzero", 1}})
                         : (*this)("Reshape", value, integers(numbersOf(sizes)));
    } else if (infers) {
        result = (*this)("Reshape", value, shape(sizes));
    } else {
        result = (*this)("Reshape", value, shape(sizes), Attributes{{"allowzero", 1}});
    }
    return typed(result, shaped(value.dtype(), std::move(dims)));
}

Operand Op::expand(const Operand& value, const Sizes& sizes)
{
    std::vector<std::optional<ir::Dim>> dims;
    for (const Scalar& size : sizes)
        dims.push_back(dimOf(size));
    return typed((*this)("Expand", value, shape(sizes)), shaped(value.dtype(), std::move(dims)));
}

Operand Op::transpose(const Operand& value, std::vector<std::int64_t> permutation)
{
    ValueType type = value.type();
    if (type.hasShape && type.sizes.size() == permutation.size())
        for (std::size_t i = 0; i < permutation.size(); ++i)
            type.sizes[i] = value.type().sizes[static_cast<std::size_t>(permutation[i])];
    if (std::ranges::is_sorted(permutation))
        return value;
    return typed((*this)("Transpose", value, Attributes{{"perm", std::move(permutation)}}), std::move(type));
}

Operand Op::unsqueeze(const Operand& value, std::vector<std::int64_t> dims)
{
    ValueType type = value.type();
    if (type.hasShape) {
        const auto rank = static_cast<std::int64_t>(type.sizes.size() + dims.size());
        for (std::int64_t& dim : dims)
            dim = dim < 0 ? dim + rank : dim;
        std::ranges::sort(dims);
        std::vector<std::optional<ir::Dim>> sizes;
        std::size_t next = 0;
        for (std::int64_t dim = 0; dim < rank; ++dim) {
            if (std::ranges::binary_search(dims, dim))
                sizes.emplace_back(ir::Dim::constant(1));
            else if (next < type.sizes.size())
                sizes.push_back(type.sizes[next++]);
        }
        type.sizes = std::move(sizes);
    }
    return typed((*this)("Unsqueeze", value, integers(dims)), std::move(type));
}

Operand Op::squeeze(const Operand& value, std::vector<std::int64_t> dims)
{
    ValueType type = value.type();
    if (type.hasShape) {
        const auto rank = static_cast<std::int64_t>(type.sizes.size());
        for (std::int64_t& dim : dims)
            dim = dim < 0 ? dim + rank : dim;
        std::ranges::sort(dims);
        for (auto dim = dims.rbegin(); dim != dims.rend(); ++dim)
            type.sizes.erase(type.sizes.begin() + *dim);
    }
    return typed((*this)("Squeeze", value, integers(dims)), std::move(type));
}

Operand Op::slice(const Operand& value, std::int64_t dim, const Scalar& start, const Scalar& end, const Scalar& step)
{
    ValueType type = value.type();
    if (type.hasShape)
        type.sizes[static_cast<std::size_t>(dim < 0 ? dim + static_cast<std::int64_t>(type.sizes.size()) : dim)].reset();
    const Operand from = shape({start});
    const Operand to = shape({end});
    if (step.is(1))
        return typed((*this)("Slice", value, from, to, integers({dim})), std::move(type));
    return typed((*this)("Slice", value, from, to, integers({dim}), shape({step})), std::move(type));
}

Operand Op::concat(const Values& values, std::int64_t dim)
{
    return values.size() == 1 ? values.front() : (*this)("Concat", values, Attributes{{"axis", dim}});
}

Operand Op::reduce(std::string_view type, const Operand& value, const std::vector<std::int64_t>& dims, bool keepDims)
{
    // Axes became an input at opset 13 for ReduceSum and at 18 for the others; 18 is the oldest that we write.
    return (*this)(type, value, integers(dims), Attributes{{"keepdims", keepDims ? 1 : 0}});
}

} // namespace sidelight::lowering
