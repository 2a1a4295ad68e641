// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "views/scene/graph_view.h"

#include "views/scene/accessible_graph.h"
#include "views/support/text.h"

#include <QGestureEvent>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QStyle>
#include <QToolTip>

#include <cmath>

namespace sidelight::views {
namespace {

constexpr int kMotionMs = 150;

Camera openingOf(const GraphScene& scene, const QSizeF& view)
{
    return opening(scene.bounds(), view, scene.course());
}

} // namespace

GraphView::GraphView(QWidget* parent) : QWidget(parent)
{
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setAttribute(Qt::WA_OpaquePaintEvent);
    grabGesture(Qt::PinchGesture);
    setMinimumSize(160, 120);
    installAccessibleGraphs();
    flight_.setDuration(kMotionMs);
    flight_.setStartValue(0.0);
    flight_.setEndValue(1.0);
    flight_.setEasingCurve(QEasingCurve::OutCubic);
    connect(&flight_, &QVariantAnimation::valueChanged, this, [this](const QVariant& t) {
        camera_ = mixed(flightFrom_, flightTo_, t.toDouble());
        update();
        emit cameraChanged();
    });
    fade_.setDuration(kMotionMs);
    fade_.setStartValue(1.0);
    fade_.setEndValue(0.0);
    connect(&fade_, &QVariantAnimation::valueChanged, this, [this] { update(); });
    connect(&fade_, &QVariantAnimation::finished, this, [this] {
        fading_ = {};
        update();
    });
}

void GraphView::setColors(const Palette& palette)
{
    palette_ = &palette;
    tiles_.clear();
    update();
}

void GraphView::setShowingValueNames(bool isShowing)
{
    isShowingValueNames_ = isShowing;
    update();
}

void GraphView::setMessage(const QString& message)
{
    message_ = message;
    update();
}

QPoint GraphView::positionOf(std::uint32_t box) const
{
    const display::Point c = scene_->laidOut().boxes[box].center();
    return camera_.toView(size()).map(QPointF(c.x, c.y)).toPoint();
}

void GraphView::showGraph(std::shared_ptr<const display::LaidOutGraph> graph, const display::BoxKey& anchor)
{
    // A view that nobody has moved yet goes on showing the beginning.
    const bool isFirst = !scene_ || !isPlaced_ ||
                         (anchor.empty() && highlights_.selected.empty() && camera_ == openingOf(*scene_, size()));
    const display::BoxKey key = anchor.empty() ? chooseAnchor() : anchor;
    const std::optional<QRectF> before = scene_ && !key.empty() ? scene_->placeOf(key) : std::nullopt;
    highlights_.selectedEdge = -1;
    const QPixmap old = !isFirst && isMotionAllowed_ && isVisible() && !anchor.empty() ? grab() : QPixmap();
    flight_.stop();
    minimap_.setGraph(graph);
    tiles_.clear();
    scene_.emplace(std::move(graph));
    message_.clear();
    isUnpainted_ = true;
    if (before && !isFirst) {
        // The middle of the upper edge stays on its pixel.
        const QRectF after = scene_->placeOf(key).value_or(*before);
        camera_.center += QPointF(after.center().x() - before->center().x(), after.top() - before->top());
    } else if (isFirst) {
        camera_ = openingOf(*scene_, size());
        isPlaced_ = isVisible();
    }
    refreshHighlights();
    notifyAccessibleGraph(this);
    if (!old.isNull())
        startFade(old);
    update();
    emit cameraChanged();
}

void GraphView::clear()
{
    scene_.reset();
    minimap_.setGraph(nullptr);
    tiles_.clear();
    highlights_ = {};
    isPlaced_ = false;
    notifyAccessibleGraph(this);
    update();
}

display::BoxKey GraphView::chooseAnchor() const
{
    if (!scene_)
        return {};
    const QRectF visible = camera_.visible(size());
    for (const std::uint32_t box : highlights_.selected)
        if (visible.contains(toQRect(scene_->laidOut().boxes[box]).center()))
            return scene_->laidOut().graph.nodes[box].key;
    const auto near = scene_->nearest(camera_.center);
    return near ? scene_->laidOut().graph.nodes[*near].key : display::BoxKey{};
}

void GraphView::startFade(const QPixmap& before)
{
    fading_ = before;
    fade_.stop();
    fade_.start();
}

void GraphView::select(const std::set<NodePath>& paths)
{
    if (paths == selection_)
        return;
    selection_ = paths;
    highlights_.current = -1;
    highlights_.selectedEdge = -1;
    refreshHighlights();
}

void GraphView::setFound(const std::set<NodePath>& paths)
{
    found_ = paths;
    refreshHighlights();
}

void GraphView::setPreview(const std::set<NodePath>& paths)
{
    const std::set<std::uint32_t> boxes = scene_ && !paths.empty() ? scene_->boxesOf(paths) : std::set<std::uint32_t>();
    if (boxes == highlights_.previewed)
        return;
    highlights_.previewed = boxes;
    update();
}

void GraphView::refreshHighlights()
{
    highlights_.previewed.clear();
    highlights_.hovered = -1;
    if (scene_) {
        highlights_.selected = scene_->boxesOf(selection_);
        highlights_.selectedFrames = scene_->framesOf(selection_);
        highlights_.found = scene_->boxesOf(found_);
        if (highlights_.current >= std::int64_t(scene_->laidOut().boxes.size()) ||
            !highlights_.selected.contains(static_cast<std::uint32_t>(highlights_.current)))
            highlights_.current = highlights_.selected.empty() ? -1 : std::int64_t(*highlights_.selected.begin());
    }
    highlights_.hasFocus = hasFocus();
    update();
}

void GraphView::setCamera(const Camera& camera)
{
    flight_.stop();
    camera_ = camera;
    isPlaced_ = true;
    update();
    emit cameraChanged();
}

void GraphView::fly(const Camera& to)
{
    flight_.stop();
    isPlaced_ = true;
    if (!isMotionAllowed_ || !isVisible() ||
        style()->styleHint(QStyle::SH_Widget_Animation_Duration, nullptr, this) == 0) {
        setCamera(to);
        return;
    }
    flightFrom_ = camera_;
    flightTo_ = to;
    flight_.start();
}

void GraphView::fit()
{
    if (scene_)
        fly(fitted(scene_->bounds(), size(), 1.5));
}

void GraphView::zoomToSelection()
{
    if (!scene_)
        return;
    const QRectF place = scene_->boundsOf(highlights_.selected, highlights_.selectedFrames);
    if (!place.isEmpty())
        fly(fitted(place.adjusted(-60, -60, 60, 60), size(), 1.4));
}

void GraphView::zoomIn()
{
    fly(zoomedAt(camera_, 1.25, rect().center(), size()));
}

void GraphView::zoomOut()
{
    fly(zoomedAt(camera_, 0.8, rect().center(), size()));
}

void GraphView::zoomToActualSize()
{
    fly(zoomedAt(camera_, 1 / camera_.scale, rect().center(), size()));
}

void GraphView::revealSelection()
{
    if (!scene_)
        return;
    const QRectF place = scene_->boundsOf(highlights_.selected, highlights_.selectedFrames);
    if (place.isEmpty())
        return;
    Camera to = camera_;
    if (to.scale < 0.4 && place.width() * to.scale < 80)
        to = {place.center(), 0.8};
    fly(revealing(to, place, size()));
}

std::optional<std::uint32_t> GraphView::currentBox() const
{
    if (!scene_ || scene_->laidOut().boxes.empty())
        return std::nullopt;
    if (highlights_.current >= 0)
        return static_cast<std::uint32_t>(highlights_.current);
    return std::nullopt;
}

void GraphView::step(Direction direction)
{
    if (!scene_ || scene_->laidOut().boxes.empty())
        return;
    const auto from = currentBox();
    const std::uint32_t to = from ? scene_->neighbour(*from, direction) : *scene_->nearest(camera_.center);
    selectByUser(scene_->pathsOf(to), to);
    highlights_.current = to;
    fly(revealing(camera_, toQRect(scene_->laidOut().boxes[to]), size()));
}

std::optional<display::BoxKey> GraphView::currentFrame() const
{
    if (!scene_)
        return std::nullopt;
    const auto& graph = scene_->laidOut().graph;
    if (const auto box = currentBox(); box && graph.nodes[*box].expandable)
        return graph.nodes[*box].key;
    else if (box && graph.nodes[*box].cluster != display::kNoCluster)
        return graph.clusters[display::index(graph.nodes[*box].cluster)].key;
    if (!highlights_.selectedFrames.empty())
        return graph.clusters[*highlights_.selectedFrames.begin()].key;
    return std::nullopt;
}

void GraphView::toggleCurrent()
{
    if (const auto key = currentFrame())
        emit toggled(*key);
}

void GraphView::expandBelowCurrent()
{
    if (const auto key = currentFrame())
        emit expandBelowWanted(*key);
}

void GraphView::selectByUser(const std::set<NodePath>& paths, std::int64_t current)
{
    selection_ = paths;
    highlights_.current = current;
    highlights_.selectedEdge = -1;
    refreshHighlights();
    if (current >= 0)
        highlights_.current = current;
    emit selectionChanged(selection_);
    notifyAccessibleFocus(this);
}

bool GraphView::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        return showToolTip(help->pos(), help->globalPos());
    }
    if (event->type() == QEvent::NativeGesture) {
        const auto* gesture = static_cast<QNativeGestureEvent*>(event);
        if (gesture->gestureType() == Qt::ZoomNativeGesture) {
            setCamera(zoomedAt(camera_, 1 + gesture->value(), gesture->position(), size()));
            return true;
        }
    }
    if (event->type() == QEvent::Gesture) {
        auto* gestures = static_cast<QGestureEvent*>(event);
        if (const auto* pinch = static_cast<QPinchGesture*>(gestures->gesture(Qt::PinchGesture))) {
            setCamera(zoomedAt(camera_, pinch->scaleFactor(), mapFromGlobal(pinch->centerPoint()), size()));
            return true;
        }
    }
    return QWidget::event(event);
}

void GraphView::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    if (scene_ && !isPlaced_) {
        camera_ = openingOf(*scene_, size());
        isPlaced_ = isVisible();
    }
}

} // namespace sidelight::views
