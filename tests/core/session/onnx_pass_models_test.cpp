// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
//
// Each ONNX pass on models with bodies that read values around them, nested, and in functions; and models brought to every opset and back. What ONNX Runtime computes
// after is what it computed before.
#include "core/io/onnx_check.h"
#include "core/io/onnx_reader.h"
#include "core/io/onnx_schemas.h"
#include "core/io/pt2_reader.h"
#include "core/lowering/lower.h"
#include "core/onnxir/lint.h"
#include "core/onnxir/passes/pipeline.h"
#include "core/runtime/compare.h"
#include "core/runtime/evaluator_client.h"
#include "core/runtime/inputs.h"
#include "core/session/evaluated_model.h"
#include "core/session/run_pipeline.h"
#include "core/support/text.h"
#include "tests/core/ir/replay.h"
#include "tests/support/files.h"
#include "tests/support/temporary_folder.h"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace sidelight::session {
namespace {

using onnxir::Model;

runtime::EvaluatorClient& evaluator()
{
    static runtime::EvaluatorClient client([] {
        runtime::EvaluatorOptions options;
        options.program = SIDELIGHT_EVALUATOR_PROGRAM;
        return options;
    }());
    return client;
}

Model modelOf(const char* text)
{
    const testing::TemporaryFolder folder;
    testing::writeFile(folder.path() / "model.onnxtxt", text);
    DiagnosticLog log;
    auto model = io::readOnnx(folder.path() / "model.onnxtxt", log);
    EXPECT_TRUE(model.ok()) << (model ? "" : support::toText(model.error()));
    return model ? *model : Model();
}

ir::Tensor floats(std::vector<std::int64_t> sizes, const std::vector<float>& values)
{
    return ir::Tensor::fromValues<float>(ir::DType::Float32, std::move(sizes), std::span(values));
}

std::vector<runtime::NamedTensor> outputsOf(const Model& model, const std::vector<ir::Tensor>& inputs)
{
    const auto run = evaluateModel(evaluator(), model, inputs, false);
    EXPECT_TRUE(run.ok()) << (run ? "" : support::toText(run.error()));
    return run ? run->outputs : std::vector<runtime::NamedTensor>();
}

void expectEqual(const std::vector<runtime::NamedTensor>& after, const std::vector<runtime::NamedTensor>& before, runtime::Tolerance tolerance)
{
    ASSERT_EQ(after.size(), before.size());
    for (std::size_t i = 0; i < after.size(); ++i) {
        const auto comparison = runtime::compare(after[i].second, before[i].second, tolerance);
        EXPECT_TRUE(comparison.ok() && comparison->equal) << before[i].first << ": " << (comparison ? comparison->reason : comparison.error().message);
    }
}

ir::RunOptions<Model> options()
{
    static const io::OnnxSchemaRegistry schemas;
    ir::RunOptions<Model> run;
    run.services.schemas = &schemas;
    run.lint = onnxir::lint;
    return run;
}

std::set<std::string> propertiesIn(const Model& model)
{
    std::set<std::string> found;
    for (const GraphId graph : model.graphs.ids())
        for (const NodeId id : model.graphs[graph].order())
            for (const auto& [key, value] : model.graphs[graph][id].metadata_props)
                found.insert(concat(key, '=', value));
    return found;
}

/// Runs one pass; expects its changes to lead both ways, no change of a second run, metadata on every node, a valid model.
Model after(const Model& before, const onnxir::Pass& pass, const ir::PassOptions& given = {})
{
    const std::vector<onnxir::PassStep> steps = {{&pass, given, true}};
    const auto trace = ir::runPasses<Model>(before, steps, options());
    const auto& record = trace.records.front();
    EXPECT_NE(record.outcome, ir::Outcome::Failed) << (record.diagnostics.empty() ? "" : support::toText(record.diagnostics.front()));
    testing::expectReplay(before, record);
    EXPECT_TRUE(ir::runPasses<Model>(record.after, steps, options()).records.front().changes.empty()) << pass.id << " changes in a second run";
    for (const Diagnostic& problem : io::checkModel(record.after))
        ADD_FAILURE() << pass.id << ": " << support::toText(problem);
    return record.after;
}

/// A Loop that reads an initializer and a value of the main graph, with an If in it that reads those of both; both call a function.
constexpr const char* kNested = R"(<ir_version: 10, opset_import: ["": 18, "local": 1]>
agraph (float[2, 4] x, bool flag) => (float[2, 4] y, float[2, 4] z)
<int64 trips = {3}, float two = {2.0}, float unused = {1.0}, int64[2] last = {-1, 4}, int64[2] order = {0, 1}>
{
    start = Identity (x)
    same = Reshape (x, last)
    shape = Shape (x)
    turned = Transpose <perm = [1, 0]> (x)
    back = Transpose <perm = [1, 0]> (turned)
    [loop] carried = Loop (trips, , start) <body = body (int64 step, bool go, float[2, 4] state) => (bool still, float[2, 4] next) {
        still = Identity (go)
        factor = Constant <value_float = 0.5> ()
        again = Constant <value_float = 0.5> ()
        wide = Cast <to = 11> (state)
        narrow_again = Cast <to = 1> (wide)
        narrow = Neg (narrow_again)
        one = Exp (back)
        other = Exp (back)
        added = Add (one, other)
        [choice] picked = If (flag) <then_branch = then_graph () => (float[2, 4] taken) {
            sized = Reshape (narrow, shape)
            doubled = local.Twice (sized)
            taken = Mul (doubled, factor)
        }, else_branch = else_graph () => (float[2, 4] left) {
            rows = Gather <axis = 0> (shape, order)
            kept = Reshape (same, rows)
            half = Mul (kept, again)
            left = Add (half, narrow)
        }>
        dead = Relu (picked)
        next = Add (picked, added)
    }>
    y = Mul (carried, two)
    z = local.Twice (back)
}
<domain: "local", opset_import: ["": 18, "local": 1]>
Twice (input) => (output)
{
    two = Constant <value_float = 2.0> ()
    one = Constant <value_float = 1.0> ()
    double = Mul (two, one)
    plain = Identity (input)
    zero = Sub (one, one)
    is_none = Equal (zero, one)
    output = If (is_none) <then_branch = t () => (tt) {
        tt = Neg (plain)
    }, else_branch = e () => (ee) {
        four = Mul (double, double)
        half = Div (double, four)
        unit = Mul (half, double)
        scaled = Mul (plain, double)
        ee = Mul (scaled, unit)
    }>
}
)";

