// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/onnxir/lint.h"

#include "tests/core/onnxir/model_builder.h"

#include <gtest/gtest.h>

namespace sidelight::onnxir {
namespace {

using testing::floats;
using testing::ModelBuilder;

/// Rule and message of all findings, a line each.
std::string findings(const Model& model)
{
    std::string out;
    for (const Diagnostic& diagnostic : lint(model))
        out += diagnostic.ruleId + " " + diagnostic.message + "\n";
    return out;
}

TEST(OnnxLint, FindsNothingInASoundModel)
{
    EXPECT_EQ(findings(testing::linearModel().model), "");
}

TEST(OnnxLint, FindsAReadOfAValueThatComesLater)
{
    ModelBuilder b;
    const Value x = b.input("x", floats({2}));
    Node node;
    node.op.op_type = "Relu";
    node.name = "early";
    node.inputs = {Value{NodeId{2}, 0}};
    node.outputs = {{"a", floats({2})}};
    b.add(node);
    const Value late = b.op("Relu", {x}, "late", floats({2}));
    b.output("late", late);
    EXPECT_EQ(findings(b.model), "SL2001 input 0 of early reads a value that comes after it\n");
}

TEST(OnnxLint, FindsDanglingValuesAndMissingOutputs)
{
    ModelBuilder b;
    const Value x = b.input("x", floats({2}));
    b.op("Add", {Value{NodeId{77}, 0}, Value{x.node, 3}}, "sum");
    EXPECT_EQ(findings(b.model), "SL2001 input 0 of node_sum reads a value that is not in reach\n"
                                 "SL2001 input 1 of node_sum reads an output that its node does not have\n");
}

TEST(OnnxLint, FindsValuesAndOutputsOfOneName)
{
    ModelBuilder b;
    const Value x = b.input("x", floats({2}));
    const Value y = b.op("Relu", {x}, "x", floats({2}));
    b.output("y", y);
    b.output("y", x);
    EXPECT_EQ(findings(b.model), "SL2001 two values are called x\nSL2001 two outputs are called y\n");
}

TEST(OnnxLint, WarnsOfNodesOfOneName)
{
    ModelBuilder b;
    const Value x = b.input("x", floats({2}));
    Node node;
    node.op.op_type = "Relu";
    node.name = "twin";
    node.inputs = {x};
    node.outputs = {{"a", floats({2})}};
    b.add(node);
    node.outputs = {{"b", floats({2})}};
    b.add(node);
    const auto found = lint(b.model);
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].level, Level::Warning);
    EXPECT_EQ(found[0].message, "two nodes are called twin");
    EXPECT_EQ(found[0].locations.at(0).name, "twin");
}

TEST(OnnxLint, FindsInputsAndOutputsWithoutType)
{
    ModelBuilder b;
    const Value x = b.input("x", {});
    const Value y = b.op("Relu", {x}, "y");
    b.output("y", y);
    EXPECT_EQ(findings(b.model), "SL2001 input x has no type\nSL2001 output y has no type\n");
}

TEST(OnnxLint, FindsAnInitializerThatIsNotWhatItIsSaidToBe)
{
    ModelBuilder b;
    Node node;
    node.kind = Kind::Initializer;
    node.name = "w";
    node.outputs = {{"w", floats({2, 2})}};
    node.tensor = std::make_shared<const ir::Tensor>(testing::tensorOf<float>(ir::DType::Float32, {4}, {1, 2, 3, 4}));
    b.add(node);
    node.name = "v";
    node.outputs = {{"v", floats({4})}};
    node.tensor = nullptr;
    b.add(node);
    EXPECT_EQ(findings(b.model),
        "SL2001 initializer w is said to be FLOAT[2, 2] but its tensor is not\nSL2001 initializer v has no tensor\n");
}

TEST(OnnxLint, FindsCallsOfFunctionsThatHaveNoBody)
{
    ModelBuilder b;
    const Value x = b.input("x", floats({2}));
    b.model.opsets["pkg.torch.aten"] = 1;
    Node node;
    node.op = {"pkg.torch.aten", "aten_relu", {}};
    node.name = "call";
    node.inputs = {x};
    node.outputs = {{"y", floats({2})}};
    b.output("y", {b.add(node), 0});
    EXPECT_EQ(findings(b.model), "SL2001 pkg.torch.aten.aten_relu is called by call and has no body\n");
    b.function("pkg.torch.aten", "aten_relu");
    b.model.graphs.remove(GraphId{1});
    EXPECT_EQ(findings(b.model), "SL2001 the function pkg.torch.aten.aten_relu has no body\n");
}

