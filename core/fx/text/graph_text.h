// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/fx/program.h"

#include <string_view>

namespace sidelight::fx {

/// Makes a program of text: what printGraph prints (Python's str(graph)), or what printCode, print_readable() and print(exported_program) print (`def forward…`
/// with nested `class`es as subgraphs), as its first line tells. Nested expressions and operators of code (`torch.relu(x + 1)`) become nodes of their own, named as
/// torch.fx names them. Windows newlines, comments, releases (`x = None`), lost indentation and missing `num_users` are passed over.
/// What the text lacks is unknown: types come from annotations ("f32[2, n]"), else from inferType, else the node is marked (isMarkedUnknown); every placeholder is
/// a user input unless a graph signature follows the text; weights that it names are tensors without data. Fails with SL1014, naming line, column and what was expected there.
Result<ExportedProgram> parseGraph(std::string_view text);

} // namespace sidelight::fx
