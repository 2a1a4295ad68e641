// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QPointF>
#include <QRectF>
#include <QSizeF>
#include <QTransform>

namespace sidelight::views {

/// Which part of a graph a view shows: the graph point in its middle, and pixels for one unit.
struct Camera
{
    QPointF center;
    double scale = 1;

    [[nodiscard]] QTransform toView(const QSizeF& view) const;
    [[nodiscard]] QPointF toScene(const QPointF& at, const QSizeF& view) const;
    [[nodiscard]] QRectF visible(const QSizeF& view) const;
    friend bool operator==(const Camera&, const Camera&) = default;
};

constexpr double kLeastScale = 0.002;
constexpr double kLargestScale = 8;

/// All of `bounds`, at most `largest` pixels for a unit.
Camera fitted(const QRectF& bounds, const QSizeF& view, double largest);
/// How a graph runs.
struct Course
{
    QPointF trunk; ///< Half of the boxes' middles lie on either side of it.
    bool flowsRight = false;
};
/// What a view shows first: everything when it can be read, else the beginning at a size that can; the trunk in the
/// middle as far as it can.
Camera opening(const QRectF& bounds, const QSizeF& view, const Course& course);
/// Zooms by `factor` so that the graph point under `at` (view pixels) stays.
Camera zoomedAt(const Camera& camera, double factor, const QPointF& at, const QSizeF& view);
/// The least move that brings `rect` into view with a margin; the scale stays.
Camera revealing(const Camera& camera, const QRectF& rect, const QSizeF& view);
Camera mixed(const Camera& from, const Camera& to, double t);

} // namespace sidelight::views
