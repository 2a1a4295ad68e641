// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
//
// The window in each of its languages: all of it changes at once, nothing is cut, keys of menus are unique.

#include "app/command_palette.h"
#include "app/export_dialog.h"
#include "core/display/inspect.h"
#include "tests/app/window_fixture.h"
#include "views/panels/inspector.h"
#include "views/panels/pass_strip.h"
#include "views/support/core_words.h"
#include "views/support/elided_label.h"
#include "views/support/fonts.h"

#include <QAbstractButton>
#include <QAction>
#include <QComboBox>
#include <QGroupBox>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QListWidget>
#include <QMenu>
#include <QMessageBox>
#include <QScrollBar>
#include <QTabBar>
#include <QTableWidget>
#include <QToolButton>

namespace sidelight::app {
namespace {

using testing::waitUntil;
using testing::Window;

/// Texts that need more room than their widgets have.
QStringList cutTexts(const QWidget& root)
{
    QStringList cut;
    const auto check = [&](const QWidget* widget, const QString& text, int needed, int room) {
        if (needed > room)
            cut << QStringLiteral("%1 %2: \"%3\" needs %4 of %5")
                       .arg(QLatin1String(widget->metaObject()->className()), widget->objectName(), text)
                       .arg(needed)
                       .arg(room);
    };
    for (const QWidget* widget : root.findChildren<QWidget*>()) {
        if (!widget->isVisibleTo(&root))
            continue;
        const QFontMetrics metrics(widget->font());
        if (const auto* label = qobject_cast<const QLabel*>(widget)) {
            if (label->text().isEmpty())
                continue;
            check(label, label->text(), label->wordWrap() ? 0 : label->sizeHint().width(), label->width());
            check(label, label->text(), label->heightForWidth(label->width()), label->height());
        } else if (const auto* button = qobject_cast<const QAbstractButton*>(widget)) {
            if (!button->text().isEmpty())
                check(button, button->text(), button->sizeHint().width(), button->width());
        } else if (const auto* tabs = qobject_cast<const QTabBar*>(widget)) {
            for (int tab = 0; tab < tabs->count(); ++tab)
                check(tabs, tabs->tabText(tab), metrics.horizontalAdvance(tabs->tabText(tab)),
                    tabs->tabRect(tab).width());
        } else if (const auto* field = qobject_cast<const QLineEdit*>(widget)) {
            check(field, field->placeholderText(), metrics.horizontalAdvance(field->placeholderText()) + 8,
                field->width());
        } else if (const auto* box = qobject_cast<const QComboBox*>(widget)) {
            check(box, box->currentText(), box->sizeHint().width(), box->width());
        } else if (const auto* list = qobject_cast<const QListWidget*>(widget)) {
            for (int row = 0; row < list->count(); ++row)
                check(list, list->item(row)->text(), list->sizeHintForIndex(list->model()->index(row, 0)).width(),
                    list->viewport()->width());
        } else if (const auto* table = qobject_cast<const QTableWidget*>(widget)) {
            check(table, QStringLiteral("all columns"), table->horizontalScrollBar()->maximum(), 0);
            for (int column = 0; column < table->columnCount(); ++column) {
                check(table, table->horizontalHeaderItem(column)->text(),
                    metrics.horizontalAdvance(table->horizontalHeaderItem(column)->text()), table->columnWidth(column));
                for (int row = 0; row < table->rowCount(); ++row)
                    check(table, table->item(row, column)->text(),
                        metrics.horizontalAdvance(table->item(row, column)->text()), table->columnWidth(column));
            }
        }
    }
    return cut;
}

/// Letters that two entries of a menu, or of one below it, share.
QStringList sharedMnemonics(const QMenu& menu)
{
    static const QRegularExpression mnemonic(QStringLiteral("&(\\w)"), QRegularExpression::UseUnicodePropertiesOption);
    QStringList shared;
    std::map<QString, QString> texts;
    for (const QAction* action : menu.actions()) {
        const auto match = mnemonic.match(action->text());
        if (match.hasMatch() && !texts.emplace(match.captured(1).toUpper(), action->text()).second)
            shared << QStringLiteral("%1 / %2").arg(texts[match.captured(1).toUpper()], action->text());
        if (!action->isSeparator() && !match.hasMatch())
            shared << QStringLiteral("none in %1").arg(action->text());
        if (const QMenu* below = action->menu(); below && below->actions().size() > 1)
            shared << sharedMnemonics(*below);
    }
    return shared;
}

/// Qt's own parts, which keep the language they were made in.
bool isOfQt(const QWidget* widget)
{
    return qobject_cast<const QTabBar*>(widget->parentWidget()) || widget->inherits("QDockWidgetTitleButton");
}

/// What a window says around its graphs.
QStringList textsOf(const MainWindow& window)
{
    QStringList texts{window.windowTitle()};
    for (const QAction* action : window.actions().all())
        texts << action->text() << action->statusTip();
    for (const QMenu* menu : window.findChildren<QMenu*>())
        texts << menu->title();
    for (const QLabel* label : window.findChildren<QLabel*>())
        if (label->objectName() != QLatin1String("statusText")) // It tells what was done last.
            texts << label->text();
    for (const QAbstractButton* button : window.findChildren<QAbstractButton*>())
        if (!isOfQt(button))
            texts << button->text() << button->toolTip();
    for (const QTabBar* tabs : window.findChildren<QTabBar*>())
        for (int tab = 0; tab < tabs->count(); ++tab)
            texts << tabs->tabText(tab);
    for (const QWidget* widget : window.findChildren<QWidget*>())
        if (!isOfQt(widget))
            texts << widget->accessibleName();
    texts << window.findField()->placeholderText() << window.inspector()->plainText();
    texts.removeAll(QString());
    return texts;
}

void expectEqual(const QStringList& texts, const QStringList& others)
{
    ASSERT_EQ(texts.size(), others.size());
    for (qsizetype i = 0; i < texts.size(); ++i)
        EXPECT_EQ(texts[i].toStdString(), others[i].toStdString());
}

struct LanguageCase
{
    Act act;
    Language language;
    const char* name;
};

struct TranslatedWindow : Window, ::testing::WithParamInterface<LanguageCase>
{
    void SetUp() override { choose(GetParam().act); }
    void TearDown() override { setLanguage(Language::English); }

