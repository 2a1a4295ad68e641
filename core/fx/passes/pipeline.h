// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/fx/program.h"

#include <span>
#include <string_view>
#include <vector>

namespace sidelight::fx::passes {

/// Every FX pass, in the order in which a pipeline with all of them would run them.
std::span<const Pass* const> all();
/// What runs when the user chooses nothing: the passes that are `standard`.
std::vector<PassStep> defaultPipeline();
/// The pass of `id`, or null.
const Pass* find(std::string_view id);

// Each in the file of its own that says what it does, for people in `help`.
extern const Pass kRemoveAssertions;
extern const Pass kInlineWrappers;
extern const Pass kInlineVmap;
extern const Pass kNormalizeArguments;
extern const Pass kLiftConstants;
extern const Pass kRules;
extern const Pass kDecomposeToCore;
extern const Pass kDecompose;
extern const Pass kFunctionalize;
extern const Pass kTypePromotion;
extern const Pass kBatchNormFolding;
extern const Pass kConstantPropagation;
extern const Pass kConstantFolding;
extern const Pass kViewSimplification;
extern const Pass kCommonSubexpressionElimination;
extern const Pass kDeadCodeElimination;
extern const Pass kRenameNodes;
extern const Pass kTopologicalReorder;
extern const Pass kModularize;
extern const Pass kInlineSubgraphs;
extern const Pass kManualEdits;

} // namespace sidelight::fx::passes
