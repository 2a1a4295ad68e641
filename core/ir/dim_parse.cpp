// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/ir/dim_builder.h"
#include "core/support/rules.h"
#include "core/support/text.h"

#include <array>
#include <charconv>
#include <cmath>
#include <cstdlib>

// One recursive-descent reader for both texts: sympy's srepr is calls with keyword arguments, and text() is Python
// syntax with operators.

namespace sidelight::ir {
namespace {

using Kind = Dim::Kind;
constexpr int kMaximumDepth = 600; // About 90 parentheses: each takes a step a precedence level.

struct NamedKind
{
    std::string_view name;
    Kind kind;
};
constexpr std::array kKinds = {
    NamedKind{"Add", Kind::Sum},
    NamedKind{"Mul", Kind::Product},
    NamedKind{"Pow", Kind::Power},
    NamedKind{"FloorDiv", Kind::FloorDiv},
    NamedKind{"Mod", Kind::Mod},
    NamedKind{"PythonMod", Kind::Mod},
    NamedKind{"Min", Kind::Min},
    NamedKind{"Max", Kind::Max},
    NamedKind{"IntTrueDiv", Kind::TrueDiv},
    NamedKind{"Equality", Kind::Equal},
    NamedKind{"Eq", Kind::Equal},
    NamedKind{"Unequality", Kind::NotEqual},
    NamedKind{"Ne", Kind::NotEqual},
    NamedKind{"StrictLessThan", Kind::Less},
    NamedKind{"Lt", Kind::Less},
    NamedKind{"LessThan", Kind::LessEqual},
    NamedKind{"Le", Kind::LessEqual},
    NamedKind{"And", Kind::And},
    NamedKind{"Or", Kind::Or},
    NamedKind{"Not", Kind::Not},
    NamedKind{"CleanDiv", Kind::FloorDiv},
};

/// What an argument of a call may be: an expression, a quoted text, or a keyword that we skip.
struct CallArguments
{
    std::vector<Dim> operands;
    std::vector<std::string> texts;
};

class Parser
{
public:
    explicit Parser(std::string_view text) : text_(text) {}

    Result<Dim> parse()
    {
        std::optional<Dim> dim = expression(0);
        skipSpace();
        if (dim && at_ != text_.size())
            return failed("something follows the expression");
        if (!dim)
            return failed(reason_.empty() ? "it is no expression" : reason_);
        return *dim;
    }

private:
    Diagnostic failed(std::string_view reason) const
    {
        constexpr std::size_t kShown = 120;
        const std::string shown(text_.substr(0, kShown));
        return support::diagnose(rules::kExpressionInvalid,
            concat("symbolic size `", support::plainText(shown), text_.size() > kShown ? "…" : "",
                "` cannot be read at column ", at_ + 1, ": ", reason));
    }
    std::nullopt_t fail(std::string_view reason)
    {
        if (reason_.empty())
            reason_ = reason;
        return std::nullopt;
    }
    void skipSpace()
    {
        while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n' || text_[at_] == '\t'))
            ++at_;
    }
    bool accept(std::string_view token)
    {
        skipSpace();
        if (text_.substr(at_, token.size()) != token)
            return false;
        at_ += token.size();
        return true;
    }
    [[nodiscard]] bool nextIs(std::string_view token)
    {
        skipSpace();
        return text_.substr(at_, token.size()) == token;
    }
    static bool isNameStart(char c)
    {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || (c & '\x80') != 0;
    }
    static bool isDigit(char c) { return c >= '0' && c <= '9'; }

