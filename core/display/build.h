// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/display/display_graph.h"
#include "core/fx/program.h"
#include "core/onnxir/model.h"
#include "core/support/result.h"

#include <map>
#include <stop_token>
#include <string>
#include <vector>

namespace sidelight::display {

/// Diagnostics by the node they are on.
using Badges = std::map<NodePath, Badge>;

/// Types of what a node gives, by path, where bodies that several calls share say less.
using KnownTypes = std::map<NodePath, onnxir::ValueType>;

struct DisplayOptions {
    Expansion expansion;
    const TextMeasure* measure = nullptr; ///< Required.
    Badges badges;
    bool foldRepeats = true; ///< Equal neighbouring modules as one box "×12".
    std::size_t hubReaders = 6; ///< A value with at least as many distant readers becomes stubs.
    const KnownTypes* types = nullptr; ///< ONNX; may be absent.
};

/// The FX graph as boxes: modules from nn_module_stack (collapsed unless open), subgraphs under their call, parameters and scalars as rows.
DisplayGraph displayFx(const fx::ExportedProgram& program, const DisplayOptions& options);
/// The ONNX graph as boxes: function calls (collapsed unless open), If/Loop/Scan bodies, initializers and attributes as rows.
DisplayGraph displayOnnx(const onnxir::Model& model, const DisplayOptions& options);

/// What to open at first so that the first view is a useful page: modules that hold nearly everything.
Expansion firstExpansion(const fx::ExportedProgram& program);
Expansion firstExpansion(const onnxir::Model& model);

/// Units before and after a pass (or a step), drawn as one: nodes of both, each with its delta, so that nothing moves while stepping.
DisplayGraph overlayFx(const fx::ExportedProgram& before, const fx::ExportedProgram& after, const DisplayOptions& options);
DisplayGraph overlayOnnx(const onnxir::Model& before, const onnxir::Model& after, const DisplayOptions& options);
/// Marks nodes of `graph` (an overlay of a whole pass) as they are at one position inside it: later additions are hidden (dashed), earlier done.
void markFx(LaidOutGraph& overlay, const fx::ExportedProgram& before, const fx::ExportedProgram& at);
void markOnnx(LaidOutGraph& overlay, const onnxir::Model& before, const onnxir::Model& at);

struct LayoutOptions {
    bool leftToRight = false;
    std::size_t largestPiece = 300; ///< Nodes handed to Graphviz at once.
};
/// Lays out every cluster bottom-up: cut, remembered pieces by Graphviz, larger ones by the linear layered layout. Fails only when stopped (SL9003).
Result<LaidOutGraph> layOut(DisplayGraph graph, const LayoutOptions& options, std::stop_token stop = {});

/// DOT text of a display graph (for `print --format dot`).
std::string toDot(const DisplayGraph& graph, std::string_view name);

} // namespace sidelight::display
