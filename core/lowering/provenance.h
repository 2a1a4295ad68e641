// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/fx/program.h"
#include "core/onnxir/model.h"

#include <map>
#include <string>
#include <vector>

namespace sidelight::lowering {

/// FX node <-> ONNX nodes by path, read from the origins that ride on the model's nodes, so it holds at any position of the ONNX trace.
struct Provenance {
    std::map<NodeId, std::vector<NodePath>> toOnnx; ///< Paths in order of the model; the outermost node made for the FX node comes first.
    std::map<NodePath, NodeId> toFx;

    /// The FX node of `path`: its own, or that of the nearest enclosing call; kNoNode when unknown.
    [[nodiscard]] NodeId fxOf(const NodePath& path) const;
};
Provenance provenanceOf(const onnxir::Model& model);

/// `layers_1/attn/%add_3`: names of the call nodes, then %name.
std::string toText(const onnxir::Model& model, const NodePath& path);

} // namespace sidelight::lowering
