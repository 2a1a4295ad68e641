// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QList>
#include <QObject>

#include <map>
#include <utility>
#include <vector>

class QAction;
class QMenu;
class QWidget;

namespace sidelight::app {

/// Every command of the window.
enum class Act
{
    Open,
    Reload,
    CloseModel,
    Export,
    RepeatExport,
    Verify,
    Stop,
    Quit,
    Restart,
    Back,
    Step,
    NextPass,
    Finish,
    NextStop,
    PreviousStop,
    ToggleStop,
    RunToNode,
    RunPipeline,
    MatchPasses,
    PassUp,
    PassDown,
    RepeatPass,
    RemovePass,
    ResetPasses,
    LoadPasses,
    SavePasses,
    SavePassTest,
    LoadRules,
    Undo,
    Redo,
    RenameNode,
    ChangeNode,
    InsertBefore,
    InsertAfter,
    EraseNode,
    BypassNode,
    MoveEarlier,
    MoveLater,
    SaveEdits,
    PasteGraph,
    Fit,
    ZoomToSelection,
    ZoomIn,
    ZoomOut,
    ActualSize,
    Toggle,
    OpenBody,
    ExpandBelow,
    ExpandAll,
    ExpandTo1,
    ExpandTo2,
    ExpandTo3,
    CollapseAll,
    ClearSelection,
    Find,
    FindNext,
    FindPrevious,
    ValueNames,
    ShowInspector,
    ShowPanel,
    ShowDiagnostics,
    ShowPasses,
    ShowChanges,
    ShowHistory,
    ShowCoverage,
    ShowDiff,
    ShowLog,
    FocusFx,
    FocusOnnx,
    NextModel,
    PreviousModel,
    CopyCommand,
    CopyName,
    AppearanceSystem,
    AppearanceLight,
    AppearanceDark,
    AppearanceContrast,
    LanguageSystem,
    LanguageEnglish,
    LanguageJapanese,
    LanguageRussian,
    GoBack,
    GoForward,
    NextDiagnostic,
    PreviousDiagnostic,
    ModelProperties,
    ShowFx,
    ShowOnnx,
    SwapPanes,
    StackPanes,
    FlowRight,
    LargerText,
    SmallerText,
    NormalText,
    Palette,
    Shortcuts,
    About,
};

/// The actions of a window with text, shortcut and status tip; menus, buttons and context menus share them.
class Actions final : public QObject
{
    Q_OBJECT

public:
    explicit Actions(QWidget* window);

    [[nodiscard]] QAction* operator[](Act act) const { return actions_.at(act); }
    /// In the order of their declaration.
    [[nodiscard]] QList<QAction*> all() const;
    /// All of them in the window's menu, with `recent` for recent files.
    void fillMainMenu(QMenu* menu, QMenu* recent);
    void fillGraphMenu(QMenu* menu) const;

private:
    void writeTexts() const;
    void add(QMenu* menu, const std::vector<Act>& acts) const;
    QMenu* addMenu(QMenu* menu, const char* title);

    std::map<Act, QAction*> actions_;
    std::vector<std::pair<QMenu*, const char*>> titles_; ///< In English.
};

} // namespace sidelight::app
