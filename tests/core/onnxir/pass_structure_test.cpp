// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "core/onnxir/lint.h"
#include "core/onnxir/passes/pipeline.h"
#include "core/support/text.h"
#include "tests/core/ir/pass_documentation.h"
#include "tests/core/ir/replay.h"
#include "tests/core/onnxir/model_builder.h"
#include "tests/core/onnxir/pass_test_model.h"

#include <gtest/gtest.h>

#include <set>

namespace sidelight::onnxir::passes {
namespace {

using testing::floats;
using testing::ModelBuilder;
using testing::tensorOf;

using testing::run;
using testing::text;

Node call(const char* domain, const char* name, std::vector<std::optional<Value>> inputs, std::vector<std::string> outputs)
{
    Node node;
    node.op = {domain, name, {}};
    node.name = concat("call_", outputs.front());
    node.inputs = std::move(inputs);
    for (std::string& output : outputs)
        node.outputs.push_back({std::move(output), floats({2})});
    return node;
}

/// Main calls module function Block twice, which calls operator function relu_add twice.
struct Nested {
    ModelBuilder b;
    GraphId inner, block;
    NodeId add, relu, first, second;
    Nested()
    {
        inner = b.function("pkg.torch.aten", "aten_add_relu");
        const Value left = b.input("left", {}, inner);
        const Value right = b.input("right", {}, inner);
        const Value sum = b.op("Add", {left, right}, "sum", {}, inner);
        const Value result = b.op("Relu", {sum}, "result", {}, inner);
        add = sum.node;
        relu = result.node;
        b.output("result", result, inner);

        block = b.function("pkg.torch.module", "Block");
        auto importing = std::make_shared<Function>(*b.model.functions[block]);
        importing->opsets["pkg.torch.aten"] = 1;
        b.model.functions[block] = std::move(importing);
        const Value in = b.input("in", {}, block);
        const Value one = {b.add(call("pkg.torch.aten", "aten_add_relu", {in, in}, {"one"}), block), 0};
        const Value two = {b.add(call("pkg.torch.aten", "aten_add_relu", {one, in}, {"two"}), block), 0};
        b.output("two", two, block);

        const Value x = b.input("x", floats({2}));
        Node node = call("pkg.torch.module", "Block", {x}, {"h"});
        node.metadata_props = {{"namespace", "layers.0"}};
        node.origins = {{{}, NodeId{7}, nullptr}};
        first = b.add(node);
        second = b.add(call("pkg.torch.module", "Block", {Value{first, 0}}, {"y"}));
        b.output("y", {second, 0});
    }
};

TEST(Pipeline, ListsEveryOnnxPassOnce)
{
    std::set<std::string_view> ids;
    for (const Pass* pass : all()) {
        EXPECT_TRUE(ids.insert(pass->id).second);
        EXPECT_EQ(find(pass->id), pass);
        sidelight::testing::expectDocumented(*pass);
    }
    EXPECT_EQ(find("nothing"), nullptr);
}

TEST(Inline, KeepsEverythingAtLevelBoth)
{
    EXPECT_EQ(run("inline", Nested().b.model).outcome, ir::Outcome::Unchanged);
    EXPECT_EQ(run("inline", Nested().b.model, {{"level", std::string("both")}}).outcome, ir::Outcome::Unchanged);
}

TEST(Inline, InlinesAllLevelsWithUniqueNamesAndHandsDownMetadata)
{
    const auto record = run("inline", Nested().b.model, {{"level", std::string("none")}});
    EXPECT_EQ(text(record.after), "in x\n"
                                  "sum = Add(x, x)\n"
                                  "one = Relu(sum)\n"
                                  "sum_1 = Add(one, x)\n"
                                  "h = Relu(sum_1)\n"
                                  "sum_2 = Add(h, h)\n"
                                  "one_1 = Relu(sum_2)\n"
                                  "sum_3 = Add(one_1, h)\n"
                                  "y = Relu(sum_3)\n"
                                  "out y = y\n");
    const auto& main = record.after.main();
    const NodeId first = main.next(main.front());
    EXPECT_EQ(main[first].metadata_props, (Properties{{"namespace", "layers.0"}}));
    ASSERT_EQ(main[first].origins.size(), 1u);
    EXPECT_EQ(main[first].origins[0].fx, NodeId{7});
}

TEST(Inline, InlinesOnlyOperatorsOrOnlyModules)
{
    const Nested nested;
    const auto module = run("inline", nested.b.model, {{"level", std::string("module")}});
    EXPECT_EQ(text(module.after), "in x\nh = Block(x)\ny = Block(h)\nout y = y\n");
    EXPECT_EQ(text(module.after, nested.block), "in in\nsum = Add(in, in)\none = Relu(sum)\nsum_1 = Add(one, in)\ntwo = Relu(sum_1)\nout two = two\n");
    const auto operators = run("inline", nested.b.model, {{"level", std::string("operator")}});
    EXPECT_EQ(text(operators.after), "in x\n"
                                     "one = aten_add_relu(x, x)\n"
                                     "h = aten_add_relu(one, x)\n"
                                     "one_1 = aten_add_relu(h, h)\n"
                                     "y = aten_add_relu(one_1, h)\n"
                                     "out y = y\n");
}

TEST(Inline, RefusesAnUnknownLevel)
{
    const std::vector<PassStep> steps = {{find("inline"), {{"level", std::string("some")}}, true}};
    EXPECT_EQ(ir::runPasses<Model>(Nested().b.model, steps).records.front().outcome, ir::Outcome::Failed);
}

TEST(Inline, BindsAttributesAndLeavesOutThoseThatTheCallLeavesOut)
{
    ModelBuilder b;
    const GraphId body = b.function("pkg.torch.aten", "aten_softmax", {"dim"});
    const Value in = b.input("in", {}, body);
    const Value out = b.op("Softmax", {in}, "out", {}, body, {{"axis", AttributeRef{"dim"}}, {"other", AttributeRef{"missing"}}});
    b.output("out", out, body);
    const Value x = b.input("x", floats({2}));
    Node node = call("pkg.torch.aten", "aten_softmax", {x}, {"y"});
    node.attributes = {{"dim", std::int64_t{-1}}};
    b.output("y", {b.add(std::move(node)), 0});
    const std::vector<PassStep> steps = {{find("inline"), {{"level", std::string("none")}}, true}};
    const Trace trace = ir::runPasses<Model>(b.model, steps);
    const auto& main = trace.final().main();
    const Node& softmax = main[main.next(main.front())];
    ASSERT_EQ(softmax.attributes.size(), 1u);
    EXPECT_EQ(std::get<std::int64_t>(softmax.attributes[0].value), -1);
}

TEST(Inline, NamesResultsThatTheCallLeavesOut)
{
    ModelBuilder b;
    const GraphId body = b.function("pkg.torch.aten", "aten_pair");
    const Value in = b.input("in", {}, body);
    const Value one = b.op("Neg", {in}, "one", {}, body);
    const Value two = b.op("Abs", {one}, "two", {}, body);
    b.output("one", one, body);
    b.output("two", two, body);
    const Value x = b.input("x", floats({2}));
    const NodeId pair = b.add(call("pkg.torch.aten", "aten_pair", {x}, {"", "y"}));
    b.output("y", {pair, 1});
    EXPECT_EQ(text(run("inline", b.model, {{"level", std::string("none")}}).after), "in x\none = Neg(x)\ny = Abs(one)\nout y = y\n");
}

TEST(Inline, CopiesTenThousandEqualBodiesInLinearTime)
{
    ModelBuilder b;
    const GraphId body = b.function("pkg.torch.aten", "aten_relu");
    const Value in = b.input("in", {}, body);
    const Value middle = b.op("Neg", {in}, "middle", {}, body);
    const Value out = b.op("Relu", {middle}, "out", {}, body);
    b.output("out", out, body);
    Value value = b.input("x", floats({2}));
    for (int at = 0; at < 10000; ++at)
        value = {b.add(call("pkg.torch.aten", "aten_relu", {value}, {concat("v", at)})), 0};
    b.output("y", value);
    const std::vector<PassStep> steps = {{find("inline"), {{"level", std::string("none")}}, true}, {find("name-fix"), {}, true}};
    const auto start = std::chrono::steady_clock::now();
    const Trace trace = ir::runPasses<Model>(b.model, steps);
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(10));
    EXPECT_EQ(trace.final().main().size(), 20002u);
}

TEST(IdentityElimination, KeepsOnlyThoseThatGiveAResultItsOwnNode)
{
    ModelBuilder b;
    const Value x = b.input("x", floats({2}));
    const Value copy = b.op("Identity", {x}, "copy", floats({2}));
    const Value neg = b.op("Neg", {copy}, "neg", floats({2}));
    const Value again = b.op("Identity", {neg}, "again", floats({2}));
    const Value direct = b.op("Identity", {x}, "direct", floats({2}));
    b.output("y", again);
    b.output("z", direct);
    EXPECT_EQ(text(run("identity-elimination", b.model).after), "in x\nneg = Neg(x)\ndirect = Identity(x)\nout y = neg\nout z = direct\n");
}

TEST(DeadNodeRemoval, RemovesNodesInitializersFunctionsAndImports)
{
    Nested nested;
    const Value w = nested.b.initializer("w", tensorOf<float>(ir::DType::Float32, {2}, {1, 2}));
    nested.b.op("Neg", {w}, "dead", floats({2}));
    nested.b.input("unused", floats({2}));
    nested.b.function("pkg.other", "never");
    // Outputs stay last.
    const auto record = run("dead-node-removal", nested.b.model);
    EXPECT_EQ(text(record.after), "in x\nh = Block(x)\ny = Block(h)\nout y = y\nin unused\n");
    EXPECT_EQ(record.after.functions.size(), 2u);
    EXPECT_EQ(record.after.opsets.count("pkg.other"), 0u);
    EXPECT_EQ(record.after.opsets.count(""), 1u);
}

TEST(DeadNodeRemoval, RemovesFunctionsThatInliningLeftBehind)
{
    const auto inlined = run("inline", Nested().b.model, {{"level", std::string("none")}});
    const auto record = run("dead-node-removal", inlined.after);
    EXPECT_TRUE(record.after.functions.empty());
    EXPECT_EQ(record.after.graphs.ids().size(), 1u);
    EXPECT_EQ(record.after.opsets.size(), 1u);
}

TEST(InitializerDeduplication, MergesAliasesAndSmallConstantsButNeverEqualWeights)
{
    ModelBuilder b;
    const auto weight = [](std::vector<float> values) {
        ir::Tensor tensor = tensorOf<float>(ir::DType::Float32, {2}, std::move(values));
        auto storage = std::make_shared<ir::Storage>(*tensor.storage);
        storage->name = "data/weights/weight_0";
        tensor.storage = storage;
        return tensor;
    };
    const ir::Tensor tied = weight({1, 2});
    const Value a = b.initializer("a", tied);
    const Value alias = b.initializer("alias", tied);
    const Value equal = b.initializer("equal", weight({1, 2}));
    const Value c1 = b.initializer("c1", tensorOf<float>(ir::DType::Float32, {2}, {3, 4}));
    const Value c2 = b.initializer("c2", tensorOf<float>(ir::DType::Float32, {2}, {3, 4}));
    const Value other = b.initializer("other", tensorOf<float>(ir::DType::Float32, {1, 2}, {3, 4}));
    const Value all = b.op("Sum", {a, alias, equal, c1, c2, other}, "all", floats({2}));
    b.output("y", all);
    EXPECT_EQ(text(run("initializer-deduplication", b.model).after),
        "init a\ninit equal\ninit c1\ninit other\nall = Sum(a, a, equal, c1, c1, other)\nout y = all\n");
}

TEST(NameFix, KeepsTheProgramsNamesAndMakesTheOthersUnique)
{
    ModelBuilder b;
    const Value x = b.input("x", floats({2}));
    const Value first = b.op("Neg", {x}, "x", floats({2}));
    const Value second = b.op("Neg", {first}, "v", floats({2}));
    const Value third = b.op("Neg", {second}, "v", floats({2}));
    const Value fourth = b.op("Neg", {third}, "y", floats({2}));
    const Value fifth = b.op("Neg", {fourth}, "", floats({2}));
    b.output("y", fifth);
    const std::vector<PassStep> steps = {{find("name-fix"), {}, true}};
    const Trace trace = ir::runPasses<Model>(b.model, steps);
    std::set<std::string> values = {"y"};
    std::set<std::string> nodes;
    for (const NodeId id : trace.final().main().order()) {
        const Node& node = trace.final().main()[id];
        EXPECT_TRUE(node.kind != Kind::Operator || nodes.insert(node.name).second) << node.name;
        EXPECT_TRUE(node.kind == Kind::Output || id == fifth.node || values.insert(node.outputs[0].name).second) << node.outputs[0].name;
    }
    EXPECT_EQ(trace.final().main()[x.node].name, "x");
    EXPECT_EQ(trace.final().main()[trace.final().main().back()].name, "y");
    EXPECT_EQ(ir::runPasses<Model>(trace.final(), steps).records.front().outcome, ir::Outcome::Unchanged);
}

TEST(NameFix, KeepsABodysInputFromHidingAValueAroundIt)
{
    ModelBuilder b;
    const Value x = b.input("x", floats({2}));
    const GraphId body = b.body();
    const Value inner = b.input("x", floats({2}), body);
    const Value neg = b.op("Neg", {inner}, "neg", floats({2}), body);
    b.output("neg", neg, body);
    const Value scan = b.op("Scan", {x}, "y", floats({2}), kMainGraph, {{"body", body}, {"num_scan_inputs", std::int64_t{1}}});
    b.output("y", scan);
    EXPECT_EQ(text(run("name-fix", b.model).after, body), "in x_1\nneg = Neg(x_1)\nout neg = neg\n");
}

} // namespace
} // namespace sidelight::onnxir::passes
