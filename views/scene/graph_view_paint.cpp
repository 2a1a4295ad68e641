// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
// Painting of GraphView.

#include "views/scene/graph_view.h"

#include "views/support/fonts.h"

#include <QPaintEvent>
#include <QPainter>

namespace sidelight::views {
namespace {

constexpr double kTileScale = 0.16; ///< Below it graphs are drawn from tiles.
constexpr int kTileBudgetMs = 12;
constexpr double kFaint = 0.3;

} // namespace

void GraphView::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), palette_->pane);
    if (scene_)
        paintScene(painter);
    if (!fading_.isNull()) {
        painter.setOpacity(fade_.currentValue().toDouble());
        painter.drawPixmap(0, 0, fading_);
        painter.setOpacity(1);
    }
    if (!message_.isEmpty())
        paintMessage(painter);
    if (drag_ == Drag::Band) {
        QColor tint = palette_->accent;
        painter.setPen(tint);
        tint.setAlpha(30);
        painter.setBrush(tint);
        painter.drawRect(QRectF(pressedAt_, lastAt_).normalized());
    }
    if (hasFocus()) {
        painter.setRenderHint(QPainter::Antialiasing, false);
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(palette_->accent, 1));
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
    }
    if (scene_ && std::exchange(isUnpainted_, false))
        QMetaObject::invokeMethod(this, &GraphView::graphPainted, Qt::QueuedConnection);
}

void GraphView::paintScene(QPainter& painter)
{
    const QRectF visible = camera_.visible(size());
    const GraphPainter graphPainter(scene_->laidOut(), scene_->index(), *palette_);
    const PaintOptions options{camera_.scale, isShowingValueNames_, true};
    painter.save();
    painter.setTransform(camera_.toView(size()), true);
    if (camera_.scale >= kTileScale) {
        graphPainter.paint(painter, visible, options, highlights_);
    } else {
        const PaintOptions plain{camera_.scale, false, false};
        const bool isMissing = tiles_.draw(painter, visible, camera_.scale, devicePixelRatioF(), kTileBudgetMs,
            [&](QPainter& tile, const QRectF& area) { graphPainter.paint(tile, area, plain); });
        graphPainter.paintState(painter, visible, options, highlights_);
        if (isMissing)
            update();
    }
    painter.restore();
    if (const QRectF map = mapPlace(); !map.isEmpty()) {
        painter.setOpacity(isMapFaint() ? kFaint : 1);
        minimap_.paint(painter, map, visible, *palette_);
        painter.setOpacity(1);
    }
}

void GraphView::paintMessage(QPainter& painter)
{
    painter.setFont(wordFont(13));
    painter.setPen(palette_->secondaryText);
    painter.drawText(rect().adjusted(30, 30, -30, -30), Qt::AlignCenter | Qt::TextWordWrap, message_);
}

} // namespace sidelight::views
