// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/runtime/evaluator/outcome.h"

namespace sidelight::runtime::evaluator {

/// Runs a call on numbers of its types and records the operators that its composite kernel calls. Never throws.
Outcome decompose(const DecomposeRequest& request);

} // namespace sidelight::runtime::evaluator
