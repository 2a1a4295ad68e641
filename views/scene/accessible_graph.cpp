// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "views/scene/accessible_graph.h"

#include "views/scene/graph_view.h"
#include "views/support/text.h"

#include <QAccessible>
#include <QAccessibleWidget>
#include <QPointer>
#include <QWindow>

#include <map>
#include <mutex>

namespace sidelight::views {
namespace {

class AccessibleGraph;
AccessibleGraph* graphOf(GraphView* view);
QAccessibleInterface* boxInterface(GraphView* view, std::uint32_t box);
QAccessibleInterface* edgeInterface(GraphView* view, std::uint32_t edge);

/// One value on its way from the box that makes it to one that reads it: a link that leads there.
class AccessibleEdge final : public QAccessibleInterface, public QAccessibleActionInterface
{
public:
    AccessibleEdge(GraphView* view, std::uint32_t edge) : view_(view), edge_(edge) {}

    bool isValid() const override { return view_ && view_->scene() && edge_ < view_->scene()->laidOut().routes.size(); }
    QObject* object() const override { return nullptr; }
    QWindow* window() const override { return view_ ? view_->window()->windowHandle() : nullptr; }
    QAccessibleInterface* parent() const override { return isValid() ? boxInterface(view_, edge().from) : nullptr; }
    QAccessibleInterface* child(int) const override { return nullptr; }
    int childCount() const override { return 0; }
    int indexOfChild(const QAccessibleInterface*) const override { return -1; }
    QAccessibleInterface* childAt(int, int) const override { return nullptr; }
    QAccessible::Role role() const override { return QAccessible::Link; }
    void setText(QAccessible::Text, const QString&) override {}
    QString text(QAccessible::Text kind) const override
    {
        if (!isValid())
            return {};
        const QString reader = shown(view_->scene()->laidOut().graph.nodes[edge().to].title);
        if (kind == QAccessible::Name)
            return GraphView::tr("to %1").arg(reader);
        if (kind != QAccessible::Description)
            return {};
        return shown(edge().name.empty() ? edge().label : edge().name + " " + edge().label).trimmed();
    }
    QRect rect() const override
    {
        if (!isValid() || view_->scene()->laidOut().routes[edge_].points.empty())
            return {};
        const auto& points = view_->scene()->laidOut().routes[edge_].points;
        const QRectF place(QPointF(points.front().x, points.front().y), QPointF(points.back().x, points.back().y));
        const QRectF seen = view_->camera().toView(view_->size()).mapRect(place.normalized());
        return {view_->mapToGlobal(seen.topLeft().toPoint()), seen.size().toSize()};
    }
    QAccessible::State state() const override
    {
        QAccessible::State state;
        state.invalid = !isValid();
        state.linked = true;
        return state;
    }
    /// The box that reads the value is what this link controls.
    QList<QPair<QAccessibleInterface*, QAccessible::Relation>> relations(QAccessible::Relation match) const override
    {
        if (!isValid() || !match.testFlag(QAccessible::Controlled))
            return {};
        return {{boxInterface(view_, edge().to), QAccessible::Controlled}};
    }
    void* interface_cast(QAccessible::InterfaceType type) override
    {
        return type == QAccessible::ActionInterface ? static_cast<QAccessibleActionInterface*>(this) : nullptr;
    }
    QStringList actionNames() const override { return {pressAction()}; }
    void doAction(const QString& name) override
    {
        if (isValid() && name == pressAction())
            view_->select(view_->scene()->pathsOf(edge().to));
    }
    QStringList keyBindingsForAction(const QString&) const override { return {}; }

private:
    [[nodiscard]] const display::DisplayEdge& edge() const { return view_->scene()->laidOut().graph.edges[edge_]; }

    QPointer<GraphView> view_;
    std::uint32_t edge_;
};

/// One box of the graph; its children are the edges that leave it.
class AccessibleBox final : public QAccessibleInterface, public QAccessibleActionInterface
{
public:
    AccessibleBox(GraphView* view, std::uint32_t box) : view_(view), box_(box) {}

    bool isValid() const override { return view_ && view_->scene() && box_ < view_->scene()->laidOut().boxes.size(); }
    QObject* object() const override { return nullptr; }
    QWindow* window() const override { return view_ ? view_->window()->windowHandle() : nullptr; }
    QAccessibleInterface* parent() const override { return QAccessible::queryAccessibleInterface(view_.data()); }
    QAccessibleInterface* child(int at) const override
    {
        const auto edges = isValid() ? view_->scene()->edgesFrom(box_) : std::vector<std::uint32_t>();
        const bool isThere = at >= 0 && at < static_cast<int>(edges.size());
        return isThere ? edgeInterface(view_, edges[static_cast<std::size_t>(at)]) : nullptr;
    }
    int childCount() const override
    {
        return isValid() ? static_cast<int>(view_->scene()->edgesFrom(box_).size()) : 0;
    }
    int indexOfChild(const QAccessibleInterface* wanted) const override
    {
        for (int at = 0; at < childCount(); ++at)
            if (child(at) == wanted)
                return at;
        return -1;
    }
    QAccessibleInterface* childAt(int, int) const override { return nullptr; }
    QAccessible::Role role() const override { return QAccessible::ListItem; }
    void setText(QAccessible::Text, const QString&) override {}

