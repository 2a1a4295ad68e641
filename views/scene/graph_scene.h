// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/display/display_graph.h"
#include "views/scene/camera.h"
#include "views/scene/graph_painter.h"

#include <QPointF>
#include <QRectF>

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace sidelight::views {

/// What is under a point.
struct Hit
{
    enum class Kind : std::uint8_t
    {
        Nothing,
        Box,
        ExpandMark,
        Frame,
        FrameTitle,
        CollapseMark,
        Edge
    };
    Kind kind = Kind::Nothing;
    std::uint32_t index = 0; ///< Of the box, the frame or the edge.
    friend bool operator==(const Hit&, const Hit&) = default;
};

enum class Direction : std::uint8_t
{
    Up,
    Down,
    Left,
    Right
};

/// A graph that is shown: found by place, by node and along its edges. Knows no widget.
class GraphScene
{
public:
    using Graph = std::shared_ptr<const display::LaidOutGraph>;

    explicit GraphScene(Graph graph);

    [[nodiscard]] const display::LaidOutGraph& laidOut() const { return *graph_; }
    [[nodiscard]] const Graph& shared() const { return graph_; }
    [[nodiscard]] const GraphIndex& index() const { return index_; }
    [[nodiscard]] Course course() const;
    [[nodiscard]] QRectF bounds() const { return {0, 0, graph_->size.width, graph_->size.height}; }

    /// `tolerance`: how far from an edge still counts, in graph units.
    [[nodiscard]] Hit hit(const QPointF& point, double tolerance) const;

    /// Boxes that show any of `paths`; of a path whose own box is hidden, the one that holds it.
    [[nodiscard]] std::set<std::uint32_t> boxesOf(const std::set<NodePath>& paths) const;
    /// Open frames of these nodes.
    [[nodiscard]] std::set<std::uint32_t> framesOf(const std::set<NodePath>& paths) const;
    /// What selecting box `box` selects: its node, or all a module holds.
    [[nodiscard]] std::set<NodePath> pathsOf(std::uint32_t box) const;
    [[nodiscard]] QRectF boundsOf(const std::set<std::uint32_t>& boxes, const std::set<std::uint32_t>& frames) const;
    /// The rectangle of the box or frame with this key.
    [[nodiscard]] std::optional<QRectF> placeOf(const display::BoxKey& key) const;

    /// The box that an arrow key leads to from `box`: along edges up and down, to the neighbour left and right. Stays
    /// when there is none.
    [[nodiscard]] std::uint32_t neighbour(std::uint32_t box, Direction direction) const;
    /// Boxes before and after in the flow, by index.
    [[nodiscard]] std::vector<std::uint32_t> producersOf(std::uint32_t box) const;
    [[nodiscard]] std::vector<std::uint32_t> readersOf(std::uint32_t box) const;
    /// Edges that leave a box, by index into the graph's edges.
    [[nodiscard]] std::vector<std::uint32_t> edgesFrom(std::uint32_t box) const;
    /// The box nearest to `point`, or nothing in an empty graph.
    [[nodiscard]] std::optional<std::uint32_t> nearest(const QPointF& point) const;
    /// One sentence about a box, for people who do not see it.
    [[nodiscard]] std::string describe(std::uint32_t box) const;

private:
    [[nodiscard]] std::vector<std::uint32_t> ends(const std::vector<std::uint32_t>& starts,
        const std::vector<std::uint32_t>& edges, std::uint32_t box, bool isTo) const;

    Graph graph_;
    GraphIndex index_;
    std::vector<std::uint32_t> outStarts_, outEdges_, inStarts_, inEdges_;
};

} // namespace sidelight::views
