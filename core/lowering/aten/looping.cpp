// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/lowering/aten/looping.h"

#include <string>
#include <utility>

namespace sidelight::lowering::aten {

namespace {

onnxir::ValueType scalarType(ir::DType dtype)
{
    return onnxir::ValueType::tensor(dtype, {});
}

std::vector<onnxir::ValueType> typesOf(const Values& values)
{
    std::vector<onnxir::ValueType> types;
    for (const Operand& value : values)
        types.push_back(value.type());
    return types;
}

Values emitLoop(Op& op, const Scalar& count, ValueIndex condition, const Values& state, Region body)
{
    Step loop;
    loop.op.op_type = "Loop";
    loop.inputs = {op.scalar(count, ir::DType::Int64).index(), condition};
    for (const Operand& value : state)
        loop.inputs.push_back(value.index());
    loop.regionNames = {"body"};
    loop.regions.push_back(std::move(body));
    return op.emitStep(std::move(loop), typesOf(state));
}

std::vector<onnxir::ValueType> bodyTypes(const Values& state)
{
    std::vector<onnxir::ValueType> types{scalarType(ir::DType::Int64), scalarType(ir::DType::Bool)};
    for (const Operand& value : state)
        types.push_back(value.type());
    return types;
}

} // namespace

Values repeated(Op& op, const Scalar& count, const Values& state, const Iteration& next)
{
    Region body = op.region(bodyTypes(state), [&](const Values& formals) {
        Values results{formals[1]};
        for (const Operand& value : next(formals[0], Values(formals.begin() + 2, formals.end())))
            results.push_back(value);
        return results;
    });
    return emitLoop(op, count, kNoValue, state, std::move(body));
}

Values repeatedWhile(Op& op, const Operand& condition, const Scalar& limit, const Values& state, const ConditionalIteration& next)
{
    Region body = op.region(bodyTypes(state), [&](const Values& formals) { return next(formals[0], Values(formals.begin() + 2, formals.end())); });
    return emitLoop(op, limit, condition.index(), state, std::move(body));
}

Operand polynomial(Op& op, const Operand& x, std::span<const double> coefficients)
{
    if (coefficients.size() == 1)
        return op.constant(x.dtype(), coefficients[0]);
    Operand result = coefficients[0] == 1.0 ? x + coefficients[1] : x * coefficients[0] + coefficients[1];
    for (std::size_t i = 2; i < coefficients.size(); ++i)
        result = result * x + coefficients[i];
    return result;
}

Operand chebyshevSeries(Op& op, const Operand& y, std::span<const double> coefficients)
{
    const std::vector<PythonNumber> numbers(coefficients.begin(), coefficients.end());
    const Operand table = op.constant(numberTensor(y.dtype(), {static_cast<std::int64_t>(numbers.size())}, numbers));
    const Operand zero = y * 0.0;
    const Values last = repeated(op, static_cast<std::int64_t>(numbers.size()), {zero, zero, zero}, [&](const Operand& index, const Values& state) {
        const Operand next = y * state[0] - state[1] + op("Gather", table, index);
        return Values{op.typed(next, y.type()), state[0], state[1]};
    });
    return (last[0] - last[2]) * 0.5;
}

Operand widened(Op& op, const Operand& value)
{
    return op.cast(value, ir::DType::Float64);
}

} // namespace sidelight::lowering::aten
