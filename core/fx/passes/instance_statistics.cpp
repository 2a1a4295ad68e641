// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "core/fx/passes/instance_statistics.h"

#include "core/fx/calls.h"
#include "core/fx/shape_rules.h"
#include "core/fx/views.h"

#include <utility>
#include <vector>

namespace sidelight::fx::passes {

using ir::Dim;
using ir::Type;

InstanceStatistics emitInstanceStatistics(Emitter& emitter, const Node& call, const Schema& schema)
{
    const Value input = *argumentOf(call, schema, "input")->as<Value>();
    const Type type = emitter.graph()[input.node].val;
    const Dim instances = type.tensor.sizes[0];
    const Dim channels = type.tensor.sizes[1];
    const Dim both = instances * channels;

    // A vector of the channels, once for each instance.
    const auto repeated = [&](std::string_view name) -> Argument {
        const Argument* argument = argumentOf(call, schema, name);
        const auto* vector = argument ? argument->as<Value>() : nullptr;
        if (!vector)
            return None{};
        const Type& from = emitter.graph()[vector->node].val;
        return Value{emitter.call("torch.ops.aten.repeat.default", {*vector, sizesArgument({instances})},
            freshType(from.tensor.dtype, {both}, from))};
    };
    const Argument weight = repeated("weight");
    const Argument bias = repeated("bias");
    const Argument mean = repeated("running_mean");
    const Argument variance = repeated("running_var");

    std::vector<Dim> joined = type.tensor.sizes;
    joined[0] = Dim::constant(1);
    joined[1] = both;
    const Type flat = freshType(type.tensor.dtype, joined, type);
    const NodeId reshaped = emitter.call("torch.ops.aten.reshape.default", {input, sizesArgument(joined)}, flat);
    const Type statistic = emitter.graph()[mean.as<Value>()->node].val;
    const NodeId norm = emitter.call("torch.ops.aten._native_batch_norm_legit_functional.default",
        {Value{reshaped}, weight, bias, mean, variance, true, *argumentOf(call, schema, "momentum"),
            *argumentOf(call, schema, "eps")},
        Type::list({flat, statistic, statistic, statistic, statistic}));
    const auto element = [&](std::int64_t at) {
        const Type& list = emitter.graph()[norm].val;
        Type val = elementType(list, static_cast<std::size_t>(at));
        return emitter.call("operator.getitem", {Value{norm}, at}, std::move(val));
    };
    const auto averaged = [&](std::int64_t at) {
        const std::vector<Dim> sizes = {instances, channels};
        const NodeId all = emitter.call("torch.ops.aten.reshape.default", {Value{element(at)}, sizesArgument(sizes)},
            freshType(statistic.tensor.dtype, sizes, statistic));
        return emitter.call("torch.ops.aten.mean.dim", {Value{all}, ArgumentList{0}},
            freshType(statistic.tensor.dtype, {channels}, statistic));
    };
    InstanceStatistics result;
    result.normalized = element(0);
    result.mean = averaged(3);
    result.variance = averaged(4);
    return result;
}

} // namespace sidelight::fx::passes
