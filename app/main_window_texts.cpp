// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
// MainWindow in another language.

#include "app/main_window.h"
#include "views/panels/graph_pane.h"
#include "views/support/text.h"

#include <QAction>
#include <QApplication>
#include <QDockWidget>
#include <QLineEdit>
#include <QListView>
#include <QMenu>
#include <QTabBar>
#include <QToolButton>

namespace sidelight::app {

/// Texts that stay while models come and go.
void MainWindow::writeTexts()
{
    menuButton_->setText(tr("Sidelight") + QStringLiteral(" \u25BE"));
    menuButton_->setAccessibleName(tr("Main menu"));
    recentMenu_->setTitle(tr("Open &recent"));
    tabs_->setAccessibleName(tr("Models"));
    findField_->setAccessibleName(tr("Find"));
    findField_->setPlaceholderText(tr("Find   op:softmax  shape:batch"));
    fxPane_->setTitle(tr("FX graph"));
    onnxPane_->setTitle(tr("ONNX graph"));
    inspectorDock_->setWindowTitle(tr("Inspector"));
    inspectorDock_->titleBarWidget()->setToolTip(
        views::toolTipText(tr("Drag to move the inspector, double-click to float it")));
    panelDock_->setWindowTitle(tr("Panels"));
    panelTabs_->setAccessibleName(tr("Panels"));
    for (std::size_t tab = 0; tab < kPanels.size(); ++tab)
        panelTabs_->setTabText(static_cast<int>(tab), views::withoutMnemonicMark(actions_[kPanels[tab]]->text()));
    if (logPanel_)
        logPanel_->setAccessibleName(tr("Log"));
    command_->setAccessibleName(tr("Copy the command that does the same"));
    command_->setToolTip(views::toolTipText(actions_[Act::CopyCommand]->statusTip()));
}

void MainWindow::connectLanguages()
{
    const std::pair<Act, Language> choices[] = {{Act::LanguageSystem, Language::System},
        {Act::LanguageEnglish, Language::English}, {Act::LanguageJapanese, Language::Japanese},
        {Act::LanguageRussian, Language::Russian}};
    for (const auto& [act, language] : choices) {
        actions_[act]->setChecked(settings_.language() == language);
        connect(actions_[act], &QAction::triggered, this, [this, chosen = language] {
            settings_.setLanguage(chosen);
            app::setLanguage(chosen);
        });
    }
}

void MainWindow::followLanguage()
{
    writeTexts();
    followState();
    if (!current_ || current_->state() != ModelSession::State::Ready)
        return;
    for (const Side side : {Side::Fx, Side::Onnx})
        pane(side)->setNote(current_->note(side));
    const ModelSession::Link& link = current_->link();
    current_->select(link.origin, link.origin == Side::Fx ? link.fx : link.onnx);
    runFind();
}

} // namespace sidelight::app
