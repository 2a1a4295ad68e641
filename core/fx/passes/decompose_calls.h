// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/fx/program.h"

#include <functional>
#include <string>
#include <vector>

namespace sidelight::fx::passes {

/// What is taken apart, and where that ends.
struct DecompositionGoal {
    std::function<bool(const Node&)> isCandidate;
    std::vector<std::string> kept; ///< Overloads that stay whole.
    const support::Rule& rule;     ///< Of the note that says why a call was not taken apart.
};

/// Takes the candidates of all graphs apart. Needs the evaluator.
Status decomposeCalls(PassContext& context, const DecompositionGoal& goal);

/// `overloads` and those whose functional twin (which functionalize puts in their place) is one of them.
std::vector<std::string> withInPlaceForms(std::vector<std::string> overloads);
/// Whether PyTorch has a kernel for the call that is written in terms of other operators.
bool isComposite(const Node& node);

} // namespace sidelight::fx::passes
