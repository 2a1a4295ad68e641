// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "core/fx/fold/call.h"

#include <cmath>

namespace sidelight::fx::fold {

namespace {

using Result = std::optional<Constant>;

Result fill(const Call& call, std::string_view name)
{
    auto value = call.tensor(name);
    if (!value || value->count() != 1)
        return std::nullopt;
    auto scalar = converted(*value, call.dtype());
    if (!scalar)
        return std::nullopt;
    return filled(call.dtype(), call.sizes(), scalar->isReal() ? scalar->reals[0] : 0, scalar->isReal() ? 0 : scalar->integers[0]);
}

Result full(const Call& call) { return fill(call, "fill_value"); }
Result scalarTensor(const Call& call) { return fill(call, "s"); }
Result zeros(const Call& call) { return filled(call.dtype(), call.sizes(), 0, 0); }
Result ones(const Call& call) { return filled(call.dtype(), call.sizes(), 1, 1); }

Result eye(const Call& call)
{
    Constant result = *zeros(call);
    if (result.sizes.size() != 2)
        return std::nullopt;
    for (std::int64_t at = 0; at < std::min(result.sizes[0], result.sizes[1]); ++at) {
        const auto offset = static_cast<std::size_t>(at * result.sizes[1] + at);
        result.isReal() ? void(result.reals[offset] = 1) : void(result.integers[offset] = 1);
    }
    return result;
}

Result arange(const Call& call)
{
    Constant result = *zeros(call);
    if (result.isReal()) {
        const double start = call.number("start").value_or(0);
        const double step = call.number("step").value_or(1);
        for (std::size_t at = 0; at < result.reals.size(); ++at)
            result.reals[at] = rounded(result.dtype, start + static_cast<double>(at) * step);
        return result;
    }
    const std::int64_t start = call.integer("start").value_or(0);
    const std::int64_t step = call.integer("step").value_or(1);
    if ((call.isGiven("start") && !call.integer("start")) || (call.isGiven("step") && !call.integer("step")))
        return std::nullopt;
    for (std::size_t at = 0; at < result.integers.size(); ++at)
        result.integers[at] = wrapped(result.dtype, start + static_cast<std::int64_t>(at) * step);
    return result;
}

constexpr Evaluation kTable[] = {{"aten.arange", arange}, {"aten.eye", eye}, {"aten.full", full}, {"aten.full_like", full}, {"aten.new_full", full},
    {"aten.new_ones", ones}, {"aten.new_zeros", zeros}, {"aten.ones", ones}, {"aten.ones_like", ones}, {"aten.scalar_tensor", scalarTensor},
    {"aten.zeros", zeros}, {"aten.zeros_like", zeros}};

} // namespace

std::span<const Evaluation> creationEvaluations() { return kTable; }

} // namespace sidelight::fx::fold
