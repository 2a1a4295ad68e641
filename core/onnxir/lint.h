// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/onnxir/model.h"

#include <vector>

namespace sidelight::onnxir {

/// Checks what must hold between passes: order, dangling values, duplicate names, wiring of each kind of node,
/// attributes, bodies, functions without body, recursion, opset imports, types. Findings are SL2001, cycles SL2002.
/// Linear in the model.
std::vector<Diagnostic> lint(const Model& model);

} // namespace sidelight::onnxir
