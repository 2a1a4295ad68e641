// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/fx/text/scanner.h"
#include "core/ir/type.h"

#include <string_view>

namespace sidelight::fx::text {

/// Reads the rest of a type that begins with `word`: "f32" of "f32[2, n]" (strides in a second bracket and a device may follow), "Sym" of "Sym(s77)", "Float(x)",
/// "Bool(x)", "int", "None", or an empty word before a list or tuple of types. Any other word (`torch.Tensor`) is an unknown type.
ir::Type restOfType(Scanner& scanner, std::string_view word);
/// Reads a type.
ir::Type readType(Scanner& scanner);

} // namespace sidelight::fx::text
