// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/runtime/evaluator_client.h"
#include "core/session/document.h"

#include <string>
#include <vector>

namespace sidelight::corpus {

/// Says which FX node is the first whose ONNX value differs from PyTorch's, with its source line: "; first wrong: %softmax (model.py:88)". Exports the
/// program without functions with every typed value as an output, and compares each with the value PyTorch gives. Empty when none is found.
std::string firstDifference(const session::Document& document, const std::vector<ir::Tensor>& inputs, runtime::EvaluatorClient& evaluator);

} // namespace sidelight::corpus
