// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/fx/program.h"

#include <string>

namespace sidelight::fx {

/// Every graph with the type of each node, then the graph signature and the range constraints: what print(exported_program) tells, as text.
std::string printProgram(const ExportedProgram& program);

} // namespace sidelight::fx
