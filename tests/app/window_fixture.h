// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/main_window.h"
#include "tests/app/waiting.h"
#include "views/panels/graph_pane.h"
#include "views/scene/graph_view.h"

#include <QTemporaryDir>

#include <gtest/gtest.h>

#include <algorithm>

namespace sidelight::app::testing {

/// A window with settings of its own.
struct Window : ::testing::Test
{
    QTemporaryDir folder;
    Settings settings{folder.filePath(QStringLiteral("settings.ini"))};
    Workspace workspace;
    MainWindow window{workspace, settings};

    ModelSession* open(const char* name)
    {
        window.QWidget::show();
        ModelSession* session = window.openModel(samplePath(name).toStdString());
        for (const Side side : {Side::Fx, Side::Onnx})
            window.pane(side)->view()->setMotionAllowed(false);
        EXPECT_TRUE(waitUntil([&] { return session->state() != ModelSession::State::Loading && !session->isBusy(); }));
        return session;
    }
    void settle()
    {
        EXPECT_TRUE(waitUntil([&] { return !window.current()->isBusy(); }));
    }
    std::uint32_t boxTitled(Side side, const std::string& title)
    {
        const auto& nodes = window.pane(side)->view()->scene()->laidOut().graph.nodes;
        const auto found = std::ranges::find(nodes, title, &display::DisplayNode::title);
        EXPECT_NE(found, nodes.end()) << title;
        return static_cast<std::uint32_t>(found - nodes.begin());
    }
};

} // namespace sidelight::app::testing
