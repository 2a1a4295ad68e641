// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/lowering/aten/families.h"

#include "core/lowering/aten/operands.h"

#include <algorithm>
#include <optional>
#include <vector>

namespace sidelight::lowering::aten {

namespace {

/// The argument, or a constant of `size` elements in its place.
std::optional<Operand> weightOr(Op& op, const Call& call, std::string_view name, const std::optional<std::int64_t>& size, double value, ir::DType dtype)
{
    if (call.has(name))
        return op.cast(call[name], dtype);
    if (!size)
        return std::nullopt;
    return op.constant(dtype, value, {*size});
}

/// [1, C, 1, …] for a vector of C, so that it broadcasts along dimension 1.
Operand alongChannels(Op& op, const Operand& vector, std::int64_t rank)
{
    Sizes sizes{op.size(vector, 0)};
    sizes.resize(static_cast<std::size_t>(rank - 1), 1);
    return rank == 2 ? vector : op.reshape(vector, sizes);
}

/// Layer normalization; results: the value, mean, reciprocal of the deviation, as many as are asked for.
Result<Values> layerNormalized(Op& op, const Call& call, std::size_t count)
{
    const Operand input = call["input"];
    std::vector<std::int64_t> shape;
    for (const Scalar& size : call.sizes("normalized_shape")) {
        if (!size.integer())
            return call.unsupported("normalized_shape is not constant");
        shape.push_back(*size.integer());
    }
    const Operand weight = call.has("weight") ? op.cast(call["weight"], input.dtype()) : op.constant(input.dtype(), 1.0, shape);
    const auto bias = call.has("bias") ? std::optional(op.cast(call["bias"], input.dtype())) : std::nullopt;
    return op.outputs(count, "LayerNormalization", input, weight, bias,
                      Attributes{{"axis", -static_cast<std::int64_t>(shape.size())}, {"epsilon", call.real("eps")}});
}

Result<Values> groupNormalized(Op& op, const Call& call, std::int64_t groups)
{
    const Operand input = call["input"];
    const std::int64_t rank = call.rankOf(input);
    const Sizes sizes = op.sizes(input);
    const Operand grouped = op.reshape(input, {sizes[0], groups, -1});
    const Operand scale = op.constant(input.dtype(), 1.0, {groups});
    const Operand zero = op.constant(input.dtype(), 0.0, {groups});
    const Operand normal = op("InstanceNormalization", grouped, scale, zero, Attributes{{"epsilon", call.real("eps")}});
    Operand result = op.reshape(normal, sizes);
    if (call.has("weight"))
        result = result * alongChannels(op, call["weight"], rank);
    if (call.has("bias"))
        result = result + alongChannels(op, call["bias"], rank);
    return Values{result};
}

/// Normalization with given statistics.
Result<Values> batchNormalized(Op& op, const Call& call)
{
    const Operand input = call["input"];
    const auto channels = input.staticSize(1);
    if (!call.has("running_mean") || !call.has("running_var"))
        return call.unsupported("it has no running statistics");
    const auto weight = weightOr(op, call, "weight", channels, 1.0, input.dtype());
    const auto bias = weightOr(op, call, "bias", channels, 0.0, input.dtype());
    if (!weight || !bias)
        return call.unsupported("the number of channels is not constant");
    const Operand mean = call["running_mean"];
    const Operand variance = call["running_var"];
    return Values{op("BatchNormalization", input, *weight, *bias, mean, variance, Attributes{{"epsilon", call.real("eps")}})};
}

/// A batch's own statistics, in the type they are computed in (float32 for 16-bit types, as PyTorch does).
struct BatchStatistics {
    std::vector<std::int64_t> dims; ///< All but the channels.
    Operand centred;
    Operand mean;     ///< [1, C, 1, …].
    Operand variance; ///< The biased one, [1, C, 1, …].
    Operand deviation;
};

BatchStatistics statisticsOf(Op& op, const Call& call)
{
    const Operand given = call["input"];
    const bool isHalf = given.dtype() == ir::DType::Float16 || given.dtype() == ir::DType::BFloat16;
    const Operand input = op.cast(given, isHalf ? ir::DType::Float32 : given.dtype());
    std::vector<std::int64_t> dims = allDims(call.rankOf(input));
    std::erase(dims, 1);
    const Operand mean = op.reduce("ReduceMean", input, dims, true);
    const Operand centred = input - mean;
    const Operand variance = op.reduce("ReduceMean", centred * centred, dims, true);
    const Operand deviation = op("Sqrt", variance + call.real("eps"));
    return {dims, centred, mean, variance, deviation};
}

Operand normalizedBy(Op& op, const Call& call, const BatchStatistics& statistics)
{
    const std::int64_t rank = call.rankOf(call["input"]);
    const ir::DType dtype = statistics.centred.dtype();
    Operand result = statistics.centred / statistics.deviation;
    if (call.has("weight"))
        result = result * alongChannels(op, op.cast(call["weight"], dtype), rank);
    if (call.has("bias"))
        result = result + alongChannels(op, op.cast(call["bias"], dtype), rank);
    return op.castLike(result, call["input"]);
}

/// Normalization with the statistics of this batch.
Result<Values> normalizedByBatch(Op& op, const Call& call)
{
    return Values{normalizedBy(op, call, statisticsOf(op, call))};
}

/// The running value after one batch: (1 - momentum) * running + momentum * batch.
Operand movedOn(Op& op, const Call& call, std::string_view running, const Operand& batch)
{
    const Operand before = call[running];
    const double momentum = call.real("momentum");
    return op.cast(op.cast(before, batch.dtype()) * (1.0 - momentum) + batch * momentum, before.dtype());
}

/// Training: the value, mean, reciprocal of the deviation, then the new running statistics, whose variance is the unbiased one.
Values trainedBatch(Op& op, const Call& call)
{
    const BatchStatistics statistics = statisticsOf(op, call);
    const ir::DType dtype = statistics.centred.dtype();
    const Operand mean = op.squeeze(statistics.mean, statistics.dims);
    const Operand variance = op.squeeze(statistics.variance, statistics.dims);
    const Operand count = op.scalar(countOf(op, statistics.centred, statistics.dims), ir::DType::Int64);
    const Operand unbiased = variance * op.cast(count, dtype) / op.cast(count - 1, dtype);
    const Operand inverse = op("Reciprocal", op.squeeze(statistics.deviation, statistics.dims));
    return {normalizedBy(op, call, statistics), op.cast(mean, call.output(1).dtype), op.cast(inverse, call.output(2).dtype),
            movedOn(op, call, "running_mean", mean), movedOn(op, call, "running_var", unbiased)};
}

/// aten::layer_norm(Tensor input, SymInt[] normalized_shape, Tensor? weight=None, Tensor? bias=None, float eps=1.0000000000000001e-05, bool cudnn_enable=True) -> Tensor
Result<Values> layerNorm(Op& op, const Call& call)
{
    return layerNormalized(op, call, 1);
}

/// aten::native_layer_norm(Tensor input, SymInt[] normalized_shape, Tensor? weight, Tensor? bias, float eps) -> (Tensor, Tensor, Tensor)
Result<Values> nativeLayerNorm(Op& op, const Call& call)
{
    auto results = layerNormalized(op, call, 3);
    for (std::size_t i = 1; results && i < 3; ++i)
        (*results)[i] = op.cast((*results)[i], call.output(i).dtype);
    return results;
}

/// aten::group_norm(Tensor input, int num_groups, Tensor? weight=None, Tensor? bias=None, float eps=1.0000000000000001e-05, bool cudnn_enabled=True) -> Tensor
Result<Values> groupNorm(Op& op, const Call& call)
{
    return groupNormalized(op, call, call.integer("num_groups"));
}

/// aten::group_norm(Tensor input, int num_groups, Tensor? weight=None, Tensor? bias=None, float eps=1.0000000000000001e-05, bool cudnn_enabled=True) -> Tensor
Result<Values> groupNormOperator(Op& op, const Call& call)
{
    const Operand input = call["input"];
    const auto channels = input.staticSize(1);
    if (!channels)
        return groupNormalized(op, call, call.integer("num_groups"));
    const auto weight = weightOr(op, call, "weight", channels, 1.0, input.dtype());
    const auto bias = weightOr(op, call, "bias", channels, 0.0, input.dtype());
    return Values{op("GroupNormalization", input, *weight, *bias, Attributes{{"epsilon", call.real("eps")}, {"num_groups", call.integer("num_groups")}})};
}

/// aten::native_group_norm(Tensor input, Tensor? weight, Tensor? bias, SymInt N, SymInt C, SymInt HxW, int group, float eps) -> (Tensor, Tensor, Tensor)
Result<Values> nativeGroupNorm(Op& op, const Call& call)
{
    const std::int64_t groups = call.integer("group");
    auto results = groupNormalized(op, call, groups);
    if (!results)
        return results;
    const Operand input = call["input"];
    const Operand grouped = op.reshape(input, {op.size(input, 0), groups, -1});
    const Operand mean = op.reduce("ReduceMean", grouped, {-1}, true);
    const Operand centred = grouped - mean;
    const Operand variance = op.reduce("ReduceMean", centred * centred, {-1}, false);
    const Operand deviation = op("Sqrt", variance + call.real("eps"));
    return Values{results->front(), op("Squeeze", mean, op.integers({-1})), op("Reciprocal", deviation)};
}

/// aten::batch_norm(Tensor input, Tensor? weight, Tensor? bias, Tensor? running_mean, Tensor? running_var, bool training, float momentum, float eps, bool cudnn_enabled) -> Tensor
Result<Values> batchNorm(Op& op, const Call& call)
{
    if (!call.boolean("training"))
        return batchNormalized(op, call);
    if (call.has("running_mean"))
        return call.unsupported("training updates its running statistics; leave the functionalize pass enabled");
    return normalizedByBatch(op, call);
}

/// aten::_native_batch_norm_legit_no_training(Tensor input, Tensor? weight, Tensor? bias, Tensor running_mean, Tensor running_var, float momentum, float eps) -> (Tensor, Tensor, Tensor)
Result<Values> nativeBatchNorm(Op& op, const Call& call)
{
    auto results = batchNormalized(op, call);
    if (!results)
        return results;
    // The saved statistics are empty in evaluation.
    const Operand empty = op.constant(call.output(1).dtype, 0.0, {0});
    return Values{results->front(), empty, empty};
}

/// aten::_native_batch_norm_legit_functional(Tensor input, Tensor? weight, Tensor? bias, Tensor running_mean, Tensor running_var, bool training, float momentum, float eps) -> (Tensor, Tensor, Tensor, Tensor running_mean_out, Tensor running_var_out)
Result<Values> batchNormFunctional(Op& op, const Call& call)
{
    if (call.boolean("training"))
        return trainedBatch(op, call);
    auto results = nativeBatchNorm(op, call);
    if (!results)
        return results;
    results->push_back(call["running_mean"]);
    results->push_back(call["running_var"]);
    return results;
}

/// aten::_batch_norm_with_update_functional(Tensor input, Tensor? weight, Tensor? bias, Tensor running_mean, Tensor running_var, float momentum, float eps) -> (Tensor, Tensor, Tensor, Tensor, Tensor running_mean_out, Tensor running_var_out)
Result<Values> batchNormWithUpdate(Op& op, const Call& call)
{
    Values results = trainedBatch(op, call);
    // What a backend keeps for the backward pass: nothing.
    results.insert(results.begin() + 3, op.constant(call.output(3).dtype, std::int64_t{0}, {0}));
    return results;
}

/// aten::instance_norm(Tensor input, Tensor? weight, Tensor? bias, Tensor? running_mean, Tensor? running_var, bool use_input_stats, float momentum, float eps, bool cudnn_enabled) -> Tensor
Result<Values> instanceNorm(Op& op, const Call& call)
{
    if (!call.boolean("use_input_stats"))
        return batchNormalized(op, call);
    if (call.has("running_mean"))
        return call.unsupported("it updates its running statistics; leave the functionalize pass enabled");
    const Operand input = call["input"];
    const auto channels = input.staticSize(1);
    const auto weight = weightOr(op, call, "weight", channels, 1.0, input.dtype());
    const auto bias = weightOr(op, call, "bias", channels, 0.0, input.dtype());
    if (!weight || !bias)
        return call.unsupported("the number of channels is not constant");
    return Values{op("InstanceNormalization", input, *weight, *bias, Attributes{{"epsilon", call.real("eps")}})};
}

/// aten::rms_norm(Tensor input, SymInt[] normalized_shape, Tensor? weight=None, float? eps=None) -> Tensor
Result<Values> rmsNorm(Op& op, const Call& call)
{
    const Operand input = call["input"];
    std::vector<std::int64_t> dims;
    for (std::int64_t i = 0; i < static_cast<std::int64_t>(call.sizes("normalized_shape").size()); ++i)
        dims.push_back(-1 - i);
    const double machine = input.dtype() == ir::DType::Float64 ? 2.220446049250313e-16 : input.dtype() == ir::DType::Float32 ? 1.1920928955078125e-07 : 0.0;
    if (!call.has("eps") && machine == 0.0)
        return call.unsupported("eps is left to a 16-bit type");
    const Operand square = op.reduce("ReduceMean", input * input, dims, true);
    const Operand normal = input * op("Reciprocal", op("Sqrt", square + (call.has("eps") ? call.real("eps") : machine)));
    return Values{call.has("weight") ? normal * op.cast(call["weight"], input.dtype()) : normal};
}

/// aten::rms_norm(Tensor input, SymInt[] normalized_shape, Tensor? weight=None, float? eps=None) -> Tensor
Result<Values> rmsNormOperator(Op& op, const Call& call)
{
    const Operand input = call["input"];
    std::vector<std::int64_t> shape;
    for (const Scalar& size : call.sizes("normalized_shape"))
        shape.push_back(size.integer().value_or(-1));
    const bool isFixed = std::ranges::all_of(shape, [](std::int64_t size) { return size >= 0; });
    if (!call.has("eps") || (!call.has("weight") && !isFixed))
        return rmsNorm(op, call);
    const Operand weight = call.has("weight") ? op.cast(call["weight"], input.dtype()) : op.constant(input.dtype(), 1.0, shape);
    return Values{op("RMSNormalization", input, weight, Attributes{{"axis", -static_cast<std::int64_t>(shape.size())}, {"epsilon", call.real("eps")}})};
}

constexpr Lowering kNormalization[] = {
    {"aten._batch_norm_with_update_functional.default", batchNormWithUpdate},
    {"aten._native_batch_norm_legit_functional.default", batchNormFunctional},
    {"aten._native_batch_norm_legit_no_training.default", nativeBatchNorm},
    {"aten.batch_norm.default", batchNorm},
    {"aten.group_norm.default", groupNorm},
    {"aten.group_norm.default", groupNormOperator, 21},
    {"aten.instance_norm.default", instanceNorm},
    {"aten.layer_norm.default", layerNorm},
    {"aten.native_group_norm.default", nativeGroupNorm},
    {"aten.native_layer_norm.default", nativeLayerNorm},
    {"aten.rms_norm.default", rmsNorm},
    {"aten.rms_norm.default", rmsNormOperator, 23},
};

} // namespace

std::span<const Lowering> normalization()
{
    return kNormalization;
}

} // namespace sidelight::lowering::aten
