// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/lowering/aten/families.h"

#include "core/lowering/aten/operands.h"

namespace sidelight::lowering::aten {

namespace {

/// The type that a Python number of this kind has in ONNX.
ir::DType numberType(const Call& call)
{
    return valueTypeOf(call.node().val).dtype;
}

Result<Values> arithmetic(Op& op, const Call& call, std::string_view type)
{
    const Operand left = operand(op, call, "a", numberType(call));
    const Operand right = operand(op, call, "b", numberType(call));
    return Values{op(type, left, right)};
}

Result<Values> compared(Op& op, const Call& call, std::string_view type, bool negated = false)
{
    const bool isFloating = call.number("a").isFloating() || call.number("b").isFloating();
    const ir::DType dtype = isFloating ? ir::DType::Float64 : ir::DType::Int64;
    const Operand left = operand(op, call, "a", dtype);
    const Operand right = operand(op, call, "b", dtype);
    const Operand result = op(type, left, right);
    return Values{negated ? op("Not", result) : result};
}

Result<Values> joined(Op& op, const Call& call, std::string_view type)
{
    const Operand left = operand(op, call, "a", ir::DType::Bool);
    const Operand right = operand(op, call, "b", ir::DType::Bool);
    return Values{op(type, left, right)};
}

Result<Values> rounded(Op& op, const Call& call, std::string_view type)
{
    const Operand number = operand(op, call, "x", ir::DType::Float64);
    return Values{op.cast(op(type, number), numberType(call))};
}

/// aten::sym_size.int(Tensor self, int dim) -> SymInt
Result<Values> symSize(Op& op, const Call& call)
{
    const Operand self = call["self"];
    const std::int64_t dim = call.dim("dim", call.rankOf(self));
    const Operand vector = op("Shape", self, Attributes{{"start", dim}, {"end", dim + 1}});
    return Values{op("Squeeze", vector, op.integers({0}))};
}

/// aten::sym_numel(Tensor self) -> SymInt
Result<Values> symNumel(Op& op, const Call& call)
{
    return Values{op("Size", call["self"])};
}

/// operator.add(a, b)
Result<Values> add(Op& op, const Call& call)
{
    return arithmetic(op, call, "Add");
}

/// operator.sub(a, b)
Result<Values> subtract(Op& op, const Call& call)
{
    return arithmetic(op, call, "Sub");
}

/// operator.mul(a, b)
Result<Values> multiply(Op& op, const Call& call)
{
    return arithmetic(op, call, "Mul");
}

/// operator.pow(a, b)
Result<Values> power(Op& op, const Call& call)
{
    return arithmetic(op, call, "Pow");
}

/// operator.floordiv(a, b)
Result<Values> floorDivision(Op& op, const Call& call)
{
    const ir::DType dtype = numberType(call);
    const Operand left = operand(op, call, "a", dtype);
    const Operand right = operand(op, call, "b", dtype);
    if (ir::isFloating(dtype))
        return Values{op("Floor", left / right)};
    return Values{(left - op("Mod", left, right)) / right};
}

/// operator.truediv(a, b)
Result<Values> trueDivision(Op& op, const Call& call)
{
    const Operand left = operand(op, call, "a", ir::DType::Float64);
    const Operand right = operand(op, call, "b", ir::DType::Float64);
    return Values{left / right};
}

/// operator.mod(a, b)
Result<Values> modulo(Op& op, const Call& call)
{
    const ir::DType dtype = numberType(call);
    if (ir::isFloating(dtype))
        return call.unsupported("the remainder of floating numbers");
    const Operand left = operand(op, call, "a", dtype);
    return Values{op("Mod", left, operand(op, call, "b", dtype))};
}

/// operator.neg(a)
Result<Values> negate(Op& op, const Call& call)
{
    return Values{-operand(op, call, "a", numberType(call))};
}

/// operator.eq(a, b)
Result<Values> isEqual(Op& op, const Call& call)
{
    return compared(op, call, "Equal");
}

/// operator.ne(a, b)
Result<Values> isNotEqual(Op& op, const Call& call)
{
    return compared(op, call, "Equal", true);
}

/// operator.lt(a, b)
Result<Values> isLess(Op& op, const Call& call)
{
    return compared(op, call, "Less");
}

/// operator.le(a, b)
Result<Values> isLessOrEqual(Op& op, const Call& call)
{
    return compared(op, call, "LessOrEqual");
}

/// operator.gt(a, b)
Result<Values> isGreater(Op& op, const Call& call)
{
    return compared(op, call, "Greater");
}

/// operator.ge(a, b)
Result<Values> isGreaterOrEqual(Op& op, const Call& call)
{
    return compared(op, call, "GreaterOrEqual");
}

/// operator.and_(a, b)
Result<Values> both(Op& op, const Call& call)
{
    return joined(op, call, "And");
}

/// operator.or_(a, b)
Result<Values> either(Op& op, const Call& call)
{
    return joined(op, call, "Or");
}

/// operator.not_(a)
/// torch.sym_not(a)
Result<Values> negation(Op& op, const Call& call)
{
    return Values{op("Not", operand(op, call, "a", ir::DType::Bool))};
}

/// torch.sym_max(a, b)
Result<Values> maximum(Op& op, const Call& call)
{
    return arithmetic(op, call, "Max");
}

/// torch.sym_min(a, b)
Result<Values> minimum(Op& op, const Call& call)
{
    return arithmetic(op, call, "Min");
}

/// torch.sym_float(a)
/// torch.sym_int(a)
Result<Values> convert(Op& op, const Call& call)
{
    return Values{operand(op, call, "a", numberType(call))};
}

/// torch.sym_ite(b, t, f)
Result<Values> choose(Op& op, const Call& call)
{
    const Operand condition = operand(op, call, "b", ir::DType::Bool);
    const Operand yes = operand(op, call, "t", numberType(call));
    return Values{op("Where", condition, yes, operand(op, call, "f", numberType(call)))};
}

/// torch._sym_sqrt(a)
Result<Values> squareRoot(Op& op, const Call& call)
{
    return Values{op("Sqrt", operand(op, call, "a", ir::DType::Float64))};
}

/// math.ceil(x)
Result<Values> ceiling(Op& op, const Call& call)
{
    return rounded(op, call, "Ceil");
}

/// math.floor(x)
Result<Values> flooring(Op& op, const Call& call)
{
    return rounded(op, call, "Floor");
}

/// math.sqrt(x)
Result<Values> root(Op& op, const Call& call)
{
    return rounded(op, call, "Sqrt");
}

/// math.trunc(x)
Result<Values> truncation(Op& op, const Call& call)
{
    return Values{op.cast(operand(op, call, "x", ir::DType::Float64), ir::DType::Int64)};
}

constexpr Lowering kSymbolic[] = {
    {"aten.sym_numel.default", symNumel},
    {"aten.sym_size.int", symSize},
    {"math.ceil", ceiling},
    {"math.floor", flooring},
    {"math.sqrt", root},
    {"math.trunc", truncation},
    {"operator.add", add},
    {"operator.and_", both},
    {"operator.eq", isEqual},
    {"operator.floordiv", floorDivision},
    {"operator.ge", isGreaterOrEqual},
    {"operator.gt", isGreater},
    {"operator.le", isLessOrEqual},
    {"operator.lt", isLess},
    {"operator.mod", modulo},
    {"operator.mul", multiply},
    {"operator.ne", isNotEqual},
    {"operator.neg", negate},
    {"operator.not_", negation},
    {"operator.or_", either},
    {"operator.pow", power},
    {"operator.sub", subtract},
    {"operator.truediv", trueDivision},
    {"torch._sym_sqrt", squareRoot},
    {"torch.sym_float", convert},
    {"torch.sym_int", convert},
    {"torch.sym_ite", choose},
    {"torch.sym_max", maximum},
    {"torch.sym_min", minimum},
    {"torch.sym_not", negation},
};

} // namespace

std::span<const Lowering> symbolic()
{
    return kSymbolic;
}

} // namespace sidelight::lowering::aten
