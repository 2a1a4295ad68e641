// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "core/fx/transform/graph_calls.h"
#include "tests/core/fx/transform/transform_test_program.h"

namespace sidelight::fx::testing {
namespace {

ExportedProgram small()
{
    return programOf([](Builder& build) {
        const Value x = build.input("x", f32(kTwo));
        return std::vector<Value>{call(build, "aten.neg.default", {call(build, "aten.add.Tensor", {x, 1})})};
    });
}

struct Fixture {
    ExportedProgram program = small();
    Rewriter rewriter{program, "test"};
    GraphCalls graph{rewriter};
    [[nodiscard]] NodeId named(std::string_view name) const { return findByName(program.main(), name); }
};

TEST(GraphCalls, InsertsBeforeAndAfterAndAtTheEnd)
{
    Fixture f;
    const Value add{f.named("add")};
    {
        const auto point = f.graph.insertingAfter(add.node);
        ASSERT_TRUE(f.graph.createNode(callTo("aten.sin.default", {add})).ok());
        ASSERT_TRUE(f.graph.createNode(callTo("aten.cos.default", {add})).ok());
        {
            const auto inner = f.graph.insertingBefore(add.node);
            ASSERT_TRUE(f.graph.createNode(callTo("aten.exp.default", {Value{f.named("x")}})).ok());
        }
        ASSERT_TRUE(f.graph.createNode(callTo("aten.tan.default", {add})).ok());
    }
    Node named = callTo("aten.relu.default", {Value{f.named("neg")}});
    named.name = "neg";
    ASSERT_TRUE(f.graph.createNode(std::move(named)).ok());
    EXPECT_EQ(text(f.program), "x : f32[2]\n"
                               "exp_default = aten.exp.default(x) : f32[2]\n"
                               "add = aten.add.Tensor(x, 1) : f32[2]\n"
                               "sin_default = aten.sin.default(add) : f32[2]\n"
                               "cos_default = aten.cos.default(add) : f32[2]\n"
                               "tan_default = aten.tan.default(add) : f32[2]\n"
                               "neg = aten.neg.default(add) : f32[2]\n"
                               "neg_1 = aten.relu.default(neg) : f32[2]\n"
                               "return (neg,)\n");
    EXPECT_TRUE(f.graph.lint().empty());
}

TEST(GraphCalls, RefusesWhatWouldBreakTheGraph)
{
    Fixture f;
    const auto why = [](const auto& result) { return result ? std::string("accepted") : result.error().ruleId + " " + result.error().message; };
    EXPECT_EQ(why(f.graph.createNode(callTo("aten.neg.default", {Value{NodeId{99}}}))), "SL2001 it reads node 99, which is not in the graph");
    EXPECT_EQ(why(f.graph.createNode(callTo("aten.neg.default", {Value{f.named("x")}}, {{"alpha", 1}}))),
        "FXE0014 aten.neg.default has no argument alpha; its schema is aten::neg(Tensor self) -> Tensor");
    EXPECT_EQ(why(f.graph.createNode(callTo("aten.neg.default", {Value{f.named("x")}, 1}))),
        "FXE0014 aten.neg.default takes 1 arguments by position and is given 2; its schema is aten::neg(Tensor self) -> Tensor");
    EXPECT_EQ(why(f.graph.createNode(callTo("aten.add.Tensor", {Value{f.named("x")}, 1}, {{"other", 1}}))),
        "FXE0014 aten.add.Tensor is given other twice; its schema is aten::add.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor");
    {
        const auto point = f.graph.insertingBefore(f.named("add"));
        EXPECT_EQ(why(f.graph.createNode(callTo("aten.neg.default", {Value{f.named("neg")}}))), "SL2001 it reads %neg, which is not made before it");
    }
    Node output;
    output.op = Op::Output;
    output.name = output.target = "output";
    EXPECT_EQ(why(f.graph.createNode(output)), "SL2001 the graph has its output, %output");
    EXPECT_EQ(why(f.graph.eraseNode(f.named("add"))), "SL2001 %add cannot be erased: it is still read by %neg; replace its uses first");
    EXPECT_EQ(why(f.graph.eraseNode(f.named("output"))), "SL2001 the output cannot be erased");
    EXPECT_TRUE(f.rewriter.changes().empty());
}

TEST(GraphCalls, ErasesWhatNobodyReadsAndReplacesUses)
{
    Fixture f;
    f.graph.replaceAllUsesWith({f.named("neg")}, {f.named("x")});
    ASSERT_TRUE(f.graph.eraseNode(f.named("neg")).ok());
    const auto swept = f.graph.eliminateDeadCode();
    ASSERT_TRUE(swept.ok());
    EXPECT_TRUE(*swept);
    EXPECT_EQ(text(f.program), "x : f32[2]\nreturn (x,)\n");
    EXPECT_EQ(f.program.signature->outputs.front().value, Argument(Value{f.named("x")}));
}

TEST(GraphCalls, AddsAnInputToTheSignature)
{
    Fixture f;
    Node input;
    input.op = Op::Placeholder;
    input.name = input.target = "y";
    input.val = f32(kTwo);
    const auto made = f.graph.createNode(std::move(input));
    ASSERT_TRUE(made.ok());
    ASSERT_EQ(f.program.signature->inputs.size(), 2U);
    EXPECT_EQ(f.program.signature->inputs[1].name, "y");
    EXPECT_EQ(text(f.program).substr(0, 20), "x : f32[2]\ny : f32[2");
    EXPECT_TRUE(f.graph.lint().empty());
}

TEST(GraphCalls, PutsNodesBehindWhatTheyReadWithTheFewestMoves)
{
    Fixture f;
    const NodeId add = f.named("add");
    f.rewriter.move(add, f.named("output"));
    EXPECT_FALSE(f.graph.lint().empty());
    const std::size_t before = f.rewriter.changes().size();
    ASSERT_TRUE(f.graph.reorder().ok());
    EXPECT_EQ(f.rewriter.changes().size(), before + 1);
    EXPECT_EQ(text(f.program), text(small()));
    EXPECT_TRUE(f.graph.lint().empty());
    ASSERT_TRUE(f.graph.reorder().ok());
    EXPECT_EQ(f.rewriter.changes().size(), before + 1);
}

TEST(GraphCalls, SaysWhichNodeIsInACycle)
{
    Fixture f;
    Node add = f.program.main()[f.named("add")];
    add.args[1] = Value{f.named("neg")};
    f.rewriter.update(f.named("add"), add);
    const Status failed = f.graph.reorder();
    ASSERT_FALSE(failed.ok());
    EXPECT_EQ(failed.error().ruleId, "SL2002");
    EXPECT_EQ(failed.error().message, "%add reads, by way of others, its own value");
    EXPECT_EQ(f.rewriter.changes().size(), 1U);
}

TEST(GraphCalls, PrintsAsPythonDoes)
{
    Fixture f;
    EXPECT_EQ(f.graph.print(), printGraph(f.program));
    EXPECT_EQ(f.graph.printTabular(), printTabular(f.program));
    EXPECT_EQ(f.graph.pythonCode(), printCode(f.program));
}

TEST(GraphCalls, CopiesBodiesWithTheNodesThatCallThem)
{
    const auto program = programOf([](Builder& build) {
        const GraphId body = build.begin();
        build.output({call(build, "aten.sin.default", {build.input("arg", f32(kTwo))})});
        build.end();
        const Value x = build.input("x", f32(kTwo));
        const Value list = build.call("higher_order.invoke_subgraph", {build.subgraph("body", body), "body", x}, ir::Type::list({f32(kTwo)}));
        return std::vector<Value>{call(build, "operator.getitem", {list, 0})};
    });
    ExportedProgram made = emptyLike(program);
    Rewriter rewriter(made, "copy");
    GraphCalls graph(rewriter);
    std::unordered_map<NodeId, Argument> map;
    for (const NodeId id : program.main().order()) {
        const auto copy = graph.nodeCopy(program, program.main()[id], map);
        ASSERT_TRUE(copy.ok()) << copy.error().message;
        map.emplace(id, Argument(*copy));
    }
    EXPECT_EQ(text(made), text(program));
    ASSERT_EQ(made.graphs.ids().size(), 2U);
    EXPECT_EQ(text(made, made.graphs.ids()[1]), text(program, program.graphs.ids()[1]));
    EXPECT_TRUE(lint(made).empty());
}

} // namespace
} // namespace sidelight::fx::testing
