// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/ir/pass.h"

#include <span>
#include <string>
#include <string_view>

namespace sidelight::app {

/// "level=none, max-bytes=65536".
std::string optionsText(const ir::PassOptions& options);

/// Reads optionsText back; each value has the type of the pass's option of that name. Fails with SL9004 for what the pass does not take.
Result<ir::PassOptions> readOptions(std::string_view pass, std::span<const ir::PassOption> known, std::string_view text);

} // namespace sidelight::app
