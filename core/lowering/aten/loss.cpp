// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/lowering/aten/families.h"

#include "core/lowering/aten/operands.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace sidelight::lowering::aten {

namespace {

Operand normOf(Op& op, const Operand& value, double order, const std::vector<std::int64_t>& dims, bool keepDims)
{
    if (order == 2.0)
        return op.reduce("ReduceL2", value, dims, keepDims);
    if (order == 1.0)
        return op.reduce("ReduceL1", value, dims, keepDims);
    if (std::isinf(order))
        return op.reduce(order > 0 ? "ReduceMax" : "ReduceMin", op("Abs", value), dims, keepDims);
    if (order == 0.0)
        return op.reduce("ReduceSum", op.cast(op("Not", equal(value, 0.0)), value.dtype()), dims, keepDims);
    return op("Pow", op.reduce("ReduceSum", op("Pow", op("Abs", value), order), dims, keepDims), 1.0 / order);
}

/// `norm`: of all elements, or along dim.
Result<Values> norm(Op& op, const Call& call, bool hasDims)
{
    const Operand self = op.cast(call["self"], call.output().dtype);
    const std::int64_t rank = call.rankOf(self);
    const double order = call.has("p") ? call.real("p") : 2.0;
    const std::vector<std::int64_t> dims = hasDims ? call.dims("dim", rank) : allDims(rank);
    return Values{rank == 0 ? op("Abs", self) : normOf(op, self, order, dims, hasDims && call.boolean("keepdim"))};
}

/// aten::l1_loss(Tensor self, Tensor target, int reduction=1) -> Tensor
Result<Values> l1Loss(Op& op, const Call& call)
{
    return reducedLoss(op, call, op("Abs", call["self"] - call["target"]));
}

/// aten::smooth_l1_loss(Tensor self, Tensor target, int reduction=1, float beta=1.) -> Tensor
Result<Values> smoothL1Loss(Op& op, const Call& call)
{
    const Operand difference = op("Abs", call["self"] - call["target"]);
    const double beta = call.real("beta");
    if (beta == 0.0)
        return reducedLoss(op, call, difference);
    const Operand square = difference * difference * (0.5 / beta);
    return reducedLoss(op, call, op("Where", difference < beta, square, difference - 0.5 * beta));
}

/// aten::huber_loss(Tensor self, Tensor target, int reduction=1, float delta=1.) -> Tensor
Result<Values> huberLoss(Op& op, const Call& call)
{
    const Operand difference = op("Abs", call["self"] - call["target"]);
    const double delta = call.real("delta");
    const Operand square = difference * difference * 0.5;
    return reducedLoss(op, call, op("Where", difference <= delta, square, (difference - 0.5 * delta) * delta));
}

/// aten::soft_margin_loss(Tensor self, Tensor target, int reduction=1) -> Tensor
Result<Values> softMarginLoss(Op& op, const Call& call)
{
    return reducedLoss(op, call, op("Log", op("Exp", -(call["target"] * call["self"])) + 1.0));
}

/// aten::binary_cross_entropy_with_logits(Tensor self, Tensor target, Tensor? weight=None, Tensor? pos_weight=None, int reduction=1) -> Tensor
Result<Values> bceWithLogits(Op& op, const Call& call)
{
    const Operand logits = call["self"];
    const Operand target = call["target"];
    const Operand soft = op("Softplus", -logits);
    Operand loss;
    if (call.has("pos_weight"))
        loss = (1.0 - target) * logits + ((call["pos_weight"] - 1.0) * target + 1.0) * soft;
    else
        loss = (1.0 - target) * logits + soft;
    return reducedLoss(op, call, call.has("weight") ? loss * call["weight"] : loss);
}

/// aten::binary_cross_entropy(Tensor self, Tensor target, Tensor? weight=None, int reduction=1) -> Tensor
Result<Values> bce(Op& op, const Call& call)
{
    const Operand input = call["self"];
    const Operand target = call["target"];
    const Operand first = target * op("Max", op("Log", input), -100.0);
    const Operand second = (1.0 - target) * op("Max", op("Log", 1.0 - input), -100.0);
    const Operand loss = -(first + second);
    return reducedLoss(op, call, call.has("weight") ? loss * call["weight"] : loss);
}

/// aten::cosine_similarity(Tensor x1, Tensor x2, int dim=1, float eps=1e-08) -> Tensor
Result<Values> cosineSimilarity(Op& op, const Call& call)
{
    const Operand x1 = call["x1"];
    const Operand x2 = call["x2"];
    const std::int64_t dim = call.dim("dim", std::max(call.rankOf(x1), call.rankOf(x2)));
    if (call.rankOf(x1) != call.rankOf(x2))
        return call.unsupported("its inputs have not as many dimensions as each other");
    const double eps = call.real("eps");
    const Operand first = op("Max", op.reduce("ReduceL2", x1, {dim}, true), eps);
    const Operand second = op("Max", op.reduce("ReduceL2", x2, {dim}, true), eps);
    return Values{op.reduce("ReduceSum", (x1 / first) * (x2 / second), {dim}, false)};
}

/// aten::pairwise_distance(Tensor x1, Tensor x2, float p=2., float eps=9.9999999999999995e-07, bool keepdim=False) -> Tensor
Result<Values> pairwiseDistance(Op& op, const Call& call)
{
    const ir::DType dtype = call.output().dtype;
    const Operand difference = operand(op, call, "x1", dtype) - operand(op, call, "x2", dtype);
    return Values{normOf(op, difference + call.real("eps"), call.real("p"), {-1}, call.boolean("keepdim"))};
}

/// aten::cdist(Tensor x1, Tensor x2, float p=2., int? compute_mode=None) -> Tensor
/// aten::_cdist_forward(Tensor x1, Tensor x2, float p, int? compute_mode) -> Tensor
Result<Values> cdist(Op& op, const Call& call)
{
    const Operand x1 = call["x1"];
    const Operand x2 = call["x2"];
    const Operand difference = op.unsqueeze(x1, {call.rankOf(x1) - 1}) - op.unsqueeze(x2, {call.rankOf(x2) - 2});
    return Values{normOf(op, difference, call.real("p"), {-1}, false)};
}

/// aten::dist(Tensor self, Tensor other, Scalar p=2) -> Tensor
Result<Values> dist(Op& op, const Call& call)
{
    const Operand difference = call["self"] - call["other"];
    return Values{op.reshape(normOf(op, op("Reshape", difference, op.integers({-1})), call.real("p"), {0}, false), {})};
}

/// aten::norm.Scalar(Tensor self, Scalar p=2) -> Tensor
Result<Values> normScalar(Op& op, const Call& call)
{
    return norm(op, call, false);
}

/// aten::norm.ScalarOpt_dim(Tensor self, Scalar? p, int[1] dim, bool keepdim=False) -> Tensor
/// aten::frobenius_norm.dim(Tensor self, int[1] dim, bool keepdim=False) -> Tensor
Result<Values> normDims(Op& op, const Call& call)
{
    if (call.node().overload() == "aten.frobenius_norm.dim") {
        const Operand self = call["self"];
        return Values{op.reduce("ReduceL2", self, call.dims("dim", call.rankOf(self)), call.boolean("keepdim"))};
    }
    return norm(op, call, true);
}

/// aten::cross_entropy_loss(Tensor self, Tensor target, Tensor? weight=None, int reduction=1, SymInt ignore_index=-100, float label_smoothing=0.) -> Tensor
Result<Values> crossEntropy(Op& op, const Call& call)
{
    const Operand self = call["self"];
    const Operand target = call["target"];
    const std::int64_t rank = call.rankOf(self);
    const std::int64_t channel = rank == 1 ? 0 : 1;
    const std::int64_t reduction = call.integer("reduction");
    const double smoothing = call.real("label_smoothing");
    const Operand logs = op("LogSoftmax", self, Attributes{{"axis", channel}});
    // Weights of the classes, along their dimension.
    Operand weight;
    if (call.has("weight")) {
        std::vector<std::int64_t> behind;
        for (std::int64_t dim = channel + 1; dim < rank; ++dim)
            behind.push_back(dim - channel);
        weight = behind.empty() ? call["weight"] : op.unsqueeze(call["weight"], behind);
    }
    const auto overClasses = [&](const Operand& value) { return op.reduce("ReduceSum", value, {channel}, false); };
    const auto overAll = [&](const Operand& value) { return op.reduce("ReduceSum", op("Reshape", value, op.integers({-1})), {0}, false); };
    if (ir::isFloating(target.dtype())) {
        const Operand smooth = smoothing == 0.0 ? target : target * (1.0 - smoothing) + op("Reciprocal", op.scalar(op.size(self, channel), self.dtype())) * smoothing;
        const Operand loss = -overClasses((weight ? logs * weight : logs) * smooth);
        if (reduction != 1)
            return Values{reduction == 0 ? loss : overAll(loss)};
        // The mean is over the batch, not over weights.
        Scalar count = 1;
        for (std::int64_t dim = 0; dim < rank; ++dim)
            if (dim != channel)
                count = count * op.size(self, dim);
        return Values{overAll(loss) / op.scalar(count, self.dtype())};
    }
    if (rank == 1)
        return call.unsupported("its input has no batch");
    const char* names[] = {"none", "mean", "sum"};
    const auto likelihood = [&](std::int64_t how) {
        const Values inputs = call.has("weight") ? Values{logs, target, call["weight"]} : Values{logs, target};
        return op.outputs(1, "NegativeLogLikelihoodLoss", inputs, {{"ignore_index", call.integer("ignore_index")}, {"reduction", names[how]}}).front();
    };
    const Operand plain = likelihood(reduction);
    if (smoothing == 0.0)
        return Values{plain};
    // The rest of the weight is spread over all classes, where the target is not ignored.
    const Operand isIgnored = op("Equal", target, op.constant(target.dtype(), call.integer("ignore_index")));
    const Operand zero = op.constant(self.dtype(), 0.0);
    const Operand spread = op("Where", isIgnored, zero, -overClasses(weight ? logs * weight : logs));
    Operand even = reduction == 0 ? spread : overAll(spread);
    if (reduction == 1) {
        const Operand safe = op("Where", isIgnored, op.constant(target.dtype(), std::int64_t{0}), target);
        const Operand one = op.constant(self.dtype(), 1.0);
        const Operand own = call.has("weight") ? op("Gather", call["weight"], safe) : one;
        even = even / overAll(op("Where", isIgnored, zero, call.has("weight") ? own : op("Expand", one, op("Shape", target))));
    }
    return Values{plain * (1.0 - smoothing) + even * (op("Reciprocal", op.scalar(op.size(self, channel), self.dtype())) * smoothing)};
}

/// aten::nll_loss_nd(Tensor self, Tensor target, Tensor? weight=None, int reduction=1, SymInt ignore_index=-100) -> Tensor
/// aten::nll_loss(Tensor self, Tensor target, Tensor? weight=None, int reduction=1, SymInt ignore_index=-100) -> Tensor
/// aten::nll_loss2d(Tensor self, Tensor target, Tensor? weight=None, int reduction=1, SymInt ignore_index=-100) -> Tensor
Result<Values> nllLoss(Op& op, const Call& call)
{
    const Operand self = call["self"];
    if (call.rankOf(self) == 1)
        return call.unsupported("its input has no batch");
    const char* names[] = {"none", "mean", "sum"};
    const Values inputs = call.has("weight") ? Values{self, call["target"], call["weight"]} : Values{self, call["target"]};
    return op.outputs(1, "NegativeLogLikelihoodLoss", inputs, {{"ignore_index", call.integer("ignore_index")}, {"reduction", names[call.integer("reduction")]}});
}

/// aten::triplet_margin_loss(Tensor anchor, Tensor positive, Tensor negative, float margin=1.0, float p=2, float eps=9.9999999999999995e-07, bool swap=False, int reduction=1) -> Tensor
Result<Values> tripletMarginLoss(Op& op, const Call& call)
{
    const ir::DType dtype = ir::isFloating(call.output().dtype) ? call.output().dtype : ir::DType::Float32;
    const Operand anchor = op.cast(call["anchor"], dtype);
    const Operand positive = op.cast(call["positive"], dtype);
    const Operand negative = op.cast(call["negative"], dtype);
    const double eps = call.real("eps");
    const double p = call.real("p");
    const auto distance = [&](const Operand& left, const Operand& right) { return normOf(op, left - right + eps, p, {-1}, false); };
    Operand far = distance(anchor, negative);
    if (call.boolean("swap"))
        far = op("Min", far, distance(positive, negative));
    return reducedLoss(op, call, op("Max", distance(anchor, positive) - far + call.real("margin"), 0.0));
}

constexpr Lowering kLoss[] = {
    {"aten.binary_cross_entropy.default", bce},
    {"aten.binary_cross_entropy_with_logits.default", bceWithLogits},
    {"aten._cdist_forward.default", cdist},
    {"aten.cdist.default", cdist},
    {"aten.cosine_similarity.default", cosineSimilarity},
    {"aten.cross_entropy_loss.default", crossEntropy},
    {"aten.dist.default", dist},
    {"aten.frobenius_norm.dim", normDims},
    {"aten.huber_loss.default", huberLoss},
    {"aten.l1_loss.default", l1Loss},
    {"aten.nll_loss.default", nllLoss},
    {"aten.nll_loss2d.default", nllLoss},
    {"aten.nll_loss_nd.default", nllLoss},
    {"aten.norm.Scalar", normScalar},
    {"aten.norm.ScalarOpt_dim", normDims},
    {"aten.pairwise_distance.default", pairwiseDistance},
    {"aten.smooth_l1_loss.default", smoothL1Loss},
    {"aten.soft_margin_loss.default", softMarginLoss},
    {"aten.triplet_margin_loss.default", tripletMarginLoss},
};

} // namespace

std::span<const Lowering> loss()
{
    return kLoss;
}

} // namespace sidelight::lowering::aten
