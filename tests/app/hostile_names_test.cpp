// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
// A model whose names want to be markup, orders and text that runs backwards: every view shows them as plain text.
#include "app/command_palette.h"
#include "app/export_dialog.h"
#include "core/support/rules.h"
#include "tests/app/window_fixture.h"
#include "tests/core/io/pt2_entries.h"
#include "tests/support/files.h"
#include "views/panels/diagnostics_panel.h"
#include "views/panels/inspector.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAccessible>
#include <QAction>
#include <QHelpEvent>
#include <QLabel>
#include <QLineEdit>
#include <QTabBar>
#include <QTextBrowser>
#include <QToolTip>

namespace sidelight::app {
namespace {

using sidelight::testing::kHostileName;
using testing::waitUntil;
using testing::Window;

const QString kHostileFile = QStringLiteral("<img src=x>&\x1b[31m\u202e.pt2");

bool isPlain(const QString& text)
{
    return !text.contains(QChar(0x1b)) && !text.contains(QChar(0x202e)) && !text.contains(QChar(0x07));
}

/// Whether Qt would take it for rich text with a picture that the model names.
bool hasPicture(const QString& text)
{
    return Qt::mightBeRichText(text) && text.contains(QStringLiteral("<img"));
}

void expectPlainText(const QString& text, const QObject* shower)
{
    const std::string place = shower->metaObject()->className() + std::string("#") + shower->objectName().toStdString();
    EXPECT_TRUE(isPlain(text)) << place << ": " << text.toStdString();
}

/// What a list or table shows, of which only tool tips can be rich text.
void expectPlainItems(const QAbstractItemView& view)
{
    const QAbstractItemModel* model = view.model();
    for (int row = 0; model && row < std::min(model->rowCount(), 100); ++row)
        for (int column = 0; column < model->columnCount(); ++column) {
            const QModelIndex index = model->index(row, column);
            for (const int role : {Qt::DisplayRole, Qt::ToolTipRole, Qt::AccessibleTextRole, Qt::StatusTipRole})
                expectPlainText(index.data(role).toString(), &view);
            EXPECT_FALSE(hasPicture(index.data(Qt::ToolTipRole).toString())) << view.objectName().toStdString();
        }
}

/// All texts that a window's widgets show.
void expectPlainTexts(const QWidget& root)
{
    expectPlainText(root.windowTitle(), &root);
    for (const QWidget* widget : root.findChildren<QWidget*>()) {
        for (const QString& text : {widget->toolTip(), widget->statusTip(), widget->whatsThis(),
                 widget->accessibleName(), widget->accessibleDescription(), widget->windowTitle()})
            expectPlainText(text, widget);
        EXPECT_FALSE(hasPicture(widget->toolTip())) << widget->toolTip().toStdString();
        if (const auto* label = qobject_cast<const QLabel*>(widget)) {
            expectPlainText(label->text(), label);
            EXPECT_TRUE(label->textFormat() == Qt::PlainText || !hasPicture(label->text()))
                << label->objectName().toStdString() << ": " << label->text().toStdString();
        }
        if (const auto* button = qobject_cast<const QAbstractButton*>(widget))
            expectPlainText(button->text(), button);
        if (const auto* tabs = qobject_cast<const QTabBar*>(widget))
            for (int tab = 0; tab < tabs->count(); ++tab) {
                expectPlainText(tabs->tabText(tab), tabs);
                expectPlainText(tabs->tabToolTip(tab), tabs);
                EXPECT_FALSE(hasPicture(tabs->tabToolTip(tab))) << tabs->tabToolTip(tab).toStdString();
            }
        if (const auto* view = qobject_cast<const QAbstractItemView*>(widget))
            expectPlainItems(*view);
        if (const auto* browser = qobject_cast<const QTextBrowser*>(widget)) {
            expectPlainText(browser->toPlainText(), browser);
            EXPECT_FALSE(browser->toHtml().contains(QStringLiteral("<img"))) << browser->toHtml().toStdString();
        }
    }
}

struct HostileNames : Window
{
    ModelSession* session = nullptr;
    NodeId relu = kNoNode;

