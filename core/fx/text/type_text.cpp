// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/fx/text/type_text.h"

#include "core/fx/shape_rules.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace sidelight::fx::text {
namespace {

using ir::Type;

std::optional<ir::DType> dtypeOf(std::string_view shortName)
{
    for (int i = 0; i < static_cast<int>(ir::DType::Undefined); ++i)
        if (ir::shortName(static_cast<ir::DType>(i)) == shortName)
            return static_cast<ir::DType>(i);
    return std::nullopt;
}

/// An expression of sizes up to a comma or `end` outside parentheses.
ir::Dim readSize(Scanner& scanner, char end)
{
    scanner.skipBlanks();
    const std::size_t start = scanner.at();
    std::size_t at = start;
    const std::string_view text = scanner.text();
    for (int depth = 0; at < text.size() && (depth > 0 || (text[at] != ',' && text[at] != end)); ++at)
        depth += text[at] == '(' ? 1 : text[at] == ')' ? -1 : 0;
    auto dim = ir::Dim::parse(text.substr(start, at - start));
    if (!dim) {
        scanner.fail("a size: a number, a symbol or an expression of both", start);
        return {};
    }
    scanner.moveTo(at);
    return std::move(*dim);
}

std::vector<ir::Dim> readSizes(Scanner& scanner)
{
    std::vector<ir::Dim> sizes;
    while (!scanner.failed() && !scanner.accept(']')) {
        sizes.push_back(readSize(scanner, ']'));
        if (!scanner.accept(',')) {
            scanner.expect(']');
            break;
        }
    }
    return sizes;
}

Type readTensor(Scanner& scanner, ir::DType dtype)
{
    ir::TensorType type;
    type.dtype = dtype;
    scanner.expect('[');
    type.sizes = readSizes(scanner);
    if (scanner.peek() == '[' && scanner.accept('[')) {
        const std::size_t start = scanner.at();
        type.strides = readSizes(scanner);
        if (type.strides.size() != type.sizes.size())
            scanner.fail("as many strides as sizes", start);
    } else {
        type.strides = contiguousStrides(type.sizes);
    }
    if (isWord(scanner.peek())) { // print_readable(include_device=True): f32[2][1]cuda:0
        type.device.type = scanner.word();
        if (scanner.accept(':'))
            type.device.index = std::atoi(scanner.word().c_str());
    }
    return Type::of(std::move(type));
}

Type readSymbol(Scanner& scanner, Type::Kind kind)
{
    scanner.expect('(');
    Type type = Type::integer(readSize(scanner, ')'));
    type.kind = kind;
    scanner.expect(')');
    return type;
}

} // namespace

Type restOfType(Scanner& scanner, std::string_view word)
{
    Type type;
    if (word.empty()) {
        const bool list = scanner.accept('[');
        if (!list && !scanner.accept('(')) {
            scanner.fail("a type such as f32[2, n]");
            return type;
        }
        const char end = list ? ']' : ')';
        std::vector<Type> elements;
        while (!scanner.failed() && !scanner.accept(end)) {
            elements.push_back(readType(scanner));
            if (!scanner.accept(',')) {
                scanner.expect(end);
                break;
            }
        }
        return Type::list(std::move(elements));
    }
    if (const auto dtype = dtypeOf(word))
        return readTensor(scanner, *dtype);
    if (word == "Sym")
        return readSymbol(scanner, Type::Kind::Int);
    if (word == "Float" || word == "Bool")
        return readSymbol(scanner, word == "Float" ? Type::Kind::Float : Type::Kind::Bool);
    if (word == "int" || word == "float" || word == "bool" || word == "str" || word == "None")
        type.kind = word == "int"     ? Type::Kind::Int
                    : word == "float" ? Type::Kind::Float
                    : word == "bool"  ? Type::Kind::Bool
                    : word == "str"   ? Type::Kind::String
                                      : Type::Kind::None;
    else if (scanner.accept('[')) // typing.List[torch.Tensor] and its like
        for (int depth = 1; depth > 0 && !scanner.failed(); scanner.moveTo(scanner.at() + 1)) {
            if (scanner.atEnd())
                scanner.fail("']'");
            depth += scanner.peek() == '[' ? 1 : scanner.peek() == ']' ? -1 : 0;
        }
    return type;
}

Type readType(Scanner& scanner)
{
    Type type = scanner.enter() ? restOfType(scanner, scanner.word(".")) : Type();
    scanner.leave();
    return type;
}

} // namespace sidelight::fx::text
