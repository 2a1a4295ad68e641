// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "app/export_dialog.h"
#include "app/grab_script.h"
#include "app/main_window.h"
#include "tests/app/waiting.h"
#include "tests/app/window_fixture.h"
#include "views/panels/diagnostics_panel.h"
#include "views/panels/graph_pane.h"
#include "views/panels/inspector.h"
#include "views/panels/pass_strip.h"
#include "views/scene/graph_painter.h"
#include "views/scene/graph_view.h"

#include <QAction>
#include <QClipboard>
#include <QDropEvent>
#include <QLineEdit>
#include <QListView>
#include <QMimeData>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTabBar>
#include <QTemporaryDir>
#include <QTest>

#include <gtest/gtest.h>

namespace sidelight::app {
namespace {

using testing::samplePath;
using testing::waitUntil;
using testing::Window;

TEST_F(Window, OpensAModelAndPaintsBothGraphs)
{
    QSignalSpy painted(&window, &MainWindow::graphPainted);
    const ModelSession* session = open("mlp.pt2");
    ASSERT_EQ(session->state(), ModelSession::State::Ready) << session->failure().toStdString();
    EXPECT_TRUE(waitUntil([&] { return painted.count() >= 2; }));
    ASSERT_TRUE(window.pane(Side::Fx)->view()->scene());
    ASSERT_TRUE(window.pane(Side::Onnx)->view()->scene());
    EXPECT_GT(window.pane(Side::Fx)->view()->scene()->laidOut().boxes.size(), 3u);
    EXPECT_TRUE(window.pane(Side::Onnx)->note().contains(QStringLiteral("opset 18")));
    EXPECT_TRUE(window.windowTitle().startsWith(QStringLiteral("mlp.pt2")));
    EXPECT_TRUE(window.statusText().contains(QStringLiteral("parameters"))) << window.statusText().toStdString();
    EXPECT_TRUE(settings.recentFiles().contains(samplePath("mlp.pt2")));
}

TEST_F(Window, SaysWhyAFileCannotBeOpened)
{
    const QString broken = folder.filePath(QStringLiteral("broken.pt2"));
    QFile file(broken);
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write("not a zip");
    file.close();
    ModelSession* session = window.openModel(broken.toStdString());
    ASSERT_TRUE(waitUntil([&] { return session->state() != ModelSession::State::Loading; }));
    EXPECT_EQ(session->state(), ModelSession::State::Failed);
    EXPECT_TRUE(window.statusText().contains(QStringLiteral("SL1002"))) << window.statusText().toStdString();
    EXPECT_FALSE(window.actions()[Act::Export]->isEnabled());
}

TEST_F(Window, LinksTheSelectionOfBothGraphs)
{
    ModelSession* session = open("mlp.pt2");
    const auto node = findFxNode(session->document()->fx, "%sigmoid");
    ASSERT_TRUE(node);
    session->select(Side::Fx, {{{*node}}});
    EXPECT_FALSE(session->link().onnx.empty());
    EXPECT_FALSE(window.pane(Side::Onnx)->view()->highlights().selected.empty());

    const NodePath onnx = *session->link().onnx.begin();
    session->select(Side::Onnx, {onnx});
    EXPECT_TRUE(session->link().fx.contains({{*node}}));
    EXPECT_FALSE(window.pane(Side::Fx)->view()->highlights().selected.empty());
    EXPECT_TRUE(session->link().why.isEmpty());
}

TEST_F(Window, SaysWhyANodeHasNoPartner)
{
    ModelSession* session = open("mlp.pt2");
    session->select(Side::Fx, {{{NodeId{987654}}}});
    EXPECT_TRUE(session->link().onnx.empty());
    EXPECT_FALSE(session->link().why.isEmpty());
    EXPECT_TRUE(window.statusText().startsWith(QStringLiteral("No ONNX node")));
}

TEST_F(Window, StepsThroughThePassesWithKeys)
{
    const ModelSession* session = open("mlp.pt2");
    const auto counts = window.current()->passes()->counts();
    EXPECT_EQ(session->position(), views::endOf(counts));
    EXPECT_FALSE(window.actions()[Act::Step]->isEnabled());
    window.activateWindow();
    QTest::keyClick(&window, Qt::Key_F5, Qt::ControlModifier | Qt::ShiftModifier);
    EXPECT_EQ(session->position(), views::startOf(counts));
    QTest::keyClick(&window, Qt::Key_F10);
    const views::Position first = session->position();
    EXPECT_EQ(first, views::stepped(counts, {}));
    QTest::keyClick(&window, Qt::Key_F10, Qt::ControlModifier);
    EXPECT_EQ(session->position(), views::nextPass(counts, first));
    QTest::keyClick(&window, Qt::Key_F10, Qt::ShiftModifier);
    QTest::keyClick(&window, Qt::Key_F5, Qt::ShiftModifier);
    EXPECT_EQ(session->position(), views::endOf(counts));
    settle();
}

TEST_F(Window, ShowsAPassThatIsClickedWithItsChanges)
{
    ModelSession* session = open("mlp.pt2");
    const auto& items = session->passes()->items();
    const auto lower = std::ranges::find(items, "lower", &views::PassItem::id);
    ASSERT_NE(lower, items.end());
    emit window.passStrip()->itemActivated(static_cast<std::size_t>(lower - items.begin()));
    session->stepBack();
    settle();
    EXPECT_EQ(session->shown(Side::Onnx)->place.kind, Place::Kind::Overlay);
    const auto& nodes = session->shown(Side::Onnx)->graph->graph.nodes;
    EXPECT_TRUE(std::ranges::any_of(
        nodes, [](const display::DisplayNode& node) { return node.delta == display::Delta::Added; }));
}

TEST_F(Window, ExpandsAndCollapsesInPlace)
{
    ModelSession* session = open("mlp.pt2");
    const auto& nodes = session->shown(Side::Onnx)->graph->graph.nodes;
    const auto closed = std::ranges::find_if(nodes, &display::DisplayNode::expandable);
    ASSERT_NE(closed, nodes.end());
    const display::BoxKey key = closed->key;
    views::GraphView* view = window.pane(Side::Onnx)->view();
    const auto place = [&] {
        const QRectF box = view->camera().toView(view->size()).mapRect(*view->scene()->placeOf(key));
        return QPointF(box.center().x(), box.top());
    };
    const QPointF before = place();
    session->toggle(Side::Onnx, key);
    settle();
    const auto& clusters = session->shown(Side::Onnx)->graph->graph.clusters;
    ASSERT_TRUE(std::ranges::any_of(clusters, [&](const display::Cluster& cluster) { return cluster.key == key; }));
    EXPECT_LT((place() - before).manhattanLength(), 1.0) << "the opened box stays where it was";
    session->toggle(Side::Onnx, key);
    settle();
    EXPECT_FALSE(std::ranges::any_of(
        session->shown(Side::Onnx)->graph->graph.clusters, [&](const display::Cluster& c) { return c.key == key; }));
}

TEST_F(Window, ExpandsAllInsideABoxByMouseAndKeysAndToADepth)
{
    ModelSession* session = open("vit.pt2");
    views::GraphView* view = window.pane(Side::Onnx)->view();
    const auto graph = [&]() -> const display::DisplayGraph& { return session->shown(Side::Onnx)->graph->graph; };
    const auto closed = [&] { return std::ranges::count_if(graph().nodes, &display::DisplayNode::expandable); };
    const auto deepest = [&] {
        std::size_t most = 0;
        for (const display::Cluster& cluster : graph().clusters) {
            std::size_t depth = 1;
            for (display::ClusterId at = cluster.parent; at != display::kNoCluster; at = graph().clusters[display::index(at)].parent)
                ++depth;
            most = std::max(most, depth);
        }
        return most;
    };
    for (const std::size_t depth : {1, 3, 2}) {
        QTest::keyClick(&window, static_cast<Qt::Key>(Qt::Key_0 + depth), Qt::ControlModifier | Qt::AltModifier);
        settle();
        EXPECT_EQ(deepest(), depth);
    }
    window.actions()[Act::CollapseAll]->trigger();
    settle();
    ASSERT_EQ(graph().clusters.size(), 0U);
    const auto before = closed();
    const std::string title = "layers.0 \u2026 layers.11 \u00B7 EncoderLayer";
    // Return with Shift opens what is selected, and all inside.
    QTest::mouseClick(view, Qt::LeftButton, Qt::NoModifier, view->positionOf(boxTitled(Side::Onnx, title)));
    QTest::keyClick(view, Qt::Key_Return, Qt::ShiftModifier);
    settle();
    EXPECT_EQ(closed(), before - 1) << "all boxes that are left are outside";
    EXPECT_GT(deepest(), 3U);
    const std::size_t frames = graph().clusters.size();
    // One frame closes alone.
    session->toggle(Side::Onnx, graph().clusters[1].key);
    settle();
    EXPECT_GT(graph().clusters.size(), 1U);
    EXPECT_LT(graph().clusters.size(), frames);
    EXPECT_EQ(closed(), before);
    // So does a click on the mark with Shift.
    window.actions()[Act::CollapseAll]->trigger();
    settle();
    const std::uint32_t box = boxTitled(Side::Onnx, title);
    view->fit();
    const QPointF mark = view->camera().toView(view->size()).map(views::expandMark(view->scene()->laidOut().boxes[box]).center());
    QTest::mouseClick(view, Qt::LeftButton, Qt::ShiftModifier, mark.toPoint());
    settle();
    EXPECT_EQ(graph().clusters.size(), frames);
}

TEST_F(Window, InspectsTheSelectionAndTheModel)
{
    ModelSession* session = open("mlp.pt2");
    EXPECT_TRUE(waitUntil([&] { return !window.inspector()->plainText().isEmpty(); }));
    const auto node = findFxNode(session->document()->fx, "%sigmoid");
    session->select(Side::Fx, {{{*node}}});
    EXPECT_TRUE(waitUntil([&] { return window.inspector()->plainText().contains(QStringLiteral("%sigmoid")); }));
    EXPECT_TRUE(window.inspector()->plainText().contains(QStringLiteral("call_function")));
    // A link leads to the partner.
    window.followLink(QStringLiteral("fx:%1").arg(ir::index(*node)));
    EXPECT_TRUE(session->link().fx.contains({{*node}}));
}

TEST_F(Window, NeverOpensAFileThatAModelNames)
{
    open("mlp.pt2");
    window.followLink(QStringLiteral("file:/etc/passwd:1"));
    EXPECT_EQ(QGuiApplication::clipboard()->text(), QStringLiteral("/etc/passwd:1"));
}

TEST_F(Window, FindsInBothGraphs)
{
    open("mlp.pt2");
    window.find(QStringLiteral("op:sigmoid"));
    const auto found = [&](Side side) { return window.pane(side)->view()->highlights().found.size(); };
    EXPECT_TRUE(waitUntil([&] { return found(Side::Fx) > 0 && found(Side::Onnx) > 0; }));
    window.activateWindow();
    window.findField()->setFocus();
    QTest::keyClick(window.findField(), Qt::Key_Return);
    EXPECT_FALSE(window.current()->link().fx.empty());
    window.find(QStringLiteral("op:thereisnosuchthing"));
    EXPECT_TRUE(waitUntil([&] { return found(Side::Fx) == 0; }));
}

TEST_F(Window, JumpsFromADiagnosticToItsNode)
{
    ModelSession* session = open("mlp.pt2");
    Diagnostic diagnostic;
    diagnostic.locations = {{"%sigmoid", "fx-node", {}, 0, {}, {}}};
    window.showDiagnostic(diagnostic);
    EXPECT_EQ(session->link().fx, (std::set<NodePath>{{{*findFxNode(session->document()->fx, "%sigmoid")}}}));
}

TEST_F(Window, KeepsWhatTheUserSet)
{
    open("mlp.pt2");
    window.setAppearance(views::Appearance::Dark);
    window.actions()[Act::ValueNames]->trigger();
    window.close();
    Settings again(folder.filePath(QStringLiteral("settings.ini")));
    EXPECT_EQ(again.appearance(), views::Appearance::Dark);
    EXPECT_TRUE(again.isShowingValueNames());
    EXPECT_FALSE(again.blob("layout").isEmpty());
}

TEST_F(Window, TimesWhatAScriptDoes)
{
    open("vit.pt2");
    GrabScript script(window, {"time click layers.0", "time step", "time nonsense"});
    QSignalSpy ended(&script, &GrabScript::ended);
    ::testing::internal::CaptureStdout();
    window.actions()[Act::Restart]->trigger();
    script.start();
    ASSERT_TRUE(waitUntil([&] { return ended.count() > 0; }));
    const std::string printed = ::testing::internal::GetCapturedStdout();
    EXPECT_TRUE(QRegularExpression(QStringLiteral("^click layers.0: \\d+\\.\\d+ ms\nstep: \\d+\\.\\d+ ms\n$"))
                    .match(QString::fromStdString(printed))
                    .hasMatch())
        << printed;
    EXPECT_FALSE(ended.front().front().toString().isEmpty());
    EXPECT_FALSE(window.current()->expansion(Side::Fx).open.empty());
}

TEST_F(Window, OpensWhatIsDroppedOnItInTabs)
{
    open("mlp.pt2");
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(samplePath("vit.pt2")), QUrl::fromLocalFile(samplePath("mlp.pt2"))});
    QDragEnterEvent enter(QPoint(100, 100), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(&window, &enter);
    ASSERT_TRUE(enter.isAccepted());
    QDropEvent drop(QPointF(100, 100), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(&window, &drop);
    EXPECT_EQ(window.findChild<QTabBar*>(QStringLiteral("modelTabs"))->count(), 2)
        << "a model that is open is shown, not opened again";
    EXPECT_EQ(window.current()->title(), QStringLiteral("mlp.pt2"));
    window.actions()[Act::CloseModel]->trigger();
    EXPECT_EQ(window.current()->title(), QStringLiteral("vit.pt2"));
    EXPECT_TRUE(waitUntil(
        [&] { return window.current()->state() == ModelSession::State::Ready && !window.current()->isBusy(); }));
}

TEST_F(Window, RunsGrabScriptsAndRefusesUnknownActions)
{
    open("mlp.pt2");
    QString problem = QStringLiteral("?");
    const auto run = [&](std::vector<std::string> actions) {
        problem = QStringLiteral("?");
        GrabScript script(window, std::move(actions));
        QObject::connect(&script, &GrabScript::ended, &window, [&](const QString& said) { problem = said; });
        script.start();
        return waitUntil([&] { return problem != QStringLiteral("?"); });
    };
    ASSERT_TRUE(run({"restart", "step 2", "select %sigmoid", "panel diff", "expand-all"}));
    EXPECT_TRUE(problem.isEmpty()) << problem.toStdString();
    EXPECT_TRUE(window.current()->expansion(Side::Fx).all);
    ASSERT_TRUE(run({"dance"}));
    EXPECT_TRUE(problem.contains(QStringLiteral("dance")));
}

TEST_F(Window, GivesEveryActionTextAndStatusTip)
{
    QSet<QKeySequence> used;
    for (const QAction* action : window.actions().findChildren<QAction*>()) {
        EXPECT_FALSE(action->text().isEmpty());
        EXPECT_FALSE(action->statusTip().isEmpty()) << action->text().toStdString();
        for (const QKeySequence& keys : action->shortcuts()) {
            EXPECT_FALSE(used.contains(keys))
                << action->text().toStdString() << " shares " << keys.toString().toStdString();
            used.insert(keys);
        }
    }
}

} // namespace
} // namespace sidelight::app
