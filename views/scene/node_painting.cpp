// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "views/scene/node_painting.h"

#include "core/display/box_metrics.h"
#include "views/support/text.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>

namespace sidelight::views {
namespace {

using display::Delta;
using display::DisplayNode;
using display::Face;
using display::Role;
using Metrics = display::BoxMetrics;

constexpr double kRadius = 5;

bool isPale(const DisplayNode& node)
{
    return node.role == Role::Input || node.role == Role::Output;
}

QColor fillOf(const Brushwork& work, const DisplayNode& node)
{
    if (node.role == Role::Stub)
        return work.palette.hover;
    return isPale(node) ? work.palette.pale : headerColor(node.category);
}

QPainterPath headerPath(const QRectF& box, double height)
{
    const double r = kRadius - 0.5;
    QPainterPath path;
    path.moveTo(box.left(), box.top() + height);
    path.lineTo(box.left(), box.top() + r);
    path.arcTo(box.left(), box.top(), 2 * r, 2 * r, 180, -90);
    path.arcTo(box.right() - 2 * r, box.top(), 2 * r, 2 * r, 90, -90);
    path.lineTo(box.right(), box.top() + height);
    path.closeSubpath();
    return path;
}

/// Text that fills a box seen from afar: as large as fits.
void paintFittedTitle(const Brushwork& work, const QRectF& box, std::string_view title, const QColor& color)
{
    const double natural = work.measure.width(title, Face::Title);
    if (natural <= 0)
        return;
    const double factor = std::min({(box.width() - 8) / natural, (box.height() - 4) / 16.0, 3.0});
    if (12 * factor * work.options.scale < 4.5)
        return;
    QPainter& painter = work.painter;
    painter.save();
    painter.translate(box.center().x() - natural * factor / 2, box.center().y() + 4.3 * factor);
    painter.scale(factor / kFaceScale, factor / kFaceScale);
    painter.setPen(color);
    painter.setFont(faceFont(Face::Title));
    painter.drawText(QPointF(0, 0), shown(title));
    painter.restore();
}

void paintStub(const Brushwork& work, const DisplayNode& node, const QRectF& box)
{
    work.painter.setPen(Qt::NoPen);
    work.painter.setBrush(work.palette.hover);
    work.painter.drawRoundedRect(box, box.height() / 2, box.height() / 2);
    if (work.detail == Detail::Full)
        paintText(work, Face::EdgeLabel, {box.left() + 8, box.center().y() + 3.8}, node.title + " \u2197",
            box.width() - 12, work.palette.accent);
}

/// A box that is gone, or that is not there yet.
void paintGhost(const Brushwork& work, const DisplayNode& node, const QRectF& box)
{
    QPen pen(node.pending ? work.palette.added : work.palette.erased, 1.2);
    pen.setDashPattern({4, 3});
    work.painter.setPen(pen);
    work.painter.setBrush(work.palette.pane);
    work.painter.drawRoundedRect(box, kRadius, kRadius);
    if (work.detail == Detail::Full) {
        // Its rows are not shown: the title takes the middle.
        const double room = box.width() - 2 * Metrics::textInset;
        const double width = std::min(work.measure.width(node.title, Face::Title), room);
        paintText(work, Face::Title, {box.center().x() - width / 2, box.center().y() + 4.5}, node.title, room,
            work.palette.secondaryText);
    }
    else if (work.detail == Detail::Titles)
        paintFittedTitle(work, box, node.title, work.palette.secondaryText);
}

void paintRepeat(const Brushwork& work, const DisplayNode& node, double right, double top, const QColor& color)
{
    const std::string text = display::repeatText(node.repeat);
    const double width = work.measure.width(text, Face::Title);
    paintText(work, Face::Title, {right - width, top + 15.5}, text, width + 4, color);
}

void paintHeader(const Brushwork& work, const DisplayNode& node, const QRectF& box)
{
    QPainter& painter = work.painter;
    const QColor fill = fillOf(work, node);
    const QColor ink = isPale(node) ? work.palette.text : textOn(fill);
    double right = box.right() - Metrics::textInset;
    if (node.expandable || node.isFunction) {
        const QRectF mark = expandMark(fromQRect(box));
        QColor faint = ink;
        faint.setAlpha(85);
        painter.setPen(QPen(faint, 1));
        painter.drawLine(QPointF(mark.left(), mark.top() + 4), QPointF(mark.left(), mark.top() + Metrics::header - 4));
        const std::string sign = node.isFunction ? "\u0192" : "+";
        paintText(work, Face::Title, {mark.center().x() - work.measure.width(sign, Face::Title) / 2, box.top() + 15.5},
            sign, Metrics::buttonWidth, ink);
        right = mark.left() - 5;
    }
    if (node.repeat > 1) {
        paintRepeat(work, node, right, box.top(), ink);
        right -= work.measure.width(display::repeatText(node.repeat), Face::Title) + 6;
    }
    double left = box.left() + Metrics::textInset;
    // A box that is nothing but its title carries it in the middle.
    if (node.rows.empty() && right == box.right() - Metrics::textInset)
        left = std::max(left, box.center().x() - work.measure.width(node.title, Face::Title) / 2);
    paintText(work, Face::Title, {left, box.top() + 15.5}, node.title, right - left + 1, ink);
}

void paintRows(const Brushwork& work, const DisplayNode& node, const QRectF& box)
{
    double baseline = box.top() + Metrics::header + Metrics::row;
    for (const display::Row& row : node.rows) {
        double x = box.left() + Metrics::textInset;
        const double right = box.right() - 5;
        if (!row.name.empty()) {
            paintText(work, Face::RowName, {x, baseline}, row.name, right - x, work.palette.text);
            x += work.measure.width(row.name, Face::RowName) + Metrics::rowGap;
        }
        if (!row.value.empty() && x < right)
            paintText(work, Face::RowValue, {x, baseline}, row.value, right - x, work.palette.secondaryText);
        baseline += Metrics::row;
    }
}

void paintNode(const Brushwork& work, const DisplayNode& node, const QRectF& box)
{
    QPainter& painter = work.painter;
    if (work.detail == Detail::Bands) {
        // Never less than a pixel: the shape of a graph stays visible however far away it is.
        const double least = 1.2 / work.options.scale;
        painter.fillRect(QRectF(box.topLeft(), QSizeF(std::max(box.width(), least), std::max(box.height(), least))),
            fillOf(work, node));
        return;
    }
    if (node.role == Role::Stub)
        return paintStub(work, node, box);
    if (node.delta == Delta::Erased || node.pending)
        return paintGhost(work, node, box);

    const QColor fill = fillOf(work, node);
    const QPen border(isPale(node) ? work.palette.edge : work.palette.nodeBorder, 1);
    const bool isPlain = node.rows.empty() || work.detail != Detail::Full;
    painter.setPen(border);
    painter.setBrush(isPlain ? fill : work.palette.nodeBody);
    painter.drawRoundedRect(box, kRadius, kRadius);
    if (work.detail == Detail::Titles)
        return paintFittedTitle(work, box, node.title, isPale(node) ? work.palette.text : textOn(fill));
    if (work.detail != Detail::Full)
        return;
    if (!isPlain) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(fill);
        painter.drawPath(headerPath(box.adjusted(0.5, 0.5, -0.5, 0), Metrics::header));
        paintRows(work, node, box);
    }
    paintHeader(work, node, box);
}

void paintDisc(const Brushwork& work, const QPointF& center, const QColor& fill, const QString& sign, bool isSquare)
{
    QPainter& painter = work.painter;
    const double radius = std::max(kBadgeRadius, 3.2 / work.options.scale);
    painter.setPen(QPen(work.palette.pane, 1.2));
    painter.setBrush(fill);
    const QRectF disc(center.x() - radius, center.y() - radius, 2 * radius, 2 * radius);
    painter.drawRoundedRect(disc, isSquare ? 3.5 : radius, isSquare ? 3.5 : radius);
    if (work.detail != Detail::Full)
        return;
    painter.save();
    painter.translate(center);
    painter.scale(1 / kFaceScale, 1 / kFaceScale);
    QFont font = faceFont(Face::Title);
    font.setPixelSize(105);
    painter.setFont(font);
    painter.setPen(textOn(fill));
    const double box = 10 * kBadgeRadius;
    painter.drawText(QRectF(-box, -box, 2 * box, 2 * box), Qt::AlignCenter, sign);
    painter.restore();
}

void paintBadge(const Brushwork& work, const display::Badge& badge, const QPointF& corner)
{
    if (badge.count > 0)
        paintDisc(work, corner, levelColor(work.palette, badge.level),
            badge.count > 99 ? QStringLiteral("\u2026") : QString::number(badge.count),
            badge.level == support::Level::Error);
}

} // namespace

