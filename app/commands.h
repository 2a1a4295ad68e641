// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/command_line.h"

namespace sidelight::app {

// One function a command; each prints to standard output, diagnostics to standard error.
Exit runExport(const Arguments& arguments);
Exit runPrint(const Arguments& arguments);
Exit runInfo(const Arguments& arguments);
Exit runPasses(const Arguments& arguments);
Exit runRender(const Arguments& arguments);
Exit runVerify(const Arguments& arguments);
Exit runBisect(const Arguments& arguments);
Exit runReduce(const Arguments& arguments);
Exit runOps(const Arguments& arguments);

} // namespace sidelight::app
