// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
//
// Random numbers. ONNX Runtime's kernels of RandomUniform, RandomNormal and their kin end with opset 21: opset 22 gave these operators bfloat16 and it
// has no kernel for that version. Dropout it has at every opset, so there the bits are drawn by a Dropout that drops half of the ones: 24 bits make a
// float32, 53 a float64, as in PyTorch, and the normal distribution follows by Box and Muller's transform.
#include "core/lowering/aten/draws.h"

#include "core/lowering/aten/operands.h"
#include "core/onnxir/element_type.h"

#include <cmath>
#include <numbers>
#include <optional>

namespace sidelight::lowering::aten {

namespace {

constexpr std::int64_t kLastOpsetWithKernels = 21;

ir::DType drawnType(ir::DType dtype)
{
    return dtype == ir::DType::Float64 ? ir::DType::Float64 : ir::DType::Float32;
}

std::optional<std::vector<std::int64_t>> fixedSizes(const Sizes& sizes)
{
    std::vector<std::int64_t> numbers;
    for (const Scalar& size : sizes) {
        if (!size.integer())
            return std::nullopt;
        numbers.push_back(*size.integer());
    }
    return numbers;
}

/// RandomUniform or RandomNormal, or its variant that takes a tensor's sizes where they are computed.
Operand drawn(Op& op, const std::string& opType, const Sizes& sizes, ir::DType dtype)
{
    const std::int64_t type = onnxir::elementType(dtype);
    if (const auto fixed = fixedSizes(sizes); fixed && !fixed->empty())
        return op(opType, Attributes{{"dtype", type}, {"shape", *fixed}});
    // A shape of no dimensions cannot be told from a missing one.
    return op(opType + "Like", filled(op, sizes, 0.0, ir::DType::Float32), Attributes{{"dtype", type}});
}

Operand fromBits(Op& op, const Sizes& sizes, ir::DType dtype)
{
    const std::int64_t bits = dtype == ir::DType::Float64 ? 53 : 24;
    Sizes drawnSizes = sizes;
    drawnSizes.emplace_back(bits);
    std::vector<PythonNumber> weights;
    for (std::int64_t bit = 1; bit <= bits; ++bit)
        weights.emplace_back(std::ldexp(1.0, -static_cast<int>(bit)));
    const Operand ones = filled(op, drawnSizes, 1.0, ir::DType::Float32);
    const Operand kept = op.outputs(2, "Dropout", ones, op.constant(ir::DType::Float32, 0.5), op.constant(ir::DType::Bool, true))[1];
    return op("MatMul", op.cast(kept, dtype), op.constant(numberTensor(dtype, {bits}, weights)));
}

} // namespace

Operand uniformDraw(Op& op, const Sizes& sizes, ir::DType dtype)
{
    const ir::DType type = drawnType(dtype);
    return op.opset() <= kLastOpsetWithKernels ? drawn(op, "RandomUniform", sizes, type) : fromBits(op, sizes, type);
}

Operand normalDraw(Op& op, const Sizes& sizes, ir::DType dtype)
{
    const ir::DType type = drawnType(dtype);
    if (op.opset() <= kLastOpsetWithKernels)
        return drawn(op, "RandomNormal", sizes, type);
    // 1 - u lies in (0, 1], where the logarithm is finite.
    const Operand radius = op("Sqrt", op("Log", 1.0 - fromBits(op, sizes, type)) * -2.0);
    // ONNX Runtime computes Cos in both types.
    return radius * op("Cos", fromBits(op, sizes, type) * (2.0 * std::numbers::pi));
}

Operand chanceDraw(Op& op, const Sizes& sizes, const Operand& probability)
{
    const ir::DType type = drawnType(probability.dtype());
    return uniformDraw(op, sizes, type) < op.cast(probability, type);
}

} // namespace sidelight::lowering::aten
