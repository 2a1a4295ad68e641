// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/display/display_graph.h"
#include "views/support/palette.h"

#include <QImage>
#include <QPointF>
#include <QRectF>
#include <QSizeF>
#include <QTransform>

#include <memory>

class QPainter;

namespace sidelight::views {

/// The whole graph in a corner of the view, with the visible part framed.
class Minimap
{
public:
    void setGraph(std::shared_ptr<const display::LaidOutGraph> graph);
    /// Where the map stands in a view of this size; empty when it is not shown: everything is visible anyway, or there
    /// is no room.
    [[nodiscard]] QRectF place(const QSizeF& view, const QRectF& visible) const;
    void paint(QPainter& painter, const QRectF& place, const QRectF& visible, const Palette& palette);
    /// The graph point under a point of the map.
    [[nodiscard]] QPointF toScene(const QPointF& at, const QRectF& place) const;

private:
    /// From the graph to a map at `place`.
    [[nodiscard]] QTransform toMap(const QRectF& place) const;

    std::shared_ptr<const display::LaidOutGraph> graph_;
    QImage picture_;
    QSizeF pictureSize_;
    bool pictureIsDark_ = false;
};

} // namespace sidelight::views
