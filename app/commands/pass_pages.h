// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/command_line.h"

#include <string>

namespace sidelight::app {

/// Prints the passes of `pipeline` in order, a line each; the ones that are off are marked. As JSON also help, options and tolerance.
void listPasses(const session::Pipeline& pipeline, bool asJson);

/// Prints the help page of a pass with its options. Fails for an id that no pass has, naming near ones.
Exit explainPass(const std::string& id);

} // namespace sidelight::app
