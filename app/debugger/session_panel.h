// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/model_session.h"
#include "views/panels/rows_panel.h"

#include <QPointer>

namespace sidelight::app {

/// A table about the current model. It is made anew when the model's state, position or selection changes, but only while it is seen.
class SessionPanel : public views::RowsPanel
{
    Q_OBJECT

public:
    explicit SessionPanel(Workspace& workspace, QWidget* parent = nullptr);

    /// Null: nothing is open.
    void setSession(ModelSession* session);
    /// Whether rows are still being made.
    [[nodiscard]] virtual bool isBusy() const { return false; }

signals:
    /// Something for the status line.
    void said(const QString& text);

protected:
    [[nodiscard]] ModelSession* session() const { return session_; }
    /// The document when the model is ready, else null.
    [[nodiscard]] std::shared_ptr<const session::Document> document() const;
    [[nodiscard]] Workspace& workspace() const { return workspace_; }
    /// Shows what the session has now.
    virtual void refresh() = 0;
    void refreshIfSeen();
    void showEvent(QShowEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    Workspace& workspace_;
    QPointer<ModelSession> session_;
};

} // namespace sidelight::app
