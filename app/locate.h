// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/display/build.h"
#include "core/session/document.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sidelight::app {

/// The FX node that a diagnostic calls `%name`, in the final program or in any state before it.
std::optional<NodeId> findFxNode(const fx::Trace& trace, std::string_view text);
/// The ONNX node at `layers_1/attn/%add_3`.
std::optional<NodePath> findOnnxNode(const onnxir::Model& model, std::string_view text);
/// The path of an FX node: calls of the subgraphs around it, then the node.
NodePath fxPathOf(const fx::ExportedProgram& program, NodeId node);

/// Diagnostics counted by the node they are on.
struct AllBadges
{
    display::Badges fx;
    display::Badges onnx;
};
AllBadges badgesOf(const session::Document& document, const std::vector<Diagnostic>& diagnostics);

} // namespace sidelight::app