void paintText(
    const Brushwork& work, Face face, const QPointF& baseline, std::string_view text, double width, const QColor& color)
{
    if (text.empty() || width <= 0)
        return;
    QPainter& painter = work.painter;
    const QFont font = faceFont(face);
    QString line = shown(text);
    if (work.measure.width(text, face) > width + 0.5)
        line = QFontMetricsF(font).elidedText(line, Qt::ElideRight, width * kFaceScale);
    const QTransform before = painter.transform();
    painter.translate(baseline);
    painter.scale(1 / kFaceScale, 1 / kFaceScale);
    painter.setFont(font);
    painter.setPen(color);
    painter.drawText(QPointF(0, 0), line);
    painter.setTransform(before);
}

QColor groundOf(const Brushwork& work, display::ClusterId cluster)
{
    int depth = 0;
    for (; cluster != display::kNoCluster; cluster = work.laidOut.graph.clusters[display::index(cluster)].parent)
        ++depth;
    if (depth % 2 == 0)
        return work.palette.pane;
    const QColor& tint = work.palette.openFill;
    const auto mixed = [&](int over, int under) {
        return static_cast<int>(under + (over - under) * double(tint.alphaF()));
    };
    const QColor& pane = work.palette.pane;
    return {mixed(tint.red(), pane.red()), mixed(tint.green(), pane.green()), mixed(tint.blue(), pane.blue())};
}

