// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/session/document.h"

#include <vector>

namespace sidelight::runtime {
class EvaluatorClient;
} // namespace sidelight::runtime

namespace sidelight::session {

/// The first node of the program, in order, whose ONNX value is not equal to PyTorch's at `inputs`: the lowered model is run without functions, every value that is
/// named as a node of the program an output. kNoNode when there is none, or the model cannot run so.
NodeId firstWrongNode(const Document& document, const std::vector<ir::Tensor>& inputs, runtime::EvaluatorClient& evaluator);

} // namespace sidelight::session
