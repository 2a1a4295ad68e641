// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "app/command_palette.h"
#include "app/export_dialog.h"
#include "app/locate.h"
#include "tests/app/window_fixture.h"
#include "views/panels/inspector.h"
#include "views/panels/start_page.h"
#include "views/support/fonts.h"

#include <QAction>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSplitter>
#include <QToolButton>

namespace sidelight::app {
namespace {

using testing::samplePath;
using testing::waitUntil;
using testing::Window;

TEST_F(Window, ShowsSamplesAndRecentFilesWhileNothingIsOpen)
{
    settings.addRecentFile(samplePath("gpt.pt2"));
    settings.addRecentFile(folder.filePath(QStringLiteral("gone.pt2")));
    window.QWidget::show();
    ModelSession* session = window.openModel(samplePath("mlp.pt2").toStdString());
    ASSERT_TRUE(waitUntil([&] { return session->state() == ModelSession::State::Ready && session->isSettled(); }));
    EXPECT_FALSE(window.startPage()->isVisible());
    window.actions()[Act::CloseModel]->trigger();
    EXPECT_TRUE(window.startPage()->isVisible());
    QStringList texts;
    QPushButton* vit = nullptr;
    for (QPushButton* button : window.startPage()->findChildren<QPushButton*>(QStringLiteral("startFile"))) {
        if (button->isHidden())
            continue;
        texts << button->text();
        if (button->text() == QLatin1String("vit.pt2"))
            vit = button;
    }
    EXPECT_EQ(texts.count(QStringLiteral("mlp.pt2")), 2) << "a sample, and opened before";
    EXPECT_FALSE(texts.contains(QStringLiteral("gone.pt2")));
    ASSERT_TRUE(vit);
    vit->click();
    ASSERT_TRUE(window.current());
    EXPECT_EQ(window.current()->title(), QStringLiteral("vit.pt2"));
    EXPECT_TRUE(waitUntil([&] { return window.current()->isSettled(); }));
}

TEST_F(Window, ShowsOnlyTheOnnxGraphOfAnOnnxFile)
{
    window.QWidget::show();
    ModelSession* session =
        window.openModel(SIDELIGHT_SOURCE_DIR "/tests/core/runtime/fixtures/mlp.onnx");
    ASSERT_TRUE(waitUntil([&] { return session->state() != ModelSession::State::Loading && session->isSettled(); }));
    ASSERT_EQ(session->state(), ModelSession::State::Ready) << session->failure().toStdString();
    EXPECT_FALSE(window.pane(Side::Fx)->isVisible());
    EXPECT_TRUE(window.pane(Side::Onnx)->isVisible());
    ASSERT_TRUE(window.pane(Side::Onnx)->view()->scene());
    EXPECT_GT(window.pane(Side::Onnx)->view()->scene()->laidOut().boxes.size(), 2u);
    EXPECT_FALSE(window.actions()[Act::Export]->isEnabled());
    EXPECT_FALSE(window.actions()[Act::Verify]->isEnabled());
    QTest::mouseClick(window.pane(Side::Onnx)->view(), Qt::LeftButton, {},
        window.pane(Side::Onnx)->view()->positionOf(0));
    EXPECT_FALSE(session->link().onnx.empty());
    window.find(QStringLiteral("op:gemm"));
    EXPECT_TRUE(waitUntil([&] { return !window.findText().isEmpty() && session->isSettled(); }));
    QTest::keyClick(&window, Qt::Key_F5, Qt::ShiftModifier);
    open("mlp.pt2");
    EXPECT_TRUE(window.pane(Side::Fx)->isVisible());
}

TEST_F(Window, GoesBackAndForwardThroughSelections)
{
    ModelSession* session = open("mlp.pt2");
    const std::set<NodePath> first{{{*findFxNode(session->document()->fx, "%sigmoid")}}};
    const std::set<NodePath> second{{{*session->document()->program().main().order().begin()}}};
    EXPECT_FALSE(window.actions()[Act::GoBack]->isEnabled());
    session->select(Side::Fx, first);
    session->select(Side::Fx, second);
    window.activateWindow();
    QTest::keyClick(&window, Qt::Key_Left, Qt::AltModifier);
    EXPECT_EQ(session->link().fx, first);
    EXPECT_FALSE(window.actions()[Act::GoBack]->isEnabled());
    QTest::keyClick(&window, Qt::Key_Right, Qt::AltModifier);
    EXPECT_EQ(session->link().fx, second);
    window.actions()[Act::CloseModel]->trigger();
    EXPECT_FALSE(window.actions()[Act::GoBack]->isEnabled()) << "a closed model is not gone back to";
}

TEST_F(Window, HidesSwapsAndStacksPanes)
{
    open("mlp.pt2");
    auto* splitter = window.findChild<QSplitter*>(QStringLiteral("paneSplitter"));
    window.actions()[Act::SwapPanes]->trigger();
    EXPECT_EQ(splitter->widget(0), window.pane(Side::Onnx));
    window.actions()[Act::StackPanes]->trigger();
    EXPECT_EQ(splitter->orientation(), Qt::Vertical);
    window.actions()[Act::ShowFx]->trigger();
    EXPECT_FALSE(window.pane(Side::Fx)->isVisible());
    window.actions()[Act::ShowOnnx]->trigger();
    EXPECT_TRUE(window.pane(Side::Fx)->isVisible()) << "one graph is always there";
    EXPECT_FALSE(window.pane(Side::Onnx)->isVisible());
    window.close();
    MainWindow again(workspace, settings);
    EXPECT_EQ(again.findChild<QSplitter*>(QStringLiteral("paneSplitter"))->orientation(), Qt::Vertical);
}

TEST_F(Window, LetsValuesFlowToTheRight)
{
    ModelSession* session = open("mlp.pt2");
    const auto before = session->shown(Side::Fx)->graph->size;
    EXPECT_GT(before.height, before.width);
    window.actions()[Act::FlowRight]->trigger();
    settle();
    EXPECT_GT(session->shown(Side::Fx)->graph->size.width, session->shown(Side::Fx)->graph->size.height);
}

TEST_F(Window, PreviewsThePartnersOfWhatIsHovered)
{
    open("mlp.pt2");
    views::GraphView* view = window.pane(Side::Fx)->view();
    const auto& nodes = view->scene()->laidOut().graph.nodes;
    const auto box = std::ranges::find_if(nodes, [](const display::DisplayNode& node) {
        return node.role == display::Role::Operator || node.role == display::Role::Module;
    });
    ASSERT_NE(box, nodes.end());
    const auto index = static_cast<std::uint32_t>(box - nodes.begin());
    emit view->boxHovered(view->scene()->pathsOf(index));
    EXPECT_FALSE(window.pane(Side::Onnx)->view()->highlights().previewed.empty());
    emit view->boxHovered({});
    EXPECT_TRUE(window.pane(Side::Onnx)->view()->highlights().previewed.empty());
}

TEST_F(Window, InspectsAnEdgeWithProducerAndConsumers)
{
    ModelSession* session = open("mlp.pt2");
    views::GraphView* view = window.pane(Side::Onnx)->view();
    const auto& edges = view->scene()->laidOut().graph.edges;
    const auto edge = std::ranges::find_if(edges, [](const display::DisplayEdge& e) { return !e.producer.nodes.empty(); });
    ASSERT_NE(edge, edges.end());
    emit view->edgeSelected(*edge);
    EXPECT_TRUE(waitUntil([&] { return window.inspector()->plainText().contains(QStringLiteral("consumers"), Qt::CaseInsensitive); }));
    EXPECT_TRUE(window.inspector()->plainText().contains(QStringLiteral("float["))) << window.inspector()->plainText().toStdString();
    EXPECT_TRUE(session->isSettled());
}

TEST_F(Window, ShowsTheBodyThatANodeLowersTo)
{
    ModelSession* session = open("mlp.pt2");
    session->select(Side::Fx, {{{*findFxNode(session->document()->fx, "%sigmoid")}}});
    EXPECT_TRUE(waitUntil([&] { return window.inspector()->plainText().contains(QStringLiteral("Sigmoid (")); }))
        << window.inspector()->plainText().toStdString();
}

TEST_F(Window, FindsByRegularExpression)
{
    open("mlp.pt2");
    window.find(QStringLiteral("/^sig.*d$/"));
    EXPECT_TRUE(waitUntil([&] { return !window.pane(Side::Fx)->view()->highlights().found.empty(); }));
    EXPECT_TRUE(window.findText().endsWith(QStringLiteral("found"))) << window.findText().toStdString();
    window.find(QStringLiteral("/(/"));
    EXPECT_EQ(window.findText(), QStringLiteral("no regular expression"));
    EXPECT_TRUE(window.pane(Side::Fx)->view()->highlights().found.empty());
}

TEST_F(Window, ScalesTextAndKeepsIt)
{
    open("mlp.pt2");
    const auto pixels = [&] { return window.findField()->font().pixelSize(); };
    const int before = pixels();
    window.activateWindow();
    for (int i = 0; i < 5; ++i)
        QTest::keyClick(&window, Qt::Key_Plus, Qt::ControlModifier);
    EXPECT_EQ(pixels(), qRound(before * 1.5));
    EXPECT_EQ(views::wordFont(12).pixelSize(), 18);
    EXPECT_EQ(views::faceFont(display::Face::Title).pixelSize(), 120) << "graphs keep their measures";
    QTest::keyClick(&window, Qt::Key_0, Qt::ControlModifier);
    EXPECT_EQ(pixels(), before);
}

TEST_F(Window, RunsCommandsByNameAndListsTheirKeys)
{
    open("mlp.pt2");
    window.actions()[Act::Palette]->trigger();
    auto* palette = window.findChild<CommandPalette*>();
    ASSERT_TRUE(palette);
    palette->activateWindow();
    ASSERT_TRUE(waitUntil([&] { return palette->field()->hasFocus(); }));
    QTest::keyClicks(palette->field(), QStringLiteral("value nam"));
    ASSERT_EQ(palette->shownTexts().size(), 2);
    const bool before = window.actions()[Act::ValueNames]->isChecked();
    QTest::keyClick(palette->field(), Qt::Key_Return);
    EXPECT_NE(window.actions()[Act::ValueNames]->isChecked(), before);

    window.actions()[Act::Palette]->trigger();
    palette = window.findChildren<CommandPalette*>().back();
    palette->activateWindow();
    ASSERT_TRUE(waitUntil([&] { return palette->field()->hasFocus(); }));
    QTest::keyClicks(palette->field(), QStringLiteral("op:sigmoid"));
    QTest::keyClick(palette->field(), Qt::Key_Return);
    EXPECT_EQ(window.findField()->text(), QStringLiteral("op:sigmoid"));

    window.actions()[Act::Shortcuts]->trigger();
    auto* sheet = window.findChild<ShortcutSheet*>();
    ASSERT_TRUE(sheet);
    EXPECT_GT(sheet->rowCount(), 30);
}

TEST_F(Window, RepeatsTheLastExport)
{
    open("mlp.pt2");
    const QString target = folder.filePath(QStringLiteral("out.onnx"));
    window.actions()[Act::RepeatExport]->trigger();
    ExportDialog* dialog = window.exportDialog();
    ASSERT_TRUE(dialog);
    EXPECT_EQ(dialog->state(), ExportDialog::State::Asking) << "the first time it asks";
    dialog->setTarget(target);
    dialog->setWeights(io::Weights::External);
    dialog->start();
    ASSERT_TRUE(waitUntil([&] { return dialog->state() == ExportDialog::State::Written; }));
    EXPECT_FALSE(dialog->openFolder()->isHidden());
    dialog->reject();
    ASSERT_TRUE(waitUntil([&] { return !window.exportDialog(); }));
    ASSERT_TRUE(QFile::remove(target));
    window.actions()[Act::RepeatExport]->trigger();
    ASSERT_TRUE(waitUntil([&] { return window.exportDialog()->state() == ExportDialog::State::Written; }))
        << window.exportDialog()->resultText().toStdString();
    EXPECT_TRUE(QFile::exists(target));
    EXPECT_TRUE(QFile::exists(target + QStringLiteral(".data")));
}

TEST_F(Window, StopsOpeningAndKeepsWhatIsOpen)
{
    ModelSession* session = open("vit.pt2");
    const auto document = session->document();
    session->open();
    EXPECT_TRUE(window.actions()[Act::Stop]->isVisible());
    window.actions()[Act::Stop]->trigger();
    EXPECT_EQ(session->state(), ModelSession::State::Ready);
    EXPECT_EQ(session->document(), document);
    EXPECT_FALSE(window.actions()[Act::Stop]->isVisible());
    EXPECT_TRUE(window.actions()[Act::Verify]->isEnabled());
}

TEST_F(Window, CountsFindingsInWords)
{
    ModelSession* session = open("mlp.pt2");
    Diagnostic diagnostic;
    diagnostic.level = Level::Error;
    session->diagnostics()->setDiagnostics({diagnostic});
    const auto shows = [&](const char* text) {
        const auto buttons = window.findChildren<QToolButton*>(QStringLiteral("levelButton"));
        return std::ranges::any_of(buttons, [&](const QToolButton* b) { return b->text() == QLatin1String(text); });
    };
    EXPECT_TRUE(shows("1 error"));
    session->diagnostics()->setDiagnostics({diagnostic, diagnostic});
    EXPECT_TRUE(shows("2 errors"));
}

TEST_F(Window, VerifiesTheExportAgainstPyTorch)
{
    ModelSession* session = open("mlp.pt2");
    window.actions()[Act::Verify]->trigger();
    EXPECT_TRUE(window.actions()[Act::Stop]->isVisible());
    ASSERT_TRUE(waitUntil([&] { return !session->isVerifying(); }));
    ASSERT_TRUE(session->verification()) << window.statusText().toStdString();
    EXPECT_TRUE(session->verification()->equal());
    EXPECT_TRUE(waitUntil([&] { return window.inspector()->plainText().contains(QStringLiteral("equal, max abs")); }));
    EXPECT_TRUE(window.actions()[Act::Verify]->isEnabled());
}

} // namespace
} // namespace sidelight::app
