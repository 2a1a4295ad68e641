// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/onnxir/model.h"

#include <span>
#include <string_view>
#include <vector>

namespace sidelight::onnxir::passes {

/// Every ONNX pass, in the order in which the default pipeline would run them.
std::span<const Pass* const> all();
/// What runs when the user chooses nothing.
std::vector<PassStep> defaultPipeline();
/// The pass of `id`, or null.
const Pass* find(std::string_view id);

/// Inlines calls of model-local functions. Option `level` (none, operator, module, both; default both) says which functions stay.
Status inlineFunctions(PassContext& context);
Status eliminateIdentities(PassContext& context);
Status removeDeadNodes(PassContext& context);
Status deduplicateInitializers(PassContext& context);
Status inferShapes(PassContext& context);
Status fixNames(PassContext& context);

} // namespace sidelight::onnxir::passes
