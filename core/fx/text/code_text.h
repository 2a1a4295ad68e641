// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/fx/program.h"
#include "core/fx/text/scanner.h"

namespace sidelight::fx::text {

/// Reads `def forward(self, x): …`, alone or in classes in each other, into graphs of `program`: the first is the main graph, a class inside another is the
/// subgraph that the other's get_attr of its name means.
void readCode(Scanner& scanner, ExportedProgram& program);

} // namespace sidelight::fx::text
