// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/actions.h"
#include "app/export_dialog.h"
#include "app/model_session.h"
#include "app/settings.h"
#include "app/workspace.h"

#include <QMainWindow>

#include <array>
#include <memory>
#include <optional>
#include <set>
#include <vector>

class QDockWidget;
class QLabel;
class QLineEdit;
class QListView;
class QSplitter;
class QStackedWidget;
class QTabBar;
class QTemporaryDir;
class QToolButton;

namespace sidelight::views {
class ActionButton;
class DiagnosticsPanel;
class DiffPanel;
class GraphPane;
class GraphView;
class Inspector;
class PassStrip;
class StartPage;
} // namespace sidelight::views

namespace sidelight::app {

class Debugger;
class Editor;

/// Tabs of the bottom panel.
inline constexpr std::array kPanels{Act::ShowDiagnostics, Act::ShowPasses, Act::ShowChanges, Act::ShowHistory, Act::ShowCoverage,
    Act::ShowDiff, Act::ShowLog};

/// The window: tabs of models over one pass strip, two graphs, inspector and panels that show the current model.
class MainWindow final : public QMainWindow
{
    Q_OBJECT

public:
    MainWindow(Workspace& workspace, Settings& settings, QWidget* parent = nullptr);
    ~MainWindow() override;

    /// Opens a model in a tab of its own, or shows the tab it is in.
    ModelSession* openModel(const std::filesystem::path& path, const session::OpenOptions& options = {});
    /// Opens several files: a program and an .onnx show side by side, others each in a tab.
    void openModels(const std::vector<std::filesystem::path>& paths, const session::OpenOptions& options = {});
    /// Opens the body of the selected function call, or of the one around the selection, in a tab of its own.
    void openBody();
    /// Opens the text in a tab of its own: a printed graph, code of a graph, or an ONNX model as text.
    void openText(const QString& text);
    [[nodiscard]] ModelSession* current() const { return current_; }
    [[nodiscard]] const Actions& actions() const { return actions_; }
    [[nodiscard]] views::GraphPane* pane(Side side) const { return side == Side::Fx ? fxPane_ : onnxPane_; }
    [[nodiscard]] views::Inspector* inspector() const { return inspector_; }
    [[nodiscard]] views::DiagnosticsPanel* diagnosticsPanel() const { return diagnosticsPanel_; }
    [[nodiscard]] views::PassStrip* passStrip() const { return passStrip_; }
    [[nodiscard]] QLineEdit* findField() const { return findField_; }
    [[nodiscard]] views::StartPage* startPage() const { return startPage_; }
    [[nodiscard]] QString findText() const; ///< "3 found".
    [[nodiscard]] QString statusText() const;
    /// The export dialog that is open, if any.
    [[nodiscard]] ExportDialog* exportDialog() const { return exportDialog_; }
    [[nodiscard]] Debugger* debugger() const { return debugger_; }
    [[nodiscard]] Editor* editor() const { return editor_; }
    /// Whether nothing is under way for the current model.
    [[nodiscard]] bool isSettled() const;

public slots:
    void setAppearance(views::Appearance appearance);
    void showPanel(Act act); ///< One of ShowDiagnostics to ShowLog.
    void showDiagnostic(const Diagnostic& diagnostic);
    void followLink(const QString& link);
    void find(const QString& text);
    void exportModel();
    void setTextPercent(int percent);

signals:
    /// The first graph of a model was painted.
    void graphPainted();

protected:
    void closeEvent(QCloseEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    void changeEvent(QEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    void buildTop();
    void buildPanes();
    void buildDocks();
    void buildStatus();
    void writeTexts();
    void followLanguage();
    void connectActions();
    void connectLanguages();
    void connectHands();
    void followStart();
    void followDock(const QDockWidget* dock, Act act);
    void followPanes();
    void followVisits();
    void remember(Side side, const std::set<NodePath>& paths);
    void forget(const ModelSession* session);
    void goToVisit(int step);
    void stepDiagnostic(int step);
    void showPalette();
    void showSession(ModelSession* session);
    void preview(Side side, const std::set<NodePath>& paths);
    ModelSession* addSession(ModelSession* session, const QString& toolTip);
    void connectPane(Side side);
    void connectSession(ModelSession* session);
    void show(ModelSession* session);
    void closeModel(int tab);
    void applyColors();
    void followState();
    void followPosition();
    void followGraph(Side side, const display::BoxKey& anchor);
    void followLinkChange(bool isNew);
    void followDiagnostics();
    void followWork();
    void fitPanel();
    void refreshDiff();
    void fillRecent();
    void openByDialog();
    void say(const QString& text);
    void goToFound(int step);
    void runFind();
    void copyNames();
    static void copyText(const QString& text);
    void about();
    void restoreLayout();
    /// The command that does what is shown; empty where there is none.
    [[nodiscard]] QString currentCommand(bool withFolders) const;
    /// Where the passes stand, when not all ran.
    [[nodiscard]] std::optional<session::PipelineEnd> currentEnd() const;
    [[nodiscard]] Side focusedSide() const;
    [[nodiscard]] views::GraphView* focusedView() const;

    Workspace& workspace_;
    Settings& settings_;
    Actions actions_;
    const views::Palette* palette_;
    std::vector<ModelSession*> sessions_;
    ModelSession* current_ = nullptr;
    ExportDialog* exportDialog_ = nullptr;
    Side lastFocused_ = Side::Fx;

    QTabBar* tabs_ = nullptr;
    QToolButton* menuButton_ = nullptr;
    QMenu* recentMenu_ = nullptr;
    QLineEdit* findField_ = nullptr;
    QLabel* findCount_ = nullptr;
    std::vector<views::ActionButton*> buttons_;
    std::vector<views::ActionButton*> stepButtons_; ///< Of them, those that step; hidden where there are no passes.
    QStackedWidget* center_ = nullptr;
    views::StartPage* startPage_ = nullptr;
    QSplitter* paneSplitter_ = nullptr;
    views::PassStrip* passStrip_ = nullptr;
    views::GraphPane* fxPane_ = nullptr;
    views::GraphPane* onnxPane_ = nullptr;
    views::Inspector* inspector_ = nullptr;
    QDockWidget* inspectorDock_ = nullptr;
    QDockWidget* panelDock_ = nullptr;
    QTabBar* panelTabs_ = nullptr;
    QStackedWidget* panels_ = nullptr;
    bool isPanelSizedByUser_ = false; ///< Then its height is theirs.
    views::DiagnosticsPanel* diagnosticsPanel_ = nullptr;
    views::DiffPanel* diffPanel_ = nullptr;
    Debugger* debugger_ = nullptr;
    Editor* editor_ = nullptr;
    std::unique_ptr<QTemporaryDir> pasted_; ///< Files of texts that were pasted; made at the first.
    int pastes_ = 0;
    QListView* logPanel_ = nullptr;
    QLabel* status_ = nullptr;
    QToolButton* command_ = nullptr;

    struct Found
    {
        Side side;
        NodePath path;
    };
    /// What was selected, for going back.
    struct Visit
    {
        ModelSession* session;
        Side side;
        std::set<NodePath> paths;
        friend bool operator==(const Visit&, const Visit&) = default;
    };
    std::vector<Visit> visits_;
    std::size_t visitAt_ = 0;
    bool isGoing_ = false;
    int diagnosticAt_ = -1;
    std::optional<ExportDialog::Choice> lastExport_;
    std::vector<Found> found_;
    int foundAt_ = -1;
    LatestJob<std::vector<Found>> findJob_;
};

} // namespace sidelight::app
