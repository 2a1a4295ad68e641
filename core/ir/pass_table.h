// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/ir/pass.h"

#include <algorithm>
#include <span>
#include <string_view>
#include <vector>

namespace sidelight::ir {

namespace detail {

Status checkOptions(std::string_view pass, std::span<const PassOption> known, const PassOptions& given);

} // namespace detail

/// "unchanged", "modified", "failed", "skipped".
std::string_view name(Outcome outcome);

/// An enabled step without options for each pass of `table`, in its order.
template <class Unit> std::vector<PassStep<Unit>> stepsOf(std::span<const Pass<Unit>* const> table)
{
    std::vector<PassStep<Unit>> steps;
    for (const Pass<Unit>* pass : table)
        steps.push_back({pass, {}, true});
    return steps;
}

/// The pass of `id` in `table`, or null.
template <class Unit> const Pass<Unit>* findPass(std::span<const Pass<Unit>* const> table, std::string_view id)
{
    const auto found = std::find_if(table.begin(), table.end(), [&](const Pass<Unit>* pass) { return pass->id == id; });
    return found == table.end() ? nullptr : *found;
}

/// Whether `pass` takes all of `given`. Fails with SL9004 for an unknown option, another type, or a text outside the choices, saying what is taken.
template <class Unit> Status checkOptions(const Pass<Unit>& pass, const PassOptions& given)
{
    return detail::checkOptions(pass.id, pass.options, given);
}

} // namespace sidelight::ir
