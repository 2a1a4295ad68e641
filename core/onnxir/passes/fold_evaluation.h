// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/onnxir/model.h"
#include "core/onnxir/passes/fold_block.h"

#include <cstdint>
#include <optional>

namespace sidelight::onnxir::passes {

/// What output 0 of an operator of ai.onnx is, where its inputs are constants (for Shape and Size: where its input's shape is known). Nothing for what is not known here, or
/// where a tensor that is read or made has more than `maxBytes`, or the result is not of the type that the model tells.
std::optional<Block> evaluateNode(const Rewriter& rewriter, const Node& node, std::int64_t maxBytes);

} // namespace sidelight::onnxir::passes
