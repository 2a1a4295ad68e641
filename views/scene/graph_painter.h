// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/display/display_graph.h"
#include "views/scene/spatial_index.h"
#include "views/support/fonts.h"
#include "views/support/palette.h"

#include <QRectF>

#include <cstdint>
#include <memory>
#include <set>

class QPainter;

namespace sidelight::views {

inline QRectF toQRect(const display::Rect& r)
{
    return {r.x, r.y, r.width, r.height};
}
inline display::Rect fromQRect(const QRectF& r)
{
    return {r.x(), r.y(), r.width(), r.height()};
}

/// Where the boxes, frames and edges of one graph are.
struct GraphIndex
{
    SpatialIndex boxes;
    SpatialIndex frames;
    SpatialIndex routes;
    explicit GraphIndex(const display::LaidOutGraph& graph);
};

/// Boxes and frames that stand out, by index.
struct Highlights
{
    std::set<std::uint32_t> selected; ///< Boxes.
    std::set<std::uint32_t> selectedFrames;
    std::set<std::uint32_t> found; ///< Boxes that a search found.
    std::set<std::uint32_t> previewed; ///< Boxes of the partners of what is hovered in the other graph.
    std::int64_t selectedEdge = -1;    ///< An edge, or -1.
    std::int64_t hovered = -1;     ///< A box, or -1.
    std::int64_t current = -1;     ///< The box that keys start from, or -1.
    bool hasFocus = false;
};

/// How much is drawn of a node at a scale.
enum class Detail : std::uint8_t
{
    Full,
    Titles,
    Boxes,
    Bands
};
Detail detailAt(double scale);

struct PaintOptions
{
    double scale = 1; ///< Device pixels for one unit: chooses the detail.
    bool showValueNames = false;
    bool isDrawingState = true; ///< False: selection, search and hover are left out (tiles).
};

/// Paints a laid-out graph with any QPainter: window, picture, SVG or PDF. The painter's transform maps graph units to
/// the device.
class GraphPainter
{
public:
    GraphPainter(const display::LaidOutGraph& laidOut, const GraphIndex& index, const Palette& palette);

    /// Paints what meets `area` (graph units). The background is the caller's.
    void paint(
        QPainter& painter, const QRectF& area, const PaintOptions& options, const Highlights& highlights = {}) const;
    /// Paints rings only, for above cached tiles.
    void paintState(
        QPainter& painter, const QRectF& area, const PaintOptions& options, const Highlights& highlights) const;

private:
    const display::LaidOutGraph& laidOut_;
    const GraphIndex& index_;
    const Palette& palette_;
    FontTextMeasure measure_;
};

constexpr double kBadgeRadius = 8;

/// The place of ƒ or + in the header of an expandable box.
QRectF expandMark(const display::Rect& box);
/// The place of − in the corner of an open frame.
QRectF collapseMark(const display::Rect& frame);

} // namespace sidelight::views
