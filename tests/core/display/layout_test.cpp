// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/display/build.h"
#include "tests/core/display/drawing_checks.h"

#include <gtest/gtest.h>

#include <chrono>
#include <random>

namespace sidelight::display {
namespace {

double secondsFor(const DisplayGraph& graph, LaidOutGraph& out, const LayoutOptions& options = {})
{
    const auto start = std::chrono::steady_clock::now();
    auto result = layOut(graph, options);
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
    EXPECT_TRUE(result.ok());
    out = *std::move(result);
    return elapsed.count();
}

LaidOutGraph laidOut(const DisplayGraph& graph, const LayoutOptions& options = {})
{
    LaidOutGraph out;
    secondsFor(graph, out, options);
    return out;
}

DisplayGraph chain(std::uint32_t length)
{
    GraphMaker maker;
    for (std::uint32_t i = 0; i < length; ++i) {
        maker.node();
        if (i > 0)
            maker.edge(i - 1, i, "batch×8");
    }
    return maker.graph;
}

DisplayGraph randomGraph(std::uint32_t count, unsigned seed, std::uint32_t reach)
{
    std::mt19937 engine(seed);
    const auto random = [&] { return static_cast<std::uint32_t>(engine()); };
    GraphMaker maker;
    for (std::uint32_t i = 0; i < count; ++i) {
        maker.node(72 + random() % 120, 22 + 15 * (random() % 4));
        for (std::uint32_t k = 0; i > 0 && k < 1 + random() % 2; ++k)
            maker.edge(i - 1 - random() % std::min(i, reach), i, random() % 3 ? "batch×8" : "");
    }
    return maker.graph;
}

/// A transformer layer after `input`: residuals, three heads, an MLP.
std::uint32_t layer(GraphMaker& maker, std::uint32_t input, ClusterId cluster = kNoCluster)
{
    const auto add = [&](std::vector<std::uint32_t> from, double height) {
        const std::uint32_t node = maker.node(120, height, cluster);
        for (const std::uint32_t f : from)
            maker.edge(f, node, "batch×197×192");
        return node;
    };
    const std::uint32_t norm = add({input}, 74);
    const std::uint32_t q = add({norm}, 59);
    const std::uint32_t k = add({norm}, 59);
    const std::uint32_t v = add({norm}, 59);
    const std::uint32_t scores = add({q, k}, 22);
    const std::uint32_t softmax = add({scores}, 44);
    const std::uint32_t mix = add({softmax, v}, 22);
    const std::uint32_t projection = add({mix}, 59);
    const std::uint32_t sum = add({input, projection}, 22);
    const std::uint32_t up = add({sum}, 59);
    const std::uint32_t gelu = add({up}, 22);
    const std::uint32_t down = add({gelu}, 59);
    return add({sum, down}, 22);
}

TEST(FaultsOf, NamesWhatIsWrong)
{
    LaidOutGraph drawing = laidOut(chain(3));
    drawing.boxes[1].x += 200;
    EXPECT_EQ(faultsOf(drawing), "box 1 is outside the drawing\nedge 0 does not end on its boxes\nedge 1 does not end on its boxes\n");
    drawing = laidOut(chain(3));
    drawing.boxes[2] = {drawing.boxes[0].x, drawing.boxes[0].bottom() + 4, 100, 10};
    EXPECT_EQ(faultsOf(drawing), "edge 0 runs through box 2\nedge 1 does not end on its boxes\nlabel 0 is over box 2\n");
}

TEST(LayOut, GivesAnEmptyDrawingForAnEmptyGraph)
{
    const LaidOutGraph drawing = laidOut({});
    EXPECT_TRUE(drawing.boxes.empty());
}

TEST(LayOut, StacksAChainStraightDown)
{
    const LaidOutGraph drawing = laidOut(chain(5));
    EXPECT_EQ(faultsOf(drawing), "");
    for (std::size_t i = 1; i < 5; ++i) {
        EXPECT_EQ(drawing.boxes[i].center().x, drawing.boxes[0].center().x);
        EXPECT_GT(drawing.boxes[i].y, drawing.boxes[i - 1].bottom());
        EXPECT_GT(drawing.routes[i - 1].label.width, 0);
    }
}

TEST(LayOut, RunsFromLeftToRightWhenAsked)
{
    const LaidOutGraph drawing = laidOut(chain(5), {true});
    EXPECT_EQ(faultsOf(drawing), "");
    EXPECT_GT(drawing.boxes[1].x, drawing.boxes[0].right());
    EXPECT_EQ(drawing.boxes[1].center().y, drawing.boxes[0].center().y);
}

TEST(LayOut, DrawsEqualLayersEqually)
{
    GraphMaker maker;
    std::uint32_t at = maker.node();
    std::vector<std::uint32_t> ends;
    for (int i = 0; i < 12; ++i)
        ends.push_back(at = layer(maker, at));
    const LaidOutGraph drawing = laidOut(maker.graph);
    EXPECT_EQ(faultsOf(drawing), "");
    for (std::uint32_t i = ends[0]; i + 13 < ends[10]; ++i) { // The first and last piece have no cut on one side.
        EXPECT_NEAR(drawing.boxes[i].x, drawing.boxes[i + 13].x, 0.01);
        EXPECT_NEAR(drawing.boxes[i + 13].y - drawing.boxes[i].y, drawing.boxes[ends[1]].y - drawing.boxes[ends[0]].y, 0.01);
    }
}

TEST(LayOut, IsTheSameEveryTime)
{
    const DisplayGraph graph = randomGraph(200, 7, 20);
    const LaidOutGraph one = laidOut(graph);
    const LaidOutGraph two = laidOut(graph);
    EXPECT_EQ(one.boxes, two.boxes);
    EXPECT_EQ(one.size, two.size);
    for (std::size_t e = 0; e < one.routes.size(); ++e)
        EXPECT_EQ(one.routes[e].points, two.routes[e].points);
}

TEST(LayOut, KeepsEdgesOffBoxesInRandomGraphs)
{
    for (const unsigned seed : {1u, 2u, 3u, 4u, 5u, 6u}) {
        for (const std::uint32_t reach : {3u, 12u, 300u}) {
            EXPECT_EQ(faultsOf(laidOut(randomGraph(120, seed, reach))), "") << seed << " " << reach;
            EXPECT_EQ(faultsOf(laidOut(randomGraph(120, seed, reach), {false, 0})), "") << "layered " << seed << " " << reach;
            EXPECT_EQ(faultsOf(laidOut(randomGraph(60, seed, reach), {true})), "") << "left to right " << seed << " " << reach;
        }
    }
}

TEST(LayOut, LeadsEdgesIntoFramesThroughTheirBorders)
{
    GraphMaker maker;
    const std::uint32_t input = maker.node();
    const std::uint32_t mask = maker.node();
    const ClusterId outer = maker.cluster("layers · EncoderLayer");
    const ClusterId inner = maker.cluster("attn · Attention", outer);
    const std::uint32_t a = maker.node(100, 44, outer);
    const std::uint32_t b = maker.node(100, 44, inner);
    const std::uint32_t c = maker.node(100, 44, inner);
    const std::uint32_t d = maker.node(100, 44, outer);
    const std::uint32_t end = maker.node();
    maker.edge(input, a, "batch×8");
    maker.edge(a, b, "batch×8");
    maker.edge(mask, c, "8×8");
    maker.edge(b, c);
    maker.edge(c, d);
    maker.edge(a, d);
    maker.edge(d, end);
    maker.edge(b, end, "batch×8");
    for (const bool leftToRight : {false, true}) {
        const LaidOutGraph drawing = laidOut(maker.graph, {leftToRight});
        EXPECT_EQ(faultsOf(drawing), "");
        EXPECT_EQ(drawing.frames.size(), 2u);
    }
}

TEST(LayOut, RunsStraightThroughOpenBodies)
{
    GraphMaker maker;
    std::uint32_t before = maker.node();
    for (int i = 0; i < 3; ++i) {
        const ClusterId call = maker.cluster("fc · Linear");
        const std::uint32_t inner = maker.node(72, 67, maker.cluster("aten.linear", call));
        const std::uint32_t after = maker.node(118, 22, maker.cluster("aten.sigmoid"));
        maker.edge(before, inner, "batch×8");
        maker.edge(inner, after, "batch×8");
        before = after;
    }
    maker.edge(before, maker.node(), "batch×8");
    const LaidOutGraph drawing = laidOut(maker.graph);
    EXPECT_EQ(faultsOf(drawing), "");
    for (const Route& route : drawing.routes)
        for (const Point& point : route.points)
            EXPECT_NEAR(point.x, drawing.boxes[0].center().x, 0.01);
}

TEST(LayOut, KeepsTheMainPathStraightBesideWhatSkipsIt)
{
    GraphMaker maker;
    const std::uint32_t input = maker.node();
    const std::uint32_t norm = maker.node(120, 74);
    const std::uint32_t attention = maker.node(160, 44);
    const std::uint32_t sum = maker.node(72, 22);
    maker.edge(input, norm, "batch×8");
    maker.edge(norm, attention, "batch×8");
    maker.edge(attention, sum, "batch×8");
    maker.edge(input, sum, "batch×8");
    maker.edge(sum, maker.node(), "batch×8");
    const LaidOutGraph drawing = laidOut(maker.graph);
    EXPECT_EQ(faultsOf(drawing), "");
    for (const std::uint32_t box : {norm, attention, sum})
        EXPECT_NEAR(drawing.boxes[box].center().x, drawing.boxes[input].center().x, 0.01);
}

TEST(LayOut, DrawsAnEmptyFrameWithRoomForItsTitle)
{
    GraphMaker maker;
    maker.cluster("empty · Sequential");
    const LaidOutGraph drawing = laidOut(maker.graph);
    EXPECT_GT(drawing.frames[0].width, 100);
}

TEST(LayOut, SpreadsAFanOverTheWidth)
{
    GraphMaker maker;
    const std::uint32_t input = maker.node();
    for (std::uint32_t i = 1; i <= 5000; ++i)
        maker.edge(input, maker.node(), "8");
    const std::uint32_t end = maker.node();
    for (std::uint32_t i = 1; i <= 5000; ++i)
        maker.edge(i, end);
    LaidOutGraph drawing;
    EXPECT_LT(secondsFor(maker.graph, drawing), 3);
    EXPECT_EQ(faultsOf(drawing), "");
}

TEST(LayOut, IsQuickForAChainOfTenThousand)
{
    LaidOutGraph drawing;
    EXPECT_LT(secondsFor(chain(10'000), drawing), 1);
    EXPECT_EQ(faultsOf(drawing), "");
}

TEST(LayOut, IsQuickForEightyLayers)
{
    GraphMaker maker;
    std::uint32_t at = maker.node();
    for (int i = 0; i < 320; ++i)
        at = layer(maker, at);
    LaidOutGraph drawing;
    EXPECT_LT(secondsFor(maker.graph, drawing), 1);
    EXPECT_EQ(faultsOf(drawing), "");
}

TEST(LayOut, IsQuickForAMaskThatAllLayersRead)
{
    GraphMaker maker;
    const std::uint32_t mask = maker.node();
    std::uint32_t at = maker.node();
    for (int i = 0; i < 320; ++i) {
        at = layer(maker, at);
        maker.edge(mask, at - 7);
    }
    LaidOutGraph drawing;
    EXPECT_LT(secondsFor(maker.graph, drawing), 3);
    EXPECT_EQ(faultsOf(drawing), "");
}

TEST(LayOut, DrawsAnEdgeAgainstTheOrderUpwards)
{
    GraphMaker maker;
    for (int i = 0; i < 4; ++i)
        maker.node();
    maker.edge(0, 1);
    maker.edge(1, 2);
    maker.edge(2, 0);
    maker.edge(3, 3);
    maker.edge(2, 3);
    EXPECT_EQ(faultsOf(laidOut(maker.graph)), "");
}

TEST(LayOut, StopsWhenAsked)
{
    std::stop_source source;
    source.request_stop();
    const auto result = layOut(randomGraph(2000, 1, 2000), {}, source.get_token());
    ASSERT_FALSE(result.ok());
    EXPECT_EQ(result.error().ruleId, "SL9003");
}

} // namespace
} // namespace sidelight::display
