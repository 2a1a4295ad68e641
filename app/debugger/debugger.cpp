// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "app/debugger/debugger.h"

#include "app/debugger/changes_panel.h"
#include "app/debugger/coverage_panel.h"
#include "app/debugger/history_panel.h"
#include "app/debugger/passes_panel.h"
#include "views/support/text.h"

#include <QAction>

#include <algorithm>

namespace sidelight::app {

Debugger::Debugger(Workspace& workspace, const Actions& actions, QWidget* window)
    : QObject(window), workspace_(workspace), actions_(actions), window_(window), palette_(&views::lightPalette())
{
    connectActions();
}

template <class Panel>
Panel* Debugger::adopt(Panel* panel)
{
    panels_.push_back(panel);
    panel->setColors(*palette_);
    panel->setSession(session_);
    connect(panel, &SessionPanel::said, this, &Debugger::said);
    return panel;
}

PassesPanel* Debugger::passes()
{
    if (!passes_) {
        passes_ = adopt(new PassesPanel(workspace_, actions_, window_));
        passes_->setButtonColors(*palette_);
        connect(passes_, &PassesPanel::matchingChanged, this, &Debugger::workChanged);
    }
    return passes_;
}

ChangesPanel* Debugger::changes()
{
    if (!changes_) {
        changes_ = adopt(new ChangesPanel(workspace_, actions_, window_));
        changes_->setButtonColors(*palette_);
    }
    return changes_;
}

HistoryPanel* Debugger::history()
{
    if (!history_)
        history_ = adopt(new HistoryPanel(workspace_, window_));
    return history_;
}

CoveragePanel* Debugger::coverage()
{
    if (!coverage_)
        coverage_ = adopt(new CoveragePanel(workspace_, window_));
    return coverage_;
}

QWidget* Debugger::panel(Act act)
{
    switch (act) {
    case Act::ShowPasses:
        return passes();
    case Act::ShowChanges:
        return changes();
    case Act::ShowHistory:
        return history();
    default:
        return coverage();
    }
}

void Debugger::setSession(ModelSession* session)
{
    session_ = session;
    for (SessionPanel* panel : panels_)
        panel->setSession(session);
}

void Debugger::setColors(const views::Palette& palette)
{
    palette_ = &palette;
    for (SessionPanel* panel : panels_)
        panel->setColors(palette);
    if (passes_)
        passes_->setButtonColors(palette);
    if (changes_)
        changes_->setButtonColors(palette);
}

bool Debugger::isBusy() const
{
    return std::ranges::any_of(panels_, [](const SessionPanel* panel) { return panel->isBusy(); });
}

bool Debugger::isMatching() const
{
    return passes_ && passes_->isMatching();
}

void Debugger::stopWork()
{
    if (passes_)
        passes_->stopMatching();
}

void Debugger::connectActions()
{
    const auto onPasses = [this](Act act, auto run) {
        connect(actions_[act], &QAction::triggered, this, [this, run] {
            emit panelWanted(Act::ShowPasses);
            (passes()->*run)();
        });
    };
    onPasses(Act::RunPipeline, &PassesPanel::run);
    onPasses(Act::MatchPasses, &PassesPanel::matchPasses);
    onPasses(Act::RepeatPass, &PassesPanel::repeatRow);
    onPasses(Act::RemovePass, &PassesPanel::removeRow);
    onPasses(Act::ResetPasses, &PassesPanel::reset);
    onPasses(Act::LoadPasses, &PassesPanel::loadByDialog);
    onPasses(Act::SavePasses, &PassesPanel::saveByDialog);
    onPasses(Act::LoadRules, &PassesPanel::addRulesByDialog);
    onPasses(Act::SavePassTest, &PassesPanel::saveTestByDialog);
    for (const auto& [act, by] : {std::pair(Act::PassUp, -1), std::pair(Act::PassDown, 1)})
        connect(actions_[act], &QAction::triggered, this, [this, step = by] {
            emit panelWanted(Act::ShowPasses);
            passes()->moveRow(step);
        });
    for (const auto& [act, isBackward] : {std::pair(Act::NextStop, false), std::pair(Act::PreviousStop, true)})
        connect(actions_[act], &QAction::triggered, this, [this, back = isBackward] {
            emit panelWanted(Act::ShowChanges);
            changes()->goToStop(back);
        });
    connect(actions_[Act::ToggleStop], &QAction::triggered, this, &Debugger::toggleStopAtSelection);
    connect(actions_[Act::RunToNode], &QAction::triggered, this, [this] { history()->runToNode(); });
}

void Debugger::toggleStopAtSelection()
{
    if (!session_ || !session_->document())
        return;
    const ModelSession::Link& link = session_->link();
    const std::set<NodePath>& paths = link.origin == Side::Fx ? link.fx : link.onnx;
    if (paths.empty()) {
        emit said(tr("Select a node first"));
        return;
    }
    const NodeId node = paths.begin()->leaf();
    const auto nameIn = [&](const auto& unit) {
        const auto home = unit.graphs.graphOf(node);
        return home ? views::shown(unit.graphs[*home][node].name) : QString();
    };
    const QString name = link.origin == Side::Fx ? nameIn(programAt(*session_->document(), session_->position()))
                                                 : nameIn(modelAt(*session_->document(), session_->position()));
    if (!name.isEmpty())
        changes()->toggleStop(name);
}

} // namespace sidelight::app
