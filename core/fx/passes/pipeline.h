// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/fx/program.h"

#include <span>
#include <string_view>
#include <vector>

namespace sidelight::fx::passes {

/// Every FX pass, in the order in which the default pipeline would run them.
std::span<const Pass* const> all();
/// What runs when the user chooses nothing.
std::vector<PassStep> defaultPipeline();
/// The pass of `id`, or null.
const Pass* find(std::string_view id);

Status decomposeOperators(PassContext& context);
Status inlineWrappers(PassContext& context);
Status inlineVmap(PassContext& context);
Status removeAssertions(PassContext& context);
Status functionalize(PassContext& context);
Status promoteTypes(PassContext& context);
Status foldConstants(PassContext& context);
Status eliminateCommonSubexpressions(PassContext& context);
Status eliminateDeadCode(PassContext& context);

} // namespace sidelight::fx::passes
