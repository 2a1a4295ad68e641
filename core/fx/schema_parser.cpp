// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
//
// The grammar of torch's FunctionSchema as its operator<< prints it: `name(type name=default, *, …) -> returns`, where
// a type is a base with an alias annotation in parentheses and then any of `?`, `[]`, `[N]`. One pass, no backtracking,
// linear time.

#include "core/fx/schema.h"
#include "core/support/rules.h"
#include "core/support/text.h"

#include <array>
#include <cctype>
#include <charconv>
#include <utility>

namespace sidelight::fx {
namespace {

using Kind = SchemaType::Kind;

constexpr std::array<std::pair<std::string_view, Kind>, 19> kKinds = {{
    {"Tensor", Kind::Tensor},
    {"int", Kind::Int},
    {"SymInt", Kind::SymInt},
    {"float", Kind::Float},
    {"bool", Kind::Bool},
    {"SymBool", Kind::SymBool},
    {"Scalar", Kind::Scalar},
    {"complex", Kind::Complex},
    {"str", Kind::String},
    {"ScalarType", Kind::ScalarType},
    {"Layout", Kind::Layout},
    {"Device", Kind::Device},
    {"MemoryFormat", Kind::MemoryFormat},
    {"Dimname", Kind::Dimname},
    {"Generator", Kind::Generator},
    {"Storage", Kind::Storage},
    {"Stream", Kind::Stream},
    {"QScheme", Kind::QScheme},
    {"Any", Kind::Any},
}};

Kind kindOf(std::string_view base)
{
    for (const auto& [name, kind] : kKinds)
        if (name == base)
            return kind;
    return Kind::Object;
}

// c10::ScalarType, c10::Layout and c10::MemoryFormat by their numbers, which is how defaults are printed.
constexpr std::array kScalarTypes = {ir::DType::UInt8, ir::DType::Int8, ir::DType::Int16, ir::DType::Int32,
    ir::DType::Int64, ir::DType::Float16, ir::DType::Float32, ir::DType::Float64, ir::DType::Complex32,
    ir::DType::Complex64, ir::DType::Complex128, ir::DType::Bool};
constexpr std::array kLayouts = {ir::Layout::Strided, ir::Layout::SparseCoo, ir::Layout::SparseCsr, ir::Layout::Mkldnn,
    ir::Layout::SparseCsc, ir::Layout::SparseBsr, ir::Layout::SparseBsc};
constexpr std::array kMemoryFormats = {ir::MemoryFormat::Contiguous, ir::MemoryFormat::Preserve,
    ir::MemoryFormat::ChannelsLast, ir::MemoryFormat::ChannelsLast3d};

template <class Table>
std::optional<Argument> byNumber(const Table& table, std::int64_t number)
{
    if (number < 0 || static_cast<std::size_t>(number) >= table.size())
        return std::nullopt;
    return Argument(table[static_cast<std::size_t>(number)]);
}

/// Gives a number the type that the schema declares.
std::optional<Argument> typed(const SchemaType& type, std::int64_t number)
{
    switch (type.kind) {
    case Kind::Float:
        return Argument(static_cast<double>(number));
    case Kind::ScalarType:
        return byNumber(kScalarTypes, number);
    case Kind::Layout:
        return byNumber(kLayouts, number);
    case Kind::MemoryFormat:
        return byNumber(kMemoryFormats, number);
    default:
        return Argument(number);
    }
}

bool isWord(char c)
{
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

class Parser
{
public:
    explicit Parser(std::string_view text) : text_(text) {}

    std::optional<Schema> schema()
    {
        Schema schema;
        schema.text = std::string(text_);
        if (!name(schema) || !arguments(schema) || !take(" -> ") || !returns(schema) || at_ != text_.size())
            return std::nullopt;
        return schema;
    }
    [[nodiscard]] std::size_t position() const { return at_; }

private:
    [[nodiscard]] char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
    bool take(std::string_view expected)
    {
        if (text_.substr(at_, expected.size()) != expected)
            return false;
        at_ += expected.size();
        return true;
    }
    std::string_view word()
    {
        const std::size_t start = at_;
        while (isWord(peek()))
            ++at_;
        return text_.substr(start, at_ - start);
    }

    bool name(Schema& schema)
    {
        const std::string_view space = word();
        if (space.empty() || !take("::"))
            return false;
        const std::string_view base = word();
        schema.name = concat(space, ".", base);
        schema.overload = "default";
        if (take("."))
            schema.overload = std::string(word());
        return !base.empty() && !schema.overload.empty();
    }

    bool arguments(Schema& schema)
    {
        if (!take("("))
            return false;
        bool keywordOnly = false;
        while (!take(")")) {
            if (take("*")) {
                keywordOnly = true;
            } else {
                SchemaArgument argument;
                argument.keywordOnly = keywordOnly;
                if (!type(argument.type, argument.alias) || !take(" "))
                    return false;
                argument.name = std::string(word());
                if (argument.name.empty() || (take("=") && !defaultValue(argument)))
                    return false;
                schema.arguments.push_back(std::move(argument));
            }
            if (!take(", ") && peek() != ')')
                return false;
        }
        return true;
    }

    bool returns(Schema& schema)
    {
        if (!take("("))
            return oneReturn(schema);
        while (!take(")")) {
            if (!oneReturn(schema) || (!take(", ") && peek() != ')'))
                return false;
        }
        return true;
    }
    bool oneReturn(Schema& schema)
    {
        SchemaReturn result;
        if (!type(result.type, result.alias))
            return false;
        if (take(" "))
            result.name = std::string(word());
        schema.returns.push_back(std::move(result));
        return true;
    }

    /// `Tensor(a!)[]`, `SymInt[2]?`, `Dict(Tensor, Tensor)`, `__torch__.torch.classes.rnn.CellParamsBase[]`.
    bool type(SchemaType& type, AliasInfo& alias)
    {
        const std::size_t start = at_;
        while (isWord(peek()) || peek() == '.')
            ++at_;
        const std::string_view base = text_.substr(start, at_ - start);
        if (base.empty())
            return false;
        type.kind = kindOf(base);
        type.text = std::string(base);
        if (peek() == '(' && !(type.kind == Kind::Object ? parameters(type) : annotation(alias)))
            return false;
        return suffixes(type);
    }
    bool parameters(SchemaType& type)
    {
        const std::size_t end = text_.find(')', at_);
        if (end == std::string_view::npos)
            return false;
        type.text += text_.substr(at_, end + 1 - at_);
        at_ = end + 1;
        return true;
    }
    bool annotation(AliasInfo& alias)
    {
        const std::size_t end = text_.find(')', at_);
        if (end == std::string_view::npos)
            return false;
        std::string_view inside = text_.substr(at_ + 1, end - at_ - 1);
        at_ = end + 1;
        const std::size_t arrow = inside.find(" -> ");
        if (arrow != std::string_view::npos) {
            alias.after = std::string(inside.substr(arrow + 4));
            inside = inside.substr(0, arrow);
        }
        alias.write = !inside.empty() && inside.back() == '!';
        if (alias.write)
            inside.remove_suffix(1);
        alias.set = std::string(inside);
        return !alias.set.empty();
    }
    bool suffixes(SchemaType& type)
    {
        bool pendingOptional = false;
        for (;;) {
            const std::size_t start = at_;
            if (take("?")) {
                pendingOptional = true;
            } else if (take("[")) {
                if (type.list)
                    type.kind = Kind::Object; // a list of lists
                type.list = true;
                type.optionalElements = std::exchange(pendingOptional, false);
                int size = 0;
                const auto [end, error] = std::from_chars(text_.data() + at_, text_.data() + text_.size(), size);
                if (error == std::errc{}) {
                    type.listSize = size;
                    at_ = static_cast<std::size_t>(end - text_.data());
                }
                if (!take("]"))
                    return false;
            } else {
                type.optional = pendingOptional;
                return true;
            }
            type.text += text_.substr(start, at_ - start);
        }
    }

    bool defaultValue(SchemaArgument& argument)
    {
        argument.defaultValue = value(argument.type);
        return argument.defaultValue.has_value();
    }
    std::optional<Argument> value(const SchemaType& type)
    {
        if (take("None"))
            return Argument();
        if (take("True"))
            return Argument(true);
        if (take("False"))
            return Argument(false);
        if (take("["))
            return list(type);
        if (peek() == '"')
            return string();
        return number(type);
    }
    std::optional<Argument> list(const SchemaType& type)
    {
        ArgumentList items;
        while (!take("]")) {
            auto item = value(type);
            if (!item || (!take(", ") && peek() != ']'))
                return std::nullopt;
            items.push_back(std::move(*item));
        }
        return Argument(std::move(items));
    }
    std::optional<Argument> string()
    {
        std::string out;
        for (++at_; peek() != '"'; ++at_) {
            if (peek() == '\\')
                ++at_;
            if (at_ >= text_.size())
                return std::nullopt;
            out += peek();
        }
        ++at_;
        return Argument(std::move(out));
    }
    std::optional<Argument> number(const SchemaType& type)
    {
        const char* begin = text_.data() + at_;
        const std::size_t end = text_.find_first_of(",)]", at_);
        if (end == std::string_view::npos)
            return std::nullopt;
        const std::string_view digits = text_.substr(at_, end - at_);
        at_ = end;
        if (digits.find_first_of(".enf") == std::string_view::npos) {
            std::int64_t integer = 0;
            const auto [stop, error] = std::from_chars(begin, begin + digits.size(), integer);
            if (error != std::errc{} || stop != begin + digits.size())
                return std::nullopt;
            return typed(type, integer);
        }
        double real = 0;
        const auto [stop, error] = std::from_chars(begin, begin + digits.size(), real);
        if (error != std::errc{} || stop != begin + digits.size())
            return std::nullopt;
        return Argument(real);
    }

    std::string_view text_;
    std::size_t at_ = 0;
};

} // namespace

Result<Schema> parseSchema(std::string_view text, std::uint32_t tags)
{
    Parser parser(text);
    auto schema = parser.schema();
    if (!schema)
        return support::diagnose(
            rules::kOpSchemaMatch, concat("not an operator schema at character ", parser.position(), ": ",
                                       support::plainText(text.substr(0, 200))));
    schema->tags = tags;
    return std::move(*schema);
}

} // namespace sidelight::fx
