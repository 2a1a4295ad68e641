// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/runtime/evaluator/outcome.h"

namespace sidelight::runtime::evaluator {

/// Runs a model file in ONNX Runtime. Does not throw.
Outcome runOnnxModel(const OnnxRequest& request, const std::vector<Descriptor>& descriptors, int threads);

} // namespace sidelight::runtime::evaluator
