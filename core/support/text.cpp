// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "core/support/text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <numeric>
#include <utility>

namespace sidelight::support {

namespace {

struct CodePoint {
    char32_t value;     ///< Undefined when `valid` is false.
    std::size_t length; ///< Bytes taken; 1 for an invalid byte.
    bool valid;
};

/// Decodes the code point at the start of `text` (not empty), refusing overlong forms, surrogates and values over U+10FFFF.
CodePoint decode(std::string_view text)
{
    const auto byte = [&](std::size_t at) { return static_cast<unsigned char>(text[at]); };
    const unsigned char lead = byte(0);
    if (lead < 0x80)
        return {lead, 1, true};
    const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
    if (lead < 0xC2 || lead > 0xF4 || text.size() < length)
        return {0, 1, false};
    char32_t value = lead & (0x7Fu >> length);
    for (std::size_t at = 1; at < length; ++at) {
        if ((byte(at) & 0xC0) != 0x80)
            return {0, 1, false};
        value = (value << 6) | (byte(at) & 0x3Fu);
    }
    constexpr char32_t kSmallest[] = {0, 0, 0x80, 0x800, 0x10000};
    if (value < kSmallest[length] || value > 0x10FFFF || (value >= 0xD800 && value <= 0xDFFF))
        return {0, 1, false};
    return {value, length, true};
}

struct CodeRange {
    char32_t first;
    char32_t last;
};

template <std::size_t Count>
bool isIn(const std::array<CodeRange, Count>& ranges, char32_t value)
{
    return std::any_of(ranges.begin(), ranges.end(), [&](CodeRange range) { return value >= range.first && value <= range.last; });
}

/// What Python's str.isprintable() refuses: controls, formats, private use and separators other than the space.
constexpr auto kUnprintable = std::to_array<CodeRange>({{0x00, 0x1F}, {0x7F, 0xA0}, {0xAD, 0xAD}, {0x600, 0x605}, {0x61C, 0x61C},
    {0x6DD, 0x6DD}, {0x70F, 0x70F}, {0x890, 0x891}, {0x8E2, 0x8E2}, {0x1680, 0x1680}, {0x180E, 0x180E}, {0x2000, 0x200F}, {0x2028, 0x202F},
    {0x205F, 0x206F}, {0x3000, 0x3000}, {0xD800, 0xF8FF}, {0xFEFF, 0xFEFF}, {0xFFF0, 0xFFFB}, {0xFFFE, 0xFFFF}, {0x110BD, 0x110BD},
    {0x110CD, 0x110CD}, {0x13430, 0x1343F}, {0x1BCA0, 0x1BCA3}, {0x1D173, 0x1D17A}, {0xE0000, 0xE00FF}, {0xE01F0, 0x10FFFF}});

/// What may move the cursor, reorder text or hide it on a terminal or in XML.
constexpr auto kUnsafe = std::to_array<CodeRange>({{0x00, 0x1F}, {0x7F, 0x9F}, {0x61C, 0x61C}, {0x200E, 0x200F}, {0x2028, 0x202E},
    {0x2066, 0x2069}, {0xFEFF, 0xFEFF}, {0xFFF9, 0xFFFB}, {0xFFFE, 0xFFFF}, {0xE0000, 0xE007F}});

void appendEscape(std::string& out, char32_t value)
{
    switch (value) {
    case '\t': out += "\\t"; return;
    case '\n': out += "\\n"; return;
    case '\r': out += "\\r"; return;
    default: break;
    }
    const std::size_t digits = value < 0x100 ? 2 : value < 0x10000 ? 4 : 8;
    out += digits == 2 ? "\\x" : digits == 4 ? "\\u" : "\\U";
    for (std::size_t digit = digits; digit-- > 0;)
        out += "0123456789abcdef"[(value >> (4 * digit)) & 0xF];
}

std::size_t editDistance(std::string_view left, std::string_view right)
{
    std::vector<std::size_t> row(right.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t l = 0; l < left.size(); ++l) {
        std::size_t diagonal = std::exchange(row[0], l + 1);
        for (std::size_t r = 0; r < right.size(); ++r) {
            const std::size_t replaced = diagonal + (left[l] == right[r] ? 0 : 1);
            diagonal = row[r + 1];
            row[r + 1] = std::min({replaced, row[r + 1] + 1, row[r] + 1});
        }
    }
    return row.back();
}

} // namespace

namespace detail {

void appendTo(std::string& out, std::string_view text) { out += text; }
void appendTo(std::string& out, char character) { out += character; }
void appendBool(std::string& out, bool value) { out += value ? "True" : "False"; }
void appendTo(std::string& out, double value) { out += pythonFloat(value); }
void appendInteger(std::string& out, std::int64_t value) { out += std::to_string(value); }
void appendInteger(std::string& out, std::uint64_t value) { out += std::to_string(value); }

} // namespace detail

std::string pythonFloat(double value)
{
    if (std::isnan(value))
        return "nan";
    if (std::isinf(value))
        return value < 0 ? "-inf" : "inf";
    std::array<char, 40> buffer;
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::scientific).ptr;
    std::string_view text(buffer.data(), static_cast<std::size_t>(end - buffer.data()));
    const std::string_view sign = text.front() == '-' ? "-" : "";
    text.remove_prefix(sign.size());
    const std::size_t mark = text.find('e');
    int exponent = 0;
    const std::size_t firstDigit = mark + (text[mark + 1] == '+' ? 2u : 1u);
    std::from_chars(text.data() + firstDigit, text.data() + text.size(), exponent);
    std::string digits(text.substr(0, mark));
    std::erase(digits, '.');

