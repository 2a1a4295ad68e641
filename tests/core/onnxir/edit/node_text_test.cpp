// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/onnxir/edit/node_text.h"

#include <gtest/gtest.h>

#include <array>
#include <string>

namespace sidelight::onnxir {
namespace {

constexpr std::array<std::string_view, 4> kNames = {"x", "w", "layers.0.weight", "a b"};

std::optional<Value> named(std::string_view name)
{
    for (std::uint32_t i = 0; i < kNames.size(); ++i)
        if (kNames[i] == name)
            return Value{NodeId{i}};
    return std::nullopt;
}

/// What the text is after reading and writing it.
std::string again(std::string_view text, const Node* old = nullptr)
{
    const auto node = parseNode(text, named, old);
    return node ? formatNode(*node, [](Value value) { return std::string(kNames[index(value.node)]); }) : node.error().message;
}

TEST(ParseNode, ComesBackAsItWasWritten)
{
    for (const std::string text : {
             "Relu (x)",
             "Range ()",
             "my.domain.Op:two (x, w)",
             "Clip (x, , w)",
             R"(Concat <axis = -1> ("a b", "layers.0.weight"))",
             "Op <a = 1.5, b = [1, 2], c = [1.5, 2.5], d = \"text \\\"quoted\\\"\", e = [\"x\", \"y\"]> (x)",
             "Op <alpha: float = @alpha> (x)",
         })
        EXPECT_EQ(again(text), text);
}

TEST(ParseNode, TakesOtherSpellingsOfTheSame)
{
    EXPECT_EQ(again("Relu(x)"), "Relu (x)");
    EXPECT_EQ(again("Concat(x,w)<axis=1>"), "Concat <axis = 1> (x, w)");
    EXPECT_EQ(again("Op <b = 2, a = 1> (%x, layers.0.weight,)"), R"(Op <a = 1, b = 2> (x, "layers.0.weight"))");
}

TEST(ParseNode, ReadsSmallTensors)
{
    const auto node = parseNode("Constant <value = float[2] {1.5, -2}> ()", named);
    ASSERT_TRUE(node) << node.error().message;
    const auto& tensor = std::get<std::shared_ptr<const ir::Tensor>>(node->attributes.front().value);
    EXPECT_EQ(tensor->dtype, ir::DType::Float32);
    EXPECT_EQ(tensor->sizes, (std::vector<std::int64_t>{2}));
    EXPECT_EQ(again("Constant <value = int64 {7}> ()"), "Constant <value = int64 {7}> ()");
}

TEST(ParseNode, KeepsWhatTheTextCannotSay)
{
    Node old;
    old.attributes = {{"then_branch", GraphId{3}}};
    const auto node = parseNode("If <then_branch = graph> (x)", named, &old);
    ASSERT_TRUE(node) << node.error().message;
    EXPECT_EQ(node->attributes, old.attributes);
    EXPECT_FALSE(parseNode("If <then_branch = graph> (x)", named));
}

TEST(ParseNode, SaysWhereItDoesNotParse)
{
    EXPECT_EQ(again(""), "column 1: expected an operator such as Relu in ``");
    EXPECT_EQ(again("Relu"), "column 5: expected '(' in `Relu`");
    EXPECT_EQ(again("Relu (x"), "column 8: expected ',' in `Relu (x`");
    EXPECT_EQ(again("Relu (q)"), "column 7: expected the name of a value, and there is none called 'q' in `Relu (q)`");
    EXPECT_EQ(again("Relu (x) y"), "column 10: expected the end in `Relu (x) y`");
    EXPECT_EQ(again("Op <a = > (x)"), "column 9: expected a value: a number, a \"text\", a list [1, 2], or a tensor float[2] {1, 2} in `Op <a = > (x)`");
    EXPECT_EQ(again("Op <a = [1, \"b\"]> (x)"), "column 17: expected items of one kind in `Op <a = [1, \"b\"]> (x)`");
    EXPECT_EQ(again("Op <a = float[2] {1}> (x)"), "column 21: expected 2 numbers in `Op <a = float[2] {1}> (x)`");
    EXPECT_EQ(again("Op <a = @b> (x)"), "column 11: expected the type of the attribute, as in alpha: float = @alpha in `Op <a = @b> (x)`");
}

} // namespace
} // namespace sidelight::onnxir
