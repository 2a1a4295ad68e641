// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/support/shell_word.h"

#include <algorithm>
#include <cctype>

namespace sidelight::support {

std::string shellWord(std::string_view text)
{
    const auto isPlain = [](unsigned char c) { return std::isalnum(c) != 0 || c == '.' || c == '_' || c == '-' || c == '/' || c == '+' || c == '='; };
    const bool isOption = !text.empty() && text.front() == '-';
    if (!text.empty() && !isOption && std::all_of(text.begin(), text.end(), isPlain))
        return std::string(text);
    std::string word = isOption ? "./'" : "'";
    for (const char c : text)
        word += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return word + "'";
}

} // namespace sidelight::support