void paintFrames(const Brushwork& work, const std::vector<std::uint32_t>& frames, const Highlights& highlights)
{
    for (const std::uint32_t i : frames) {
        const bool isSelected = work.options.isDrawingState && highlights.selectedFrames.contains(i);
        work.painter.setPen(QPen(isSelected ? work.palette.selection : work.palette.openLine, isSelected ? 2.5 : 1));
        work.painter.setBrush(groundOf(work, display::ClusterId{i}));
        work.painter.drawRoundedRect(toQRect(work.laidOut.frames[i]), 9, 9);
    }
}

void paintFrameTitles(const Brushwork& work, const std::vector<std::uint32_t>& frames, const QRectF& area)
{
    QPainter& painter = work.painter;
    for (const std::uint32_t i : frames) {
        const display::Cluster& cluster = work.laidOut.graph.clusters[i];
        const QRectF frame = toQRect(work.laidOut.frames[i]);
        if (work.detail == Detail::Bands) {
            paintFittedTitle(work, frame.adjusted(frame.width() * 0.1, 0, -frame.width() * 0.1, 0), cluster.title,
                work.palette.text);
            continue;
        }
        if (work.detail != Detail::Full)
            continue;
        const QRectF mark = collapseMark(work.laidOut.frames[i]);
        painter.setBrush(work.palette.pane);
        painter.setPen(QPen(work.palette.openLine, 1));
        painter.drawRoundedRect(mark, 4, 4);
        painter.setPen(QPen(work.palette.secondaryText, 1.4));
        painter.drawLine(
            QPointF(mark.center().x() - 3.5, mark.center().y()), QPointF(mark.center().x() + 3.5, mark.center().y()));
        const std::string title = cluster.isFunction ? cluster.title + " \u0192" : cluster.title;
        const double natural = work.measure.width(title, Face::Title);
        double right = mark.left() - 8;
        // Words stay in sight while any of their frame is.
        const double left = std::max(frame.left(), std::min(area.left(), right - natural - 80)) + 12;
        if (cluster.repeat > 1) {
            const std::string text = display::repeatText(cluster.repeat);
            const double width = work.measure.width(text, Face::Title) + 14;
            const double last = std::min(right, std::max(area.right() - 10, left + natural + 10 + width));
            const QRectF pill(last - width, mark.top(), width, mark.height());
            painter.setPen(Qt::NoPen);
            painter.setBrush(work.palette.hover);
            painter.drawRoundedRect(pill, pill.height() / 2, pill.height() / 2);
            paintText(work, Face::Title, {pill.left() + 7, pill.top() + 12.6}, text, width, work.palette.accent);
            right = pill.left() - 6;
        }
        // An edge that enters here passes behind the words.
        const double room = std::min(natural, right - left);
        painter.setPen(Qt::NoPen);
        painter.setBrush(groundOf(work, display::ClusterId{i}));
        painter.drawRect(QRectF(left - 3, frame.top() + 5, std::max(0.0, room + 6), 19));
        paintText(work, Face::Title, {left, frame.top() + 19}, title, right - left, work.palette.accent);
        paintBadge(work, cluster.badge, frame.topRight());
    }
}

