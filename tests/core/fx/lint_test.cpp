// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/fx/lint.h"

#include <gtest/gtest.h>

#include <functional>

namespace sidelight::fx {
namespace {

ir::Type f32(std::vector<std::int64_t> sizes)
{
    ir::TensorType type;
    type.dtype = ir::DType::Float32;
    for (const std::int64_t size : sizes)
        type.sizes.push_back(ir::Dim::constant(size));
    return ir::Type::of(std::move(type));
}

/// x, w -> add -> output; a sound program that each test breaks in one place.
struct Sample
{
    ExportedProgram program;
    NodeId x{}, w{}, add{}, output{};

    Sample()
    {
        ir::Graph<Node> graph;
        const auto insert = [&](Node node) {
            const NodeId id = program.newNodeId();
            graph.insert(id, std::make_shared<const Node>(std::move(node)));
            return id;
        };
        x = insert({Op::Placeholder, "x", "x", {}, {}, f32({2}), nullptr, kMainGraph});
        w = insert({Op::Placeholder, "p_w", "p_w", {}, {}, f32({2}), nullptr, kMainGraph});
        add = insert({Op::CallFunction, "add", "torch.ops.aten.add.Tensor", {Value{x, 0}, Value{w, 0}}, {}, f32({2}),
            nullptr, kMainGraph});
        output = insert(
            {Op::Output, "output", "output", {Argument(ArgumentTuple{{Value{add, 0}}})}, {}, {}, nullptr, kMainGraph});
        program.graphs.add(kMainGraph, std::move(graph));
        GraphSignature signature;
        signature.inputs = {{InputKind::UserInput, "x", "", true, {}}, {InputKind::Parameter, "p_w", "w", true, {}}};
        signature.outputs = {{OutputKind::UserOutput, Value{add, 0}, ""}};
        program.signature = std::make_shared<const GraphSignature>(signature);
        ExportedProgram::State state;
        state["w"] = std::make_shared<const ir::Tensor>(
            ir::Tensor::fromBytes(ir::DType::Float32, {2}, std::vector<std::byte>(8)));
        program.state = std::make_shared<const ExportedProgram::State>(state);
    }
    void change(NodeId id, const std::function<void(Node&)>& edit)
    {
        Node node = program.main()[id];
        edit(node);
        program.graphs.forWrite(kMainGraph).replace(id, std::make_shared<const Node>(node));
    }
    void changeSignature(const std::function<void(GraphSignature&)>& edit)
    {
        GraphSignature signature = *program.signature;
        edit(signature);
        program.signature = std::make_shared<const GraphSignature>(signature);
    }
    /// The one finding's message.
    std::string finding() const
    {
        const auto found = lint(program);
        EXPECT_EQ(found.size(), 1u);
        return found.empty() ? "none" : found.front().ruleId + " " + found.front().message;
    }
};

TEST(Lint, FindsNothingInASoundProgram)
{
    EXPECT_TRUE(lint(Sample().program).empty());
}

TEST(Lint, FindsReadsBeforeTheyAreMade)
{
    Sample sample;
    sample.program.graphs.forWrite(kMainGraph).move(sample.w, sample.output);
    const auto found = lint(sample.program);
    ASSERT_EQ(found.size(), 2u) << "read too early, and a placeholder after other nodes";
    EXPECT_NE(found[0].message.find("%add reads %p_w before it is made"), std::string::npos);
    EXPECT_EQ(found[0].locations.at(0).name, "%add");
}

TEST(Lint, FindsUsersThatWereLeftOver)
{
    Sample sample;
    sample.change(sample.add, [](Node& node) { node.args[1] = Value{NodeId{99}, 0}; });
    EXPECT_EQ(sample.finding(), "SL2001 node %add reads node 99 at slot 1, which is not in its graph");
}

TEST(Lint, FindsNamesThatAreMissingOrGivenTwice)
{
    Sample sample;
    sample.change(sample.add, [](Node& node) { node.name = "x"; });
    EXPECT_EQ(sample.finding(), "SL2001 the name %x is given twice");
    sample.change(sample.add, [](Node& node) { node.name.clear(); });
    EXPECT_EQ(sample.finding(), "SL2001 a call_function node has no name");
}

TEST(Lint, FindsNodesWithoutATypeAndTensorsWithoutADtype)
{
    Sample sample;
    sample.change(sample.add, [](Node& node) { node.val = {}; });
    EXPECT_EQ(sample.finding(), "SL2001 node %add has no type");
    sample.change(sample.add, [](Node& node) { node.val = ir::Type::of({}); });
    EXPECT_EQ(sample.finding(), "SL2001 node %add is a tensor without dtype");
}

TEST(Lint, FindsASignatureThatDoesNotFitTheGraph)
{
    Sample sample;
    sample.changeSignature([](GraphSignature& signature) { signature.inputs[0].name = "y"; });
    EXPECT_EQ(sample.finding(), "SL2001 placeholder 0 is %x but the signature calls it `y`");
    sample = Sample();
    sample.changeSignature([](GraphSignature& signature) { signature.inputs.pop_back(); });
    EXPECT_EQ(sample.finding(), "SL2001 the signature has 1 inputs but the graph has 2 placeholders");
    sample = Sample();
    sample.changeSignature([](GraphSignature& signature) { signature.outputs.clear(); });
    EXPECT_EQ(sample.finding(), "SL2001 the signature has 0 outputs but the graph returns 1");
    sample = Sample();
    sample.changeSignature([&](GraphSignature& signature) { signature.outputs[0].value = Value{sample.x, 0}; });
    EXPECT_EQ(sample.finding(), "SL2001 output 0 of the signature is not what the graph returns there");
    sample = Sample();
    sample.changeSignature([](GraphSignature& signature) {
        signature.outputs[0].kind = OutputKind::BufferMutation;
        signature.outputs[0].target = "running_mean";
    });
    EXPECT_EQ(sample.finding(), "SL2001 output 0 of the signature writes to `running_mean`, which is no input");
}

TEST(Lint, FindsStateOfAnotherShape)
{
    Sample sample;
    sample.change(sample.w, [](Node& node) { node.val = f32({3}); });
    EXPECT_NE(sample.finding().find("placeholder %p_w is f32[3] but the tensor `w`"), std::string::npos);
}

TEST(Lint, FindsOutputsThatAreMissingOrNotLast)
{
    Sample sample;
    sample.program.graphs.forWrite(kMainGraph).remove(sample.output);
    EXPECT_EQ(sample.finding(), "SL2001 graph 0 has 0 output nodes; it must have one");
    sample = Sample();
    Node late = sample.program.main()[sample.add];
    late.name = "late";
    sample.program.graphs.forWrite(kMainGraph).insert(sample.program.newNodeId(), std::make_shared<const Node>(late));
    EXPECT_EQ(sample.finding(), "SL2001 node %late comes after the output");
}

TEST(Lint, FindsSubgraphsThatAreMissingOrContainThemselves)
{
    Sample sample;
    const GraphId body{1};
    Node branch{Op::GetAttr, "body", "body", {}, {}, {}, nullptr, body};
    branch.val.kind = ir::Type::Kind::Object;
    sample.program.graphs.forWrite(kMainGraph)
        .insert(sample.program.newNodeId(), std::make_shared<const Node>(branch), sample.output);
    EXPECT_EQ(sample.finding(), "SL2001 node %body refers to graph 1, which is not in the program");
    ir::Graph<Node> inner;
    branch.name = "again";
    inner.insert(sample.program.newNodeId(), std::make_shared<const Node>(branch));
    inner.insert(sample.program.newNodeId(), std::make_shared<const Node>(Node{Op::Output, "output", "output",
                                                 {Argument(ArgumentTuple{})}, {}, {}, nullptr, kMainGraph}));
    sample.program.graphs.add(body, std::move(inner));
    EXPECT_EQ(sample.finding(), "SL2002 node %again refers to a graph that contains it");
}

} // namespace
} // namespace sidelight::fx
