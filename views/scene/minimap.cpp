// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "views/scene/minimap.h"

#include "views/scene/graph_painter.h"

#include <QPainter>

#include <algorithm>

namespace sidelight::views {
namespace {

constexpr double kPadding = 5;
constexpr double kWidest = 120;
constexpr double kTallest = 190;
constexpr double kNarrowest = 44;
constexpr double kMostStretch = 12;
constexpr double kLeastWindow = 6;

} // namespace

void Minimap::setGraph(std::shared_ptr<const display::LaidOutGraph> graph)
{
    graph_ = std::move(graph);
    picture_ = {};
}

QRectF Minimap::place(const QSizeF& view, const QRectF& visible) const
{
    if (!graph_ || graph_->size.width <= 0 || graph_->size.height <= 0 || view.width() < 320 || view.height() < 220)
        return {};
    if (visible.contains(QRectF(0, 0, graph_->size.width, graph_->size.height)))
        return {};
    const double scale =
        std::min((kWidest - 2 * kPadding) / graph_->size.width, (kTallest - 2 * kPadding) / graph_->size.height);
    // A long graph is drawn wider than it is: else it would be a line.
    const double width = std::max(graph_->size.width * scale + 2 * kPadding, kNarrowest);
    const double height = std::max(graph_->size.height * scale + 2 * kPadding, kNarrowest);
    return {view.width() - width - 12, view.height() - height - 12, width, height};
}

QTransform Minimap::toMap(const QRectF& place) const
{
    const QSizeF room(place.width() - 2 * kPadding, place.height() - 2 * kPadding);
    const double even = std::min(room.width() / graph_->size.width, room.height() / graph_->size.height);
    const double across = std::min(room.width() / graph_->size.width, even * kMostStretch);
    const double down = std::min(room.height() / graph_->size.height, even * kMostStretch);
    QTransform transform;
    transform.translate(place.left() + (place.width() - graph_->size.width * across) / 2,
        place.top() + (place.height() - graph_->size.height * down) / 2);
    transform.scale(across, down);
    return transform;
}

void Minimap::paint(QPainter& painter, const QRectF& place, const QRectF& visible, const Palette& palette)
{
    const double ratio = painter.device()->devicePixelRatioF();
    if (picture_.isNull() || pictureSize_ != place.size() || pictureIsDark_ != palette.isDark) {
        picture_ = QImage((place.size() * ratio).toSize(), QImage::Format_ARGB32_Premultiplied);
        picture_.setDevicePixelRatio(ratio);
        picture_.fill(palette.background);
        pictureSize_ = place.size();
        pictureIsDark_ = palette.isDark;
        QPainter map(&picture_);
        const QTransform transform = toMap({QPointF(0, 0), place.size()});
        map.setTransform(transform, true);
        QColor frame = palette.openLine;
        frame.setAlpha(110);
        for (const display::Rect& r : graph_->frames)
            map.fillRect(toQRect(r), frame);
        const QSizeF least(1.2 / transform.m11(), 1.2 / transform.m22());
        for (std::size_t i = 0; i < graph_->boxes.size(); ++i) {
            const display::Rect& r = graph_->boxes[i];
            const display::DisplayNode& node = graph_->graph.nodes[i];
            const bool isChanged = node.delta != display::Delta::None;
            const QColor fill = isChanged              ? deltaColor(palette, node.delta)
                                : node.badge.count > 0 ? levelColor(palette, node.badge.level)
                                : palette.isDark       ? QColor(0x55, 0x62, 0x7A)
                                                       : QColor(0xA9, 0xB7, 0xD2);
            map.fillRect(QRectF(r.x, r.y, std::max(r.width, least.width()), std::max(r.height, least.height())), fill);
        }
    }
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.drawImage(place.topLeft(), picture_);
    painter.setPen(QPen(palette.line, 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(place, 5, 5);
    // Of a very long graph hardly anything is in sight: the window stays large enough to be seen and dragged.
    QRectF window = toMap(place).mapRect(visible);
    const double grow = std::max(0.0, (kLeastWindow - window.height()) / 2);
    window = window.adjusted(0, -grow, 0, grow).intersected(place.adjusted(2, 2, -2, -2));
    painter.setPen(QPen(palette.selection, 1.5));
    painter.drawRoundedRect(window, 2, 2);
    painter.restore();
}

QPointF Minimap::toScene(const QPointF& at, const QRectF& place) const
{
    return toMap(place).inverted().map(at);
}

} // namespace sidelight::views
