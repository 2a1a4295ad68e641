// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/ir/type.h"
#include "core/support/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace sidelight::session {

/// A type with all that it holds: "f32[s77, 8] strides (8, 1) requires_grad", "int s77 + 1", "[i64[2] strides (1), None]".
std::string printWholeType(const ir::Type& type);
/// Reads what printWholeType prints. Fails with SL1014.
Result<ir::Type> parseWholeType(std::string_view text);

/// The parts of `text` between commas that no bracket encloses, without spaces around; none of an empty text.
std::vector<std::string_view> splitAtCommas(std::string_view text);

} // namespace sidelight::session
