// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "app/actions.h"

#include "views/support/in_every_language.h"

#include <QAction>
#include <QActionGroup>
#include <QCoreApplication>
#include <QMenu>
#include <QWidget>

namespace sidelight::app {
namespace {

enum class Check : std::uint8_t
{
    No,
    Off,
    On
};

struct Entry
{
    Act act;
    const char* text;
    const char* shortcut; ///< Portable text; empty for none.
    const char* statusTip;
    Check check = Check::No;
};

constexpr Entry kEntries[] = {
    {Act::Open, QT_TRANSLATE_NOOP("actions", "&Open\u2026"), "Ctrl+O",
        QT_TRANSLATE_NOOP("actions", "Open a .pt2 file that torch.export.save wrote")},
    {Act::Reload, QT_TRANSLATE_NOOP("actions", "Re&load"), "Ctrl+R",
        QT_TRANSLATE_NOOP("actions", "Read the file again and run all passes")},
    {Act::CloseModel, QT_TRANSLATE_NOOP("actions", "&Close model"), "Ctrl+W",
        QT_TRANSLATE_NOOP("actions", "Close the model that is shown")},
    {Act::Export, QT_TRANSLATE_NOOP("actions", "&Export\u2026"), "Ctrl+Shift+E",
        QT_TRANSLATE_NOOP("actions", "Write the model as ONNX")},
    {Act::RepeatExport, QT_TRANSLATE_NOOP("actions", "Export agai&n"), "Ctrl+E",
        QT_TRANSLATE_NOOP("actions", "Export with the options of the last export; the first time they are asked for")},
    {Act::Verify, QT_TRANSLATE_NOOP("actions", "&Verify"), "Ctrl+Y",
        QT_TRANSLATE_NOOP("actions", "Run the export in ONNX Runtime and compare its numbers with PyTorch's")},
    {Act::Stop, QT_TRANSLATE_NOOP("actions", "S&top"), "Ctrl+.",
        QT_TRANSLATE_NOOP("actions", "Give up what is being opened or verified; what is open stays")},
    {Act::Quit, QT_TRANSLATE_NOOP("actions", "&Quit"), "Ctrl+Q",
        QT_TRANSLATE_NOOP("actions", "Close all models and the window")},
    {Act::Restart, QT_TRANSLATE_NOOP("actions", "&Restart"), "Ctrl+Shift+F5",
        QT_TRANSLATE_NOOP("actions", "Go back to the program as loaded")},
    {Act::Back, QT_TRANSLATE_NOOP("actions", "&Back"), "Shift+F10", QT_TRANSLATE_NOOP("actions", "Undo one change")},
    {Act::Step, QT_TRANSLATE_NOOP("actions", "&Step"), "F10", QT_TRANSLATE_NOOP("actions", "Do the next change")},
    {Act::NextPass, QT_TRANSLATE_NOOP("actions", "&Next pass"), "Ctrl+F10",
        QT_TRANSLATE_NOOP("actions", "Run to the end of this pass, or of the next one that changes something")},
    {Act::Finish, QT_TRANSLATE_NOOP("actions", "&Finish"), "Shift+F5", QT_TRANSLATE_NOOP("actions", "Run all passes")},
    {Act::NextStop, QT_TRANSLATE_NOOP("actions", "Run to ne&xt stop"), "F5",
        QT_TRANSLATE_NOOP("actions", "Go to the next change that the expression in the Changes panel holds for")},
    {Act::PreviousStop, QT_TRANSLATE_NOOP("actions", "Run bac&k to stop"), "Ctrl+F5",
        QT_TRANSLATE_NOOP("actions", "Go back to the change before that the expression holds for")},
    {Act::ToggleStop, QT_TRANSLATE_NOOP("actions", "Stop at this n&ode"), "F9",
        QT_TRANSLATE_NOOP("actions", "Stop at changes of the selected node, or no more")},
    {Act::RunToNode, QT_TRANSLATE_NOOP("actions", "R&un to this node"), "F4",
        QT_TRANSLATE_NOOP("actions", "Go to the next change that touches the selected node, or to its first")},
    {Act::RunPipeline, QT_TRANSLATE_NOOP("actions", "Run &passes"), "Ctrl+Shift+R",
        QT_TRANSLATE_NOOP("actions", "Run the passes as the Passes panel has them")},
    {Act::MatchPasses, QT_TRANSLATE_NOOP("actions", "Compare &numbers"), "Ctrl+Shift+Y",
        QT_TRANSLATE_NOOP("actions", "Evaluate the graph before and after every pass and compare bit by bit")},
    {Act::PassUp, QT_TRANSLATE_NOOP("actions", "Pass &up"), "Ctrl+Shift+Up",
        QT_TRANSLATE_NOOP("actions", "Run the chosen pass earlier")},
    {Act::PassDown, QT_TRANSLATE_NOOP("actions", "Pass &down"), "Ctrl+Shift+Down",
        QT_TRANSLATE_NOOP("actions", "Run the chosen pass later")},
    {Act::RepeatPass, QT_TRANSLATE_NOOP("actions", "R&epeat pass"), "",
        QT_TRANSLATE_NOOP("actions", "Run the chosen pass once more after itself")},
    {Act::RemovePass, QT_TRANSLATE_NOOP("actions", "&Remove pass"), "",
        QT_TRANSLATE_NOOP("actions", "Take the chosen pass out of the pipeline")},
    {Act::ResetPasses, QT_TRANSLATE_NOOP("actions", "De&fault passes"), "",
        QT_TRANSLATE_NOOP("actions", "Go back to the default pipeline")},
    {Act::LoadPasses, QT_TRANSLATE_NOOP("actions", "&Load passes\u2026"), "",
        QT_TRANSLATE_NOOP("actions", "Take the pipeline from a preset file")},
    {Act::SavePasses, QT_TRANSLATE_NOOP("actions", "&Save passes\u2026"), "",
        QT_TRANSLATE_NOOP("actions", "Write the pipeline to a preset file, which --passes takes too")},
    {Act::LoadRules, QT_TRANSLATE_NOOP("actions", "&Apply rules\u2026"), "",
        QT_TRANSLATE_NOOP("actions", "Change the FX graph as a rule file says")},
    {Act::SavePassTest, QT_TRANSLATE_NOOP("actions", "Save as &test\u2026"), "",
        QT_TRANSLATE_NOOP("actions", "Write what the chosen pass got and made to a file that runs as a test")},
    {Act::Undo, QT_TRANSLATE_NOOP("actions", "&Undo edit"), "Ctrl+Z",
        QT_TRANSLATE_NOOP("actions", "Take back the last edit by hand")},
    {Act::Redo, QT_TRANSLATE_NOOP("actions", "Re&do edit"), "Ctrl+Shift+Z",
        QT_TRANSLATE_NOOP("actions", "Make the edit again that was taken back")},
    {Act::RenameNode, QT_TRANSLATE_NOOP("actions", "Rena&me…"), "F2",
        QT_TRANSLATE_NOOP("actions", "Give the selected node another name")},
    {Act::ChangeNode, QT_TRANSLATE_NOOP("actions", "Chan&ge call…"), "Shift+F2",
        QT_TRANSLATE_NOOP("actions", "Give the selected node another target or other arguments")},
    {Act::InsertBefore, QT_TRANSLATE_NOOP("actions", "Insert befo&re…"), "Alt+Ins",
        QT_TRANSLATE_NOOP("actions", "Put a new node before the selected one")},
    {Act::InsertAfter, QT_TRANSLATE_NOOP("actions", "&Insert after…"), "Ins",
        QT_TRANSLATE_NOOP("actions", "Put a new node after the selected one")},
    {Act::EraseNode, QT_TRANSLATE_NOOP("actions", "&Erase node"), "Del",
        QT_TRANSLATE_NOOP("actions", "Remove the selected node, which nothing may read")},
    {Act::BypassNode, QT_TRANSLATE_NOOP("actions", "By&pass node"), "Ctrl+Del",
        QT_TRANSLATE_NOOP("actions", "Let what reads the selected node read its input, and remove it")},
    {Act::MoveEarlier, QT_TRANSLATE_NOOP("actions", "Move e&arlier"), "Alt+Up",
        QT_TRANSLATE_NOOP("actions", "Move the selected node before the one before it")},
    {Act::MoveLater, QT_TRANSLATE_NOOP("actions", "Move &later"), "Alt+Down",
        QT_TRANSLATE_NOOP("actions", "Move the selected node after the one after it")},
    {Act::SaveEdits, QT_TRANSLATE_NOOP("actions", "&Save edits as a rule file…"), "",
        QT_TRANSLATE_NOOP("actions", "Write the edits of the FX graph to a file that other models can be edited by")},
    {Act::PasteGraph, QT_TRANSLATE_NOOP("actions", "Paste grap&h"), "Ctrl+V",
        QT_TRANSLATE_NOOP("actions", "Open the text of print(graph), graph_module.code or an ONNX model from the clipboard")},
    {Act::Fit, QT_TRANSLATE_NOOP("actions", "&Fit"), "F", QT_TRANSLATE_NOOP("actions", "Show the whole graph")},
    {Act::ZoomToSelection, QT_TRANSLATE_NOOP("actions", "Zoom to &selection"), "Z",
        QT_TRANSLATE_NOOP("actions", "Show the selected nodes as large as fits")},
    {Act::ZoomIn, QT_TRANSLATE_NOOP("actions", "Zoom &in"), "+", QT_TRANSLATE_NOOP("actions", "Show less, larger")},
    {Act::ZoomOut, QT_TRANSLATE_NOOP("actions", "Zoom &out"), "-", QT_TRANSLATE_NOOP("actions", "Show more, smaller")},
    {Act::ActualSize, QT_TRANSLATE_NOOP("actions", "&Actual size"), "0",
        QT_TRANSLATE_NOOP("actions", "Show text at its own size")},
    {Act::Toggle, QT_TRANSLATE_NOOP("actions", "E&xpand or collapse"), "Return",
        QT_TRANSLATE_NOOP(
            "actions", "Open the selected module or function in place, or close the frame around the selection")},
    {Act::OpenBody, QT_TRANSLATE_NOOP("actions", "Open body in a &tab"), "Alt+Return",
        QT_TRANSLATE_NOOP("actions", "Show the body of the selected function, or of the one around it, in a tab of its own")},
    {Act::ExpandBelow, QT_TRANSLATE_NOOP("actions", "Expand all &below"), "Shift+Return",
        QT_TRANSLATE_NOOP("actions", "Open the selected box and everything inside it")},
    {Act::ExpandTo1, QT_TRANSLATE_NOOP("actions", "Level &1"), "Ctrl+Alt+1",
        QT_TRANSLATE_NOOP("actions", "Open the outermost boxes of both graphs, and close what is inside them")},
    {Act::ExpandTo2, QT_TRANSLATE_NOOP("actions", "Level &2"), "Ctrl+Alt+2",
        QT_TRANSLATE_NOOP("actions", "Open the two outer levels of boxes of both graphs")},
    {Act::ExpandTo3, QT_TRANSLATE_NOOP("actions", "Level &3"), "Ctrl+Alt+3",
        QT_TRANSLATE_NOOP("actions", "Open the three outer levels of boxes of both graphs")},
    {Act::ExpandAll, QT_TRANSLATE_NOOP("actions", "Expand a&ll"), "Ctrl+Shift++",
        QT_TRANSLATE_NOOP("actions", "Open every module, function and body of both graphs")},
    {Act::CollapseAll, QT_TRANSLATE_NOOP("actions", "&Collapse all"), "Ctrl+Shift+-",
        QT_TRANSLATE_NOOP("actions", "Close every frame of both graphs")},
    {Act::ClearSelection, QT_TRANSLATE_NOOP("actions", "Select not&hing"), "",
        QT_TRANSLATE_NOOP("actions", "Clear the selection in both graphs")},
    {Act::Find, QT_TRANSLATE_NOOP("actions", "Fin&d"), "Ctrl+F",
        QT_TRANSLATE_NOOP("actions", "Find nodes in both graphs by name, op: or shape:")},
    {Act::FindNext, QT_TRANSLATE_NOOP("actions", "Find n&ext"), "F3",
        QT_TRANSLATE_NOOP("actions", "Go to the next node that was found")},
    {Act::FindPrevious, QT_TRANSLATE_NOOP("actions", "Find &previous"), "Shift+F3",
        QT_TRANSLATE_NOOP("actions", "Go to the node that was found before")},
    {Act::ValueNames, QT_TRANSLATE_NOOP("actions", "Value &names on edges"), "Ctrl+U",
        QT_TRANSLATE_NOOP("actions", "Write the name of each value above its shape"), Check::Off},
    {Act::ShowInspector, QT_TRANSLATE_NOOP("actions", "&Inspector"), "Ctrl+I",
        QT_TRANSLATE_NOOP("actions", "Show or hide the inspector"), Check::On},
    {Act::ShowPanel, QT_TRANSLATE_NOOP("actions", "Bottom &panel"), "Ctrl+J",
        QT_TRANSLATE_NOOP("actions", "Show or hide diagnostics, text diff and log"), Check::On},
    {Act::ShowDiagnostics, QT_TRANSLATE_NOOP("actions", "&Diagnostics"), "Ctrl+1",
        QT_TRANSLATE_NOOP("actions", "Show the findings")},
    {Act::ShowDiff, QT_TRANSLATE_NOOP("actions", "&Text diff"), "Ctrl+2",
        QT_TRANSLATE_NOOP("actions", "Show the printed graph before and after the pass")},
    {Act::ShowPasses, QT_TRANSLATE_NOOP("actions", "P&asses"), "Ctrl+4",
        QT_TRANSLATE_NOOP("actions", "Show the pipeline, to be changed")},
    {Act::ShowChanges, QT_TRANSLATE_NOOP("actions", "&Changes"), "Ctrl+5",
        QT_TRANSLATE_NOOP("actions", "Show every change of the pass at hand")},
    {Act::ShowHistory, QT_TRANSLATE_NOOP("actions", "&History"), "Ctrl+6",
        QT_TRANSLATE_NOOP("actions", "Show the selected node's way through the passes")},
    {Act::ShowCoverage, QT_TRANSLATE_NOOP("actions", "Cov&erage"), "Ctrl+7",
        QT_TRANSLATE_NOOP("actions", "Show which nodes the pass at hand looked at, matched and changed")},
    {Act::ShowLog, QT_TRANSLATE_NOOP("actions", "&Log"), "Ctrl+3", QT_TRANSLATE_NOOP("actions", "Show what happened")},
    {Act::FocusFx, QT_TRANSLATE_NOOP("actions", "Go to F&X graph"), "Alt+1",
        QT_TRANSLATE_NOOP("actions", "Let keys go to the FX graph")},
    {Act::FocusOnnx, QT_TRANSLATE_NOOP("actions", "Go to O&NNX graph"), "Alt+2",
        QT_TRANSLATE_NOOP("actions", "Let keys go to the ONNX graph")},
    {Act::NextModel, QT_TRANSLATE_NOOP("actions", "Next &model"), "Ctrl+PgDown",
        QT_TRANSLATE_NOOP("actions", "Show the model to the right")},
    {Act::PreviousModel, QT_TRANSLATE_NOOP("actions", "Pre&vious model"), "Ctrl+PgUp",
        QT_TRANSLATE_NOOP("actions", "Show the model to the left")},
    {Act::CopyCommand, QT_TRANSLATE_NOOP("actions", "Copy co&mmand"), "",
        QT_TRANSLATE_NOOP("actions", "Copy the command that exports this model with these settings")},
    {Act::CopyName, QT_TRANSLATE_NOOP("actions", "Cop&y names"), "Ctrl+Shift+C",
        QT_TRANSLATE_NOOP("actions", "Copy the names of the selected nodes")},
    {Act::AppearanceSystem, QT_TRANSLATE_NOOP("actions", "As the &system"), "",
        QT_TRANSLATE_NOOP("actions", "Light or dark as the desktop is"), Check::On},
    {Act::AppearanceLight, QT_TRANSLATE_NOOP("actions", "&Light"), "", QT_TRANSLATE_NOOP("actions", "Light colours"),
        Check::Off},
    {Act::AppearanceDark, QT_TRANSLATE_NOOP("actions", "&Dark"), "", QT_TRANSLATE_NOOP("actions", "Dark colours"),
        Check::Off},
    {Act::AppearanceContrast, QT_TRANSLATE_NOOP("actions", "High &contrast"), "",
        QT_TRANSLATE_NOOP("actions", "White on black, with strong lines"), Check::Off},
    {Act::LanguageSystem, QT_TRANSLATE_NOOP("actions", "As the desk&top"), "",
        QT_TRANSLATE_NOOP("actions", "The language of the desktop, or English"), Check::On},
    // Who looks for a language may read no other.
    {Act::LanguageEnglish, "&English", "", "Show all texts in English", Check::Off},
    {Act::LanguageJapanese, "\u65E5\u672C\u8A9E(&J)", "",
        "\u3059\u3079\u3066\u65E5\u672C\u8A9E\u3067\u8868\u793A\u3057\u307E\u3059", Check::Off},
    {Act::LanguageRussian, "&\u0420\u0443\u0441\u0441\u043A\u0438\u0439", "",
        "\u041F\u043E\u043A\u0430\u0437\u044B\u0432\u0430\u0442\u044C \u0432\u0441\u0435 "
        "\u0442\u0435\u043A\u0441\u0442\u044B \u043F\u043E-\u0440\u0443\u0441\u0441\u043A\u0438",
        Check::Off},
    {Act::GoBack, QT_TRANSLATE_NOOP("actions", "&Back to selection before"), "Alt+Left",
        QT_TRANSLATE_NOOP("actions", "Select what was selected before")},
    {Act::GoForward, QT_TRANSLATE_NOOP("actions", "&Forward to selection after"), "Alt+Right",
        QT_TRANSLATE_NOOP("actions", "Select what was selected before going back")},
    {Act::NextDiagnostic, QT_TRANSLATE_NOOP("actions", "Next &diagnostic"), "F8",
        QT_TRANSLATE_NOOP("actions", "Go to the node of the next finding")},
    {Act::PreviousDiagnostic, QT_TRANSLATE_NOOP("actions", "Previous d&iagnostic"), "Shift+F8",
        QT_TRANSLATE_NOOP("actions", "Go to the node of the finding before")},
    {Act::ModelProperties, QT_TRANSLATE_NOOP("actions", "&Model properties"), "Ctrl+Return",
        QT_TRANSLATE_NOOP("actions", "Select nothing, so that the inspector shows the model")},
    {Act::ShowFx, QT_TRANSLATE_NOOP("actions", "FX &graph"), "Ctrl+Shift+1",
        QT_TRANSLATE_NOOP("actions", "Show or hide the FX graph"), Check::On},
    {Act::ShowOnnx, QT_TRANSLATE_NOOP("actions", "&ONNX graph"), "Ctrl+Shift+2",
        QT_TRANSLATE_NOOP("actions", "Show or hide the ONNX graph"), Check::On},
    {Act::SwapPanes, QT_TRANSLATE_NOOP("actions", "S&wap graphs"), "Ctrl+Shift+X",
        QT_TRANSLATE_NOOP("actions", "Put one graph in the place of the other")},
    {Act::StackPanes, QT_TRANSLATE_NOOP("actions", "Graphs &below each other"), "Ctrl+Shift+O",
        QT_TRANSLATE_NOOP("actions", "Put the graphs below instead of beside each other"), Check::Off},
    {Act::FlowRight, QT_TRANSLATE_NOOP("actions", "Flow to the &right"), "Ctrl+K",
        QT_TRANSLATE_NOOP("actions", "Let values flow from left to right instead of downwards"), Check::Off},
    {Act::LargerText, QT_TRANSLATE_NOOP("actions", "Lar&ger text"), "Ctrl++",
        QT_TRANSLATE_NOOP("actions", "Make words and code around the graphs larger")},
    {Act::SmallerText, QT_TRANSLATE_NOOP("actions", "S&maller text"), "Ctrl+-",
        QT_TRANSLATE_NOOP("actions", "Make words and code around the graphs smaller")},
    {Act::NormalText, QT_TRANSLATE_NOOP("actions", "&Normal text"), "Ctrl+0",
        QT_TRANSLATE_NOOP("actions", "Give words and code their own size back")},
    {Act::Palette, QT_TRANSLATE_NOOP("actions", "Comman&ds\u2026"), "Ctrl+Shift+P",
        QT_TRANSLATE_NOOP("actions", "Run a command or find a node by its name")},
    {Act::Shortcuts, QT_TRANSLATE_NOOP("actions", "S&hortcuts"), "F1", QT_TRANSLATE_NOOP("actions", "Show all keys")},
    {Act::About, QT_TRANSLATE_NOOP("actions", "A&bout Sidelight"), "",
        QT_TRANSLATE_NOOP("actions", "Version and licences")},
};

} // namespace

Actions::Actions(QWidget* window) : QObject(window)
{
    for (const Entry& entry : kEntries) {
        auto* action = new QAction(this);
        action->setShortcut(QKeySequence(QString::fromLatin1(entry.shortcut), QKeySequence::PortableText));
        action->setCheckable(entry.check != Check::No);
        action->setChecked(entry.check == Check::On);
        actions_.emplace(entry.act, action);
        if (entry.act == Act::Toggle || entry.act == Act::ExpandBelow)
            action->setShortcutContext(Qt::WidgetShortcut); // Views add it: Return has other uses elsewhere.
        else
            window->addAction(action);
    }
    actions_.at(Act::ZoomIn)
        ->setShortcuts({QKeySequence(Qt::Key_Plus), QKeySequence(Qt::Key_Equal), QKeySequence(Qt::SHIFT | Qt::Key_Up)});
    actions_.at(Act::ZoomOut)->setShortcuts({QKeySequence(Qt::Key_Minus), QKeySequence(Qt::SHIFT | Qt::Key_Down)});
    actions_.at(Act::ActualSize)
        ->setShortcuts({QKeySequence(Qt::Key_0), QKeySequence(Qt::SHIFT | Qt::Key_Backspace)});
    actions_.at(Act::LargerText)
        ->setShortcuts({QKeySequence(Qt::CTRL | Qt::Key_Plus), QKeySequence(Qt::CTRL | Qt::Key_Equal)});
    auto* appearances = new QActionGroup(this);
    for (const Act act : {Act::AppearanceSystem, Act::AppearanceLight, Act::AppearanceDark, Act::AppearanceContrast})
        appearances->addAction(actions_.at(act));
    auto* languages = new QActionGroup(this);
    for (const Act act : {Act::LanguageSystem, Act::LanguageEnglish, Act::LanguageJapanese, Act::LanguageRussian})
        languages->addAction(actions_.at(act));
    views::inEveryLanguage(window, [this] { writeTexts(); });
}

void Actions::writeTexts() const
{
    for (const Entry& entry : kEntries) {
        QAction* action = actions_.at(entry.act);
        action->setText(QCoreApplication::translate("actions", entry.text));
        action->setStatusTip(QCoreApplication::translate("actions", entry.statusTip));
    }
    for (const auto& [menu, title] : titles_)
        menu->setTitle(tr(title));
}

QList<QAction*> Actions::all() const
{
    QList<QAction*> all;
    for (const auto& [act, action] : actions_)
        all << action;
    return all;
}

void Actions::add(QMenu* menu, const std::vector<Act>& acts) const
{
    for (const Act act : acts)
        menu->addAction(actions_.at(act));
}

QMenu* Actions::addMenu(QMenu* menu, const char* title)
{
    titles_.emplace_back(menu->addMenu(tr(title)), title);
    return titles_.back().first;
}

void Actions::fillMainMenu(QMenu* menu, QMenu* recent)
{
    add(menu, {Act::Open});
    menu->addMenu(recent);
    add(menu, {Act::Reload, Act::CloseModel});
    menu->addSeparator();
    add(menu, {Act::Export, Act::RepeatExport, Act::Verify, Act::Stop, Act::CopyCommand});
    menu->addSeparator();
    QMenu* step = addMenu(menu, QT_TR_NOOP("&Step"));
    add(step, {Act::Restart, Act::Back, Act::Step, Act::NextPass, Act::Finish, Act::NextStop, Act::PreviousStop, Act::ToggleStop, Act::RunToNode});
    step->addSeparator();
    add(addMenu(step, QT_TR_NOOP("P&asses")), {Act::RunPipeline, Act::MatchPasses, Act::PassUp, Act::PassDown, Act::RepeatPass, Act::RemovePass, Act::ResetPasses, Act::LoadPasses, Act::SavePasses, Act::LoadRules, Act::SavePassTest});
    QMenu* edit = addMenu(menu, QT_TR_NOOP("Edit b&y hand"));
    add(edit, {Act::Undo, Act::Redo});
    edit->addSeparator();
    add(edit, {Act::RenameNode, Act::ChangeNode, Act::InsertBefore, Act::InsertAfter, Act::EraseNode, Act::BypassNode, Act::MoveEarlier, Act::MoveLater});
    edit->addSeparator();
    add(edit, {Act::SaveEdits, Act::PasteGraph});
    QMenu* graph = addMenu(menu, QT_TR_NOOP("Gra&ph"));
    add(graph, {Act::Fit, Act::ZoomToSelection, Act::ZoomIn, Act::ZoomOut, Act::ActualSize});
    graph->addSeparator();
    add(graph, {Act::Toggle, Act::ExpandBelow, Act::OpenBody, Act::ExpandAll, Act::CollapseAll});
    add(addMenu(graph, QT_TR_NOOP("Expand to le&vel")), {Act::ExpandTo1, Act::ExpandTo2, Act::ExpandTo3});
    add(graph, {Act::ValueNames});
    graph->addSeparator();
    add(graph, {Act::Find, Act::FindNext, Act::FindPrevious, Act::CopyName, Act::ClearSelection});
    QMenu* view = addMenu(menu, QT_TR_NOOP("V&iew"));
    add(view, {Act::ShowInspector, Act::ShowPanel, Act::ShowDiagnostics, Act::ShowPasses, Act::ShowChanges, Act::ShowHistory, Act::ShowCoverage, Act::ShowDiff, Act::ShowLog});
    view->addSeparator();
    add(view, {Act::FocusFx, Act::FocusOnnx, Act::NextModel, Act::PreviousModel});
    view->addSeparator();
    add(view, {Act::ShowFx, Act::ShowOnnx, Act::SwapPanes, Act::StackPanes, Act::FlowRight});
    view->addSeparator();
    add(addMenu(view, QT_TR_NOOP("Lang&uage")),
        {Act::LanguageSystem, Act::LanguageEnglish, Act::LanguageJapanese, Act::LanguageRussian});
    QMenu* go = addMenu(menu, QT_TR_NOOP("&Go"));
    add(go, {Act::GoBack, Act::GoForward, Act::NextDiagnostic, Act::PreviousDiagnostic, Act::ModelProperties});
    QMenu* appearance = addMenu(menu, QT_TR_NOOP("&Appearance"));
    add(appearance, {Act::AppearanceSystem, Act::AppearanceLight, Act::AppearanceDark, Act::AppearanceContrast});
    appearance->addSeparator();
    add(appearance, {Act::LargerText, Act::SmallerText, Act::NormalText});
    menu->addSeparator();
    add(menu, {Act::Palette, Act::Shortcuts, Act::About, Act::Quit});
}

void Actions::fillGraphMenu(QMenu* menu) const
{
    add(menu, {Act::Toggle, Act::ExpandBelow, Act::OpenBody, Act::ZoomToSelection, Act::CopyName, Act::ClearSelection});
    menu->addSeparator();
    add(menu, {Act::RenameNode, Act::ChangeNode, Act::InsertBefore, Act::InsertAfter, Act::BypassNode, Act::EraseNode});
    menu->addSeparator();
    add(menu, {Act::RunToNode, Act::ToggleStop});
    menu->addSeparator();
    add(menu, {Act::Fit, Act::ExpandAll, Act::CollapseAll, Act::ValueNames});
}

} // namespace sidelight::app
