// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
// The panels of the pass debugger, driven by mouse and keys.

#include "app/debugger/changes_panel.h"
#include "app/debugger/coverage_panel.h"
#include "app/debugger/debugger.h"
#include "app/debugger/history_panel.h"
#include "app/debugger/pass_options_text.h"
#include "app/debugger/passes_panel.h"
#include "app/locate.h"
#include "core/fx/passes/pipeline.h"
#include "core/onnxir/passes/pipeline.h"
#include "core/session/pass_case.h"
#include "core/support/file.h"
#include "tests/app/window_fixture.h"
#include "views/panels/diagnostics_panel.h"
#include "views/panels/pass_strip.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QCheckBox>
#include <QClipboard>
#include <QFile>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLineEdit>
#include <QPushButton>
#include <QSlider>
#include <QTableView>

namespace sidelight::app {
namespace {

using testing::waitUntil;

struct DebuggerWindow : testing::Window
{
    void settleAll()
    {
        EXPECT_TRUE(waitUntil([&] { return window.isSettled(); }));
    }
    static QStringList cellsOf(const views::RowsPanel* panel, int row)
    {
        return panel->model()->rows().at(static_cast<std::size_t>(row)).cells;
    }
    static int rowWith(const views::RowsPanel* panel, int column, const QString& text)
    {
        for (int row = 0; row < panel->model()->rowCount(); ++row)
            if (cellsOf(panel, row).value(column) == text)
                return row;
        return -1;
    }
    /// Clicks into a cell, at `x` from its left border.
    static void click(const views::RowsPanel* panel, int row, int column, int x = 8)
    {
        panel->table()->scrollTo(panel->model()->index(row, column));
        const QRect cell = panel->table()->visualRect(panel->model()->index(row, column));
        QTest::mouseClick(panel->table()->viewport(), Qt::LeftButton, {}, {cell.left() + x, cell.center().y()});
    }
    static std::size_t itemOf(ModelSession* session, const std::string& pass)
    {
        const auto& items = session->passes()->items();
        return static_cast<std::size_t>(std::ranges::find(items, pass, &views::PassItem::id) - items.begin());
    }
};

TEST_F(DebuggerWindow, ListsTheChangesOfThePassAndGoesToOne)
{
    ModelSession* session = open("resnet18.pt2");
    const std::size_t functionalize = itemOf(session, "functionalize");
    session->goTo({functionalize, 3});
    QTest::keyClick(&window, Qt::Key_5, Qt::ControlModifier);
    settleAll();
    ChangesPanel* panel = window.debugger()->changes();
    ASSERT_TRUE(panel->isVisible());
    const QAbstractItemModelTester tester(panel->model(), QAbstractItemModelTester::FailureReportingMode::Fatal);
    EXPECT_EQ(static_cast<std::size_t>(panel->model()->rowCount()), session->passes()->items()[functionalize].changes);
    EXPECT_EQ(panel->model()->current(), 2);
    EXPECT_TRUE(cellsOf(panel, 0).last().startsWith(QLatin1String("core/fx/passes/"))) << "the code that made it";
    QTest::keyClick(&window, Qt::Key_F10);
    settleAll();
    EXPECT_EQ(panel->model()->current(), 3) << "the mark follows a step";
    panel->table()->setFocus();
    panel->setCursorRow(7);
    QTest::keyClick(panel->table(), Qt::Key_Return);
    EXPECT_EQ(session->position(), (views::Position{functionalize, 8}));
    QTest::keyClick(panel->table(), Qt::Key_C, Qt::ControlModifier);
    EXPECT_EQ(QGuiApplication::clipboard()->text().section(QLatin1Char('\t'), 0, 0), QStringLiteral("8"));
}

TEST_F(DebuggerWindow, SavesTheChosenPassAsATest)
{
    open("resnet18.pt2");
    QTest::keyClick(&window, Qt::Key_4, Qt::ControlModifier);
    settleAll();
    PassesPanel* panel = window.debugger()->passes();
    panel->setCursorRow(rowWith(panel, 0, QStringLiteral("functionalize")));
    const std::filesystem::path file = folder.filePath(QStringLiteral("functionalize.txt")).toStdString();
    panel->saveTest(QString::fromStdString(file.string()));
    EXPECT_TRUE(waitUntil([&] { return !panel->isBusy(); }));
    const auto text = support::readText(file);
    ASSERT_TRUE(text.ok()) << window.statusText().toStdString();
    const auto passCase = session::parsePassCase(*text);
    ASSERT_TRUE(passCase.ok());
    ASSERT_EQ(passCase->step.fx.size(), 1u);
    EXPECT_EQ(passCase->step.fx.front().pass->id, "functionalize");
    EXPECT_NE(passCase->before, passCase->after);
    panel->setCursorRow(rowWith(panel, 0, QStringLiteral("lower")));
    panel->saveTest(folder.filePath(QStringLiteral("lower.txt")));
    EXPECT_TRUE(waitUntil([&] { return !panel->isBusy(); }));
    EXPECT_FALSE(QFile::exists(folder.filePath(QStringLiteral("lower.txt"))));
    EXPECT_TRUE(window.statusText().contains(QLatin1String("Choose a pass"))) << window.statusText().toStdString();
}

TEST_F(DebuggerWindow, RunsToTheNextAndThePreviousStop)
{
    ModelSession* session = open("resnet18.pt2");
    QTest::keyClick(&window, Qt::Key_5, Qt::ControlModifier);
    QLineEdit* field = window.debugger()->changes()->stopField();
    QTest::keyClicks(field, QStringLiteral("op:relu_ and module:layer2"));
    QTest::keyClick(&window, Qt::Key_F5);
    settleAll();
    const views::Position first = session->position();
    EXPECT_EQ(first.item, itemOf(session, "functionalize")) << "from the end it begins anew";
    QTest::keyClick(&window, Qt::Key_F5);
    settleAll();
    EXPECT_GT(session->position().change, first.change);
    QTest::keyClick(&window, Qt::Key_F5, Qt::ControlModifier);
    settleAll();
    EXPECT_EQ(session->position(), first);
    field->setText(QStringLiteral("colour:red"));
    QTest::keyClick(&window, Qt::Key_F5);
    EXPECT_EQ(session->position(), first);
    EXPECT_TRUE(window.statusText().contains(QLatin1String("no field"))) << window.statusText().toStdString();
    field->setText(QStringLiteral("node:%nothing"));
    QTest::keyClick(&window, Qt::Key_F5);
    EXPECT_TRUE(window.statusText().contains(QLatin1String("node:%nothing")));
}

TEST_F(DebuggerWindow, StopsAtTheSelectedNodeAndRunsToIt)
{
    ModelSession* session = open("resnet18.pt2");
    session->restart();
    settleAll();
    QTest::keyClick(&window, Qt::Key_F4);
    EXPECT_TRUE(window.statusText().contains(QLatin1String("Select a node")));
    session->select(Side::Fx, {fxPathOf(session->document()->program(), *findFxNode(session->document()->fx, "%relu__3"))});
    QTest::keyClick(&window, Qt::Key_F4);
    settleAll();
    EXPECT_EQ(session->position().item, itemOf(session, "functionalize"));
    QTest::keyClick(&window, Qt::Key_F9);
    EXPECT_EQ(window.debugger()->changes()->stopField()->text(), QStringLiteral("node:%relu_3"));
    QTest::keyClick(&window, Qt::Key_F9);
    EXPECT_TRUE(window.debugger()->changes()->stopField()->text().isEmpty());
}

TEST_F(DebuggerWindow, FollowsANodeToItsOnnxNodes)
{
    ModelSession* session = open("resnet18.pt2");
    QTest::keyClick(&window, Qt::Key_6, Qt::ControlModifier);
    HistoryPanel* panel = window.debugger()->history();
    EXPECT_FALSE(panel->hint().isEmpty()) << "nothing is selected";
    session->select(Side::Fx, {fxPathOf(session->document()->program(), *findFxNode(session->document()->fx, "%relu__3"))});
    settleAll();
    const QAbstractItemModelTester tester(panel->model(), QAbstractItemModelTester::FailureReportingMode::Fatal);
    EXPECT_EQ(cellsOf(panel, 0).value(0), QStringLiteral("loaded"));
    const int lowered = rowWith(panel, 1, QStringLiteral("ONNX"));
    ASSERT_GE(lowered, 2);
    panel->table()->setFocus();
    panel->setCursorRow(lowered);
    QTest::keyClick(panel->table(), Qt::Key_Return);
    settleAll();
    EXPECT_EQ(session->position().item, itemOf(session, "lower"));
}

TEST_F(DebuggerWindow, ShowsWhatThePassLookedAt)
{
    ModelSession* session = open("resnet18.pt2");
    session->goTo(views::endOfItem(session->passes()->counts(), itemOf(session, "functionalize")));
    QTest::keyClick(&window, Qt::Key_7, Qt::ControlModifier);
    settleAll();
    CoveragePanel* panel = window.debugger()->coverage();
    const int row = rowWith(panel, 0, QStringLiteral("aten.relu_.default"));
    ASSERT_GE(row, 0);
    EXPECT_EQ(cellsOf(panel, row).value(1), cellsOf(panel, row).value(3)) << "all visited were changed";
}

TEST_F(DebuggerWindow, RunsThePipelineThatWasEdited)
{
    ModelSession* session = open("resnet18.pt2");
    QTest::keyClick(&window, Qt::Key_4, Qt::ControlModifier);
    settleAll();
    PassesPanel* panel = window.debugger()->passes();
    const QAbstractItemModelTester tester(panel->model(), QAbstractItemModelTester::FailureReportingMode::Fatal);
    const int functionalize = rowWith(panel, 0, QStringLiteral("functionalize"));
    ASSERT_GE(functionalize, 0);
    EXPECT_FALSE(panel->isEdited());
    click(panel, functionalize, 0, 22);
    EXPECT_TRUE(panel->isEdited());
    QTest::keyClick(&window, Qt::Key_R, Qt::ControlModifier | Qt::ShiftModifier);
    EXPECT_TRUE(waitUntil([&] { return session->state() != ModelSession::State::Loading && window.isSettled(); }));
    const auto& records = session->document()->fx.records;
    const auto record = std::ranges::find_if(records, [](const auto& one) { return one.pass->id == "functionalize"; });
    ASSERT_NE(record, records.end());
    EXPECT_EQ(record->outcome, ir::Outcome::Skipped);
    EXPECT_FALSE(panel->isEdited());
    // On again by the keyboard, one place earlier, twice.
    panel->table()->setFocus();
    panel->setCursorRow(functionalize);
    QTest::keyClick(panel->table(), Qt::Key_Space);
    QTest::keyClick(&window, Qt::Key_Up, Qt::ControlModifier | Qt::ShiftModifier);
    EXPECT_EQ(panel->pipeline().fx[static_cast<std::size_t>(functionalize) - 1].pass->id, "functionalize");
    window.actions()[Act::RepeatPass]->trigger();
    EXPECT_EQ(panel->pipeline().fx[static_cast<std::size_t>(functionalize)].pass->id, "functionalize");
    window.actions()[Act::RemovePass]->trigger();
    window.actions()[Act::PassDown]->trigger();
    window.actions()[Act::RunPipeline]->trigger();
    EXPECT_TRUE(waitUntil([&] { return session->state() != ModelSession::State::Loading && window.isSettled(); }));
    EXPECT_TRUE(session->document()->exportable);
    window.actions()[Act::ResetPasses]->trigger();
    EXPECT_EQ(json::print(session::presetOf(panel->pipeline())), json::print(session::presetOf(session::defaultPipeline())));
}

TEST_F(DebuggerWindow, ChangesTheGraphAsARuleFileSays)
{
    open("mlp.pt2");
    QTest::keyClick(&window, Qt::Key_4, Qt::ControlModifier);
    settleAll();
    PassesPanel* panel = window.debugger()->passes();
    const auto write = [&](const char* text) {
        QFile file(folder.filePath(QStringLiteral("mine.rules")));
        EXPECT_TRUE(file.open(QIODevice::WriteOnly));
        file.write(text);
        return file.fileName();
    };
    panel->addRules(write("rename aten.sigmoid to squash\n"));
    EXPECT_TRUE(waitUntil([&] { return window.current()->state() != ModelSession::State::Loading && window.isSettled(); }));
    EXPECT_TRUE(findFxNode(window.current()->document()->fx, "%squash").has_value());
    const int row = rowWith(panel, 0, QStringLiteral("rules"));
    ASSERT_GE(row, 0);
    EXPECT_TRUE(cellsOf(panel, row).value(2).contains(QLatin1String("mine.rules"))) << cellsOf(panel, row).value(2).toStdString();
    // One that cannot be carried out leaves the graph as it was, and says why on the node.
    panel->addRules(write("erase aten.linear\n"));
    EXPECT_TRUE(waitUntil([&] { return window.current()->state() != ModelSession::State::Loading && window.isSettled(); }));
    EXPECT_FALSE(window.current()->document()->exportable);
    EXPECT_GE(window.current()->diagnostics()->rowCount(), 1);
    // One that cannot be read changes nothing.
    panel->addRules(write("erase\n"));
    EXPECT_TRUE(window.statusText().contains(QLatin1String("mine.rules: line 1: it is written: erase TARGET"))) << window.statusText().toStdString();
}

TEST_F(DebuggerWindow, SavesAndLoadsPresets)
{
    open("mlp.pt2");
    QTest::keyClick(&window, Qt::Key_4, Qt::ControlModifier);
    settleAll();
    PassesPanel* panel = window.debugger()->passes();
    const int inlining = rowWith(panel, 0, QStringLiteral("inline"));
    ASSERT_GE(inlining, 0);
    panel->model()->setData(panel->model()->index(inlining, 2), QStringLiteral("level=none"), Qt::EditRole);
    EXPECT_EQ(cellsOf(panel, inlining).value(2), QStringLiteral("level=none"));
    panel->model()->setData(panel->model()->index(inlining, 2), QStringLiteral("level=all"), Qt::EditRole);
    EXPECT_EQ(cellsOf(panel, inlining).value(2), QStringLiteral("level=none")) << "refused, with a word";
    EXPECT_TRUE(window.statusText().contains(QLatin1String("give one of"))) << window.statusText().toStdString();
    const QString file = folder.filePath(QStringLiteral("passes.json"));
    panel->save(file);
    panel->reset();
    panel->load(file);
    EXPECT_EQ(cellsOf(panel, inlining).value(2), QStringLiteral("level=none"));
    panel->run();
    EXPECT_TRUE(waitUntil([&] { return window.current()->state() != ModelSession::State::Loading && window.isSettled(); }));
    EXPECT_TRUE(window.current()->document()->model().functions.empty());
    panel->load(folder.filePath(QStringLiteral("nothing.json")));
    EXPECT_TRUE(window.statusText().contains(QLatin1String("nothing.json")));
    QFile broken(folder.filePath(QStringLiteral("broken.json")));
    ASSERT_TRUE(broken.open(QIODevice::WriteOnly));
    broken.write("{\"fx\": [{\"pass\": \"functionalise\"}]}");
    broken.close();
    panel->load(broken.fileName());
    EXPECT_TRUE(window.statusText().contains(QLatin1String("functionalize"))) << window.statusText().toStdString();
}

TEST_F(DebuggerWindow, ComparesNumbersBehindEveryPass)
{
    open("resnet18.pt2");
    QTest::keyClick(&window, Qt::Key_Y, Qt::ControlModifier | Qt::ShiftModifier);
    EXPECT_TRUE(waitUntil([&] { return window.isSettled(); }));
    PassesPanel* panel = window.debugger()->passes();
    const int numbers = 9;
    EXPECT_EQ(cellsOf(panel, rowWith(panel, 0, QStringLiteral("functionalize"))).value(numbers), QStringLiteral("bit-equal"));
    EXPECT_TRUE(cellsOf(panel, rowWith(panel, 0, QStringLiteral("lower"))).value(numbers).startsWith(QLatin1String("within")));
    EXPECT_EQ(window.current()->diagnostics()->rowCount(), 0);
}

TEST_F(DebuggerWindow, ExportsTheGraphAsItIsInsideAPass)
{
    ModelSession* session = open("resnet18.pt2");
    window.exportModel();
    ASSERT_TRUE(window.exportDialog());
    EXPECT_FALSE(window.exportDialog()->endsHere()->isVisible()) << "all passes ran";
    window.exportDialog()->reject();
    ASSERT_TRUE(waitUntil([&] { return !window.exportDialog(); }));
    session->goTo(views::endOfItem(session->passes()->counts(), itemOf(session, "functionalize")));
    settleAll();
    window.actions()[Act::Export]->trigger();
    ExportDialog* dialog = window.exportDialog();
    ASSERT_TRUE(dialog && dialog->endsHere()->isVisible());
    dialog->setTarget(folder.filePath(QStringLiteral("here.onnx")));
    EXPECT_FALSE(dialog->command().contains(QLatin1String("--until")));
    dialog->endsHere()->click();
    EXPECT_TRUE(dialog->command().contains(QLatin1String("--until functionalize"))) << dialog->command().toStdString();
    QTest::mouseClick(dialog->startButton(), Qt::LeftButton);
    ASSERT_TRUE(waitUntil([&] { return dialog->state() == ExportDialog::State::Written; })) << dialog->resultText().toStdString();
    EXPECT_TRUE(QFile::exists(folder.filePath(QStringLiteral("here.onnx"))));
    dialog->reject();
}

TEST_F(DebuggerWindow, SliderGoesOverAllChanges)
{
    ModelSession* session = open("resnet18.pt2");
    QSlider* slider = window.passStrip()->slider();
    EXPECT_EQ(slider->value(), slider->maximum());
    slider->setValue(0);
    settleAll();
    EXPECT_EQ(session->position(), views::Position{});
    QTest::keyClick(slider, Qt::Key_Right);
    settleAll();
    EXPECT_EQ(session->position(), (views::Position{itemOf(session, "functionalize"), 1}));
    QTest::keyClick(slider, Qt::Key_End);
    settleAll();
    EXPECT_EQ(session->position(), views::endOf(session->passes()->counts()));
}

TEST(PassOptionsText, ReadsBackWhatItWritesAndRefusesOthers)
{
    const auto* pass = onnxir::passes::find("inline");
    ASSERT_TRUE(pass);
    const auto options = readOptions(pass->id, pass->options, " level = operator ");
    ASSERT_TRUE(options) << options.error().message;
    EXPECT_EQ(optionsText(*options), "level=operator");
    EXPECT_TRUE(readOptions(pass->id, pass->options, "")->empty());
    for (const char* text : {"level", "level=", "level=1", "depth=2", "level=operator,,"})
        EXPECT_FALSE(readOptions(pass->id, pass->options, text)) << text;
}

TEST(PositionOfChanges, CountsOverAllPassesAndBack)
{
    const views::ChangeCounts counts{0, 0, 2, 0, 3, 0};
    EXPECT_EQ(views::afterChanges(counts, 0), views::startOf(counts));
    EXPECT_EQ(views::afterChanges(counts, 1), (views::Position{2, 1}));
    EXPECT_EQ(views::afterChanges(counts, 3), (views::Position{4, 1}));
    EXPECT_EQ(views::afterChanges(counts, 5), views::endOf(counts));
    EXPECT_EQ(views::afterChanges(counts, 99), views::endOf(counts));
    for (std::size_t changes = 0; changes <= 5; ++changes)
        EXPECT_EQ(views::changesDone(counts, views::afterChanges(counts, changes)), changes);
}

} // namespace
} // namespace sidelight::app
