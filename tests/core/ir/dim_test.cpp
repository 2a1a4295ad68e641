// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/ir/dim.h"

#include <gtest/gtest.h>

namespace sidelight::ir {
namespace {

Dim read(std::string_view text)
{
    auto dim = Dim::parse(text);
    EXPECT_TRUE(dim.ok()) << (dim.ok() ? "" : dim.error().message);
    return dim.ok() ? *dim : Dim();
}

std::string sympy(std::string_view srepr)
{
    const auto dim = Dim::parseSympy(srepr);
    return dim.ok() ? dim->text() : dim.error().ruleId;
}

TEST(Dim, PrintsSympyTextAsStrDoes)
{
    // srepr on the left, str() of sympy 1.14 with torch's functions on the right.
    EXPECT_EQ(sympy("Symbol('s77', positive=True, integer=True)"), "s77");
    EXPECT_EQ(sympy("Add(Mul(Integer(2), Symbol('s77', positive=True, integer=True)), Integer(1))"), "2*s77 + 1");
    EXPECT_EQ(sympy("Mul(Integer(-1), Symbol('s0', integer=True))"), "-s0");
    EXPECT_EQ(sympy("Add(Integer(3), Mul(Integer(-1), Integer(3), Symbol('s77', integer=True)))"), "3 - 3*s77");
    EXPECT_EQ(sympy("FloorDiv(Symbol('s0', integer=True), Integer(2))"), "(s0//2)");
    EXPECT_EQ(sympy("Add(FloorDiv(Add(Symbol('s0', integer=True), Integer(-1)), Integer(2)), Integer(1))"),
        "(((s0 - 1)//2)) + 1");
    EXPECT_EQ(sympy("Mul(Integer(4), FloorDiv(Symbol('s0', integer=True), Integer(3)))"), "4*((s0//3))");
    EXPECT_EQ(sympy("Max(Integer(1), Symbol('u0', integer=True))"), "Max(1, u0)");
    EXPECT_EQ(sympy("PythonMod(Symbol('s10', integer=True), Integer(3))"), "Mod(s10, 3)");
    EXPECT_EQ(sympy("Pow(Symbol('s46', integer=True), Integer(2))"), "s46**2");
    EXPECT_EQ(sympy("Mul(Rational(3, 4), Symbol('s0', integer=True))"), "3*s0/4");
    EXPECT_EQ(sympy("Mul(Symbol('s0', integer=True), Pow(Symbol('s1', integer=True), Integer(-1)))"), "s0/s1");
    EXPECT_EQ(sympy("LessThan(Symbol('u0', integer=True), Integer(16))"), "u0 <= 16");
    EXPECT_EQ(sympy("And(StrictLessThan(Symbol('s0'), Symbol('s1')), Equality(Symbol('s1'), Integer(4)))"),
        "Eq(s1, 4) & (s0 < s1)");
}

TEST(Dim, IsEqualWhateverTheOrderItWasBuiltIn)
{
    EXPECT_EQ(read("s0*2 + 1"), read("1 + 2*s0"));
    EXPECT_EQ(read("(s0 + 1)*(s0 - 1)"), read("s0**2 - 1"));
    EXPECT_EQ(read("(s0 + s1)**2"), read("s1**2 + 2*s0*s1 + s0**2"));
    EXPECT_EQ(read("(4*s0 + 3)//2"), read("2*s0 + 1"));
    EXPECT_EQ(read("(s0//2)//3"), read("s0//6"));
    EXPECT_EQ(read("(s0*s1)//s1"), read("s0"));
    EXPECT_EQ(read("(2*s0)//4"), read("s0//2"));
    EXPECT_EQ(read("Max(s0, Max(1, s1), 3)"), read("Max(3, s1, s0)"));
    EXPECT_EQ(read("s0 - s0"), Dim::constant(0));
    EXPECT_NE(read("s0//2*2"), read("s0"));
    EXPECT_NE(read("s0 + s1"), read("s0 - s1"));
}

TEST(Dim, ReadsBackWhatItPrints)
{
    for (const std::string_view text : {"-s0 + s1", "(((s0 - 1)//2)) + 1", "(Mod(s0, 7)) + 2*s0**2*s1 - 3",
             "Min(s0, (s1//2), 32*s2)", "~((s0 < s1) & (s1 < u0))", "s0/s1 + 1/2", "CeilToInt(IntTrueDiv(s0, 3))",
             "int_oo", "-9223372036854775808", "2**s0"}) {
        const Dim dim = read(text);
        EXPECT_EQ(read(dim.text()), dim) << text << " printed as " << dim.text();
    }
}

TEST(Dim, EvaluatesWithPythonsFloorSemantics)
{
    const Dim::Bindings bindings{{"s0", 7}, {"s1", -3}, {"z", 0}};
    EXPECT_EQ(read("s0//2").evaluate(bindings), 3);
    EXPECT_EQ(read("s0//s1").evaluate(bindings), -3);
    EXPECT_EQ(read("Mod(s0, s1)").evaluate(bindings), -2);
    EXPECT_EQ(read("Mod(s1, s0)").evaluate(bindings), 4);
    EXPECT_EQ(read("s1 % 2").evaluate(bindings), 1);
    EXPECT_EQ(read("s0**3 - 1").evaluate(bindings), 342);
    EXPECT_EQ(read("Max(1, s1) + Min(s0, 5)").evaluate(bindings), 6);
    EXPECT_EQ(read("s0/2 + 1/2").evaluate(bindings), 4);
    EXPECT_EQ(read("CeilToInt(IntTrueDiv(s0, 2))").evaluate(bindings), 4);
    EXPECT_EQ(read("s0 <= 7").evaluate(bindings), 1);
    EXPECT_EQ(read("s0/2").evaluate(bindings), std::nullopt) << "3.5 is no size";
    EXPECT_EQ(read("s0//z").evaluate(bindings), std::nullopt);
    EXPECT_EQ(read("Mod(s0, z)").evaluate(bindings), std::nullopt);
    EXPECT_EQ(read("s0 + s9").evaluate(bindings), std::nullopt);
}

TEST(Dim, GivesNothingWhenSixtyFourBitsOverflow)
{
    const Dim::Bindings bindings{{"s0", 4611686018427387904}, {"low", std::numeric_limits<std::int64_t>::min()}};
    EXPECT_EQ(read("2*s0").evaluate(bindings), std::nullopt);
    EXPECT_EQ(read("s0**2").evaluate(bindings), std::nullopt);
    EXPECT_EQ(read("low - 1").evaluate(bindings), std::nullopt);
    EXPECT_EQ(read("9223372036854775807*9223372036854775807").evaluate(bindings), std::nullopt);
    EXPECT_EQ(read("9223372036854775807 + 1").evaluate(bindings), std::nullopt);
    EXPECT_EQ(read("low//n").evaluate({{"low", std::numeric_limits<std::int64_t>::min()}, {"n", -1}}), std::nullopt);
}

TEST(Dim, RefusesTextThatIsNoExpression)
{
    const std::string deep = std::string(5000, '(') + "s0" + std::string(5000, ')');
    for (const std::string_view text : std::initializer_list<std::string_view>{"", "s0 +", "Symbol('s0'", "Add(",
             "99999999999999999999", "s0 s1", "'s0'", "Symbol()", "Integer('x')", "1e999", "Add()", deep}) {
        const auto dim = Dim::parseSympy(text);
        ASSERT_FALSE(dim.ok()) << text.substr(0, 40);
        EXPECT_EQ(dim.error().ruleId, "SL1014");
        EXPECT_LT(dim.error().message.size(), 400u);
    }
}

TEST(Dim, StaysSmallWhenAProductCannotBeMultipliedOut)
{
    std::string text = "1";
    for (int i = 0; i < 20; ++i)
        text += "*(a" + std::to_string(i) + " + b" + std::to_string(i) + ")";
    const Dim dim = read(text);
    EXPECT_LT(dim.text().size(), 20000u);
    Dim::Bindings bindings;
    for (const std::string& symbol : dim.symbols())
        bindings[symbol] = 1;
    EXPECT_EQ(dim.evaluate(bindings), 1 << 20);
}

TEST(Dim, ListsAndReplacesSymbols)
{
    const Dim dim = read("s1*s0 + Max(u0, s1)");
    EXPECT_EQ(dim.symbols(), (std::vector<std::string>{"s0", "s1", "u0"}));
    EXPECT_EQ(dim.substitute({{"s1", Dim::constant(2)}, {"u0", Dim::constant(1)}}).text(), "2*s0 + 2");
}

} // namespace
} // namespace sidelight::ir
