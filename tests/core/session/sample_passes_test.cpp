// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
//
// Each pass on each sample: what libtorch (FX) and ONNX Runtime (ONNX) compute after it is what they computed before, to the bit or within what the pass
// declares; its changes lead there and back; a second run changes nothing.
#include "core/fx/lint.h"
#include "core/fx/passes/pipeline.h"
#include "core/io/onnx_schemas.h"
#include "core/io/onnx_writer.h"
#include "core/io/pt2_reader.h"
#include "core/lowering/lower.h"
#include "core/lowering/registry.h"
#include "core/onnxir/lint.h"
#include "core/onnxir/passes/pipeline.h"
#include "core/runtime/compare.h"
#include "core/runtime/evaluator_client.h"
#include "core/runtime/inputs.h"
#include "core/support/text.h"
#include "tests/core/ir/replay.h"
#include "tests/support/temporary_folder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace sidelight::session {
namespace {

runtime::EvaluatorClient& evaluator()
{
    static runtime::EvaluatorClient client([] {
        runtime::EvaluatorOptions options;
        options.program = SIDELIGHT_EVALUATOR_PROGRAM;
        return options;
    }());
    return client;
}

ir::Services services()
{
    static const io::OnnxSchemaRegistry schemas;
    static const std::vector<std::string> lowered = [] {
        std::vector<std::string> overloads;
        for (const lowering::Lowering* row : lowering::loweringsAt(18))
            overloads.emplace_back(row->target);
        return overloads;
    }();
    return {&evaluator(), &schemas, &lowered};
}

/// |a-b| over the largest |b|; 0 only for equal bits but for NaN and the sign of zero.
double distance(const ir::Tensor& a, const ir::Tensor& b)
{
    const auto exact = runtime::compare(a, b, runtime::Tolerance::Exact);
    EXPECT_TRUE(exact.ok());
    if (!exact || exact->equal)
        return exact ? 0 : INFINITY;
    if (a.dtype != b.dtype || a.sizes != b.sizes || b.dtype != ir::DType::Float32)
        return INFINITY;
    const auto bytes = ir::readContiguous(b);
    float largest = 0;
    for (std::size_t at = 0; at < bytes->size(); at += sizeof(float)) {
        float value = 0;
        std::memcpy(&value, bytes->data() + at, sizeof value);
        largest = std::max(largest, std::abs(value));
    }
    return exact->maxAbsolute / static_cast<double>(largest);
}

void expectWithin(const std::vector<ir::Tensor>& after, const std::vector<ir::Tensor>& before, double tolerance, const std::string& what)
{
    ASSERT_EQ(after.size(), before.size()) << what;
    for (std::size_t i = 0; i < after.size(); ++i) {
        const double apart = distance(after[i], before[i]);
        EXPECT_LE(apart, tolerance) << what << ", output " << i;
    }
}

class PassNumbers : public ::testing::TestWithParam<const char*> {
protected:
    void SetUp() override
    {
        auto read = io::readPt2(std::string(SIDELIGHT_SOURCE_DIR) + "/resources/samples/" + GetParam() + ".pt2");
        ASSERT_TRUE(read.ok());
        program = std::move(read->program);
        auto given = runtime::sampleInputs(program);
        ASSERT_TRUE(given.ok());
        inputs = std::move(*given);
        runFx.services = services();
        runFx.lint = fx::lint;
        runOnnx.services = services();
        runOnnx.lint = onnxir::lint;
    }

    std::vector<ir::Tensor> valuesOf(const fx::ExportedProgram& unit) const
    {
        const auto run = evaluator().runProgram(unit, inputs);
        EXPECT_TRUE(run.ok()) << support::toText(run.error());
        return run ? run->outputs : std::vector<ir::Tensor>();
    }
    std::vector<ir::Tensor> valuesOf(const onnxir::Model& model) const
    {
        const testing::TemporaryFolder folder;
        const auto written = io::writeOnnx(model, folder.path() / "model.onnx");
        EXPECT_TRUE(written.ok()) << support::toText(written.error());
        std::vector<runtime::NamedTensor> named;
        std::size_t next = 0;
        for (const NodeId id : model.main().order())
            if (model.main()[id].kind == onnxir::Kind::Input && next < inputs.size())
                named.emplace_back(model.main()[id].name, inputs[next++]);
        const auto run = evaluator().runOnnx(folder.path() / "model.onnx", named, false);
        EXPECT_TRUE(run.ok()) << support::toText(run.error());
        std::vector<ir::Tensor> values;
        if (run)
            for (const auto& [name, tensor] : *run)
                values.push_back(tensor);
        return values;
    }

