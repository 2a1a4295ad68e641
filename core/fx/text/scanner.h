// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/support/result.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace sidelight::fx::text {

/// Reads a text from left to right. The first failure is kept, and nothing is read after it.
class Scanner {
public:
    explicit Scanner(std::string_view text, std::size_t firstLine = 1) : text_(text), firstLine_(firstLine) {}

    [[nodiscard]] bool failed() const { return failure_.has_value(); }
    [[nodiscard]] const Diagnostic& error() const { return *failure_; }
    [[nodiscard]] std::string_view text() const { return text_; }
    [[nodiscard]] std::size_t at() const { return at_; }
    void moveTo(std::size_t at) { at_ = at < text_.size() ? at : text_.size(); }
    [[nodiscard]] bool atEnd() const { return at_ >= text_.size(); }
    /// The character here, or NUL at the end.
    [[nodiscard]] char peek(std::size_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }

    /// Spaces and tabs; newlines and comments too between brackets.
    void skipBlanks();
    /// Everything up to the next text of a line: blank lines and lines of comment.
    void skipLines();
    /// Spaces, then the end of the line or of the text: whether it is there.
    bool acceptLineEnd();
    bool accept(char c);
    bool accept(std::string_view token);
    void expect(char c);
    void expect(std::string_view token);
    /// Letters, digits, _ and what is not ASCII; `more` are further characters that count.
    std::string word(std::string_view more = {});
    /// A Python string with its quotes, without prefix.
    std::string quoted();
    /// Up to `end`, which is passed over; fails without it.
    std::string until(char end);
    /// The rest of the line.
    std::string_view restOfLine();

    /// Into and out of something that can contain itself; fails where that goes too deep.
    bool enter();
    void leave() { --nesting_; }
    /// Brackets that newlines do not end.
    void open() { ++depth_; }
    void close() { --depth_; }

    void fail(std::string_view expected) { fail(expected, at_); }
    void fail(std::string_view expected, std::size_t at);
    /// Fails with a whole sentence in place of what was expected.
    void refuse(std::string_view sentence, std::size_t at);

private:
    [[nodiscard]] std::string place(std::size_t at) const;
    [[nodiscard]] std::string lineAt(std::size_t at) const;

    std::string_view text_;
    std::size_t firstLine_;
    std::size_t at_ = 0;
    int depth_ = 0;
    int nesting_ = 0;
    std::optional<Diagnostic> failure_;
};

bool isWord(char c);

} // namespace sidelight::fx::text
