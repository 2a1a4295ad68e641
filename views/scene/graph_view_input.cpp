// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
// Mouse, wheel and keys of GraphView.

#include "views/scene/graph_view.h"

#include "views/support/text.h"

#include <QApplication>
#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QToolTip>
#include <QWheelEvent>

#include <cmath>

namespace sidelight::views {

Hit GraphView::hitAt(const QPointF& at) const
{
    return scene_ ? scene_->hit(camera_.toScene(at, size()), 5 / camera_.scale) : Hit{};
}

QRectF GraphView::mapPlace() const
{
    return minimap_.place(size(), camera_.visible(size()));
}

bool GraphView::isMapFaint() const
{
    const QRectF map = mapPlace();
    if (!scene_ || map.isEmpty() || isOnMap_)
        return false;
    const QRectF under = camera_.toView(size()).inverted().mapRect(map);
    return !scene_->index().boxes.query(fromQRect(under)).empty();
}

std::set<NodePath> GraphView::pathsAt(const Hit& hit) const
{
    const auto& graph = scene_->laidOut().graph;
    switch (hit.kind) {
    case Hit::Kind::Box:
    case Hit::Kind::ExpandMark:
        return scene_->pathsOf(hit.index);
    case Hit::Kind::FrameTitle:
    case Hit::Kind::CollapseMark: {
        const NodePath& ref = graph.clusters[hit.index].ref;
        return ref.nodes.empty() ? pathsIn(toQRect(scene_->laidOut().frames[hit.index])) : std::set<NodePath>{ref};
    }
    case Hit::Kind::Edge:
        return graph.edges[hit.index].producer.nodes.empty() ? std::set<NodePath>{}
                                                             : std::set{graph.edges[hit.index].producer};
    case Hit::Kind::Frame:
    case Hit::Kind::Nothing:
        break;
    }
    return {};
}

std::set<NodePath> GraphView::pathsIn(const QRectF& area) const
{
    std::set<NodePath> paths;
    for (const std::uint32_t box : scene_->index().boxes.query(fromQRect(area)))
        if (area.contains(toQRect(scene_->laidOut().boxes[box])))
            paths.merge(scene_->pathsOf(box));
    return paths;
}

void GraphView::click(const Hit& hit, bool isAdding)
{
    const auto& graph = scene_->laidOut().graph;
    if (hit.kind == Hit::Kind::ExpandMark) {
        emit toggled(graph.nodes[hit.index].key);
        return;
    }
    if (hit.kind == Hit::Kind::CollapseMark) {
        emit toggled(graph.clusters[hit.index].key);
        return;
    }
    std::set<NodePath> paths = pathsAt(hit);
    if (isAdding) {
        std::set<NodePath> both = selection_;
        for (const NodePath& path : paths)
            if (!both.insert(path).second)
                both.erase(path);
        paths = std::move(both);
    }
    selectByUser(paths, hit.kind == Hit::Kind::Box ? std::int64_t{hit.index} : -1);
    if (hit.kind == Hit::Kind::Edge && !isAdding) {
        highlights_.selectedEdge = hit.index;
        update();
        emit edgeSelected(graph.edges[hit.index]);
    }
}

void GraphView::mousePressEvent(QMouseEvent* event)
{
    setFocus(Qt::MouseFocusReason);
    pressedAt_ = lastAt_ = event->position();
    if (const QRectF map = mapPlace(); map.contains(event->position()) && event->button() == Qt::LeftButton) {
        drag_ = Drag::Map;
        setCamera({minimap_.toScene(event->position(), map), camera_.scale});
        return;
    }
    const Hit pressed = scene_ ? hitAt(event->position()) : Hit{};
    if (event->button() == Qt::LeftButton && event->modifiers().testFlag(Qt::ShiftModifier) && pressed.kind != Hit::Kind::ExpandMark)
        drag_ = Drag::Band;
    else if (event->button() == Qt::LeftButton || event->button() == Qt::MiddleButton)
        drag_ = Drag::Pressed;
}

void GraphView::mouseMoveEvent(QMouseEvent* event)
{
    const QPointF moved = event->position() - lastAt_;
    lastAt_ = event->position();
    if (drag_ == Drag::Pressed &&
        (event->position() - pressedAt_).manhattanLength() >= QApplication::startDragDistance()) {
        drag_ = Drag::Panning;
        setCursor(Qt::ClosedHandCursor);
        setCamera({camera_.center - (event->position() - pressedAt_) / camera_.scale, camera_.scale});
        return;
    }
    switch (drag_) {
    case Drag::Panning:
        setCamera({camera_.center - moved / camera_.scale, camera_.scale});
        break;
    case Drag::Map:
        setCamera({minimap_.toScene(event->position(), mapPlace()), camera_.scale});
        break;
    case Drag::Band:
        update();
        break;
    case Drag::None:
    case Drag::Pressed:
        hover(event->position());
        break;
    }
}

void GraphView::mouseReleaseEvent(QMouseEvent* event)
{
    const Drag ended = std::exchange(drag_, Drag::None);
    unsetCursor();
    if (!scene_)
        return;
    if (ended == Drag::Pressed && event->button() == Qt::LeftButton) {
        const Hit hit = hitAt(event->position());
        if (hit.kind == Hit::Kind::ExpandMark && event->modifiers().testFlag(Qt::ShiftModifier))
            emit expandBelowWanted(scene_->laidOut().graph.nodes[hit.index].key);
        else
            click(hit, event->modifiers().testFlag(Qt::ControlModifier));
    }
    if (ended == Drag::Band) {
        const QRectF band =
            QRectF(camera_.toScene(pressedAt_, size()), camera_.toScene(event->position(), size())).normalized();
        selectByUser(pathsIn(band), -1);
        update();
    }
    hover(event->position());
}

void GraphView::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (!scene_ || event->button() != Qt::LeftButton || mapPlace().contains(event->position()))
        return;
    const Hit hit = hitAt(event->position());
    const auto& graph = scene_->laidOut().graph;
    if (hit.kind == Hit::Kind::Box && graph.nodes[hit.index].expandable) {
        emit toggled(graph.nodes[hit.index].key);
    } else if (hit.kind == Hit::Kind::FrameTitle) {
        emit toggled(graph.clusters[hit.index].key);
    } else if (hit.kind == Hit::Kind::Box && graph.nodes[hit.index].role == display::Role::Stub) {
        revealSelection();
    }
}

