// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/lowering/aten/operands.h"

#include "core/fx/promotion.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace sidelight::lowering::aten {

namespace {

/// 0: bool, 1: integer, 2: floating, as torch sorts types for promotion.
int categoryOf(ir::DType dtype)
{
    return ir::isFloating(dtype) ? 2 : dtype == ir::DType::Bool ? 0 : 1;
}

} // namespace

Operand operand(Op& op, const Call& call, std::string_view name, ir::DType dtype)
{
    return op.scalar(call.number(name), dtype);
}

Result<Values> unary(Op& op, const Call& call, std::string_view opType)
{
    return Values{op(opType, op.cast(call["self"], call.output().dtype))};
}

Result<Values> binary(Op& op, const Call& call, std::string_view opType, std::string_view left, std::string_view right)
{
    const ir::DType dtype = call.output().dtype;
    const Operand first = operand(op, call, left, dtype);
    const Operand second = operand(op, call, right, dtype);
    return Values{op(opType, first, second)};
}

ir::DType commonType(const Call& call, std::string_view left, std::string_view right)
{
    const Scalar first = call.number(left);
    const Scalar second = call.number(right);
    const auto isTensor = [](const Scalar& value) { return value.operand() && value.operand()->rank() != 0; };
    const auto typeOf = [](const Scalar& value) {
        if (value.operand())
            return value.operand()->dtype();
        return std::holds_alternative<bool>(*value.number()) ? ir::DType::Bool : value.isFloating() ? ir::DType::Float32 : ir::DType::Int64;
    };
    const ir::DType a = typeOf(first);
    const ir::DType b = typeOf(second);
    const bool firstWeak = !first.operand() || (!isTensor(first) && isTensor(second));
    const bool secondWeak = !second.operand() || (!isTensor(second) && isTensor(first));
    if (secondWeak && !firstWeak && categoryOf(b) <= categoryOf(a))
        return a;
    if (firstWeak && !secondWeak && categoryOf(a) <= categoryOf(b))
        return b;
    return fx::promoteTypes(a, b);
}

Operand signOf(Op& op, const Operand& value)
{
    const Operand sign = op("Sign", value);
    return ir::isFloating(value.dtype()) ? op("Where", op("IsNaN", value), op.constant(value.dtype(), 0.0), sign) : sign;
}

Operand orderKey(Op& op, const Operand& value, bool nanIsGreatest)
{
    if (!ir::isFloating(value.dtype()))
        return value.dtype() == ir::DType::Bool ? op.cast(value, ir::DType::Int32) : value;
    // float64 has room between the infinities of the smaller types and its own.
    const double sign = nanIsGreatest ? 1.0 : -1.0;
    const Operand inner = op(nanIsGreatest ? "Min" : "Max", op.cast(value, ir::DType::Float64), sign * std::numeric_limits<double>::max());
    return op("Where", op("IsNaN", value), op.constant(ir::DType::Float64, sign * std::numeric_limits<double>::infinity()), inner);
}

Operand truth(Op& op, const Operand& value)
{
    return op.cast(value, ir::DType::Bool);
}

Scalar countOf(Op& op, const Operand& value, const std::vector<std::int64_t>& dims)
{
    Scalar count = 1;
    for (const std::int64_t dim : dims)
        count = count * op.size(value, dim);
    return count;
}

std::vector<std::int64_t> allDims(std::int64_t rank)
{
    std::vector<std::int64_t> dims(static_cast<std::size_t>(rank));
    std::iota(dims.begin(), dims.end(), std::int64_t{0});
    return dims;
}

Operand withDimension(Op& op, const Operand& value, const std::function<Operand(const Operand&)>& along)
{
    if (value.rank() != 0)
        return along(value);
    return op.squeeze(along(op.reshape(value, {1})), {0});
}

Operand filled(Op& op, const Sizes& sizes, const Scalar& value, ir::DType dtype)
{
    const auto* number = value.number();
    if (!number || !filledTensor(dtype, *number) || !fillsShapes(op, dtype))
        return sizes.empty() ? op.scalar(value, dtype) : op.expand(op.scalar(value, dtype), sizes);
    if (sizes.empty())
        return op.constant(dtype, *number);
    return op("ConstantOfShape", op.shape(sizes), Attributes{{"value", filledTensor(dtype, *number, {1})}});
}

bool fillsShapes(const Op& op, ir::DType dtype)
{
    return dtype != ir::DType::BFloat16 || op.opset() >= 20;
}

Operand counting(Op& op, const Scalar& count)
{
    if (const auto number = count.integer(); number && *number <= 64) {
        std::vector<std::int64_t> values(static_cast<std::size_t>(std::max<std::int64_t>(*number, 0)));
        std::iota(values.begin(), values.end(), std::int64_t{0});
        return op.integers(values);
    }
    return op("Range", op.constant(ir::DType::Int64, std::int64_t{0}), op.scalar(count, ir::DType::Int64), op.constant(ir::DType::Int64, std::int64_t{1}));
}

Result<Values> reducedLoss(Op& op, const Call& call, const Operand& loss)
{
    const std::int64_t reduction = call.integer("reduction");
    if (reduction == 0)
        return Values{loss};
    return Values{op("Squeeze", op.reduce(reduction == 1 ? "ReduceMean" : "ReduceSum", op("Reshape", loss, op.integers({-1})), {0}, true), op.integers({0}))};
}

std::vector<std::int64_t> staticSizes(const ir::TensorType& type)
{
    std::vector<std::int64_t> sizes;
    for (const ir::Dim& size : type.sizes)
        if (const auto number = size.asConstant())
            sizes.push_back(*number);
    return sizes;
}

} // namespace sidelight::lowering::aten
