// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "app/locate.h"
#include "app/partners.h"
#include "app/shown_graph.h"

#include <gtest/gtest.h>

namespace sidelight::app {
namespace {

void addNode(fx::ExportedProgram& program, std::uint32_t id, std::string name)
{
    fx::Node node;
    node.name = std::move(name);
    node.target = "torch.ops.aten.relu.default";
    program.graphs.forWrite(kMainGraph).insert(NodeId{id}, std::make_shared<const fx::Node>(std::move(node)));
}

void addNode(
    onnxir::Model& model, GraphId graph, std::uint32_t id, std::string name, onnxir::OpId op, NodeId origin = kNoNode)
{
    onnxir::Node node;
    node.name = std::move(name);
    node.op = std::move(op);
    if (origin != kNoNode)
        node.origins = {{{}, origin, nullptr}};
    model.graphs.forWrite(graph).insert(NodeId{id}, std::make_shared<const onnxir::Node>(std::move(node)));
}

constexpr fx::Pass kCse{"cse", "Merges equal calls.", nullptr};
constexpr onnxir::Pass kDead{"dead-node-removal", "Removes what nothing reads.", nullptr};

/// FX: %a(1), %b(2) of which the pass cse erases %b. ONNX: a call layers_1(10) of a function with the node a/b(20),
/// made for %a, and x(11), made for %c(3), which a pass removes.
session::Document someDocument()
{
    session::Document document;
    document.fx.initial.graphs.add(kMainGraph, {});
    for (const auto& [id, name] : {std::pair{1u, "a"}, {2u, "b"}, {3u, "c"}})
        addNode(document.fx.initial, id, name);
    ir::PassRecord<fx::ExportedProgram> cse;
    cse.pass = &kCse;
    cse.after = document.fx.initial;
    cse.after.graphs.forWrite(kMainGraph).remove(NodeId{2});
    document.fx.records.push_back(std::move(cse));

    onnxir::Model lowered;
    lowered.graphs.add(kMainGraph, {});
    lowered.graphs.add(GraphId{1}, {});
    auto function = std::make_shared<onnxir::Function>();
    function->id = {"pkg.torch.module", "Layer", ""};
    lowered.assignFunction(GraphId{1}, function);
    addNode(lowered, kMainGraph, 10, "layers_1", function->id, NodeId{1});
    addNode(lowered, GraphId{1}, 20, "a/b", {"", "Relu", ""});
    addNode(lowered, kMainGraph, 11, "x", {"", "Relu", ""}, NodeId{3});
    document.onnx.initial.graphs.add(kMainGraph, {});
    ir::PassRecord<onnxir::Model> lower;
    lower.pass = &kDead;
    lower.after = lowered;
    document.onnx.records.push_back(lower);
    lower.after.graphs.forWrite(kMainGraph).remove(NodeId{11});
    document.onnx.records.push_back(std::move(lower));
    return document;
}

TEST(Locate, FindsFxNodesAlsoWhereAPassErasedThem)
{
    const session::Document document = someDocument();
    EXPECT_EQ(findFxNode(document.fx, "%a"), NodeId{1});
    EXPECT_EQ(findFxNode(document.fx, "%b"), NodeId{2});
    EXPECT_EQ(findFxNode(document.fx, "%nothing"), std::nullopt);
}

TEST(Locate, FindsOnnxNodesInBodiesAlsoWithSlashesInNames)
{
    const session::Document document = someDocument();
    EXPECT_EQ(findOnnxNode(document.model(), "layers_1"), (NodePath{{NodeId{10}}}));
    EXPECT_EQ(findOnnxNode(document.model(), "layers_1/%a/b"), (NodePath{{NodeId{10}, NodeId{20}}}));
    EXPECT_EQ(findOnnxNode(document.model(), "layers_1/nothing"), std::nullopt);
    EXPECT_EQ(findOnnxNode(document.model(), ""), std::nullopt);
}

TEST(Partners, LeadBothWays)
{
    const session::Document document = someDocument();
    const lowering::Provenance provenance = lowering::provenanceOf(document.model());
    EXPECT_EQ(onnxPartners(provenance, {{{NodeId{1}}}}), (std::set<NodePath>{{{NodeId{10}}}}));
    EXPECT_EQ(fxPartners(provenance, document.program(), {{{NodeId{10}}}}), (std::set<NodePath>{{{NodeId{1}}}}));
}

TEST(Partners, SayWhyThereIsNone)
{
    const session::Document document = someDocument();
    EXPECT_EQ(whyNoOnnx(document, NodeId{2}), "erased by the pass cse");
    EXPECT_EQ(whyNoOnnx(document, NodeId{3}), "its ONNX nodes were removed by the pass dead-node-removal");
    session::Document unlowered = document;
    unlowered.onnx.records.clear();
    EXPECT_EQ(whyNoOnnx(unlowered, NodeId{1}), "the program was not lowered");
    EXPECT_EQ(whyNoFx(document, {{NodeId{10}, NodeId{20}}}), "no FX node is recorded as its origin");
}

TEST(ShownGraph, KeepsTheOtherSideAtItsEndWhileOneSideIsStepped)
{
    const session::Document document = someDocument();
    EXPECT_EQ(placeOf(document, Side::Fx, {0, 0}), Place{});
    EXPECT_EQ(placeOf(document, Side::Onnx, {0, 0}), (Place{Place::Kind::After, 1, 0}));
    EXPECT_EQ(placeOf(document, Side::Fx, {3, 0}), (Place{Place::Kind::After, 0, 0}));
    EXPECT_EQ(placeOf(document, Side::Onnx, {2, 0}), (Place{Place::Kind::After, 0, 0}));
    EXPECT_EQ(passItems(document).size(), 4u);
    EXPECT_EQ(modelAt(document, {2, 0}).main().size(), 2u);
    EXPECT_EQ(modelAt(document, {4, 0}).main().size(), 1u);
}

} // namespace
} // namespace sidelight::app
