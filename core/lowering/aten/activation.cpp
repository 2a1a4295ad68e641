// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/lowering/aten/families.h"

#include "core/lowering/aten/draws.h"
#include "core/lowering/aten/operands.h"

#include <limits>
#include <string>

namespace sidelight::lowering::aten {

namespace {

/// aten::relu(Tensor self) -> Tensor
Result<Values> relu(Op& op, const Call& call)
{
    return unary(op, call, "Relu");
}

/// aten::sigmoid(Tensor self) -> Tensor
Result<Values> sigmoid(Op& op, const Call& call)
{
    return unary(op, call, "Sigmoid");
}

/// aten::tanh(Tensor self) -> Tensor
Result<Values> tanhOf(Op& op, const Call& call)
{
    return unary(op, call, "Tanh");
}

/// aten::relu6(Tensor self) -> Tensor
Result<Values> relu6(Op& op, const Call& call)
{
    const Operand self = call["self"];
    return Values{op("Clip", self, 0, 6)};
}

/// aten::gelu(Tensor self, *, str approximate="none") -> Tensor
Result<Values> gelu(Op& op, const Call& call)
{
    const Operand self = call["self"];
    if (call.text("approximate") == "tanh")
        return Values{self * 0.5 * (op("Tanh", (self + op("Mul", self * self * self, 0.044715)) * 0.79788456080286535588) + 1.0)};
    if (call.text("approximate") != "none")
        return call.unsupported("approximate is neither none nor tanh");
    return Values{self * 0.5 * (op("Erf", self / 1.41421356237309504880) + 1.0)};
}

/// aten::gelu(Tensor self, *, str approximate="none") -> Tensor
Result<Values> geluOperator(Op& op, const Call& call)
{
    const std::string approximate = call.text("approximate");
    if (approximate != "none" && approximate != "tanh")
        return call.unsupported("approximate is neither none nor tanh");
    return Values{op("Gelu", call["self"], Attributes{{"approximate", approximate}})};
}

/// aten::silu(Tensor self) -> Tensor
Result<Values> silu(Op& op, const Call& call)
{
    // Swish, which opset 24 has, is one node; ONNX Runtime has no kernel for it, and from opset 25 on does not expand its body either.
    const Operand self = call["self"];
    return Values{self * op("Sigmoid", self)};
}

/// aten::mish(Tensor self) -> Tensor
Result<Values> mish(Op& op, const Call& call)
{
    return unary(op, call, "Mish");
}

/// aten::elu(Tensor self, Scalar alpha=1, Scalar scale=1, Scalar input_scale=1) -> Tensor
Result<Values> elu(Op& op, const Call& call)
{
    const Operand self = call["self"];
    const double alpha = call.real("alpha");
    const double scale = call.real("scale");
    const double inputScale = call.real("input_scale");
    if (scale == 1.0 && inputScale == 1.0)
        return Values{op("Elu", self, Attributes{{"alpha", alpha}})};
    const Operand negative = (op("Exp", self * inputScale) - 1.0) * (alpha * scale);
    return Values{op("Where", self > 0.0, self * scale, negative)};
}

/// aten::celu(Tensor self, Scalar alpha=1.) -> Tensor
Result<Values> celu(Op& op, const Call& call)
{
    return Values{op("Celu", call["self"], Attributes{{"alpha", call.real("alpha")}})};
}

/// aten::selu(Tensor self) -> Tensor
Result<Values> selu(Op& op, const Call& call)
{
    return Values{op("Selu", call["self"], Attributes{{"alpha", 1.6732632423543772848170429916717}, {"gamma", 1.0507009873554804934193349852946}})};
}

/// aten::leaky_relu(Tensor self, Scalar negative_slope=0.01) -> Tensor
Result<Values> leakyRelu(Op& op, const Call& call)
{
    return Values{op("LeakyRelu", call["self"], Attributes{{"alpha", call.real("negative_slope")}})};
}

/// aten::hardtanh(Tensor self, Scalar min_val=-1, Scalar max_val=1) -> Tensor
Result<Values> hardtanh(Op& op, const Call& call)
{
    const Operand self = call["self"];
    return Values{op("Clip", self, op.scalar(call.number("min_val"), self.dtype()), op.scalar(call.number("max_val"), self.dtype()))};
}

/// aten::hardsigmoid(Tensor self) -> Tensor
Result<Values> hardsigmoid(Op& op, const Call& call)
{
    return Values{op("HardSigmoid", call["self"], Attributes{{"alpha", 1.0 / 6.0}, {"beta", 0.5}})};
}

/// aten::hardswish(Tensor self) -> Tensor
Result<Values> hardswish(Op& op, const Call& call)
{
    return Values{op("HardSwish", call["self"])};
}

/// aten::hardshrink(Tensor self, Scalar lambd=0.5) -> Tensor
Result<Values> hardshrink(Op& op, const Call& call)
{
    const Operand self = call["self"];
    return Values{op("Where", op("Abs", self) <= call.number("lambd"), op.constant(self.dtype(), 0.0), self)};
}

/// aten::softshrink(Tensor self, Scalar lambd=0.5) -> Tensor
Result<Values> softshrink(Op& op, const Call& call)
{
    const double lambda = call.real("lambd");
    const Operand self = call["self"];
    const Operand shrunk = op("Shrink", self, Attributes{{"bias", lambda}, {"lambd", lambda}});
    return Values{op("Where", op("IsNaN", self), self, shrunk)}; // Shrink makes NaN 0.
}

/// aten::softplus(Tensor self, Scalar beta=1, Scalar threshold=20) -> Tensor
Result<Values> softplus(Op& op, const Call& call)
{
    const Operand self = call["self"];
    const double beta = call.real("beta");
    const Operand scaled = beta == 1.0 ? self : self * beta;
    const Operand soft = op("Softplus", scaled);
    return Values{op("Where", scaled > call.number("threshold"), self, beta == 1.0 ? soft : soft / beta)};
}

/// aten::log_sigmoid(Tensor self) -> Tensor
Result<Values> logSigmoid(Op& op, const Call& call)
{
    const Operand self = call["self"];
    return Values{-op("Softplus", -self)};
}

/// aten::threshold(Tensor self, Scalar threshold, Scalar value) -> Tensor
Result<Values> threshold(Op& op, const Call& call)
{
    const Operand self = call["self"];
    return Values{op("Where", self <= call.number("threshold"), op.scalar(call.number("value"), self.dtype()), self)};
}

/// aten::prelu(Tensor self, Tensor weight) -> Tensor
Result<Values> prelu(Op& op, const Call& call)
{
    const Operand self = call["self"];
    Operand weight = call["weight"];
    if (self.rank().value_or(0) > 2 && weight.staticSize(0) != 1) {
        Sizes sizes{op.size(weight, 0)};
        sizes.resize(static_cast<std::size_t>(*self.rank() - 1), 1);
        weight = op.reshape(weight, sizes);
    }
    return Values{op("PRelu", self, weight)};
}

/// aten::rrelu(Tensor self, Scalar lower=0.125, Scalar upper=0.33333333333333331, bool training=False, Generator? generator=None) -> Tensor
Result<Values> rrelu(Op& op, const Call& call)
{
    const Operand self = call["self"];
    if (call.boolean("training")) {
        const double lower = call.real("lower");
        const Operand slopes = op.cast(uniformDraw(op, op.sizes(self), self.dtype()), self.dtype()) * (call.real("upper") - lower) + lower;
        return Values{op("Where", self <= 0.0, self * slopes, self)};
    }
    const double slope = (call.real("lower") + call.real("upper")) / 2.0;
    return Values{op("LeakyRelu", self, Attributes{{"alpha", slope}})};
}

/// aten::glu(Tensor self, int dim=-1) -> Tensor
Result<Values> glu(Op& op, const Call& call)
{
    const Operand self = call["self"];
    const std::int64_t dim = call.dim("dim", call.rankOf(self));
    const Values halves = op.outputs(2, "Split", self, Attributes{{"axis", dim}, {"num_outputs", 2}});
    return Values{halves[0] * op("Sigmoid", halves[1])};
}

/// aten::softmax.int(Tensor self, int dim, ScalarType? dtype=None) -> Tensor
Result<Values> softmax(Op& op, const Call& call)
{
    Operand self = call["self"];
    const std::int64_t dim = call.dim("dim", call.rankOf(self));
    self = op.cast(self, call.output().dtype);
    return Values{withDimension(op, self, [&](const Operand& value) { return op("Softmax", value, Attributes{{"axis", dim}}); })};
}

/// aten::_safe_softmax(Tensor self, int dim, ScalarType? dtype=None) -> Tensor
Result<Values> safeSoftmax(Op& op, const Call& call)
{
    const Operand self = op.cast(call["self"], call.output().dtype);
    const std::int64_t dim = call.dim("dim", call.rankOf(self));
    return Values{withDimension(op, self, [&](const Operand& value) {
        const Operand zero = op.constant(value.dtype(), 0.0);
        const Operand lowest = op.constant(value.dtype(), -std::numeric_limits<double>::infinity());
        const Operand isMasked = op("Equal", op.reduce("ReduceMax", value, {dim}, true), lowest);
        return op("Where", isMasked, zero, op("Softmax", value, Attributes{{"axis", dim}}));
    })};
}

/// aten::_softmax_backward_data(Tensor grad_output, Tensor output, int dim, ScalarType input_dtype) -> Tensor
Result<Values> softmaxBackward(Op& op, const Call& call)
{
    const Operand output = call["output"];
    const Operand product = op.castLike(call["grad_output"], output) * output;
    if (call.rankOf(output) == 0)
        return Values{product - output * product};
    return Values{product - output * op.reduce("ReduceSum", product, {call.dim("dim", call.rankOf(output))}, true)};
}

/// aten::_softmax(Tensor self, int dim, bool half_to_float) -> Tensor
Result<Values> softmaxCore(Op& op, const Call& call)
{
    Operand self = call["self"];
    const std::int64_t dim = call.dim("dim", call.rankOf(self));
    self = op.cast(self, call.output().dtype);
    return Values{withDimension(op, self, [&](const Operand& value) { return op("Softmax", value, Attributes{{"axis", dim}}); })};
}

/// aten::log_softmax.int(Tensor self, int dim, ScalarType? dtype=None) -> Tensor
Result<Values> logSoftmax(Op& op, const Call& call)
{
    Operand self = call["self"];
    const std::int64_t dim = call.dim("dim", call.rankOf(self));
    self = op.cast(self, call.output().dtype);
    return Values{withDimension(op, self, [&](const Operand& value) { return op("LogSoftmax", value, Attributes{{"axis", dim}}); })};
}

/// aten::_log_softmax(Tensor self, int dim, bool half_to_float) -> Tensor
Result<Values> logSoftmaxCore(Op& op, const Call& call)
{
    Operand self = call["self"];
    const std::int64_t dim = call.dim("dim", call.rankOf(self));
    self = op.cast(self, call.output().dtype);
    return Values{withDimension(op, self, [&](const Operand& value) { return op("LogSoftmax", value, Attributes{{"axis", dim}}); })};
}

constexpr Lowering kActivation[] = {
    {"aten._log_softmax.default", logSoftmaxCore},
    {"aten._safe_softmax.default", safeSoftmax},
    {"aten._softmax.default", softmaxCore},
    {"aten._softmax_backward_data.default", softmaxBackward},
    {"aten.celu.default", celu},
    {"aten.elu.default", elu},
    {"aten.gelu.default", gelu},
    {"aten.gelu.default", geluOperator, 20},
    {"aten.glu.default", glu},
    {"aten.hardshrink.default", hardshrink},
    {"aten.hardsigmoid.default", hardsigmoid},
    {"aten.hardswish.default", hardswish},
    {"aten.hardtanh.default", hardtanh},
    {"aten.leaky_relu.default", leakyRelu},
    {"aten.log_sigmoid.default", logSigmoid},
    {"aten.log_softmax.int", logSoftmax},
    {"aten.mish.default", mish},
    {"aten.prelu.default", prelu},
    {"aten.relu.default", relu},
    {"aten.relu6.default", relu6},
    {"aten.rrelu.default", rrelu},
    {"aten.selu.default", selu},
    {"aten.sigmoid.default", sigmoid},
    {"aten.silu.default", silu},
    {"aten.softmax.int", softmax},
    {"aten.softplus.default", softplus},
    {"aten.softshrink.default", softshrink},
    {"aten.tanh.default", tanhOf},
    {"aten.threshold.default", threshold},
};

} // namespace

std::span<const Lowering> activation()
{
    return kActivation;
}

} // namespace sidelight::lowering::aten
