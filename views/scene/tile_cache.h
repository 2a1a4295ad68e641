// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QImage>
#include <QPointF>
#include <QRectF>
#include <QSizeF>

#include <cstdint>
#include <functional>
#include <map>
#include <utility>

class QPainter;

namespace sidelight::views {

/// Pictures of a graph seen from afar, in squares of 256 pixels at one scale. While new ones are painted the last
/// scale's stand in, stretched.
class TileCache
{
public:
    /// Paints graph area `area` with a painter whose transform is set.
    using PaintTile = std::function<void(QPainter&, const QRectF&)>;

    void clear();
    /// Draws the visible tiles; paints missing ones for at most `budgetMs`. Returns whether some are still missing.
    bool draw(QPainter& painter, const QRectF& visible, double scale, double pixelRatio, int budgetMs,
        const PaintTile& paintTile);

private:
    struct Layer
    {
        double scale = 0;
        double pixelRatio = 1;
        std::map<std::pair<std::int64_t, std::int64_t>, QImage> tiles;
    };
    void drawLayer(QPainter& painter, const Layer& layer, const QRectF& visible) const;

    Layer current_;
    Layer previous_;
};

} // namespace sidelight::views