    const int point = exponent + 1; // The decimal point stands after this many digits.
    if (exponent < -4 || exponent >= 16) {
        if (digits.size() > 1)
            digits.insert(1, ".");
        const int size = std::abs(exponent);
        return concat(sign, digits, exponent < 0 ? "e-" : "e+", size < 10 ? "0" : "", size);
    }
    if (point <= 0)
        return concat(sign, "0.", std::string(static_cast<std::size_t>(-point), '0'), digits);
    const auto whole = static_cast<std::size_t>(point);
    if (digits.size() <= whole)
        return concat(sign, digits, std::string(whole - digits.size(), '0'), ".0");
    digits.insert(whole, ".");
    return concat(sign, digits);
}

std::string pythonString(std::string_view utf8)
{
    const bool doubled = utf8.find('\'') != std::string_view::npos && utf8.find('"') == std::string_view::npos;
    const char quote = doubled ? '"' : '\'';
    std::string out(1, quote);
    while (!utf8.empty()) {
        const CodePoint point = decode(utf8);
        if (!point.valid) {
            appendEscape(out, 0xDC00 + static_cast<unsigned char>(utf8[0])); // As Python's surrogateescape.
        } else if (point.value == static_cast<char32_t>(quote) || point.value == '\\') {
            out += '\\';
            out += utf8[0];
        } else if (isIn(kUnprintable, point.value)) {
            appendEscape(out, point.value);
        } else {
            out += utf8.substr(0, point.length);
        }
        utf8.remove_prefix(point.length);
    }
    out += quote;
    return out;
}

std::string plainText(std::string_view text)
{
    std::string out;
    out.reserve(text.size());
    while (!text.empty()) {
        const auto isOther = [](unsigned char c) { return c < 0x20 || c > 0x7E; };
        const auto plain = static_cast<std::size_t>(std::find_if(text.begin(), text.end(), isOther) - text.begin());
        out.append(text, 0, plain);
        text.remove_prefix(plain);
        if (text.empty())
            break;
        const CodePoint point = decode(text);
        if (!point.valid)
            out += "\xEF\xBF\xBD";
        else if (isIn(kUnsafe, point.value))
            appendEscape(out, point.value);
        else
            out += text.substr(0, point.length);
        text.remove_prefix(point.length);
    }
    return out;
}

std::string xmlEscape(std::string_view text)
{
    std::string out;
    for (const char character : plainText(text)) {
        switch (character) {
        case '&': out += "&amp;"; break;
        case '<': out += "&lt;"; break;
        case '>': out += "&gt;"; break;
        case '"': out += "&quot;"; break;
        case '\'': out += "&apos;"; break;
        default: out += character;
        }
    }
    return out;
}

std::vector<std::string_view> split(std::string_view text, char separator)
{
    std::vector<std::string_view> parts;
    for (;;) {
        const std::size_t end = text.find(separator);
        parts.push_back(text.substr(0, end));
        if (end == std::string_view::npos)
            return parts;
        text.remove_prefix(end + 1);
    }
}

std::string join(const std::vector<std::string>& parts, std::string_view separator)
{
    std::string out;
    for (std::size_t at = 0; at < parts.size(); ++at) {
        if (at != 0)
            out += separator;
        out += parts[at];
    }
    return out;
}

bool startsWith(std::string_view text, std::string_view prefix) { return text.substr(0, prefix.size()) == prefix; }

std::vector<std::string> nearest(std::string_view name, const std::vector<std::string>& known, std::size_t limit)
{
    const std::size_t farthest = std::max<std::size_t>(2, name.size() / 2);
    std::vector<std::pair<std::size_t, std::string>> found;
    for (const std::string& candidate : known)
        if (const std::size_t distance = editDistance(name, candidate); distance <= farthest)
            found.emplace_back(distance, candidate);
    std::sort(found.begin(), found.end());
    found.resize(std::min(found.size(), limit));
    std::vector<std::string> names;
    for (auto& [distance, candidate] : found)
        names.push_back(std::move(candidate));
    return names;
}

} // namespace sidelight::support
