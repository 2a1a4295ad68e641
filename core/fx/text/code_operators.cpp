// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/fx/text/code_reader.h"

#include "core/fx/text/constants.h"
#include "core/support/text.h"

#include <array>
#include <utility>

namespace sidelight::fx::text {
namespace {

struct BinaryOperator {
    std::string_view symbol;
    std::string_view target;
    int level; ///< As Python binds them, loosest first.
};
/// Longer symbols before those they begin with.
constexpr auto kBinary = std::to_array<BinaryOperator>({
    {"==", "operator.eq", 0}, {"!=", "operator.ne", 0},     {"<=", "operator.le", 0},   {">=", "operator.ge", 0},       {"<<", "operator.lshift", 4},
    {">>", "operator.rshift", 4}, {"<", "operator.lt", 0},  {">", "operator.gt", 0},    {"|", "operator.or_", 1},       {"^", "operator.xor", 2},
    {"&", "operator.and_", 3},    {"+", "operator.add", 5}, {"-", "operator.sub", 5},   {"//", "operator.floordiv", 6}, {"/", "operator.truediv", 6},
    {"%", "operator.mod", 6},     {"@", "operator.matmul", 6}, {"*", "operator.mul", 6},
});
constexpr int kUnaryLevel = 7;

std::optional<ir::Dim> dimOf(const Argument& argument)
{
    if (const auto* dim = argument.as<ir::Dim>())
        return *dim;
    if (const auto* integer = argument.as<std::int64_t>())
        return ir::Dim::constant(*integer);
    return std::nullopt;
}

} // namespace

Term CodeReader::operation(std::string_view target, Term left, Term right, std::string_view symbol)
{
    const auto leftDim = left.node ? std::nullopt : dimOf(left.value);
    const auto rightDim = right.node ? std::nullopt : dimOf(right.value);
    if (leftDim && rightDim && !(leftDim->isConstant() && rightDim->isConstant())) // Sizes are one expression, not a node.
        if (auto dim = ir::Dim::parse(concat('(', leftDim->text(), ") ", symbol, " (", rightDim->text(), ')')))
            return {Argument(std::move(*dim)), std::nullopt};
    Node node;
    node.target = std::string(target);
    node.args.push_back(settle(std::move(left)));
    node.args.push_back(settle(std::move(right)));
    return {{}, std::move(node)};
}

Term CodeReader::binary(int level)
{
    if (level == kUnaryLevel)
        return unary();
    Term left = binary(level + 1);
    for (;;) {
        scanner_.skipBlanks();
        const BinaryOperator* found = nullptr;
        const std::string_view rest = scanner_.text().substr(scanner_.at());
        for (const BinaryOperator& candidate : kBinary)
            if (!found && support::startsWith(rest, candidate.symbol))
                found = &candidate;
        if (scanner_.failed() || !found || found->level != level || support::startsWith(rest, "**"))
            return left;
        scanner_.moveTo(scanner_.at() + found->symbol.size());
        Term right = binary(level + 1);
        left = operation(found->target, std::move(left), std::move(right), found->symbol);
    }
}

Term CodeReader::unary()
{
    scanner_.skipBlanks();
    const std::size_t start = scanner_.at();
    const char sign = scanner_.peek();
    if (sign != '-' && sign != '+' && sign != '~')
        return power();
    constexpr std::string_view kLeast = "-9223372036854775808";
    if (support::startsWith(scanner_.text().substr(start), kLeast) && !isWord(scanner_.peek(kLeast.size())) && scanner_.peek(kLeast.size()) != '.') {
        scanner_.moveTo(start + kLeast.size());
        return {*numberOf(kLeast), std::nullopt};
    }
    scanner_.moveTo(start + 1);
    Term operand = scanner_.enter() ? unary() : Term();
    scanner_.leave();
    if (!operand.node && sign != '~') {
        if (const auto* integer = operand.value.as<std::int64_t>())
            return {Argument(sign == '-' ? -*integer : *integer), std::nullopt};
        if (const auto* real = operand.value.as<double>())
            return {Argument(sign == '-' ? -*real : *real), std::nullopt};
        if (const auto* dim = operand.value.as<ir::Dim>(); dim && sign == '-')
            return {Argument(ir::Dim::constant(-1) * *dim), std::nullopt};
        if (const auto* complex = operand.value.as<std::complex<double>>(); complex && sign == '-')
            return {Argument(std::complex<double>(complex->real() == 0 ? 0.0 : -complex->real(), -complex->imag())), std::nullopt}; // As repr() has it.
    }
    Node node;
    node.target = sign == '-' ? "operator.neg" : sign == '+' ? "operator.pos" : "operator.invert";
    node.args.push_back(settle(std::move(operand)));
    return {{}, std::move(node)};
}

Term CodeReader::power()
{
    Term base = postfix();
    if (!scanner_.accept("**"))
        return base;
    Term exponent = scanner_.enter() ? unary() : Term();
    scanner_.leave();
    return operation("operator.pow", std::move(base), std::move(exponent), "**");
}

} // namespace sidelight::fx::text