    QString text(QAccessible::Text kind) const override
    {
        if (!isValid())
            return {};
        if (kind == QAccessible::Name)
            return shown(view_->scene()->laidOut().graph.nodes[box_].title);
        return kind == QAccessible::Description ? shown(view_->scene()->describe(box_)) : QString();
    }

    QRect rect() const override
    {
        if (!isValid())
            return {};
        const QRectF place =
            view_->camera().toView(view_->size()).mapRect(toQRect(view_->scene()->laidOut().boxes[box_]));
        return {view_->mapToGlobal(place.topLeft().toPoint()), place.size().toSize()};
    }

    QAccessible::State state() const override
    {
        QAccessible::State state;
        state.invalid = !isValid();
        if (!isValid())
            return state;
        state.focusable = true;
        state.selectable = true;
        state.selected = view_->highlights().selected.contains(box_);
        state.focused = view_->highlights().current == std::int64_t{box_};
        state.expandable = view_->scene()->laidOut().graph.nodes[box_].expandable;
        return state;
    }

    void* interface_cast(QAccessible::InterfaceType type) override
    {
        return type == QAccessible::ActionInterface ? static_cast<QAccessibleActionInterface*>(this) : nullptr;
    }
    QStringList actionNames() const override { return {pressAction()}; }
    void doAction(const QString& name) override
    {
        if (isValid() && name == pressAction())
            view_->select(view_->scene()->pathsOf(box_));
    }
    QStringList keyBindingsForAction(const QString&) const override { return {}; }

private:
    QPointer<GraphView> view_;
    std::uint32_t box_;
};

class AccessibleGraph final : public QAccessibleWidget
{
public:
    explicit AccessibleGraph(GraphView* view) : QAccessibleWidget(view, QAccessible::List), view_(view) {}
    ~AccessibleGraph() override { forget(); }

    int childCount() const override { return view_->scene() ? int(view_->scene()->laidOut().boxes.size()) : 0; }

    QAccessibleInterface* child(int at) const override
    {
        if (at < 0 || at >= childCount())
            return nullptr;
        const auto [known, isNew] = ids_.try_emplace(at, 0);
        if (isNew)
            known->second =
                QAccessible::registerAccessibleInterface(new AccessibleBox(view_, static_cast<std::uint32_t>(at)));
        return QAccessible::accessibleInterface(known->second);
    }

    int indexOfChild(const QAccessibleInterface* child) const override
    {
        for (const auto& [at, id] : ids_)
            if (QAccessible::accessibleInterface(id) == child)
                return at;
        return -1;
    }

    QAccessibleInterface* childAt(int x, int y) const override
    {
        if (!view_->scene())
            return nullptr;
        const QPointF at = view_->camera().toScene(view_->mapFromGlobal(QPoint(x, y)), view_->size());
        const Hit hit = view_->scene()->hit(at, 0);
        const bool isBox = hit.kind == Hit::Kind::Box || hit.kind == Hit::Kind::ExpandMark;
        return isBox ? child(int(hit.index)) : nullptr;
    }

    QAccessibleInterface* focusChild() const override
    {
        return view_->hasFocus() && view_->highlights().current >= 0 ? child(int(view_->highlights().current))
                                                                     : nullptr;
    }

    QAccessibleInterface* edge(std::uint32_t at) const
    {
        const auto [known, isNew] = edges_.try_emplace(at, 0);
        if (isNew)
            known->second = QAccessible::registerAccessibleInterface(new AccessibleEdge(view_, at));
        return QAccessible::accessibleInterface(known->second);
    }

    void forget()
    {
        for (const auto& [at, id] : edges_)
            QAccessible::deleteAccessibleInterface(id);
        edges_.clear();
        for (const auto& [at, id] : ids_)
            QAccessible::deleteAccessibleInterface(id);
        ids_.clear();
    }

private:
    GraphView* view_;
    mutable std::map<int, QAccessible::Id> ids_;
    mutable std::map<std::uint32_t, QAccessible::Id> edges_;
};

AccessibleGraph* graphOf(GraphView* view)
{
    return static_cast<AccessibleGraph*>(QAccessible::queryAccessibleInterface(view));
}

QAccessibleInterface* boxInterface(GraphView* view, std::uint32_t box)
{
    return graphOf(view)->child(static_cast<int>(box));
}

QAccessibleInterface* edgeInterface(GraphView* view, std::uint32_t edge)
{
    return graphOf(view)->edge(edge);
}

QAccessibleInterface* makeInterface(const QString& className, QObject* object)
{
    if (className != QLatin1String("sidelight::views::GraphView"))
        return nullptr;
    return new AccessibleGraph(static_cast<GraphView*>(object));
}

} // namespace

void installAccessibleGraphs()
{
    static std::once_flag once;
    std::call_once(once, [] { QAccessible::installFactory(makeInterface); });
}

void notifyAccessibleGraph(GraphView* view)
{
    if (!QAccessible::isActive())
        return;
    if (auto* graph = static_cast<AccessibleGraph*>(QAccessible::queryAccessibleInterface(view)))
        graph->forget();
    QAccessibleEvent event(view, QAccessible::ObjectReorder);
    QAccessible::updateAccessibility(&event);
}

void notifyAccessibleFocus(GraphView* view)
{
    if (!QAccessible::isActive() || view->highlights().current < 0)
        return;
    QAccessibleEvent event(view, QAccessible::Focus);
    event.setChild(int(view->highlights().current));
    QAccessible::updateAccessibility(&event);
}

} // namespace sidelight::views
