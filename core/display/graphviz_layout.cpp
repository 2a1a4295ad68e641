// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/display/graphviz_layout.h"

#include <graphviz/cgraph.h>
#include <graphviz/gvc.h>

#include <algorithm>
#include <cmath>
#include <string>

namespace sidelight::display {
namespace {

constexpr double kPointsPerInch = 72;
constexpr double kLabelInset = 6;
constexpr double kTolerance = 1.5;

void set(void* object, const char* name, const std::string& value)
{
    agsafeset(object, const_cast<char*>(name), const_cast<char*>(value.c_str()), const_cast<char*>(""));
}

std::string number(double value)
{
    return std::to_string(value); // Writes in the locale in which Graphviz reads.
}

struct Built {
    Agraph_t* graph = nullptr;
    std::vector<Agnode_t*> nodes;
    std::vector<Agedge_t*> edges;
};

Agedge_t* addEdge(Agraph_t* graph, Agnode_t* from, Agnode_t* to, std::size_t name)
{
    return agedge(graph, from, to, const_cast<char*>(std::to_string(name).c_str()), 1);
}

Built build(const FlatGraph& flat)
{
    Built built;
    built.graph = agopen(const_cast<char*>("piece"), Agdirected, nullptr);
    set(built.graph, "nodesep", number(24 / kPointsPerInch));
    set(built.graph, "ranksep", number(34 / kPointsPerInch));
    for (std::size_t v = 0; v < flat.nodes.size(); ++v) {
        Agnode_t* node = agnode(built.graph, const_cast<char*>(std::to_string(v).c_str()), 1);
        set(node, "shape", "box");
        set(node, "fixedsize", "true");
        set(node, "label", "");
        set(node, "width", number(flat.nodes[v].size.width / kPointsPerInch));
        set(node, "height", number(flat.nodes[v].size.height / kPointsPerInch));
        built.nodes.push_back(node);
    }
    for (std::size_t e = 0; e < flat.edges.size(); ++e) {
        Agedge_t* edge = addEdge(built.graph, built.nodes[flat.edges[e].from], built.nodes[flat.edges[e].to], e);
        set(edge, "tailport", "s");
        set(edge, "arrowhead", "none");
        built.edges.push_back(edge);
    }
    std::size_t name = flat.edges.size();
    const auto invisible = [&](std::size_t from, std::size_t to, const char* weight) {
        Agedge_t* edge = addEdge(built.graph, built.nodes[from], built.nodes[to], name++);
        set(edge, "style", "invis");
        set(edge, "weight", weight);
    };
    const std::size_t last = flat.nodes.size() - 1;
    for (std::size_t v = 0; v <= last; ++v) {
        if (flat.nodes.front().atTop && v != 0)
            invisible(0, v, v == last && flat.nodes.back().atBottom ? "40" : "0");
        if (flat.nodes.back().atBottom && v != last && (v != 0 || !flat.nodes.front().atTop))
            invisible(v, last, "0");
    }
    return built;
}

std::vector<Point> splineOf(Agedge_t* edge, double height)
{
    std::vector<Point> points;
    const splines* spline = ED_spl(edge);
    if (!spline || spline->size != 1)
        return points;
    const bezier& curve = spline->list[0];
    const auto flip = [&](pointf p) { return Point{p.x, height - p.y}; };
    for (std::size_t i = 0; i < static_cast<std::size_t>(curve.size); ++i)
        points.push_back(flip(curve.list[i]));
    return points;
}

Rect boxOf(const FlatGraph& flat, const FlatLayout& layout, std::size_t node)
{
    return {layout.at[node].x, layout.at[node].y, flat.nodes[node].size.width, flat.nodes[node].size.height};
}

/// Whether a route keeps clear of all boxes but those of its ends.
bool keepsClear(const FlatGraph& flat, const FlatLayout& layout, std::size_t edge)
{
    constexpr int kSamples = 12;
    const std::vector<Point>& route = layout.routes[edge];
    for (std::size_t i = 0; i + 3 < route.size(); i += 3)
        for (int s = 0; s <= kSamples; ++s) {
            const Point p = bezierAt(&route[i], static_cast<double>(s) / kSamples);
            for (std::size_t v = 0; v < flat.nodes.size(); ++v) {
                const Rect box = boxOf(flat, layout, v);
                const Rect inner{box.x + kTolerance, box.y + kTolerance, box.width - 2 * kTolerance, box.height - 2 * kTolerance};
                if (inner.contains(p))
                    return false;
            }
        }
    return true;
}

bool isClean(const FlatGraph& flat, const FlatLayout& layout)
{
    for (std::size_t a = 0; a < flat.nodes.size(); ++a)
        for (std::size_t b = a + 1; b < flat.nodes.size(); ++b)
            if (boxOf(flat, layout, a).intersects(boxOf(flat, layout, b)))
                return false;
    for (std::size_t e = 0; e < flat.edges.size(); ++e)
        if (layout.routes[e].size() < 4 || !keepsClear(flat, layout, e))
            return false;
    return true;
}

/// Puts one label for each value beside its first edge, where nothing else is.
void placeLabels(const FlatGraph& flat, FlatLayout& layout)
{
    std::vector<char> labelled(flat.nodes.size(), 0);
    for (std::size_t e = 0; e < flat.edges.size(); ++e) {
        const FlatEdge& edge = flat.edges[e];
        if (edge.label.width <= 0 || labelled[edge.from])
            continue;
        const auto isFree = [&](const Rect& rect) {
            for (std::size_t v = 0; v < flat.nodes.size(); ++v)
                if (rect.intersects(boxOf(flat, layout, v)))
                    return false;
            return std::ranges::none_of(layout.labels, [&](const Rect& other) { return other.width > 0 && rect.intersects(other); });
        };
        const std::vector<Point>& route = layout.routes[e];
        for (const double t : {0.35, 0.2, 0.5, 0.65, 0.8}) {
            const std::size_t piece = std::min(static_cast<std::size_t>(t * static_cast<double>(route.size() / 3)), route.size() / 3 - 1);
            const Point at = bezierAt(&route[3 * piece], t * static_cast<double>(route.size() / 3) - static_cast<double>(piece));
            const Rect right{at.x + kLabelInset, at.y - edge.label.height / 2, edge.label.width, edge.label.height};
            const Rect left{at.x - kLabelInset - edge.label.width, right.y, edge.label.width, edge.label.height};
            if (!isFree(right) && !isFree(left))
                continue;
            layout.labels[e] = isFree(right) ? right : left;
            labelled[edge.from] = 1;
            break;
        }
    }
}

void moveToOrigin(const FlatGraph& flat, FlatLayout& layout)
{
    double left = layout.at.front().x;
    double right = left;
    double bottom = 0;
    double top = layout.at.front().y;
    const auto cover = [&](double x0, double x1, double y0, double y1) {
        left = std::min(left, x0);
        right = std::max(right, x1);
        top = std::min(top, y0);
        bottom = std::max(bottom, y1);
    };
    for (std::size_t v = 0; v < flat.nodes.size(); ++v) {
        const Rect box = boxOf(flat, layout, v);
        cover(box.x, box.right(), box.y, box.bottom());
    }
    for (const Rect& label : layout.labels)
        if (label.width > 0)
            cover(label.x, label.right(), label.y, label.bottom());
    for (const auto& route : layout.routes)
        for (const Point& p : route)
            cover(p.x - 1, p.x + 1, p.y, p.y);
    const auto move = [&](Point& p) { p = {p.x - left, p.y - top}; };
    std::ranges::for_each(layout.at, move);
    for (auto& route : layout.routes)
        std::ranges::for_each(route, move);
    for (Rect& label : layout.labels)
        if (label.width > 0)
            label = {label.x - left, label.y - top, label.width, label.height};
    layout.size = {right - left, bottom - top};
}

/// Cuts stand alone: nothing is beside them.
bool cutsAreAlone(const FlatGraph& flat, const FlatLayout& layout)
{
    for (std::size_t v = 0; v < flat.nodes.size(); ++v) {
        const Rect box = boxOf(flat, layout, v);
        if (flat.nodes.front().atTop && v != 0 && box.y < boxOf(flat, layout, 0).bottom())
            return false;
        if (flat.nodes.back().atBottom && v + 1 != flat.nodes.size() && box.bottom() > layout.at.back().y)
            return false;
    }
    for (const Rect& label : layout.labels)
        if (label.width > 0 && flat.nodes.back().atBottom && label.bottom() > layout.at.back().y)
            return false;
    return true;
}

} // namespace

struct GraphvizLayout::Context {
    GVC_t* gvc = gvContext();
    Context() { agseterr(AGMAX); }
    ~Context() { gvFreeContext(gvc); }
    Context(const Context&) = delete;
    Context& operator=(const Context&) = delete;
};

GraphvizLayout::GraphvizLayout() = default;
GraphvizLayout::~GraphvizLayout() = default;

bool GraphvizLayout::layOut(const FlatGraph& flat, FlatLayout& out)
{
    if (!context_)
        context_ = std::make_unique<Context>();
    Built built = build(flat);
    out = {std::vector<Point>(flat.nodes.size()), std::vector<std::vector<Point>>(flat.edges.size()), std::vector<Rect>(flat.edges.size()), {}};
    const bool done = gvLayout(context_->gvc, built.graph, "dot") == 0;
    if (done) {
        const double height = GD_bb(built.graph).UR.y;
        for (std::size_t v = 0; v < flat.nodes.size(); ++v) {
            const pointf centre = ND_coord(built.nodes[v]);
            out.at[v] = {centre.x - flat.nodes[v].size.width / 2, height - centre.y - flat.nodes[v].size.height / 2};
        }
        for (std::size_t e = 0; e < flat.edges.size(); ++e)
            out.routes[e] = splineOf(built.edges[e], height);
    }
    gvFreeLayout(context_->gvc, built.graph);
    agclose(built.graph);
    if (!done || !isClean(flat, out))
        return false;
    placeLabels(flat, out);
    moveToOrigin(flat, out);
    return cutsAreAlone(flat, out);
}

} // namespace sidelight::display
