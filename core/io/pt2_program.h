// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/io/pt2_graph.h"

namespace sidelight::io::pt2 {

/// Reads the schema's ExportedProgram: version, signature, graphs, ranges, module calls. `info` gets what is not in the
/// graphs.
void readProgram(const json::Value& root, ProgramReading& reading, fx::ProgramInfo& info);

} // namespace sidelight::io::pt2
