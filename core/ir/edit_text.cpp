// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/ir/edit_text.h"

#include "core/support/rules.h"
#include "core/support/text.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <utility>

namespace sidelight::ir {
namespace {

constexpr std::array<std::string_view, 7> kVerbs = {"rename", "set", "insert", "erase", "bypass", "replace", "move"};

bool isSpace(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }

/// Whether a name is written without quotes.
bool isPlainName(std::string_view name)
{
    return !name.empty() && std::all_of(name.begin(), name.end(), [](unsigned char c) { return std::isalnum(c) != 0 || c == '_' || c == '.' || c >= 0x80; });
}

/// Reads one line from left to right; a failure keeps the first place.
class EditParser {
public:
    explicit EditParser(std::string_view line) : text_(line) {}

    Result<Edit> parse()
    {
        skipSpace();
        std::string verb = word();
        if (verb == "in") {
            edit_.graph = path();
            expect(":");
            verb = word();
        }
        const auto found = std::find(kVerbs.begin(), kVerbs.end(), verb);
        if (!failed_ && found == kVerbs.end())
            fail(concat("an edit (", support::join({kVerbs.begin(), kVerbs.end()}, ", "), ")"), start_);
        if (!failed_) {
            edit_.kind = static_cast<Edit::Kind>(found - kVerbs.begin());
            edit_.node = nodeName();
            rest();
        }
        skipSpace();
        if (at_ != text_.size())
            fail("the end of the line");
        if (failed_)
            return *failed_;
        return std::move(edit_);
    }

private:
    void rest()
    {
        switch (edit_.kind) {
        case Edit::Kind::Rename: expect("to"); edit_.other = nodeName(); break;
        case Edit::Kind::Set: outputs(); expect("="); edit_.call = call(text_.size()); break;
        case Edit::Kind::Insert: {
            outputs();
            expect("=");
            const auto place = placeWord();
            if (!place)
                return fail("'before %node' or 'after %node' at the end", text_.size());
            edit_.call = call(*place);
            beside();
            break;
        }
        case Edit::Kind::Erase: break;
        case Edit::Kind::Bypass:
            skipSpace();
            if (at_ != text_.size()) {
                expect("with");
                edit_.other = nodeName();
            }
            break;
        case Edit::Kind::Replace: expect("with"); edit_.other = nodeName(); break;
        case Edit::Kind::Move: beside(); break;
        }
    }
    /// ONNX nodes may have several outputs: `a, b = Split(x)`.
    void outputs()
    {
        for (skipSpace(); !failed_ && at_ < text_.size() && text_[at_] == ','; skipSpace()) {
            ++at_;
            edit_.node += concat(", ", nodeName());
        }
    }
    void beside()
    {
        skipSpace();
        const std::string side = word();
        if (side != "before" && side != "after")
            return fail("'before' or 'after'", start_);
        edit_.after = side == "after";
        edit_.other = nodeName();
    }
    std::string call(std::size_t end)
    {
        if (failed_)
            return {};
        skipSpace();
        std::string_view text = text_.substr(at_, end - at_);
        while (!text.empty() && isSpace(text.back()))
            text.remove_suffix(1);
        if (text.empty())
            fail("a call such as torch.ops.aten.relu.default(%x)");
        at_ = end;
        return std::string(text);
    }
    /// Where the last `before` or `after` outside of quotes and brackets begins.
    std::optional<std::size_t> placeWord() const
    {
        std::optional<std::size_t> found;
        int depth = 0;
        char quote = 0;
        for (std::size_t i = at_; i < text_.size(); ++i) {
            const char c = text_[i];
            if (quote != 0) {
                if (c == '\\')
                    ++i;
                else if (c == quote)
                    quote = 0;
            } else if (c == '\'' || c == '"') {
                quote = c;
            } else if (c == '(' || c == '[' || c == '{') {
                ++depth;
            } else if (c == ')' || c == ']' || c == '}') {
                --depth;
            } else if (depth == 0 && isSpace(c)) {
                for (const std::string_view side : {"before", "after"})
                    if (text_.substr(i + 1, side.size()) == side && i + 1 + side.size() < text_.size() && isSpace(text_[i + 1 + side.size()]))
                        found = i + 1;
            }
        }
        return found;
    }
    std::string nodeName()
    {
        if (failed_)
            return {};
        skipSpace();
        start_ = at_;
        if (at_ < text_.size() && text_[at_] == '%')
            ++at_;
        std::string name = at_ < text_.size() && text_[at_] == '"' ? quoted() : bare();
        if (name.empty())
            fail("the name of a node");
        return name;
    }
    std::string bare()
    {
        const std::size_t from = at_;
        while (at_ < text_.size() && isPlainName(text_.substr(at_, 1)))
            ++at_;
        return std::string(text_.substr(from, at_ - from));
    }
    std::string quoted()
    {
        std::string name;
        for (++at_; at_ < text_.size() && text_[at_] != '"'; ++at_) {
            if (text_[at_] == '\\' && at_ + 1 < text_.size())
                ++at_;
            name += text_[at_];
        }
        if (at_ == text_.size())
            fail("a closing quote");
        else
            ++at_;
        return name;
    }
    std::string path()
    {
        std::string path = nodeName();
        for (skipSpace(); !failed_ && at_ < text_.size() && text_[at_] == '/'; skipSpace()) {
            ++at_;
            path += concat("/", nodeName());
        }
        return path;
    }
    std::string word()
    {
        skipSpace();
        start_ = at_;
        while (at_ < text_.size() && std::isalpha(static_cast<unsigned char>(text_[at_])) != 0)
            ++at_;
        return std::string(text_.substr(start_, at_ - start_));
    }
    void expect(std::string_view token)
    {
        if (failed_)
            return;
        skipSpace();
        const bool isWhole = at_ + token.size() >= text_.size() || !isPlainName(token) || !isPlainName(text_.substr(at_ + token.size(), 1));
        if (text_.substr(at_, token.size()) != token || !isWhole)
            return fail(concat("'", token, "'"));
        at_ += token.size();
    }
    void skipSpace()
    {
        while (at_ < text_.size() && isSpace(text_[at_]))
            ++at_;
    }
    void fail(std::string_view expected) { fail(expected, at_); }
    void fail(std::string_view expected, std::size_t at)
    {
        if (!failed_)
            failed_ = support::diagnose(rules::kExpressionInvalid, concat("column ", at + 1, ": expected ", expected, " in `", support::plainText(text_), "`"));
    }

