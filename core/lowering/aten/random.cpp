// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/lowering/aten/families.h"

#include "core/lowering/aten/operands.h"
#include "core/onnxir/element_type.h"

namespace sidelight::lowering::aten {

namespace {

/// aten::dropout(Tensor input, float p, bool train) -> Tensor
Result<Values> dropout(Op& op, const Call& call)
{
    const Operand input = call["input"];
    if (!call.boolean("train") || call.real("p") == 0.0)
        return Values{input};
    return Values{op("Dropout", input, op.constant(ir::DType::Float32, call.real("p")), op.constant(ir::DType::Bool, true))};
}

/// aten::native_dropout(Tensor input, float p, bool? train) -> (Tensor, Tensor)
Result<Values> nativeDropout(Op& op, const Call& call)
{
    const Operand input = call["input"];
    const bool trains = call.has("train") && call.boolean("train");
    if (!trains)
        return Values{input, filled(op, op.sizes(input), true, ir::DType::Bool)};
    return op.outputs(2, "Dropout", input, op.constant(ir::DType::Float32, call.real("p")), op.constant(ir::DType::Bool, true));
}

/// aten::randn_like(Tensor self, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None, MemoryFormat? memory_format=None) -> Tensor
Result<Values> randnLike(Op& op, const Call& call)
{
    const Operand self = call["self"];
    return Values{op("RandomNormalLike", self, Attributes{{"dtype", onnxir::elementType(call.output().dtype)}})};
}

/// aten::rand_like(Tensor self, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None, MemoryFormat? memory_format=None) -> Tensor
Result<Values> randLike(Op& op, const Call& call)
{
    const Operand self = call["self"];
    return Values{op("RandomUniformLike", self, Attributes{{"dtype", onnxir::elementType(call.output().dtype)}})};
}

constexpr Lowering kRandom[] = {
    {"aten.dropout.default", dropout},
    {"aten.native_dropout.default", nativeDropout},
    {"aten.rand_like.default", randLike},
    {"aten.randn_like.default", randnLike},
};

} // namespace

std::span<const Lowering> random()
{
    return kRandom;
}

} // namespace sidelight::lowering::aten
