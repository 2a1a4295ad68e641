// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/onnxir/bodies.h"
#include "core/session/body.h"

#include "core/fx/lint.h"
#include "core/fx/print.h"
#include "core/onnxir/lint.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace sidelight::session {
namespace {

std::shared_ptr<const Document> opened(const std::filesystem::path& path)
{
    auto document = openDocument(path, {});
    EXPECT_TRUE(document.ok()) << (document ? "" : document.error().message);
    return document ? *document : nullptr;
}
const std::filesystem::path kBlocks = SIDELIGHT_SOURCE_DIR "/tests/fixtures/paired/blocks";

/// What lint says of each body, by title.
std::string findings(const Body& body)
{
    std::string text;
    for (const Diagnostic& one : body.document->hasProgram() ? fx::lint(body.document->program()) : onnxir::lint(body.document->model()))
        text += body.title + ": " + one.message + "\n";
    return text;
}

NodeId nodeNamed(const fx::ExportedProgram& program, std::string_view name) { return fx::findByName(program.main(), name); }

TEST(BodyDocument, ShowsEachFunctionWhole)
{
    const auto document = opened(SIDELIGHT_SOURCE_DIR "/resources/samples/vit.pt2");
    ASSERT_TRUE(document);
    ASSERT_FALSE(document->model().functions.empty());
    for (const auto& [graph, function] : document->model().functions) {
        const Body body = functionBody(*document, document->model(), graph);
        ASSERT_TRUE(body.document) << function->displayName;
        EXPECT_EQ(body.title, function->displayName);
        EXPECT_EQ(body.document->model().main().size(), document->model().graphs[graph].size());
        EXPECT_EQ(findings(body), "");
    }
    EXPECT_FALSE(functionBody(*document, document->model(), kMainGraph).document);
}

TEST(BodyDocument, KeepsWhatAFunctionCallsButNotTheFunction)
{
    const auto document = opened(SIDELIGHT_SOURCE_DIR "/resources/samples/mlp.pt2");
    ASSERT_TRUE(document);
    const onnxir::Model& model = document->model();
    const auto linear = model.functionBody({"pkg.torch.module", "Linear", ""});
    ASSERT_TRUE(linear);
    const Body body = functionBody(*document, model, *linear);
    ASSERT_TRUE(body.document);
    EXPECT_FALSE(body.document->hasProgram());
    EXPECT_EQ(body.document->model().signature->graph_name, "Linear");
    EXPECT_FALSE(body.document->model().functionBody({"pkg.torch.module", "Linear", ""}));
    EXPECT_TRUE(body.document->model().functionBody({"pkg.torch.aten", "aten_linear", ""}));
}

TEST(BodyDocument, GivesABranchWhatItReadsFromAround)
{
    const auto document = opened(kBlocks.string() + ".onnx");
    ASSERT_TRUE(document);
    const onnxir::Model& model = document->model();
    std::size_t found = 0;
    for (const NodeId id : model.main().order()) {
        for (const auto& [name, branch] : onnxir::namedBodiesOf(model.main()[id])) {
            const Body body = branchBody(*document, model, id, branch);
            ASSERT_TRUE(body.document);
            EXPECT_EQ(body.title, name + " · " + model.main()[id].name);
            EXPECT_EQ(findings(body), "");
            const onnxir::Model& shown = body.document->model();
            EXPECT_EQ(std::ranges::count_if(shown.main().orderCopy(), [&](NodeId node) { return shown.main()[node].kind == onnxir::Kind::Operator; }),
                      std::ranges::count_if(model.graphs[branch].orderCopy(),
                                            [&](NodeId node) { return model.graphs[branch][node].kind == onnxir::Kind::Operator; }));
            EXPECT_GT(shown.main().size(), model.graphs[branch].size());
            ++found;
        }
        EXPECT_FALSE(branchBody(*document, model, id, kMainGraph).document);
    }
    EXPECT_EQ(found, 2U);
}

TEST(BodyDocument, ShowsTheSubgraphsOfACond)
{
    const auto document = opened(kBlocks.string() + ".pt2");
    ASSERT_TRUE(document);
    const fx::ExportedProgram& program = document->fx.initial;
    const NodeId cond = nodeNamed(program, "cond");
    ASSERT_NE(cond, kNoNode);
    const auto subgraphs = subgraphsOf(program, cond);
    ASSERT_EQ(subgraphs.size(), 2U);
    for (const auto& [name, subgraph] : subgraphs) {
        const Body body = subgraphBody(*document, program, cond, subgraph);
        ASSERT_TRUE(body.document);
        EXPECT_EQ(body.title, name + " · cond");
        EXPECT_EQ(findings(body), "");
        EXPECT_EQ(fx::printGraph(body.document->program()), fx::printGraph(program, subgraph));
    }
    EXPECT_FALSE(subgraphBody(*document, program, nodeNamed(program, "cond"), kMainGraph).document);
}

TEST(BodyDocument, ShowsAModuleByAnyOfItsNodes)
{
    const auto document = opened(SIDELIGHT_SOURCE_DIR "/resources/samples/vit.pt2");
    ASSERT_TRUE(document);
    const fx::ExportedProgram& program = document->program();
    // Each node alone, and with its neighbour: what is common to both.
    std::size_t modules = 0;
    const std::vector<NodeId> order = program.main().orderCopy();
    for (std::size_t i = 0; i + 1 < order.size(); ++i) {
        for (const std::vector<NodeId>& nodes : {std::vector{order[i]}, std::vector{order[i], order[i + 1]}}) {
            const auto [within, title] = moduleAround(program, nodes);
            if (within.empty())
                continue;
            ++modules;
            const Body body = regionBody(*document, program, within, title);
            ASSERT_TRUE(body.document) << title;
            EXPECT_EQ(findings(body), "");
            for (const NodeId node : within)
                EXPECT_TRUE(body.document->program().main().contains(node)) << title;
        }
    }
    EXPECT_GT(modules, 100U);
}

TEST(BodyDocument, KeepsWeightsOfAModuleAsWeights)
{
    const auto document = opened(SIDELIGHT_SOURCE_DIR "/resources/samples/mlp.pt2");
    ASSERT_TRUE(document);
    const fx::ExportedProgram& program = document->fx.initial;
    const auto [within, title] = moduleAround(program, {nodeNamed(program, "linear")});
    ASSERT_FALSE(within.empty());
    const Body body = regionBody(*document, program, within, title);
    ASSERT_TRUE(body.document);
    const auto& inputs = body.document->program().signature->inputs;
    EXPECT_EQ(std::ranges::count(inputs, fx::InputKind::Parameter, &fx::InputSpec::kind), 2);
    EXPECT_EQ(std::ranges::count(inputs, fx::InputKind::UserInput, &fx::InputSpec::kind), 1);
    EXPECT_EQ(body.document->program().state->size(), 2U);
}

TEST(BodyDocument, HasNothingForPlaceholdersAlone)
{
    const auto document = opened(SIDELIGHT_SOURCE_DIR "/resources/samples/mlp.pt2");
    ASSERT_TRUE(document);
    const fx::ExportedProgram& program = document->fx.initial;
    EXPECT_TRUE(moduleAround(program, {program.main().front()}).first.empty());
    EXPECT_FALSE(regionBody(*document, program, {program.main().front()}, "x").document);
    EXPECT_FALSE(regionBody(*document, program, {}, "x").document);
}

} // namespace
} // namespace sidelight::session
