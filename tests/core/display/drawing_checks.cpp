// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/core/display/drawing_checks.h"

#include "core/display/box_metrics.h"
#include "core/display/flat_graph.h"
#include "core/support/text.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace sidelight::display {
namespace {

constexpr double kTolerance = 1.6;

/// Rectangles by rows of 200 pixels, to look up what is near a point.
class Rows {
public:
    explicit Rows(const std::vector<Rect>& rects) : rects_(rects)
    {
        for (std::uint32_t i = 0; i < rects.size(); ++i)
            for (int row = rowOf(rects[i].y); row <= rowOf(rects[i].bottom()); ++row)
                rows_[row].push_back(i);
        for (auto& [row, entries] : rows_)
            std::ranges::sort(entries, {}, [&](std::uint32_t i) { return rects[i].x; });
    }
    template <class Visit>
    void near(const Rect& area, Visit visit) const
    {
        for (int row = rowOf(area.y); row <= rowOf(area.bottom()); ++row) {
            const auto found = rows_.find(row);
            if (found == rows_.end())
                continue;
            auto at = std::ranges::lower_bound(found->second, area.x - 3000, {}, [&](std::uint32_t i) { return rects_[i].x; });
            for (; at != found->second.end() && rects_[*at].x <= area.right(); ++at)
                visit(*at);
        }
    }

private:
    static int rowOf(double y) { return static_cast<int>(std::floor(y / 200)); }
    const std::vector<Rect>& rects_;
    std::map<int, std::vector<std::uint32_t>> rows_;
};

Rect shrunk(const Rect& r, double by) { return {r.x + by, r.y + by, r.width - 2 * by, r.height - 2 * by}; }
bool holds(const Rect& outer, const Rect& inner)
{
    return inner.x >= outer.x - 0.01 && inner.y >= outer.y - 0.01 && inner.right() <= outer.right() + 0.01 && inner.bottom() <= outer.bottom() + 0.01;
}
bool onBorder(const Rect& r, Point p)
{
    const Rect outer = shrunk(r, -kTolerance);
    return outer.contains(p) && !shrunk(r, kTolerance).contains(p);
}

void checkBoxes(const LaidOutGraph& d, std::string& faults)
{
    const Rows rows(d.boxes);
    for (std::uint32_t a = 0; a < d.boxes.size(); ++a) {
        rows.near(d.boxes[a], [&](std::uint32_t b) {
            if (b > a && shrunk(d.boxes[a], 0.01).intersects(d.boxes[b]))
                faults += concat("boxes ", a, " and ", b, " overlap\n");
        });
        if (!holds({0, 0, d.size.width, d.size.height}, d.boxes[a]))
            faults += concat("box ", a, " is outside the drawing\n");
        if (d.graph.nodes[a].cluster != kNoCluster && !holds(d.frames[index(d.graph.nodes[a].cluster)], d.boxes[a]))
            faults += concat("box ", a, " is outside its frame\n");
        for (std::uint32_t c = 0; c < d.frames.size(); ++c)
            if (shrunk(d.frames[c], 0.01).intersects(d.boxes[a]) && !holds(d.frames[c], d.boxes[a]))
                faults += concat("box ", a, " crosses frame ", c, "\n");
    }
    for (std::uint32_t c = 0; c < d.frames.size(); ++c) {
        const ClusterId parent = d.graph.clusters[c].parent;
        if (parent != kNoCluster && !holds(d.frames[index(parent)], d.frames[c]))
            faults += concat("frame ", c, " is outside its parent\n");
        for (std::uint32_t other = c + 1; other < d.frames.size(); ++other)
            if (shrunk(d.frames[c], 0.01).intersects(d.frames[other]) && !holds(d.frames[c], d.frames[other]) && !holds(d.frames[other], d.frames[c]))
                faults += concat("frames ", c, " and ", other, " overlap\n");
    }
}

std::set<ClusterId> framesAround(const DisplayGraph& graph, ClusterId cluster)
{
    std::set<ClusterId> frames;
    for (; cluster != kNoCluster; cluster = graph.clusters[index(cluster)].parent)
        frames.insert(cluster);
    return frames;
}

void checkRoute(const LaidOutGraph& d, const Rows& boxes, std::uint32_t e, std::string& faults)
{
    const DisplayEdge& edge = d.graph.edges[e];
    const std::vector<Point>& points = d.routes[e].points;
    if (edge.from == edge.to)
        return;
    if (points.size() < 4 || points.size() % 3 != 1) {
        faults += concat("edge ", e, " has no route\n");
        return;
    }
    if (!onBorder(d.boxes[edge.from], points.front()) || !onBorder(d.boxes[edge.to], points.back()))
        faults += concat("edge ", e, " does not end on its boxes\n");
    std::set<ClusterId> own = framesAround(d.graph, d.graph.nodes[edge.from].cluster);
    own.merge(framesAround(d.graph, d.graph.nodes[edge.to].cluster));
    std::set<std::string> found;
    for (std::size_t i = 0; i + 3 < points.size(); i += 3) {
        constexpr int kSamples = 16;
        for (int s = 0; s <= kSamples; ++s) {
            const Point p = bezierAt(&points[i], static_cast<double>(s) / kSamples);
            boxes.near({p.x, p.y, 0, 0}, [&](std::uint32_t b) {
                if (shrunk(d.boxes[b], kTolerance).contains(p))
                    found.insert(concat("edge ", e, " runs through box ", b, "\n"));
            });
            for (std::uint32_t c = 0; c < d.frames.size(); ++c)
                if (!own.contains(ClusterId{c}) && shrunk(d.frames[c], kTolerance).contains(p))
                    found.insert(concat("edge ", e, " runs through frame ", c, "\n"));
        }
    }
    for (const std::string& fault : found)
        faults += fault;
}

void checkLabels(const LaidOutGraph& d, const Rows& boxes, std::string& faults)
{
    std::vector<Rect> labels;
    for (const Route& route : d.routes)
        labels.push_back(route.label);
    const Rows rows(labels);
    for (std::uint32_t e = 0; e < labels.size(); ++e) {
        if (labels[e].width <= 0)
            continue;
        if (!holds({0, 0, d.size.width, d.size.height}, labels[e]))
            faults += concat("label ", e, " is outside the drawing\n");
        boxes.near(labels[e], [&](std::uint32_t b) {
            if (labels[e].intersects(d.boxes[b]))
                faults += concat("label ", e, " is over box ", b, "\n");
        });
        rows.near(labels[e], [&](std::uint32_t other) {
            if (other > e && labels[other].width > 0 && labels[e].intersects(labels[other]))
                faults += concat("labels ", e, " and ", other, " overlap\n");
        });
    }
}

} // namespace