TEST(OnnxLint, FindsRecursionThroughSeveralFunctions)
{
    ModelBuilder b;
    const GraphId f = b.function("d", "f");
    const GraphId g = b.function("d", "g");
    for (const GraphId id : {f, g}) {
        auto function = std::make_shared<Function>(*b.model.functions[id]);
        function->opsets["d"] = 1;
        b.model.functions[id] = function;
        const Value x = b.input("x", {}, id);
        Node call;
        call.op = {"d", id == f ? "g" : "f", {}};
        call.name = "call";
        call.inputs = {x};
        call.outputs = {{"y", {}}};
        b.output("y", {b.add(call, id), 0}, id);
    }
    EXPECT_EQ(findings(b.model), "SL2002 the function d.f calls itself\n");
}

TEST(OnnxLint, FindsAMissingOpsetImportOnceADomain)
{
    ModelBuilder b;
    b.model.opsets.clear();
    const Value x = b.input("x", floats({2}));
    const Value a = b.op("Relu", {x}, "a", floats({2}));
    b.op("Relu", {a}, "b", floats({2}));
    EXPECT_EQ(findings(b.model), "SL2001 the model imports no opset of domain \"\"\n");
}

TEST(OnnxLint, FindsAttributesOutOfOrderAndReferencesOutsideFunctions)
{
    ModelBuilder b;
    const Value x = b.input("x", floats({2}));
    b.op("LeakyRelu", {x}, "y", floats({2}), kMainGraph,
        {{"beta", 1.0f}, {"alpha", AttributeRef{"slope", AttributeRef::Type::Float}}});
    EXPECT_EQ(findings(b.model),
        "SL2001 attribute alpha of node_y is not in order or there twice\n"
        "SL2001 attribute alpha of node_y refers to slope, which the function does not have\n");
}

TEST(OnnxLint, LetsBodiesReadWhatStandsBeforeThemAndNothingElse)
{
    ModelBuilder b;
    const Value c = b.input("c", testing::typeOf(ir::DType::Bool, {}));
    const Value x = b.input("x", floats({2}));
    const GraphId yes = b.body();
    const GraphId no = b.body();
    b.output("t", b.op("Relu", {x}, "t", floats({2}), yes), yes);
    b.output("t", b.op("Neg", {x}, "t", floats({2}), no), no);
    const Value y = b.op("If", {c}, "y", floats({2}), kMainGraph, {{"else_branch", no}, {"then_branch", yes}});
    b.output("y", y);
    EXPECT_EQ(findings(b.model), "");
    const Value after = b.op("Neg", {x}, "after", floats({2}));
    b.op("Relu", {after}, "u", floats({2}), yes);
    EXPECT_EQ(findings(b.model), "SL2001 input 0 of node_u reads a value that is not in reach\n");
}

TEST(OnnxLint, FindsABodyThatContainsItself)
{
    ModelBuilder b;
    const Value c = b.input("c", testing::typeOf(ir::DType::Bool, {}));
    const GraphId body = b.body();
    b.op("If", {c}, "inner", floats({2}), body, {{"then_branch", body}});
    b.op("If", {c}, "y", floats({2}), kMainGraph, {{"then_branch", body}});
    EXPECT_EQ(findings(b.model), "SL2002 a body contains itself\n");
}

TEST(OnnxLint, FindsABodyThatTwoAttributesName)
{
    ModelBuilder b;
    const Value c = b.input("c", testing::typeOf(ir::DType::Bool, {}));
    const GraphId body = b.body();
    b.op("If", {c}, "y", floats({2}), kMainGraph, {{"else_branch", body}, {"then_branch", body}});
    EXPECT_EQ(
        findings(b.model), "SL2001 attribute then_branch of node_y names a graph that another attribute names too\n");
}

TEST(OnnxLint, FindsTooManyArgumentsOfACall)
{
    ModelBuilder b;
    const Value x = b.input("x", floats({2}));
    Node call;
    call.op = {"d", "f", {}};
    call.name = "call";
    call.inputs = {x, x};
    call.outputs = {{"y", floats({2})}};
    b.add(call);
    const GraphId f = b.function("d", "f");
    const Value a = b.input("a", {}, f);
    b.output("r", b.op("Relu", {a}, "r", {}, f), f);
    EXPECT_EQ(findings(b.model), "SL2001 call calls d.f with 2 inputs and 1 outputs; it has 1 and 1\n");
}

} // namespace
} // namespace sidelight::onnxir
