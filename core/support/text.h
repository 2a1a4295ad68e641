// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace sidelight::support {

namespace detail {
void appendTo(std::string& out, std::string_view text);
inline void appendTo(std::string& out, const char* text) { out += text; } // a literal would rather become a bool than a string_view
void appendTo(std::string& out, char character);
void appendBool(std::string& out, bool value);
void appendTo(std::string& out, double value);
void appendInteger(std::string& out, std::int64_t value);
void appendInteger(std::string& out, std::uint64_t value);
template <std::integral T>
void appendTo(std::string& out, T value)
{
    if constexpr (std::same_as<T, bool>) // A plain bool overload would take string literals: pointers convert to bool.
        appendBool(out, value);
    else if constexpr (std::signed_integral<T>)
        appendInteger(out, static_cast<std::int64_t>(value));
    else
        appendInteger(out, static_cast<std::uint64_t>(value));
}
} // namespace detail

/// Joins its parts into one string; numbers print as Python's str() does.
template <class... Parts>
std::string concat(const Parts&... parts)
{
    std::string out;
    (detail::appendTo(out, parts), ...);
    return out;
}

/// Prints as Python's repr(float): shortest round trip, `1.0`, `1e-05`, `inf`, `nan`.
std::string pythonFloat(double value);

/// Prints as Python's repr(str): quotes and escapes.
std::string pythonString(std::string_view utf8);

/// Escapes control characters, terminal escapes and bidirectional overrides, and replaces invalid UTF-8, so that text from files is plain text on a terminal.
std::string plainText(std::string_view text);

/// Escapes `& < > " '` for XML and HTML after plainText.
std::string xmlEscape(std::string_view text);

std::vector<std::string_view> split(std::string_view text, char separator);
std::string join(const std::vector<std::string>& parts, std::string_view separator);
bool startsWith(std::string_view text, std::string_view prefix);

/// Known names that are nearest to `name` by edit distance, best first, at most `limit`.
std::vector<std::string> nearest(std::string_view name, const std::vector<std::string>& known, std::size_t limit = 3);

} // namespace sidelight::support

namespace sidelight {
using support::concat;
} // namespace sidelight
