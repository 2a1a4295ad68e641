// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "views/scene/edge_painting.h"

#include <QLineF>
#include <QPainter>

#include <cmath>
#include <limits>

namespace sidelight::views {
namespace {

QPointF at(const display::Point& p)
{
    return {p.x, p.y};
}

/// A head of 8 × 7 units with its tip at the route's end.
void paintHead(QPainter& painter, const display::Route& route, const QColor& color)
{
    const QPointF tip = at(route.points.back());
    QPointF from = tip;
    for (std::size_t i = route.points.size() - 1; i-- > 0 && QLineF(from, tip).length() < 0.5;)
        from = at(route.points[i]);
    const double length = QLineF(from, tip).length();
    const QPointF along = length < 0.5 ? QPointF(0, 1) : (tip - from) / length;
    const QPointF across(-along.y(), along.x());
    const QPointF head[] = {tip, tip - along * 7 + across * 4, tip - along * 7 - across * 4};
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    painter.drawPolygon(head, 3);
}

QPointF bezier(const display::Point* p, double t)
{
    const double u = 1 - t;
    return u * u * u * at(p[0]) + 3 * u * u * t * at(p[1]) + 3 * u * t * t * at(p[2]) + t * t * t * at(p[3]);
}

/// Edges of one value are selected together.
bool sharesValue(const display::DisplayGraph& graph, std::uint32_t edge, std::int64_t selected)
{
    if (edge == selected)
        return true;
    if (selected >= static_cast<std::int64_t>(graph.edges.size()))
        return false;
    const display::DisplayEdge& a = graph.edges[edge];
    const display::DisplayEdge& b = graph.edges[static_cast<std::size_t>(selected)];
    return !a.producer.nodes.empty() && a.producer == b.producer && a.output == b.output;
}

} // namespace

QPainterPath pathOf(const display::Route& route)
{
    QPainterPath path;
    if (route.points.empty())
        return path;
    path.moveTo(at(route.points.front()));
    for (std::size_t i = 1; i + 2 < route.points.size(); i += 3)
        path.cubicTo(at(route.points[i]), at(route.points[i + 1]), at(route.points[i + 2]));
    return path;
}

double distanceTo(const display::Route& route, const QPointF& point)
{
    constexpr int kSteps = 16;
    double best = std::numeric_limits<double>::max();
    for (std::size_t i = 0; i + 3 < route.points.size(); i += 3) {
        for (int step = 0; step < kSteps; ++step) {
            const QPointF a = bezier(&route.points[i], double(step) / kSteps);
            const QPointF b = bezier(&route.points[i], double(step + 1) / kSteps);
            const QPointF along = b - a;
            const double squared = QPointF::dotProduct(along, along);
            const double t = squared > 0 ? std::clamp(QPointF::dotProduct(point - a, along) / squared, 0.0, 1.0) : 0.0;
            best = std::min(best, QLineF(point, a + t * along).length());
        }
    }
    return best;
}

void paintEdges(const Brushwork& work, const std::vector<std::uint32_t>& edges, const Highlights& highlights)
{
    QPainter& painter = work.painter;
    const bool isCoarse = work.detail == Detail::Boxes;
    const auto stands = [&](std::uint32_t box) {
        return highlights.selected.contains(box) || std::int64_t{box} == highlights.hovered;
    };
    for (const std::uint32_t i : edges) {
        const display::Route& route = work.laidOut.routes[i];
        const display::DisplayEdge& edge = work.laidOut.graph.edges[i];
        if (route.points.size() < 2)
            continue;
        const bool isSelected = work.options.isDrawingState && highlights.selectedEdge >= 0 &&
                                sharesValue(work.laidOut.graph, i, highlights.selectedEdge);
        const bool isLoud = work.options.isDrawingState && (stands(edge.from) || stands(edge.to));
        QColor color = edge.delta == display::Delta::None ? work.palette.edge : deltaColor(work.palette, edge.delta);
        if (edge.pending)
            color = work.palette.erased;
        else if (isLoud && edge.delta == display::Delta::None)
            color = work.palette.text;
        if (isSelected)
            color = work.palette.selection;
        QPen pen(color, isSelected ? 2.5 : isLoud ? 1.9 : 1.3);
        if (edge.delta == display::Delta::Erased || edge.pending)
            pen.setDashPattern({4, 3});
        if (isCoarse)
            pen.setWidthF(std::max(1.3, 0.7 / work.options.scale));
        painter.setPen(pen);
        painter.setBrush(Qt::NoBrush);
        if (isCoarse) {
            painter.drawLine(at(route.points.front()), at(route.points.back()));
            continue;
        }
        painter.drawPath(pathOf(route));
        if (work.laidOut.graph.nodes[edge.to].role != display::Role::Stub)
            paintHead(painter, route, color);
    }
}

void paintEdgeLabels(const Brushwork& work, const std::vector<std::uint32_t>& edges)
{
    if (work.detail != Detail::Full)
        return;
    for (const std::uint32_t i : edges) {
        const display::Route& route = work.laidOut.routes[i];
        const display::DisplayEdge& edge = work.laidOut.graph.edges[i];
        if (route.label.width <= 0 || edge.pending)
            continue;
        const QRectF place = toQRect(route.label);
        QColor backing = groundOf(work, work.laidOut.graph.nodes[edge.from].cluster);
        backing.setAlpha(225);
        work.painter.setPen(Qt::NoPen);
        work.painter.setBrush(backing);
        work.painter.drawRoundedRect(place.adjusted(-2, 0, 2, 0), 3, 3);
        const double baseline = place.center().y() + 3.8;
        paintText(work, display::Face::EdgeLabel, {place.x(), baseline}, edge.label, place.width() + 2,
            work.palette.secondaryText);
        if (work.options.showValueNames && !edge.name.empty())
            paintText(work, display::Face::EdgeLabel, {place.x(), baseline - 13}, edge.name, 240, work.palette.text);
    }
}

} // namespace sidelight::views
