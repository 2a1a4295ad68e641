// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/onnxir/edit/node_text.h"

#include "core/onnxir/element_type.h"
#include "core/onnxir/print.h"
#include "core/onnxir/print_names.h"
#include "core/support/rules.h"
#include "core/support/text.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstdlib>
#include <limits>
#include <utility>

namespace sidelight::onnxir {
namespace {

bool isSpace(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }
bool isWord(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

class NodeParser {
public:
    NodeParser(std::string_view text, const ValueNamed& valueNamed, const Node* old) : text_(text), valueNamed_(valueNamed), old_(old) {}

    Result<Node> parse()
    {
        operatorName();
        if (peek() == '<')
            attributes();
        inputs();
        if (peek() == '<' && node_.attributes.empty())
            attributes();
        skipSpace();
        if (at_ != text_.size())
            fail("the end");
        if (failed_)
            return *failed_;
        std::sort(node_.attributes.begin(), node_.attributes.end(), [](const Attribute& a, const Attribute& b) { return a.name < b.name; });
        return std::move(node_);
    }

private:
    void operatorName()
    {
        std::string name = word();
        for (; !failed_ && accept('.'); name = word())
            node_.op.domain += concat(node_.op.domain.empty() ? "" : ".", name);
        if (name.empty())
            return fail("an operator such as Relu");
        node_.op.op_type = std::move(name);
        if (accept(':'))
            node_.op.overload = word();
    }
    void inputs()
    {
        expect('(');
        if (accept(')'))
            return;
        while (!failed_) {
            if (peek() == ',' || peek() == ')')
                node_.inputs.emplace_back();
            else
                input();
            if (accept(')'))
                break;
            expect(',');
        }
        while (!node_.inputs.empty() && !node_.inputs.back())
            node_.inputs.pop_back();
    }
    void input()
    {
        skipSpace();
        const std::size_t start = at_;
        accept('%');
        std::string name = nameText();
        while (accept('.')) // "layers.0.weight" needs no quotes here.
            name += concat('.', word());
        if (failed_)
            return;
        if (name.empty())
            return fail("the name of a value");
        const auto value = valueNamed_(name);
        if (!value)
            return fail(concat("the name of a value, and there is none called '", support::plainText(name), "'"), start);
        node_.inputs.emplace_back(*value);
    }
    void attributes()
    {
        expect('<');
        if (accept('>'))
            return;
        do {
            Attribute attribute;
            attribute.name = nameText();
            if (attribute.name.empty())
                return fail("the name of an attribute");
            std::string type;
            if (accept(':'))
                type = word();
            expect('=');
            skipSpace();
            attribute.value = value(attribute.name, type);
            if (failed_)
                return;
            node_.attributes.push_back(std::move(attribute));
        } while (accept(','));
        expect('>');
    }

    AttributeValue value(const std::string& name, const std::string& type)
    {
        const std::size_t start = at_;
        // What is written as it was is what it was.
        if (const Attribute* known = old_ ? old_->attribute(name) : nullptr) {
            const std::string printed = printValue(known->value);
            const std::size_t end = start + printed.size();
            if (text_.substr(start, printed.size()) == printed && (end == text_.size() || !isWord(text_[end]))) {
                at_ = end;
                return known->value;
            }
        }
        if (peek() == '[')
            return list(type);
        if (peek() == '"')
            return quoted();
        if (accept('@')) {
            AttributeRef reference;
            reference.name = nameText();
            reference.type = referenceType(type);
            return reference;
        }
        if (std::isalpha(static_cast<unsigned char>(peek())) != 0 && !isNumberWord())
            return tensor();
        return number(type == "float" || type == "floats");
    }
    AttributeRef::Type referenceType(const std::string& type)
    {
        using Type = AttributeRef::Type;
        constexpr std::pair<std::string_view, Type> kTypes[] = {{"float", Type::Float}, {"int", Type::Int}, {"string", Type::String}, {"tensor", Type::Tensor},
            {"graph", Type::Graph}, {"floats", Type::Floats}, {"ints", Type::Ints}, {"strings", Type::Strings}, {"type_proto", Type::TypeProto}};
        for (const auto& [name, value] : kTypes)
            if (name == type)
                return value;
        fail("the type of the attribute, as in alpha: float = @alpha");
        return Type::Undefined;
    }
    AttributeValue number(bool asFloat)
    {
        skipSpace();
        const std::size_t start = at_;
        while (at_ < text_.size() && (isWord(text_[at_]) || text_[at_] == '.' || text_[at_] == '-' || text_[at_] == '+'))
            ++at_;
        const std::string token(text_.substr(start, at_ - start));
        std::int64_t integer = 0;
        const auto [end, problem] = std::from_chars(token.data(), token.data() + token.size(), integer);
        if (!asFloat && !token.empty() && problem == std::errc() && end == token.data() + token.size())
            return integer;
        char* stop = nullptr;
        const float real = std::strtof(token.c_str(), &stop);
        if (token.empty() || stop != token.c_str() + token.size())
            fail("a value: a number, a \"text\", a list [1, 2], or a tensor float[2] {1, 2}", start);
        return real;
    }
    bool isNumberWord() const
    {
        const std::string_view rest = text_.substr(at_);
        return support::startsWith(rest, "inf") || support::startsWith(rest, "nan");
    }
    AttributeValue list(const std::string& type)
    {
        std::vector<std::int64_t> ints;
        std::vector<float> floats;
        std::vector<std::string> strings;
        bool isFloats = type == "floats";
        expect('[');
        for (bool more = !accept(']'); more && !failed_; more = !accept(']')) {
            if (!ints.empty() || !floats.empty() || !strings.empty())
                expect(',');
            if (peek() == '"') {
                strings.push_back(quoted());
                continue;
            }
            const AttributeValue item = number(isFloats);
            isFloats = isFloats || std::holds_alternative<float>(item);
            if (const auto* integer = std::get_if<std::int64_t>(&item)) {
                ints.push_back(*integer);
                floats.push_back(static_cast<float>(*integer));
            } else {
                floats.push_back(std::get<float>(item));
            }
        }
        if (!strings.empty() && !floats.empty())
            fail("items of one kind");
        if (!strings.empty() || type == "strings")
            return strings;
        if (isFloats)
            return floats;
        return ints;
    }
    std::string quoted()
    {
        std::string out;
        skipSpace();
        for (++at_; at_ < text_.size() && text_[at_] != '"'; ++at_) {
            if (text_[at_] == '\\' && at_ + 1 < text_.size())
                ++at_;
            out += text_[at_];
        }
        expect('"');
        return out;
    }
    template <class T>
    AttributeValue tensorOf(ir::DType dtype, std::vector<std::int64_t> sizes, const std::vector<double>& values) const
    {
        std::vector<T> content;
        content.reserve(values.size());
        for (const double number : values)
            content.push_back(static_cast<T>(number));
        return std::make_shared<const ir::Tensor>(ir::Tensor::fromValues<T>(dtype, std::move(sizes), std::span<const T>(content)));
    }
    AttributeValue tensor()
    {
        const std::size_t start = at_;
        const std::string name = word();
        std::vector<std::int64_t> sizes;
        std::int64_t count = 1;
        if (accept('[')) {
            for (bool more = !accept(']'); more && !failed_; more = !accept(']')) {
                if (!sizes.empty())
                    expect(',');
                const AttributeValue size = number(false);
                const auto* integer = std::get_if<std::int64_t>(&size);
                if (!integer || *integer < 0 || *integer > (std::int64_t{1} << 20))
                    fail("a size");
                else
                    sizes.push_back(*integer);
                count *= sizes.empty() ? 1 : sizes.back();
            }
        }
        expect('{');
        std::vector<double> values;
        for (bool more = !accept('}'); more && !failed_; more = !accept('}')) {
            if (!values.empty())
                expect(',');
            skipSpace();
            const std::string rest(text_.substr(at_, 64));
            char* stop = nullptr;
            values.push_back(std::strtod(rest.c_str(), &stop));
            if (stop == rest.c_str())
                fail("a number");
            at_ += static_cast<std::size_t>(stop - rest.c_str());
        }
        if (!failed_ && static_cast<std::int64_t>(values.size()) != count)
            fail(concat(count, " numbers"));
        if (failed_)
            return {};
        if (name == "float")
            return tensorOf<float>(ir::DType::Float32, std::move(sizes), values);
        if (name == "double")
            return tensorOf<double>(ir::DType::Float64, std::move(sizes), values);
        if (name == "int64")
            return tensorOf<std::int64_t>(ir::DType::Int64, std::move(sizes), values);
        if (name == "int32")
            return tensorOf<std::int32_t>(ir::DType::Int32, std::move(sizes), values);
        if (name == "bool")
            return tensorOf<std::uint8_t>(ir::DType::Bool, std::move(sizes), values);
        fail("a value: a number, a \"text\", a list [1, 2], or a tensor of float, double, int64, int32 or bool", start);
        return {};
    }

    char peek()
    {
        skipSpace();
        return at_ < text_.size() ? text_[at_] : '\0';
    }
    std::string nameText() { return peek() == '"' ? quoted() : word(); }
    std::string word()
    {
        skipSpace();
        const std::size_t start = at_;
        while (at_ < text_.size() && (isWord(text_[at_]) || (text_[at_] & '\x80') != 0))
            ++at_;
        return std::string(text_.substr(start, at_ - start));
    }
    bool accept(char c)
    {
        if (failed_ || peek() != c)
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
    const ValueNamed& valueNamed_;
    const Node* old_;
    std::size_t at_ = 0;
    Node node_;
    std::optional<Diagnostic> failed_;
};

} // namespace

Result<Node> parseNode(std::string_view text, const ValueNamed& valueNamed, const Node* old) { return NodeParser(text, valueNamed, old).parse(); }

std::string formatNode(const Node& node, const std::function<std::string(Value)>& nameOf)
{
    std::string out;
    for (const std::string_view part : support::split(node.op.domain, '.'))
        if (!part.empty())
            out += concat(part, ".");
    out += node.op.op_type;
    if (!node.op.overload.empty())
        out += concat(":", node.op.overload);
    std::string attributes;
    for (const Attribute& attribute : node.attributes) {
        const auto* reference = std::get_if<AttributeRef>(&attribute.value);
        constexpr std::string_view kTypes[] = {"", "float", "int", "string", "tensor", "graph", "floats", "ints", "strings"};
        const std::string_view type = !reference ? std::string_view() : reference->type == AttributeRef::Type::TypeProto ? "type_proto" : kTypes[static_cast<std::size_t>(reference->type)];
        attributes += concat(attributes.empty() ? "" : ", ", identifier(attribute.name), type.empty() ? "" : ": ", type, " = ", printValue(attribute.value));
    }
    if (!attributes.empty())
        out += concat(" <", attributes, ">");
    std::string inputs;
    for (std::size_t i = 0; i < node.inputs.size(); ++i)
        inputs += concat(i == 0 ? "" : ", ", node.inputs[i] ? identifier(nameOf(*node.inputs[i])) : std::string());
    return concat(out, " (", inputs, ")");
}

} // namespace sidelight::onnxir