    std::string_view text_;
    std::size_t at_ = 0;
    std::size_t start_ = 0; ///< Of the last word or name.
    Edit edit_;
    std::optional<Diagnostic> failed_;
};

/// A name as parseEdit reads it, or several with commas between them.
std::string written(const std::string& names)
{
    std::string out;
    std::size_t from = 0;
    while (from <= names.size()) {
        const std::size_t comma = std::min(names.find(", ", from), names.size());
        const std::string name = names.substr(from, comma - from);
        std::string escaped;
        for (const char c : name)
            escaped += c == '"' || c == '\\' ? concat('\\', c) : std::string(1, c);
        out += concat(out.empty() ? "" : ", ", '%', isPlainName(name) ? name : concat('"', escaped, '"'));
        from = comma + 2;
    }
    return out;
}

std::string writtenPath(const std::string& path)
{
    std::string out;
    for (const std::string_view part : support::split(path, '/'))
        out += concat(out.empty() ? "" : "/", isPlainName(part) ? std::string(part) : written(std::string(part)).substr(1));
    return out;
}

} // namespace

std::string_view name(Edit::Kind kind) { return kVerbs[static_cast<std::size_t>(kind)]; }

Result<Edit> parseEdit(std::string_view line) { return EditParser(line).parse(); }

Result<std::vector<Edit>> parseEdits(std::string_view text)
{
    std::vector<Edit> edits;
    std::size_t number = 0;
    for (const std::string_view line : support::split(text, '\n')) {
        ++number;
        const std::size_t start = line.find_first_not_of(" \t\r");
        if (start == std::string_view::npos || line[start] == '#')
            continue;
        auto edit = parseEdit(line);
        if (!edit) {
            Diagnostic problem = edit.error();
            problem.message = concat("line ", number, ", ", problem.message);
            return problem;
        }
        edit->line = number;
        edits.push_back(std::move(*edit));
    }
    return edits;
}

std::string formatEdit(const Edit& edit)
{
    std::string out = edit.graph.empty() ? std::string() : concat("in ", writtenPath(edit.graph), ": ");
    out += concat(name(edit.kind), ' ', written(edit.node));
    const std::string side = edit.after ? " after " : " before ";
    switch (edit.kind) {
    case Edit::Kind::Rename: return concat(out, " to ", isPlainName(edit.other) ? edit.other : written(edit.other).substr(1));
    case Edit::Kind::Set: return concat(out, " = ", edit.call);
    case Edit::Kind::Insert: return concat(out, " = ", edit.call, side, written(edit.other));
    case Edit::Kind::Erase: return out;
    case Edit::Kind::Bypass: return edit.other.empty() ? out : concat(out, " with ", written(edit.other));
    case Edit::Kind::Replace: return concat(out, " with ", written(edit.other));
    case Edit::Kind::Move: return concat(out, side, written(edit.other));
    }
    return out;
}

} // namespace sidelight::ir
