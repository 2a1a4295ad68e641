// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/fx/program.h"
#include "core/fx/text/scanner.h"

namespace sidelight::fx::text {

/// Reads what follows the graphs of print(exported_program): `Graph signature:` with inputs and outputs (`p_weight: PARAMETER target='weight'`), and
/// `Range constraints: {s77: VR[2, 10]}`. A graph without it has user inputs and outputs only.
void readSignature(Scanner& scanner, GraphSignature& signature, ProgramInfo& info);
/// Whether the text goes on with a signature.
bool atSignature(Scanner& scanner);

} // namespace sidelight::fx::text
