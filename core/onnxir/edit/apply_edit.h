// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/ir/edit_text.h"
#include "core/onnxir/model.h"

namespace sidelight::onnxir {

/// Makes one edit of `graph` (of a function or body when the edit names it) by `rewriter`. Nodes are found by the name of a value that they make, else by their
/// own. Calls are in ONNX text syntax: `set y = Relu (x)`, `insert a, b = Split <axis = 1> (x) after x`. With `schemas`, types that follow are inferred anew. A
/// refused edit changes nothing and fails with FXE0010 (SL1014 for a call that does not parse), saying why.
Status applyEdit(Rewriter& rewriter, GraphId graph, const ir::Edit& edit, const ir::OnnxSchemas* schemas);

} // namespace sidelight::onnxir
