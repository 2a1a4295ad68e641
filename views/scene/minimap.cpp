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
constexpr double kNarrowest = 34;

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
    const double width = std::max(graph_->size.width * scale + 2 * kPadding, kNarrowest);
    const double height = std::max(graph_->size.height * scale + 2 * kPadding, kNarrowest);
    return {view.width() - width - 12, view.height() - height - 12, width, height};
}

double Minimap::scaleFor(const QRectF& place) const
{
    return std::min(
        (place.width() - 2 * kPadding) / graph_->size.width, (place.height() - 2 * kPadding) / graph_->size.height);
}

void Minimap::paint(QPainter& painter, const QRectF& place, const QRectF& visible, const Palette& palette)
{
    const double scale = scaleFor(place);
    const double ratio = painter.device()->devicePixelRatioF();
    if (picture_.isNull() || pictureSize_ != place.size() || pictureIsDark_ != palette.isDark) {
        picture_ = QImage((place.size() * ratio).toSize(), QImage::Format_ARGB32_Premultiplied);
        picture_.setDevicePixelRatio(ratio);
        picture_.fill(palette.background);
        pictureSize_ = place.size();
        pictureIsDark_ = palette.isDark;
        QPainter map(&picture_);
        map.translate(
            (place.width() - graph_->size.width * scale) / 2, (place.height() - graph_->size.height * scale) / 2);
        map.scale(scale, scale);
        QColor frame = palette.openLine;
        frame.setAlpha(110);
        for (const display::Rect& r : graph_->frames)
            map.fillRect(toQRect(r), frame);
        const double least = 1.2 / scale;
        for (std::size_t i = 0; i < graph_->boxes.size(); ++i) {
            const display::Rect& r = graph_->boxes[i];
            const display::DisplayNode& node = graph_->graph.nodes[i];
            const bool isChanged = node.delta != display::Delta::None;
            const QColor fill = isChanged              ? deltaColor(palette, node.delta)
                                : node.badge.count > 0 ? palette.warning
                                : palette.isDark       ? QColor(0x55, 0x62, 0x7A)
                                                       : QColor(0xA9, 0xB7, 0xD2);
            map.fillRect(QRectF(r.x, r.y, std::max(r.width, least), std::max(r.height, least)), fill);
        }
    }
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.drawImage(place.topLeft(), picture_);
    painter.setPen(QPen(palette.line, 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(place, 5, 5);
    const QPointF origin = place.topLeft() + QPointF((place.width() - graph_->size.width * scale) / 2,
                                                 (place.height() - graph_->size.height * scale) / 2);
    QRectF window(origin + visible.topLeft() * scale, visible.size() * scale);
    window = window.intersected(place.adjusted(2, 2, -2, -2));
    painter.setPen(QPen(palette.selection, 1.5));
    painter.drawRoundedRect(window, 2, 2);
    painter.restore();
}

QPointF Minimap::toScene(const QPointF& at, const QRectF& place) const
{
    const double scale = scaleFor(place);
    const QPointF origin = place.topLeft() + QPointF((place.width() - graph_->size.width * scale) / 2,
                                                 (place.height() - graph_->size.height * scale) / 2);
    return (at - origin) / scale;
}

} // namespace sidelight::views
