// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
//
// A program opened beside what torch.onnx made of it.
#include "core/session/document.h"
#include "core/session/link.h"

#include <gtest/gtest.h>

namespace sidelight::session {
namespace {

const std::filesystem::path kFolder = SIDELIGHT_SOURCE_DIR "/tests/fixtures/paired";

std::shared_ptr<const Document> paired()
{
    OpenOptions options;
    options.beside = kFolder / "blocks.onnx";
    auto document = openDocument(kFolder / "blocks.pt2", options);
    EXPECT_TRUE(document.ok()) << (document ? "" : document.error().message);
    return document ? *document : nullptr;
}

std::string fxName(const Document& document, NodeId node)
{
    for (const GraphId graph : document.fx.initial.graphs.ids())
        if (const fx::Node* found = document.fx.initial.graphs[graph].find(node))
            return found->name;
    return "?";
}

/// "LayerNormalization layer_norm" for each operator, inner ones behind a dash.
std::string linksOf(const Document& document)
{
    std::string text;
    for (const NodeId id : document.model().main().order()) {
        const onnxir::Node& node = document.model().main()[id];
        if (node.kind != onnxir::Kind::Operator)
            continue;
        text += node.op.op_type;
        for (const onnxir::Origin& origin : node.origins)
            text += (origin.path.empty() ? " " : " -") + fxName(document, origin.fx);
        text += "\n";
    }
    return text;
}

TEST(LinkToProgram, FindsTheNodeOfEachOperator)
{
    const auto document = paired();
    ASSERT_TRUE(document);
    EXPECT_TRUE(document->isPaired());
    EXPECT_FALSE(document->exportable);
    // relu was relu_ in the program; the branches of the If are linked below it.
    EXPECT_EQ(linksOf(*document), R"(LayerNormalization layer_norm
Gemm linear
Relu relu_
Gemm linear_1
Add add
LayerNormalization layer_norm_1
Gemm linear_2
Relu relu__1
Gemm linear_3
Add add_1
ReduceSum sum_1
Greater gt
If cond -sin -cos
)");
}

TEST(LinkToProgram, LinksInputsByNameAndInitializersByFqn)
{
    const auto document = paired();
    ASSERT_TRUE(document);
    std::map<std::string, std::string> links;
    for (const NodeId id : document->model().main().order()) {
        const onnxir::Node& node = document->model().main()[id];
        if (node.kind != onnxir::Kind::Operator && !node.origins.empty())
            links[node.name] = fxName(*document, node.origins.front().fx);
    }
    EXPECT_EQ(links["x"], "x");
    EXPECT_EQ(links["blocks.1.up.weight"], "p_blocks_1_up_weight");
    EXPECT_FALSE(links.contains("scalar_tensor_default"));
}

TEST(LinkToProgram, LinksNothingThatOnlyHasTheName)
{
    const auto document = paired();
    ASSERT_TRUE(document);
    onnxir::Model model = document->model();
    onnxir::Rewriter rewriter(model, "test");
    NodeId sum = kNoNode;
    for (const NodeId id : model.main().orderCopy()) {
        onnxir::Node node = model.main()[id];
        node.origins.clear();
        if (node.op.op_type == "ReduceSum") {
            sum = id;
            // The name is there, but on another operator, and the line is unknown.
            node.metadata_props = {{std::string(onnxir::kKeyFxNode),
                "%linear : [num_users=1] = call_function[target=torch.ops.aten.sum.default](args = (%x,), kwargs = {})"}};
        }
        rewriter.update(id, node);
    }
    linkToProgram(model, document->fx);
    EXPECT_TRUE(model.main()[sum].origins.empty());
}

TEST(LinkToProgram, SaysWhichFileCannotBeRead)
{
    OpenOptions options;
    options.beside = kFolder / "none.onnx";
    const auto document = openDocument(kFolder / "blocks.pt2", options);
    ASSERT_FALSE(document.ok());
    EXPECT_NE(document.error().message.find("none.onnx"), std::string::npos);
    options.beside = kFolder / "model.tflite";
    EXPECT_EQ(openDocument(kFolder / "blocks.pt2", options).error().ruleId, "SL1012");
}

} // namespace
} // namespace sidelight::session
