// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
//
// Levels are laid out from the innermost outwards, so that a frame is a box of known size with known ports when its parent is laid out;
// then places are summed from the outside in and the stretches of each edge joined.
#include "core/display/box_metrics.h"
#include "core/display/build.h"
#include "core/display/levels.h"
#include "core/display/segment.h"
#include "core/support/rules.h"

#include <algorithm>
#include <cmath>

namespace sidelight::display {
namespace {

constexpr double kMargin = 24;         ///< Around the whole drawing.
constexpr double kFrameButtons = 34;   ///< Collapse mark and its margins in a frame's title.
constexpr double kFrameCharacter = 7;  ///< Of a frame's title.
constexpr double kTitleText = 22;      ///< Band of a frame's title, which edges cross straight.
constexpr double kPortWidth = 2;

Point turned(Point p) { return {p.y, p.x}; }
Size turned(Size s) { return {s.height, s.width}; }

/// Frame sides as the layout sees them: `before` and `after` along the flow, `left` and `right` across it.
struct Sides {
    double before = 0;
    double after = 0;
    double left = 0;
    double right = 0;
};

class Layouter {
public:
    Layouter(const DisplayGraph& graph, const LayoutOptions& options, std::stop_token stop)
        : graph_(graph), options_(options), stop_(std::move(stop)), levels_(makeLevels(graph)), laidOut_(levels_.levels.size()),
          origin_(levels_.levels.size()), frameSize_(levels_.levels.size()), shift_(levels_.levels.size(), 0),
          contentAt_(levels_.levels.size()), contentOrigin_(levels_.levels.size()), boxAt_(graph.nodes.size())
    {
    }

    bool run()
    {
        for (auto level = levels_.outerFirst.rbegin(); level != levels_.outerFirst.rend(); ++level)
            if (!layOutOne(*level))
                return false;
        for (const std::uint32_t level : levels_.outerFirst)
            placeContent(level);
        return true;
    }

    LaidOutGraph finish(DisplayGraph graph)
    {
        LaidOutGraph out;
        const Size top = laidOut_[0].size;
        out.size = turn(Size{top.width + 2 * kMargin, top.height + 2 * kMargin});
        for (std::uint32_t n = 0; n < graph.nodes.size(); ++n)
            out.boxes.push_back(rectOf(boxAt_[n], turn(graph.nodes[n].size)));
        for (std::uint32_t c = 0; c < graph.clusters.size(); ++c)
            out.frames.push_back(rectOf(origin_[c + 1], frameSize_[c + 1]));
        for (std::uint32_t e = 0; e < graph.edges.size(); ++e)
            out.routes.push_back(routeOf(e));
        out.graph = std::move(graph);
        return out;
    }

private:
    template <class T>
    [[nodiscard]] T turn(T value) const
    {
        return options_.leftToRight ? turned(value) : value;
    }
    /// A rectangle of the layout in the drawing's own directions.
    [[nodiscard]] Rect rectOf(Point at, Size size) const
    {
        const Point p = turn(at);
        const Size s = turn(size);
        return {p.x, p.y, s.width, s.height};
    }
    [[nodiscard]] Sides sides() const
    {
        constexpr double pad = BoxMetrics::framePadding;
        if (options_.leftToRight)
            return {pad, pad, BoxMetrics::frameTitle, pad};
        return {BoxMetrics::frameTitle, pad, pad, pad};
    }

    [[nodiscard]] double portOf(const FramePort& port) const
    {
        return laidOut_[port.level].at[port.item].x + kPortWidth / 2 + sides().left + shift_[port.level];
    }

    /// Where one value comes in and one goes out on one line, that line; else the middle.
    [[nodiscard]] double axisOf(std::uint32_t number) const
    {
        const std::vector<LevelItem>& items = levels_.levels[number].items;
        constexpr double kSameLine = 0.5;
        double axis = -1;
        for (std::uint32_t i = 0; i < items.size(); ++i) {
            if (items[i].kind != LevelItem::Kind::Entry && items[i].kind != LevelItem::Kind::Exit)
                continue;
            const double port = portOf({number, i});
            if (axis >= 0 && std::abs(port - axis) > kSameLine)
                return -1;
            axis = port;
        }
        return axis;
    }

    [[nodiscard]] FlatNode flatNode(const LevelItem& item) const
    {
        switch (item.kind) {
        case LevelItem::Kind::Node: return {turn(graph_.nodes[item.index].size)};
        case LevelItem::Kind::Frame: return {frameSize_[item.index + 1], false, false, 0, axisOf(item.index + 1)};
        case LevelItem::Kind::Entry: return {{kPortWidth, 0}, true, false, options_.leftToRight ? 0 : kTitleText};
        case LevelItem::Kind::Exit: break;
        }
        return {{kPortWidth, 0}, false, true};
    }