TEST(OnnxPassOnBodies, KeepsNumbersOfNestedBodiesAndFunctions)
{
    const Model model = modelOf(kNested);
    for (const Diagnostic& problem : io::checkModel(model))
        ADD_FAILURE() << support::toText(problem);
    const ir::Tensor x = floats({2, 4}, {0.5F, -1.0F, 0.25F, 2.0F, -0.125F, 0.75F, 1.5F, -2.0F});
    for (const bool flag : {true, false}) {
        const std::vector<ir::Tensor> inputs = {x, ir::Tensor::fromBytes(ir::DType::Bool, {}, {std::byte{flag}})};
        const auto expected = outputsOf(model, inputs);
        Model all = model;
        for (const onnxir::Pass* pass : onnxir::passes::all()) {
            SCOPED_TRACE(pass->id);
            expectEqual(outputsOf(after(model, *pass), inputs), expected, runtime::Tolerance::Exact);
            all = after(all, *pass);
            expectEqual(outputsOf(all, inputs), expected, runtime::Tolerance::Exact);
        }
        ir::PassOptions flat{{"level", std::string("none")}};
        Model inlined = after(model, *onnxir::passes::find("inline"), flat);
        EXPECT_TRUE(after(inlined, *onnxir::passes::find("dead-node-removal")).functions.empty());
        for (const onnxir::Pass* pass : onnxir::passes::all()) {
            SCOPED_TRACE(concat("inlined, ", pass->id));
            if (pass->id == "inline")
                continue;
            expectEqual(outputsOf(after(inlined, *pass), inputs), expected, runtime::Tolerance::Exact);
        }
    }
}

std::size_t operatorsIn(const Model& model, std::string_view opType)
{
    std::size_t count = 0;
    for (const GraphId graph : model.graphs.ids())
        for (const NodeId id : model.graphs[graph].order())
            count += model.graphs[graph][id].kind == onnxir::Kind::Operator && model.graphs[graph][id].op.op_type == opType ? 1 : 0;
    return count;
}

