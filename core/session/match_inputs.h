// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/session/exact_match.h"

#include <vector>

namespace sidelight::session {

/// Inputs that states are evaluated at, each as runProgram takes them.
struct MatchInputs {
    std::vector<std::vector<ir::Tensor>> sets;
};

/// The file's sample inputs (random ones where it has none), then seeded random ones at other sizes within the range constraints. Sizes at which `program`
/// cannot be evaluated are not legal and are left out. Fails with SL1017 when there is no first set.
Result<MatchInputs> matchInputs(const fx::ExportedProgram& program, runtime::EvaluatorClient& evaluator, const MatchOptions& options);

} // namespace sidelight::session
