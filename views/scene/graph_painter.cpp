// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "views/scene/graph_painter.h"

#include "core/display/box_metrics.h"
#include "views/scene/edge_painting.h"
#include "views/scene/node_painting.h"

#include <QPainter>

#include <algorithm>
#include <limits>

namespace sidelight::views {
namespace {

display::Rect bounds(const display::Route& route)
{
    double left = std::numeric_limits<double>::max(), top = left;
    double right = std::numeric_limits<double>::lowest(), bottom = right;
    const auto take = [&](double x, double y) {
        left = std::min(left, x);
        right = std::max(right, x);
        top = std::min(top, y);
        bottom = std::max(bottom, y);
    };
    for (const display::Point& p : route.points)
        take(p.x, p.y);
    if (route.label.width > 0) {
        take(route.label.x, route.label.y);
        take(route.label.right(), route.label.bottom());
    }
    return route.points.empty() ? display::Rect{} : display::Rect{left, top, right - left, bottom - top};
}

std::vector<display::Rect> boundsOf(const std::vector<display::Route>& routes)
{
    std::vector<display::Rect> rects;
    rects.reserve(routes.size());
    for (const display::Route& route : routes)
        rects.push_back(bounds(route));
    return rects;
}

QRectF grown(const QRectF& rect, double by)
{
    return rect.adjusted(-by, -by, by, by);
}

} // namespace

GraphIndex::GraphIndex(const display::LaidOutGraph& graph)
    : boxes(graph.boxes), frames(graph.frames), routes(boundsOf(graph.routes))
{}

Detail detailAt(double scale)
{
    if (scale >= 0.42)
        return Detail::Full;
    if (scale >= 0.16)
        return Detail::Titles;
    return scale >= 0.05 ? Detail::Boxes : Detail::Bands;
}

QRectF expandMark(const display::Rect& box)
{
    using M = display::BoxMetrics;
    return {box.right() - M::buttonWidth, box.y, M::buttonWidth, std::min(M::header, box.height)};
}

QRectF collapseMark(const display::Rect& frame)
{
    return {frame.right() - 26, frame.y + 7, 17, 17};
}

GraphPainter::GraphPainter(const display::LaidOutGraph& laidOut, const GraphIndex& index, const Palette& palette)
    : laidOut_(laidOut), index_(index), palette_(palette)
{}

void GraphPainter::paint(
    QPainter& painter, const QRectF& area, const PaintOptions& options, const Highlights& highlights) const
{
    const display::Rect wide = fromQRect(grown(area, 16));
    const Brushwork work{painter, laidOut_, palette_, measure_, detailAt(options.scale), options};
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, work.detail != Detail::Bands);
    const auto frames = index_.frames.query(wide);
    const auto boxes = index_.boxes.query(wide);
    paintFrames(work, frames, highlights);
    if (work.detail != Detail::Bands)
        paintEdges(work, index_.routes.query(wide), highlights);
    paintNodes(work, boxes);
    if (work.detail != Detail::Bands)
        paintEdgeLabels(work, index_.routes.query(wide));
    paintMarks(work, boxes);
    paintFrameTitles(work, frames, area);
    painter.restore();
    if (options.isDrawingState)
        paintState(painter, area, options, highlights);
}

void GraphPainter::paintState(
    QPainter& painter, const QRectF& area, const PaintOptions& options, const Highlights& highlights) const
{
    const display::Rect wide = fromQRect(grown(area, 16));
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    paintRings({painter, laidOut_, palette_, measure_, detailAt(options.scale), options}, wide, highlights);
    painter.restore();
}

} // namespace sidelight::views
