// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/actions.h"
#include "app/model_session.h"
#include "views/support/palette.h"

#include <QObject>

class QWidget;

namespace sidelight::app {

class ChangesPanel;
class CoveragePanel;
class HistoryPanel;
class PassesPanel;
class SessionPanel;

/// The panels of the pass debugger and what their actions do. A panel is made when it is first shown.
class Debugger final : public QObject
{
    Q_OBJECT

public:
    Debugger(Workspace& workspace, const Actions& actions, QWidget* window);

    /// The panel of ShowPasses, ShowChanges, ShowHistory or ShowCoverage.
    [[nodiscard]] QWidget* panel(Act act);
    void setSession(ModelSession* session);
    void setColors(const views::Palette& palette);
    [[nodiscard]] bool isBusy() const;
    [[nodiscard]] bool isMatching() const;
    void stopWork();
    [[nodiscard]] PassesPanel* passes();
    [[nodiscard]] ChangesPanel* changes();
    [[nodiscard]] HistoryPanel* history();
    [[nodiscard]] CoveragePanel* coverage();

signals:
    void said(const QString& text);
    void workChanged();
    /// An action works on a panel that should be seen.
    void panelWanted(Act act);

private:
    template <class Panel>
    Panel* adopt(Panel* panel);
    void connectActions();
    void toggleStopAtSelection();

    Workspace& workspace_;
    const Actions& actions_;
    QWidget* window_;
    const views::Palette* palette_;
    ModelSession* session_ = nullptr;
    std::vector<SessionPanel*> panels_;
    PassesPanel* passes_ = nullptr;
    ChangesPanel* changes_ = nullptr;
    HistoryPanel* history_ = nullptr;
    CoveragePanel* coverage_ = nullptr;
};

} // namespace sidelight::app
