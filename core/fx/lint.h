// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/fx/program.h"

#include <vector>

namespace sidelight::fx {

/// Checks what every pass must keep, in all graphs: each input is made before it is read, and by a node of the same
/// graph; names are there and unique; placeholders come first and one output comes last; the signature matches
/// placeholders, outputs and state; every node has a type, and a tensor a dtype; subgraphs exist and do not contain
/// themselves. Findings are SL2001 (SL2002 for cycles) at their node; none means the program is sound.
std::vector<Diagnostic> lint(const ExportedProgram& program);

} // namespace sidelight::fx
