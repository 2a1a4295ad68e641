// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/ir/dim_builder.h"
#include "core/support/text.h"

#include <algorithm>
#include <array>

// Prints as sympy's StrPrinter does: the same precedences, the same parentheses, torch's own form of floor division.

namespace sidelight::ir {
namespace {

using Kind = Dim::Kind;

enum Precedence : int
{
    kIdentity = 10,
    kOr = 20,
    kAnd = 30,
    kRelational = 35,
    kLow = 35,
    kBitwiseOr = 36,
    kBitwiseAnd = 38,
    kAdd = 40,
    kMul = 50,
    kPow = 60,
    kFunc = 70,
    kNot = 100,
    kAtom = 1000,
};

bool isNegative(const Dim& dim)
{
    if (const auto value = asRational(dim))
        return value->numerator < 0;
    if (dim.kind() == Kind::Real)
        return dim.realValue() < 0;
    if (dim.kind() == Kind::Product)
        return splitCoefficient(dim).first.numerator < 0;
    return false;
}

int precedence(const Dim& dim)
{
    switch (dim.kind()) {
    case Kind::Constant:
    case Kind::Real:
        return isNegative(dim) ? kAdd : kAtom;
    case Kind::Symbol:
        return kAtom;
    case Kind::Sum:
        return kAdd;
    case Kind::Product:
        return isNegative(dim) ? kAdd : kMul;
    case Kind::Power:
        return kPow;
    case Kind::FloorDiv:
    case Kind::Mod:
        return kLow;
    case Kind::TrueDiv:
        if (asRational(dim))
            return isNegative(dim) ? kAdd : kMul;
        return kLow;
    case Kind::Equal:
    case Kind::NotEqual:
        return kMul;
    case Kind::Less:
    case Kind::LessEqual:
        return kRelational;
    case Kind::And:
        return kAnd;
    case Kind::Or:
        return kOr;
    case Kind::Not:
        return kNot;
    case Kind::Min:
    case Kind::Max:
        return kAtom;
    case Kind::Call:
        break;
    }
    const std::string& name = dim.name();
    if (dim.operands().empty())
        return kAtom;
    if (name == "PowByNatural")
        return kMul;
    if (name == "FloatPow")
        return kPow;
    if (name == "Identity")
        return kIdentity;
    if (name == "ModularIndexing" || name == "Where" || name == "FloatTrueDiv" || name == "IntTrueDiv" ||
        name == "CleanDiv" || name == "PythonMod")
        return kLow;
    return kFunc;
}

std::string print(const Dim& dim);

/// Parentheses for what binds no stronger than `level`.
std::string parenthesize(const Dim& dim, int level)
{
    std::string text = print(dim);
    return precedence(dim) <= level ? concat('(', text, ')') : text;
}

std::string printSum(const Dim& dim)
{
    std::string out;
    for (const Dim& term : dim.operands()) {
        std::string text = print(term);
        const bool minus = !text.empty() && text.front() == '-';
        if (minus)
            text.erase(0, 1);
        if (precedence(term) < kAdd || term.kind() == Kind::Sum)
            text = concat('(', text, ')');
        if (out.empty())
            out = minus ? concat('-', text) : text;
        else
            out += concat(minus ? " - " : " + ", text);
    }
    return out;
}

std::string printProduct(const Dim& dim)
{
    const int level = precedence(dim);
    std::vector<std::string> above;
    std::vector<std::string> below;
    std::string sign;
    bool first = true;
    for (const Dim& factor : dim.operands()) {
        const auto number = asRational(factor);
        if (first && number) {
            if (number->numerator < 0)
                sign = "-";
            if (number->numerator != 1 && number->numerator != -1) {
                const std::string digits = concat(number->numerator);
                above.push_back(sign.empty() ? digits : digits.substr(1));
            }
            if (number->denominator != 1)
                below.push_back(concat(number->denominator));
        } else if (const auto [base, exponent] = splitPower(factor); exponent.asConstant().value_or(1) < 0) {
            const std::int64_t power = *exponent.asConstant();
            below.push_back(power == -1 ? parenthesize(base, level) : concat(parenthesize(base, kPow), "**", -power));
        } else {
            above.push_back(parenthesize(factor, level));
        }
        first = false;
    }
    if (above.empty())
        above.push_back("1");
    const std::string top = concat(sign, support::join(above, "*"));
    if (below.empty())
        return top;
    return below.size() == 1 ? concat(top, '/', below.front()) : concat(top, "/(", support::join(below, "*"), ')');
}

std::string printCall(std::string_view name, const Dim& dim)
{
    std::vector<std::string> arguments;
    for (const Dim& operand : dim.operands())
        arguments.push_back(print(operand));
    return concat(name, '(', support::join(arguments, ", "), ')');
}

std::string printJoined(const Dim& dim, std::string_view separator, int level)
{
    std::vector<std::string> parts;
    for (const Dim& operand : dim.operands())
        parts.push_back(parenthesize(operand, level));
    return support::join(parts, separator);
}

std::string print(const Dim& dim)
{
    const auto& operands = dim.operands();
    switch (dim.kind()) {
    case Kind::Constant:
        return concat(*dim.asConstant());
    case Kind::Real:
        return support::pythonFloat(dim.realValue());
    case Kind::Symbol:
        return dim.name();
    case Kind::Sum:
        return printSum(dim);
    case Kind::Product:
        return printProduct(dim);
    case Kind::Power:
        if (operands[1].asConstant() == -1)
            return concat("1/", parenthesize(operands[0], kPow));
        return concat(parenthesize(operands[0], kPow), "**", parenthesize(operands[1], kPow));
    case Kind::FloorDiv:
        return concat('(', parenthesize(operands[0], kAtom - 1), "//", parenthesize(operands[1], kAtom - 1), ')');
    case Kind::TrueDiv:
        if (const auto number = asRational(dim))
            return concat(number->numerator, '/', number->denominator);
        return printCall("IntTrueDiv", dim);
    case Kind::Less:
        return concat(parenthesize(operands[0], kRelational), " < ", parenthesize(operands[1], kRelational));
    case Kind::LessEqual:
        return concat(parenthesize(operands[0], kRelational), " <= ", parenthesize(operands[1], kRelational));
    case Kind::And:
        return printJoined(dim, " & ", kBitwiseAnd);
    case Kind::Or:
        return printJoined(dim, " | ", kBitwiseOr);
    case Kind::Not:
        return concat('~', parenthesize(operands[0], kNot));
    case Kind::Call:
        if (operands.empty())
            return dim.name();
        return printCall(dim.name(), dim);
    default:
        return printCall(sympyClass(dim), dim);
    }
}

} // namespace

std::string_view sympyClass(const Dim& dim)
{
    switch (dim.kind()) {
    case Kind::Constant:
        return "Integer";
    case Kind::Real:
        return "Float";
    case Kind::Symbol:
        return "Symbol";
    case Kind::Sum:
        return "Add";
    case Kind::Product:
        return "Mul";
    case Kind::Power:
        return "Pow";
    case Kind::FloorDiv:
        return "FloorDiv";
    case Kind::Mod:
        return "Mod";
    case Kind::Min:
        return "Min";
    case Kind::Max:
        return "Max";
    case Kind::TrueDiv:
        return "IntTrueDiv";
    case Kind::Equal:
        return "Eq";
    case Kind::NotEqual:
        return "Ne";
    case Kind::Less:
        return "StrictLessThan";
    case Kind::LessEqual:
        return "LessThan";
    case Kind::And:
        return "And";
    case Kind::Or:
        return "Or";
    case Kind::Not:
        return "Not";
    case Kind::Call:
        return dim.name();
    }
    return {};
}

std::string Dim::text() const
{
    return print(*this);
}

} // namespace sidelight::ir
