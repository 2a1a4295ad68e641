// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "views/scene/camera.h"

#include <algorithm>
#include <cmath>

namespace sidelight::views {

QTransform Camera::toView(const QSizeF& view) const
{
    QTransform transform;
    transform.translate(view.width() / 2, view.height() / 2);
    transform.scale(scale, scale);
    transform.translate(-center.x(), -center.y());
    return transform;
}

QPointF Camera::toScene(const QPointF& at, const QSizeF& view) const
{
    return center + QPointF(at.x() - view.width() / 2, at.y() - view.height() / 2) / scale;
}

QRectF Camera::visible(const QSizeF& view) const
{
    const QSizeF size = view / scale;
    return {center.x() - size.width() / 2, center.y() - size.height() / 2, size.width(), size.height()};
}

Camera fitted(const QRectF& bounds, const QSizeF& view, double largest)
{
    constexpr double kMargin = 24;
    const double across = std::max(view.width() - 2 * kMargin, 10.0) / std::max(bounds.width(), 1.0);
    const double down = std::max(view.height() - 2 * kMargin, 10.0) / std::max(bounds.height(), 1.0);
    return {bounds.center(), std::clamp(std::min({across, down, largest}), kLeastScale, kLargestScale)};
}

Camera opening(const QRectF& bounds, const QSizeF& view, const Course& course)
{
    constexpr double kReadable = 0.8;
    constexpr double kEdge = 20; ///< Pixels before what is shown first.
    // The trunk in the middle, as far as nothing is lost for it.
    const auto centred = [](double wanted, double low, double high, double half) {
        const double one = low + half, other = high - half;
        return std::clamp(wanted, std::min(one, other), std::max(one, other));
    };
    Camera camera = fitted(bounds, view, 1.0);
    const bool isRight = course.flowsRight;
    const bool isWhole = camera.scale >= kReadable;
    if (!isWhole) {
        const double room = isRight ? view.height() : view.width();
        const double across = std::max(room - 2 * kEdge, 10.0) / std::max(isRight ? bounds.height() : bounds.width(), 1.0);
        camera.scale = std::clamp(across, kReadable, 0.9);
    }
    const QSizeF half = view / (2 * camera.scale);
    const double edge = kEdge / camera.scale;
    camera.center = {centred(course.trunk.x(), bounds.left() - edge, bounds.right() + edge, half.width()),
        centred(course.trunk.y(), bounds.top() - edge, bounds.bottom() + edge, half.height())};
    // What is too long for the view is shown from its beginning; what fits stands in the middle.
    if (isWhole)
        (isRight ? camera.center.rx() : camera.center.ry()) = isRight ? bounds.center().x() : bounds.center().y();
    else if (isRight)
        camera.center.rx() = bounds.left() - edge + half.width();
    else
        camera.center.ry() = bounds.top() - edge + half.height();
    return camera;
}

Camera zoomedAt(const Camera& camera, double factor, const QPointF& at, const QSizeF& view)
{
    const QPointF fixed = camera.toScene(at, view);
    Camera zoomed = camera;
    zoomed.scale = std::clamp(camera.scale * factor, kLeastScale, kLargestScale);
    zoomed.center = fixed - QPointF(at.x() - view.width() / 2, at.y() - view.height() / 2) / zoomed.scale;
    return zoomed;
}

Camera revealing(const Camera& camera, const QRectF& rect, const QSizeF& view)
{
    const double margin = 30 / camera.scale;
    QRectF visible = camera.visible(view);
    const QRectF wanted = rect.adjusted(-margin, -margin, margin, margin);
    const auto shift = [](double low, double high, double wantedLow, double wantedHigh) {
        if (wantedHigh - wantedLow > high - low)
            return (wantedLow + wantedHigh) / 2 - (low + high) / 2;
        if (wantedLow < low)
            return wantedLow - low;
        return wantedHigh > high ? wantedHigh - high : 0.0;
    };
    Camera moved = camera;
    moved.center += QPointF(shift(visible.left(), visible.right(), wanted.left(), wanted.right()),
        shift(visible.top(), visible.bottom(), wanted.top(), wanted.bottom()));
    return moved;
}

Camera mixed(const Camera& from, const Camera& to, double t)
{
    return {from.center + (to.center - from.center) * t, from.scale * std::pow(to.scale / from.scale, t)};
}

} // namespace sidelight::views
