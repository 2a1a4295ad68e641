// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/display/geometry.h"

#include <cstdint>
#include <stop_token>
#include <vector>

namespace sidelight::display {

/// A box of one level: numbered, sized, without text.
struct FlatNode {
    Size size;
    bool atTop = false;    ///< Alone (with others of its kind) in the first rank: an entry port, or the node that pieces share.
    bool atBottom = false; ///< The same for the last rank.
    double gapBelow = 0;   ///< Room that its rank keeps free below it.
    double axis = -1;      ///< x of the line that runs through it (a frame's ports), from its left side; negative: its middle.
    [[nodiscard]] double axisFromMiddle() const { return axis < 0 ? 0 : axis - size.width / 2; }
    friend bool operator==(const FlatNode&, const FlatNode&) = default;
};
constexpr double kAnyPort = -1;
/// An edge of one level. Edges that leave a node at the same place carry the same value and share their way.
struct FlatEdge {
    std::uint32_t from = 0;
    std::uint32_t to = 0;
    double fromPort = kAnyPort; ///< x of the end on the node's border, from its left side; kAnyPort lets the layout choose.
    double toPort = kAnyPort;
    std::uint32_t value = 0;    ///< Edges of one node with equal numbers carry the same value.
    Size label;                 ///< Drawn once for each value; empty when there is none.
    friend bool operator==(const FlatEdge&, const FlatEdge&) = default;
};
/// One level: what is laid out at once, from top to bottom. Nodes are in topological order; an edge against it is drawn upwards.
struct FlatGraph {
    std::vector<FlatNode> nodes;
    std::vector<FlatEdge> edges;
};
/// Where everything of a FlatGraph stands; the upper left corner is at 0, 0.
struct FlatLayout {
    std::vector<Point> at;                  ///< Upper left corners.
    std::vector<std::vector<Point>> routes; ///< Cubic Béziers; empty for an edge from a node to itself.
    std::vector<Rect> labels;
    Size size;
};

struct FlatOptions {
    std::size_t largestPiece = 300;
    std::stop_token stop;
};

/// The point of a cubic Bézier at `t` in 0…1; `p` are its four points.
Point bezierAt(const Point* p, double t);

} // namespace sidelight::display
