// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/debugger/session_panel.h"

#ifndef Q_MOC_RUN
#include "core/session/change_text.h"
#endif

class QLineEdit;

namespace sidelight::views {
class ActionButton;
} // namespace sidelight::views

namespace sidelight::app {

class Actions;

/// Every change of the pass at hand, with the code that made it; going to one; running to the next that an expression holds for.
class ChangesPanel final : public SessionPanel
{
    Q_OBJECT

public:
    ChangesPanel(Workspace& workspace, const Actions& actions, QWidget* parent = nullptr);

    void setButtonColors(const views::Palette& palette);
    [[nodiscard]] QLineEdit* stopField() const { return stopField_; }
    /// Goes to the next (or previous) change that the expression in the field holds for.
    void goToStop(bool isBackward);
    /// Adds `node:%name` to the expression, or takes it out.
    void toggleStop(const QString& name);

    [[nodiscard]] bool isBusy() const override { return job_.isRunning(); }

protected:
    void refresh() override;

private:
    using Texts = std::vector<session::ChangeText>;
    void fill(const Texts& texts);
    void activate(int row);

    QLineEdit* stopField_;
    std::vector<views::ActionButton*> buttons_;
    std::shared_ptr<const session::Document> shownDocument_; ///< Whose changes the rows are.
    std::size_t shownItem_ = 0;
    QString shownLanguage_;
    LatestJob<std::shared_ptr<const Texts>> job_;
};

} // namespace sidelight::app