TEST(OnnxPassOnBodies, ReachesIntoBodiesAndFunctions)
{
    const Model model = modelOf(kNested);
    const auto run = [&](const char* pass) { return after(model, *onnxir::passes::find(pass)); };
    EXPECT_EQ(operatorsIn(run("identity-elimination"), "Identity"), 1u) << "the loop's condition gives its own input back, which only an Identity may";
    EXPECT_LT(operatorsIn(run("common-node-elimination"), "Exp"), 2u);
    EXPECT_EQ(operatorsIn(run("cast-elimination"), "Cast"), 0u) << "float64 holds every float32";
    EXPECT_EQ(operatorsIn(run("transpose-elimination"), "Transpose"), 0u);
    EXPECT_EQ(operatorsIn(run("dead-node-removal"), "Relu"), 0u);
    const Model folded = run("constant-node-folding");
    EXPECT_EQ(operatorsIn(folded, "Shape"), 0u);
    EXPECT_EQ(operatorsIn(folded, "Gather"), 0u) << "in a body of a body";
    EXPECT_EQ(operatorsIn(folded, "Div"), 0u) << "in a body in a function";
    EXPECT_EQ(operatorsIn(folded, "Equal"), 0u) << "in a function";
    for (const auto& [graph, function] : folded.functions)
        for (const NodeId id : folded.graphs[graph].order())
            EXPECT_NE(folded.graphs[graph][id].kind, onnxir::Kind::Initializer);
    EXPECT_EQ(operatorsIn(run("constant-lifting"), "Constant"), 2u) << "those of the function";
}

/// Operators whose versions between 13 and 26 say something otherwise.
constexpr const char* kVersions = R"(<ir_version: 10, opset_import: ["": 18, "local": 1]>
agraph (float[2, 3, 4, 4] x, bool flag, float[2, 4, 4, 2] grid) => (float[2, 3] mean, float[2, 3, 6, 4] padded, float[2, 3, 4, 2] first, float[2, 3, 4, 4] normal,
                                                       int64[2] middle, float[2, 3, 4, 4] sampled, float[2, 3, 4, 4] chosen)
<int64[2] axes = {2, -1}, int64[2] pads = {1, 1}, int64[1] rows = {2}, float[4] scale = {1.0, 2.0, 3.0, 4.0}, float[4] bias = {0.5, 0.0, 0.25, 1.0}>
{
    mean = ReduceMean <keepdims = 0> (x, axes)
    padded = Pad (x, pads, , rows)
    first, rest = Split <axis = 3, num_outputs = 2> (x)
    normal = LayerNormalization <axis = -1> (x, scale, bias)
    middle = Shape <start = 1, end = 3> (x)
    sampled = GridSample <mode = "bilinear"> (x, grid)
    chosen = If (flag) <then_branch = t () => (float[2, 3, 4, 4] tt) {
        lowest = local.Lowest (x)
        bent = Mish (lowest)
        tt = Add (bent, x)
    }, else_branch = e () => (float[2, 3, 4, 4] ee) {
        hard = HardSwish (normal)
        ee = Sub (hard, x)
    }>
}
<domain: "local", opset_import: ["": 18]>
Lowest (input) => (output)
{
    axis = Constant <value_ints = [1]> ()
    least = ReduceMin <keepdims = 1> (input, axis)
    output = Add (input, least)
}
)";

Model converted(const Model& model, std::int64_t opset) { return after(model, *onnxir::passes::find("version-conversion"), {{"opset", opset}}); }

constexpr std::int64_t kNewestThatRuns = 26; // By ONNX Runtime; onnx itself goes on to 28.

TEST(VersionConversion, KeepsNumbersFromEachOpsetToEach)
{
    const Model model = modelOf(kVersions);
    std::vector<float> numbers;
    for (int i = 0; i < 96; ++i)
        numbers.push_back(static_cast<float>((i * 37) % 23) / 8.0F - 1.25F);
    const std::vector<float> places(numbers.begin() + 16, numbers.begin() + 80);
    const ir::Tensor x = floats({2, 3, 4, 4}, numbers);
    const ir::Tensor grid = floats({2, 4, 4, 2}, places);
    for (const bool flag : {true, false}) {
        const std::vector<ir::Tensor> inputs = {x, ir::Tensor::fromBytes(ir::DType::Bool, {}, {std::byte{flag}}), grid};
        const auto expected = outputsOf(model, inputs);
        for (std::int64_t opset = 16; opset <= kNewestThatRuns; ++opset) {
            SCOPED_TRACE(opset);
            const Model there = converted(model, opset);
            EXPECT_EQ(there.opsetOf(""), opset);
            for (const auto& [graph, function] : there.functions)
                EXPECT_EQ(function->opsets.at(""), opset);
            expectEqual(outputsOf(there, inputs), expected, runtime::Tolerance::Sample);
            const Model back = converted(there, 18);
            expectEqual(outputsOf(back, inputs), expected, runtime::Tolerance::Sample);
        }
        const Model newest = converted(model, 28); // checkModel looks at it.
        expectEqual(outputsOf(converted(newest, 20), inputs), expected, runtime::Tolerance::Sample);
    }
}

