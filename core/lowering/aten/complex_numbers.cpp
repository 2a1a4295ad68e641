// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
//
// Complex tensors: real ones with a last dimension of 2. What moves elements about or is linear over the reals is
// lowered as for real tensors, once for the real parts and once for the imaginary ones.
#include "core/lowering/aten/families.h"

#include "core/lowering/aten/complex_parts.h"
#include "core/lowering/aten/operands.h"

#include <cstddef>
#include <utility>

namespace sidelight::lowering::aten {

namespace {

ir::DType partType(const Call& call)
{
    return realTypeOf(call.output().dtype);
}

/// aten::view_as_real(Tensor(a) self) -> Tensor(a)
/// aten::view_as_complex(Tensor(a) self) -> Tensor(a)
/// aten::resolve_conj(Tensor(a) self) -> Tensor(a)
/// The same elements: complex tensors are real ones with a last dimension of 2 here, and a conjugate is computed where
/// it is made.
Result<Values> sameElements(Op&, const Call& call)
{
    return Values{call["self"]};
}

/// aten::real(Tensor(a) self) -> Tensor(a), of a real tensor: itself.
Result<Values> realOfReal(Op&, const Call& call)
{
    return Values{call["self"]};
}

/// aten::real(Tensor(a) self) -> Tensor(a)
Result<Values> real(Op& op, const Call& call)
{
    return Values{partOf(op, call["self"], 0)};
}

/// aten::imag(Tensor(a) self) -> Tensor(a)
Result<Values> imag(Op& op, const Call& call)
{
    return Values{partOf(op, call["self"], 1)};
}

/// The parts joined after each was brought to the sizes of both.
Operand joinedBroadcast(Op& op, const Operand& first, const Operand& second)
{
    if (first.type().hasShape && first.type().sizes == second.type().sizes)
        return joined(op, first, second);
    return joined(op, op("Expand", first, op("Shape", second)), op("Expand", second, op("Shape", first)));
}

/// aten::complex(Tensor real, Tensor imag) -> Tensor
Result<Values> complex(Op& op, const Call& call)
{
    return Values{joinedBroadcast(op, call["real"], call["imag"])};
}

/// aten::polar(Tensor abs, Tensor angle) -> Tensor
Result<Values> polar(Op& op, const Call& call)
{
    const Operand radius = call["abs"];
    const Operand angle = call["angle"];
    return Values{joined(op, radius * op("Cos", angle), radius * op("Sin", angle))};
}

/// aten::conj(Tensor(a) self) -> Tensor(a)
/// aten::conj_physical(Tensor self) -> Tensor
Result<Values> conj(Op& op, const Call& call)
{
    return Values{conjugate(op, call["self"])};
}

/// aten::neg(Tensor self) -> Tensor
Result<Values> neg(Op&, const Call& call)
{
    return Values{-call["self"]};
}

/// aten::abs(Tensor self) -> Tensor
Result<Values> abs(Op& op, const Call& call)
{
    return Values{op("ReduceL2", call["self"], op.integers({-1}), Attributes{{"keepdims", 0}})};
}

/// The angle of y over x within a half turn either way, as atan2 gives it.
Operand angleOf(Op& op, const Operand& x, const Operand& y)
{
    const Operand zero = op.constant(x.dtype(), 0.0);
    const Operand pi = op.constant(x.dtype(), 3.14159265358979323846);
    const Operand half = op.constant(x.dtype(), 1.57079632679489661923);
    const Operand turned = op("Where", y < zero, -pi, pi);
    const Operand upright = op("Where", y > zero, half, op("Where", y < zero, -half, y));
    const Operand slope = op("Atan", y / op("Where", equal(x, 0.0), op.constant(x.dtype(), 1.0), x));
    return op("Where", equal(x, 0.0), upright, op("Where", x < zero, slope + turned, slope));
}

/// aten::angle(Tensor self) -> Tensor
Result<Values> angle(Op& op, const Call& call)
{
    return Values{angleOf(op, partOf(op, call["self"], 0), partOf(op, call["self"], 1))};
}

/// A sum or difference: the imaginary part of a real tensor is 0.
Result<Values> sum(Op& op, const Call& call, std::string_view opType)
{
    if (call.complexNumber("alpha"))
        return call.unsupported("alpha is complex");
    const ir::DType dtype = partType(call);
    const bool scales = !call.number("alpha").is(1);
    const Parts left = partsOf(op, call, "self", dtype);
    Parts right = partsOf(op, call, "other", dtype);
    if (scales) {
        const Operand alpha = op.scalar(call.number("alpha"), dtype);
        right.real = right.real * alpha;
        if (right.imaginary)
            right.imaginary = *right.imaginary * alpha;
    }
    if (left.imaginary && right.imaginary && !scales && call.isComplex("self") && call.isComplex("other"))
        return Values{op(opType, op.cast(call["self"], dtype), op.cast(call["other"], dtype))};
    const Operand realPart = op(opType, left.real, right.real);
    const Operand zero = op.constant(dtype, 0.0);
    return Values{
        joinedBroadcast(op, realPart, op(opType, left.imaginary.value_or(zero), right.imaginary.value_or(zero)))};
}

/// aten::add.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor
Result<Values> add(Op& op, const Call& call)
{
    return sum(op, call, "Add");
}

/// aten::sub.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor
Result<Values> sub(Op& op, const Call& call)
{
    return sum(op, call, "Sub");
}

/// aten::rsub.Scalar(Tensor self, Scalar other, Scalar alpha=1) -> Tensor
Result<Values> rsubScalar(Op& op, const Call& call)
{
    if (!call.number("alpha").is(1))
        return call.unsupported("alpha is not 1");
    const ir::DType dtype = partType(call);
    const Parts self = partsOf(op, call, "self", dtype);
    const Parts other = partsOf(op, call, "other", dtype);
    const Operand zero = op.constant(dtype, 0.0);
    return Values{joined(op, other.real - self.real, other.imaginary.value_or(zero) - self.imaginary.value_or(zero))};
}

/// aten::sym_size.int(Tensor self, int dim) -> SymInt
Result<Values> symSize(Op& op, const Call& call)
{
    const Operand self = call["self"];
    const std::int64_t dim = call.dim("dim", complexRank(call, self));
    return Values{op("Squeeze", op("Shape", self, Attributes{{"start", dim}, {"end", dim + 1}}), op.integers({0}))};
}

/// (a + bi)(c + di) with the product that `times` makes.
template <class Product>
Operand product(Op& op, const Parts& left, const Parts& right, Product times)
{
    if (!left.imaginary)
        return joined(op, times(left.real, right.real), times(left.real, *right.imaginary));
    if (!right.imaginary)
        return joined(op, times(left.real, right.real), times(*left.imaginary, right.real));
    return joined(op, times(left.real, right.real) - times(*left.imaginary, *right.imaginary),
        times(left.real, *right.imaginary) + times(*left.imaginary, right.real));
}

/// aten::mul.Tensor(Tensor self, Tensor other) -> Tensor
Result<Values> mul(Op& op, const Call& call)
{
    const ir::DType dtype = partType(call);
    const Parts left = partsOf(op, call, "self", dtype);
    const Parts right = partsOf(op, call, "other", dtype);
    return Values{product(op, left, right, [](const Operand& a, const Operand& b) { return a * b; })};
}

/// x / (c + di) as x times the conjugate over the squared length.
Operand quotient(Op& op, const Parts& left, const Parts& right)
{
    if (!right.imaginary)
        return joined(op, left.real / right.real, *left.imaginary / right.real);
    // Scaled by the greater part, so that squares neither overflow nor vanish.
    const Operand scale = op("Max", op("Abs", right.real), op("Abs", *right.imaginary));
    const Operand c = right.real / scale;
    const Operand d = *right.imaginary / scale;
    const Operand length = (c * c + d * d) * scale;
    if (!left.imaginary)
        return joined(op, left.real * c / length, -(left.real * d) / length);
    return joined(op, (left.real * c + *left.imaginary * d) / length, (*left.imaginary * c - left.real * d) / length);
}

/// aten::div.Tensor(Tensor self, Tensor other) -> Tensor
Result<Values> div(Op& op, const Call& call)
{
    const ir::DType dtype = partType(call);
    return Values{quotient(op, partsOf(op, call, "self", dtype), partsOf(op, call, "other", dtype))};
}

/// aten::reciprocal(Tensor self) -> Tensor
Result<Values> reciprocal(Op& op, const Call& call)
{
    const ir::DType dtype = partType(call);
    return Values{quotient(op, {op.constant(dtype, 1.0), std::nullopt}, partsOf(op, call, "self", dtype))};
}

/// aten::exp(Tensor self) -> Tensor
Result<Values> exp(Op& op, const Call& call)
{
    const Operand size = op("Exp", partOf(op, call["self"], 0));
    const Operand angle = partOf(op, call["self"], 1);
    return Values{joined(op, size * op("Cos", angle), size * op("Sin", angle))};
}

/// aten::square(Tensor self) -> Tensor
Result<Values> square(Op& op, const Call& call)
{
    const Parts self = partsOf(op, call, "self", partType(call));
    return Values{product(op, self, self, [](const Operand& a, const Operand& b) { return a * b; })};
}

/// aten::pow.Tensor_Scalar(Tensor self, Scalar exponent) -> Tensor, for 2.
Result<Values> powScalar(Op& op, const Call& call)
{
    if (call.complexNumber("exponent") || !call.number("exponent").is(2))
        return call.unsupported("of complex powers only the square has a form here");
    return square(op, call);
}

/// aten::mm(Tensor self, Tensor mat2) -> Tensor
/// aten::bmm(Tensor self, Tensor mat2) -> Tensor
/// aten::matmul(Tensor self, Tensor other) -> Tensor
Result<Values> matmulOf(Op& op, const Call& call, std::string_view other)
{
    const ir::DType dtype = partType(call);
    const auto times = [&](const Operand& a, const Operand& b) { return op("MatMul", a, b); };
    return Values{product(op, partsOf(op, call, "self", dtype), partsOf(op, call, other, dtype), times)};
}
Result<Values> mm(Op& op, const Call& call)
{
    return matmulOf(op, call, "mat2");
}
Result<Values> matmul(Op& op, const Call& call)
{
    return matmulOf(op, call, "other");
}

/// aten::_to_copy(Tensor self, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool?
/// pin_memory=None, bool non_blocking=False, MemoryFormat? memory_format=None) -> Tensor aten::to.dtype(Tensor(a) self,
/// ScalarType dtype, bool non_blocking=False, bool copy=False, MemoryFormat? memory_format=None) -> Tensor(a)
Result<Values> to(Op& op, const Call& call)
{
    const bool wasComplex = call.isComplex("self");
    if (!ir::isComplex(call.output().dtype))
        return Values{op.cast(partOf(op, call["self"], 0), call.output().dtype)};
    const Operand value = op.cast(call["self"], partType(call));
    return Values{wasComplex ? value : fromReal(op, value)};
}

/// What the real lowering of the same overload makes of each part. `takesIndices`: further tensors say where elements
/// go; else all are complex.
Result<Values> partwise(Op& op, const Call& call, bool takesIndices)
{
    for (const ir::Type& type : call.inputTypes())
        if (type.isTensor() && !ir::isComplex(type.tensor.dtype) &&
            (!takesIndices || ir::isFloating(type.tensor.dtype)))
            return call.unsupported("it mixes real and complex tensors");
    const Lowering* row = findLowering(call.node().overload(), call.opset());
    if (!row)
        return call.unsupported("its parts have no lowering");
    auto realParts = row->function(op, call.onPart(0));
    if (!realParts)
        return realParts.error();
    auto imaginaryParts = row->function(op, call.onPart(1));
    if (!imaginaryParts)
        return imaginaryParts.error();
    Values results;
    for (std::size_t i = 0; i < realParts->size(); ++i)
        results.push_back(joined(op, (*realParts)[i], (*imaginaryParts)[i]));
    return results;
}
Result<Values> onParts(Op& op, const Call& call)
{
    return partwise(op, call, false);
}
Result<Values> onPartsAt(Op& op, const Call& call)
{
    return partwise(op, call, true);
}

/// aten::pad(Tensor self, SymInt[] pad, str mode="constant", float? value=None) -> Tensor
/// aten::constant_pad_nd(Tensor self, SymInt[] pad, Scalar value=0) -> Tensor
Result<Values> pad(Op& op, const Call& call)
{
    if (call.has("value") && !call.number("value").is(0))
        return call.unsupported("a complex tensor is padded with something else than 0");
    return onParts(op, call);
}

constexpr Lowering kComplexNumbers[] = {
    {"aten._conj.default", conj, 18, true},
    {"aten._conj_physical.default", conj, 18, true},
    {"aten._to_copy.default", to, 18, true},
    {"aten.abs.default", abs, 18, true},
    {"aten.add.Tensor", add, 18, true},
    {"aten.alias.default", sameElements, 18, true},
    {"aten.angle.default", angle, 18, true},
    {"aten.bmm.default", mm, 18, true},
    {"aten.cat.default", onParts, 18, true},
    {"aten.chunk.default", onParts, 18, true},
    {"aten.clone.default", sameElements, 18, true},
    {"aten.complex.default", complex, 18, true},
    {"aten.conj.default", conj, 18, true},
    {"aten.conj_physical.default", conj, 18, true},
    {"aten.constant_pad_nd.default", pad, 18, true},
    {"aten.contiguous.default", sameElements, 18, true},
    {"aten.cumsum.default", onParts, 18, true},
    {"aten.detach.default", sameElements, 18, true},
    {"aten.diagonal.default", onParts, 18, true},
    {"aten.div.Tensor", div, 18, true},
    {"aten.exp.default", exp, 18, true},
    {"aten.expand.default", onParts, 18, true},
    {"aten.flatten.using_ints", onParts, 18, true},
    {"aten.flip.default", onParts, 18, true},
    {"aten.gather.default", onPartsAt, 18, true},
    {"aten.imag.default", imag, 18, true},
    {"aten.index.Tensor", onPartsAt, 18, true},
    {"aten.index_select.default", onPartsAt, 18, true},
    {"aten.matmul.default", matmul, 18, true},
    {"aten.mean.default", onParts, 18, true},
    {"aten.mean.dim", onParts, 18, true},
    {"aten.mm.default", mm, 18, true},
    {"aten.movedim.int", onParts, 18, true},
    {"aten.mul.Tensor", mul, 18, true},
    {"aten.neg.default", neg, 18, true},
    {"aten.pad.default", pad, 18, true},
    {"aten.permute.default", onParts, 18, true},
    {"aten.polar.default", polar, 18, true},
    {"aten.pow.Tensor_Scalar", powScalar, 18, true},
    {"aten.real.default", real, 18, true},
    {"aten.real.default", realOfReal},
    {"aten.reciprocal.default", reciprocal, 18, true},
    {"aten.repeat.default", onParts, 18, true},
    {"aten.reshape.default", onParts, 18, true},
    {"aten.resolve_conj.default", sameElements, 18, true},
    {"aten.resolve_neg.default", sameElements, 18, true},
    {"aten.roll.default", onParts, 18, true},
    {"aten.rsub.Scalar", rsubScalar, 18, true},
    {"aten.select.int", onParts, 18, true},
    {"aten.slice.Tensor", onParts, 18, true},
    {"aten.split.Tensor", onParts, 18, true},
    {"aten.square.default", square, 18, true},
    {"aten.squeeze.dim", onParts, 18, true},
    {"aten.stack.default", onParts, 18, true},
    {"aten.sub.Tensor", sub, 18, true},
    {"aten.sum.default", onParts, 18, true},
    {"aten.sum.dim_IntList", onParts, 18, true},
    {"aten.sym_size.int", symSize, 18, true},
    {"aten.t.default", onParts, 18, true},
    {"aten.to.dtype", to, 18, true},
    {"aten.transpose.int", onParts, 18, true},
    {"aten.unbind.int", onParts, 18, true},
    {"aten.unflatten.int", onParts, 18, true},
    {"aten.unsqueeze.default", onParts, 18, true},
    {"aten.view.default", onParts, 18, true},
    {"aten.view_as_complex.default", sameElements, 18, true},
    {"aten.view_as_real.default", sameElements, 18, true},
};

} // namespace

std::span<const Lowering> complexNumbers()
{
    return kComplexNumbers;
}

} // namespace sidelight::lowering::aten
