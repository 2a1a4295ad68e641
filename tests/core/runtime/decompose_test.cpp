// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "core/fx/parse_call.h"
#include "core/fx/passes/pipeline.h"
#include "core/fx/print.h"
#include "core/runtime/evaluator_client.h"
#include "tests/core/runtime/nodes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

namespace sidelight::runtime::test {
namespace {

using Sizes = std::vector<std::vector<std::int64_t>>;

/// What the decomposition may end in. The lists of lowering are longer; the tests name what they need.
const std::vector<std::string> kKept = {"aten._unsafe_view.default", "aten.add.Tensor", "aten.cat.default", "aten.clone.default", "aten.expand.default", "aten.flatten.using_ints",
    "aten.mul.Tensor", "aten.permute.default", "aten.reshape.default", "aten.select.int", "aten.slice.Tensor", "aten.split_with_sizes.default",
    "aten.stack.default", "aten.transpose.int", "aten.unsqueeze.default", "aten.view.default"};

class Decompose : public testing::Test
{
protected:
    static void SetUpTestSuite() { client = new EvaluatorClient(); }
    static void TearDownTestSuite()
    {
        delete client;
        client = nullptr;
    }

    static ir::PassRecord<fx::ExportedProgram> run(const fx::ExportedProgram& program)
    {
        ir::RunOptions<fx::ExportedProgram> options;
        options.services.evaluator = client;
        options.services.lowered = &kKept;
        const std::vector<fx::PassStep> steps = {{fx::passes::find("decompose"), {}, true}};
        auto trace = ir::runPasses<fx::ExportedProgram>(program, steps, options);
        return trace.records.front();
    }

    /// Consecutive numbers in tensors of these sizes.
    static std::vector<ir::Tensor> inputs(const Sizes& sizes)
    {
        std::vector<ir::Tensor> tensors;
        for (const auto& one : sizes) {
            std::vector<float> values(static_cast<std::size_t>(std::accumulate(one.begin(), one.end(), std::int64_t{1}, std::multiplies<>())));
            std::iota(values.begin(), values.end(), static_cast<float>(10 * tensors.size()));
            tensors.push_back(floats(one, values));
        }
        return tensors;
    }

    /// Decomposes a call; all parts must be kept ones, and the numbers those of the call itself at each of `sizes`. Returns the graph.
    static std::string expectSame(const char* call, const std::vector<Sizes>& sizes)
    {
        const auto program = fx::parseCall(call);
        EXPECT_TRUE(program.ok()) << call;
        if (!program.ok())
            return {};
        const auto record = run(*program);
        EXPECT_EQ(record.outcome, ir::Outcome::Modified) << (record.diagnostics.empty() ? "" : record.diagnostics.front().message);
        for (const NodeId id : record.after.main().order()) {
            const fx::Node& node = record.after.main()[id];
            if (node.op == fx::Op::CallFunction && node.target != "operator.getitem") {
                EXPECT_TRUE(std::binary_search(kKept.begin(), kKept.end(), std::string(node.overload()))) << node.target;
            }
        }
        for (const Sizes& one : sizes) {
            const auto before = client->runProgram(*program, inputs(one));
            const auto after = client->runProgram(record.after, inputs(one));
            EXPECT_TRUE(before.ok() && after.ok()) << (before.ok() ? after.ok() ? "" : after.error().message : before.error().message);
            if (!before.ok() || !after.ok() || before->outputs.size() != after->outputs.size())
                continue;
            for (std::size_t i = 0; i < before->outputs.size(); ++i) {
                EXPECT_EQ(before->outputs[i].sizes, after->outputs[i].sizes);
                EXPECT_EQ(valuesOf<float>(before->outputs[i]), valuesOf<float>(after->outputs[i]));
            }
        }
        return fx::printGraph(record.after);
    }

    static std::string noteOf(const char* call)
    {
        const auto record = run(*fx::parseCall(call));
        EXPECT_EQ(record.outcome, ir::Outcome::Unchanged);
        EXPECT_EQ(record.diagnostics.size(), 1u);
        if (record.diagnostics.size() != 1)
            return {};
        EXPECT_EQ(record.diagnostics.front().ruleId, "FXE0011");
        EXPECT_EQ(record.diagnostics.front().level, Level::Note);
        return record.diagnostics.front().message;
    }

    static EvaluatorClient* client;
};
EvaluatorClient* Decompose::client = nullptr;

TEST_F(Decompose, TakesACallApartAtConstantSizes)
{
    expectSame("aten.vstack.default([f32[3], f32[2, 3]]) -> f32[3, 3]", {{{3}, {2, 3}}});
    expectSame("aten.atleast_3d.default(f32[4]) -> f32[1, 4, 1]", {{{4}}});
}

TEST_F(Decompose, TakesACallApartOnceForAllSizes)
{
    expectSame("aten.vstack.default([f32[n, 3], f32[m, 3]]) -> f32[n + m, 3]", {{{2, 3}, {4, 3}}, {{1, 3}, {5, 3}}});
    expectSame("aten.row_stack.default([f32[n], f32[n]]) -> f32[2, n]", {{{4}, {4}}, {{7}, {7}}});
    expectSame("aten.kron.default(f32[n, 2], f32[3, m]) -> f32[3*n, 2*m]", {{{2, 2}, {3, 4}}, {{5, 2}, {3, 3}}});
}

TEST_F(Decompose, GivesEachResultOfACallWithSeveral)
{
    expectSame("aten.hsplit.int(f32[4, 6], 2) -> (f32[4, 3], f32[4, 3])", {{{4, 6}}});
}

TEST_F(Decompose, SaysWhichPartCannotBeTakenApart)
{
    const std::string note = noteOf("aten.cosine_similarity.default(f32[2, 3], f32[2, 3]) -> f32[2]");
    EXPECT_EQ(note.substr(0, 51), "aten.cosine_similarity.default was not decomposed: ");
    EXPECT_NE(note.find(", a part of it, has no lowering"), std::string::npos) << note;
}

TEST_F(Decompose, LeavesWhatIsLoweredAndWhatHasNoCompositeKernel)
{
    for (const char* call : {"aten.add.Tensor(f32[2], f32[2]) -> f32[2]", "aten.sin.default(f32[2]) -> f32[2]"}) {
        const auto record = run(*fx::parseCall(call));
        EXPECT_EQ(record.outcome, ir::Outcome::Unchanged);
        EXPECT_TRUE(record.diagnostics.empty());
    }
}

TEST(DecomposeAlone, IsSkippedWithoutAnEvaluator)
{
    const std::vector<fx::PassStep> steps = {{fx::passes::find("decompose"), {}, true}};
    const auto trace = ir::runPasses<fx::ExportedProgram>(*fx::parseCall("aten.vstack.default([f32[3], f32[3]]) -> f32[2, 3]"), steps);
    EXPECT_EQ(trace.records.front().outcome, ir::Outcome::Skipped);
}

} // namespace
} // namespace sidelight::runtime::test
