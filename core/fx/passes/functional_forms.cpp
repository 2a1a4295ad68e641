// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "core/fx/passes/functional_forms.h"

#include "core/fx/calls.h"
#include "core/support/text.h"

#include <algorithm>
#include <array>

namespace sidelight::fx::passes {

namespace {

bool takesTheSame(const Schema& twin, const Schema& schema)
{
    return !twin.isMutable() &&
           std::equal(twin.arguments.begin(), twin.arguments.end(), schema.arguments.begin(), schema.arguments.end(),
               [](const SchemaArgument& a, const SchemaArgument& b) { return a.type == b.type; });
}

/// The functional overload, also where the twin names its first argument otherwise (dropout's `input`).
std::string twinOf(const Schema& schema)
{
    const std::string_view known = functionalTwin(schema.key());
    if (!known.empty() || schema.name.empty() || schema.name.back() != '_')
        return std::string(known);
    const std::string base = schema.name.substr(0, schema.name.size() - 1);
    for (const std::string& name : {base, base + "_functional"})
        if (const Schema* twin = findSchema(concat(name, '.', schema.overload)); twin && takesTheSame(*twin, schema))
            return twin->key();
    return {};
}

} // namespace

std::string functionalFormOf(const Schema& schema)
{
    if (schema.name == "aten.resize_" || schema.name == "aten.resize_as_" || schema.name == "aten.set_")
        return {}; // They hand out memory that nobody wrote.
    if (schema.key() == "aten.zero_.default")
        return "aten.zeros_like.default";
    if (schema.key() == "aten.fill_.Scalar")
        return "aten.full_like.default";
    return twinOf(schema);
}

bool updatesStatistics(const Node& node, const Schema& schema)
{
    constexpr std::array<std::string_view, 6> kNames = {"aten.batch_norm", "aten._batch_norm_impl_index",
        "aten.cudnn_batch_norm", "aten.native_batch_norm", "aten._native_batch_norm_legit", "aten.instance_norm"};
    if (schema.name == "aten._batch_norm_with_update")
        return true;
    if (std::find(kNames.begin(), kNames.end(), schema.name) == kNames.end())
        return false;
    const Argument* mean = schema.find("running_mean") ? argumentOf(node, schema, "running_mean") : nullptr;
    const Argument* training =
        argumentOf(node, schema, schema.name == "aten.instance_norm" ? "use_input_stats" : "training");
    const bool* isTraining = training ? training->as<bool>() : nullptr;
    return mean && mean->as<Value>() && (!isTraining || *isTraining);
}

bool hasFunctionalForm(const Schema& schema)
{
    constexpr std::array<std::string_view, 4> kNames = {"aten.batch_norm.default", "aten.native_batch_norm.default",
        "aten._native_batch_norm_legit.default", "aten._batch_norm_with_update.default"};
    return std::find(kNames.begin(), kNames.end(), schema.key()) != kNames.end();
}

bool writes(const ir::Graph<Node>& graph)
{
    for (const NodeId id : graph.order()) {
        const Node& node = graph[id];
        const Schema* schema = node.op == Op::CallFunction ? findSchema(node.target) : nullptr;
        if (schema && (schema->isMutable() || updatesStatistics(node, *schema)))
            return true;
    }
    return false;
}

ir::Dim countOf(const ir::Type& type)
{
    ir::Dim count = ir::Dim::constant(1);
    for (const ir::Dim& size : type.tensor.sizes)
        count = count * size;
    return count;
}

} // namespace sidelight::fx::passes
