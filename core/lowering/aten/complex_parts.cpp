// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/lowering/aten/complex_parts.h"

#include "core/lowering/aten/operands.h"

#include <utility>

namespace sidelight::lowering::aten {

Operand partOf(Op& op, const Operand& value, std::int64_t part)
{
    onnxir::ValueType type = value.type();
    if (!type.sizes.empty())
        type.sizes.pop_back();
    return op.typed(
        op("Gather", value, op.constant(ir::DType::Int64, part), Attributes{{"axis", -1}}), std::move(type));
}

Parts partsOf(Op& op, const Call& call, std::string_view name, ir::DType dtype)
{
    if (const auto number = call.complexNumber(name))
        return {op.constant(dtype, number->real()), op.constant(dtype, number->imag())};
    if (!call.isComplex(name))
        return {operand(op, call, name, dtype), std::nullopt};
    const Operand value = op.cast(call[name], dtype);
    return {partOf(op, value, 0), partOf(op, value, 1)};
}

Operand joined(Op& op, const Operand& real, const Operand& imaginary)
{
    return op.concat({op("Unsqueeze", real, op.integers({-1})), op("Unsqueeze", imaginary, op.integers({-1}))}, -1);
}

Operand fromReal(Op& op, const Operand& real)
{
    const Operand wide = op("Unsqueeze", real, op.integers({-1}));
    return op("Pad", wide, op.integers({0, 1}), std::nullopt, op.integers({-1}));
}

Operand conjugate(Op& op, const Operand& value)
{
    const std::vector<PythonNumber> signs{1.0, -1.0};
    return op("Mul", value, op.constant(numberTensor(value.dtype(), {2}, signs)));
}

std::int64_t complexRank(const Call& call, const Operand& value)
{
    return call.rankOf(value) - 1;
}

} // namespace sidelight::lowering::aten
