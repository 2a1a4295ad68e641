// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/fx/program.h"

#include <string>
#include <string_view>

namespace sidelight::session {

/// A program as text that reads back: every graph with types and module stacks, signature, ranges, small tensors of the state with their elements. A node a line:
/// `%add = torch.ops.aten.add.Tensor(%x, 1) :: @1 f32[2, 8] strides (8, 1)`.
std::string printWholeProgram(const fx::ExportedProgram& program);
/// Reads what printWholeProgram prints; larger tensors come back without data. Fails with SL1014 and the line.
Result<fx::ExportedProgram> parseWholeProgram(std::string_view text);

} // namespace sidelight::session
