// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/display/build.h"
#include "tests/core/display/drawing_checks.h"
#include "tests/core/display/fx_maker.h"

#include <gtest/gtest.h>

namespace sidelight::display {
namespace {

fx::ExportedProgram mlp()
{
    FxMaker make;
    const Value w1 = make.state("fc1.weight", {"16", "8"});
    const Value b1 = make.state("fc1.bias", {"16"});
    const Value w2 = make.state("fc2.weight", {"4", "16"});
    const Value x = make.input("x", FxMaker::tensor({"batch", "8"}));
    make.inModule({{"fc1", "linear.Linear"}});
    const Value h = make.call("aten.linear.default", {x, w1, b1}, FxMaker::tensor({"batch", "16"}));
    make.inModule({});
    const Value s = make.call("aten.sigmoid.default", {h}, FxMaker::tensor({"batch", "16"}));
    make.inModule({{"fc2", "linear.Linear"}});
    const Value y = make.call("aten.linear.default", {s, w2}, FxMaker::tensor({"batch", "4"}));
    make.inModule({});
    make.output({y});
    return make.finish();
}

/// `count` equal blocks of two linears and a residual.
fx::ExportedProgram blocks(int count)
{
    FxMaker make;
    std::vector<Value> weights;
    for (int i = 0; i < count; ++i)
        weights.push_back(make.state("h." + std::to_string(i) + ".fc.weight", {"8", "8"}));
    const Value mask = make.input("mask", FxMaker::tensor({"8"}));
    Value x = make.input("x", FxMaker::tensor({"batch", "8"}));
    for (int i = 0; i < count; ++i) {
        const std::string path = "h." + std::to_string(i);
        make.inModule({{path, "model.Block"}, {path + ".fc", "linear.Linear"}});
        const Value h = make.call("aten.linear.default", {x, weights[static_cast<std::size_t>(i)]}, FxMaker::tensor({"batch", "8"}));
        make.inModule({{path, "model.Block"}});
        const Value m = make.call("aten.mul.Tensor", {h, mask}, FxMaker::tensor({"batch", "8"}));
        const Value r = make.call("aten.relu.default", {m}, FxMaker::tensor({"batch", "8"}));
        x = make.call("aten.add.Tensor", {x, r}, FxMaker::tensor({"batch", "8"}));
    }
    make.inModule({});
    make.output({x});
    return make.finish();
}

TEST(DisplayFx, ShowsParametersAsRowsAndLoneModulesAsTheirOperator)
{
    EXPECT_EQ(debugText(displayFx(mlp(), plainOptions())), R"(b0 input 'x' none key n3
b1 operator 'linear' layer key n4 | weight=16×8 | bias=16
b2 operator 'sigmoid' activation key n5
b3 operator 'linear' layer key n6 | weight=4×16
b4 output 'output' none key n7
b0 -> b1 x batch×8
b1 -> b2 linear batch×16
b2 -> b3 sigmoid batch×16
b3 -> b4 linear_1 batch×4
)");
}

TEST(DisplayFx, ShowsHiddenParametersAtTheirReader)
{
    const DisplayGraph graph = displayFx(mlp(), plainOptions());
    EXPECT_EQ(graph.boxOf.at({{NodeId{0}}}), 1u);
    EXPECT_EQ(graph.boxOf.at({{NodeId{2}}}), 3u);
    EXPECT_EQ(graph.boxOf.size(), 8u);
}

TEST(DisplayFx, FoldsEqualBlocksIntoOneBox)
{
    EXPECT_EQ(debugText(displayFx(blocks(12), plainOptions())), R"(b0 input 'mask' none key n12
b1 input 'x' none key n13
b2 module 'h.0 … h.11 · Block' none key m:h.0*12 | nodes=48 | parameters=768 x12 +
b3 output 'output' none key n62
b1 -> b2 x batch×8
b0 -> b2 mask 8
b2 -> b3 add_11 batch×8
)");
}

TEST(DisplayFx, OpensARunAsBoxesAndABlockAsItsNodes)
{
    DisplayOptions options = plainOptions();
    options.expansion.open = {"m:h.0*3", "m:h.1"};
    EXPECT_EQ(debugText(displayFx(blocks(3), options)), R"(f0 'h.0 … h.2 · Block' key m:h.0*3 x3
f1 'h.1 · Block' in f0 key m:h.1
b0 input 'mask' none key n3
b1 input 'x' none key n4
b2 module 'h.0 · Block' none in f0 key m:h.0 | nodes=4 | parameters=64 +
b3 operator 'linear' layer in f1 key n9 | weight=8×8
b4 operator 'mul' tensor in f1 key n10
b5 operator 'relu' activation in f1 key n11
b6 operator 'add' tensor in f1 key n12
b7 module 'h.2 · Block' none in f0 key m:h.2 | nodes=4 | parameters=64 +
b8 output 'output' none key n17
b1 -> b2 x batch×8
b0 -> b2 mask 8
b2 -> b3 add batch×8
b3 -> b4 linear_1 batch×8
b0 -> b4 mask 8
b4 -> b5 mul_1 batch×8
b2 -> b6 add batch×8
b5 -> b6 relu_1 batch×8
b6 -> b7 add_1 batch×8
b0 -> b7 mask 8
b7 -> b8 add_2 batch×8
)");
}

TEST(DisplayFx, OpensToADepthAndEverythingBelowABox)
{
    const auto frames = [](const Expansion& expansion) {
        DisplayOptions options = plainOptions();
        options.expansion = expansion;
        std::string keys;
        for (const Cluster& cluster : displayFx(blocks(3), options).clusters)
            keys += cluster.key + " ";
        return keys;
    };
    EXPECT_EQ(frames({.open = {}, .below = {}, .depth = 1}), "m:h.0*3 ");
    EXPECT_EQ(frames({.open = {}, .below = {}, .depth = 2}), "m:h.0*3 m:h.0 m:h.1 m:h.2 ");
    EXPECT_EQ(frames({.open = {"m:h.1"}, .below = {}, .depth = 1}), "m:h.0*3 m:h.1 ");
    EXPECT_EQ(frames({.open = {}, .below = {"m:h.0*3"}}), "m:h.0*3 m:h.0 m:h.1 m:h.2 ");
    EXPECT_EQ(frames({.open = {}, .below = {"m:h.1"}}), "") << "what is closed around it stays closed";
}

TEST(DisplayFx, ShowsValuesThatManyDistantNodesReadAsStubs)
{
    DisplayOptions options = plainOptions();
    options.expansion.all = true;
    const DisplayGraph graph = displayFx(blocks(12), options);
    const auto stubs = std::ranges::count_if(graph.nodes, [](const DisplayNode& node) { return node.role == Role::Stub && node.title == "mask"; });
    EXPECT_EQ(stubs, 11);
    for (const DisplayEdge& edge : graph.edges)
        EXPECT_LT(edge.from, edge.to);
    const auto drawing = layOut(graph, {});
    ASSERT_TRUE(drawing.ok());
    EXPECT_EQ(faultsOf(*drawing), "");
}

TEST(DisplayFx, KeepsAModuleTogetherWhenANodeOfNoneStandsInBetween)
{
    FxMaker make;
    const Value x = make.input("x", FxMaker::tensor({"8"}));
    make.inModule({{"a", "model.A"}});
    const Value first = make.call("aten.relu.default", {x}, FxMaker::tensor({"8"}));
    make.inModule({});
    const Value free = make.call("aten.neg.default", {x}, FxMaker::tensor({"8"}));
    make.inModule({{"a", "model.A"}});
    const Value second = make.call("aten.add.Tensor", {first, free}, FxMaker::tensor({"8"}));
    make.inModule({});
    const Value between = make.call("aten.exp.default", {second}, FxMaker::tensor({"8"}));
    make.inModule({{"a", "model.A"}});
    const Value third = make.call("aten.mul.Tensor", {second, between}, FxMaker::tensor({"8"}));
    const Value fourth = make.call("aten.cos.default", {third}, FxMaker::tensor({"8"}));
    make.inModule({});
    make.output({fourth});
    EXPECT_EQ(debugText(displayFx(make.finish(), plainOptions())), R"(b0 input 'x' none key n0
b1 operator 'neg' tensor key n2
b2 module 'a · A' none key m:a | nodes=2 +
b3 operator 'exp' tensor key n4
b4 module 'a · A' none key m:a@1 | nodes=2 +
b5 output 'output' none key n7
b0 -> b1 x 8
b0 -> b2 x 8
b1 -> b2 neg 8
b2 -> b3 add 8
b2 -> b4 add 8
b3 -> b4 exp 8
b4 -> b5 cos 8
)");
}

TEST(DisplayFx, WritesSizesAndScalarsAsRows)
{
    FxMaker make;
    const Value x = make.input("x", FxMaker::tensor({"batch", "8"}));
    const Value size = make.call("aten.sym_size.int", {x, 0}, ir::Type::integer(ir::Dim::symbol("batch")));
    const Value double_ = make.call("operator.mul", {size, 2}, ir::Type::integer(*ir::Dim::parse("2*batch")));
    const Value view = make.call("aten.view.default", {x, fx::ArgumentList{double_, 4}}, FxMaker::tensor({"2*batch", "4"}));
    const Value soft = make.call("aten.softmax.int", {view, -1}, FxMaker::tensor({"2*batch", "4"}));
    make.output({soft});
    const DisplayGraph graph = displayFx(make.finish(), plainOptions());
    EXPECT_EQ(debugText(graph), R"(b0 input 'x' none key n0
b1 operator 'view' shape key n3 | size=2*batch 4
b2 operator 'softmax' activation key n4 | dim=-1
b3 output 'output' none key n5
b0 -> b1 x batch×8
b1 -> b2 view 2*batch×4
b2 -> b3 softmax 2*batch×4
)");
    EXPECT_EQ(graph.boxOf.at({{NodeId{1}}}), 1u);
}

TEST(DisplayFx, MakesGetitemAnOutputOfTheCallThatItReads)
{
    FxMaker make;
    const Value x = make.input("x", FxMaker::tensor({"8"}));
    const ir::Type part = FxMaker::tensor({"4"});
    const Value split = make.call("aten.split.Tensor", {x, 4}, ir::Type::list({part, part}));
    const Value a = make.call("operator.getitem", {split, 0}, part);
    const Value b = make.call("operator.getitem", {split, 1}, part);
    const Value sum = make.call("aten.add.Tensor", {b, a}, part);
    make.output({sum});
    const DisplayGraph graph = displayFx(make.finish(), plainOptions());
    EXPECT_EQ(debugText(graph), R"(b0 input 'x' none key n0
b1 operator 'split' shape key n1 | split_size=4
b2 operator 'add' tensor key n4
b3 output 'output' none key n5
b0 -> b1 x 8
b1 -> b2 getitem_1 4
b1 -> b2 getitem 4
b2 -> b3 add 4
)");
    EXPECT_EQ(graph.edges[1].output, 1u);
}

fx::ExportedProgram conditional()
{
    FxMaker make;
    const Value w = make.state("a.weight", {"8", "8"});
    const Value x = make.input("x", FxMaker::tensor({"8"}));
    const Value positive = make.call("aten.gt.Scalar", {x, 0}, FxMaker::tensor({}, ir::DType::Bool));
    const GraphId yes = make.beginBody();
    Value p = make.input("p", FxMaker::tensor({"8"}));
    Value q = make.input("q", FxMaker::tensor({"8", "8"}));
    make.output({make.call("aten.linear.default", {p, q}, FxMaker::tensor({"8"}))});
    const GraphId no = make.beginBody();
    p = make.input("p", FxMaker::tensor({"8"}));
    q = make.input("q", FxMaker::tensor({"8", "8"}));
    make.output({make.call("aten.neg.default", {p}, FxMaker::tensor({"8"}))});
    make.endBody();
    const Value yesRef = make.bodyReference("true_graph_0", yes);
    const Value noRef = make.bodyReference("false_graph_0", no);
    const Value cond = make.call("torch.ops.higher_order.cond", {positive, yesRef, noRef, fx::ArgumentList{x, w}}, ir::Type::list({FxMaker::tensor({"8"})}));
    const Value item = make.call("operator.getitem", {cond, 0}, FxMaker::tensor({"8"}));
    make.output({item});
    return make.finish();
}

TEST(DisplayFx, ShowsAConditionalAsOneBoxUntilItIsOpened)
{
    EXPECT_EQ(debugText(displayFx(conditional(), plainOptions())), R"(b0 input 'x' none key n1
b1 operator 'gt' tensor key n2 | other=0
b2 operator 'cond' control key n13 | operands[1]=8×8 +
b3 output 'output' none key n15
b0 -> b1 x 8
b1 -> b2 gt
b0 -> b2 x 8
b2 -> b3 getitem 8
)");
}

TEST(DisplayFx, LeadsOperandsIntoTheBranchesOfAnOpenConditional)
{
    DisplayOptions options = plainOptions();
    options.expansion.all = true;
    const DisplayGraph graph = displayFx(conditional(), options);
    EXPECT_EQ(debugText(graph), R"(f0 'cond' key n13
f1 'true_graph_0' in f0 key n13/g1
f2 'false_graph_0' in f0 key n13/g2
b0 input 'x' none key n1
b1 operator 'gt' tensor key n2 | other=0
b2 operator 'cond' control in f0 key n13?
b3 operator 'linear' layer in f1 key n13/5 | weight=8×8
b4 operator 'neg' tensor in f2 key n13/9
b5 output 'output' none key n15
b0 -> b1 x 8
b1 -> b2 gt
b0 -> b3 x 8
b0 -> b4 x 8
b3 -> b5 linear 8
b4 -> b5 neg 8
)");
    const auto drawing = layOut(graph, {});
    ASSERT_TRUE(drawing.ok());
    EXPECT_EQ(faultsOf(*drawing), "");
}

TEST(DisplayFx, SumsBadgesOnCollapsedModules)
{
    DisplayOptions options = plainOptions();
    options.badges[{{NodeId{5}}}] = {support::Level::Warning, 1};
    options.badges[{{NodeId{9}}}] = {support::Level::Error, 2};
    const DisplayGraph graph = displayFx(blocks(3), options);
    EXPECT_EQ(graph.nodes[2].badge, (Badge{support::Level::Error, 3}));
}

TEST(DisplayFx, CollectsUnreadStateInOneBox)
{
    FxMaker make;
    make.state("bn.num_batches_tracked", {}, fx::InputKind::Buffer);
    const Value x = make.input("x", FxMaker::tensor({"8"}));
    make.output({x});
    EXPECT_EQ(debugText(displayFx(make.finish(), plainOptions())), R"(b0 input 'x' none key n1
b1 output 'output' none key n2
b2 constant 'not read' constant key unread | bn.num_batches_tracked=float32
b0 -> b1 x 8
)");
}

TEST(DisplayFx, GivesNothingForAnEmptyProgram)
{
    EXPECT_EQ(debugText(displayFx({}, plainOptions())), "");
}

} // namespace
} // namespace sidelight::display