std::string faultsOf(const LaidOutGraph& drawing)
{
    std::string faults;
    checkBoxes(drawing, faults);
    const Rows boxes(drawing.boxes);
    for (std::uint32_t e = 0; e < drawing.routes.size(); ++e)
        checkRoute(drawing, boxes, e, faults);
    checkLabels(drawing, boxes, faults);
    return faults.substr(0, 2000);
}

std::uint32_t GraphMaker::node(double width, double height, ClusterId cluster)
{
    DisplayNode node;
    node.key = node.title = concat("n", graph.nodes.size());
    node.size = {width, height};
    node.cluster = cluster;
    graph.nodes.push_back(node);
    return static_cast<std::uint32_t>(graph.nodes.size() - 1);
}

ClusterId GraphMaker::cluster(std::string title, ClusterId parent)
{
    Cluster cluster;
    cluster.key = cluster.title = std::move(title);
    cluster.parent = parent;
    graph.clusters.push_back(cluster);
    return ClusterId{static_cast<std::uint32_t>(graph.clusters.size() - 1)};
}

void GraphMaker::edge(std::uint32_t from, std::uint32_t to, std::string label, std::uint32_t output)
{
    DisplayEdge edge;
    edge.from = from;
    edge.to = to;
    edge.output = output;
    edge.labelSize = measureLabel(label, FixedTextMeasure{});
    edge.label = std::move(label);
    graph.edges.push_back(edge);
}

} // namespace sidelight::display
