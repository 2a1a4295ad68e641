// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/lowering/aten/families.h"

#include "core/lowering/aten/operands.h"

namespace sidelight::lowering::aten {

namespace {

Result<Values> compared(Op& op, const Call& call, std::string_view type, bool negated = false)
{
    const ir::DType dtype = commonType(call, "self", "other");
    Operand self = operand(op, call, "self", dtype);
    Operand other = operand(op, call, "other", dtype);
    if (dtype == ir::DType::Bool && type != "Equal") {
        self = op.cast(self, ir::DType::Int32);
        other = op.cast(other, ir::DType::Int32);
    }
    const Operand result = op(type, self, other);
    return Values{negated ? op("Not", result) : result};
}

Result<Values> chosen(Op& op, const Call& call)
{
    const ir::DType dtype = call.output().dtype;
    const Operand condition = truth(op, call["condition"]);
    const Operand self = operand(op, call, "self", dtype);
    const Operand other = operand(op, call, "other", dtype);
    return Values{op("Where", condition, self, other)};
}

/// aten::eq.Tensor(Tensor self, Tensor other) -> Tensor
/// aten::eq.Scalar(Tensor self, Scalar other) -> Tensor
Result<Values> eq(Op& op, const Call& call)
{
    return compared(op, call, "Equal");
}

/// aten::lt.Tensor(Tensor self, Tensor other) -> Tensor
/// aten::lt.Scalar(Tensor self, Scalar other) -> Tensor
Result<Values> lt(Op& op, const Call& call)
{
    return compared(op, call, "Less");
}

/// aten::le.Tensor(Tensor self, Tensor other) -> Tensor
/// aten::le.Scalar(Tensor self, Scalar other) -> Tensor
Result<Values> le(Op& op, const Call& call)
{
    return compared(op, call, "LessOrEqual");
}

/// aten::gt.Tensor(Tensor self, Tensor other) -> Tensor
/// aten::gt.Scalar(Tensor self, Scalar other) -> Tensor
Result<Values> gt(Op& op, const Call& call)
{
    return compared(op, call, "Greater");
}

/// aten::ge.Tensor(Tensor self, Tensor other) -> Tensor
/// aten::ge.Scalar(Tensor self, Scalar other) -> Tensor
Result<Values> ge(Op& op, const Call& call)
{
    return compared(op, call, "GreaterOrEqual");
}

/// aten::ne.Tensor(Tensor self, Tensor other) -> Tensor
/// aten::ne.Scalar(Tensor self, Scalar other) -> Tensor
Result<Values> ne(Op& op, const Call& call)
{
    return compared(op, call, "Equal", true);
}

/// aten::where.self(Tensor condition, Tensor self, Tensor other) -> Tensor
/// aten::where.Scalar(Tensor condition, Scalar self, Scalar other) -> Tensor
/// aten::where.ScalarOther(Tensor condition, Tensor self, Scalar other) -> Tensor
/// aten::where.ScalarSelf(Tensor condition, Scalar self, Tensor other) -> Tensor
Result<Values> where(Op& op, const Call& call)
{
    return chosen(op, call);
}

/// aten::masked_fill.Scalar(Tensor self, Tensor mask, Scalar value) -> Tensor
/// aten::masked_fill.Tensor(Tensor self, Tensor mask, Tensor value) -> Tensor
Result<Values> maskedFill(Op& op, const Call& call)
{
    const ir::DType dtype = call.output().dtype;
    const Operand self = operand(op, call, "self", dtype);
    const Operand mask = truth(op, call["mask"]);
    return Values{op("Where", mask, operand(op, call, "value", dtype), self)};
}

constexpr Lowering kComparison[] = {
    {"aten.eq.Scalar", eq},
    {"aten.eq.Tensor", eq},
    {"aten.ge.Scalar", ge},
    {"aten.ge.Tensor", ge},
    {"aten.gt.Scalar", gt},
    {"aten.gt.Tensor", gt},
    {"aten.le.Scalar", le},
    {"aten.le.Tensor", le},
    {"aten.lt.Scalar", lt},
    {"aten.lt.Tensor", lt},
    {"aten.masked_fill.Scalar", maskedFill},
    {"aten.masked_fill.Tensor", maskedFill},
    {"aten.ne.Scalar", ne},
    {"aten.ne.Tensor", ne},
    {"aten.where.Scalar", where},
    {"aten.where.ScalarOther", where},
    {"aten.where.ScalarSelf", where},
    {"aten.where.self", where},
};

} // namespace

std::span<const Lowering> comparison()
{
    return kComparison;
}

} // namespace sidelight::lowering::aten
