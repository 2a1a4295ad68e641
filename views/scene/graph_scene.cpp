// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "views/scene/graph_scene.h"

#include "core/display/box_metrics.h"
#include "core/support/text.h"
#include "views/scene/edge_painting.h"
#include "views/support/text.h"

#include <QCoreApplication>
#include <QLineF>

#include <algorithm>
#include <limits>

namespace sidelight::views {
namespace {

/// A box in words, for who does not see it.
struct Description
{
    Q_DECLARE_TR_FUNCTIONS(Description)
};

void groupEdges(const display::DisplayGraph& graph, bool byTarget, std::vector<std::uint32_t>& starts,
    std::vector<std::uint32_t>& edges)
{
    const auto key = [&](const display::DisplayEdge& edge) { return byTarget ? edge.to : edge.from; };
    starts.assign(graph.nodes.size() + 1, 0);
    for (const display::DisplayEdge& edge : graph.edges)
        ++starts[key(edge) + 1];
    for (std::size_t i = 1; i < starts.size(); ++i)
        starts[i] += starts[i - 1];
    edges.resize(graph.edges.size());
    std::vector<std::uint32_t> next(starts.begin(), starts.end() - 1);
    for (std::uint32_t i = 0; i < graph.edges.size(); ++i)
        edges[next[key(graph.edges[i])]++] = i;
}

display::Rect around(const QPointF& point, double by)
{
    return {point.x() - by, point.y() - by, 2 * by, 2 * by};
}

} // namespace

GraphScene::GraphScene(Graph graph) : graph_(std::move(graph)), index_(*graph_)
{
    groupEdges(graph_->graph, false, outStarts_, outEdges_);
    groupEdges(graph_->graph, true, inStarts_, inEdges_);
}

Hit GraphScene::hit(const QPointF& point, double tolerance) const
{
    const display::Point at{point.x(), point.y()};
    const auto frames = index_.frames.query(around(point, 0.1));
    for (auto i = frames.rbegin(); i != frames.rend(); ++i)
        if (collapseMark(graph_->frames[*i]).adjusted(-3, -3, 3, 3).contains(point))
            return {Hit::Kind::CollapseMark, *i};
    const auto boxes = index_.boxes.query(around(point, 0.1));
    for (auto i = boxes.rbegin(); i != boxes.rend(); ++i) {
        if (!graph_->boxes[*i].contains(at))
            continue;
        const bool isMark = graph_->graph.nodes[*i].expandable && expandMark(graph_->boxes[*i]).contains(point);
        return {isMark ? Hit::Kind::ExpandMark : Hit::Kind::Box, *i};
    }
    double best = tolerance;
    Hit nearestEdge;
    for (const std::uint32_t i : index_.routes.query(around(point, tolerance))) {
        const double distance = distanceTo(graph_->routes[i], point);
        if (distance <= best || toQRect(graph_->routes[i].label).contains(point)) {
            best = std::min(best, distance);
            nearestEdge = {Hit::Kind::Edge, i};
        }
    }
    if (nearestEdge.kind != Hit::Kind::Nothing)
        return nearestEdge;
    // The innermost frame has the smallest area.
    Hit frame;
    double area = std::numeric_limits<double>::max();
    for (const std::uint32_t i : frames) {
        const display::Rect& r = graph_->frames[i];
        if (r.contains(at) && r.width * r.height < area) {
            area = r.width * r.height;
            frame = {at.y < r.y + display::BoxMetrics::frameTitle ? Hit::Kind::FrameTitle : Hit::Kind::Frame, i};
        }
    }
    return frame;
}

Course GraphScene::course() const
{
    if (graph_->boxes.empty())
        return {bounds().center(), false};
    std::vector<double> across, down;
    for (const display::Rect& box : graph_->boxes) {
        across.push_back(box.center().x);
        down.push_back(box.center().y);
    }
    const auto median = [](std::vector<double>& values) {
        const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
        std::ranges::nth_element(values, middle);
        return *middle;
    };
    double right = 0, below = 0;
    for (const display::DisplayEdge& edge : graph_->graph.edges) {
        right += graph_->boxes[edge.to].center().x - graph_->boxes[edge.from].right();
        below += graph_->boxes[edge.to].center().y - graph_->boxes[edge.from].bottom();
    }
    return {{median(across), median(down)}, right > below};
}

std::set<std::uint32_t> GraphScene::boxesOf(const std::set<NodePath>& paths) const
{
    std::set<std::uint32_t> boxes;
    for (const NodePath& path : paths)
        if (const auto box = display::findBox(graph_->graph, path); box && *box < graph_->graph.nodes.size())
            boxes.insert(*box);
    return boxes;
}

std::set<std::uint32_t> GraphScene::framesOf(const std::set<NodePath>& paths) const
{
    std::set<std::uint32_t> frames;
    for (const NodePath& path : paths)
        if (const auto found = graph_->graph.frameOf.find(path); found != graph_->graph.frameOf.end())
            frames.insert(static_cast<std::uint32_t>(display::index(found->second)));
    return frames;
}

std::set<NodePath> GraphScene::pathsOf(std::uint32_t box) const
{
    const display::DisplayNode& node = graph_->graph.nodes[box];
    if (!node.ref.nodes.empty())
        return {node.ref};
    return {node.members.begin(), node.members.end()};
}

std::vector<std::uint32_t> GraphScene::edgesFrom(std::uint32_t box) const
{
    return {outEdges_.begin() + outStarts_[box], outEdges_.begin() + outStarts_[box + 1]};
}

QRectF GraphScene::boundsOf(const std::set<std::uint32_t>& boxes, const std::set<std::uint32_t>& frames) const
{
    QRectF all;
    for (const std::uint32_t i : boxes)
        all = all.united(toQRect(graph_->boxes[i]));
    for (const std::uint32_t i : frames)
        all = all.united(toQRect(graph_->frames[i]));
    return all;
}

std::optional<QRectF> GraphScene::placeOf(const display::BoxKey& key) const
{
    const auto& clusters = graph_->graph.clusters;
    if (const auto frame = std::ranges::find(clusters, key, &display::Cluster::key); frame != clusters.end())
        return toQRect(graph_->frames[static_cast<std::size_t>(frame - clusters.begin())]);
    const auto& nodes = graph_->graph.nodes;
    if (const auto node = std::ranges::find(nodes, key, &display::DisplayNode::key); node != nodes.end())
        return toQRect(graph_->boxes[static_cast<std::size_t>(node - nodes.begin())]);
    return std::nullopt;
}

std::vector<std::uint32_t> GraphScene::ends(const std::vector<std::uint32_t>& starts,
    const std::vector<std::uint32_t>& edges, std::uint32_t box, bool isTo) const
{
    std::vector<std::uint32_t> found;
    for (std::uint32_t at = starts[box]; at < starts[box + 1]; ++at) {
        const display::DisplayEdge& edge = graph_->graph.edges[edges[at]];
        found.push_back(isTo ? edge.to : edge.from);
    }
    std::ranges::sort(found);
    found.erase(std::unique(found.begin(), found.end()), found.end());
    return found;
}

std::vector<std::uint32_t> GraphScene::producersOf(std::uint32_t box) const
{
    return ends(inStarts_, inEdges_, box, false);
}

std::vector<std::uint32_t> GraphScene::readersOf(std::uint32_t box) const
{
    return ends(outStarts_, outEdges_, box, true);
}

std::uint32_t GraphScene::neighbour(std::uint32_t box, Direction direction) const
{
    const display::Point from = graph_->boxes[box].center();
    std::uint32_t best = box;
    double bestCost = std::numeric_limits<double>::max();
    const auto consider = [&](std::uint32_t candidate, double cost) {
        if (candidate != box && cost < bestCost) {
            bestCost = cost;
            best = candidate;
        }
    };
    if (direction == Direction::Up || direction == Direction::Down) {
        for (const std::uint32_t i : direction == Direction::Up ? producersOf(box) : readersOf(box)) {
            const display::Point to = graph_->boxes[i].center();
            consider(i, std::abs(to.x - from.x) + std::abs(to.y - from.y));
        }
        return best;
    }
    const display::Rect& own = graph_->boxes[box];
    const bool isLeft = direction == Direction::Left;
    const display::Rect band{
        isLeft ? 0 : from.x, own.y - 60, isLeft ? from.x : graph_->size.width - from.x, own.height + 120};
    for (const std::uint32_t i : index_.boxes.query(band)) {
        const display::Point to = graph_->boxes[i].center();
        if (isLeft ? to.x < from.x - 1 : to.x > from.x + 1)
            consider(i, std::abs(to.x - from.x) + 3 * std::abs(to.y - from.y));
    }
    return best;
}

std::optional<std::uint32_t> GraphScene::nearest(const QPointF& point) const
{
    std::optional<std::uint32_t> best;
    double bestDistance = std::numeric_limits<double>::max();
    for (std::uint32_t i = 0; i < graph_->boxes.size(); ++i) {
        const display::Point c = graph_->boxes[i].center();
        const double distance = QLineF(point, QPointF(c.x, c.y)).length();
        if (distance < bestDistance) {
            bestDistance = distance;
            best = i;
        }
    }
    return best;
}

std::string GraphScene::describe(std::uint32_t box) const
{
    const display::DisplayNode& node = graph_->graph.nodes[box];
    const auto names = [&](const std::vector<std::uint32_t>& boxes) {
        std::vector<std::string> titles;
        for (const std::uint32_t i : boxes)
            titles.push_back(graph_->graph.nodes[i].title);
        return support::join(titles, ", ");
    };
    std::string text = node.title;
    if (!node.subtitle.empty())
        text += " " + node.subtitle;
    for (const display::Row& row : node.rows)
        text += "; " + row.name + " " + row.value;
    if (const auto from = producersOf(box); !from.empty())
        text += "; " + utf8(Description::tr("from %1").arg(shown(names(from))));
    if (const auto to = readersOf(box); !to.empty())
        text += "; " + utf8(Description::tr("to %1").arg(shown(names(to))));
    switch (node.delta) {
    case display::Delta::Added:
        text += "; " + utf8(Description::tr("added"));
        break;
    case display::Delta::Changed:
        text += "; " + utf8(Description::tr("changed"));
        break;
    case display::Delta::Erased:
        text += "; " + utf8(Description::tr("erased"));
        break;
    case display::Delta::Moved:
        text += "; " + utf8(Description::tr("moved"));
        break;
    case display::Delta::None:
        break;
    }
    const auto found = static_cast<int>(node.badge.count);
    if (found > 0 && node.badge.level == support::Level::Error)
        text += "; " + utf8(Description::tr("%n diagnostic(s), the worst an error", nullptr, found));
    else if (found > 0 && node.badge.level == support::Level::Warning)
        text += "; " + utf8(Description::tr("%n diagnostic(s), the worst a warning", nullptr, found));
    else if (found > 0)
        text += "; " + utf8(Description::tr("%n diagnostic(s), none worse than a note", nullptr, found));
    if (node.expandable)
        text += "; " + utf8(Description::tr("can be expanded"));
    return text;
}

} // namespace sidelight::views
