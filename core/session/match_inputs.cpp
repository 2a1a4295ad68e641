// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/match_inputs.h"

#include "core/runtime/evaluator_client.h"
#include "core/runtime/inputs.h"

#include <algorithm>
#include <utility>

namespace sidelight::session {
namespace {

/// The example size of each symbol moved by `step`, within its range.
ir::Dim::Bindings otherSizes(const fx::ExportedProgram& program, std::int64_t step)
{
    ir::Dim::Bindings sizes;
    if (!program.info)
        return sizes;
    for (const auto& [symbol, hint] : program.info->hints) {
        std::int64_t size = hint + step;
        for (const auto& [dim, range] : program.info->ranges) {
            if (dim.kind() != ir::Dim::Kind::Symbol || dim.name() != symbol)
                continue;
            if (range.max && size > *range.max)
                size = std::max(range.min, hint - step);
            size = std::max(size, range.min);
        }
        sizes[symbol] = size;
    }
    return sizes;
}

} // namespace

Result<MatchInputs> matchInputs(const fx::ExportedProgram& program, runtime::EvaluatorClient& evaluator, const MatchOptions& options)
{
    MatchInputs inputs;
    auto first = runtime::sampleInputs(program);
    if (!first)
        first = runtime::makeInputs(program, {}, options.seed);
    if (!first)
        return first.error();
    inputs.sets.push_back(std::move(*first));
    // Sizes may hang together in ways that no range says: a few are tried.
    constexpr std::int64_t kSteps[] = {1, 2, 4, 8, 3};
    for (const std::int64_t step : kSteps) {
        if (inputs.sets.size() >= options.inputSets || options.stop.stop_requested())
            break;
        auto more = runtime::makeInputs(program, otherSizes(program, step), options.seed + static_cast<std::uint64_t>(step));
        if (more && evaluator.runProgram(program, *more))
            inputs.sets.push_back(std::move(*more));
    }
    return inputs;
}

} // namespace sidelight::session
