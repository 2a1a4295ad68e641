// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/debugger/session_panel.h"

namespace sidelight::app {

/// What the pass at hand looked at, by target: visited, matched, changed, let fall through.
class CoveragePanel final : public SessionPanel
{
    Q_OBJECT

public:
    explicit CoveragePanel(Workspace& workspace, QWidget* parent = nullptr);

protected:
    void refresh() override;
};

} // namespace sidelight::app
