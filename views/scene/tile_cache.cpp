// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "views/scene/tile_cache.h"

#include <QElapsedTimer>
#include <QPainter>

#include <cmath>

namespace sidelight::views {
namespace {

constexpr double kTile = 256; // Logical pixels.
constexpr std::size_t kMostTiles = 400;

} // namespace

void TileCache::clear()
{
    current_ = {};
    previous_ = {};
}

bool TileCache::draw(
    QPainter& painter, const QRectF& visible, double scale, double pixelRatio, int budgetMs, const PaintTile& paintTile)
{
    if (current_.scale != scale || current_.pixelRatio != pixelRatio) {
        if (!current_.tiles.empty())
            previous_ = std::move(current_);
        current_ = {scale, pixelRatio, {}};
    }
    if (current_.tiles.size() > kMostTiles)
        current_.tiles.clear();
    const double side = kTile / scale;
    const auto first = [side](double at) { return static_cast<std::int64_t>(std::floor(at / side)); };
    bool isMissing = false;
    QElapsedTimer timer;
    timer.start();
    for (std::int64_t y = first(visible.top()); y <= first(visible.bottom()); ++y) {
        for (std::int64_t x = first(visible.left()); x <= first(visible.right()); ++x) {
            if (current_.tiles.contains({x, y}))
                continue;
            if (timer.elapsed() > budgetMs) {
                isMissing = true;
                continue;
            }
            const int pixels = static_cast<int>(std::ceil(kTile * pixelRatio));
            QImage image(pixels, pixels, QImage::Format_ARGB32_Premultiplied);
            image.fill(Qt::transparent);
            QPainter tilePainter(&image);
            tilePainter.scale(scale * pixelRatio, scale * pixelRatio);
            const QRectF area(double(x) * side, double(y) * side, side, side);
            tilePainter.translate(-area.topLeft());
            paintTile(tilePainter, area);
            tilePainter.end();
            current_.tiles.emplace(std::pair(x, y), std::move(image));
        }
    }
    if (isMissing)
        drawLayer(painter, previous_, visible);
    else
        previous_ = {};
    drawLayer(painter, current_, visible);
    return isMissing;
}

void TileCache::drawLayer(QPainter& painter, const Layer& layer, const QRectF& visible) const
{
    if (layer.scale <= 0)
        return;
    const double side = kTile / layer.scale;
    painter.setRenderHint(QPainter::SmoothPixmapTransform, &layer == &previous_);
    for (const auto& [at, image] : layer.tiles) {
        const QRectF place(double(at.first) * side, double(at.second) * side, side, side);
        if (place.intersects(visible))
            painter.drawImage(place, image);
    }
}

} // namespace sidelight::views
