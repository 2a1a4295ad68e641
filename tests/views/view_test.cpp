// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "tests/views/sample_graph.h"
#include "views/panels/graph_pane.h"
#include "views/scene/graph_view.h"

#include <QAccessible>
#include <QSignalSpy>
#include <QTest>

#include <gtest/gtest.h>

namespace sidelight::views {
namespace {

using testing::path;
using testing::sampleGraph;

struct View : ::testing::Test
{
    GraphView view;
    std::set<NodePath> selected;
    display::BoxKey toggledKey;

    View()
    {
        view.setMotionAllowed(false);
        view.resize(520, 600);
        view.setVisible(true);
        view.showGraph(sampleGraph());
        view.setCamera({{260, 300}, 1}); // One unit is one pixel.
        QObject::connect(
            &view, &GraphView::selectionChanged, &view, [this](const std::set<NodePath>& paths) { selected = paths; });
        QObject::connect(&view, &GraphView::toggled, &view, [this](const display::BoxKey& key) { toggledKey = key; });
    }
    QColor pixel(int x, int y) { return view.grab().toImage().pixelColor(x, y); }
};

TEST_F(View, PaintsHeadersInTheColourOfTheirCategory)
{
    EXPECT_EQ(pixel(350, 95), headerColor(display::Category::Layer));
    EXPECT_EQ(pixel(250, 325), headerColor(display::Category::Activation));
    EXPECT_EQ(pixel(350, 140), lightPalette().nodeBody);
    EXPECT_EQ(pixel(500, 20), lightPalette().pane);
}

TEST_F(View, PaintsDarkWhenAsked)
{
    view.setColors(darkPalette());
    EXPECT_EQ(pixel(500, 20), darkPalette().pane);
    EXPECT_EQ(pixel(350, 140), darkPalette().nodeBody);
}

TEST_F(View, PaintsARingAroundTheSelectionAndTheAddedNode)
{
    EXPECT_NE(pixel(210, 367), lightPalette().selection) << "nothing is selected yet";
    view.select({path(3)});
    EXPECT_EQ(pixel(210, 367), lightPalette().selection);
    EXPECT_EQ(pixel(210, 286), lightPalette().added);
}

TEST_F(View, DrawsTextWithInk)
{
    const QImage image = view.grab().toImage();
    int white = 0;
    for (int x = 240; x < 290; ++x)
        for (int y = 93; y < 110; ++y)
            white += image.pixelColor(x, y).lightness() > 200;
    EXPECT_GT(white, 20) << "the title of linear";
}

TEST_F(View, SelectsWhatIsClickedAndClearsOnEmptyGround)
{
    QTest::mouseClick(&view, Qt::LeftButton, {}, QPoint(300, 120));
    EXPECT_EQ(selected, (std::set{path(2)}));
    QTest::mouseClick(&view, Qt::LeftButton, Qt::ControlModifier, QPoint(300, 450));
    EXPECT_EQ(selected, (std::set{path(2), path(5)}));
    QTest::mouseClick(&view, Qt::LeftButton, {}, QPoint(5, 5));
    EXPECT_TRUE(selected.empty());
}

TEST_F(View, TogglesByMarkDoubleClickAndKey)
{
    QTest::mouseClick(&view, Qt::LeftButton, {}, QPoint(365, 495));
    EXPECT_EQ(std::exchange(toggledKey, {}), "n7");
    QTest::mouseDClick(&view, Qt::LeftButton, {}, QPoint(300, 520));
    EXPECT_EQ(std::exchange(toggledKey, {}), "n7");
    QTest::mouseClick(&view, Qt::LeftButton, {}, QPoint(460, 205));
    EXPECT_EQ(std::exchange(toggledKey, {}), "m:layers.0");
    QTest::mouseClick(&view, Qt::LeftButton, {}, QPoint(200, 340));
    QTest::keyClick(&view, Qt::Key_Return);
    EXPECT_EQ(toggledKey, "m:layers.0") << "Enter on a plain node closes the frame around it";
}

TEST_F(View, WalksWithArrows)
{
    QTest::mouseClick(&view, Qt::LeftButton, {}, QPoint(300, 30));
    QTest::keyClick(&view, Qt::Key_Down);
    EXPECT_EQ(selected, (std::set{path(2)}));
    QTest::keyClick(&view, Qt::Key_Up);
    EXPECT_EQ(selected, (std::set{path(1)}));
    QTest::keyClick(&view, Qt::Key_Escape);
    EXPECT_TRUE(selected.empty());
}

TEST_F(View, PansByDraggingAndZoomsByControlWheel)
{
    const Camera before = view.camera();
    QTest::mousePress(&view, Qt::LeftButton, {}, QPoint(20, 500));
    QTest::mouseMove(&view, QPoint(60, 530));
    QTest::mouseMove(&view, QPoint(70, 540));
    QTest::mouseRelease(&view, Qt::LeftButton, {}, QPoint(70, 540));
    EXPECT_EQ(view.camera().center, before.center - QPointF(50, 40));
    QWheelEvent wheel(QPointF(100, 100), view.mapToGlobal(QPointF(100, 100)), {}, {0, 120}, Qt::NoButton,
        Qt::ControlModifier, Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(&view, &wheel);
    EXPECT_GT(view.camera().scale, 1.0);
}

TEST_F(View, KeepsTheOpenedBoxWhereItIs)
{
    auto opened = std::make_shared<display::LaidOutGraph>(*sampleGraph());
    for (display::Rect& box : opened->boxes)
        box.x += 700, box.y += 300;
    for (display::Rect& frame : opened->frames)
        frame.x += 700, frame.y += 300;
    const QPoint before = view.positionOf(6);
    view.showGraph(opened, "n7");
    EXPECT_EQ(view.positionOf(6), before);
}

TEST_F(View, FitsAndZoomsToTheSelection)
{
    view.fit();
    EXPECT_TRUE(view.camera().visible(view.size()).contains(view.scene()->bounds()));
    view.select({path(5)});
    view.zoomToSelection();
    EXPECT_NEAR(view.camera().center.x(), 305, 1);
    EXPECT_NEAR(view.camera().center.y(), 451, 1);
}

TEST_F(View, DrawsFarGraphsFromTilesLikeDirectly)
{
    view.showGraph(testing::chain(3000));
    view.fit();
    // Tiles are painted a few in each frame.
    EXPECT_TRUE(QTest::qWaitFor([&] {
        const QImage image = view.grab().toImage();
        int colored = 0;
        for (int y = 0; y < image.height(); ++y)
            colored += image.pixelColor(image.width() / 2, y) != lightPalette().pane;
        return colored > image.height() / 3;
    }));
}

TEST_F(View, TellsAssistiveTechnologyOfItsBoxes)
{
    QAccessibleInterface* graph = QAccessible::queryAccessibleInterface(&view);
    ASSERT_TRUE(graph);
    EXPECT_EQ(graph->role(), QAccessible::List);
    ASSERT_EQ(graph->childCount(), 9);
    QAccessibleInterface* box = graph->child(1);
    ASSERT_TRUE(box);
    EXPECT_EQ(box->text(QAccessible::Name), QStringLiteral("linear"));
    EXPECT_TRUE(box->text(QAccessible::Description).contains(QStringLiteral("from x")));
    EXPECT_EQ(graph->indexOfChild(box), 1);
    EXPECT_EQ(box->rect(), QRect(view.mapToGlobal(QPoint(235, 90)), QSize(140, 59)));
    EXPECT_TRUE(graph->child(6)->state().expandable);
}

TEST_F(View, LetsAScreenReaderWalkFromNodeAlongEdgesToTheNext)
{
    QAccessibleInterface* box = QAccessible::queryAccessibleInterface(&view)->child(0);
    EXPECT_EQ(box->text(QAccessible::Name), QStringLiteral("x"));
    ASSERT_EQ(box->childCount(), 1);
    QAccessibleInterface* edge = box->child(0);
    EXPECT_EQ(edge->role(), QAccessible::Link);
    EXPECT_EQ(edge->parent(), box);
    EXPECT_EQ(edge->text(QAccessible::Name), QStringLiteral("to linear"));
    EXPECT_TRUE(edge->text(QAccessible::Description).contains(QStringLiteral("batch")));
    const auto relations = edge->relations(QAccessible::Controlled);
    ASSERT_EQ(relations.size(), 1);
    EXPECT_EQ(relations[0].first->text(QAccessible::Name), QStringLiteral("linear"));
    edge->actionInterface()->doAction(QAccessibleActionInterface::pressAction());
    EXPECT_TRUE(view.highlights().selected.contains(1));
}

TEST_F(View, SelectsAnEdgeWithItsProducer)
{
    std::optional<display::DisplayEdge> edge;
    QObject::connect(&view, &GraphView::edgeSelected, &view, [&](const display::DisplayEdge& hit) { edge = hit; });
    const display::Route& route = view.scene()->laidOut().routes[0];
    const display::Point middle{(route.points.front().x + route.points.back().x) / 2,
        (route.points.front().y + route.points.back().y) / 2};
    QTest::mouseClick(&view, Qt::LeftButton, {}, QPoint(int(middle.x), int(middle.y)));
    ASSERT_TRUE(edge);
    EXPECT_EQ(edge->to, 1u);
    EXPECT_EQ(view.highlights().selectedEdge, 0);
    QTest::mouseClick(&view, Qt::LeftButton, {}, QPoint(5, 5));
    EXPECT_EQ(view.highlights().selectedEdge, -1);
}

TEST_F(View, MarksPartnersOfWhatIsHoveredElsewhere)
{
    view.setPreview({path(2)});
    EXPECT_EQ(view.highlights().previewed, (std::set<std::uint32_t>{1}));
    view.setPreview({});
    EXPECT_TRUE(view.highlights().previewed.empty());
}

TEST_F(View, LetsBoxesThroughTheMinimapUnlessThePointerIsOnIt)
{
    view.showGraph(testing::chain(400));
    view.setCamera({{view.scene()->bounds().center().x() - 200, 900}, 1});
    EXPECT_TRUE(view.isMapFaint());
    QTest::mouseMove(&view, QPoint(view.width() - 20, view.height() - 20));
    EXPECT_FALSE(view.isMapFaint());
}

TEST(Palettes, KeepsTextOfHighContrastAtSevenToOne)
{
    const Palette& p = contrastPalette();
    for (const QColor& ink : {p.text, p.secondaryText, p.accent, p.selection, p.added, p.changed, p.erased, p.moved,
             p.warning, p.error, p.note, p.edge, p.line})
        EXPECT_GE(contrast(ink, p.background), 7.0) << ink.name().toStdString();
}

TEST(GraphView, ShowsTextFromAFileAsText)
{
    auto graph = std::make_shared<display::LaidOutGraph>(*sampleGraph());
    graph->graph.nodes[1].title = "<img src=file:///x>\x1b[31m\u202E";
    GraphView view;
    view.setMotionAllowed(false);
    view.resize(520, 600);
    view.setVisible(true);
    view.showGraph(graph);
    view.setCamera({{260, 300}, 1});
    EXPECT_FALSE(view.grab().isNull());
    QAccessibleInterface* box = QAccessible::queryAccessibleInterface(&view)->child(1);
    const QString name = box->text(QAccessible::Name);
    EXPECT_TRUE(name.startsWith(QStringLiteral("<img src=file:///x>")));
    EXPECT_FALSE(name.contains(QChar(0x1b)) || name.contains(QChar(0x202E)));
}

TEST(GraphPane, ShowsTheModulesAroundTheSelection)
{
    GraphPane pane(QStringLiteral("FX graph"));
    pane.resize(600, 600);
    pane.setVisible(true);
    pane.view()->showGraph(sampleGraph());
    pane.view()->select({path(3)});
    EXPECT_EQ(trailOf(*pane.view()), QStringLiteral("model \u203A layers.0"));
}

} // namespace
} // namespace sidelight::views