    /// Runs one pass over `before` and compares.
    template <class Unit>
    void expectEqualNumbers(const Unit& before, const std::vector<ir::Tensor>& expected, const ir::PassStep<Unit>& step, const ir::RunOptions<Unit>& options) const
    {
        const std::string what = concat(GetParam(), ": ", step.pass->id);
        SCOPED_TRACE(what);
        const std::vector<ir::PassStep<Unit>> steps = {step};
        const auto trace = ir::runPasses<Unit>(before, steps, options);
        const auto& record = trace.records.front();
        ASSERT_NE(record.outcome, ir::Outcome::Failed) << support::toText(record.diagnostics.back());
        if (record.changes.empty())
            return;
        testing::expectReplay(before, record);
        for (const auto& change : record.changes) {
            const auto* removed = std::get_if<ir::GraphRemoved<Unit>>(&change.what);
            EXPECT_FALSE(removed && removed->graph == kMainGraph) << "the main graph was replaced as a whole";
        }
        const auto again = ir::runPasses<Unit>(record.after, steps, options);
        EXPECT_TRUE(again.records.front().changes.empty()) << again.records.front().changes.size() << " changes in a second run";
        expectWithin(valuesOf(record.after), expected, step.pass->tolerance, what);
    }

    fx::ExportedProgram program;
    std::vector<ir::Tensor> inputs;
    ir::RunOptions<fx::ExportedProgram> runFx;
    ir::RunOptions<onnxir::Model> runOnnx;
};

TEST_P(PassNumbers, StayThroughEachFxPassAlone)
{
    const auto fresh = valuesOf(program);
    const auto standard = ir::runPasses<fx::ExportedProgram>(program, fx::passes::defaultPipeline(), runFx).final();
    const auto settled = valuesOf(standard);
    for (const fx::Pass* pass : fx::passes::all()) {
        expectEqualNumbers(program, fresh, {pass, {}, true}, runFx);
        expectEqualNumbers(standard, settled, {pass, {}, true}, runFx);
    }
}

TEST_P(PassNumbers, StayThroughAllPassesInOrder)
{
    std::vector<fx::PassStep> steps;
    double tolerance = 0;
    for (const fx::Pass* pass : fx::passes::all()) {
        steps.push_back({pass, {}, true});
        tolerance += pass->tolerance;
    }
    const auto trace = ir::runPasses<fx::ExportedProgram>(program, steps, runFx);
    ASSERT_EQ(trace.records.size(), steps.size());
    const auto expected = valuesOf(program);
    expectWithin(valuesOf(trace.final()), expected, tolerance, concat(GetParam(), ": all FX passes"));

    const auto model = lowering::lower(trace.final(), {});
    std::vector<onnxir::PassStep> onnxSteps;
    for (const onnxir::Pass* pass : onnxir::passes::all())
        onnxSteps.push_back({pass, {}, true});
    onnxSteps.front().options["level"] = std::string("none");
    const auto onnx = ir::runPasses<onnxir::Model>(model.record.after, onnxSteps, runOnnx);
    ASSERT_EQ(onnx.records.size(), onnxSteps.size()) << support::toText(onnx.records.back().diagnostics.back());
    const auto before = valuesOf(model.record.after);
    for (const auto& record : onnx.records)
        tolerance = std::max(tolerance, record.pass->tolerance);
    expectWithin(valuesOf(onnx.final()), before, tolerance, concat(GetParam(), ": all ONNX passes"));
    for (std::size_t i = 0; i < expected.size(); ++i) {
        const auto comparison = runtime::compare(valuesOf(onnx.final())[i], expected[i], runtime::Tolerance::Sample);
        EXPECT_TRUE(comparison.ok() && comparison->equal) << comparison->reason;
    }
}

TEST_P(PassNumbers, StayThroughEachOnnxPassAlone)
{
    const auto final = ir::runPasses<fx::ExportedProgram>(program, fx::passes::defaultPipeline(), runFx).final();
    const auto grouped = lowering::lower(final, {}).record.after;
    std::vector<onnxir::PassStep> inlining = {{onnxir::passes::find("inline"), {{"level", std::string("none")}}, true}};
    const auto flat = ir::runPasses<onnxir::Model>(grouped, inlining, runOnnx).final();
    const auto expected = valuesOf(grouped);
    const auto expectedFlat = valuesOf(flat);
    expectEqualNumbers(grouped, expected, inlining.front(), runOnnx);
    for (const onnxir::Pass* pass : onnxir::passes::all()) {
        expectEqualNumbers(grouped, expected, {pass, {}, true}, runOnnx);
        expectEqualNumbers(flat, expectedFlat, {pass, {}, true}, runOnnx);
    }
}

INSTANTIATE_TEST_SUITE_P(All, PassNumbers, ::testing::Values("mlp", "resnet18", "vit", "gpt"), [](const auto& sample) { return std::string(sample.param); });

} // namespace
} // namespace sidelight::session
