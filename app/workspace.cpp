// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "app/workspace.h"

#include <algorithm>

namespace sidelight::app {

Workspace::Workspace(QObject* parent) : QObject(parent), measure_(std::make_shared<views::FontTextMeasure>())
{
    // At least two, so that a long export never keeps a diff or an inspector waiting.
    general_.setMaxThreadCount(std::max(2, QThread::idealThreadCount()));
    layout_.setMaxThreadCount(1);
    layout_.setExpiryTimeout(-1);
}

Workspace::~Workspace()
{
    general_.clear();
    layout_.clear();
    general_.waitForDone();
    layout_.waitForDone();
}

} // namespace sidelight::app
