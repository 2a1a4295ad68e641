// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
// How MainWindow follows the current model.

#include "app/bodies.h"
#include "app/debugger/debugger.h"
#include "app/edits/editor.h"
#include "app/export_command.h"
#include "app/export_dialog.h"
#include "app/main_window.h"
#include "views/panels/diagnostics_panel.h"
#include "views/panels/diff_panel.h"
#include "views/panels/graph_pane.h"
#include "views/panels/inspector.h"
#include "views/panels/pass_strip.h"
#include "views/scene/graph_view.h"
#include "views/support/action_button.h"
#include "views/support/fonts.h"
#include "views/support/text.h"

#include <QAction>
#include <QDockWidget>
#include <QLabel>
#include <QListView>
#include <QStackedWidget>
#include <QTabBar>
#include <QTemporaryDir>
#include <QToolButton>

#include <algorithm>

namespace sidelight::app {

ModelSession* MainWindow::openModel(const std::filesystem::path& path, const session::OpenOptions& options)
{
    const auto same = std::ranges::find_if(sessions_, [&](const ModelSession* session) {
        return !session->isBody() && session->path() == path && session->options().beside == options.beside;
    });
    if (same != sessions_.end()) {
        tabs_->setCurrentIndex(static_cast<int>(same - sessions_.begin()));
        return *same;
    }
    const QString shown = views::shown(path.string());
    return addSession(new ModelSession(path, options, workspace_, this),
        options.beside.empty() ? shown : tr("%1 beside %2").arg(shown, views::shown(options.beside.string())));
}

ModelSession* MainWindow::addSession(ModelSession* session, const QString& toolTip)
{
    sessions_.push_back(session);
    connectSession(session);
    const int tab = tabs_->addTab(views::withoutMnemonic(session->title()));
    tabs_->setTabToolTip(tab, views::toolTipText(toolTip));
    session->setLeftToRight(actions_[Act::FlowRight]->isChecked());
    session->open();
    tabs_->setCurrentIndex(tab);
    show(session);
    return session;
}

void MainWindow::openBody()
{
    if (!current_ || !current_->document())
        return;
    const ModelSession::Link& link = current_->link();
    const std::vector<session::Body> bodies = bodiesAt(
        *current_->document(), current_->position(), link.origin, link.origin == Side::Fx ? link.fx : link.onnx);
    if (bodies.empty())
        say(tr("Select a module, a call of a function or a node with a body first"));
    const QString of = current_->title();
    // The first of several is in front.
    for (auto body = bodies.rbegin(); body != bodies.rend(); ++body) {
        const QString title = views::shown(body->title);
        const auto same = std::ranges::find_if(sessions_, [&](const ModelSession* session) {
            return session->isBody() && session->title() == title && session->path() == body->document->path;
        });
        if (same != sessions_.end())
            showSession(*same);
        else
            addSession(new ModelSession(body->document, title, workspace_, this), tr("%1 of %2").arg(title, of));
    }
}

void MainWindow::openModels(const std::vector<std::filesystem::path>& paths, const session::OpenOptions& options)
{
    const auto model = std::ranges::find_if(paths, session::isOnnxFile);
    const auto program = std::ranges::find_if_not(paths, session::isOnnxFile);
    if (paths.size() == 2 && model != paths.end() && program != paths.end()) {
        session::OpenOptions paired = options;
        paired.beside = *model;
        openModel(*program, paired);
        return;
    }
    for (const std::filesystem::path& path : paths)
        openModel(path, options);
}

void MainWindow::showSession(ModelSession* session)
{
    const auto at = std::ranges::find(sessions_, session);
    if (at != sessions_.end())
        tabs_->setCurrentIndex(static_cast<int>(at - sessions_.begin()));
}

void MainWindow::preview(Side side, const std::set<NodePath>& paths)
{
    if (!current_)
        return;
    const Side other = side == Side::Fx ? Side::Onnx : Side::Fx;
    pane(other)->view()->setPreview(current_->partnersOf(side, paths));
    // The reason is looked up in every pass: in large graphs only when the node is selected.
    constexpr std::size_t kMostNodes = 3000;
    if (paths.size() != 1 || !current_->shown(side) || current_->shown(side)->nodes > kMostNodes)
        return;
    if (const QString why = current_->whyAlone(side, *paths.begin()); !why.isEmpty())
        say(side == Side::Fx ? tr("No ONNX node: %1").arg(why) : tr("No FX node: %1").arg(why));
}

void MainWindow::connectSession(ModelSession* session)
{
    const auto ifCurrent = [this, session](auto follow) {
        return [this, session, follow] {
            if (session == current_)
                (this->*follow)();
        };
    };
    connect(session, &ModelSession::stateChanged, this, ifCurrent(&MainWindow::followState));
    connect(session, &ModelSession::positionChanged, this, ifCurrent(&MainWindow::followPosition));
    connect(session, &ModelSession::linkChanged, this, [this, session](bool isNew) {
        if (session == current_)
            followLinkChange(isNew);
    });
    connect(session, &ModelSession::graphReady, this, [this, session](Side side, const display::BoxKey& anchor) {
        if (session == current_)
            followGraph(side, anchor);
    });
    connect(session, &ModelSession::progressed, this, [this, session](const QString& stage) {
        if (session == current_)
            say(stage);
    });
    connect(session, &ModelSession::verificationChanged, this, [this, session](const QString& text) {
        if (session != current_)
            return;
        followWork();
        followDiagnostics();
        say(text);
    });
    connect(session, &ModelSession::findingsChanged, this, ifCurrent(&MainWindow::followDiagnostics));
    connect(session, &ModelSession::inspected, this,
        [this, session](const display::Inspection& inspection, const QColor& color) {
            if (session == current_)
                inspector_->setInspection(inspection, color);
        });
    connect(session, &ModelSession::revealed, this, [this, session](Side side) {
        if (session == current_)
            pane(side)->view()->revealSelection();
    });
    connect(session, &ModelSession::diffReady, this,
        [this, session](const std::vector<views::DiffLine>& lines, const QString& hint) {
            if (session == current_ && diffPanel_)
                diffPanel_->setLines(lines, hint);
        });
}

void MainWindow::show(ModelSession* session)
{
    if (session == current_)
        return;
    if (current_ && current_->state() == ModelSession::State::Ready) {
        current_->fxCamera = fxPane_->view()->camera();
        current_->onnxCamera = onnxPane_->view()->camera();
    }
    current_ = session;
    diagnosticAt_ = -1;
    fxPane_->view()->clear();
    onnxPane_->view()->clear();
    found_.clear();
    followState();
    if (!session)
        return;
    followPosition();
    for (const Side side : {Side::Fx, Side::Onnx}) {
        if (!session->shown(side))
            continue;
        followGraph(side, {});
        if (const auto& camera = side == Side::Fx ? session->fxCamera : session->onnxCamera)
            pane(side)->view()->setCamera(*camera);
    }
    followLinkChange(false);
    session->select(
        session->link().origin, session->link().origin == Side::Fx ? session->link().fx : session->link().onnx);
    runFind();
}

void MainWindow::closeModel(int tab)
{
    if (tab < 0 || tab >= static_cast<int>(sessions_.size()))
        return;
    ModelSession* session = sessions_[static_cast<std::size_t>(tab)];
    sessions_.erase(sessions_.begin() + tab);
    forget(session);
    tabs_->removeTab(tab);
    const int next = tabs_->currentIndex();
    show(next >= 0 && next < static_cast<int>(sessions_.size()) ? sessions_[static_cast<std::size_t>(next)] : nullptr);
    session->deleteLater();
}

void MainWindow::followState()
{
    const bool isOpen = current_ != nullptr;
    const bool isReady = isOpen && current_->state() == ModelSession::State::Ready;
    passStrip_->setModel(isOpen ? current_->passes() : nullptr);
    diagnosticsPanel_->setModel(isOpen ? current_->diagnostics() : nullptr);
    debugger_->setSession(current_);
    editor_->setSession(current_);
    if (logPanel_)
        logPanel_->setModel(isOpen ? current_->log() : nullptr);
    for (const Act act : {Act::Reload, Act::CloseModel})
        actions_[act]->setEnabled(isOpen);
    for (const Act act :
        {Act::OpenBody, Act::ExpandAll, Act::ExpandTo1, Act::ExpandTo2, Act::ExpandTo3, Act::CollapseAll, Act::FindNext, Act::FindPrevious, Act::ModelProperties})
        actions_[act]->setEnabled(isReady);
    const bool hasProgram = isReady && current_->document()->hasProgram();
    const bool isOurs = hasProgram && !current_->document()->isPaired() && !current_->isBody();
    // An ONNX model that was opened by itself is written once it was edited.
    const bool isEdited = isReady && !hasProgram && !current_->isBody() && !current_->document()->onnx.records.empty();
    for (const Act act : {Act::Export, Act::RepeatExport})
        actions_[act]->setEnabled(isOurs || isEdited);
    const bool hasCommand = (hasProgram || isEdited) && !current_->isBody();
    actions_[Act::CopyCommand]->setEnabled(hasCommand);
    followStart();
    followPanes();
    setWindowTitle(isOpen ? tr("%1 \u2013 Sidelight").arg(current_->title()) : tr("Sidelight"));
    command_->setText(views::withoutMnemonic(hasCommand ? currentCommand(false) : QString()));
    if (!isReady) {
        for (const Side side : {Side::Fx, Side::Onnx}) {
            pane(side)->setNote({});
            pane(side)->view()->clear();
        }
        const QString hint = isOpen && current_->state() == ModelSession::State::Failed ? current_->failure()
                                                                                : QString();
        fxPane_->view()->setMessage(hint);
        onnxPane_->view()->setMessage({});
        inspector_->clear(isOpen ? QString() : tr("Nothing is open."));
    } else if (!current_->isBody() && (!pasted_ || current_->path().parent_path() != views::utf8(pasted_->path()))) {
        settings_.addRecentFile(QString::fromStdString(std::filesystem::absolute(current_->path()).string()));
    }
    diagnosticsPanel_->setHint(
        !isReady             ? QString()
        : current_->isBody() ? tr("No findings.")
        : !isOurs            ? tr("No findings: the checker accepts the model.")
        : current_->document()->exportable
            ? tr("No findings: every pass ran, the checker accepts the model, and it can be exported.")
            : tr("No findings."));
    followDiagnostics();
    followWork();
    followPosition();
    say(isReady                                                      ? current_->summary()
        : isOpen && current_->state() == ModelSession::State::Failed ? current_->failure()
                                                                     : QString());
}

QString MainWindow::currentCommand(bool withFolders) const
{
    const std::filesystem::path model = withFolders ? current_->path() : current_->path().filename();
    const session::OpenOptions& options = current_->options();
    if (!options.beside.empty())
        return views::shown(openCommand(model, withFolders ? options.beside : options.beside.filename()));
    return views::shown(exportCommand(model, defaultTarget(model), options));
}

void MainWindow::followWork()
{
    const bool isReady = current_ && current_->state() == ModelSession::State::Ready;
    const bool isWorking = current_ && (current_->isVerifying() || debugger_->isMatching() || current_->state() == ModelSession::State::Loading);
    actions_[Act::Verify]->setEnabled(isReady && current_->document()->hasProgram() && current_->document()->exportable && !current_->isVerifying());
    for (const Act act : {Act::RunPipeline, Act::MatchPasses, Act::PassUp, Act::PassDown, Act::RepeatPass, Act::RemovePass, Act::ResetPasses, Act::LoadPasses,
             Act::SavePasses, Act::LoadRules, Act::SavePassTest, Act::NextStop, Act::PreviousStop, Act::ToggleStop, Act::RunToNode})
        actions_[act]->setEnabled(isReady && current_->document()->hasProgram() && !current_->isBody());
    actions_[Act::Verify]->setVisible(!isWorking);
    actions_[Act::Stop]->setVisible(isWorking);
    actions_[Act::Stop]->setEnabled(isWorking);
}

void MainWindow::fitPanel()
{
    constexpr double kTall = 0.3; // Of the window, for tables of many rows.
    constexpr int kMostRows = 6;
    if (panelDock_->isHidden() || panelDock_->isFloating() || isPanelSizedByUser_)
        return;
    // A short list takes no more room than it needs.
    const int low = qRound(78 * std::max(1.0, settings_.textPercent() / 100.0));
    const int rows = std::min(current_ ? current_->diagnostics()->rowCount() : 0, kMostRows);
    const bool isDiagnostics = panels_->currentIndex() == 0;
    const int titleHeight = panelTabs_->parentWidget()->height();
    const int wanted = isDiagnostics ? std::max(low, diagnosticsPanel_->heightOf(rows) + titleHeight) : qRound(kTall * height());
    resizeDocks({panelDock_}, {wanted}, Qt::Vertical);
    // A table that was just hidden still counts for the least height until events were handled.
    QMetaObject::invokeMethod(
        this,
        [this, wanted] {
            if (!isPanelSizedByUser_ && panelDock_->height() != wanted)
                resizeDocks({panelDock_}, {wanted}, Qt::Vertical);
        },
        Qt::QueuedConnection);
}

void MainWindow::followDiagnostics()
{
    const bool isOpen = current_ != nullptr;
    const int count = isOpen ? current_->diagnostics()->rowCount() : 0;
    panelTabs_->setTabText(0, count > 0 ? tr("Diagnostics %1").arg(count) : tr("Diagnostics"));
    fitPanel();
}

void MainWindow::followPosition()
{
    const bool isReady = current_ && current_->state() == ModelSession::State::Ready;
    const views::ChangeCounts counts = isReady ? current_->passes()->counts() : views::ChangeCounts();
    const views::Position at = isReady ? current_->position() : views::Position();
    const bool ran = isReady && (current_->document()->hasProgram() || !current_->document()->onnx.records.empty());
    const bool hasPasses = ran && !current_->isBody();
    passStrip_->setVisible(current_ && (!isReady || hasPasses));
    for (views::ActionButton* button : stepButtons_)
        button->setVisible(!isReady || hasPasses);
    const bool isAtEnd = !hasPasses || at == views::endOf(counts);
    const bool isAtStart = !hasPasses || at == views::startOf(counts);
    for (const Act act : {Act::Step, Act::NextPass, Act::Finish})
        actions_[act]->setEnabled(!isAtEnd);
    for (const Act act : {Act::Back, Act::Restart})
        actions_[act]->setEnabled(!isAtStart);
    refreshDiff();
}

void MainWindow::followGraph(Side side, const display::BoxKey& anchor)
{
    const std::shared_ptr<const ShownGraph>& shown = current_->shown(side);
    views::GraphView* view = pane(side)->view();
    pane(side)->setNote(current_->note(side));
    if (!shown || !shown->graph) {
        view->clear();
        view->setMessage(side == Side::Onnx && current_->document() && !current_->document()->hasModel()
                             ? tr("Nothing was lowered: a pass before failed. See the diagnostics.")
                             : QString());
        return;
    }
    view->showGraph(shown->graph, anchor);
    const ModelSession::Link& link = current_->link();
    view->select(side == Side::Fx ? link.fx : link.onnx);
    if (!current_->isBusy())
        say(current_->summary());
}

void MainWindow::followLinkChange(bool isNew)
{
    editor_->followSelection();
    const ModelSession::Link& link = current_->link();
    if (isNew)
        remember(link.origin, link.origin == Side::Fx ? link.fx : link.onnx);
    fxPane_->view()->select(link.fx);
    onnxPane_->view()->select(link.onnx);
    if (isNew)
        (link.origin == Side::Fx ? onnxPane_ : fxPane_)->view()->revealSelection();
    if (!link.why.isEmpty())
        say(link.origin == Side::Fx ? tr("No ONNX node: %1").arg(link.why) : tr("No FX node: %1").arg(link.why));
    else if (!current_->isBusy())
        say(current_->summary());
    // The finding on the selected node is marked in the table.
    diagnosticsPanel_->selectDiagnostic(-1);
}

void MainWindow::showPanel(Act act)
{
    const int tab = static_cast<int>(std::ranges::find(kPanels, act) - kPanels.begin());
    const auto put = [this, tab](QWidget* panel) {
        QWidget* placeholder = panels_->widget(tab);
        if (placeholder == panel)
            return;
        panels_->removeWidget(placeholder);
        placeholder->deleteLater();
        panels_->insertWidget(tab, panel);
    };
    if (act == Act::ShowDiff && !diffPanel_) {
        diffPanel_ = new views::DiffPanel(this);
        diffPanel_->setColors(*palette_);
        put(diffPanel_);
    } else if (act == Act::ShowLog && !logPanel_) {
        logPanel_ = new QListView(this);
        logPanel_->setAccessibleName(tr("Log"));
        logPanel_->setFont(views::codeFont(11));
        logPanel_->setFrameShape(QFrame::NoFrame);
        logPanel_->setEditTriggers(QAbstractItemView::NoEditTriggers);
        logPanel_->setModel(current_ ? current_->log() : nullptr);
        put(logPanel_);
    } else if (act != Act::ShowDiagnostics && act != Act::ShowDiff && act != Act::ShowLog) {
        put(debugger_->panel(act));
    }
    panelTabs_->setCurrentIndex(tab);
    panels_->setCurrentIndex(tab);
    diagnosticsPanel_->filterBar()->setVisible(tab == 0);
    panelDock_->setVisible(current_ != nullptr);
    followDiagnostics();
    refreshDiff();
}

bool MainWindow::isSettled() const
{
    return (!current_ || current_->isSettled()) && !debugger_->isBusy();
}

void MainWindow::refreshDiff()
{
    if (diffPanel_ && panels_->currentWidget() == diffPanel_ && current_)
        current_->requestDiff();
}

void MainWindow::showDiagnostic(const Diagnostic& diagnostic)
{
    if (!current_ || !current_->document())
        return;
    const session::Document& document = *current_->document();
    for (const support::Location& location : diagnostic.locations) {
        if (location.kind == "fx-node") {
            if (const auto node = findFxNode(document.fx, location.name)) {
                current_->reveal(Side::Fx, fxPathOf(document.program(), *node));
                return;
            }
        } else if (location.kind == "onnx-node" && document.hasModel()) {
            if (const auto path = findOnnxNode(document.model(), location.name)) {
                current_->reveal(Side::Onnx, *path);
                return;
            }
        }
    }
    say(views::shown(support::toText(diagnostic)));
}

void MainWindow::followLink(const QString& link)
{
    if (!current_ || !current_->document())
        return;
    const QString kind = link.section(QLatin1Char(':'), 0, 0);
    const QString rest = link.section(QLatin1Char(':'), 1);
    if (kind == QLatin1String("fx") || kind == QLatin1String("onnx")) {
        NodePath path;
        for (const QString& part : rest.split(QLatin1Char('/')))
            path.nodes.push_back(NodeId{part.toUInt()});
        const Side side = kind == QLatin1String("fx") ? Side::Fx : Side::Onnx;
        if (side == Side::Fx && path.nodes.size() == 1)
            path = fxPathOf(current_->document()->program(), path.leaf());
        current_->reveal(side, path);
        return;
    }
    // A path from a model is never opened, only handed over.
    copyText(rest);
    say(tr("Copied %1").arg(views::shown(views::utf8(rest))));
}

std::optional<session::PipelineEnd> MainWindow::currentEnd() const
{
    const views::Position at = current_->position();
    const auto& items = current_->passes()->items();
    // The lowering makes a model as a whole or none.
    if (!current_->document() || at.item == 0 || at.item >= items.size() || items[at.item].id == "lower")
        return std::nullopt;
    const bool isWhole = at.change >= items[at.item].changes;
    return session::PipelineEnd{items[at.item].id, isWhole ? std::nullopt : std::optional(at.change)};
}

void MainWindow::exportModel()
{
    if (!current_ || exportDialog_)
        return;
    exportDialog_ = new ExportDialog(current_->path(), current_->document(), current_->options(), workspace_, this);
    exportDialog_->setPalette(palette());
    if (const auto here = currentEnd())
        exportDialog_->offerEnd(*here);
    if (lastExport_)
        exportDialog_->choose(*lastExport_);
    exportDialog_->setAttribute(Qt::WA_DeleteOnClose);
    connect(exportDialog_, &QObject::destroyed, this, [this] { exportDialog_ = nullptr; });
    connect(exportDialog_, &ExportDialog::ended, this,
        [this] {
            say(exportDialog_->resultText().section(QLatin1Char('\n'), 0, 0));
            if (exportDialog_->state() == ExportDialog::State::Written)
                lastExport_ = exportDialog_->chosen();
        });
    exportDialog_->open();
}

} // namespace sidelight::app