/// Operators that opset 23 has, and are written by others before: heads in groups, a mask with a row that hides all.
constexpr const char* kNewOperators = R"(<ir_version: 10, opset_import: ["": 24]>
agraph (float[1, 4, 2, 8] q, float[1, 2, 3, 8] k, bool[2, 3] mask, float[2, 4, 3] x) => (y, causal, float[2, 4, 3] normal, rooted, bent, gated, upper, lower)
<float[4] scale = {1.0, 0.5, 2.0, -1.0}, float[4] bias = {0.0, 1.0, 0.25, 0.5}, float[3] weight = {1.0, 2.0, 3.0}, int64 shift = {-1}>
{
    y = Attention (q, k, k, mask)
    causal = Attention <is_causal = 1, scale = 0.25> (q, k, k)
    normal = GroupNormalization <num_groups = 2> (x, scale, bias)
    rooted = RMSNormalization <axis = -1> (x, weight)
    bent = Gelu <approximate = "tanh"> (x)
    gated = CastLike (x, q)
    upper = Trilu (x, shift)
    lower = Trilu <upper = 0> (x)
}
)";

TEST(VersionConversion, WritesNewOperatorsByOldOnes)
{
    Model model = modelOf(kNewOperators);
    const std::vector<onnxir::PassStep> typing = {{onnxir::passes::find("shape-inference"), {}, true}};
    model = ir::runPasses<Model>(model, typing, options()).final();
    std::vector<float> numbers;
    for (int i = 0; i < 64; ++i)
        numbers.push_back(static_cast<float>((i * 29) % 17) / 8.0F - 1.0F);
    const auto part = [&](std::vector<std::int64_t> sizes, std::size_t count) { return floats(std::move(sizes), {numbers.begin(), numbers.begin() + static_cast<std::ptrdiff_t>(count)}); };
    const std::byte mask[] = {std::byte{1}, std::byte{0}, std::byte{1}, std::byte{0}, std::byte{0}, std::byte{0}};
    const std::vector<ir::Tensor> inputs = {part({1, 4, 2, 8}, 64), part({1, 2, 3, 8}, 48), ir::Tensor::fromBytes(ir::DType::Bool, {2, 3}, {std::begin(mask), std::end(mask)}),
                                            part({2, 4, 3}, 24)};
    const auto expected = outputsOf(model, inputs);
    for (const std::int64_t opset : {23, 22, 20, 18, 17, 15, 13}) {
        SCOPED_TRACE(opset);
        expectEqual(outputsOf(converted(model, opset), inputs), expected, runtime::Tolerance::Sample);
    }
}

TEST(VersionConversion, TellsEachNodeThatCannotFollowAndLeavesTheModel)
{
    const Model model = modelOf(kVersions);
    const std::vector<onnxir::PassStep> steps = {{onnxir::passes::find("version-conversion"), {{"opset", std::int64_t{13}}}, true}};
    const auto trace = ir::runPasses<Model>(model, steps, options());
    const auto& record = trace.records.front();
    EXPECT_EQ(record.outcome, ir::Outcome::Failed);
    EXPECT_TRUE(record.changes.empty());
    EXPECT_TRUE(record.after == model);
    ASSERT_EQ(record.diagnostics.size(), 2u);
    EXPECT_NE(record.diagnostics[0].message.find("GridSample"), std::string::npos) << record.diagnostics[0].message;
    EXPECT_NE(record.diagnostics[0].message.find("ai.onnx has it since opset 16"), std::string::npos) << record.diagnostics[0].message;
    EXPECT_NE(record.diagnostics[1].message.find("1 node cannot be converted to opset 13"), std::string::npos) << record.diagnostics[1].message;

    const std::vector<onnxir::PassStep> beyond = {{onnxir::passes::find("version-conversion"), {{"opset", std::int64_t{99}}}, true}};
    EXPECT_EQ(ir::runPasses<Model>(model, beyond, options()).records.front().outcome, ir::Outcome::Failed);
}

