// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
// What the actions of MainWindow do.

#include "app/main_window.h"

#include "app/debugger/debugger.h"
#include "app/edits/editor.h"
#include "app/export_command.h"
#include "views/panels/graph_pane.h"
#include "views/panels/pass_strip.h"
#include "views/scene/graph_view.h"
#include "views/support/text.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QDockWidget>
#include <QDragEnterEvent>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMessageBox>
#include <QMimeData>
#include <QTabBar>

namespace sidelight::app {

void MainWindow::connectActions()
{
    const auto on = [this](Act act, auto run) { connect(actions_[act], &QAction::triggered, this, run); };
    const auto onSession = [&](Act act, void (ModelSession::*run)()) {
        on(act, [this, run] {
            if (current_)
                (current_->*run)();
        });
    };
    const auto onView = [&](Act act, void (views::GraphView::*run)()) {
        on(act, [this, run] { (focusedView()->*run)(); });
    };

    on(Act::Open, [this] { openByDialog(); });
    on(Act::Reload, [this] {
        if (current_)
            current_->open();
    });
    on(Act::CloseModel, [this] { closeModel(tabs_->currentIndex()); });
    on(Act::Export, [this] { exportModel(); });
    on(Act::Quit, [this] { close(); });
    onSession(Act::Verify, &ModelSession::verify);
    onSession(Act::Stop, &ModelSession::stopWork);
    on(Act::Stop, [this] { debugger_->stopWork(); });
    connect(debugger_, &Debugger::said, this, &MainWindow::say);
    connect(editor_, &Editor::said, this, &MainWindow::say);
    connect(debugger_, &Debugger::workChanged, this, &MainWindow::followWork);
    connect(debugger_, &Debugger::panelWanted, this, &MainWindow::showPanel);
    onSession(Act::Restart, &ModelSession::restart);
    onSession(Act::Back, &ModelSession::stepBack);
    onSession(Act::Step, &ModelSession::step);
    onSession(Act::NextPass, &ModelSession::nextPass);
    onSession(Act::Finish, &ModelSession::finish);
    onView(Act::Fit, &views::GraphView::fit);
    onView(Act::ZoomToSelection, &views::GraphView::zoomToSelection);
    onView(Act::ZoomIn, &views::GraphView::zoomIn);
    onView(Act::ZoomOut, &views::GraphView::zoomOut);
    onView(Act::ActualSize, &views::GraphView::zoomToActualSize);
    onView(Act::Toggle, &views::GraphView::toggleCurrent);
    onView(Act::ExpandBelow, &views::GraphView::expandBelowCurrent);
    for (const auto& [act, depth] : {std::pair{Act::ExpandTo1, 1U}, std::pair{Act::ExpandTo2, 2U}, std::pair{Act::ExpandTo3, 3U}})
        on(act, [this, levels = depth] {
            if (current_)
                current_->setExpandedTo(levels);
        });
    on(Act::OpenBody, [this] { openBody(); });
    on(Act::ExpandAll, [this] {
        if (current_)
            current_->setExpandedAll(true);
    });
    on(Act::CollapseAll, [this] {
        if (current_)
            current_->setExpandedAll(false);
    });
    on(Act::ClearSelection, [this] {
        if (current_)
            current_->select(Side::Fx, {});
    });
    on(Act::Find, [this] {
        findField_->setFocus(Qt::ShortcutFocusReason);
        findField_->selectAll();
    });
    on(Act::FindNext, [this] { goToFound(1); });
    on(Act::FindPrevious, [this] { goToFound(-1); });
    connect(findField_, &QLineEdit::textChanged, this, [this] { runFind(); });
    connect(findField_, &QLineEdit::returnPressed, this, [this] { goToFound(1); });
    on(Act::ValueNames, [this](bool isOn) {
        settings_.setShowingValueNames(isOn);
        fxPane_->view()->setShowingValueNames(isOn);
        onnxPane_->view()->setShowingValueNames(isOn);
    });
    on(Act::ShowInspector, [this](bool isOn) { inspectorDock_->setVisible(isOn && current_); });
    on(Act::ShowPanel, [this](bool isOn) { panelDock_->setVisible(isOn && current_); });
    connect(inspectorDock_, &QDockWidget::visibilityChanged, this,
        [this] { followDock(inspectorDock_, Act::ShowInspector); });
    connect(panelDock_, &QDockWidget::visibilityChanged, this,
        [this] { followDock(panelDock_, Act::ShowPanel); });
    for (const Act act : kPanels)
        on(act, [this, act] { showPanel(act); });
    on(Act::FocusFx, [this] { fxPane_->view()->setFocus(Qt::ShortcutFocusReason); });
    on(Act::FocusOnnx, [this] { onnxPane_->view()->setFocus(Qt::ShortcutFocusReason); });
    on(Act::NextModel, [this] { tabs_->setCurrentIndex((tabs_->currentIndex() + 1) % std::max(1, tabs_->count())); });
    on(Act::PreviousModel,
        [this] { tabs_->setCurrentIndex((tabs_->currentIndex() + tabs_->count() - 1) % std::max(1, tabs_->count())); });
    on(Act::CopyCommand, [this] {
        if (!current_)
            return;
        copyText(currentCommand(true));
        say(tr("Copied the command"));
    });
    on(Act::CopyName, [this] { copyNames(); });
    on(Act::AppearanceSystem, [this] { setAppearance(views::Appearance::System); });
    on(Act::AppearanceLight, [this] { setAppearance(views::Appearance::Light); });
    on(Act::AppearanceDark, [this] { setAppearance(views::Appearance::Dark); });
    on(Act::AppearanceContrast, [this] { setAppearance(views::Appearance::Contrast); });
    on(Act::ModelProperties, [this] {
        if (current_)
            current_->select(Side::Fx, {});
    });
    on(Act::About, [this] { about(); });
    connect(tabs_, &QTabBar::currentChanged, this, [this](int tab) {
        if (tab >= 0 && tab < static_cast<int>(sessions_.size()))
            show(sessions_[static_cast<std::size_t>(tab)]);
    });
}

/// A dock that its user closed is switched off; one that is away because nothing is open is not.
void MainWindow::followDock(const QDockWidget* dock, Act act)
{
    if (current_)
        actions_[act]->setChecked(!dock->isHidden());
}

Side MainWindow::focusedSide() const
{
    if (onnxPane_->view()->hasFocus())
        return Side::Onnx;
    return fxPane_->view()->hasFocus() ? Side::Fx : lastFocused_;
}

views::GraphView* MainWindow::focusedView() const
{
    return pane(focusedSide())->view();
}

void MainWindow::say(const QString& text)
{
    status_->setText(text);
}

QString MainWindow::statusText() const
{
    return status_->text();
}

void MainWindow::copyText(const QString& text)
{
    QGuiApplication::clipboard()->setText(text);
}

void MainWindow::copyNames()
{
    const views::GraphScene* scene = focusedView()->scene();
    if (!scene)
        return;
    QStringList names;
    for (const std::uint32_t box : focusedView()->highlights().selected) {
        const display::DisplayNode& node = scene->laidOut().graph.nodes[box];
        names << views::shown(node.subtitle.empty() ? node.title : node.subtitle);
    }
    copyText(names.join(QLatin1Char('\n')));
    say(tr("Copied %1").arg(names.join(QStringLiteral(", "))));
}

void MainWindow::fillRecent()
{
    recentMenu_->clear();
    for (const QString& file : settings_.recentFiles()) {
        QAction* action = recentMenu_->addAction(views::withoutMnemonic(views::shown(views::utf8(file))));
        connect(action, &QAction::triggered, this, [this, file] { openModel(views::utf8(file)); });
    }
    recentMenu_->addSeparator();
    QAction* clear = recentMenu_->addAction(tr("Clear"));
    clear->setEnabled(!settings_.recentFiles().isEmpty());
    connect(clear, &QAction::triggered, this, [this] { settings_.clearRecentFiles(); });
}

void MainWindow::openByDialog()
{
    auto* dialog =
        new QFileDialog(this, tr("Open a model"), QString(), tr("Models (*.pt2 *.onnx);;All files (*)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFiles);
    connect(dialog, &QFileDialog::filesSelected, this, [this](const QStringList& files) {
        for (const QString& file : files)
            openModel(views::utf8(file));
    });
    dialog->open();
}

void MainWindow::about()
{
    auto* box = new QMessageBox(QMessageBox::NoIcon, tr("About Sidelight"),
        tr("Sidelight %1\nPyTorch ExportedProgram to ONNX, step by step.\n\nApache-2.0. Inter and JetBrains Mono: SIL "
           "Open Font License 1.1.")
            .arg(QApplication::applicationVersion()),
        QMessageBox::Close, this);
    box->setTextFormat(Qt::PlainText);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->open();
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event)
{
    if (event->mimeData()->hasUrls())
        event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event)
{
    std::vector<std::filesystem::path> paths;
    for (const QUrl& url : event->mimeData()->urls())
        if (url.isLocalFile())
            paths.emplace_back(views::utf8(url.toLocalFile()));
    openModels(paths);
    event->acceptProposedAction();
}

} // namespace sidelight::app
