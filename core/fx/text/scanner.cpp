// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/fx/text/scanner.h"

#include "core/support/rules.h"
#include "core/support/text.h"

#include <algorithm>
#include <cctype>
#include <charconv>

namespace sidelight::fx::text {
namespace {

bool isSpace(char c) { return c == ' ' || c == '\t' || c == '\r'; }

void appendUtf8(std::string& out, std::uint32_t code)
{
    if (code < 0x80) {
        out += static_cast<char>(code);
    } else if (code < 0x800) {
        out += static_cast<char>(0xC0 | (code >> 6));
        out += static_cast<char>(0x80 | (code & 0x3F));
    } else if (code < 0x10000) {
        out += static_cast<char>(0xE0 | (code >> 12));
        out += static_cast<char>(0x80 | ((code >> 6) & 0x3F));
        out += static_cast<char>(0x80 | (code & 0x3F));
    } else {
        out += static_cast<char>(0xF0 | (code >> 18));
        out += static_cast<char>(0x80 | ((code >> 12) & 0x3F));
        out += static_cast<char>(0x80 | ((code >> 6) & 0x3F));
        out += static_cast<char>(0x80 | (code & 0x3F));
    }
}

} // namespace

bool isWord(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || (c & '\x80') != 0; }

void Scanner::skipBlanks()
{
    while (at_ < text_.size()) {
        const char c = text_[at_];
        if (depth_ > 0 && c == '#')
            at_ = std::min(text_.find('\n', at_), text_.size());
        else if (isSpace(c) || (depth_ > 0 && c == '\n'))
            ++at_;
        else if (c == '\\' && at_ + 1 < text_.size() && text_[at_ + 1] == '\n')
            at_ += 2;
        else
            return;
    }
}

void Scanner::skipLines()
{
    while (at_ < text_.size()) {
        const char c = text_[at_];
        if (c == '#')
            at_ = std::min(text_.find('\n', at_), text_.size());
        else if (isSpace(c) || c == '\n' || c == ';')
            ++at_;
        else
            return;
    }
}

bool Scanner::acceptLineEnd()
{
    skipBlanks();
    if (at_ >= text_.size())
        return true;
    if (text_[at_] == '#')
        at_ = std::min(text_.find('\n', at_), text_.size());
    if (at_ < text_.size() && text_[at_] != '\n' && text_[at_] != ';')
        return false;
    at_ = std::min(at_ + 1, text_.size());
    return true;
}

bool Scanner::accept(char c)
{
    skipBlanks();
    if (failed() || peek() != c || atEnd())
        return false;
    ++at_;
    return true;
}

bool Scanner::accept(std::string_view token)
{
    skipBlanks();
    if (failed() || text_.substr(at_, token.size()) != token)
        return false;
    if (isWord(token.back()) && isWord(peek(token.size())))
        return false;
    at_ += token.size();
    return true;
}

void Scanner::expect(char c)
{
    if (!accept(c))
        fail(concat('\'', c, '\''));
}

void Scanner::expect(std::string_view token)
{
    if (!accept(token))
        fail(concat('\'', token, '\''));
}

std::string Scanner::word(std::string_view more)
{
    skipBlanks();
    const std::size_t start = at_;
    while (!failed() && at_ < text_.size() && (isWord(text_[at_]) || more.find(text_[at_]) != std::string_view::npos))
        ++at_;
    return std::string(text_.substr(start, at_ - start));
}

std::string Scanner::quoted()
{
    skipBlanks();
    const char quote = peek();
    if (quote != '\'' && quote != '"') {
        fail("a text in quotes");
        return {};
    }
    const std::size_t start = at_;
    std::string out;
    for (++at_; at_ < text_.size() && text_[at_] != quote; ++at_) {
        if (text_[at_] != '\\' || at_ + 1 >= text_.size()) {
            out += text_[at_];
            continue;
        }
        const char c = text_[++at_];
        const std::size_t digits = c == 'x' ? 2 : c == 'u' ? 4 : c == 'U' ? 8 : 0;
        std::uint32_t code = 0;
        const char* first = text_.data() + at_ + 1;
        if (digits > 0 && at_ + digits < text_.size() && std::from_chars(first, first + digits, code, 16).ptr == first + digits) {
            appendUtf8(out, code);
            at_ += digits;
        } else {
            out += c == 'n' ? '\n' : c == 't' ? '\t' : c == 'r' ? '\r' : c;
        }
    }
    if (at_ >= text_.size())
        fail(concat("a closing ", quote, " for the text that begins here"), start);
    else
        ++at_;
    return out;
}

std::string Scanner::until(char end)
{
    const std::size_t stop = text_.find(end, at_);
    if (stop == std::string_view::npos) {
        fail(concat('\'', end, '\''));
        return {};
    }
    std::string out(text_.substr(at_, stop - at_));
    at_ = stop + 1;
    return out;
}

std::string_view Scanner::restOfLine()
{
    const std::size_t end = std::min(text_.find('\n', at_), text_.size());
    const std::string_view rest = text_.substr(at_, end - at_);
    at_ = std::min(end + 1, text_.size());
    return rest;
}

bool Scanner::enter()
{
    constexpr int kDeepest = 64;
    if (++nesting_ > kDeepest)
        fail("fewer brackets and signs in each other");
    return !failed();
}

void Scanner::fail(std::string_view expected, std::size_t at)
{
    if (!failed())
        failure_ = support::diagnose(rules::kExpressionInvalid, concat(place(at), ": expected ", expected, " in `", lineAt(at), '`'));
}

void Scanner::refuse(std::string_view sentence, std::size_t at)
{
    if (!failed())
        failure_ = support::diagnose(rules::kExpressionInvalid, concat(place(at), ": ", sentence, " in `", lineAt(at), '`'));
}

/// "line 3, column 7"; "column 7" of a text of one line.
std::string Scanner::place(std::size_t at) const
{
    const std::string_view before = text_.substr(0, at);
    const auto lines = static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n'));
    const std::size_t start = lines == 0 ? 0 : before.rfind('\n') + 1;
    const std::string_view line = before.substr(start);
    const auto column = std::count_if(line.begin(), line.end(), [](char c) { return (c & '\xC0') != '\x80'; }) + 1;
    if (firstLine_ == 1 && text_.find('\n') == std::string_view::npos)
        return concat("column ", column);
    return concat("line ", firstLine_ + lines, ", column ", column);
}

std::string Scanner::lineAt(std::size_t at) const
{
    const std::size_t start = at == 0 ? 0 : text_.rfind('\n', at - 1) + 1;
    std::string_view line = text_.substr(start, std::min(text_.find('\n', at), text_.size()) - start);
    while (!line.empty() && isSpace(line.front()))
        line.remove_prefix(1);
    constexpr std::size_t kLongest = 160;
    return line.size() <= kLongest ? support::plainText(line) : concat(support::plainText(line.substr(0, kLongest)), "…");
}

} // namespace sidelight::fx::text
