// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lowering/call_lowering.h"
#include "core/lowering/emit.h"
#include "core/lowering/lower.h"

namespace sidelight::lowering {

/// Puts the calls of the main graph into module functions, and makes the main graph with its names, inputs and outputs.
MainGraph planModel(const fx::ExportedProgram& program, const LowerOptions& options, CallLowering& calls, FunctionTable& table, DiagnosticLog& log);

} // namespace sidelight::lowering
