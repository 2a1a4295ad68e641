// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/onnxir/model.h"

#include <span>
#include <string_view>
#include <vector>

namespace sidelight::onnxir::passes {

/// Every ONNX pass, in the order in which a pipeline with all of them would run them.
std::span<const Pass* const> all();
/// What runs when the user chooses nothing: the passes that are `standard`.
std::vector<PassStep> defaultPipeline();
/// The pass of `id`, or null.
const Pass* find(std::string_view id);

// Each in the file of its own that says what it does, for people in `help`.
extern const Pass kInline;
extern const Pass kIdentityElimination;
extern const Pass kNoOpElimination;
extern const Pass kCastElimination;
extern const Pass kTransposeElimination;
extern const Pass kConstantLifting;
extern const Pass kConstantNodeFolding;
extern const Pass kCommonSubexpressionElimination;
extern const Pass kInitializerDeduplication;
extern const Pass kVersionConversion;
extern const Pass kDeadNodeRemoval;
extern const Pass kNameFix;
extern const Pass kShapeInference;
extern const Pass kManualOnnxEdits;

} // namespace sidelight::onnxir::passes