    bool layOutOne(std::uint32_t number)
    {
        const Level& level = levels_.levels[number];
        FlatGraph flat;
        for (const LevelItem& item : level.items)
            flat.nodes.push_back(flatNode(item));
        for (const LevelEdge& edge : level.edges) {
            FlatEdge out{edge.from, edge.to, kAnyPort, kAnyPort, edge.value, turn(edge.label)};
            if (edge.fromFrame) {
                out.fromPort = portOf(edge.fromPort);
                out.value = edge.fromPort.item;
            }
            if (edge.toFrame)
                out.toPort = portOf(edge.toPort);
            const bool isPort = level.items[edge.from].kind == LevelItem::Kind::Entry;
            if (isPort)
                out.fromPort = kPortWidth / 2;
            if (level.items[edge.to].kind == LevelItem::Kind::Exit)
                out.toPort = kPortWidth / 2;
            flat.edges.push_back(out);
        }
        if (!layOutLevel(flat, {options_.largestPiece, stop_}, memory_, laidOut_[number]))
            return false;
        if (number != 0)
            measureFrame(number);
        return true;
    }

    void measureFrame(std::uint32_t number)
    {
        const Level& level = levels_.levels[number];
        const Cluster& cluster = graph_.clusters[number - 1];
        const auto has = [&](LevelItem::Kind kind) { return std::ranges::any_of(level.items, [&](const LevelItem& item) { return item.kind == kind; }); };
        const Sides s = sides();
        const double before = has(LevelItem::Kind::Entry) ? 0 : s.before;
        const double after = has(LevelItem::Kind::Exit) ? 0 : s.after;
        Size size{laidOut_[number].size.width + s.left + s.right, laidOut_[number].size.height + before + after};
        const auto characters = std::ranges::count_if(cluster.title, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; });
        double title = static_cast<double>(characters) * kFrameCharacter + kFrameButtons + BoxMetrics::framePadding;
        if (cluster.isFunction)
            title += 2 * kFrameCharacter;
        if (cluster.repeat > 1)
            title += 40;
        const Size smallest = turn(Size{std::ceil(title), BoxMetrics::frameTitle + BoxMetrics::framePadding});
        // The painter lets values that enter below the title pass behind its words: moving the content away leaves a gap.
        shift_[number] = std::max(0.0, (smallest.width - size.width) / 2);
        frameSize_[number] = {std::max(size.width, smallest.width), has(LevelItem::Kind::Exit) ? size.height : std::max(size.height, smallest.height)};
        contentAt_[number] = {s.left + shift_[number], before};
    }

    void placeContent(std::uint32_t number)
    {
        const Point content = number == 0 ? Point{kMargin, kMargin} : Point{origin_[number].x + contentAt_[number].x, origin_[number].y + contentAt_[number].y};
        const Level& level = levels_.levels[number];
        contentOrigin_[number] = content;
        for (std::uint32_t i = 0; i < level.items.size(); ++i) {
            const Point at{content.x + laidOut_[number].at[i].x, content.y + laidOut_[number].at[i].y};
            if (level.items[i].kind == LevelItem::Kind::Node)
                boxAt_[level.items[i].index] = at;
            else if (level.items[i].kind == LevelItem::Kind::Frame)
                origin_[level.items[i].index + 1] = at;
        }
    }

    /// Edges that share a stretch show its label once: the first takes it.
    Route routeOf(std::uint32_t e)
    {
        Route route;
        for (const Stretch& stretch : levels_.stretches[e]) {
            const Point by = contentOrigin_[stretch.level];
            const std::vector<Point>& points = laidOut_[stretch.level].routes[stretch.edge];
            for (std::size_t i = route.points.empty() ? 0 : 1; i < points.size(); ++i)
                route.points.push_back(turn(Point{points[i].x + by.x, points[i].y + by.y}));
            Rect& label = laidOut_[stretch.level].labels[stretch.edge];
            if (label.width > 0)
                route.label = rectOf({label.x + by.x, label.y + by.y}, {label.width, label.height});
            label = {};
        }
        return route;
    }

    const DisplayGraph& graph_;
    const LayoutOptions& options_;
    std::stop_token stop_;
    Levels levels_;
    PieceMemory memory_;
    std::vector<FlatLayout> laidOut_;
    std::vector<Point> origin_;    ///< By level: where its frame stands.
    std::vector<Size> frameSize_;
    std::vector<double> shift_;    ///< Content narrower than its title stands in the middle.
    std::vector<Point> contentAt_;
    std::vector<Point> contentOrigin_;
    std::vector<Point> boxAt_;
};

} // namespace

Result<LaidOutGraph> layOut(DisplayGraph graph, const LayoutOptions& options, std::stop_token stop)
{
    Layouter layouter(graph, options, std::move(stop));
    if (!layouter.run())
        return support::diagnose(rules::kCancelled, "The layout was cancelled.");
    LaidOutGraph out = layouter.finish(graph);
    return out;
}

} // namespace sidelight::display
