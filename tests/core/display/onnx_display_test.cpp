// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/display/build.h"
#include "tests/core/display/drawing_checks.h"
#include "tests/core/display/fx_maker.h"
#include "tests/core/display/onnx_maker.h"

#include <gtest/gtest.h>

namespace sidelight::display {
namespace {

const onnxir::OpId kLinear{"pkg.torch.module", "Linear", ""};

/// `count` calls of a function Linear, each with weights of its own.
onnxir::Model linears(int count)
{
    OnnxMaker make;
    make.begin(kLinear);
    const Value in = make.input("input", {"batch", "8"});
    const Value weight = make.input("weight", {"8", "8"});
    const Value turned = make.call({"", "Transpose", ""}, {weight}, {"8", "8"}, {{"perm", std::vector<std::int64_t>{1, 0}}});
    make.output("result", make.call({"", "MatMul", ""}, {in, turned}, {"batch", "8"}));
    make.end();
    Value x = make.input("x", {"batch", "8"});
    std::vector<Value> weights;
    for (int i = 0; i < count; ++i)
        weights.push_back(make.initializer("w" + std::to_string(i), {8, 8}));
    for (const Value w : weights)
        x = make.call(kLinear, {x, w}, {"batch", "8"});
    make.output("y", x);
    return make.model;
}

TEST(DisplayOnnx, ShowsAFunctionCallAsOneBoxWithItsFormalNames)
{
    EXPECT_EQ(debugText(displayOnnx(linears(1), plainOptions())), R"(b0 input 'x' none key n5
b1 function 'Linear' layer key n7 | weight=8×8 function +
b2 output 'y' none key n8
b0 -> b1 x batch×8
b1 -> b2 v2 batch×8
)");
}

TEST(DisplayOnnx, LeavesOutAttributesThatSayWhatTheirAbsenceSays)
{
    OnnxMaker make;
    const Value x = make.input("x", {"2", "2"});
    const Value gemm = make.call({"", "Gemm", ""}, {x, x}, {"2", "2"}, {{"alpha", 1.0F}, {"beta", 0.5F}, {"transA", std::int64_t{0}}, {"transB", std::int64_t{1}}});
    make.output("y", make.call({"com.example", "Gemm", ""}, {gemm, x}, {"2", "2"}, {{"alpha", 1.0F}}));
    EXPECT_EQ(debugText(displayOnnx(make.model, plainOptions())), R"(b0 input 'x' none key n0
b1 operator 'Gemm' layer key n1 | beta=0.5 | transB=1
b2 operator 'Gemm' layer key n2 | alpha=1.0
b3 output 'y' none key n3
b0 -> b1 x 2×2
b1 -> b2 v0 2×2
b0 -> b2 x 2×2
b2 -> b3 v1 2×2
)");
}

TEST(DisplayOnnx, LeavesOutStepsOfOneAndNoPaddingOfConvolutions)
{
    using Numbers = std::vector<std::int64_t>;
    OnnxMaker make;
    const Value x = make.input("x", {"1", "2", "8", "8"});
    const Value conv = make.call({"", "Conv", ""}, {x, x}, {"1", "2", "4", "4"}, {{"dilations", Numbers{1, 1}}, {"pads", Numbers{0, 0, 1, 0}}, {"strides", Numbers{2, 1}}});
    make.output("y", make.call({"", "MaxPool", ""}, {conv}, {"1", "2", "2", "2"}, {{"kernel_shape", Numbers{1, 1}}, {"pads", Numbers{0, 0, 0, 0}}, {"strides", Numbers{1, 1}}}));
    EXPECT_EQ(debugText(displayOnnx(make.model, plainOptions())), R"(b0 input 'x' none key n0
b1 operator 'Conv' layer key n1 | pads=0 0 1 0 | strides=2 1
b2 operator 'MaxPool' pooling key n2 | kernel_shape=1 1
b3 output 'y' none key n3
b0 -> b1 x 1×2×8×8
b1 -> b2 v0 1×2×4×4
b2 -> b3 v1 1×2×2×2
)");
}

TEST(DisplayOnnx, OpensABodyInPlaceForEachCall)
{
    DisplayOptions options = plainOptions();
    options.expansion.open = {"n9"};
    const DisplayGraph graph = displayOnnx(linears(2), options);
    EXPECT_EQ(debugText(graph), R"(f0 'Linear' key n9 function
b0 input 'x' none key n5
b1 function 'Linear' layer key n8 | weight=8×8 function +
b2 operator 'Transpose' shape in f0 key n9/2 | 0=8×8 | perm=1 0
b3 operator 'MatMul' layer in f0 key n9/3
b4 output 'y' none key n10
b0 -> b1 x batch×8
b1 -> b3 v2 batch×8
b2 -> b3 v0 8×8
b3 -> b4 v1 batch×8
)");
    EXPECT_EQ(graph.frameOf.at({{NodeId{9}}}), ClusterId{0});
    EXPECT_EQ(findBox(graph, {{NodeId{9}, NodeId{3}}}), 3u);
    EXPECT_EQ(findBox(graph, {{NodeId{8}, NodeId{3}}}), 1u);
    EXPECT_EQ(findBox(graph, {{NodeId{9}}}), std::nullopt);
    const auto drawing = layOut(graph, {});
    ASSERT_TRUE(drawing.ok());
    EXPECT_EQ(faultsOf(*drawing), "");
}

TEST(DisplayOnnx, FoldsEqualCallsOfAModule)
{
    EXPECT_EQ(debugText(displayOnnx(linears(12), plainOptions())), R"(b0 input 'x' none key n5
b1 function 'Linear' layer key n18*12 | weight=8×8 x12 function +
b2 output 'y' none key n30
b0 -> b1 x batch×8
b1 -> b2 v13 batch×8
)");
    DisplayOptions options = plainOptions();
    options.foldRepeats = false;
    EXPECT_EQ(displayOnnx(linears(12), options).nodes.size(), 14u);
}

TEST(DisplayOnnx, NamesCallsOfModulesByTheirPath)
{
    onnxir::Model model = linears(4);
    onnxir::Rewriter rewriter(model, "test");
    const auto scopes = [](const std::string& path) {
        return std::make_shared<const onnxir::Properties>(onnxir::Properties{{std::string(onnxir::kKeyNameScopes), "['', '" + path + "']"}});
    };
    for (const auto& [id, path] : {std::pair{NodeId{10}, "fc.0"}, {NodeId{11}, "fc.1"}, {NodeId{12}, "fc.2"}, {NodeId{13}, "fc.3"}}) {
        onnxir::Node node = model.main()[id];
        node.origins = {{{}, kNoNode, scopes(path)}};
        rewriter.update(id, node);
    }
    EXPECT_EQ(displayOnnx(model, plainOptions()).nodes[1].title, "fc.0 … fc.3 · Linear");
    DisplayOptions options = plainOptions();
    options.foldRepeats = false;
    options.expansion.open = {"n11"};
    const DisplayGraph graph = displayOnnx(model, options);
    EXPECT_EQ(graph.nodes[1].title, "fc.0 · Linear");
    EXPECT_EQ(graph.nodes[1].module, "fc.0");
    EXPECT_EQ(graph.clusters[0].title, "fc.1 · Linear");
}

TEST(DisplayOnnx, NamesModulesInsideModulesForEachCall)
{
    const onnxir::OpId block{"pkg.torch.module", "Block", ""};
    OnnxMaker make;
    make.begin(kLinear);
    make.output("result", make.call({"", "Relu", ""}, {make.input("input", {"8"})}, {"8"}));
    make.end();
    make.begin(block);
    make.output("result", make.call(kLinear, {make.input("input", {"8"})}, {"8"}));
    make.end();
    const Value x = make.input("x", {"8"});
    const Value y = make.call(block, {x}, {"8"});
    make.output("y", make.call(block, {y}, {"8"}));
    onnxir::Model& model = make.model;
    const auto inner = model.graphs[*model.functionBody(block)].order();
    const NodeId linear = *std::ranges::find_if(inner, [&](NodeId id) { return model.graphs[*model.functionBody(block)][id].op == kLinear; });
    onnxir::Rewriter rewriter(model, "test");
    const NodeId second{ir::index(y.node) + 1};
    onnxir::Node node = model.main()[second];
    node.origins = {{{}, kNoNode, std::make_shared<const onnxir::Properties>(onnxir::Properties{{std::string(onnxir::kKeyNameScopes), "['b.1']"}})},
                    {{linear}, kNoNode, std::make_shared<const onnxir::Properties>(onnxir::Properties{{std::string(onnxir::kKeyNameScopes), "['b.1', 'b.1.fc']"}})}};
    rewriter.update(second, node);
    DisplayOptions options = plainOptions();
    options.expansion.open = {"n" + std::to_string(ir::index(second))};
    EXPECT_EQ(displayOnnx(model, options).nodes[2].title, "b.1.fc · Linear");
}

TEST(DisplayOnnx, TakesTypesOfASharedBodyFromEachCall)
{
    const onnxir::OpId relu{"pkg.torch.aten", "aten_relu", ""};
    OnnxMaker make;
    make.begin(relu);
    const Value in = make.input("self", {"batch", "8"});
    make.output("result", make.call({"", "Relu", ""}, {make.call({"", "Identity", ""}, {in}, {"batch", "8"})}, {"batch", "8"}));
    make.end();
    const Value x = make.input("x", {"batch", "8"});
    const Value y = make.call(relu, {x}, {"batch", "8"});
    make.output("y", y);
    onnxir::Model& model = make.model;
    const GraphId body = *model.functionBody(relu);
    onnxir::Rewriter rewriter(model, "test");
    const auto forget = [&](NodeId id) {
        onnxir::Node node = model.graphs[*model.graphs.graphOf(id)][id];
        node.outputs[0].type.sizes[1].reset();
        rewriter.update(id, node);
    };
    for (const NodeId id : model.graphs[body].orderCopy())
        if (model.graphs[body][id].kind == onnxir::Kind::Operator)
            forget(id);
    DisplayOptions options = plainOptions();
    options.expansion.all = true;
    const DisplayGraph open = displayOnnx(model, options);
    ASSERT_EQ(open.edges.size(), 3u);
    EXPECT_EQ(open.edges[1].label, "batch×?"); // Inside nothing says more.
    EXPECT_EQ(open.edges[2].label, "batch×8"); // The call's own type.

    // A call that says as little takes what is known of it by path.
    forget(y.node);
    EXPECT_EQ(displayOnnx(model, options).edges[2].label, "batch×?");
    const KnownTypes known{{{{y.node}}, onnxir::ValueType::tensor(ir::DType::Float32, {ir::Dim::symbol("batch"), ir::Dim::constant(8)})}};
    options.types = &known;
    EXPECT_EQ(displayOnnx(model, options).edges[2].label, "batch×8");
    options.expansion = {};
    EXPECT_EQ(displayOnnx(model, options).edges[1].label, "batch×8");
}

TEST(DisplayOnnx, ShowsSmallInitializersConstantsAndAttributesAsRows)
{
    OnnxMaker make;
    const Value x = make.input("x", {"batch", "8"});
    const Value shape = make.numbers("shape", {-1, 4});
    const Value reshaped = make.call({"", "Reshape", ""}, {x, shape}, {"2*batch", "4"});
    const Value scale = make.call({"", "Constant", ""}, {}, {}, {{"value_float", 0.5f}});
    const Value scaled = make.call({"", "Mul", ""}, {reshaped, scale}, {"2*batch", "4"});
    const Value cast = make.call({"", "Cast", ""}, {scaled}, {"2*batch", "4"}, {{"to", std::int64_t{10}}});
    make.output("y", cast);
    EXPECT_EQ(debugText(displayOnnx(make.model, plainOptions())), R"(b0 input 'x' none key n0
b1 operator 'Reshape' shape key n2 | shape=-1 4
b2 operator 'Mul' tensor key n4 | B=0.5
b3 operator 'Cast' tensor key n5 | to=FLOAT16
b4 output 'y' none key n6
b0 -> b1 x batch×8
b1 -> b2 v0 2*batch×4
b2 -> b3 v2 2*batch×4
b3 -> b4 v3 2*batch×4
)");
}

onnxir::Model branching()
{
    OnnxMaker make;
    const Value condition = make.input("c", {});
    const Value x = make.input("x", {"8"});
    const GraphId yes = make.begin();
    make.output("yes", make.call({"", "Relu", ""}, {x}, {"8"}));
    const GraphId no = make.begin();
    make.output("no", make.call({"", "Neg", ""}, {x}, {"8"}));
    make.end();
    make.output("y", make.call({"", "If", ""}, {condition}, {"8"}, {{"else_branch", no}, {"then_branch", yes}}));
    return make.model;
}

TEST(DisplayOnnx, LeadsCapturedValuesToAClosedIf)
{
    EXPECT_EQ(debugText(displayOnnx(branching(), plainOptions())), R"(b0 input 'c' none key n0
b1 input 'x' none key n1
b2 operator 'If' control key n6 +
b3 output 'y' none key n7
b0 -> b2 c
b1 -> b2 x 8
b2 -> b3 v2 8
)");
}

TEST(DisplayOnnx, OpensTheBranchesOfAnIf)
{
    DisplayOptions options = plainOptions();
    options.expansion.all = true;
    const DisplayGraph graph = displayOnnx(branching(), options);
    EXPECT_EQ(debugText(graph), R"(f0 'If' key n6
f1 'else_branch' in f0 key n6/g2
f2 'then_branch' in f0 key n6/g1
b0 input 'c' none key n0
b1 input 'x' none key n1
b2 operator 'If' control in f0 key n6?
b3 operator 'Neg' tensor in f1 key n6/4
b4 operator 'Relu' activation in f2 key n6/2
b5 output 'y' none key n7
b0 -> b2 c
b1 -> b3 x 8
b1 -> b4 x 8
b3 -> b5 v1 8
b4 -> b5 v0 8
)");
    const auto drawing = layOut(graph, {});
    ASSERT_TRUE(drawing.ok());
    EXPECT_EQ(faultsOf(*drawing), "");
}

TEST(DisplayOnnx, PutsABadgeOfABodyOnTheCallThatHidesIt)
{
    DisplayOptions options = plainOptions();
    options.badges[{{NodeId{7}, NodeId{3}}}] = {support::Level::Error, 1};
    const DisplayGraph graph = displayOnnx(linears(1), options);
    EXPECT_EQ(graph.nodes[1].badge.count, 1u);
}

TEST(OverlayOnnx, DrawsWhatAPassErased)
{
    onnxir::Model before = linears(2);
    onnxir::Model after = before;
    onnxir::Rewriter rewriter(after, "test");
    rewriter.replaceAllUsesWith({NodeId{9}, 0}, {NodeId{8}, 0});
    ASSERT_TRUE(rewriter.erase(NodeId{9}).ok());
    const DisplayGraph graph = overlayOnnx(before, after, plainOptions());
    EXPECT_EQ(graph.nodes[2].delta, Delta::Erased);
    EXPECT_EQ(graph.nodes[3].delta, Delta::Changed);
}

TEST(ToDot, WritesFramesBoxesAndEdgesAsPlainText)
{
    OnnxMaker make;
    make.output("y", make.call({"", "Relu", ""}, {make.input("a\"b\x1b[31m", {"8"})}, {"8"}));
    EXPECT_EQ(toDot(displayOnnx(make.model, plainOptions()), "main"), R"(digraph "main" {
  node [shape=box];
  n0 [label="a\"b\\x1b[31m"];
  n1 [label="Relu"];
  n2 [label="y"];
  n0 -> n1 [label="8"];
  n1 -> n2 [label="8"];
}
)");
}

TEST(FirstExpansion, OpensWhatHoldsNearlyEverything)
{
    FxMaker make;
    Value x = make.input("x", FxMaker::tensor({"8"}));
    make.inModule({{"model", "model.Net"}});
    for (int i = 0; i < 8; ++i)
        x = make.call("aten.relu.default", {x}, FxMaker::tensor({"8"}));
    make.inModule({});
    make.output({make.call("aten.neg.default", {x}, FxMaker::tensor({"8"}))});
    EXPECT_EQ(firstExpansion(make.finish()).open, std::set<BoxKey>{"m:model"});
    EXPECT_TRUE(firstExpansion(linears(12)).open.empty());
}

} // namespace
} // namespace sidelight::display
