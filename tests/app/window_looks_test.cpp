// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
// What is seen without doing much: where graphs stand, what panels take, what a jump opens.

#include "tests/app/window_fixture.h"
#include "views/panels/diagnostics_panel.h"
#include "views/panels/inspector.h"
#include "views/panels/pass_strip.h"
#include "views/support/fonts.h"
#include "views/support/palette.h"

#include <QAction>
#include <QDockWidget>
#include <QLabel>
#include <QListView>
#include <QTabBar>
#include <QTableView>

namespace sidelight::app {
namespace {

using testing::waitUntil;
using testing::Window;

TEST_F(Window, KeepsTheTrunkOfAGraphInTheMiddle)
{
    open("resnet18.pt2");
    // What nothing reads stands at the side and moves nothing.
    const views::GraphView* view = window.pane(Side::Fx)->view();
    EXPECT_NEAR(view->positionOf(boxTitled(Side::Fx, "x")).x(), view->width() / 2, 30);
}

TEST_F(Window, ShowsTheBeginningAgainWhenAllIsExpandedInAnUntouchedView)
{
    open("gpt.pt2");
    window.actions()[Act::ExpandAll]->trigger();
    settle();
    const views::GraphView* view = window.pane(Side::Fx)->view();
    EXPECT_EQ(view->camera(), views::opening(view->scene()->bounds(), view->size(), view->scene()->course()));
}

struct FailedWindow : Window
{
    /// In-place calls that nothing makes functional have no lowering.
    ModelSession* openFailing()
    {
        window.QWidget::show();
        session::OpenOptions options;
        options.skippedPasses = {"functionalize"};
        ModelSession* session = window.openModel(testing::samplePath("resnet18.pt2").toStdString(), options);
        for (const Side side : {Side::Fx, Side::Onnx})
            window.pane(side)->view()->setMotionAllowed(false);
        EXPECT_TRUE(waitUntil([&] { return session->state() != ModelSession::State::Loading && session->isSettled(); }));
        return session;
    }
};

TEST_F(FailedWindow, ShowsWholeRowsOfDiagnostics)
{
    openFailing();
    const QTableView* table = window.diagnosticsPanel()->table();
    ASSERT_GT(table->model()->rowCount(), 6);
    EXPECT_TRUE(waitUntil([&] { return table->viewport()->height() >= 6 * table->rowHeight(0); }))
        << table->viewport()->height();
    window.openModel(testing::samplePath("mlp.pt2").toStdString());
    settle();
    const auto* dock = window.findChild<QDockWidget*>(QStringLiteral("panelDock"));
    EXPECT_TRUE(waitUntil([&] { return dock->height() < 120; })) << dock->height();
}

TEST_F(FailedWindow, OpensWhatHidesTheNodeOfADiagnostic)
{
    ModelSession* session = openFailing();
    QTableView* table = window.diagnosticsPanel()->table();
    // The fourth finding lies in layer1, which is closed at first.
    const QPoint row = table->visualRect(table->model()->index(3, 2)).center();
    QTest::mouseClick(table->viewport(), Qt::LeftButton, Qt::NoModifier, row);
    ASSERT_TRUE(waitUntil([&] { return session->isSettled(); }));
    ASSERT_EQ(session->link().fx.size(), 1u);
    const auto& graph = window.pane(Side::Fx)->view()->scene()->laidOut().graph;
    const auto box = display::findBox(graph, *session->link().fx.begin());
    ASSERT_TRUE(box);
    EXPECT_EQ(graph.nodes[*box].ref, *session->link().fx.begin());
    EXPECT_TRUE(window.pane(Side::Fx)->view()->rect().contains(window.pane(Side::Fx)->view()->positionOf(*box)));
}

TEST_F(Window, ColoursTheChipAsTheNodeNotAsTheModuleThatHoldsIt)
{
    ModelSession* session = open("vit.pt2");
    const auto node = fx::findByName(session->document()->program().main(), "softmax");
    session->select(Side::Fx, {{{node}}});
    ASSERT_TRUE(waitUntil([&] { return session->isSettled(); }));
    const QString activation = views::headerColor(display::Category::Activation).name();
    EXPECT_TRUE(window.inspector()->findChild<QLabel*>(QStringLiteral("inspectorChip"))->styleSheet().contains(activation));
}

TEST_F(Window, NamesEveryPassWholeInItsStrip)
{
    open("mlp.pt2");
    window.resize(1600, 1000);
    QCoreApplication::processEvents();
    const QListView* list = window.passStrip()->list();
    const QFontMetrics metrics(views::wordFont(11, true));
    for (int row = 0; row < list->model()->rowCount(); ++row) {
        const QModelIndex index = list->model()->index(row, 0);
        const QRect card = list->visualRect(index);
        EXPECT_LE(card.right(), list->viewport()->width());
        // In one line, or in two that break behind a hyphen.
        const QString name = index.data().toString();
        int least = metrics.horizontalAdvance(name);
        for (qsizetype at = name.indexOf(QLatin1Char('-')); at >= 0; at = name.indexOf(QLatin1Char('-'), at + 1))
            least = std::min(least,
                std::max(metrics.horizontalAdvance(name.left(at + 1)), metrics.horizontalAdvance(name.mid(at + 1))));
        EXPECT_GE(card.width(), least + 11) << name.toStdString();
    }
}

TEST_F(Window, RemembersWhichGraphIsHidden)
{
    open("mlp.pt2");
    window.actions()[Act::ShowOnnx]->trigger();
    window.actions()[Act::FlowRight]->trigger();
    EXPECT_FALSE(window.pane(Side::Onnx)->isVisible());
    window.close();
    MainWindow next(workspace, settings);
    next.QWidget::show();
    ModelSession* session = next.openModel(testing::samplePath("mlp.pt2").toStdString());
    ASSERT_TRUE(waitUntil([&] { return session->state() == ModelSession::State::Ready && !session->isBusy(); }));
    EXPECT_FALSE(next.pane(Side::Onnx)->isVisible());
    EXPECT_TRUE(next.pane(Side::Fx)->isVisible());
    EXPECT_TRUE(next.actions()[Act::FlowRight]->isChecked());
    const auto& boxes = next.pane(Side::Fx)->view()->scene()->laidOut().boxes;
    EXPECT_GT(boxes[1].x, boxes[0].right());
}

TEST_F(Window, OpensABodyInATabOfItsOwn)
{
    open("vit.pt2");
    views::GraphView* view = window.pane(Side::Onnx)->view();
    const auto run = boxTitled(Side::Onnx, "layers.0 \u2026 layers.11 \u00B7 EncoderLayer");
    QTest::mouseClick(view, Qt::LeftButton, Qt::NoModifier, view->positionOf(run));
    QTest::keyClick(view, Qt::Key_Return, Qt::AltModifier);
    const auto* tabs = window.findChild<QTabBar*>(QStringLiteral("modelTabs"));
    ASSERT_EQ(tabs->count(), 2);
    EXPECT_EQ(tabs->tabText(1), QStringLiteral("EncoderLayer"));
    ASSERT_TRUE(waitUntil([&] { return window.current()->state() == ModelSession::State::Ready && window.current()->isSettled(); }));
    EXPECT_TRUE(window.current()->isBody());
    EXPECT_FALSE(window.pane(Side::Fx)->isVisible());
    // The body's inputs stand for the layer's weights, its nodes are there, and its calls open once more.
    const auto attention = boxTitled(Side::Onnx, "EncoderAttention");
    QTest::mouseClick(view, Qt::LeftButton, Qt::NoModifier, view->positionOf(attention));
    window.actions()[Act::OpenBody]->trigger();
    EXPECT_EQ(tabs->count(), 3);
    // A body that is open is shown, not opened again.
    ASSERT_TRUE(waitUntil([&] { return window.current()->isSettled(); }));
    window.actions()[Act::PreviousModel]->trigger();
    window.current()->select(Side::Onnx, window.current()->link().onnx);
    window.actions()[Act::OpenBody]->trigger();
    EXPECT_EQ(tabs->count(), 3);
    EXPECT_FALSE(settings.recentFiles().isEmpty());
}

TEST_F(Window, OpensAModuleOfTheProgramInATab)
{
    open("vit.pt2");
    views::GraphView* view = window.pane(Side::Fx)->view();
    const auto* tabs = window.findChild<QTabBar*>(QStringLiteral("modelTabs"));
    // A node stands for the module that it lies in.
    const fx::ExportedProgram& program = window.current()->document()->program();
    NodeId inner = kNoNode;
    for (const NodeId id : program.main().order())
        if (inner == kNoNode && program.main()[id].metadata().nn_module_stack.size() > 3)
            inner = id;
    ASSERT_NE(inner, kNoNode);
    window.current()->select(Side::Fx, {NodePath{{inner}}});
    QTest::keyClick(view, Qt::Key_Return, Qt::AltModifier);
    ASSERT_EQ(tabs->count(), 2);
    EXPECT_TRUE(tabs->tabText(1).startsWith(QStringLiteral("layers.0."))) << tabs->tabText(1).toStdString();
    ASSERT_TRUE(waitUntil([&] { return window.current()->state() == ModelSession::State::Ready && window.current()->isSettled(); }));
    EXPECT_TRUE(window.pane(Side::Fx)->isVisible());
    EXPECT_FALSE(window.pane(Side::Onnx)->isVisible());
    const fx::ExportedProgram& body = window.current()->document()->program();
    EXPECT_TRUE(body.main().contains(inner));
    EXPECT_LT(body.main().size(), program.main().size() / 4);
    EXPECT_FALSE(window.actions()[Act::Export]->isEnabled());
    // Several selected nodes are shown as they are.
    window.actions()[Act::PreviousModel]->trigger();
    const std::vector<NodeId> order = program.main().orderCopy();
    std::set<NodePath> few;
    for (std::size_t i = order.size() - 4; i < order.size() - 1; ++i)
        few.insert(NodePath{{order[i]}});
    window.current()->select(Side::Fx, few);
    window.actions()[Act::OpenBody]->trigger();
    EXPECT_EQ(tabs->count(), 3);
}

TEST_F(Window, SaysWhatToSelectBeforeABodyCanBeOpened)
{
    open("mlp.pt2");
    window.actions()[Act::OpenBody]->trigger();
    EXPECT_TRUE(window.statusText().contains(QStringLiteral("Select a module"))) << window.statusText().toStdString();
}

} // namespace
} // namespace sidelight::app
