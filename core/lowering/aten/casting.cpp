// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/lowering/aten/families.h"

#include "core/lowering/aten/operands.h"
#include "core/onnxir/element_type.h"

namespace sidelight::lowering::aten {

namespace {

/// aten::_to_copy(Tensor self, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None, bool non_blocking=False, MemoryFormat? memory_format=None) -> Tensor
/// aten::to.device(Tensor(a) self, Device device, ScalarType dtype, bool non_blocking=False, bool copy=False, MemoryFormat? memory_format=None) -> Tensor(a)
/// aten::to.dtype(Tensor(a) self, ScalarType dtype, bool non_blocking=False, bool copy=False, MemoryFormat? memory_format=None) -> Tensor(a)
/// aten::to.dtype_layout(Tensor(a) self, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None, bool non_blocking=False, bool copy=False, MemoryFormat? memory_format=None) -> Tensor(a)
/// aten::to.other(Tensor(a) self, Tensor other, bool non_blocking=False, bool copy=False, MemoryFormat? memory_format=None) -> Tensor(a)
/// aten::type_as(Tensor self, Tensor other) -> Tensor
Result<Values> to(Op& op, const Call& call)
{
    return Values{op.cast(call["self"], call.output().dtype)};
}

/// aten::view.dtype(Tensor(a) self, ScalarType dtype) -> Tensor(a)
Result<Values> viewDtype(Op&, const Call& call)
{
    const Operand self = call["self"];
    if (self.dtype() != call.output().dtype)
        return call.unsupported("ONNX has BitCast from opset 26 on");
    return Values{self};
}

/// aten::view.dtype(Tensor(a) self, ScalarType dtype) -> Tensor(a)
Result<Values> viewDtypeBits(Op& op, const Call& call)
{
    const Operand self = call["self"];
    const ir::DType dtype = call.output().dtype;
    if (self.dtype() == dtype)
        return Values{self};
    if (ir::itemSize(self.dtype()) != ir::itemSize(dtype))
        return call.unsupported("the two types are of different sizes");
    return Values{op("BitCast", self, Attributes{{"to", onnxir::elementType(dtype)}})};
}

/// aten::item(Tensor self) -> Scalar
/// aten::_local_scalar_dense(Tensor self) -> Scalar
Result<Values> item(Op& op, const Call& call)
{
    const Operand self = call["self"];
    const Operand scalar = self.rank() == 0 ? self : op.reshape(self, {});
    return Values{op.cast(scalar, valueTypeOf(call.node().val).dtype)};
}

constexpr Lowering kCasting[] = {
    {"aten._local_scalar_dense.default", item},
    {"aten._to_copy.default", to},
    {"aten.item.default", item},
    {"aten.to.device", to},
    {"aten.to.dtype", to},
    {"aten.to.dtype_layout", to},
    {"aten.to.other", to},
    {"aten.type_as.default", to},
    {"aten.view.dtype", viewDtype},
    {"aten.view.dtype", viewDtypeBits, 26},
};

} // namespace

std::span<const Lowering> casting()
{
    return kCasting;
}

} // namespace sidelight::lowering::aten
