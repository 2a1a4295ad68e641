// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/display/geometry.h"
#include "core/ir/graph.h"
#include "core/support/diagnostic.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace sidelight::display {

/// What a box stands for.
enum class Role : std::uint8_t { Input, Output, Operator, Constant, FunctionCall, Module, Subgraph, Stub };
/// Colours of LOOKS, by what an operator does.
enum class Category : std::uint8_t {
    None, Layer, Activation, Normalization, Pooling, Dropout, Control, Shape, Tensor, Attention, Constant, Quantization,
};
/// What a pass did to a node; drawn by mark and colour.
enum class Delta : std::uint8_t { None, Added, Changed, Erased, Moved };

/// Identifies a box across redraws and snapshots: `n12/40` (ids of a NodePath), or `m:layers.0` for a module of the FX graph (`m:layers.0@1` for a
/// second call or run), under its parents' path.
using BoxKey = std::string;
/// Index into DisplayGraph::clusters; kNoCluster at the top level.
enum class ClusterId : std::uint32_t {};
constexpr ClusterId kNoCluster{~std::uint32_t{0}};
constexpr std::size_t index(ClusterId id) { return static_cast<std::size_t>(id); }

/// A row of a box: `weight 192×192`.
struct Row {
    std::string name;
    std::string value;
    friend bool operator==(const Row&, const Row&) = default;
};

/// Diagnostics on a box and, when collapsed, on all it holds.
struct Badge {
    support::Level level = support::Level::None;
    std::size_t count = 0;
    friend bool operator==(const Badge&, const Badge&) = default;
};

/// A box that is drawn as one: an operator, an input, or a collapsed function, module or body.
struct DisplayNode {
    BoxKey key;
    NodePath ref;                  ///< The node; empty for a module of the FX graph.
    std::vector<NodePath> members; ///< Of a collapsed module or function: the nodes it holds (FX module: all; function call: itself only).
    std::string title;             ///< "linear", "aten_linear", "Gemm".
    std::string subtitle;          ///< FX name, module path.
    std::string module;            ///< Of a module or a call of one: its path; of a folded run: that of the first.
    std::vector<Row> rows;
    Role role = Role::Operator;
    Category category = Category::None;
    Delta delta = Delta::None;
    Badge badge;
    ClusterId cluster = kNoCluster;
    Size size;
    bool expandable = false;
    bool isFunction = false;       ///< Draw ƒ.
    std::uint32_t repeat = 1;      ///< "×12" when it stands for equal neighbours that are folded.
    std::string note;              ///< Tooltip line, plain text.
    bool pending = false;          ///< Not there yet at the cursor (markFx, markOnnx): drawn dashed.
};

/// A value that flows from one box to another. Indices into DisplayGraph::nodes.
struct DisplayEdge {
    std::uint32_t from = 0;
    std::uint32_t to = 0;
    std::string label; ///< Shape with symbolic sizes: "batch×8".
    std::string name;  ///< Value name, shown when asked.
    NodePath producer;
    std::uint32_t output = 0;
    Delta delta = Delta::None;
    bool pending = false; ///< Not there yet at the cursor: one of its boxes is pending.
    Size labelSize;    ///< Of `label`; empty when there is none.
};

/// An open box: a tinted frame around its content.
struct Cluster {
    BoxKey key;
    NodePath ref;
    ClusterId parent = kNoCluster;
    std::string title;    ///< "layers.0 · EncoderLayer", "aten_linear".
    bool isFunction = false;
    std::uint32_t repeat = 1;
    Badge badge;
};

/// Boxes, edges and open frames; knows nothing of Qt, ATen or ONNX. Hub values are already cut into stubs (Role::Stub, title = value name).
struct DisplayGraph {
    std::vector<DisplayNode> nodes;
    std::vector<DisplayEdge> edges;
    std::vector<Cluster> clusters;
    std::map<NodePath, std::uint32_t> boxOf; ///< Every shown or hidden node -> index of the box that shows it.
    std::map<NodePath, ClusterId> frameOf;   ///< Calls that are open and have no box of their own -> their frame.
};

/// The box that shows `path`: its own, or that of the nearest enclosing call that is collapsed. None when an open frame shows it.
std::optional<std::uint32_t> findBox(const DisplayGraph& graph, const NodePath& path);
/// All of a display graph as text, one line a box, edge and frame, for tests.
std::string debugText(const DisplayGraph& graph);

/// What the user opened, by key.
struct Expansion {
    std::set<BoxKey> open;
    std::set<BoxKey> below;  ///< Open, and with them all that is inside.
    std::size_t depth = 0;   ///< Boxes inside fewer open frames than this are open.
    bool all = false;        ///< Everything is open (`--expand all`).
    friend bool operator==(const Expansion&, const Expansion&) = default;
};

/// A curve as cubic Béziers: points[0], then three points for each piece.
struct Route {
    std::vector<Point> points;
    Rect label; ///< Where the label stands; empty when there is none.
};

struct LaidOutGraph {
    DisplayGraph graph;
    std::vector<Rect> boxes;    ///< By node.
    std::vector<Rect> frames;   ///< By cluster.
    std::vector<Route> routes;  ///< By edge.
    Size size;
};

} // namespace sidelight::display