TEST(VersionConversion, RefusesWhatChangesItsMeaning)
{
    const std::pair<const char*, const char*> kRefused[] = {
        {"y = Pad <mode = \"wrap\"> (x, pads)", "its mode is wrap"},
        {"y = Resize <antialias = 1, mode = \"linear\"> (x, , scales)", "it has the attribute antialias"},
        {"y = ReduceMax <noop_with_empty_axes = 1> (x)", "noop_with_empty_axes"},
        {"y = Reshape <allowzero = 1> (x, pads)", "its shape may hold a zero"},
        {"y = AveragePool <kernel_shape = [2, 2], dilations = [2, 2]> (x)", "it has dilations"},
        {"y = ScatterND <reduction = \"max\"> (x, at, with)", "its reduction is max"},
        {"z = Cast <to = 16> (x) y = LeakyRelu (z)", "its input 0 is BFLOAT16"},
        {"z = DFT (x) y = Relu (z)", "has it since opset 17"},
    };
    for (const auto& [text, reason] : kRefused) {
        SCOPED_TRACE(text);
        const std::string whole = concat("<ir_version: 10, opset_import: [\"\": 20]>\nagraph (float[1, 1, 4, 4] x, int64[8] pads, float[4] scales, int64[1, 1] at, float[1, 1, 4, 4] with) "
                                         "=> (y)\n{\n", text, "\n}\n");
        Model model = modelOf(whole.c_str());
        const std::vector<onnxir::PassStep> typing = {{onnxir::passes::find("shape-inference"), {}, true}};
        model = ir::runPasses<Model>(model, typing, options()).final();
        const std::vector<onnxir::PassStep> steps = {{onnxir::passes::find("version-conversion"), {{"opset", std::int64_t{13}}}, true}};
        const auto trace = ir::runPasses<Model>(model, steps, options());
        const auto& record = trace.records.front();
        ASSERT_EQ(record.outcome, ir::Outcome::Failed);
        EXPECT_NE(record.diagnostics.front().message.find(reason), std::string::npos) << record.diagnostics.front().message;
    }
}

class SampleVersions : public ::testing::TestWithParam<const char*> {
protected:
    void SetUp() override
    {
        auto read = io::readPt2(std::string(SIDELIGHT_SOURCE_DIR) + "/resources/samples/" + GetParam() + ".pt2");
        ASSERT_TRUE(read.ok());
        auto given = runtime::sampleInputs(read->program);
        ASSERT_TRUE(given.ok());
        inputs = std::move(*given);
        ir::Services services;
        program = runFxPasses(std::move(read->program), defaultPipeline().fx, std::nullopt, services, {}).final();
    }
    Model lowered(std::int64_t opset) const
    {
        lowering::LowerOptions lower;
        lower.opset = opset;
        static const io::OnnxSchemaRegistry schemas;
        lower.schemas = &schemas;
        return lowering::lower(program, lower).record.after;
    }

    fx::ExportedProgram program;
    std::vector<ir::Tensor> inputs;
};

TEST_P(SampleVersions, GoFrom18ToTheNewestAndBackWithEqualNumbers)
{
    const Model old = lowered(18);
    const auto expected = outputsOf(old, inputs);
    const Model raised = converted(old, kNewestThatRuns);
    EXPECT_EQ(propertiesIn(raised), propertiesIn(old));
    expectEqual(outputsOf(raised, inputs), expected, runtime::Tolerance::Sample);
    expectEqual(outputsOf(converted(raised, 18), inputs), expected, runtime::Tolerance::Sample);
    expectEqual(outputsOf(converted(converted(old, 28), 18), inputs), expected, runtime::Tolerance::Sample);
    expectEqual(outputsOf(converted(lowered(28), 18), inputs), expected, runtime::Tolerance::Sample);
    expectEqual(outputsOf(converted(lowered(28), 13), inputs), expected, runtime::Tolerance::Sample);
    expectEqual(outputsOf(converted(old, 13), inputs), expected, runtime::Tolerance::Sample);
}

/// Operators that tell no FX node that they were lowered from.
std::size_t operatorsWithoutOrigin(const Model& model)
{
    std::size_t count = 0;
    for (const NodeId id : model.main().order()) {
        const onnxir::Node& node = model.main()[id];
        count += node.kind == onnxir::Kind::Operator && node.origins.empty() && node.metadata_props.empty() ? 1 : 0;
    }
    return count;
}

TEST_P(SampleVersions, AndEveryOtherPassKeepProvenance)
{
    const Model grouped = lowered(18);
    const Model flat = after(grouped, *onnxir::passes::find("inline"), {{"level", std::string("none")}});
    EXPECT_EQ(operatorsWithoutOrigin(grouped), 0u);
    EXPECT_EQ(operatorsWithoutOrigin(flat), 0u);
    for (const Model* model : {&grouped, &flat})
        for (const onnxir::Pass* pass : onnxir::passes::all()) {
            SCOPED_TRACE(pass->id);
            EXPECT_EQ(operatorsWithoutOrigin(after(*model, *pass)), 0u);
        }
    EXPECT_EQ(operatorsWithoutOrigin(converted(flat, 13)), 0u);
}

INSTANTIATE_TEST_SUITE_P(All, SampleVersions, ::testing::Values("mlp", "resnet18", "vit", "gpt"), [](const auto& sample) { return std::string(sample.param); });

} // namespace
} // namespace sidelight::session
