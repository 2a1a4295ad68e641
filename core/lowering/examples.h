// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lowering/lower.h"

#include <set>
#include <span>
#include <string>
#include <string_view>

namespace sidelight::lowering {

/// The test call of one overload, in fx::parseCall's text.
struct Example {
    std::string_view target; ///< "aten.add.Tensor".
    std::string_view call;   ///< "aten.add.Tensor(f32[2, 3], f32[3], alpha=2) -> f32[2, 3]".
};

/// One for each overload that has a lowering, sorted by target.
std::span<const Example> examples();

/// The example of `target`, or null.
const Example* findExample(std::string_view target);

/// Lowers the example and returns the ONNX operator types that its body uses, bodies of bodies included; a Constant is none.
Result<std::set<std::string>> operatorsOf(const Example& example, const LowerOptions& options);

} // namespace sidelight::lowering
