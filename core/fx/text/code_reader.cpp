// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/fx/text/code_reader.h"

#include "core/fx/text/constants.h"
#include "core/support/text.h"

#include <cstdlib>
#include <utility>

namespace sidelight::fx::text {

Argument CodeReader::settle(Term term)
{
    if (!term.node)
        return std::move(term.value);
    if (!emit_)
        scanner_.fail("a value, and no call or attribute, here");
    return scanner_.failed() ? Argument() : Argument(emit_(std::move(*term.node)));
}

Term CodeReader::postfix()
{
    Term term = scanner_.enter() ? primary() : Term();
    while (!scanner_.failed()) {
        if (scanner_.peek() == '.' && isWord(scanner_.peek(1)))
            term = method(std::move(term));
        else if (scanner_.peek() == '[')
            term = item(std::move(term));
        else
            break;
    }
    scanner_.leave();
    return term;
}

Term CodeReader::primary()
{
    scanner_.skipBlanks();
    const char c = scanner_.peek();
    if (c == '(')
        return parenthesized();
    if (scanner_.accept('['))
        return {Argument(items(']')), std::nullopt};
    if (c == '{')
        return {dict(), std::nullopt};
    if (c == '\'' || c == '"')
        return {Argument(scanner_.quoted()), std::nullopt};
    if (c == '<')
        return {printedObject(), std::nullopt};
    if ((c >= '0' && c <= '9') || (c == '.' && scanner_.peek(1) >= '0' && scanner_.peek(1) <= '9')) {
        const std::size_t start = scanner_.at();
        std::size_t end = start;
        const std::string_view text = scanner_.text();
        while (end < text.size() && (isWord(text[end]) || text[end] == '.' || ((text[end] == '-' || text[end] == '+') && (text[end - 1] == 'e' || text[end - 1] == 'E'))))
            ++end;
        auto number = numberOf(text.substr(start, end - start));
        if (!number)
            scanner_.fail("a number", start);
        scanner_.moveTo(end);
        return {number.value_or(Argument()), std::nullopt};
    }
    return named();
}

/// What has no literal: `<OpOverload(op='aten.sin.default')>`, `<graph 3>`, `<class name>`.
Argument CodeReader::printedObject()
{
    const std::size_t start = scanner_.at();
    const std::string text = scanner_.until('>');
    const std::size_t space = text.find(' ');
    constexpr std::string_view kOverload = "<OpOverload(op='";
    if (support::startsWith(text, kOverload))
        return OperatorRef{concat("torch.ops.", std::string_view(text).substr(kOverload.size(), text.find('\'', kOverload.size()) - kOverload.size()))};
    if (support::startsWith(text, "<graph "))
        return GraphId{static_cast<std::uint32_t>(std::strtoul(text.c_str() + space, nullptr, 10))};
    if (space != std::string::npos)
        return CustomObject{text.substr(space + 1), text.substr(1, space - 1)};
    scanner_.fail("a value", start);
    return {};
}

Term CodeReader::parenthesized()
{
    const std::size_t start = scanner_.at();
    scanner_.expect('(');
    scanner_.open();
    if (scanner_.accept(')')) {
        scanner_.close();
        return {Argument(ArgumentTuple{}), std::nullopt};
    }
    Term first = expression();
    if (scanner_.accept(')')) {
        scanner_.close();
        const std::string_view inner = scanner_.text().substr(start, scanner_.at() - start);
        if (auto number = inner[inner.size() - 2] == 'j' ? numberOf(inner) : std::nullopt)
            return {*number, std::nullopt};
        return first;
    }
    scanner_.close();
    ArgumentTuple tuple;
    tuple.items.push_back(settle(std::move(first)));
    if (!scanner_.accept(','))
        scanner_.fail("',' or ')'");
    for (Argument& argument : items(')'))
        tuple.items.push_back(std::move(argument));
    return {Argument(std::move(tuple)), std::nullopt};
}

std::vector<Argument> CodeReader::items(char end, bool* comma)
{
    std::vector<Argument> items;
    scanner_.open();
    while (!scanner_.failed() && !scanner_.accept(end)) {
        items.push_back(argument());
        const bool more = scanner_.accept(',');
        if (comma)
            *comma = more;
        if (more)
            continue;
        if (!scanner_.accept(end))
            scanner_.fail(concat("',' or '", end, '\''));
        break;
    }
    scanner_.close();
    return items;
}

Argument CodeReader::dict()
{
    ArgumentDict dict;
    scanner_.expect('{');
    scanner_.open();
    while (!scanner_.failed() && !scanner_.accept('}')) {
        dict.keys.push_back(scanner_.quoted());
        scanner_.expect(':');
        dict.values.push_back(argument());
        if (!scanner_.accept(',')) {
            scanner_.expect('}');
            break;
        }
    }
    scanner_.close();
    return dict;
}

void CodeReader::arguments(Node& node)
{
    scanner_.expect('(');
    scanner_.open();
    while (!scanner_.failed() && !scanner_.accept(')')) {
        scanner_.skipBlanks();
        const std::size_t start = scanner_.at();
        std::string name = scanner_.word();
        if (!name.empty() && scanner_.accept('=') && scanner_.peek() != '=') {
            node.kwargs.emplace_back(std::move(name), argument());
        } else {
            scanner_.moveTo(start);
            if (scanner_.peek() == '*')
                scanner_.fail("an argument; * and ** are not read");
            if (!node.kwargs.empty())
                scanner_.fail("an argument with a name, as one stands before it");
            node.args.push_back(argument());
        }
        if (scanner_.accept(','))
            continue;
        if (!scanner_.accept(')'))
            scanner_.fail("',' or ')'");
        break;
    }
    scanner_.close();
}

Argument CodeReader::device()
{
    Node call;
    arguments(call);
    ir::Device device;
    for (auto& [key, value] : call.kwargs)
        if (key == "type")
            call.args.insert(call.args.begin(), std::move(value));
        else if (key == "index")
            call.args.push_back(std::move(value));
    const auto* type = call.args.empty() ? nullptr : call.args[0].as<std::string>();
    const auto* index = call.args.size() < 2 ? nullptr : call.args[1].as<std::int64_t>();
    if (!type || (call.args.size() == 2 && !index) || call.args.size() > 2) {
        scanner_.fail("device(type='cpu') or device(type='cuda', index=0) before this");
        return {};
    }
    const std::size_t colon = type->find(':');
    device.type = type->substr(0, colon);
    if (colon != std::string::npos)
        device.index = std::atoi(type->c_str() + colon + 1);
    else if (index)
        device.index = static_cast<int>(*index);
    return device;
}

/// `s77`, `Max(1, u0)`.
std::optional<Term> CodeReader::symbolic(const std::string& name, std::size_t start)
{
    if (isSymbol(name))
        return Term{Argument(ir::Dim::symbol(name)), std::nullopt};
    if (name.find('.') != std::string::npos || scanner_.peek() != '(')
        return std::nullopt;
    const std::string_view text = scanner_.text();
    int depth = 0;
    for (std::size_t at = scanner_.at(); at < text.size(); ++at) {
        depth += text[at] == '(' ? 1 : text[at] == ')' ? -1 : 0;
        if (depth > 0)
            continue;
        auto size = sizeOf(text.substr(start, at + 1 - start));
        if (!size)
            return std::nullopt;
        scanner_.moveTo(at + 1);
        return Term{*size, std::nullopt};
    }
    return std::nullopt;
}

Term CodeReader::named()
{
    const bool sure = scanner_.accept('%');
    const std::size_t start = scanner_.at();
    std::string name = scanner_.word();
    if (scanner_.failed())
        return {};
    if (name.empty()) {
        scanner_.fail("a value: a node, a number, a 'text', None, True, a list, a tuple or a name such as torch.float32", start);
        return {};
    }
    if (const auto value = nodeNamed_(name))
        return {Argument(*value), std::nullopt};
    if (sure) {
        scanner_.fail(concat("a node that is made before, and there is none called %", support::plainText(name)), start);
        return {};
    }
    if (name == "self")
        return selfPath();
    if (name == "getattr" && scanner_.peek() == '(')
        return getattrPath();
    while (scanner_.peek() == '.' && isWord(scanner_.peek(1))) {
        scanner_.moveTo(scanner_.at() + 1);
        name += concat('.', scanner_.word());
    }
    if ((name == "device" || name == "torch.device") && scanner_.peek() == '(')
        return {device(), std::nullopt};
    if (auto constant = constantNamed(name))
        return {*constant, std::nullopt};
    if (name == "cpu") // As printed lines have it.
        return {Argument(ir::Device{}), std::nullopt};
    if (auto size = symbolic(name, start))
        return *size;
    if (name == "slice" && scanner_.peek() == '(')
        scanner_.fail(kNoSlices, start);
    if (scanner_.peek() == '(')
        return call(targetNamed(name));
    if (const std::string target = targetNamed(name); support::startsWith(target, "torch.ops."))
        return {Argument(OperatorRef{target}), std::nullopt};
    scanner_.fail(name.find('.') == std::string::npos ? concat("a node that is made before, and there is none called %", support::plainText(name))
                                                      : concat("a dtype, layout or memory format of torch, or a call, instead of ", support::plainText(name)),
                  start);
    return {};
}

Term CodeReader::call(std::string target)
{
    Node node;
    node.target = std::move(target);
    arguments(node);
    return {{}, std::move(node)};
}

/// `self.layers.0.weight`, and a call of it.
Term CodeReader::selfPath()
{
    Node node;
    node.op = Op::GetAttr;
    while (scanner_.peek() == '.') {
        scanner_.moveTo(scanner_.at() + 1);
        node.target += concat(node.target.empty() ? "" : ".", scanner_.word());
    }
    if (node.target.empty())
        scanner_.fail("an attribute such as self.weight");
    if (scanner_.peek() == '(') {
        node.op = Op::CallModule;
        arguments(node);
    }
    return {{}, std::move(node)};
}

/// `getattr(self.layers, "0").weight`; or the attribute of a value.
Term CodeReader::getattrPath()
{
    scanner_.expect('(');
    scanner_.open();
    Term of = postfix();
    scanner_.expect(',');
    const std::string attribute = scanner_.quoted();
    scanner_.close();
    scanner_.expect(')');
    if (scanner_.failed())
        return {};
    if (!of.node || of.node->op != Op::GetAttr) {
        Node node;
        node.target = "builtins.getattr";
        node.args = {settle(std::move(of)), attribute};
        return {{}, std::move(node)};
    }
    of.node->target += concat('.', attribute);
    while (scanner_.peek() == '.') {
        scanner_.moveTo(scanner_.at() + 1);
        of.node->target += concat('.', scanner_.word());
    }
    if (scanner_.peek() == '(') {
        of.node->op = Op::CallModule;
        arguments(*of.node);
    }
    return of;
}

/// `.relu()` or an attribute such as `.shape` of a value.
Term CodeReader::method(Term self)
{
    scanner_.moveTo(scanner_.at() + 1);
    const std::string name = scanner_.word();
    Node node;
    node.args.push_back(settle(std::move(self)));
    if (scanner_.peek() == '(') {
        node.op = Op::CallMethod;
        node.target = name;
        arguments(node);
    } else {
        node.target = "builtins.getattr";
        node.args.emplace_back(name);
    }
    return {{}, std::move(node)};
}

Term CodeReader::item(Term of)
{
    scanner_.expect('[');
    Node node;
    node.target = "operator.getitem";
    node.args.push_back(settle(std::move(of)));
    bool comma = false;
    scanner_.skipBlanks();
    if (scanner_.peek() == ':')
        scanner_.fail(kNoSlices);
    std::vector<Argument> indices = items(']', &comma);
    if (indices.empty())
        scanner_.fail("an index");
    if (indices.size() == 1 && !comma)
        node.args.push_back(std::move(indices.front()));
    else
        node.args.emplace_back(ArgumentTuple{std::move(indices)});
    return {{}, std::move(node)};
}

Term CodeReader::expressions()
{
    Term first = expression();
    scanner_.skipBlanks();
    if (scanner_.failed() || scanner_.peek() != ',')
        return first;
    ArgumentTuple tuple;
    tuple.items.push_back(settle(std::move(first)));
    while (scanner_.accept(',')) {
        scanner_.skipBlanks();
        if (scanner_.atEnd() || scanner_.peek() == '\n' || scanner_.peek() == ';' || scanner_.peek() == '#')
            break;
        tuple.items.push_back(argument());
    }
    return {Argument(std::move(tuple)), std::nullopt};
}

Argument readCodeArgument(Scanner& scanner, const NodeNamed& nodeNamed) { return CodeReader(scanner, nodeNamed).argument(); }

} // namespace sidelight::fx::text
