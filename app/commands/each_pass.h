// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/command_line.h"

namespace sidelight::app {

/// verify --each-pass: a line for every pass that changed something. Fails when one differs by more than it declares, or recorded a type that evaluation does not give.
Exit verifyEachPass(const Arguments& arguments);

} // namespace sidelight::app
