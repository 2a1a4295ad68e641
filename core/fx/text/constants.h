// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/fx/node.h"

#include <optional>
#include <string>
#include <string_view>

namespace sidelight::fx::text {

/// What is said of slices, which torch.export does not leave in a graph.
inline constexpr std::string_view kNoSlices = "an index, not a slice, which torch.ops.aten.slice.Tensor(x, dim, start, end) makes";

/// None, True, inf, torch.float32, torch.strided, torch.preserve_format and their like.
std::optional<Argument> constantNamed(std::string_view name);
/// An integer, a float or a complex number as Python prints it (`1`, `-2.5e-05`, `nan`, `(1+2j)`).
std::optional<Argument> numberOf(std::string_view text);
/// An expression of symbolic sizes such as `2*s77 + 1`; nothing for a text in which no symbol of torch's (s77, u0, zuf1) stands.
std::optional<Argument> sizeOf(std::string_view text);
/// Whether `word` is a symbol as torch names them.
bool isSymbol(std::string_view word);
/// "torch.ops.aten.add.Tensor" for "aten.add.Tensor", "operator.abs" for the code's "_operator_abs", "torch.nn.functional.relu" for "F.relu"; others as they are.
std::string targetNamed(std::string_view text);

} // namespace sidelight::fx::text
