// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/lowering/aten/families.h"

#include "core/lowering/aten/operands.h"

#include <string>
#include <vector>

namespace sidelight::lowering::aten {

namespace {

/// beta * self + alpha * product, either left out when it is plain.
Operand scaledSum(const Operand& self, const Scalar& beta, const Operand& product, const Scalar& alpha)
{
    const Operand scaled = alpha.is(1) ? product : product * alpha;
    if (beta.is(0))
        return scaled;
    return (beta.is(1) ? self : self * beta) + scaled;
}

/// aten::linear(Tensor input, Tensor weight, Tensor? bias=None) -> Tensor
Result<Values> linear(Op& op, const Call& call)
{
    const Operand input = call["input"];
    const Operand weight = call["weight"];
    const auto bias = call.optional("bias");
    if (input.rank() == 2 && weight.rank() == 2 && bias)
        return Values{op("Gemm", input, weight, *bias, Attributes{{"transB", 1}})};
    const Operand product = op("MatMul", input, weight.rank() == 1 ? weight : op.transpose(weight, {1, 0}));
    return Values{bias ? product + *bias : product};
}

/// aten::matmul(Tensor self, Tensor other) -> Tensor
Result<Values> matmul(Op& op, const Call& call)
{
    return binary(op, call, "MatMul");
}

/// aten::mm(Tensor self, Tensor mat2) -> Tensor
/// aten::bmm(Tensor self, Tensor mat2) -> Tensor
Result<Values> mm(Op& op, const Call& call)
{
    return binary(op, call, "MatMul", "self", "mat2");
}

/// aten::mv(Tensor self, Tensor vec) -> Tensor
Result<Values> mv(Op& op, const Call& call)
{
    return binary(op, call, "MatMul", "self", "vec");
}

/// aten::dot(Tensor self, Tensor tensor) -> Tensor
Result<Values> dot(Op& op, const Call& call)
{
    return binary(op, call, "MatMul", "self", "tensor");
}

/// aten::addmm(Tensor self, Tensor mat1, Tensor mat2, *, Scalar beta=1, Scalar alpha=1) -> Tensor
Result<Values> addmm(Op& op, const Call& call)
{
    const ir::DType dtype = call.output().dtype;
    const Operand self = call["self"];
    const Operand first = call["mat1"];
    const Operand second = call["mat2"];
    const Scalar beta = call.number("beta");
    const Scalar alpha = call.number("alpha");
    if (ir::isFloating(dtype) && beta.number() && alpha.number() && !beta.is(0)) {
        const double b = asDouble(*beta.number());
        const double a = asDouble(*alpha.number());
        return Values{op("Gemm", first, second, self, Attributes{{"alpha", a}, {"beta", b}})};
    }
    return Values{scaledSum(self, beta, op("MatMul", first, second), alpha)};
}

/// aten::addmv(Tensor self, Tensor mat, Tensor vec, *, Scalar beta=1, Scalar alpha=1) -> Tensor
Result<Values> addmv(Op& op, const Call& call)
{
    const Operand self = call["self"];
    const Operand product = op("MatMul", call["mat"], call["vec"]);
    return Values{scaledSum(self, call.number("beta"), product, call.number("alpha"))};
}

/// aten::baddbmm(Tensor self, Tensor batch1, Tensor batch2, *, Scalar beta=1, Scalar alpha=1) -> Tensor
Result<Values> baddbmm(Op& op, const Call& call)
{
    const Operand self = call["self"];
    const Operand product = op("MatMul", call["batch1"], call["batch2"]);
    return Values{scaledSum(self, call.number("beta"), product, call.number("alpha"))};
}

/// aten::addbmm(Tensor self, Tensor batch1, Tensor batch2, *, Scalar beta=1, Scalar alpha=1) -> Tensor
Result<Values> addbmm(Op& op, const Call& call)
{
    const Operand self = call["self"];
    const Operand product = op.reduce("ReduceSum", op("MatMul", call["batch1"], call["batch2"]), {0}, false);
    return Values{scaledSum(self, call.number("beta"), product, call.number("alpha"))};
}

/// aten::einsum(str equation, Tensor[] tensors, *, int[]? path=None) -> Tensor
Result<Values> einsum(Op& op, const Call& call)
{
    const Values tensors = call.list("tensors");
    std::string equation = call.text("equation");
    std::erase(equation, ' ');
    return Values{op("Einsum", tensors, Attributes{{"equation", equation}})};
}

/// aten::_weight_norm(Tensor v, Tensor g, int dim=0) -> Tensor
Result<Values> weightNorm(Op& op, const Call& call)
{
    const Operand direction = call["v"];
    const Operand magnitude = call["g"];
    const std::int64_t rank = call.rankOf(direction);
    const std::int64_t kept = call.integer("dim");
    std::vector<std::int64_t> dims = allDims(rank);
    if (kept != -1)
        std::erase(dims, kept);
    return Values{direction * (magnitude / op.reduce("ReduceL2", direction, dims, true))};
}

constexpr Lowering kLinalg[] = {
    {"aten._weight_norm.default", weightNorm},
    {"aten.addbmm.default", addbmm},
    {"aten.addmm.default", addmm},
    {"aten.addmv.default", addmv},
    {"aten.baddbmm.default", baddbmm},
    {"aten.bmm.default", mm},
    {"aten.dot.default", dot},
    {"aten.einsum.default", einsum},
    {"aten.linear.default", linear},
    {"aten.matmul.default", matmul},
    {"aten.mm.default", mm},
    {"aten.mv.default", mv},
};

} // namespace

std::span<const Lowering> linalg()
{
    return kLinalg;
}

} // namespace sidelight::lowering::aten
