// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
//
// Losses by margins, and those of counts.
#include "core/lowering/aten/families.h"

#include "core/lowering/aten/operands.h"

#include <numbers>

namespace sidelight::lowering::aten {

namespace {

/// Rows of scores: a single one is a batch of one.
Operand rowsOf(Op& op, const Operand& value)
{
    return value.rank() == 2 ? value : op.reshape(value, {1, -1});
}

/// The loss of each row; a single row's is a number.
Result<Values> lossOfRows(Op& op, const Call& call, const Operand& loss)
{
    const bool isSingle = call.rankOf(call["self"]) < 2;
    return reducedLoss(op, call, isSingle ? op("Squeeze", loss, op.integers({0})) : loss);
}

/// aten::poisson_nll_loss(Tensor input, Tensor target, bool log_input, bool full, float eps, int reduction) -> Tensor
Result<Values> poissonLoss(Op& op, const Call& call)
{
    const ir::DType dtype = call.output().dtype;
    const Operand input = op.cast(call["input"], dtype);
    const Operand target = op.cast(call["target"], dtype);
    Operand loss = call.boolean("log_input") ? op("Exp", input) - target * input : input - target * op("Log", input + call.real("eps"));
    if (call.boolean("full")) {
        // Stirling's approximation of log(target!).
        const Operand term = target * op("Log", target) - target + op("Log", target * (2.0 * std::numbers::pi)) * 0.5;
        loss = loss + op("Where", target <= 1.0, op.constant(dtype, 0.0), term);
    }
    return reducedLoss(op, call, loss);
}

/// What is positive, else 0; a NaN is not positive.
Operand positivePart(Op& op, const Operand& distance)
{
    return op("Where", distance > 0, distance, op.constant(distance.dtype(), 0.0));
}

/// aten::cosine_embedding_loss(Tensor input1, Tensor input2, Tensor target, float margin=0., int reduction=1) -> Tensor
Result<Values> cosineEmbeddingLoss(Op& op, const Call& call)
{
    constexpr double kEpsilon = 1e-12;
    const ir::DType dtype = call.output().dtype;
    const Operand first = op.cast(call["input1"], dtype);
    const Operand second = op.cast(call["input2"], dtype);
    const auto along = [&](const Operand& value) { return op.reduce("ReduceSum", value, {-1}, false); };
    const Operand lengths = op("Sqrt", (along(first * first) + kEpsilon) * (along(second * second) + kEpsilon));
    const Operand cosine = along(first * second) / lengths;
    const Operand zero = op.constant(dtype, 0.0);
    const Operand target = op.cast(call["target"], ir::DType::Int64);
    const Operand apart = op("Where", equal(target, -1), op("Max", cosine - call.real("margin"), zero), zero);
    return reducedLoss(op, call, op("Where", equal(target, 1), 1.0 - cosine, apart));
}

/// aten::multi_margin_loss(Tensor self, Tensor target, Scalar p=1, Scalar margin=1, Tensor? weight=None, int reduction=1) -> Tensor
Result<Values> multiMarginLoss(Op& op, const Call& call)
{
    const Operand scores = rowsOf(op, call["self"]);
    const ir::DType dtype = scores.dtype();
    const Operand target = op.reshape(call["target"], {-1, 1});
    const Operand own = op("GatherElements", scores, target, Attributes{{"axis", 1}});
    const Scalar power = call.number("p");
    Operand loss = positivePart(op, scores - own + call.real("margin"));
    if (power.is(2))
        loss = loss * loss;
    else if (!power.is(1))
        return call.unsupported("p is neither 1 nor 2");
    if (call.has("weight"))
        loss = loss * op("Gather", op.cast(call["weight"], dtype), target, Attributes{{"axis", 0}});
    const Operand classes = op.unsqueeze(counting(op, op.size(scores, 1)), {0});
    const Operand others = op("Where", op("Equal", classes, target), op.constant(dtype, 0.0), loss);
    return lossOfRows(op, call, op.reduce("ReduceMean", others, {1}, false));
}

/// aten::multilabel_margin_loss(Tensor self, Tensor target, int reduction=1) -> Tensor
Result<Values> multilabelMarginLoss(Op& op, const Call& call)
{
    const Operand scores = rowsOf(op, call["self"]);
    const ir::DType dtype = scores.dtype();
    const Operand target = rowsOf(op, op.cast(call["target"], ir::DType::Int64));
    // The labels end with the first negative one.
    const Operand ended = op("CumSum", op.cast(target < 0, ir::DType::Int64), op.constant(ir::DType::Int64, std::int64_t{1}));
    const Operand isLabel = equal(ended, 0);
    const Operand label = op("Where", isLabel, target, op.constant(ir::DType::Int64, std::int64_t{0}));
    const Operand own = op("GatherElements", scores, label, Attributes{{"axis", 1}});
    const Operand classes = op("Reshape", counting(op, op.size(scores, 1)), op.integers({1, 1, -1}));
    const Operand column = op.integers({2});
    const Operand names = op("And", op("Unsqueeze", isLabel, column), op("Equal", op("Unsqueeze", label, column), classes));
    const Operand isNamed = op("Cast", op.reduce("ReduceMax", op.cast(names, ir::DType::Int32), {1}, true), Attributes{{"to", 9}});
    const Operand loss = positivePart(op, 1.0 - (op("Unsqueeze", own, column) - op("Unsqueeze", scores, op.integers({1}))));
    const Operand counts = op("And", op("Unsqueeze", isLabel, column), op("Not", isNamed));
    const Operand kept = op("Where", counts, loss, op.constant(dtype, 0.0));
    const Operand size = op.scalar(op.size(scores, 1), dtype);
    return lossOfRows(op, call, op.reduce("ReduceSum", kept, {1, 2}, false) / size);
}

constexpr Lowering kMarginLoss[] = {
    {"aten.cosine_embedding_loss.default", cosineEmbeddingLoss},
    {"aten.multi_margin_loss.default", multiMarginLoss},
    {"aten.multilabel_margin_loss.default", multilabelMarginLoss},
    {"aten.poisson_nll_loss.default", poissonLoss},
};

} // namespace

std::span<const Lowering> marginLoss()
{
    return kMarginLoss;
}

} // namespace sidelight::lowering::aten
