// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/runtime/evaluator/outcome.h"

#include <functional>

namespace sidelight::runtime::evaluator {

/// Loads nothing, but makes libtorch deterministic with `threads` threads.
void prepareTorch(int threads);

/// Evaluates the request's graphs with libtorch; `onRunning` is called before each call_function node. Does not throw.
Outcome evaluateGraphs(const RunRequest& request, const std::vector<Descriptor>& descriptors,
    const std::function<void(NodeId)>& onRunning);

} // namespace sidelight::runtime::evaluator
