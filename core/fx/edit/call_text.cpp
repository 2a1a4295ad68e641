// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/fx/edit/call_text.h"

#include "core/support/rules.h"
#include "core/support/text.h"

#include <cctype>
#include <charconv>
#include <cstdlib>
#include <limits>
#include <utility>

namespace sidelight::fx {
namespace {

class ArgumentParser {
public:
    ArgumentParser(std::string_view text, const NodeNamed& nodeNamed) : text_(text), nodeNamed_(nodeNamed) {}

    Result<Node> call()
    {
        Node node;
        node.op = Op::CallFunction;
        node.target = word();
        if (node.target.empty())
            fail("a target such as torch.ops.aten.relu.default");
        expect('(');
        items(')', [&] {
            const std::size_t start = at_;
            const std::string name = word();
            if (!name.empty() && accept('=')) {
                node.kwargs.emplace_back(name, value());
                return;
            }
            at_ = start;
            if (!node.kwargs.empty())
                fail("an argument with a name, as one stands before it");
            node.args.push_back(value());
        });
        return finished(std::move(node));
    }
    Result<Argument> argument() { return finished(value()); }

private:
    template <class T>
    Result<T> finished(T result)
    {
        skipSpace();
        if (at_ != text_.size())
            fail("the end");
        if (failed_)
            return *failed_;
        return result;
    }
    /// Items with commas between them up to `end`; whether a comma stood after the last one.
    template <class Item>
    bool items(char end, Item&& item)
    {
        bool comma = false;
        while (!failed_ && !accept(end)) {
            skipSpace();
            item();
            comma = accept(',');
            if (comma)
                continue;
            expect(end);
            break;
        }
        return comma;
    }
    Argument value()
    {
        skipSpace();
        if (failed_ || at_ >= text_.size()) {
            fail("a value");
            return {};
        }
        if (++depth_ > kDeepest)
            fail("fewer brackets in each other");
        Argument result = failed_ ? Argument() : valueHere();
        --depth_;
        return result;
    }
    Argument valueHere()
    {
        const char c = text_[at_];
        if (accept('[')) {
            ArgumentList list;
            items(']', [&] { list.push_back(value()); });
            return list;
        }
        if (accept('(')) {
            ArgumentTuple tuple;
            const bool comma = items(')', [&] { tuple.items.push_back(value()); });
            if (tuple.items.size() == 1 && !comma)
                return tuple.items.front();
            return tuple;
        }
        if (accept('{')) {
            ArgumentDict dict;
            items('}', [&] {
                dict.keys.push_back(quoted());
                expect(':');
                dict.values.push_back(value());
            });
            return dict;
        }
        if (c == '\'' || c == '"')
            return quoted();
        if (accept('%'))
            return node(word());
        if (std::isdigit(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '+' || c == '.')
            return number();
        return named();
    }
    std::string quoted()
    {
        skipSpace();
        const char quote = at_ < text_.size() ? text_[at_] : '\0';
        if (quote != '\'' && quote != '"') {
            fail("a text in quotes");
            return {};
        }
        std::string out;
        for (++at_; at_ < text_.size() && text_[at_] != quote; ++at_) {
            if (text_[at_] == '\\' && at_ + 1 < text_.size()) {
                ++at_;
                out += text_[at_] == 'n' ? '\n' : text_[at_] == 't' ? '\t' : text_[at_];
            } else {
                out += text_[at_];
            }
        }
        expect(quote);
        return out;
    }
    Argument number()
    {
        const std::size_t start = at_;
        while (at_ < text_.size() && (std::isalnum(static_cast<unsigned char>(text_[at_])) != 0 || text_[at_] == '.' ||
                                         ((text_[at_] == '-' || text_[at_] == '+') && (at_ == start || text_[at_ - 1] == 'e' || text_[at_ - 1] == 'E'))))
            ++at_;
        const std::string token(text_.substr(start, at_ - start));
        if (token == "-inf")
            return -std::numeric_limits<double>::infinity();
        std::int64_t integer = 0;
        const auto [end, problem] = std::from_chars(token.data(), token.data() + token.size(), integer);
        if (problem == std::errc() && end == token.data() + token.size())
            return integer;
        char* stop = nullptr;
        const double real = std::strtod(token.c_str(), &stop);
        if (token.empty() || stop != token.c_str() + token.size() || token.find_first_of("xXnN") != std::string::npos)
            fail("a number", start);
        return real;
    }
    Argument node(const std::string& name)
    {
        const auto value = failed_ ? std::nullopt : nodeNamed_(name);
        if (!value) {
            fail(concat("a node, and there is none called %", support::plainText(name)), at_ - name.size());
            return {};
        }
        return *value;
    }
    Argument named()
    {
        const std::size_t start = at_;
        const std::string name = word();
        if (name == "None")
            return None{};
        if (name == "True" || name == "False")
            return name == "True";
        if (name == "inf" || name == "nan")
            return name == "inf" ? std::numeric_limits<double>::infinity() : std::numeric_limits<double>::quiet_NaN();
        if (name == "device" || name == "torch.device")
            return device();
        if (support::startsWith(name, "torch."))
            return constantOf(name, start);
        if (name.empty())
            fail("a value: a node, a number, a 'text', None, True, a list, a tuple or a name such as torch.float32");
        return node(name);
    }
    Argument device()
    {
        ir::Device device;
        expect('(');
        items(')', [&] {
            const std::string key = word();
            if (key.empty() || key == "type") {
                if (!key.empty())
                    expect('=');
                device.type = quoted();
                return;
            }
            expect('=');
            const Argument index = value();
            if (const auto* integer = index.as<std::int64_t>(); key == "index" && integer)
                device.index = static_cast<int>(*integer);
            else
                fail("type='cpu' or index=0");
        });
        return device;
    }
    Argument constantOf(const std::string& name, std::size_t start)
    {
        const std::string_view rest = std::string_view(name).substr(6);
        if (const auto dtype = ir::dtypeFromName(rest))
            return *dtype;
        for (int i = 0; i <= static_cast<int>(ir::Layout::Strided); ++i)
            if (ir::name(static_cast<ir::Layout>(i)) == rest)
                return static_cast<ir::Layout>(i);
        for (int i = 0; i <= static_cast<int>(ir::MemoryFormat::Preserve); ++i)
            if (ir::name(static_cast<ir::MemoryFormat>(i)) == rest)
                return static_cast<ir::MemoryFormat>(i);
        fail("a dtype, layout or memory format of torch", start);
        return {};
    }

    std::string word()
    {
        skipSpace();
        const std::size_t start = at_;
        while (at_ < text_.size() && (std::isalnum(static_cast<unsigned char>(text_[at_])) != 0 || text_[at_] == '_' || text_[at_] == '.'))
            ++at_;
        return std::string(text_.substr(start, at_ - start));
    }
    bool accept(char c)
    {
        skipSpace();
        if (failed_ || at_ >= text_.size() || text_[at_] != c)
            return false;
        ++at_;
        return true;
    }
    void expect(char c)
    {
        if (!accept(c))
            fail(concat('\'', c, '\''));
    }
    void skipSpace()
    {
        while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_])) != 0)
            ++at_;
    }
    void fail(std::string_view expected) { fail(expected, at_); }
    void fail(std::string_view expected, std::size_t at)
    {
        if (!failed_)
            failed_ = support::diagnose(rules::kExpressionInvalid, concat("column ", at + 1, ": expected ", expected, " in `", support::plainText(text_), "`"));
    }

    static constexpr int kDeepest = 64;
    std::string_view text_;
    const NodeNamed& nodeNamed_;
    std::size_t at_ = 0;
    int depth_ = 0;
    std::optional<Diagnostic> failed_;
};

} // namespace

Result<Node> parseCallText(std::string_view text, const NodeNamed& nodeNamed) { return ArgumentParser(text, nodeNamed).call(); }
Result<Argument> parseArgumentText(std::string_view text, const NodeNamed& nodeNamed) { return ArgumentParser(text, nodeNamed).argument(); }

} // namespace sidelight::fx
