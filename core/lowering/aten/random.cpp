// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/lowering/aten/families.h"

#include "core/lowering/aten/draws.h"
#include "core/lowering/aten/operands.h"

#include <cmath>
#include <numbers>

namespace sidelight::lowering::aten {

namespace {

Operand asResult(Op& op, const Call& call, const Operand& value)
{
    return op.cast(value, call.output().dtype);
}

/// Whole numbers in [low, high).
Result<Values> integersBetween(Op& op, const Call& call, const Sizes& sizes, const Scalar& low, const Scalar& high)
{
    const Operand lowest = op.scalar(low, ir::DType::Float64);
    const Operand span = op.scalar(high, ir::DType::Float64) - lowest;
    const Operand numbers = op("Floor", uniformDraw(op, sizes, ir::DType::Float64) * span) + lowest;
    return Values{asResult(op, call, op.cast(numbers, ir::DType::Int64))};
}

/// Normal numbers of a mean and a deviation that broadcast to the call's result.
Result<Values> normalOf(Op& op, const Call& call, const Sizes& sizes, const Scalar& mean, const Scalar& deviation)
{
    const Operand draw = normalDraw(op, sizes, call.output().dtype);
    return Values{asResult(op, call, draw * op.scalar(deviation, draw.dtype()) + op.scalar(mean, draw.dtype()))};
}

Result<Values> bernoulliOf(Op& op, const Call& call, const Operand& probability)
{
    return Values{asResult(op, call, chanceDraw(op, op.sizes(call["self"]), probability))};
}

/// -log(1 - u): exponentially distributed, and never infinite.
Operand exponentialDraw(Op& op, const Sizes& sizes, ir::DType dtype)
{
    return op("Neg", op("Log", 1.0 - uniformDraw(op, sizes, dtype)));
}

/// 1 where an element, or with `features` a whole channel, is kept.
Operand keptNoise(Op& op, const Call& call, bool features)
{
    const Operand input = call["input"];
    Sizes sizes = op.sizes(input);
    for (std::size_t dim = 2; features && dim < sizes.size(); ++dim)
        sizes[dim] = 1;
    return op.cast(chanceDraw(op, sizes, op.constant(ir::DType::Float32, 1.0 - call.real("p"))), input.dtype());
}

bool dropsNothing(const Call& call)
{
    return !call.boolean("train") || call.real("p") == 0.0;
}

/// Keeps mean and variance of a SELU network: dropped elements take SELU's lowest value, then all is scaled and moved.
Result<Values> alphaDropped(Op& op, const Call& call, bool features)
{
    constexpr double kAlpha = 1.7580993408473766;
    const Operand input = call["input"];
    const double p = call.real("p");
    if (dropsNothing(call))
        return Values{input};
    if (p == 1.0)
        return Values{input * 0.0};
    const double scale = 1.0 / std::sqrt((kAlpha * kAlpha * p + 1.0) * (1.0 - p));
    const Operand kept = keptNoise(op, call, features);
    return Values{input * (kept * scale) + ((kept - 1.0) * (kAlpha * scale) + kAlpha * scale * p)};
}

/// aten::dropout(Tensor input, float p, bool train) -> Tensor
Result<Values> dropout(Op& op, const Call& call)
{
    const Operand input = call["input"];
    if (dropsNothing(call))
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

/// aten::native_dropout_backward(Tensor grad_output, Tensor mask, float scale) -> Tensor
Result<Values> nativeDropoutBackward(Op& op, const Call& call)
{
    const Operand gradient = call["grad_output"];
    return Values{gradient * op.castLike(call["mask"], gradient) * call.real("scale")};
}

/// aten::feature_dropout(Tensor input, float p, bool train) -> Tensor
Result<Values> featureDropout(Op& op, const Call& call)
{
    const Operand input = call["input"];
    const double p = call.real("p");
    if (dropsNothing(call))
        return Values{input};
    if (p == 1.0)
        return Values{input * 0.0};
    return Values{input * (keptNoise(op, call, true) / (1.0 - p))};
}

/// aten::alpha_dropout(Tensor input, float p, bool train) -> Tensor
Result<Values> alphaDropout(Op& op, const Call& call)
{
    return alphaDropped(op, call, false);
}

/// aten::feature_alpha_dropout(Tensor input, float p, bool train) -> Tensor
Result<Values> featureAlphaDropout(Op& op, const Call& call)
{
    return alphaDropped(op, call, true);
}

/// aten::rand(SymInt[] size, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor
Result<Values> rand(Op& op, const Call& call)
{
    return Values{asResult(op, call, uniformDraw(op, call.sizes("size"), call.output().dtype))};
}

/// aten::randn(SymInt[] size, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor
Result<Values> randn(Op& op, const Call& call)
{
    return Values{asResult(op, call, normalDraw(op, call.sizes("size"), call.output().dtype))};
}

/// aten::rand_like(Tensor self, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None, MemoryFormat? memory_format=None) -> Tensor
Result<Values> randLike(Op& op, const Call& call)
{
    return Values{asResult(op, call, uniformDraw(op, op.sizes(call["self"]), call.output().dtype))};
}

/// aten::randn_like(Tensor self, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None, MemoryFormat? memory_format=None) -> Tensor
Result<Values> randnLike(Op& op, const Call& call)
{
    return Values{asResult(op, call, normalDraw(op, op.sizes(call["self"]), call.output().dtype))};
}

/// aten::randint(SymInt high, SymInt[] size, *, ScalarType? dtype=4, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor
Result<Values> randint(Op& op, const Call& call)
{
    return integersBetween(op, call, call.sizes("size"), 0, call.number("high"));
}

/// aten::randint.low(SymInt low, SymInt high, SymInt[] size, *, ScalarType? dtype=4, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor
Result<Values> randintLow(Op& op, const Call& call)
{
    return integersBetween(op, call, call.sizes("size"), call.number("low"), call.number("high"));
}

/// aten::randint_like(Tensor self, SymInt high, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None, MemoryFormat? memory_format=None) -> Tensor
/// aten::randint_like.Tensor(Tensor self, Tensor high, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None, MemoryFormat? memory_format=None) -> Tensor
Result<Values> randintLike(Op& op, const Call& call)
{
    return integersBetween(op, call, op.sizes(call["self"]), 0, call.number("high"));
}

/// aten::randint_like.low_dtype(Tensor self, SymInt low, SymInt high, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None, MemoryFormat? memory_format=None) -> Tensor
Result<Values> randintLikeLow(Op& op, const Call& call)
{
    return integersBetween(op, call, op.sizes(call["self"]), call.number("low"), call.number("high"));
}

/// aten::randperm(SymInt n, *, ScalarType? dtype=4, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor
Result<Values> randperm(Op& op, const Call& call)
{
    const Scalar count = call.number("n");
    const Operand draw = uniformDraw(op, {count}, ir::DType::Float64);
    return Values{asResult(op, call, op.outputs(2, "TopK", draw, op.shape({count}))[1])};
}

/// aten::normal.float_float(float mean, float std, SymInt[] size, *, Generator? generator=None, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor
Result<Values> normalSized(Op& op, const Call& call)
{
    return normalOf(op, call, call.sizes("size"), call.number("mean"), call.number("std"));
}

/// aten::normal.Tensor_float(Tensor mean, float std=1., *, Generator? generator=None) -> Tensor
Result<Values> normalOfMean(Op& op, const Call& call)
{
    return normalOf(op, call, op.sizes(call["mean"]), call.number("mean"), call.number("std"));
}

/// aten::normal.float_Tensor(float mean, Tensor std, *, Generator? generator=None) -> Tensor
Result<Values> normalOfDeviation(Op& op, const Call& call)
{
    return normalOf(op, call, op.sizes(call["std"]), call.number("mean"), call.number("std"));
}

/// aten::normal.Tensor_Tensor(Tensor mean, Tensor std, *, Generator? generator=None) -> Tensor
Result<Values> normalOfBoth(Op& op, const Call& call)
{
    return normalOf(op, call, op.sizes(call["mean"] + op.castLike(call["std"], call["mean"])), call.number("mean"), call.number("std"));
}

/// aten::normal_functional(Tensor self, float mean=0., float std=1., *, Generator? generator=None) -> Tensor
Result<Values> normalFunctional(Op& op, const Call& call)
{
    return normalOf(op, call, op.sizes(call["self"]), call.number("mean"), call.number("std"));
}

/// aten::log_normal(Tensor self, float mean=1., float std=2., *, Generator? generator=None) -> Tensor
Result<Values> logNormal(Op& op, const Call& call)
{
    const Operand draw = normalDraw(op, op.sizes(call["self"]), call.output().dtype);
    return Values{asResult(op, call, op("Exp", draw * call.real("std") + call.real("mean")))};
}

/// aten::uniform(Tensor self, float from=0., float to=1., *, Generator? generator=None) -> Tensor
Result<Values> uniform(Op& op, const Call& call)
{
    const Operand draw = uniformDraw(op, op.sizes(call["self"]), call.output().dtype);
    return Values{asResult(op, call, draw * (call.real("to") - call.real("from")) + call.real("from"))};
}

/// aten::exponential(Tensor self, float lambd=1., *, Generator? generator=None) -> Tensor
Result<Values> exponential(Op& op, const Call& call)
{
    return Values{asResult(op, call, exponentialDraw(op, op.sizes(call["self"]), call.output().dtype) / call.real("lambd"))};
}

/// aten::geometric(Tensor self, float p, *, Generator? generator=None) -> Tensor
Result<Values> geometric(Op& op, const Call& call)
{
    // The number of the first success: the exponential distribution, cut into steps.
    const Operand draw = exponentialDraw(op, op.sizes(call["self"]), ir::DType::Float64) / -std::log1p(-call.real("p"));
    return Values{asResult(op, call, op("Ceil", op("Max", draw, 1.0e-9)))};
}

/// aten::cauchy(Tensor self, float median=0., float sigma=1., *, Generator? generator=None) -> Tensor
Result<Values> cauchy(Op& op, const Call& call)
{
    const Operand draw = op.cast(uniformDraw(op, op.sizes(call["self"]), call.output().dtype) - 0.5, ir::DType::Float32);
    return Values{asResult(op, call, op("Tan", draw * std::numbers::pi) * call.real("sigma") + call.real("median"))};
}

/// aten::bernoulli(Tensor self, *, Generator? generator=None) -> Tensor
Result<Values> bernoulli(Op& op, const Call& call)
{
    return bernoulliOf(op, call, call["self"]);
}

/// aten::bernoulli.p(Tensor self, float p, *, Generator? generator=None) -> Tensor
Result<Values> bernoulliP(Op& op, const Call& call)
{
    return bernoulliOf(op, call, op.constant(ir::DType::Float64, call.real("p")));
}

/// aten::bernoulli.Tensor(Tensor self, Tensor p, *, Generator? generator=None) -> Tensor
Result<Values> bernoulliTensor(Op& op, const Call& call)
{
    return bernoulliOf(op, call, call["p"]);
}

/// aten::multinomial(Tensor self, SymInt num_samples, bool replacement=False, *, Generator? generator=None) -> Tensor
Result<Values> multinomial(Op& op, const Call& call)
{
    // The highest of log p - log e with exponentially distributed e is drawn with probability p; the next ones as without replacement. PyTorch draws so too.
    const Operand self = call["self"];
    const Scalar samples = call.number("num_samples");
    const ir::DType dtype = self.dtype() == ir::DType::Float64 ? self.dtype() : ir::DType::Float32;
    const Operand logarithm = op("Log", op.cast(self, dtype));
    Sizes sizes = op.sizes(self);
    if (!call.boolean("replacement")) {
        const Operand keys = logarithm - op("Log", exponentialDraw(op, sizes, dtype));
        return Values{op.outputs(2, "TopK", keys, op.shape({samples}), Attributes{{"axis", -1}})[1]};
    }
    sizes.insert(sizes.end() - 1, samples);
    const Operand keys = op.unsqueeze(logarithm, {-2}) - op("Log", exponentialDraw(op, sizes, dtype));
    return Values{op("ArgMax", keys, Attributes{{"axis", -1}, {"keepdims", 0}})};
}

constexpr Lowering kRandom[] = {
    {"aten.alpha_dropout.default", alphaDropout},
    {"aten.bernoulli.Tensor", bernoulliTensor},
    {"aten.bernoulli.default", bernoulli},
    {"aten.bernoulli.p", bernoulliP},
    {"aten.cauchy.default", cauchy},
    {"aten.dropout.default", dropout},
    {"aten.exponential.default", exponential},
    {"aten.feature_alpha_dropout.default", featureAlphaDropout},
    {"aten.feature_dropout.default", featureDropout},
    {"aten.geometric.default", geometric},
    {"aten.log_normal.default", logNormal},
    {"aten.multinomial.default", multinomial},
    {"aten.native_dropout.default", nativeDropout},
    {"aten.native_dropout_backward.default", nativeDropoutBackward},
    {"aten.normal.Tensor_Tensor", normalOfBoth},
    {"aten.normal.Tensor_float", normalOfMean},
    {"aten.normal.float_Tensor", normalOfDeviation},
    {"aten.normal.float_float", normalSized},
    {"aten.normal_functional.default", normalFunctional},
    {"aten.rand.default", rand},
    {"aten.rand_like.default", randLike},
    {"aten.randint.default", randint},
    {"aten.randint.low", randintLow},
    {"aten.randint_like.Tensor", randintLike},
    {"aten.randint_like.default", randintLike},
    {"aten.randint_like.low_dtype", randintLikeLow},
    {"aten.randn.default", randn},
    {"aten.randn_like.default", randnLike},
    {"aten.randperm.default", randperm},
    {"aten.uniform.default", uniform},
};

} // namespace

std::span<const Lowering> random()
{
    return kRandom;
}

} // namespace sidelight::lowering::aten
