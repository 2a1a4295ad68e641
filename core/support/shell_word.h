// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace sidelight::support {

/// `text` as one word of a POSIX shell, in quotes where it needs them. One that begins with `-` becomes a path (`./`), so that no command takes it for an option.
std::string shellWord(std::string_view text);

} // namespace sidelight::support
