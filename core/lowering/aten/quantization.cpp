// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/lowering/aten/families.h"

#include "core/lowering/aten/operands.h"

#include <optional>
#include <utility>

namespace sidelight::lowering::aten {

namespace {

/// An integer type that QuantizeLinear makes.
struct QuantizedType {
    ir::DType dtype;
    std::int64_t lowest;
    std::int64_t highest;
    std::int64_t since_opset;
};

constexpr QuantizedType kQuantizedTypes[] = {
    {ir::DType::UInt8, 0, 255, 13},
    {ir::DType::Int8, -128, 127, 13},
    {ir::DType::UInt16, 0, 65535, 21},
    {ir::DType::Int16, -32768, 32767, 21},
};

/// The narrowest type that holds the range.
const QuantizedType* typeFor(std::int64_t lowest, std::int64_t highest, std::int64_t opset)
{
    for (const QuantizedType& type : kQuantizedTypes)
        if (type.lowest <= lowest && highest <= type.highest && type.since_opset <= opset)
            return &type;
    return nullptr;
}

/// QuantizeLinear, a Clip where the range is narrower than its type, DequantizeLinear.
Result<Values> fakeQuantized(Op& op, const Call& call, Operand scale, const Operand& zeroPoint, std::optional<std::int64_t> axis)
{
    const Operand self = call["self"];
    const std::int64_t lowest = call.integer("quant_min");
    const std::int64_t highest = call.integer("quant_max");
    const QuantizedType* type = typeFor(lowest, highest, op.opset());
    if (!type)
        return call.unsupported("quant_min and quant_max fit no integer type of QuantizeLinear at this opset");
    const ir::DType dtype = ir::DType::Float32;
    scale = op.cast(scale, dtype);
    const Operand zero = op.cast(op.cast(zeroPoint, ir::DType::Int32), type->dtype);
    std::vector<AttributeArgument> attributes;
    if (axis)
        attributes.emplace_back("axis", *axis);
    const Operand input = op.cast(self, dtype);
    onnxir::ValueType integers = input.type();
    integers.dtype = type->dtype;
    Operand quantized = op.typed(op.outputs(1, "QuantizeLinear", Values{input, scale, zero}, attributes).front(), std::move(integers));
    if (lowest != type->lowest || highest != type->highest) {
        // Clip has no kernel for 16-bit integers in ONNX Runtime.
        const Operand wide = op.cast(quantized, ir::DType::Int32);
        quantized = op.cast(op("Min", op("Max", wide, lowest), highest), type->dtype);
    }
    const Operand result = op.typed(op.outputs(1, "DequantizeLinear", Values{quantized, scale, zero}, attributes).front(), input.type());
    return Values{op.castLike(result, self)};
}

/// aten::fake_quantize_per_tensor_affine(Tensor self, float scale, int zero_point, int quant_min, int quant_max) -> Tensor
Result<Values> fakeQuantize(Op& op, const Call& call)
{
    const Operand zeroPoint = op.constant(ir::DType::Int32, call.integer("zero_point"));
    return fakeQuantized(op, call, op.constant(ir::DType::Float32, call.real("scale")), zeroPoint, std::nullopt);
}

/// aten::fake_quantize_per_tensor_affine.tensor_qparams(Tensor self, Tensor scale, Tensor zero_point, int quant_min, int quant_max) -> Tensor
Result<Values> fakeQuantizeByTensors(Op& op, const Call& call)
{
    return fakeQuantized(op, call, op.reshape(call["scale"], {}), op.reshape(call["zero_point"], {}), std::nullopt);
}

/// aten::fake_quantize_per_channel_affine(Tensor self, Tensor scale, Tensor zero_point, int axis, int quant_min, int quant_max) -> Tensor
Result<Values> fakeQuantizeByChannel(Op& op, const Call& call)
{
    return fakeQuantized(op, call, call["scale"], call["zero_point"], call.dim("axis", call.rankOf(call["self"])));
}

/// aten::fake_quantize_per_tensor_affine_cachemask(Tensor self, float scale, int zero_point, int quant_min, int quant_max) -> (Tensor output, Tensor mask)
Result<Values> fakeQuantizeWithMask(Op& op, const Call& call)
{
    auto results = fakeQuantize(op, call);
    if (!results)
        return results;
    // Where the value before clamping is within the range.
    const Operand self = op.cast(call["self"], ir::DType::Float32);
    const Operand steps = op("Round", self / call.real("scale")) + static_cast<double>(call.integer("zero_point"));
    const Operand inside = op("And", steps >= static_cast<double>(call.integer("quant_min")), steps <= static_cast<double>(call.integer("quant_max")));
    results->push_back(inside);
    return results;
}

constexpr Lowering kQuantization[] = {
    {"aten.fake_quantize_per_channel_affine.default", fakeQuantizeByChannel},
    {"aten.fake_quantize_per_tensor_affine.default", fakeQuantize},
    {"aten.fake_quantize_per_tensor_affine.tensor_qparams", fakeQuantizeByTensors},
    {"aten.fake_quantize_per_tensor_affine_cachemask.default", fakeQuantizeWithMask},
};

} // namespace

std::span<const Lowering> quantization()
{
    return kQuantization;
}

} // namespace sidelight::lowering::aten
