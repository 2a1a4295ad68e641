// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "views/models/diagnostic_model.h"
#include "views/models/diff_model.h"
#include "views/models/log_model.h"
#include "views/models/pass_model.h"

#include <QAbstractItemModelTester>

#include <gtest/gtest.h>

namespace sidelight::views {
namespace {

using Tester = QAbstractItemModelTester;
constexpr auto kFatal = Tester::FailureReportingMode::Fatal;

std::vector<PassItem> somePasses()
{
    std::vector<PassItem> items(5);
    items[0].id = "loaded";
    items[0].nodes = 212;
    items[1] = {PassItem::Side::Fx, PassItem::Outcome::Modified, "type-promotion", "Casts", 0, 2, 1, 0, 0, 3, 0.01};
    items[2] = {PassItem::Side::Fx, PassItem::Outcome::Unchanged, "cse", "", 0, 0, 0, 0, 0, 0, 0};
    items[3] = {PassItem::Side::Onnx, PassItem::Outcome::Modified, "lower", "", 0, 58, 0, 0, 0, 58, 0};
    items[4] = {PassItem::Side::Onnx, PassItem::Outcome::Failed, "inline", "", 0, 0, 0, 4, 0, 4, 0};
    return items;
}

TEST(PassModel, KeepsTheRulesOfItemModelsWhileItChanges)
{
    PassModel model;
    const Tester tester(&model, kFatal);
    model.setItems(somePasses());
    model.setPosition({1, 2});
    model.setItems({});
    EXPECT_EQ(model.rowCount(), 0);
}

TEST(PassModel, SaysCountsWithSigns)
{
    PassModel model;
    model.setItems(somePasses());
    EXPECT_EQ(model.index(0).data(PassModel::CountsRole).toString(), QStringLiteral("212 nodes"));
    EXPECT_EQ(model.index(1).data(PassModel::CountsRole).toString(), QStringLiteral("+2 ~1"));
    EXPECT_EQ(model.index(2).data(PassModel::CountsRole).toString(), QStringLiteral("no effect"));
    EXPECT_EQ(model.index(4).data(PassModel::CountsRole).toString(), QStringLiteral("failed \u22124"));
}

TEST(PassModel, MarksWhatIsDoneCurrentAndAhead)
{
    PassModel model;
    model.setItems(somePasses());
    model.setPosition({1, 2});
    const auto state = [&](int row) {
        return static_cast<PassModel::State>(model.index(row).data(PassModel::StateRole).toInt());
    };
    EXPECT_EQ(state(0), PassModel::State::Done);
    EXPECT_EQ(state(1), PassModel::State::Current);
    EXPECT_EQ(state(2), PassModel::State::Ahead);
    EXPECT_EQ(model.positionText(), QStringLiteral("step 2 / 3"));
}

TEST(PassModel, PutsTheBarBeforeTheFirstOnnxPassOnly)
{
    PassModel model;
    model.setItems(somePasses());
    EXPECT_FALSE(model.index(2).data(PassModel::IsFirstOfOnnxRole).toBool());
    EXPECT_TRUE(model.index(3).data(PassModel::IsFirstOfOnnxRole).toBool());
    EXPECT_FALSE(model.index(4).data(PassModel::IsFirstOfOnnxRole).toBool());
}

Diagnostic finding(Level level, std::string node, std::string message)
{
    Diagnostic diagnostic;
    diagnostic.ruleId = "FXE0011";
    diagnostic.ruleName = "no-symbolic-function-for-call-function";
    diagnostic.level = level;
    diagnostic.message = std::move(message);
    diagnostic.locations = {{std::move(node), "fx-node", "/home/me/model.py", 88, "forward", "x.foo()"}};
    return diagnostic;
}

TEST(DiagnosticModel, KeepsTheRulesOfItemModels)
{
    DiagnosticModel model;
    const Tester tester(&model, kFatal);
    DiagnosticFilter filter;
    filter.setSourceModel(&model);
    const Tester filterTester(&filter, kFatal);
    model.setDiagnostics({finding(Level::Error, "%a", "one"), finding(Level::Note, "%b", "two")});
    filter.setShown(Level::Note, false);
    EXPECT_EQ(filter.rowCount(), 1);
    filter.setShown(Level::Note, true);
    EXPECT_EQ(filter.rowCount(), 2);
}

TEST(DiagnosticModel, ShowsRuleNodeMessageAndSourceLine)
{
    DiagnosticModel model;
    model.setDiagnostics({finding(Level::Error, "%softmax", "has no lowering")});
    const auto cell = [&](int column) { return model.index(0, column).data().toString(); };
    EXPECT_EQ(cell(DiagnosticModel::RuleColumn), QStringLiteral("FXE0011"));
    EXPECT_EQ(cell(DiagnosticModel::NodeColumn), QStringLiteral("%softmax"));
    EXPECT_EQ(cell(DiagnosticModel::MessageColumn), QStringLiteral("has no lowering"));
    EXPECT_EQ(cell(DiagnosticModel::SourceColumn), QStringLiteral("model.py:88"));
    EXPECT_EQ(model.index(0, 0).data(Qt::AccessibleTextRole).toString(), QStringLiteral("error"));
}

TEST(DiagnosticModel, CountsLevelsInItsSummary)
{
    DiagnosticModel model;
    EXPECT_EQ(model.summary(), QStringLiteral("no findings"));
    model.setDiagnostics(
        {finding(Level::Warning, "%a", ""), finding(Level::Warning, "%b", ""), finding(Level::Note, "%c", "")});
    EXPECT_EQ(model.summary(), QStringLiteral("2 warnings \u00B7 1 note"));
}

TEST(DiagnosticModel, EscapesWhatAFileWantsToBeMarkupOrControl)
{
    DiagnosticModel model;
    model.setDiagnostics({finding(Level::Error, "%<img src=file:///x>\x1b[31m\u202E", "<b>bold</b>")});
    const QString node = model.index(0, DiagnosticModel::NodeColumn).data().toString();
    EXPECT_TRUE(node.contains(QStringLiteral("<img src=file:///x>")));
    EXPECT_FALSE(node.contains(QChar(0x1b)));
    EXPECT_FALSE(node.contains(QChar(0x202E)));
    const QString toolTip = model.index(0, 0).data(Qt::ToolTipRole).toString();
    EXPECT_FALSE(toolTip.contains(QStringLiteral("<b>bold")));
    EXPECT_TRUE(toolTip.contains(QStringLiteral("&lt;b&gt;bold")));
}

TEST(DiffModel, KeepsTheRulesOfItemModels)
{
    DiffModel model;
    const Tester tester(&model, kFatal);
    model.setLines(diffLines("a\nb\n", "a\nc\n", 3));
    EXPECT_EQ(model.rowCount(), 3);
    EXPECT_EQ(model.index(1).data(Qt::AccessibleTextRole).toString(), QStringLiteral("removed: b"));
    EXPECT_EQ(model.index(2).data(Qt::AccessibleTextRole).toString(), QStringLiteral("inserted: c"));
}

TEST(LogModel, KeepsTheRulesOfItemModelsWhenOldEntriesGo)
{
    LogModel model;
    const Tester tester(&model, Tester::FailureReportingMode::Warning);
    for (int i = 0; i < 5010; ++i)
        model.append(QString::number(i));
    EXPECT_EQ(model.rowCount(), 5000);
    EXPECT_TRUE(model.index(4999).data().toString().endsWith(QStringLiteral("5009")));
}

} // namespace
} // namespace sidelight::views
