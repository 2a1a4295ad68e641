// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace sidelight::support {

/// `text` without the characters of `spaces` at both ends.
inline std::string_view trimmed(std::string_view text, std::string_view spaces = " ")
{
    const std::size_t begin = text.find_first_not_of(spaces);
    return begin == std::string_view::npos ? std::string_view() : text.substr(begin, text.find_last_not_of(spaces) + 1 - begin);
}

} // namespace sidelight::support
