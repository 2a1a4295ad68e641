// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/lowering/aten/transforms.h"

#include "core/lowering/aten/complex_parts.h"

#include <cstddef>
#include <utility>

namespace sidelight::lowering::aten {

Operand transformed(Op& op, const Operand& value, const Dft& dft)
{
    onnxir::ValueType type = value.type();
    if (!type.sizes.empty())
        type.sizes.back() = ir::Dim::constant(2);
    if (dft.isOneSided && type.hasShape)
        type.sizes[static_cast<std::size_t>(dft.axis)].reset();
    const int isInverse = dft.isInverse ? 1 : 0;
    const int isOneSided = dft.isOneSided ? 1 : 0;
    if (op.opset() >= 20) {
        const Operand axis = op.constant(ir::DType::Int64, dft.axis);
        return op.typed(
            op("DFT", value, std::nullopt, axis, Attributes{{"inverse", isInverse}, {"onesided", isOneSided}}),
            std::move(type));
    }
    // The first dimension is a batch before opset 20.
    const Operand batched = dft.axis == 0 ? op.unsqueeze(value, {0}) : value;
    const std::int64_t axis = dft.axis == 0 ? 1 : dft.axis;
    const Operand result =
        op("DFT", batched, Attributes{{"axis", axis}, {"inverse", isInverse}, {"onesided", isOneSided}});
    return op.typed(dft.axis == 0 ? op("Squeeze", result, op.integers({0})) : result, std::move(type));
}

Operand resized(Op& op, const Operand& value, std::int64_t axis, const Scalar& size)
{
    const Scalar given = op.size(value, axis);
    const auto known = given.integer();
    const auto wanted = size.integer();
    onnxir::ValueType type = value.type();
    if (type.hasShape)
        type.sizes[static_cast<std::size_t>(axis)] = wanted ? std::optional(ir::Dim::constant(*wanted)) : std::nullopt;
    if (known && wanted && *known == *wanted)
        return value;
    if (known && wanted && *known > *wanted)
        return op.typed(op.slice(value, axis, 0, size), std::move(type));
    const Scalar missing = known && wanted ? Scalar(*wanted - *known) : larger(size - given, 0);
    const Operand padded = op("Pad", value, op.shape({0, missing}), std::nullopt, op.integers({axis}));
    if (known && wanted)
        return op.typed(padded, std::move(type));
    return op.typed(op("Slice", padded, op.integers({0}), op.shape({size}), op.integers({axis})), std::move(type));
}

Operand realInverse(Op& op, const Operand& halfSpectrum, std::int64_t axis, const Scalar& size)
{
    const Operand half = resized(op, halfSpectrum, axis, floorDivide(size, 2) + 1);
    // The other half is the conjugate of the first, backwards, without the entries that are their own mirror.
    const Scalar last = floorDivide(size - 1, 2);
    const Operand mirrored = conjugate(op, op.slice(half, axis, last, 0, -1));
    onnxir::ValueType type = half.type();
    if (type.hasShape)
        type.sizes[static_cast<std::size_t>(axis)] =
            size.integer() ? std::optional(ir::Dim::constant(*size.integer())) : std::nullopt;
    const Operand whole = op.typed(op.concat({half, mirrored}, axis), std::move(type));
    return partOf(op, transformed(op, whole, {axis, true, false}), 0);
}

} // namespace sidelight::lowering::aten
