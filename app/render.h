// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/session/document.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace sidelight::app {

struct RenderOptions {
    bool onnx = false;                ///< The ONNX graph; else the FX graph.
    std::optional<std::string> after; ///< Pass id; none: FX as loaded, ONNX at the end.
    std::vector<std::string> expand;  ///< Module paths, function names, or "all".
    bool dark = false;
};

/// Draws a graph with the window's own painter to an .svg, .png or .pdf file (by the name's ending), atomically. Constructs an offscreen application
/// of its own when there is none. Fails with SL1012 for another ending, SL2004 for an unknown pass, SL4001 when it cannot be written.
Status renderModel(const session::Document& document, const RenderOptions& options, const std::filesystem::path& target);

} // namespace sidelight::app