    void SetUp() override
    {
        // The class of a module, a source file and its code are hostile too.
        sidelight::testing::Pt2Entries entries = sidelight::testing::entriesOf("mlp");
        std::string& program = entries["mlp/models/model.json"];
        const std::string name = R"(<img src=file:///x>\"\u001b[31m\u202e)";
        for (const auto& [from, to] :
            {std::pair<std::string, std::string>{"\"relu\"", '"' + name + '"'}, {"\"input\"", '"' + name + "input\""},
                {"torch.nn.modules.activation.ReLU", "torch." + name}, {"activation.py", name + ".py"},
                {"return F.relu", "return " + name}, {"\"0.weight\"", '"' + name + ".weight\""}})
            for (std::string* text : {&program, &entries["mlp/data/weights/model_weights_config.json"]})
                for (std::size_t at = 0; (at = text->find(from, at)) != std::string::npos; at += to.size())
                    text->replace(at, from.size(), to);
        const QString file = folder.filePath(kHostileFile);
        sidelight::testing::writeFile(file.toStdString(), sidelight::testing::packed(entries));
        window.QWidget::show();
        session = window.openModel(file.toStdString());
        for (const Side side : {Side::Fx, Side::Onnx})
            window.pane(side)->view()->setMotionAllowed(false);
        ASSERT_TRUE(
            waitUntil([&] { return session->state() != ModelSession::State::Loading && session->isSettled(); }));
        ASSERT_EQ(session->state(), ModelSession::State::Ready) << session->failure().toStdString();
        relu = fx::findByName(session->document()->program().main(), kHostileName);
        ASSERT_NE(relu, kNoNode);
    }
    void finish()
    {
        EXPECT_TRUE(waitUntil([&] { return session->isSettled(); }));
        expectPlainTexts(window);
    }
};

TEST_F(HostileNames, ArePlainInTheWindow)
{
    finish();
    window.actions()[Act::ExpandAll]->trigger();
    window.actions()[Act::ValueNames]->trigger();
    for (const Act panel : {Act::ShowDiff, Act::ShowLog, Act::ShowDiagnostics}) {
        window.showPanel(panel);
        finish();
    }
    EXPECT_FALSE(window.grab().isNull());
}

TEST_F(HostileNames, ArePlainInTheInspector)
{
    session->select(Side::Fx, {{{relu}}});
    ASSERT_TRUE(
        waitUntil([&] { return window.inspector()->plainText().contains(QStringLiteral("<img src=file:///x>")); }));
    EXPECT_TRUE(isPlain(window.inspector()->plainText()));
    finish();
    for (const NodeId node : session->document()->program().main().order()) {
        session->select(Side::Fx, {{{node}}});
        finish();
    }
    for (const NodeId node : session->document()->model().main().order()) {
        session->select(Side::Onnx, {{{node}}});
        finish();
    }
}

TEST_F(HostileNames, ArePlainInToolTipsAndToScreenReaders)
{
    for (const Side side : {Side::Fx, Side::Onnx}) {
        views::GraphView* view = window.pane(side)->view();
        QAccessibleInterface* graph = QAccessible::queryAccessibleInterface(view);
        ASSERT_TRUE(graph);
        for (int box = 0; box < graph->childCount(); ++box)
            for (const auto role : {QAccessible::Name, QAccessible::Description, QAccessible::Help})
                expectPlainText(graph->child(box)->text(role), view);
        for (std::uint32_t box = 0; box < view->scene()->laidOut().boxes.size(); ++box) {
            const QPoint at = view->positionOf(box);
            QHelpEvent event(QEvent::ToolTip, at, view->mapToGlobal(at));
            QApplication::sendEvent(view, &event);
            expectPlainText(QToolTip::text(), view);
            EXPECT_FALSE(hasPicture(QToolTip::text())) << QToolTip::text().toStdString();
            QTest::mouseMove(view, at);
            expectPlainText(window.statusText(), view);
        }
        QToolTip::hideText();
    }
    finish();
}

TEST_F(HostileNames, AreFoundAndListed)
{
    window.find(QStringLiteral("img"));
    EXPECT_TRUE(waitUntil([&] { return !window.pane(Side::Fx)->view()->highlights().found.empty(); }));
    window.actions()[Act::Palette]->trigger();
    auto* palette = window.findChild<CommandPalette*>();
    ASSERT_TRUE(palette);
    palette->field()->setText(QStringLiteral("<img src=file:///x>"));
    for (const QString& text : palette->shownTexts())
        expectPlainText(text, palette);
    palette->close();
    finish();
}

TEST_F(HostileNames, ArePlainInDiagnostics)
{
    const std::string name(kHostileName);
    Diagnostic diagnostic =
        support::diagnose(rules::kUsage, "about " + name, {{'%' + name, "fx-node", name, 3, {}, {}}});
    diagnostic.fixes.push_back({"call it " + name});
    session->diagnostics()->setDiagnostics({diagnostic});
    window.showPanel(Act::ShowDiagnostics);
    finish();
    window.showDiagnostic(diagnostic);
    EXPECT_EQ(session->link().fx, (std::set<NodePath>{{{relu}}}));
    expectPlainText(window.statusText(), &window);
    finish();
}

TEST_F(HostileNames, ArePlainInTheExportDialog)
{
    window.actions()[Act::Export]->trigger();
    ExportDialog* dialog = window.exportDialog();
    ASSERT_TRUE(dialog);
    dialog->setTarget(folder.path() + QStringLiteral("/<img src=x>\x1b/m.onnx"));
    dialog->start();
    ASSERT_TRUE(waitUntil([&] { return dialog->state() == ExportDialog::State::Failed; }));
    expectPlainTexts(*dialog);
    dialog->setTarget(folder.filePath(QStringLiteral("<b>.onnx")));
    dialog->start();
    ASSERT_TRUE(waitUntil([&] { return dialog->state() == ExportDialog::State::Written; }))
        << dialog->resultText().toStdString();
    expectPlainTexts(*dialog);
    dialog->reject();
    window.actions()[Act::CloseModel]->trigger();
    expectPlainTexts(window);
}

} // namespace
} // namespace sidelight::app
