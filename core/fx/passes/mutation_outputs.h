// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/fx/program.h"

#include <functional>
#include <optional>

namespace sidelight::fx::passes {

/// Adds what written placeholders hold at the end to the outputs of the main graph and to the signature, as buffer,
/// parameter or user input mutation; an output that is there already is renewed. `valueOf` gives what a placeholder
/// holds, nothing when it was not written.
void appendMutations(Rewriter& rewriter, NodeId output, const std::function<std::optional<NodeId>(NodeId)>& valueOf);

} // namespace sidelight::fx::passes
