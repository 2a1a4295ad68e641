// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
//
// Rows get their heights; below each row comes a lane for labels, in which everything runs straight down, and then the zone in which
// values curve to their next place. Boxes, labels and curves so keep to places of their own, and no edge can run through a box.
#include "core/display/layered.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <queue>

namespace sidelight::display::layered {
namespace {

constexpr double kCurveZone = 16;
constexpr double kLargestCurveZone = 90;
constexpr double kEntryInset = 9;
constexpr double kEntryGap = 14;

struct Drawing {
    const FlatGraph& graph;
    Layers& layers;
    FlatLayout& out;
    std::vector<double> top;      ///< By rank.
    std::vector<double> bottom;   ///< Where the row's boxes end.
    std::vector<double> curveTop; ///< Where its label lane ends.
    std::vector<double> lane;     ///< By edge: x of its gutter lane.
};

double centreOf(const Drawing& d, std::uint32_t item) { return d.layers.items[item].x; }
std::uint32_t rankOf(const Drawing& d, std::uint32_t item) { return d.layers.items[item].rank; }
std::uint32_t between(const Drawing& d, const Path& path) { return rankOf(d, path.lower) - rankOf(d, path.upper) - 1; }
bool runsInGutter(const Drawing& d, const Path& path) { return path.gutter && between(d, path) > 0; }

/// x at which an edge comes into the gap above its lower end.
double approach(const Drawing& d, std::uint32_t e)
{
    const Path& path = d.layers.paths[e];
    if (runsInGutter(d, path))
        return d.lane[e];
    const std::uint32_t passed = between(d, path);
    return passed == 0 ? centreOf(d, path.upper) + path.upperPort : centreOf(d, path.firstDummy + passed - 1);
}

void assignLanes(Drawing& d)
{
    double right = 0;
    for (const Item& item : d.layers.items)
        right = std::max(right, item.x + item.right);
    std::vector<std::uint32_t> edges;
    for (std::uint32_t e = 0; e < d.layers.paths.size(); ++e)
        if (!d.layers.paths[e].loop && runsInGutter(d, d.layers.paths[e]))
            edges.push_back(e);
    std::ranges::stable_sort(edges, {}, [&](std::uint32_t e) { return rankOf(d, d.layers.paths[e].upper); });
    using Busy = std::pair<std::uint32_t, std::uint32_t>; // until this rank, lane
    std::priority_queue<Busy, std::vector<Busy>, std::greater<>> busy;
    std::uint32_t lanes = 0;
    d.lane.assign(d.layers.paths.size(), 0);
    for (const std::uint32_t e : edges) {
        std::uint32_t at = lanes;
        if (!busy.empty() && busy.top().first <= rankOf(d, d.layers.paths[e].upper)) {
            at = busy.top().second;
            busy.pop();
        } else {
            ++lanes;
        }
        busy.emplace(rankOf(d, d.layers.paths[e].lower), at);
        d.lane[e] = right + kLaneWidth * (at + 1);
    }
}

/// Spreads the edges that enter a node over its upper side, each as near below its source as the others allow.
void spreadEntries(Drawing& d, std::uint32_t node, std::vector<std::uint32_t>& edges)
{
    std::ranges::stable_sort(edges, {}, [&](std::uint32_t e) { return approach(d, e); });
    const double half = d.graph.nodes[node].size.width / 2 - kEntryInset;
    if (half <= 0)
        return;
    const double gap = edges.size() < 2 ? 0 : std::min(kEntryGap, 2 * half / static_cast<double>(edges.size() - 1));
    std::vector<double> wanted;
    for (const std::uint32_t e : edges)
        wanted.push_back(std::clamp(approach(d, e) - centreOf(d, node), -half, half));
    // One value from far away ends in the middle; one from above stays straight.
    if (edges.size() == 1 && std::abs(approach(d, edges[0]) - centreOf(d, node)) > half)
        wanted[0] = 0;
    std::vector<double> gaps(edges.size(), gap);
    gaps[0] = 0;
    separate(wanted, std::vector<double>(edges.size(), 1.0), gaps);
    for (std::size_t i = 0; i < edges.size(); ++i)
        wanted[i] = std::max(wanted[i], -half + gap * static_cast<double>(i));
    for (std::size_t i = edges.size(); i-- > 0;)
        wanted[i] = std::min(wanted[i], half - gap * static_cast<double>(edges.size() - 1 - i));
    for (std::size_t i = 0; i < edges.size(); ++i)
        d.layers.paths[edges[i]].lowerPort = wanted[i];
}

void chooseEntries(Drawing& d)
{
    std::vector<std::vector<std::uint32_t>> entering(d.graph.nodes.size());
    for (std::uint32_t e = 0; e < d.graph.edges.size(); ++e) {
        const Path& path = d.layers.paths[e];
        const double port = path.reversed ? d.graph.edges[e].fromPort : d.graph.edges[e].toPort;
        if (!path.loop && port == kAnyPort)
            entering[path.lower].push_back(e);
    }
    for (std::uint32_t v = 0; v < entering.size(); ++v)
        if (!entering[v].empty())
            spreadEntries(d, v, entering[v]);
}

/// Widest way to the side in each gap.
std::vector<double> detours(const Drawing& d)
{
    std::vector<double> widest(d.layers.ranks.size(), 0);
    const auto note = [&](std::uint32_t rank, double from, double to) { widest[rank] = std::max(widest[rank], std::abs(to - from)); };
    for (const Segment& s : d.layers.segments)
        if (d.layers.items[s.lower].dummy)
            note(rankOf(d, s.upper), centreOf(d, s.upper) + s.upperPort, centreOf(d, s.lower) + s.lowerPort);
    for (std::uint32_t e = 0; e < d.layers.paths.size(); ++e) {
        const Path& path = d.layers.paths[e];
        if (path.loop)
            continue;
        note(rankOf(d, path.lower) - 1, approach(d, e), centreOf(d, path.lower) + path.lowerPort);
        if (runsInGutter(d, path))
            note(rankOf(d, path.upper), centreOf(d, path.upper) + path.upperPort, d.lane[e]);
    }
    return widest;
}

double bottomOf(const Drawing& d, std::uint32_t node) { return d.out.at[node].y + d.graph.nodes[node].size.height; }

/// One label for each value, right below its node; only where the next value leaves room.
std::vector<std::uint32_t> labelledEdges(const Drawing& d)
{
    std::vector<std::vector<std::uint32_t>> leaving(d.graph.nodes.size());
    for (std::uint32_t e = 0; e < d.graph.edges.size(); ++e)
        if (d.graph.edges[e].label.width > 0 && !d.layers.paths[e].reversed && !d.layers.paths[e].loop)
            leaving[d.layers.paths[e].upper].push_back(e);
    std::vector<std::uint32_t> labelled;
    for (std::vector<std::uint32_t>& edges : leaving) {
        std::ranges::stable_sort(edges, {}, [&](std::uint32_t e) { return d.layers.paths[e].upperPort; });
        for (std::size_t i = 0; i < edges.size(); ++i) {
            const double port = d.layers.paths[edges[i]].upperPort;
            if (i > 0 && port == d.layers.paths[edges[i - 1]].upperPort)
                continue;
            const auto next = std::find_if(edges.begin() + static_cast<std::ptrdiff_t>(i), edges.end(),
                                           [&](std::uint32_t e) { return d.layers.paths[e].upperPort > port; });
            if (next == edges.end() || d.layers.paths[*next].upperPort - port >= d.graph.edges[edges[i]].label.width + 2 * kLabelInset)
                labelled.push_back(edges[i]);
        }
    }
    return labelled;
}

void placeRows(Drawing& d, const std::vector<std::uint32_t>& labelled)
{
    const std::size_t count = d.layers.ranks.size();
    d.top.assign(count, 0);
    d.bottom.assign(count, 0);
    d.curveTop.assign(count, 0);
    std::vector<std::vector<std::uint32_t>> labelsOf(count);
    for (const std::uint32_t e : labelled)
        labelsOf[rankOf(d, d.layers.paths[e].upper)].push_back(e);
    const std::vector<double> widest = detours(d);
    double y = 0;
    for (std::size_t r = 0; r < count; ++r) {
        double height = 0;
        double gapBelow = 0;
        for (const std::uint32_t item : d.layers.ranks[r])
            height = std::max(height, d.layers.items[item].height);
        d.top[r] = y;
        d.bottom[r] = y + height;
        for (const std::uint32_t item : d.layers.ranks[r]) {
            if (d.layers.items[item].dummy)
                continue;
            const FlatNode& node = d.graph.nodes[item];
            const bool fed = !d.layers.above[item].empty();
            d.out.at[item] = {centreOf(d, item) - node.size.width / 2, fed || node.atTop ? y : y + height - node.size.height};
            gapBelow = std::max(gapBelow, node.gapBelow);
        }
        d.curveTop[r] = d.bottom[r] + gapBelow;
        for (const std::uint32_t e : labelsOf[r])
            d.curveTop[r] = std::max(d.curveTop[r], bottomOf(d, d.layers.paths[e].upper) + d.graph.edges[e].label.height + 3);
        const double zone = std::clamp(kCurveZone + 0.06 * widest[r], kCurveZone, kLargestCurveZone);
        y = d.curveTop[r] + zone;
    }
}

void lineTo(std::vector<Point>& points, Point to)
{
    const Point from = points.back();
    if (from == to)
        return;
    const bool curves = std::abs(from.x - to.x) > 0.01;
    // Two straight pieces in line are one.
    if (!curves && points.size() >= 4 && points[points.size() - 4].x == from.x && points[points.size() - 3].x == from.x
        && points[points.size() - 2].x == from.x) {
        points.resize(points.size() - 3);
        lineTo(points, to);
        return;
    }
    const double middle = (from.y + to.y) / 2;
    points.insert(points.end(), {{from.x, curves ? middle : from.y + (to.y - from.y) / 3}, {to.x, curves ? middle : from.y + 2 * (to.y - from.y) / 3}, to});
}

std::vector<Point> routeOf(const Drawing& d, std::uint32_t e)
{
    const Path& path = d.layers.paths[e];
    const std::uint32_t upperRank = rankOf(d, path.upper);
    const std::uint32_t lowerRank = rankOf(d, path.lower);
    std::vector<Point> points{{centreOf(d, path.upper) + path.upperPort, bottomOf(d, path.upper)}};
    lineTo(points, {points[0].x, d.curveTop[upperRank]});
    if (runsInGutter(d, path)) {
        lineTo(points, {d.lane[e], d.top[upperRank + 1]});
        lineTo(points, {d.lane[e], d.curveTop[lowerRank - 1]});
    } else {
        for (std::uint32_t i = 0; i < between(d, path); ++i) {
            const double x = centreOf(d, path.firstDummy + i);
            lineTo(points, {x, d.top[upperRank + 1 + i]});
            lineTo(points, {x, d.curveTop[upperRank + 1 + i]});
        }
    }
    const double x = centreOf(d, path.lower) + path.lowerPort;
    lineTo(points, {x, d.top[lowerRank]});
    lineTo(points, {x, d.out.at[path.lower].y});
    if (path.reversed)
        std::ranges::reverse(points);
    return points;
}

void moveToOrigin(Drawing& d)
{
    double left = std::numeric_limits<double>::infinity();
    double right = 0;
    double bottom = 0;
    const auto cover = [&](double from, double to, double lower) {
        left = std::min(left, from);
        right = std::max(right, to);
        bottom = std::max(bottom, lower);
    };
    right = -left;
    for (std::size_t v = 0; v < d.graph.nodes.size(); ++v)
        cover(d.out.at[v].x, d.out.at[v].x + d.graph.nodes[v].size.width, d.out.at[v].y + d.graph.nodes[v].size.height);
    for (const Rect& label : d.out.labels)
        if (label.width > 0)
            cover(label.x, label.right(), label.bottom());
    for (const std::vector<Point>& route : d.out.routes)
        for (const Point& p : route)
            cover(p.x - 1, p.x + 1, p.y);
    for (Point& p : d.out.at)
        p.x -= left;
    for (Rect& label : d.out.labels)
        if (label.width > 0)
            label.x -= left;
    for (std::vector<Point>& route : d.out.routes)
        for (Point& p : route)
            p.x -= left;
    d.out.size = d.graph.nodes.empty() ? Size{} : Size{right - left, bottom};
}

} // namespace

void drawLayers(const FlatGraph& graph, Layers& layers, FlatLayout& out)
{
    out = {std::vector<Point>(graph.nodes.size()), std::vector<std::vector<Point>>(graph.edges.size()), std::vector<Rect>(graph.edges.size()), {}};
    Drawing d{graph, layers, out, {}, {}, {}, {}};
    assignLanes(d);
    chooseEntries(d);
    const std::vector<std::uint32_t> labelled = labelledEdges(d);
    placeRows(d, labelled);
    for (const std::uint32_t e : labelled) {
        const Path& path = layers.paths[e];
        out.labels[e] = {centreOf(d, path.upper) + path.upperPort + kLabelInset, bottomOf(d, path.upper) + 2, graph.edges[e].label.width,
                         graph.edges[e].label.height};
    }
    for (std::uint32_t e = 0; e < layers.paths.size(); ++e)
        if (!layers.paths[e].loop)
            out.routes[e] = routeOf(d, e);
    moveToOrigin(d);
}

} // namespace sidelight::display::layered

namespace sidelight::display {

Point bezierAt(const Point* p, double t)
{
    const double s = 1 - t;
    const double a = s * s * s;
    const double b = 3 * s * s * t;
    const double c = 3 * s * t * t;
    const double e = t * t * t;
    return {a * p[0].x + b * p[1].x + c * p[2].x + e * p[3].x, a * p[0].y + b * p[1].y + c * p[2].y + e * p[3].y};
}

} // namespace sidelight::display
