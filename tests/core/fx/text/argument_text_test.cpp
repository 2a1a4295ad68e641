// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/fx/text/argument_text.h"

#include "core/fx/print.h"

#include <gtest/gtest.h>

#include <limits>

namespace sidelight::fx {
namespace {

std::optional<Value> nodeNamed(std::string_view name)
{
    if (name == "x")
        return Value{NodeId{7}};
    if (name == "y_1")
        return Value{NodeId{8}};
    return std::nullopt;
}

Argument argument(std::string_view text)
{
    auto parsed = parseArgument(text, nodeNamed);
    EXPECT_TRUE(parsed.ok()) << text << ": " << (parsed.ok() ? "" : parsed.error().message);
    return parsed.ok() ? *parsed : Argument();
}
std::string problem(std::string_view text)
{
    const auto parsed = parseArgument(text, nodeNamed);
    EXPECT_FALSE(parsed.ok()) << text;
    return parsed.ok() ? "" : parsed.error().message;
}
std::string lineProblem(std::string_view text)
{
    const auto parsed = parseNodeLine(text, nodeNamed);
    EXPECT_FALSE(parsed.ok()) << text;
    return parsed.ok() ? "" : parsed.error().message;
}

TEST(ArgumentText, ReadsWhatReprPrints)
{
    ir::Graph<Node> graph;
    for (const auto& [id, name] : {std::pair{7u, "x"}, std::pair{8u, "y_1"}}) {
        Node node;
        node.name = name;
        graph.insert(NodeId{id}, std::make_shared<const Node>(node));
    }
    for (const std::string text : {"None", "True", "x", "y_1", "-3", "9223372036854775807", "-9223372036854775808", "1.0", "-2.5e-05", "1e+30", "inf", "-inf", "nan", "'text'",
             "\"it's\"", "'a\\nb\\\\c'", "'caf\u00e9'", "torch.float32", "torch.strided", "torch.preserve_format", "device(type='cpu')", "device(type='cuda', index=1)", "[x, 1, None]",
             "(x,)", "(x, [y_1, (2, 3)])", "()", "[]", "{'a': x, 'b': [1, 2]}", "1j", "(1+2j)", "-2j", "s77", "2*s77 + 1", "Max(1, u0)", "<OpOverload(op='aten.sin.default')>"})
        EXPECT_EQ(reprArgument(graph, argument(text)), text);
}

TEST(ArgumentText, TakesNodesWithPercentSignAndOperatorsByTarget)
{
    EXPECT_EQ(argument("[%x, x]"), Argument(ArgumentList{Value{NodeId{7}}, Value{NodeId{7}}}));
    EXPECT_EQ(argument("torch.ops.aten.sin.default"), Argument(OperatorRef{"torch.ops.aten.sin.default"}));
    EXPECT_EQ(argument("aten.sin.default"), Argument(OperatorRef{"torch.ops.aten.sin.default"}));
}

TEST(ArgumentText, KeepsIntegersAndFloatsApart)
{
    EXPECT_EQ(argument("1"), Argument(std::int64_t{1}));
    EXPECT_EQ(argument("1.0"), Argument(1.0));
    EXPECT_EQ(argument("-inf"), Argument(-std::numeric_limits<double>::infinity()));
}

TEST(ArgumentText, SaysWhatWasExpectedAndWhere)
{
    EXPECT_EQ(problem("[x, %z]"), "column 6: expected a node that is made before, and there is none called %z in `[x, %z]`");
    EXPECT_EQ(problem("[1, 2"), "column 6: expected ',' or ']' in `[1, 2`");
    EXPECT_EQ(problem("'abc"), "column 1: expected a closing ' for the text that begins here in `'abc`");
    EXPECT_EQ(problem("torch.float33"), "column 1: expected a dtype, layout or memory format of torch, or a call, instead of torch.float33 in `torch.float33`");
    EXPECT_EQ(problem("1 2"), "column 3: expected the end in `1 2`");
    EXPECT_EQ(problem("0x12"), "column 1: expected a number in `0x12`");
    EXPECT_EQ(problem(""), "column 1: expected a value: a node, a number, a 'text', None, True, a list, a tuple or a name such as torch.float32 in ``");
    EXPECT_EQ(problem("[torch.ops.aten.relu.default(x)]"), "column 32: expected a value, and no call or attribute, here in `[torch.ops.aten.relu.default(x)]`");
    EXPECT_NE(problem(std::string(100, '[')).find("fewer brackets"), std::string::npos);
}

TEST(NodeLine, ReadsPrintedLinesAndCode)
{
    const auto printed = parseNodeLine("%add : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%x, %y_1), kwargs = {alpha: 2})", nodeNamed);
    const auto code = parseNodeLine("add = torch.ops.aten.add.Tensor(x, y_1, alpha = 2)", nodeNamed);
    const auto shorter = parseNodeLine("%add = aten.add.Tensor(%x, %y_1, alpha=2)", nodeNamed);
    ASSERT_TRUE(printed.ok()) << printed.error().message;
    ASSERT_TRUE(code.ok()) << code.error().message;
    ASSERT_TRUE(shorter.ok()) << shorter.error().message;
    EXPECT_EQ(printed->name, "add");
    EXPECT_EQ(*printed, *code);
    EXPECT_EQ(*printed, *shorter);
}

TEST(NodeLine, ReadsEachOpcode)
{
    EXPECT_EQ(parseNodeLine("w = self.layers.weight", nodeNamed)->op, Op::GetAttr);
    EXPECT_EQ(parseNodeLine("y = self.linear(x)", nodeNamed)->op, Op::CallModule);
    EXPECT_EQ(parseNodeLine("y = x.relu()", nodeNamed)->op, Op::CallMethod);
    EXPECT_EQ(parseNodeLine("return (x, y_1)", nodeNamed).ok(), false);
    EXPECT_EQ(parseNodeLine("%y : [num_users=1] = placeholder[target=y](default=None)", nodeNamed)->op, Op::Placeholder);
    EXPECT_EQ(parseNodeLine("y = x[1]", nodeNamed)->target, "operator.getitem");
    EXPECT_EQ(parseNodeLine("getattr(self.layers, \"0\").weight", nodeNamed)->target, "layers.0.weight");
}

TEST(NodeLine, SaysWhatWasExpectedAndWhere)
{
    EXPECT_EQ(lineProblem("add = 3"), "column 1: expected a call such as torch.ops.aten.relu.default(x) in `add = 3`");
    EXPECT_EQ(lineProblem("f = aten.relu.default(alpha=1, x)"), "column 32: expected an argument with a name, as one stands before it in `f = aten.relu.default(alpha=1, x)`");
    EXPECT_EQ(lineProblem("f = aten.relu.default(x) x"), "column 26: expected the end in `f = aten.relu.default(x) x`");
}

} // namespace
} // namespace sidelight::fx
