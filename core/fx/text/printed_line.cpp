// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/fx/text/printed_line.h"

#include "core/fx/schema.h"
#include "core/fx/text/code_reader.h"
#include "core/fx/text/constants.h"
#include "core/fx/text/type_text.h"
#include "core/support/text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

namespace sidelight::fx::text {
namespace {

/// Reads arguments as Node.format_node prints them: nodes as %name, texts bare.
class PrintedReader {
public:
    PrintedReader(Scanner& scanner, const NodeNamed& nodeNamed, bool higherOrder) : scanner_(scanner), nodeNamed_(nodeNamed), higherOrder_(higherOrder) {}

    /// Items up to `end`; whether a comma without an item after it stood last.
    std::pair<std::vector<Argument>, bool> items(char end)
    {
        std::vector<Argument> items;
        scanner_.open();
        bool comma = false;
        if (!scanner_.accept(end)) {
            for (;;) {
                comma = false;
                items.push_back(value());
                if (scanner_.failed() || scanner_.accept(end))
                    break;
                expectSeparator(end);
                comma = true;
                if (scanner_.peek() == end && scanner_.accept(end))
                    break;
                if (scanner_.peek() == ' ' && scanner_.peek(1) == end) { // "(%x, )": the last item is an empty text.
                    items.emplace_back(std::string());
                    scanner_.expect(end);
                    break;
                }
                if (scanner_.failed())
                    break;
            }
        }
        scanner_.close();
        return {std::move(items), comma};
    }
    std::vector<std::pair<std::string, Argument>> dict()
    {
        std::vector<std::pair<std::string, Argument>> items;
        scanner_.open();
        while (!scanner_.failed() && !scanner_.accept('}')) {
            scanner_.skipBlanks();
            const std::size_t start = scanner_.at();
            std::string key = scanner_.word(".");
            if (key.empty() || scanner_.peek() != ':')
                scanner_.fail("a name with ':' after it", start);
            scanner_.expect(':');
            key_ = key;
            Argument item = value();
            key_.clear();
            items.emplace_back(std::move(key), std::move(item));
            if (!scanner_.accept(',')) {
                scanner_.expect('}');
                break;
            }
        }
        scanner_.close();
        return items;
    }

private:
    void expectSeparator(char end)
    {
        if (!scanner_.accept(','))
            scanner_.fail(concat("',' or '", end, '\''));
    }
    Argument value()
    {
        Argument result = scanner_.enter() ? valueHere() : Argument();
        scanner_.leave();
        return result;
    }
    Argument valueHere()
    {
        if (scanner_.accept('['))
            return items(']').first;
        scanner_.skipBlanks();
        if (scanner_.peek() == '(') {
            if (auto complex = complexHere())
                return *complex;
            scanner_.expect('(');
            return ArgumentTuple{items(')').first};
        }
        if (scanner_.accept('{')) {
            ArgumentDict result;
            for (auto& [key, item] : dict()) {
                result.keys.push_back(std::move(key));
                result.values.push_back(std::move(item));
            }
            return result;
        }
        if (scanner_.accept('%'))
            return node();
        return bare();
    }
    std::optional<Argument> complexHere()
    {
        const std::size_t end = scanner_.text().find(')', scanner_.at());
        if (end == std::string_view::npos || scanner_.text()[end - 1] != 'j')
            return std::nullopt;
        auto number = numberOf(scanner_.text().substr(scanner_.at(), end + 1 - scanner_.at()));
        if (number)
            scanner_.moveTo(end + 1);
        return number;
    }
    Argument node()
    {
        const std::size_t start = scanner_.at();
        const std::string name = scanner_.word();
        const auto value = scanner_.failed() ? std::nullopt : nodeNamed_(name);
        if (value)
            return *value;
        scanner_.fail(name.empty() ? std::string("the name of a node") : concat("a node that is made before, and there is none called %", support::plainText(name)), start);
        return {};
    }
    /// A text without quotes ends at ", " or at a bracket that it did not open; a number or a name at any comma.
    Argument bare()
    {
        const std::size_t start = scanner_.at();
        const std::string_view text = scanner_.text();
        int depth = 0;
        std::size_t at = start;
        for (; at < text.size(); ++at) {
            const char c = text[at];
            if (c == '(' || c == '[' || c == '{') {
                ++depth;
            } else if (c == ')' || c == ']' || c == '}') {
                if (depth-- == 0)
                    break;
            } else if (c == ',' && depth == 0) {
                if (at + 1 >= text.size() || text[at + 1] == ' ' || text[at + 1] == '\n' || text[at + 1] == ')' || known(text.substr(start, at - start)))
                    break;
            }
        }
        if (at >= text.size()) {
            scanner_.fail("a closing bracket", text.size());
            return {};
        }
        const std::string_view token = text.substr(start, at - start);
        if (support::startsWith(token, "slice(") && token.back() == ')')
            scanner_.fail(kNoSlices, start);
        scanner_.moveTo(at);
        if (auto argument = known(token))
            return *argument;
        const bool quoted = token.size() >= 2 && (token.front() == '\'' || token.front() == '"') && token.back() == token.front();
        return std::string(quoted ? token.substr(1, token.size() - 2) : token);
    }
    [[nodiscard]] std::optional<Argument> known(std::string_view token) const
    {
        if (auto number = numberOf(token))
            return number;
        if (auto constant = constantNamed(token))
            return constant;
        if (auto size = sizeOf(token))
            return size;
        if (auto device = deviceOf(token))
            return device;
        if (support::startsWith(token, "<graph ") && token.back() == '>') {
            std::uint32_t number = 0;
            if (std::from_chars(token.data() + 7, token.data() + token.size(), number).ec == std::errc())
                return Argument(GraphId{number});
        }
        if (std::count(token.begin(), token.end(), '.') >= 2 && !support::startsWith(token, "torch.") && findSchema(token))
            return Argument(OperatorRef{concat("torch.ops.", token)});
        return std::nullopt;
    }
    [[nodiscard]] std::optional<Argument> deviceOf(std::string_view token) const
    {
        const std::size_t colon = std::min(token.find(':'), token.size());
        constexpr std::array<std::string_view, 7> kDevices = {"cpu", "cuda", "meta", "mps", "xpu", "hpu", "xla"};
        if (higherOrder_ || (!key_.empty() && key_ != "device") || std::find(kDevices.begin(), kDevices.end(), token.substr(0, colon)) == kDevices.end())
            return std::nullopt;
        ir::Device device;
        device.type = std::string(token.substr(0, colon));
        int index = 0;
        if (colon < token.size()) {
            const auto [end, problem] = std::from_chars(token.data() + colon + 1, token.data() + token.size(), index);
            if (problem != std::errc() || end != token.data() + token.size())
                return std::nullopt;
            device.index = index;
        }
        return Argument(std::move(device));
    }

