// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "tests/core/fx/transform/transform_test_program.h"

#include <chrono>

namespace sidelight::fx::testing {
namespace {

std::vector<Value> unary(Builder& build, const char* overload) { return {call(build, overload, {build.input("x", f32(kTwo))})}; }

ExportedProgram chain(std::size_t length, const char* overload)
{
    Builder build;
    build.input("x", f32(kTwo));
    ExportedProgram program = build.program();
    auto& graph = program.graphs.forWrite(kMainGraph);
    Value value{graph.front()};
    for (std::size_t i = 0; i < length; ++i) {
        Node node;
        node.name = i == 0 ? "n" : concat("n_", i);
        node.target = concat("torch.ops.", overload);
        node.args = {value};
        node.val = f32(kTwo);
        value = {program.newNodeId()};
        graph.insert(value.node, std::make_shared<const Node>(std::move(node)));
    }
    Node output;
    output.op = Op::Output;
    output.name = output.target = "output";
    output.args = {ArgumentTuple{{value}}};
    graph.insert(program.newNodeId(), std::make_shared<const Node>(std::move(output)));
    GraphSignature signature = *program.signature;
    signature.outputs = {{OutputKind::UserOutput, value, {}}};
    program.signature = std::make_shared<const GraphSignature>(std::move(signature));
    return program;
}

TEST(ReplacePattern, ReplacesManyNodesByManyAndNamesThemAsTorchDoes)
{
    // torch.fx.subgraph_rewriter's own example: cat becomes stack.
    const auto before = programOf([](Builder& build) {
        const Value x = build.input("x", f32(kTwo));
        const Value w1 = build.input("w1", f32(kTwo));
        const Value w2 = build.input("w2", f32(kTwo));
        const Value m1 = build.call("aten.sum.default", {build.call("aten.cat.default", {ArgumentList{w1, w2}}, f32({ir::Dim::constant(4)}))}, f32());
        const Value m2 = build.call("aten.sum.default", {build.call("aten.cat.default", {ArgumentList{w1, w2}}, f32({ir::Dim::constant(4)}))}, f32());
        return std::vector<Value>{call(build, "aten.add.Tensor", {call(build, "aten.add.Tensor", {x, m1}), m2})};
    });
    const auto pattern = patternOf([](Builder& build) {
        const Value w1 = build.input("w1", ir::Type());
        const Value w2 = build.input("w2", ir::Type());
        return std::vector<Value>{build.call("aten.cat.default", {ArgumentList{w1, w2}}, ir::Type())};
    });
    const auto replacement = programOf([](Builder& build) {
        const Value w1 = build.input("w1", ir::Type());
        const Value w2 = build.input("w2", ir::Type());
        return std::vector<Value>{build.call("aten.stack.default", {ArgumentList{w1, w2}}, ir::Type())};
    });
    const Replaced replaced = replace(before, pattern, replacement);
    EXPECT_EQ(text(replaced.after), "x : f32[2]\n"
                                    "w1 : f32[2]\n"
                                    "w2 : f32[2]\n"
                                    "stack = aten.stack.default([w1, w2]) : f32[2, 2]\n"
                                    "sum_1 = aten.sum.default(stack) : f32[]\n"
                                    "stack_1 = aten.stack.default([w1, w2]) : f32[2, 2]\n"
                                    "sum_2 = aten.sum.default(stack_1) : f32[]\n"
                                    "add = aten.add.Tensor(x, sum_1) : f32[2]\n"
                                    "add_1 = aten.add.Tensor(add, sum_2) : f32[2]\n"
                                    "return (add_1,)\n");
    EXPECT_EQ(replaced.matches.size(), 2U);
    EXPECT_EQ(replaced.coverage.matched.size(), 2U);
    EXPECT_EQ(replaced.coverage.visited.size(), before.main().size());
}

TEST(ReplacePattern, HandsMetadataAndHistoryOfTheMatchOn)
{
    const auto before = programOf([](Builder& build) {
        build.module = "encoder";
        const Value a = build.input("a", f32(kTwo));
        return std::vector<Value>{call(build, "aten.add.Tensor", {call(build, "aten.mul.Tensor", {a, 2}), a})};
    });
    const auto pattern = patternOf([](Builder& build) {
        const Value x = build.input("x", f32(kTwo));
        const Value y = build.input("y", f32(kTwo));
        return std::vector<Value>{call(build, "aten.add.Tensor", {call(build, "aten.mul.Tensor", {x, 2}), y})};
    });
    const auto replacement = programOf([](Builder& build) {
        const Value x = build.input("x", f32(kTwo));
        const Value y = build.input("y", f32(kTwo));
        return std::vector<Value>{call(build, "aten.sub.Tensor", {y, call(build, "aten.mul.Tensor", {x, -2})})};
    });
    const Replaced replaced = replace(before, pattern, replacement);
    ASSERT_EQ(replaced.matches.size(), 1U);
    ASSERT_EQ(replaced.matches[0].replacements.size(), 2U);
    const Node& mul = replaced.after.main()[replaced.matches[0].replacements[0]];
    const Node& sub = replaced.after.main()[replaced.matches[0].replacements[1]];
    EXPECT_EQ(mul.name, "mul_1") << "the old name is taken until its node is gone, as in torch.fx";
    EXPECT_EQ(mul.metadata().nn_module_stack.front().key, "encoder");
    EXPECT_EQ(mul.metadata().stack_trace.front().line, 1) << "from the match's mul, not from the rule's";
    EXPECT_EQ(sub.metadata().stack_trace.front().line, 2);
    ASSERT_EQ(sub.metadata().from_node.size(), 1U);
    EXPECT_EQ(sub.metadata().from_node.front().name, "add");
    EXPECT_EQ(sub.metadata().from_node.front().pass, "rules");
    EXPECT_EQ(mul.metadata().from_node.front().name, "mul");
    for (const auto& change : replaced.changes)
        EXPECT_EQ(change.cause, replaced.matches[0].anchor);
}

TEST(ReplacePattern, LetsALaterMatchReadWhatAnEarlierOneGave)
{
    const auto pattern = patternOf([](Builder& build) { return std::vector<Value>{call(build, "aten.relu.default", {unary(build, "aten.relu.default").front()})}; });
    const auto replacement = programOf([](Builder& build) { return unary(build, "aten.sigmoid.default"); });
    const Replaced replaced = replace(chain(5, "aten.relu.default"), pattern, replacement);
    EXPECT_EQ(text(replaced.after), "x : f32[2]\n"
                                    "sigmoid = aten.sigmoid.default(x) : f32[2]\n"
                                    "sigmoid_1 = aten.sigmoid.default(sigmoid) : f32[2]\n"
                                    "n_4 = aten.relu.default(sigmoid_1) : f32[2]\n"
                                    "return (n_4,)\n");
    EXPECT_EQ(replaced.refusals.size(), 2U);
}

TEST(ReplacePattern, PutsAPlaceholderInThePlaceOfTheMatch)
{
    const auto pattern = patternOf([](Builder& build) { return std::vector<Value>{call(build, "aten.neg.default", {unary(build, "aten.neg.default").front()})}; });
    const auto replacement = programOf([](Builder& build) { return std::vector<Value>{build.input("x", f32(kTwo))}; });
    const Replaced replaced = replace(chain(4, "aten.neg.default"), pattern, replacement);
    EXPECT_EQ(text(replaced.after), "x : f32[2]\nreturn (x,)\n");
    EXPECT_EQ(replaced.after.signature->outputs.front().value, Argument(Value{replaced.after.main().front()}));
}

TEST(ReplacePattern, PutsLiteralsWhereThePlaceholdersStand)
{
    const auto before = programOf([](Builder& build) { return std::vector<Value>{call(build, "aten.mul.Tensor", {build.input("a", f32(kTwo)), 3})}; });
    const auto pattern = patternOf([](Builder& build) {
        const Value x = build.input("x", f32(kTwo));
        return std::vector<Value>{call(build, "aten.mul.Tensor", {x, build.input("n", f32(kTwo))})};
    });
    const auto divided = programOf([](Builder& build) {
        const Value x = build.input("x", f32(kTwo));
        return std::vector<Value>{call(build, "aten.div.Tensor", {x, build.input("n", f32(kTwo))})};
    });
    EXPECT_EQ(text(replace(before, pattern, divided).after), "a : f32[2]\ndiv = aten.div.Tensor(a, 3) : f32[2]\nreturn (div,)\n");
    const auto literal = programOf([](Builder& build) {
        build.input("x", f32(kTwo));
        return std::vector<Value>{build.input("n", f32(kTwo))};
    });
    const Replaced refused = replace(before, pattern, literal);
    EXPECT_TRUE(refused.changes.empty());
    ASSERT_EQ(refused.refusals.size(), 1U);
    EXPECT_EQ(refused.refusals[0], "the pattern fits %mul and is not replaced: what takes its place is a literal, which no node can be replaced by");
}

TEST(ReplacePattern, ReplacesSeveralOutputsAndPostponesWhatStandsBetween)
{
    const auto before = programOf([](Builder& build) {
        const Value a = build.input("a", f32(kTwo));
        const Value sin = call(build, "aten.sin.default", {a});
        const Value neg = call(build, "aten.neg.default", {sin}); // Reads a result before the second one's input is there.
        const Value b = call(build, "aten.exp.default", {a});
        const Value mul = call(build, "aten.mul.Tensor", {a, b});
        return std::vector<Value>{neg, call(build, "aten.cos.default", {mul})};
    });
    const auto pattern = patternOf([](Builder& build) {
        const Value x = build.input("x", f32(kTwo));
        const Value y = build.input("y", f32(kTwo));
        return std::vector<Value>{call(build, "aten.sin.default", {x}), call(build, "aten.mul.Tensor", {x, y})};
    });
    const auto replacement = programOf([](Builder& build) {
        const Value x = build.input("x", f32(kTwo));
        const Value y = build.input("y", f32(kTwo));
        const Value add = call(build, "aten.add.Tensor", {x, y});
        return std::vector<Value>{call(build, "aten.tanh.default", {add}), add};
    });
    EXPECT_EQ(text(replace(before, pattern, replacement).after), "a : f32[2]\n"
                                                                 "exp = aten.exp.default(a) : f32[2]\n"
                                                                 "add = aten.add.Tensor(a, exp) : f32[2]\n"
                                                                 "tanh = aten.tanh.default(add) : f32[2]\n"
                                                                 "neg = aten.neg.default(tanh) : f32[2]\n"
                                                                 "cos = aten.cos.default(add) : f32[2]\n"
                                                                 "return (neg, cos)\n");
}

TEST(ReplacePattern, DerivesTheTypesOfWhatReadsAnotherTypeNow)
{
    const auto before = programOf([](Builder& build) {
        const Value relu = call(build, "aten.relu.default", {build.input("a", f32(kTwo))});
        return std::vector<Value>{call(build, "aten.neg.default", {call(build, "aten.mul.Tensor", {relu, 2})})};
    });
    const auto pattern = patternOf([](Builder& build) { return unary(build, "aten.relu.default"); });
    const auto replacement = programOf([](Builder& build) {
        return std::vector<Value>{build.call("aten._to_copy.default", {unary(build, "aten.relu.default").front()}, ir::Type(), {{"dtype", ir::DType::Float16}})};
    });
    EXPECT_EQ(text(replace(before, pattern, replacement).after), "a : f32[2]\n"
                                                                 "relu_1 = aten.relu.default(a) : f32[2]\n"
                                                                 "_to_copy = aten._to_copy.default(relu_1, dtype=torch.float16) : f16[2]\n"
                                                                 "mul = aten.mul.Tensor(_to_copy, 2) : f16[2]\n"
                                                                 "neg = aten.neg.default(mul) : f16[2]\n"
                                                                 "return (neg,)\n");
}

TEST(ReplacePattern, TakesOverStateAndBodiesOfTheReplacement)
{
    const auto before = programOf([](Builder& build) { return unary(build, "aten.relu.default"); });
    const auto pattern = patternOf([](Builder& build) { return unary(build, "aten.relu.default"); });
    ExportedProgram replacement = programOf([](Builder& build) {
        const Value x = build.input("x", f32(kTwo));
        const GraphId body = build.begin();
        build.output({call(build, "aten.sin.default", {build.input("arg", f32(kTwo))})});
        build.end();
        const Value scale = build.subgraph("scale", kMainGraph);
        const Value graph = build.subgraph("body", body);
        const Value list = build.call("higher_order.invoke_subgraph", {graph, "body", call(build, "aten.mul.Tensor", {x, scale})}, ir::Type::list({f32(kTwo)}));
        return std::vector<Value>{call(build, "operator.getitem", {list, 0})};
    });
    const auto tensorOne = std::make_shared<const ir::Tensor>(ir::Tensor::fromBytes(ir::DType::Float32, {1}, std::vector<std::byte>(4)));
    ExportedProgram withState = replacement;
    withState.assignState("scale", tensorOne);
    const Replaced replaced = replace(before, pattern, withState);
    EXPECT_EQ(replaced.after.stateOf("scale"), tensorOne);
    ASSERT_EQ(replaced.after.graphs.ids().size(), 2U);
    EXPECT_EQ(text(replaced.after, replaced.after.graphs.ids()[1]), "arg : f32[2]\nsin = aten.sin.default(arg) : f32[2]\nreturn (sin,)\n");

    ExportedProgram unit = before;
    Rewriter rewriter(unit, "rules");
    const auto failed = replacePattern(rewriter, kMainGraph, pattern, replacement);
    ASSERT_FALSE(failed.ok());
    EXPECT_EQ(failed.error().message, "the replacement reads %scale, an attribute scale that neither it nor the program has");
}

TEST(ReplacePattern, RefusesAReplacementThatDoesNotGoWithThePatternBeforeAnyChange)
{
    const auto before = programOf([](Builder& build) { return unary(build, "aten.relu.default"); });
    const auto pattern = patternOf([](Builder& build) { return unary(build, "aten.relu.default"); });
    const auto why = [&](auto body) {
        ExportedProgram unit = before;
        Rewriter rewriter(unit, "rules");
        const auto failed = replacePattern(rewriter, kMainGraph, pattern, programOf(body));
        EXPECT_TRUE(rewriter.changes().empty());
        return failed ? std::string("accepted") : failed.error().ruleId + " " + failed.error().message;
    };
    EXPECT_EQ(why([](Builder& build) {
        build.input("y", f32(kTwo));
        return unary(build, "aten.sin.default");
    }), "FXE0010 the replacement has 2 placeholders, the pattern 1; they stand for each other by position");
    EXPECT_EQ(why([](Builder& build) {
        const Value x = build.input("x", f32(kTwo));
        return std::vector<Value>{x, x};
    }), "FXE0010 the replacement returns 2 values, the pattern 1");
    EXPECT_EQ(why([](Builder& build) {
        return std::vector<Value>{build.call("aten.relu.default", {build.input("x", f32(kTwo))}, f32(kTwo), {{"inplace", true}})};
    }), "FXE0014 aten.relu.default has no argument inplace; its schema is aten::relu(Tensor self) -> Tensor");
    EXPECT_EQ(why([](Builder& build) {
        build.input("x", f32(kTwo));
        return std::vector<Value>{build.call("aten.relu.default", {}, f32(kTwo))};
    }), "FXE0014 aten.relu.default lacks its argument self; its schema is aten::relu(Tensor self) -> Tensor");
}

TEST(ReplacePattern, MakesAReplacementForEachMatch)
{
    ExportedProgram unit = chain(3, "aten.relu.default");
    const auto pattern = patternOf([](Builder& build) { return unary(build, "aten.relu.default"); });
    const auto sine = std::make_shared<const ExportedProgram>(programOf([](Builder& build) { return unary(build, "aten.sin.default"); }));
    const auto cosine = std::make_shared<const ExportedProgram>(programOf([](Builder& build) { return unary(build, "aten.cos.default"); }));
    Rewriter rewriter(unit, "rules");
    std::size_t count = 0;
    const auto done = replacePattern(rewriter, kMainGraph, pattern,
        ReplacementMaker([&](const Match&) -> Result<std::shared_ptr<const ExportedProgram>> { return count++ % 2 == 0 ? sine : cosine; }));
    ASSERT_TRUE(done.ok());
    EXPECT_EQ(text(unit), "x : f32[2]\nsin = aten.sin.default(x) : f32[2]\ncos = aten.cos.default(sin) : f32[2]\nsin_1 = aten.sin.default(cos) : f32[2]\nreturn (sin_1,)\n");
}

TEST(ReplacePattern, TakesTimeInProportionToTheGraph)
{
    const auto pattern = patternOf([](Builder& build) { return std::vector<Value>{call(build, "aten.relu.default", {unary(build, "aten.relu.default").front()})}; });
    const auto replacement = programOf([](Builder& build) { return unary(build, "aten.sigmoid.default"); });
    ExportedProgram unit = chain(50'000, "aten.relu.default");
    const auto start = std::chrono::steady_clock::now();
    Rewriter rewriter(unit, "rules");
    const auto done = replacePattern(rewriter, kMainGraph, pattern, replacement);
    const auto elapsed = std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - start);
    ASSERT_TRUE(done.ok());
    EXPECT_EQ(done->size(), 25'000U);
    EXPECT_EQ(unit.main().size(), 25'002U);
    RecordProperty("milliseconds", static_cast<int>(elapsed.count()));
    EXPECT_LT(elapsed.count(), 20'000) << "quadratic would be minutes";
}

} // namespace
} // namespace sidelight::fx::testing
