// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/fx/text/argument_text.h"

#include "core/fx/text/code_reader.h"
#include "core/fx/text/printed_line.h"
#include "core/fx/text/scanner.h"

#include <utility>

namespace sidelight::fx {
namespace {

using text::Scanner;

/// Whether the line is as printGraph has it: an opcode with its target after the name.
bool isPrinted(std::string_view line)
{
    for (const Op op : {Op::Placeholder, Op::GetAttr, Op::CallFunction, Op::CallMethod, Op::CallModule, Op::Output})
        if (const std::size_t at = line.find(name(op)); at != std::string_view::npos && line.substr(at + name(op).size(), 8) == "[target=")
            return true;
    return false;
}

/// `add = torch.ops.aten.add.Tensor(x, 1)`, `add: "f32[2]" = …` or the call alone.
Node readCodeLine(Scanner& scanner, const NodeNamed& nodeNamed)
{
    scanner.skipBlanks();
    const std::size_t start = scanner.at();
    scanner.accept('%');
    std::string name = scanner.word();
    if (name.empty() || scanner.peek() == '.' || !scanner.accept('=') || scanner.peek() == '=') {
        scanner.moveTo(start);
        name.clear();
    }
    text::Term term = text::CodeReader(scanner, nodeNamed).expression();
    if (!term.node)
        scanner.fail("a call such as torch.ops.aten.relu.default(x)", start);
    Node node = term.node ? std::move(*term.node) : Node();
    node.name = std::move(name);
    return node;
}

/// `what` has been read, and nothing else is there.
template <class T>
Result<T> finished(Scanner& scanner, T what)
{
    scanner.skipLines();
    if (!scanner.atEnd())
        scanner.fail("the end");
    if (scanner.failed())
        return scanner.error();
    return what;
}

} // namespace

Result<Argument> parseArgument(std::string_view text, const NodeNamed& nodeNamed)
{
    Scanner scanner(text);
    scanner.open(); // Newlines do not end an argument.
    return finished(scanner, text::readCodeArgument(scanner, nodeNamed));
}

Result<Node> parseNodeLine(std::string_view line, const NodeNamed& nodeNamed)
{
    Scanner scanner(line);
    return finished(scanner, isPrinted(line) ? text::readPrintedLine(scanner, nodeNamed).node : readCodeLine(scanner, nodeNamed));
}

} // namespace sidelight::fx