    Scanner& scanner_;
    const NodeNamed& nodeNamed_;
    bool higherOrder_;
    std::string key_; ///< Of the keyword argument that is read.
};

std::optional<Op> opNamed(std::string_view text)
{
    for (const Op op : {Op::Placeholder, Op::GetAttr, Op::CallFunction, Op::CallMethod, Op::CallModule, Op::Output})
        if (name(op) == text)
            return op;
    return std::nullopt;
}

class LineReader {
public:
    LineReader(Scanner& scanner, const NodeNamed& nodeNamed) : scanner_(scanner), nodeNamed_(nodeNamed) {}

    TypedNode read()
    {
        scanner_.skipBlanks();
        if (scanner_.accept("return"))
            returned();
        else
            named();
        comment();
        return std::move(line_);
    }

private:
    void returned()
    {
        Node& node = line_.node;
        node.op = Op::Output;
        node.name = node.target = "output";
        node.args = {readCodeArgument(scanner_, nodeNamed_)};
    }
    void named()
    {
        scanner_.accept('%');
        line_.at = scanner_.at();
        Node& node = line_.node;
        node.name = scanner_.word();
        if (node.name.empty())
            return scanner_.fail("a node such as %add, or return", line_.at);
        annotations();
        scanner_.expect('=');
        scanner_.skipBlanks();
        const std::size_t start = scanner_.at();
        const auto op = opNamed(scanner_.word());
        if (!op)
            return scanner_.fail("one of placeholder, get_attr, call_function, call_method, call_module and output", start);
        node.op = *op;
        target();
        if (!scanner_.failed())
            rest();
    }
    /// `: f32[2] : [num_users=1]`, each part or none.
    void annotations()
    {
        while (!scanner_.failed() && scanner_.accept(':')) {
            if (scanner_.accept('[')) {
                scanner_.until(']');
                continue;
            }
            line_.type = readType(scanner_);
            if (scanner_.accept('['))
                scanner_.until(']');
        }
        if (scanner_.accept('[')) // A colon lost by pasting.
            scanner_.until(']');
    }
    void target()
    {
        scanner_.expect('[');
        scanner_.expect("target");
        scanner_.expect('=');
        std::string target = scanner_.until(']');
        if (target.find_first_of("\n,") != std::string::npos)
            return scanner_.fail("']' after the target");
        Node& node = line_.node;
        node.target = node.op == Op::CallFunction && !support::startsWith(target, "torch.") && findSchema(target) ? concat("torch.ops.", target) : std::move(target);
    }
    void rest()
    {
        Node& node = line_.node;
        if (node.op == Op::GetAttr)
            return;
        if (node.op == Op::Placeholder) {
            if (!scanner_.accept('('))
                return;
            scanner_.open();
            scanner_.expect("default");
            scanner_.expect('=');
            node.args = {readCodeArgument(scanner_, nodeNamed_)};
            scanner_.close();
            return scanner_.expect(')');
        }
        PrintedReader reader(scanner_, nodeNamed_, support::startsWith(node.target, "torch.ops.higher_order."));
        scanner_.expect('(');
        scanner_.open();
        scanner_.expect("args");
        scanner_.expect('=');
        scanner_.expect('(');
        if (!scanner_.failed())
            node.args = reader.items(')').first;
        if (scanner_.accept(',')) {
            scanner_.expect("kwargs");
            scanner_.expect('=');
            scanner_.expect('{');
            if (!scanner_.failed())
                node.kwargs = reader.dict();
        }
        scanner_.close();
        scanner_.expect(')');
        joinTexts();
    }
    /// An equation "i, j -> ij" prints as several items: those in excess of what the schema takes belong to its text.
    void joinTexts()
    {
        Node& node = line_.node;
        const Schema* schema = findSchema(node.overload());
        const auto positional = !schema ? 0 : static_cast<std::size_t>(std::count_if(schema->arguments.begin(), schema->arguments.end(), [](const auto& a) { return !a.keywordOnly; }));
        if (!schema || node.args.size() <= positional)
            return;
        std::size_t excess = node.args.size() - positional;
        for (std::size_t at = 0; at < positional && excess > 0; ++at) {
            auto* text = std::get_if<std::string>(&node.args[at].content);
            while (text && excess > 0 && at + 1 < node.args.size()) {
                const auto* next = node.args[at + 1].as<std::string>();
                if (!next)
                    break;
                *text += concat(", ", *next);
                node.args.erase(node.args.begin() + static_cast<std::ptrdiff_t>(at) + 1);
                --excess;
            }
        }
    }
    /// `# f32[2, 3]` at the end tells the type.
    void comment()
    {
        scanner_.skipBlanks();
        if (scanner_.failed() || scanner_.peek() != '#') {
            if (!scanner_.failed() && !scanner_.acceptLineEnd())
                scanner_.fail("the end of the line");
            return;
        }
        scanner_.moveTo(scanner_.at() + 1);
        const std::string_view text = scanner_.restOfLine();
        Scanner inner(text);
        ir::Type type = readType(inner);
        if (!line_.type && !inner.failed() && inner.acceptLineEnd() && type.kind != ir::Type::Kind::Unknown)
            line_.type = std::move(type);
    }

    Scanner& scanner_;
    const NodeNamed& nodeNamed_;
    TypedNode line_;
};

} // namespace

TypedNode readPrintedLine(Scanner& scanner, const NodeNamed& nodeNamed) { return LineReader(scanner, nodeNamed).read(); }

} // namespace sidelight::fx::text
