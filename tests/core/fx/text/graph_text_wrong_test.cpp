// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/fx/text/graph_text.h"

#include <gtest/gtest.h>

namespace sidelight::fx {
namespace {

std::string problem(std::string_view text)
{
    const auto parsed = parseGraph(text);
    EXPECT_FALSE(parsed.ok()) << text;
    if (parsed.ok())
        return {};
    EXPECT_EQ(parsed.error().ruleId, "SL1014");
    return parsed.error().message;
}
/// A graph whose third line is `line`.
std::string graphWith(std::string_view line)
{
    return problem("graph():\n    %x : [num_users=1] = placeholder[target=x]\n    " + std::string(line) + "\n    return (x,)");
}
/// Code whose second line is `line`.
std::string codeWith(std::string_view line) { return problem("def forward(self, x):\n    " + std::string(line) + "\n    return x"); }

TEST(GraphTextWrong, UnknownOpcode)
{
    EXPECT_EQ(graphWith("%y = call_thing[target=f](args = ())"),
        "line 3, column 10: expected one of placeholder, get_attr, call_function, call_method, call_module and output in `%y = call_thing[target=f](args = ())`");
}
TEST(GraphTextWrong, NoName) { EXPECT_EQ(graphWith("= call_function[target=f](args = ())"), "line 3, column 5: expected a node such as %add, or return in `= call_function[target=f](args = ())`"); }
TEST(GraphTextWrong, NoTarget) { EXPECT_EQ(graphWith("%y = call_function(args = ())"), "line 3, column 23: expected '[' in `%y = call_function(args = ())`"); }
TEST(GraphTextWrong, UnknownNode)
{
    EXPECT_EQ(graphWith("%y = call_function[target=f](args = (%x, [%z]))"),
        "line 3, column 48: expected a node that is made before, and there is none called %z in `%y = call_function[target=f](args = (%x, [%z]))`");
}
TEST(GraphTextWrong, NodeReadBeforeItIsMade)
{
    EXPECT_EQ(graphWith("%y = call_function[target=f](args = (%y,))"),
        "line 3, column 43: expected a node that is made before, and there is none called %y in `%y = call_function[target=f](args = (%y,))`");
}
TEST(GraphTextWrong, BracketNotClosed)
{
    EXPECT_EQ(problem("%x = placeholder[target=x]\n%y = call_function[target=f](args = (%x, 1"), "line 2, column 43: expected a closing bracket in `%y = call_function[target=f](args = (%x, 1`");
}
TEST(GraphTextWrong, NameGivenTwice) { EXPECT_EQ(graphWith("%x = call_function[target=f](args = ())"), "line 3, column 6: the name %x is given twice in `%x = call_function[target=f](args = ())`"); }
TEST(GraphTextWrong, NoReturn) { EXPECT_EQ(problem("graph():\n%x = placeholder[target=x]\n"), "line 3, column 1: expected return, which ends a graph in ``"); }
TEST(GraphTextWrong, SomethingAfterReturn)
{
    EXPECT_EQ(problem("%x = placeholder[target=x]\nreturn x\ngraph():"), "line 3, column 1: expected the end after return; one graph at a time in `graph():`");
}
TEST(GraphTextWrong, PlaceholderAfterCalls)
{
    EXPECT_EQ(problem("%y = call_function[target=f](args = ())\n%x = placeholder[target=x]\nreturn x"), "line 2, column 2: placeholders come before other nodes in `%x = placeholder[target=x]`");
}
TEST(GraphTextWrong, MoreOnALine)
{
    EXPECT_EQ(graphWith("%y = get_attr[target=y] %z"), "line 3, column 29: expected the end of the line in `%y = get_attr[target=y] %z`");
}
TEST(GraphTextWrong, SizeOfAType) { EXPECT_EQ(graphWith("%y : f32[2, *] = get_attr[target=y]"), "line 3, column 17: expected a size: a number, a symbol or an expression of both in `%y : f32[2, *] = get_attr[target=y]`"); }
TEST(GraphTextWrong, Nothing)
{
    EXPECT_EQ(problem(""), "column 1: expected return, which ends a graph in ``");
    EXPECT_EQ(problem("hello"), "column 6: expected '=' in `hello`");
}

TEST(CodeTextWrong, UnknownNode) { EXPECT_EQ(codeWith("y = torch.relu(z)"), "line 2, column 20: expected a node that is made before, and there is none called %z in `y = torch.relu(z)`"); }
TEST(CodeTextWrong, BracketNotClosed) { EXPECT_EQ(codeWith("y = torch.relu(x"), "line 3, column 5: expected ',' or ')' in `return x`"); }
TEST(CodeTextWrong, Literal) { EXPECT_EQ(codeWith("y = 3"), "line 2, column 10: expected a call or a node; a literal needs no name in `y = 3`"); }
TEST(CodeTextWrong, Slice)
{
    const std::string what = "expected an index, not a slice, which torch.ops.aten.slice.Tensor(x, dim, start, end) makes in `";
    EXPECT_EQ(codeWith("y = x[:, 1]"), "line 2, column 11: " + what + "y = x[:, 1]`");
    EXPECT_EQ(codeWith("y = x[(slice(None, None, None), 1)]"), "line 2, column 12: " + what + "y = x[(slice(None, None, None), 1)]`");
    EXPECT_EQ(graphWith("%y = call_function[target=operator.getitem](args = (%x, (slice(None, %x, None), 0)), kwargs = {})"),
        "line 3, column 62: " + what + "%y = call_function[target=operator.getitem](args = (%x, (slice(None, %x, None), 0)), kwargs = {})`");
}
TEST(CodeTextWrong, ControlFlow) { EXPECT_EQ(codeWith("if x:"), "line 2, column 5: expected a node that is made before, and there is none called %if in `if x:`"); }
TEST(CodeTextWrong, SplattedArguments) { EXPECT_EQ(codeWith("y = torch.relu(*x)"), "line 2, column 20: expected an argument; * and ** are not read in `y = torch.relu(*x)`"); }
TEST(CodeTextWrong, PositionalAfterKeyword) { EXPECT_EQ(codeWith("y = torch.add(alpha=1, x)"), "line 2, column 28: expected an argument with a name, as one stands before it in `y = torch.add(alpha=1, x)`"); }
TEST(CodeTextWrong, TypeNotClosed) { EXPECT_EQ(codeWith("y: \"f32[2, 3] = torch.relu(x)"), "line 2, column 18: expected a closing \" after the type in `y: \"f32[2, 3] = torch.relu(x)`"); }
TEST(CodeTextWrong, NoReturn) { EXPECT_EQ(problem("def forward(self, x):\n    y = torch.relu(x)"), "line 2, column 22: expected return, which ends a graph in `y = torch.relu(x)`"); }
TEST(CodeTextWrong, TwoFunctions) { EXPECT_EQ(problem("def f(x):\n    return x\ndef g(x):\n    return x"), "line 3, column 4: expected one function; a subgraph stands in a class of its own in `def g(x):`"); }
TEST(CodeTextWrong, SubgraphThatNobodyReads)
{
    EXPECT_EQ(problem("class A(M):\n    def forward(self, x):\n        return x\n    class b(M):\n        def forward(self, x):\n            return x"),
        "line 4, column 5: no graph reads the subgraph b by self.b in `class b(M):`");
}
TEST(CodeTextWrong, ParameterGivenTwice) { EXPECT_EQ(problem("def f(x, x):\n    return x"), "line 1, column 10: there are two parameters x in `def f(x, x):`"); }
TEST(CodeTextWrong, MoreAfterAnExpression) { EXPECT_EQ(codeWith("y = torch.relu(x) x"), "line 2, column 23: expected an operator or the end of the line in `y = torch.relu(x) x`"); }

TEST(CodeTextWrong, NestedTooDeep)
{
    for (const char* each : {"(", "[", "-", "~", "x ** ", "f(", "{'a': ", "x["}) {
        std::string deep;
        for (int i = 0; i < 20000; ++i)
            deep += each;
        EXPECT_NE(codeWith("y = torch.f(" + deep).find("fewer brackets"), std::string::npos) << each;
    }
    EXPECT_NE(codeWith("y: " + std::string(20000, '(') + " = torch.f(x)").find("fewer brackets"), std::string::npos);
    EXPECT_NE(graphWith("%y = call_function[target=f](args = " + std::string(20000, '[')).find("line 3"), std::string::npos);
    EXPECT_NE(graphWith("%y = call_function[target=f](args = (" + std::string(20000, '(')).find("fewer brackets"), std::string::npos);
    EXPECT_NE(graphWith("%y : f32[" + std::string(20000, '(') + "] = get_attr[target=y]").find("expected a size"), std::string::npos);
}

TEST(SignatureTextWrong, UnknownKindOrPlaceholder)
{
    EXPECT_EQ(problem("def f(x):\n    return x\nGraph signature:\n    x: THING\n"), "line 4, column 8: expected a kind such as USER_INPUT, PARAMETER or USER_OUTPUT in `x: THING`");
    EXPECT_EQ(problem("def f(x):\n    return x\nGraph signature:\n    x: BUFFER\n"), "line 4, column 14: expected target='…', the name of the tensor, before the end of the line in `x: BUFFER`");
    EXPECT_EQ(problem("def f(x):\n    return x\nGraph signature:\n    y: PARAMETER target='y'\n"), "line 4, column 5: the graph has no placeholder %y in `y: PARAMETER target='y'`");
}

} // namespace
} // namespace sidelight::fx
