// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/command_line.h"

namespace sidelight::app {

/// Runs the window on arguments.models until it closes, or saves a picture of it (arguments.grab) after arguments.actions. Returns an exit code.
int runWindow(int argc, char** argv, const Arguments& arguments);

} // namespace sidelight::app