void paintNodes(const Brushwork& work, const std::vector<std::uint32_t>& boxes)
{
    for (const std::uint32_t i : boxes)
        paintNode(work, work.laidOut.graph.nodes[i], toQRect(work.laidOut.boxes[i]));
}

void paintMarks(const Brushwork& work, const std::vector<std::uint32_t>& boxes)
{
    if (work.detail == Detail::Bands)
        return;
    for (const std::uint32_t i : boxes) {
        const DisplayNode& node = work.laidOut.graph.nodes[i];
        const QRectF box = toQRect(work.laidOut.boxes[i]);
        if (node.delta != Delta::None && !node.pending) {
            const QColor color = deltaColor(work.palette, node.delta);
            if (node.delta != Delta::Erased) {
                QPen ring(color, 2);
                if (node.delta == Delta::Moved)
                    ring.setDashPattern({1, 2});
                work.painter.setPen(ring);
                work.painter.setBrush(Qt::NoBrush);
                work.painter.drawRoundedRect(box.adjusted(-2.5, -2.5, 2.5, 2.5), kRadius + 2, kRadius + 2);
            }
            paintDisc(work, box.topLeft() + QPointF(-1, -1), color, QString::fromUtf8(deltaSign(node.delta)), false);
        }
        paintBadge(work, node.badge, box.topRight() + QPointF(1, -1));
    }
}

void paintRings(const Brushwork& work, const display::Rect& area, const Highlights& highlights)
{
    QPainter& painter = work.painter;
    const double least = 1.5 / work.options.scale;
    const auto ring = [&](std::uint32_t i, const QColor& color, double width, double out) {
        if (i >= work.laidOut.boxes.size() || !work.laidOut.boxes[i].intersects(area))
            return;
        painter.setPen(QPen(color, std::max(width, least)));
        painter.drawRoundedRect(
            toQRect(work.laidOut.boxes[i]).adjusted(-out, -out, out, out), kRadius + out, kRadius + out);
    };
    QColor tint = work.palette.accent;
    tint.setAlpha(38);
    painter.setBrush(tint);
    if (highlights.hovered >= 0 && !highlights.selected.contains(static_cast<std::uint32_t>(highlights.hovered)))
        ring(static_cast<std::uint32_t>(highlights.hovered), work.palette.accent, 1.2, 1.5);
    painter.setBrush(Qt::NoBrush);
    for (const std::uint32_t i : highlights.previewed)
        if (!highlights.selected.contains(i) && i < work.laidOut.boxes.size() &&
            work.laidOut.boxes[i].intersects(area)) {
            QPen dashed(work.palette.accent, std::max(2.0, least));
            dashed.setDashPattern({3, 2});
            painter.setPen(dashed);
            painter.drawRoundedRect(toQRect(work.laidOut.boxes[i]).adjusted(-4, -4, 4, 4), kRadius + 4, kRadius + 4);
        }
    for (const std::uint32_t i : highlights.found)
        ring(i, work.palette.accent, 2, 4);
    for (const std::uint32_t i : highlights.selected)
        ring(i, work.palette.selection, 2.5, 3);
    // Marks stay above the rings.
    std::vector<std::uint32_t> ringed(highlights.selected.begin(), highlights.selected.end());
    ringed.insert(ringed.end(), highlights.found.begin(), highlights.found.end());
    std::erase_if(ringed,
        [&](std::uint32_t i) { return i >= work.laidOut.boxes.size() || !work.laidOut.boxes[i].intersects(area); });
    paintMarks(work, ringed);
    painter.setBrush(Qt::NoBrush);
    if (highlights.hasFocus && highlights.current >= 0 && highlights.selected.size() > 1)
        ring(static_cast<std::uint32_t>(highlights.current), work.palette.selection, 1, 6);
}

} // namespace sidelight::views
