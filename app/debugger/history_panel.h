// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/debugger/session_panel.h"

#ifndef Q_MOC_RUN
#include "core/session/history.h"
#endif

namespace sidelight::app {

/// The life of the selected node: what it came from, every change of it, what it became. Activating a step goes there.
class HistoryPanel final : public SessionPanel
{
    Q_OBJECT

public:
    explicit HistoryPanel(Workspace& workspace, QWidget* parent = nullptr);
    /// Goes to the last change that touched the selected node at or before its end.
    void runToNode();

    [[nodiscard]] bool isBusy() const override { return job_.isRunning(); }

protected:
    void refresh() override;

private:
    using Steps = std::vector<session::HistoryStep>;
    void fill();
    void activate(int row);
    /// The selected node; none when nothing is selected.
    [[nodiscard]] std::optional<std::pair<Side, NodeId>> selected() const;

    std::shared_ptr<const Steps> steps_;
    LatestJob<std::shared_ptr<const Steps>> job_;
};

} // namespace sidelight::app