    void choose(Act act)
    {
        window.actions()[act]->trigger();
        settleEvents();
    }
    void settleEvents()
    {
        for (int i = 0; i < 3; ++i)
            QCoreApplication::processEvents();
        if (window.current()) {
            EXPECT_TRUE(waitUntil([&] { return window.current()->isSettled(); }));
        }
    }
    void expectNothingCut(QWidget& widget)
    {
        widget.show();
        settleEvents();
        EXPECT_EQ(cutTexts(widget).join(QLatin1Char('\n')).toStdString(), std::string());
    }
};

INSTANTIATE_TEST_SUITE_P(Languages, TranslatedWindow,
    ::testing::Values(LanguageCase{Act::LanguageEnglish, Language::English, "en"},
        LanguageCase{Act::LanguageJapanese, Language::Japanese, "ja"},
        LanguageCase{Act::LanguageRussian, Language::Russian, "ru"}),
    [](const auto& one) { return std::string(one.param.name); });

TEST_P(TranslatedWindow, IsRemembered)
{
    EXPECT_EQ(settings.language(), GetParam().language);
    EXPECT_TRUE(window.actions()[GetParam().act]->isChecked());
    MainWindow next(workspace, settings);
    EXPECT_TRUE(next.actions()[GetParam().act]->isChecked());
}

TEST_P(TranslatedWindow, ChangesAllTextsAtOnce)
{
    open("gpt.pt2");
    settleEvents();
    const QStringList before = textsOf(window);
    choose(GetParam().language == Language::English ? Act::LanguageRussian : Act::LanguageEnglish);
    const QStringList other = textsOf(window);
    choose(GetParam().act);
    expectEqual(textsOf(window), before);
    ASSERT_EQ(other.size(), before.size());
    int same = 0;
    for (qsizetype i = 0; i < other.size(); ++i)
        same += other[i] == before[i] ? 1 : 0;
    EXPECT_LT(same, before.size() / 5) << "texts that stayed as they were";

    // A window that was made in another language says the same as one that is made in this.
    window.actions()[Act::CloseModel]->trigger();
    settleEvents();
    MainWindow made(workspace, settings);
    const QStringList texts = textsOf(window);
    for (const QString& text : textsOf(made))
        EXPECT_TRUE(texts.contains(text)) << text.toStdString();
}

TEST_P(TranslatedWindow, CutsNoTextOfTheStartPage)
{
    expectNothingCut(window);
}

TEST_P(TranslatedWindow, CutsNoTextAroundTheGraphs)
{
    open("gpt.pt2");
    expectNothingCut(window);
    for (const Act panel : {Act::ShowDiff, Act::ShowLog}) {
        window.showPanel(panel);
        expectNothingCut(window);
    }
    // The gauge beside the passes paints its text itself.
    views::PassModel& passes = *window.current()->passes();
    const QFontMetrics metrics(views::wordFont(12, true));
    for (int pass = 0; pass < passes.rowCount(); ++pass) {
        window.current()->goTo(views::endOfItem(passes.counts(), static_cast<std::size_t>(pass)));
        EXPECT_LE(metrics.horizontalAdvance(passes.positionText()), 118 - 8) << passes.positionText().toStdString();
    }
    window.current()->finish();
    EXPECT_LE(metrics.horizontalAdvance(passes.positionText()), 118 - 8) << passes.positionText().toStdString();
    settleEvents();
}

TEST_P(TranslatedWindow, CutsNoTextOfTheDialogs)
{
    ModelSession* session = open("gpt.pt2");
    ExportDialog dialog(session->path(), session->document(), session->options(), workspace, &window);
    expectNothingCut(dialog);
    for (QComboBox* box : dialog.findChildren<QComboBox*>())
        for (int choice = 0; choice < box->count(); ++choice) {
            box->setCurrentIndex(choice);
            expectNothingCut(dialog);
        }
    CommandPalette palette(window.actions().all(), &window);
    expectNothingCut(palette);
    ShortcutSheet sheet(window.actions().all(), &window);
    expectNothingCut(sheet);
    window.actions()[Act::About]->trigger();
    auto* about = window.findChild<QMessageBox*>();
    ASSERT_TRUE(about);
    expectNothingCut(*about);
    about->close();
}

TEST_P(TranslatedWindow, GivesEachEntryOfAMenuAKeyOfItsOwn)
{
    const auto* button = window.findChild<QToolButton*>(QStringLiteral("menuButton"));
    EXPECT_EQ(sharedMnemonics(*button->menu()).join(QLatin1Char('\n')).toStdString(), std::string());
    QMenu graph;
    window.actions().fillGraphMenu(&graph);
    EXPECT_EQ(sharedMnemonics(graph).join(QLatin1Char('\n')).toStdString(), std::string());
}

TEST_P(TranslatedWindow, FindsCommandsByTheirNamesInTheLanguage)
{
    window.actions()[Act::Fit]->setEnabled(true);
    CommandPalette palette(window.actions().all(), &window);
    const QString name = plainText(*window.actions()[Act::Fit]);
    EXPECT_FALSE(name.contains(QLatin1Char('&')) || name.contains(QLatin1Char('('))) << name.toStdString();
    palette.field()->setText(name);
    ASSERT_FALSE(palette.shownTexts().isEmpty());
    EXPECT_TRUE(palette.shownTexts().front().startsWith(name)) << palette.shownTexts().front().toStdString();
}

/// Words of the core that the window translates are those that the core says.
TEST_F(Window, KnowsTheWordsOfTheCore)
{
    ModelSession* session = open("gpt.pt2");
    const session::Document& document = *session->document();
    for (const session::Stage& stage : document.stages)
        EXPECT_TRUE(views::isCoreWord("stage", stage.name)) << stage.name;
    for (const views::PassItem& pass : session->passes()->items())
        EXPECT_TRUE(pass.summary.empty() || views::isCoreWord("pass", pass.summary)) << pass.summary;

    const std::set<std::string> fixed{"Parameters and buffers", "Tensor", "Graph signature", "In ONNX", "In FX"};
    std::set<std::string> unknown;
    const auto look = [&](const display::Inspection& inspection) {
        for (const display::InspectorSection& section : inspection.sections)
            if (!views::isCoreWord({}, section.title) && section.title != "ONNX" &&
                section.title.find("::") == std::string::npos)
                unknown.insert(section.title);
        for (const display::InspectorSection& section : inspection.sections)
            for (const display::InspectorRow& row : section.rows)
                if (fixed.contains(section.title) && !row.label.empty() && !views::isCoreWord(section.title, row.label))
                    unknown.insert(section.title + ": " + row.label);
    };
    look(display::inspectModel(&document.program(), &document.model()));
    for (const NodeId node : document.program().main().order())
        look(display::inspectFx(document.program(), node, {}, &document.fx));
    for (const GraphId graph : document.model().graphs.ids())
        for (const NodeId node : document.model().graphs[graph].order())
            look(display::inspectOnnx(document.model(), NodePath{{node}}, {}, nullptr));
    EXPECT_EQ(unknown, std::set<std::string>());

    // Names from models are no words.
    EXPECT_FALSE(views::isCoreWord("Call", "size"));
    EXPECT_FALSE(views::isCoreWord("Attributes", "kind"));
    setLanguage(Language::Japanese);
    EXPECT_EQ(views::coreWord("History", "~ target is aten.add.Tensor now, type is f32[a, b] now"),
        QStringLiteral(
            "~ target \u3092 aten.add.Tensor \u306B\u5909\u66F4, \u578B\u3092 f32[a, b] \u306B\u5909\u66F4"));
    EXPECT_EQ(views::coreWord("Call", "size"), QStringLiteral("size"));
    setLanguage(Language::English);
}

} // namespace
} // namespace sidelight::app
