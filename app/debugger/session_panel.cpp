// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "app/debugger/session_panel.h"

#include <QEvent>

namespace sidelight::app {

SessionPanel::SessionPanel(Workspace& workspace, QWidget* parent) : RowsPanel(parent), workspace_(workspace) {}

void SessionPanel::setSession(ModelSession* session)
{
    if (session == session_)
        return;
    if (session_)
        session_->disconnect(this);
    session_ = session;
    if (session) {
        connect(session, &ModelSession::stateChanged, this, &SessionPanel::refreshIfSeen);
        connect(session, &ModelSession::positionChanged, this, &SessionPanel::refreshIfSeen);
        connect(session, &ModelSession::linkChanged, this, &SessionPanel::refreshIfSeen);
    }
    refreshIfSeen();
}

std::shared_ptr<const session::Document> SessionPanel::document() const
{
    return session_ && session_->state() == ModelSession::State::Ready ? session_->document() : nullptr;
}

void SessionPanel::refreshIfSeen()
{
    if (isVisible())
        refresh();
}

void SessionPanel::showEvent(QShowEvent* event)
{
    RowsPanel::showEvent(event);
    refresh();
}

void SessionPanel::changeEvent(QEvent* event)
{
    RowsPanel::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        refreshIfSeen();
}

} // namespace sidelight::app
