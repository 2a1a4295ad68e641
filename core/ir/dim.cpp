// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/ir/dim.h"

#include "core/ir/dim_builder.h"

#include <algorithm>
#include <bit>
#include <set>
#include <tuple>

namespace sidelight::ir {

struct Dim::Node
{
    Kind kind = Kind::Constant;
    std::int64_t value = 0;
    double real = 0;
    std::string name;
    std::vector<Dim> operands;
};

namespace {

/// sympy's class_key: numbers, symbols, products, sums, powers, functions, the rest; then by name.
std::tuple<int, int, std::string_view> classKey(const Dim& dim)
{
    switch (dim.kind()) {
    case Dim::Kind::Constant:
    case Dim::Kind::Real:
        return {1, 0, "Number"};
    case Dim::Kind::Symbol:
        return {2, 0, "Symbol"};
    case Dim::Kind::Product:
        return {3, 0, "Mul"};
    case Dim::Kind::Sum:
        return {3, 1, "Add"};
    case Dim::Kind::Power:
        return {3, 2, "Pow"};
    case Dim::Kind::FloorDiv:
    case Dim::Kind::Mod:
    case Dim::Kind::Call:
        return {4, 10000, sympyClass(dim)};
    case Dim::Kind::TrueDiv:
        if (asRational(dim))
            return {1, 0, "Number"};
        return {4, 10000, sympyClass(dim)};
    default:
        return {5, 0, sympyClass(dim)};
    }
}

double numeric(const Dim& dim)
{
    if (dim.kind() == Dim::Kind::Real)
        return dim.realValue();
    const auto value = asRational(dim);
    return value ? static_cast<double>(value->numerator) / static_cast<double>(value->denominator) : 0.0;
}

std::strong_ordering compareDoubles(double left, double right)
{
    if (left < right)
        return std::strong_ordering::less;
    if (left > right)
        return std::strong_ordering::greater;
    return std::bit_cast<std::uint64_t>(left) <=> std::bit_cast<std::uint64_t>(right);
}

__extension__ typedef __int128 Wide;

std::strong_ordering compareRationals(Rational left, Rational right)
{
    const Wide a = static_cast<Wide>(left.numerator) * right.denominator;
    const Wide b = static_cast<Wide>(right.numerator) * left.denominator;
    return a < b ? std::strong_ordering::less : a > b ? std::strong_ordering::greater : std::strong_ordering::equal;
}

std::strong_ordering compareNumbers(const Dim& left, const Dim& right)
{
    const auto a = asRational(left);
    const auto b = asRational(right);
    if (a && b)
        return compareRationals(*a, *b);
    if (const auto byValue = compareDoubles(numeric(left), numeric(right)); byValue != 0)
        return byValue;
    return left.kind() <=> right.kind();
}

/// sympy's sort_key: (class, arguments, exponent, coefficient).
std::strong_ordering compare(const Dim& left, const Dim& right)
{
    const auto [leftCoefficient, leftTerm] = splitCoefficient(left);
    const auto [rightCoefficient, rightTerm] = splitCoefficient(right);
    const auto [leftBase, leftExponent] = splitPower(leftTerm);
    const auto [rightBase, rightExponent] = splitPower(rightTerm);
    if (const auto byClass = classKey(leftBase) <=> classKey(rightBase); byClass != 0)
        return byClass;
    if (std::get<0>(classKey(leftBase)) == 1) {
        if (const auto byNumber = compareNumbers(leftBase, rightBase); byNumber != 0)
            return byNumber;
    } else if (leftBase.kind() == Dim::Kind::Symbol) {
        if (const auto byName = leftBase.name() <=> rightBase.name(); byName != 0)
            return byName;
    } else {
        const auto& a = leftBase.operands();
        const auto& b = rightBase.operands();
        if (const auto bySize = a.size() <=> b.size(); bySize != 0)
            return bySize;
        for (std::size_t i = 0; i < a.size(); ++i)
            if (const auto byOperand = a[i] <=> b[i]; byOperand != 0)
                return byOperand;
    }
    const bool oneLeft = leftExponent == Dim::constant(1);
    const bool oneRight = rightExponent == Dim::constant(1);
    if (!oneLeft || !oneRight)
        if (const auto byExponent = leftExponent <=> rightExponent; byExponent != 0)
            return byExponent;
    return compareRationals(leftCoefficient, rightCoefficient);
}

void collectSymbols(const Dim& dim, std::set<std::string>& names)
{
    if (dim.kind() == Dim::Kind::Symbol)
        names.insert(dim.name());
    for (const Dim& operand : dim.operands())
        collectSymbols(operand, names);
}

} // namespace

Dim Dim::constant(std::int64_t value)
{
    auto node = std::make_shared<Node>();
    node->value = value;
    return Dim(std::move(node));
}

Dim Dim::real(double value)
{
    auto node = std::make_shared<Node>();
    node->kind = Kind::Real;
    node->real = value;
    return Dim(std::move(node));
}

Dim Dim::symbol(std::string name)
{
    auto node = std::make_shared<Node>();
    node->kind = Kind::Symbol;
    node->name = std::move(name);
    return Dim(std::move(node));
}

Dim DimBuilder::raw(Dim::Kind kind, std::vector<Dim> operands, std::string name)
{
    auto node = std::make_shared<Dim::Node>();
    node->kind = kind;
    node->operands = std::move(operands);
    node->name = std::move(name);
    return Dim(std::move(node));
}

Dim Dim::make(Kind kind, std::vector<Dim> operands, std::string name)
{
    return canonical(kind, std::move(operands), std::move(name));
}

Dim::Kind Dim::kind() const
{
    return node_->kind;
}

std::optional<std::int64_t> Dim::asConstant() const
{
    if (node_->kind != Kind::Constant)
        return std::nullopt;
    return node_->value;
}

const std::string& Dim::name() const
{
    return node_->name;
}
double Dim::realValue() const
{
    return node_->real;
}
const std::vector<Dim>& Dim::operands() const
{
    return node_->operands;
}

std::vector<std::string> Dim::symbols() const
{
    std::set<std::string> names;
    collectSymbols(*this, names);
    return {names.begin(), names.end()};
}

Dim Dim::substitute(const std::map<std::string, Dim, std::less<>>& replacements) const
{
    if (kind() == Kind::Symbol) {
        const auto found = replacements.find(name());
        return found == replacements.end() ? *this : found->second;
    }
    if (operands().empty())
        return *this;
    std::vector<Dim> replaced;
    replaced.reserve(operands().size());
    for (const Dim& operand : operands())
        replaced.push_back(operand.substitute(replacements));
    return make(kind(), std::move(replaced), name());
}

Dim operator-(const Dim& left, const Dim& right)
{
    return left + Dim::constant(-1) * right;
}

bool operator==(const Dim& left, const Dim& right)
{
    if (left.node_ == right.node_)
        return true;
    const Dim::Node& a = *left.node_;
    const Dim::Node& b = *right.node_;
    return a.kind == b.kind && a.value == b.value &&
           std::bit_cast<std::uint64_t>(a.real) == std::bit_cast<std::uint64_t>(b.real) && a.name == b.name &&
           a.operands == b.operands;
}

std::strong_ordering operator<=>(const Dim& left, const Dim& right)
{
    if (left.node_ == right.node_)
        return std::strong_ordering::equal;
    return compare(left, right);
}

} // namespace sidelight::ir
