// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/fx/program.h"

#include <string_view>

namespace sidelight::fx {

/// Makes a program of one call from text such as `aten.add.Tensor(f32[2, n], f32[n], alpha=2) -> f32[2, n]`: each tensor and each `Sym(n)` becomes a user input
/// `x0`, `x1`, …, named sizes become symbols, and the results are the outputs. Lists `[…]`, tuples of results `(…)`, None, True, False, numbers, inf,
/// 'strings' and torch.float32-like names are as in Python. For test calls and examples. Fails with SL1014 at the first place that does not parse.
Result<ExportedProgram> parseCall(std::string_view text);

} // namespace sidelight::fx
