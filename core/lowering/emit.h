// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lowering/function_table.h"
#include "core/onnxir/model.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace sidelight::lowering {

/// A graph input or initializer of the main graph.
struct MainInput {
    onnxir::Kind kind = onnxir::Kind::Input;
    NodeId fx = kNoNode;
    std::shared_ptr<const ir::Tensor> tensor;
    onnxir::Properties metadata_props;
};

/// The main graph: inputs[i] describes body.region.inputs[i]. Value names are final and unique; each result is named as the graph output is.
struct MainGraph {
    Body body;
    std::vector<MainInput> inputs;
    std::vector<NodeId> outputs; ///< The FX output node, for each result.
};

/// Writes the main graph and the functions that it needs, each at its first call, through the rewriter; every change has its FX node as cause.
void emit(onnxir::Rewriter& rewriter, const FunctionTable& table, const MainGraph& main, std::int64_t opset);

} // namespace sidelight::lowering
