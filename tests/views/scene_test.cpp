// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "tests/views/sample_graph.h"
#include "views/scene/camera.h"
#include "views/scene/graph_painter.h"
#include "views/scene/graph_scene.h"
#include "views/scene/minimap.h"
#include "views/scene/spatial_index.h"

#include <QImage>
#include <QPainter>

#include <gtest/gtest.h>

namespace sidelight::views {
namespace {

using testing::path;
using testing::sampleGraph;

TEST(SpatialIndex, FindsWhatAnExhaustiveSearchFinds)
{
    std::vector<display::Rect> rects;
    unsigned seed = 3;
    const auto next = [&](unsigned below) {
        seed = seed * 1664525u + 1013904223u;
        return double((seed >> 16) % below);
    };
    for (int i = 0; i < 400; ++i)
        rects.push_back({next(5000) - 500, next(9000), next(120) + 1, next(60) + 1});
    rects.push_back({-500, 0, 6000, 9000}); // Covers everything.
    const SpatialIndex index(rects);
    for (int i = 0; i < 100; ++i) {
        const display::Rect area{next(5000) - 700, next(9500) - 200, next(600), next(600)};
        std::vector<std::uint32_t> expected;
        for (std::uint32_t r = 0; r < rects.size(); ++r)
            if (rects[r].x <= area.right() && area.x <= rects[r].right() && rects[r].y <= area.bottom() &&
                area.y <= rects[r].bottom())
                expected.push_back(r);
        ASSERT_EQ(index.query(area), expected);
    }
}

TEST(SpatialIndex, TakesNothingAndExtremeGraphs)
{
    EXPECT_TRUE(SpatialIndex().query({0, 0, 10, 10}).empty());
    const SpatialIndex index({{0, 0, 1, 1}, {1e7, 1e7, 1, 1}});
    EXPECT_EQ(index.query({1e7 - 5, 1e7 - 5, 10, 10}), std::vector<std::uint32_t>{1});
}

TEST(GraphScene, HitsBoxesMarksFramesAndEdges)
{
    const GraphScene scene(sampleGraph());
    EXPECT_EQ(scene.hit({300, 120}, 3), (Hit{Hit::Kind::Box, 1}));
    EXPECT_EQ(scene.hit({365, 495}, 3), (Hit{Hit::Kind::ExpandMark, 6}));
    EXPECT_EQ(scene.hit({60, 200}, 3), (Hit{Hit::Kind::FrameTitle, 0}));
    EXPECT_EQ(scene.hit({460, 205}, 3), (Hit{Hit::Kind::CollapseMark, 0}));
    EXPECT_EQ(scene.hit({60, 350}, 3), (Hit{Hit::Kind::Frame, 0}));
    EXPECT_EQ(scene.hit({306, 66}, 3), (Hit{Hit::Kind::Edge, 0}));
    EXPECT_EQ(scene.hit({5, 5}, 3).kind, Hit::Kind::Nothing);
}

TEST(GraphScene, FindsBoxesOfNodesAndOfWhatIsInsideThem)
{
    const GraphScene scene(sampleGraph());
    EXPECT_EQ(scene.boxesOf({path(3), path(5)}), (std::set<std::uint32_t>{2, 4}));
    EXPECT_EQ(scene.boxesOf({NodePath{{NodeId{7}, NodeId{70}}}}), (std::set<std::uint32_t>{6}));
    EXPECT_TRUE(scene.boxesOf({path(1000)}).empty());
}

TEST(GraphScene, LeadsAlongEdgesWithArrows)
{
    const GraphScene scene(sampleGraph());
    EXPECT_EQ(scene.neighbour(0, Direction::Down), 1u);
    EXPECT_EQ(scene.neighbour(1, Direction::Down), 3u);
    EXPECT_EQ(scene.neighbour(3, Direction::Up), 8u) << "the stub is nearer than linear";
    EXPECT_EQ(scene.neighbour(3, Direction::Right), 7u);
    EXPECT_EQ(scene.neighbour(0, Direction::Up), 0u) << "an input has nothing before it";
}

TEST(GraphScene, DescribesABoxInWords)
{
    const GraphScene scene(sampleGraph());
    EXPECT_EQ(scene.describe(3), "_to_copy; dtype float32; from linear, mask; to softmax; added");
    EXPECT_EQ(scene.describe(6), "aten_linear; weight 192x192; bias 192; from matmul; to output; can be expanded");
}

TEST(Camera, MapsBothWays)
{
    const Camera camera{{100, 200}, 2};
    const QSizeF view(400, 300);
    EXPECT_EQ(camera.toView(view).map(QPointF(100, 200)), QPointF(200, 150));
    EXPECT_EQ(camera.toScene(QPointF(200, 150), view), QPointF(100, 200));
    EXPECT_EQ(camera.visible(view), QRectF(0, 125, 200, 150));
}

TEST(Camera, ZoomsAroundThePointer)
{
    const Camera camera{{100, 200}, 1};
    const QSizeF view(400, 300);
    const QPointF at(50, 60);
    const Camera zoomed = zoomedAt(camera, 3, at, view);
    EXPECT_NEAR(zoomed.toScene(at, view).x(), camera.toScene(at, view).x(), 1e-9);
    EXPECT_NEAR(zoomed.toScene(at, view).y(), camera.toScene(at, view).y(), 1e-9);
    EXPECT_EQ(zoomedAt(camera, 1e9, at, view).scale, kLargestScale);
}

TEST(Camera, RevealsWithTheLeastMove)
{
    const Camera camera{{0, 0}, 1};
    const QSizeF view(400, 300);
    EXPECT_EQ(revealing(camera, {-10, -10, 20, 20}, view), camera);
    const Camera moved = revealing(camera, {300, 0, 20, 20}, view);
    EXPECT_DOUBLE_EQ(moved.center.x(), 150);
    EXPECT_DOUBLE_EQ(moved.center.y(), 0);
}

TEST(Camera, OpensReadablyAtTheTopOfATallGraph)
{
    const Camera camera = opening({0, 0, 300, 100000}, {600, 650}, {{150, 50000}});
    EXPECT_GE(camera.scale, 0.6);
    EXPECT_NEAR(camera.visible({600, 650}).top(), -20 / camera.scale, 1e-6);
}

TEST(Camera, OpensWithTheTrunkInTheMiddleWhenTheRestStaysInView)
{
    const Camera camera = opening({0, 0, 400, 2000}, {600, 650}, {{50, 1000}});
    EXPECT_NEAR(camera.visible({600, 650}).right(), 400 + 20 / camera.scale, 1e-6);
    EXPECT_EQ(opening({0, 0, 400, 2000}, {2000, 650}, {{100, 1000}}).center.x(), 100);
    // What is wider than the view is not shown beside its border.
    const Camera wide = opening({0, 0, 4000, 2000}, {600, 650}, {{100, 1000}});
    EXPECT_NEAR(wide.visible({600, 650}).left(), -20 / wide.scale, 1e-6);
}

TEST(Camera, OpensAtTheLeftOfAGraphThatRunsToTheRight)
{
    const Camera camera = opening({0, 0, 100000, 300}, {600, 650}, {{50000, 150}, true});
    EXPECT_NEAR(camera.visible({600, 650}).left(), -20 / camera.scale, 1e-6);
    EXPECT_EQ(camera.center.y(), 150);
}

/// How many pixels of `colour` a picture of `area` has between x = 0 and `width`.
int pixelsLike(const QColor& colour, const display::LaidOutGraph& graph, const QRectF& area, int width)
{
    QImage image(area.size().toSize(), QImage::Format_RGB32);
    image.fill(lightPalette().pane);
    {
        QPainter painter(&image);
        painter.translate(-area.topLeft());
        GraphPainter(graph, GraphIndex(graph), lightPalette()).paint(painter, area, {1, false, false});
    }
    int found = 0;
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < width; ++x)
            found += image.pixelColor(x, y) == colour ? 1 : 0;
    return found;
}

TEST(GraphPainter, KeepsTheTitleOfAWideFrameInSight)
{
    const auto graph = sampleGraph();
    const display::Rect frame = graph->frames[0];
    // The frame's left third is out of sight, and so would be its words.
    const QRectF area(frame.x + frame.width / 3, frame.y, frame.width, 26);
    EXPECT_GT(pixelsLike(lightPalette().accent, *graph, area, 100), 20);
}

TEST(GraphPainter, DrawsWhatIsNotThereYetQuietly)
{
    display::LaidOutGraph graph = *sampleGraph();
    for (display::DisplayEdge& edge : graph.graph.edges)
        edge.delta = display::Delta::Added;
    const QRectF all(0, 0, graph.size.width, graph.size.height);
    const int green = pixelsLike(lightPalette().added, graph, all, int(all.width()));
    for (display::DisplayEdge& edge : graph.graph.edges) {
        edge.delta = display::Delta::None;
        edge.pending = true;
    }
    EXPECT_LT(pixelsLike(lightPalette().added, graph, all, int(all.width())), green);
}

TEST(Minimap, DrawsALongGraphAsWideAsItsPlace)
{
    Minimap map;
    const auto graph = testing::chain(60);
    map.setGraph(graph);
    const QRectF place = map.place({600, 600}, {0, 0, 200, 200});
    ASSERT_GE(place.width(), 44);
    EXPECT_LT(place.height(), 200);
    // Left and right of the map are left and right of the graph, though it is far longer than wide.
    EXPECT_NEAR(map.toScene({place.left() + 5, place.top() + 5}, place).x(), 0, 1);
    EXPECT_NEAR(map.toScene({place.right() - 5, place.bottom() - 5}, place).x(), graph->size.width, 1);
    EXPECT_NEAR(map.toScene({place.right() - 5, place.bottom() - 5}, place).y(), graph->size.height, 1);
}

TEST(Minimap, ShowsErrorsInTheirColour)
{
    auto graph = std::make_shared<display::LaidOutGraph>(*testing::chain(60));
    graph->graph.nodes[30].badge = {support::Level::Error, 1};
    Minimap map;
    map.setGraph(graph);
    const QRectF place = map.place({600, 600}, {0, 0, 200, 200});
    QImage image(600, 600, QImage::Format_RGB32);
    image.fill(Qt::white);
    {
        QPainter painter(&image);
        map.paint(painter, place, {0, 0, 200, 200}, lightPalette());
    }
    const display::Point middle = graph->boxes[30].center();
    const double y = place.top() + 5 + middle.y / graph->size.height * (place.height() - 10);
    EXPECT_EQ(image.pixelColor(int(place.center().x()), int(y)), lightPalette().error);
}

TEST(GraphScene, KnowsWhichWayAGraphRuns)
{
    EXPECT_FALSE(GraphScene(sampleGraph()).course().flowsRight);
}

} // namespace
} // namespace sidelight::views