void GraphView::hover(const QPointF& at)
{
    if (std::exchange(isOnMap_, mapPlace().contains(at)) != isOnMap_)
        update();
    const Hit hit = isOnMap_ ? Hit{} : hitAt(at);
    const bool isBox = hit.kind == Hit::Kind::Box || hit.kind == Hit::Kind::ExpandMark;
    const std::int64_t hovered_box = isBox ? std::int64_t{hit.index} : -1;
    const bool isMark = hit.kind == Hit::Kind::ExpandMark || hit.kind == Hit::Kind::CollapseMark;
    setCursor(isMark ? Qt::PointingHandCursor : Qt::ArrowCursor);
    if (hovered_box == highlights_.hovered)
        return;
    highlights_.hovered = hovered_box;
    emit hovered(isBox ? shown(scene_->describe(hit.index)) : QString());
    emit boxHovered(isBox ? scene_->pathsOf(hit.index) : std::set<NodePath>());
    update();
}

void GraphView::leaveEvent(QEvent*)
{
    highlights_.hovered = -1;
    isOnMap_ = false;
    emit hovered(QString());
    emit boxHovered({});
    update();
}

void GraphView::focusInEvent(QFocusEvent*)
{
    highlights_.hasFocus = true;
    update();
}

void GraphView::focusOutEvent(QFocusEvent*)
{
    highlights_.hasFocus = false;
    update();
}

void GraphView::wheelEvent(QWheelEvent* event)
{
    if (event->modifiers().testFlag(Qt::ControlModifier)) {
        setCamera(zoomedAt(camera_, std::pow(1.0015, event->angleDelta().y()), event->position(), size()));
        event->accept();
        return;
    }
    QPointF delta = event->pixelDelta().isNull() ? QPointF(event->angleDelta()) * 0.6 : QPointF(event->pixelDelta());
    if (event->modifiers().testFlag(Qt::ShiftModifier))
        delta = {delta.y(), delta.x()};
    setCamera({camera_.center - delta / camera_.scale, camera_.scale});
    event->accept();
}

void GraphView::keyPressEvent(QKeyEvent* event)
{
    switch (event->key()) {
    case Qt::Key_Up:
        return step(Direction::Up);
    case Qt::Key_Down:
        return step(Direction::Down);
    case Qt::Key_Left:
        return step(Direction::Left);
    case Qt::Key_Right:
        return step(Direction::Right);
    case Qt::Key_Return:
    case Qt::Key_Enter:
        return toggleCurrent();
    case Qt::Key_Escape:
        return selectByUser({}, -1);
    case Qt::Key_PageDown:
        return setCamera({camera_.center + QPointF(0, height() * 0.8 / camera_.scale), camera_.scale});
    case Qt::Key_PageUp:
        return setCamera({camera_.center - QPointF(0, height() * 0.8 / camera_.scale), camera_.scale});
    case Qt::Key_Home:
        if (scene_)
            fly({{camera_.center.x(), (height() / 2.0 - 20) / camera_.scale}, camera_.scale});
        return;
    case Qt::Key_End:
        if (scene_)
            fly({{camera_.center.x(), scene_->bounds().bottom() - (height() / 2.0 - 20) / camera_.scale},
                camera_.scale});
        return;
    default:
        QWidget::keyPressEvent(event);
    }
}

void GraphView::contextMenuEvent(QContextMenuEvent* event)
{
    if (scene_ && event->reason() == QContextMenuEvent::Mouse) {
        const Hit hit = hitAt(event->pos());
        const std::set<NodePath> paths = pathsAt(hit);
        const bool isSelected = std::ranges::includes(selection_, paths);
        if (!paths.empty() && !isSelected)
            selectByUser(paths, hit.kind == Hit::Kind::Box ? std::int64_t{hit.index} : -1);
    }
    emit menuRequested(event->globalPos());
}

bool GraphView::showToolTip(const QPoint& at, const QPoint& globalAt)
{
    const Hit hit = mapPlace().contains(at) ? Hit{} : hitAt(at);
    QString text;
    if (hit.kind == Hit::Kind::Box || hit.kind == Hit::Kind::ExpandMark) {
        const display::DisplayNode& node = scene_->laidOut().graph.nodes[hit.index];
        text = shown(node.title);
        for (const std::string& line : {node.subtitle, node.note})
            if (!line.empty())
                text += QLatin1Char('\n') + shown(line);
    } else if (hit.kind == Hit::Kind::Edge) {
        const display::DisplayEdge& edge = scene_->laidOut().graph.edges[hit.index];
        text = edge.label.empty() ? shown(edge.name) : shown(edge.name) + QStringLiteral(": ") + shown(edge.label);
    }
    if (text.isEmpty())
        QToolTip::hideText();
    else
        QToolTip::showText(globalAt, toolTipText(text), this);
    return true;
}

} // namespace sidelight::views