    // Python's precedence, loosest first: | & comparison +- */ // % unary ** atom.
    std::optional<Dim> expression(int level)
    {
        if (++depth_ > kMaximumDepth)
            return fail("it is nested too deeply");
        auto result = binary(level);
        --depth_;
        return result;
    }
    std::optional<Dim> binary(int level)
    {
        if (level > 4)
            return unary();
        std::optional<Dim> left = expression(level + 1);
        while (left) {
            const auto step = operatorAt(level);
            if (!step)
                break;
            const std::optional<Dim> right = expression(level + 1);
            if (!right)
                return std::nullopt;
            left = step == "-"    ? *left - *right
                   : step == "/"  ? divide(*left, *right)
                   : step == ">"  ? Dim::make(Kind::Less, {*right, *left})
                   : step == ">=" ? Dim::make(Kind::LessEqual, {*right, *left})
                                  : Dim::make(kindOf(*step), {*left, *right});
        }
        return left;
    }
    static Dim divide(const Dim& left, const Dim& right)
    {
        // Between numbers a fraction, else a true division written as a power, which is how sympy keeps it.
        if (asRational(left) && asRational(right))
            return Dim::make(Kind::TrueDiv, {left, right});
        if (asRational(right))
            return left * Dim::make(Kind::TrueDiv, {Dim::constant(1), right});
        return left * Dim::make(Kind::Power, {right, Dim::constant(-1)});
    }
    std::optional<std::string_view> operatorAt(int level)
    {
        static constexpr std::array<std::array<std::string_view, 6>, 5> kOperators = {{
            {"|"},
            {"&"},
            {"<=", ">=", "==", "!=", "<", ">"},
            {"+", "-"},
            {"//", "*", "/", "%"},
        }};
        if (level == 4 && nextIs("**"))
            return std::nullopt;
        for (const std::string_view token : kOperators[static_cast<std::size_t>(level)])
            if (!token.empty() && accept(token))
                return token;
        return std::nullopt;
    }
    static Kind kindOf(std::string_view token)
    {
        if (token == "|")
            return Kind::Or;
        if (token == "&")
            return Kind::And;
        if (token == "<=")
            return Kind::LessEqual;
        if (token == "==")
            return Kind::Equal;
        if (token == "!=")
            return Kind::NotEqual;
        if (token == "<")
            return Kind::Less;
        if (token == "+")
            return Kind::Sum;
        if (token == "*")
            return Kind::Product;
        return token == "//" ? Kind::FloorDiv : Kind::Mod;
    }
    std::optional<Dim> unary()
    {
        if (++depth_ > kMaximumDepth)
            return fail("it is nested too deeply");
        std::optional<Dim> result;
        if (accept("-")) {
            // "-9223372036854775808" is one number, not the negation of one that is too large.
            skipSpace();
            negativeNumber_ = at_ < text_.size() && isDigit(text_[at_]);
            const bool number = negativeNumber_;
            result = number ? postfix() : unary();
            if (result && !number)
                result = Dim::constant(-1) * *result;
        } else if (accept("~")) {
            result = unary();
            if (result)
                result = Dim::make(Kind::Not, {*result});
        } else {
            result = postfix();
        }
        --depth_;
        return result;
    }
    std::optional<Dim> postfix()
    {
        const bool negative = std::exchange(negativeNumber_, false);
        std::optional<Dim> base = atom(negative && !powerFollows());
        if (base && accept("**")) {
            const std::optional<Dim> exponent = unary();
            if (!exponent)
                return std::nullopt;
            base = Dim::make(Kind::Power, {*base, *exponent});
            if (negative)
                base = Dim::constant(-1) * *base;
        }
        return base;
    }
    bool powerFollows()
    {
        std::size_t end = at_;
        while (end < text_.size() && (isDigit(text_[end]) || text_[end] == ' '))
            ++end;
        return text_.substr(end, 2) == "**";
    }
    std::optional<Dim> atom(bool negative)
    {
        skipSpace();
        if (at_ >= text_.size())
            return fail("the text ends early");
        if (accept("(")) {
            std::optional<Dim> inner = expression(0);
            if (inner && !accept(")"))
                return fail("a `)` is missing");
            return inner;
        }
        if (isDigit(text_[at_]))
            return number(negative);
        if (isNameStart(text_[at_]))
            return named();
        return fail("it is no expression");
    }
    std::optional<Dim> number(bool negative)
    {
        std::size_t end = at_;
        bool real = false;
        while (end < text_.size()) {
            const char c = text_[end];
            const bool sign = (c == '+' || c == '-') && (text_[end - 1] == 'e' || text_[end - 1] == 'E') && real;
            if (c == '.' || c == 'e' || c == 'E')
                real = true;
            else if (!isDigit(c) && !sign)
                break;
            ++end;
        }
        const std::string digits = concat(negative ? "-" : "", text_.substr(at_, end - at_));
        at_ = end;
        return toNumber(digits, real);
    }
    std::optional<Dim> toNumber(const std::string& digits, bool real)
    {
        if (real)
            return toReal(digits);
        std::int64_t value = 0;
        const auto [last, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
        if (error != std::errc{} || last != digits.data() + digits.size())
            return fail("a number does not fit 64 bits");
        return Dim::constant(value);
    }
    std::optional<Dim> toReal(const std::string& digits)
    {
        double value = 0;
        const auto [last, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
        if (error != std::errc{} || last != digits.data() + digits.size())
            return fail("a floating number cannot be read");
        return Dim::real(value);
    }
    std::string identifier()
    {
        const std::size_t start = at_;
        while (at_ < text_.size() && (isNameStart(text_[at_]) || isDigit(text_[at_])))
            ++at_;
        return std::string(text_.substr(start, at_ - start));
    }
    std::optional<Dim> named()
    {
        const std::string name = identifier();
        if (!accept("("))
            return plainName(name);
        const auto arguments = callArguments();
        if (!arguments)
            return std::nullopt;
        return makeCall(name, *arguments);
    }
    static Dim plainName(const std::string& name)
    {
        if (name == "true" || name == "True")
            return Dim::constant(1);
        if (name == "false" || name == "False")
            return Dim::constant(0);
        if (name == "oo" || name == "int_oo" || name == "nan" || name == "zoo")
            return Dim::make(Kind::Call, {}, name);
        return Dim::symbol(name);
    }
    std::optional<CallArguments> callArguments()
    {
        CallArguments arguments;
        if (accept(")"))
            return arguments;
        do {
            skipSpace();
            if (at_ < text_.size() && (text_[at_] == '\'' || text_[at_] == '"')) {
                auto quoted = quotedText();
                if (!quoted)
                    return fail("a quoted name does not end");
                arguments.texts.push_back(std::move(*quoted));
            } else if (!skipKeyword()) {
                const auto operand = expression(0);
                if (!operand)
                    return std::nullopt;
                arguments.operands.push_back(*operand);
            }
        } while (accept(","));
        if (!accept(")"))
            return fail("a `)` is missing");
        return arguments;
    }
    /// Skips `positive=True`: assumptions are not part of the expression.
    bool skipKeyword()
    {
        const std::size_t start = at_;
        if (at_ < text_.size() && isNameStart(text_[at_])) {
            identifier();
            if (accept("=") && !nextIs("=")) {
                skipSpace();
                while (at_ < text_.size() && text_[at_] != ',' && text_[at_] != ')')
                    ++at_;
                return true;
            }
        }
        at_ = start;
        return false;
    }
    std::optional<std::string> quotedText()
    {
        const char quote = text_[at_++];
        std::string out;
        while (at_ < text_.size() && text_[at_] != quote) {
            if (text_[at_] == '\\' && at_ + 1 < text_.size())
                ++at_;
            out += text_[at_++];
        }
        if (at_ == text_.size())
            return std::nullopt;
        ++at_;
        return out;
    }
    std::optional<Dim> makeCall(const std::string& name, const CallArguments& arguments)
    {
        const auto& operands = arguments.operands;
        if (name == "Symbol" || name == "Dummy" || name == "Wild") {
            if (arguments.texts.size() != 1 || arguments.texts.front().empty() || !operands.empty())
                return fail("a symbol has no name");
            return Dim::symbol(arguments.texts.front());
        }
        if (name == "Float")
            return arguments.texts.size() == 1 ? toReal(arguments.texts.front()) : fail("a Float has no number");
        if (!arguments.texts.empty())
            return fail("quoted text stands where an expression must");
        if (name == "Integer")
            return operands.size() == 1 && operands[0].isConstant() ? std::optional(operands[0])
                                                                    : fail("an Integer has no number");
        if (name == "Rational" || name == "Half") {
            if (operands.size() != 2)
                return fail("a Rational takes two numbers");
            return Dim::make(Kind::TrueDiv, operands);
        }
        if (name == "GreaterThan" || name == "Ge" || name == "StrictGreaterThan" || name == "Gt") {
            if (operands.size() != 2)
                return fail("a comparison takes two operands");
            return Dim::make(
                name == "GreaterThan" || name == "Ge" ? Kind::LessEqual : Kind::Less, {operands[1], operands[0]});
        }
        if (name == "PowByNatural" && operands.size() == 2 && operands[1].asConstant().value_or(-1) >= 0)
            return Dim::make(Kind::Power, operands);
        for (const NamedKind& known : kKinds)
            if (known.name == name) {
                if (operands.empty())
                    return fail("a function has no operands");
                return Dim::make(known.kind, operands);
            }
        return Dim::make(Kind::Call, operands, name);
    }

    std::string_view text_;
    std::size_t at_ = 0;
    int depth_ = 0;
    bool negativeNumber_ = false;
    std::string reason_;
};

} // namespace

Result<Dim> Dim::parseSympy(std::string_view srepr)
{
    return Parser(srepr).parse();
}
Result<Dim> Dim::parse(std::string_view text)
{
    return Parser(text).parse();
}

} // namespace sidelight::ir
