// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
//
// Whole programs that torch.export saved, against the numbers that eager PyTorch gave (fixtures/make_fixtures.py).

#include "core/io/npz.h"
#include "core/io/pt2_reader.h"
#include "core/runtime/evaluator_client.h"
#include "core/runtime/inputs.h"
#include "core/runtime/verify.h"
#include "tests/core/runtime/nodes.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <csignal>
#include <filesystem>

namespace sidelight::runtime::test {
namespace {

using namespace std::chrono_literals;

std::filesystem::path fixture(const std::string& name)
{
    return std::filesystem::path(SIDELIGHT_SOURCE_DIR) / "tests/core/runtime/fixtures" / name;
}

fx::ExportedProgram programOf(const std::string& name)
{
    auto read = io::readPt2(fixture(name + ".pt2"));
    EXPECT_TRUE(read.ok()) << (read.ok() ? "" : read.error().message);
    return read.ok() ? std::move(read->program) : fx::ExportedProgram{};
}

std::vector<ir::Tensor> arraysOf(const std::string& name)
{
    auto read = io::readNpz(fixture(name + ".npz"));
    EXPECT_TRUE(read.ok()) << (read.ok() ? "" : read.error().message);
    std::vector<ir::Tensor> arrays;
    if (read.ok())
        for (auto& [key, array] : *read)
            arrays.push_back(std::move(array));
    return arrays;
}

std::vector<ir::Tensor> samplesOf(const fx::ExportedProgram& program)
{
    auto inputs = sampleInputs(program);
    EXPECT_TRUE(inputs.ok()) << (inputs.ok() ? "" : inputs.error().message);
    return inputs.ok() ? std::move(*inputs) : std::vector<ir::Tensor>();
}

/// One evaluator for all tests of this file.
class Program : public testing::Test
{
protected:
    static void SetUpTestSuite() { client = new EvaluatorClient(); }
    static void TearDownTestSuite()
    {
        delete client;
        client = nullptr;
    }
    static RunResult run(
        const fx::ExportedProgram& program, const std::vector<ir::Tensor>& inputs, const RunOptions& options = {})
    {
        auto result = client->runProgram(program, inputs, options);
        EXPECT_TRUE(result.ok()) << (result.ok() ? "" : result.error().message);
        return result.ok() ? std::move(*result) : RunResult{};
    }
    static void expectEqual(const std::vector<ir::Tensor>& actual, const std::vector<ir::Tensor>& expected)
    {
        ASSERT_EQ(actual.size(), expected.size());
        for (std::size_t i = 0; i < actual.size(); ++i) {
            const auto comparison = compare(actual[i], expected[i], Tolerance::Sample);
            ASSERT_TRUE(comparison.ok());
            EXPECT_TRUE(comparison->equal) << "output " << i << " " << comparison->reason;
        }
    }

    static EvaluatorClient* client;
};
EvaluatorClient* Program::client = nullptr;

TEST_F(Program, MlpEqualsPyTorchAtTwoSizes)
{
    const fx::ExportedProgram mlp = programOf("mlp");
    expectEqual(run(mlp, arraysOf("mlp_inputs")).outputs, arraysOf("mlp_expected"));
    expectEqual(run(mlp, arraysOf("mlp_inputs_5")).outputs, arraysOf("mlp_expected_5"));
}

TEST_F(Program, SampleInputsAreThoseThatTheProgramWasExportedWith)
{
    const fx::ExportedProgram mlp = programOf("mlp");
    expectEqual(samplesOf(mlp), arraysOf("mlp_inputs"));
}

TEST_F(Program, HigherOrderOperatorsAndNumbersEqualPyTorch)
{
    const fx::ExportedProgram control = programOf("control");
    RunResult result = run(control, samplesOf(control));
    const std::vector<ir::Tensor> expected = arraysOf("control_expected");
    ASSERT_EQ(result.outputs.size(), expected.size());
    EXPECT_EQ(result.outputs[3].dtype, ir::DType::BFloat16) << "autocast is on in its region";
    result.outputs.erase(result.outputs.begin() + 3);
    std::vector<ir::Tensor> others = expected;
    others.erase(others.begin() + 3);
    expectEqual(result.outputs, others);
}

TEST_F(Program, IntermediatesAreWhatEachNodeGave)
{
    const fx::ExportedProgram mlp = programOf("mlp");
    RunOptions options;
    options.keepIntermediates = true;
    const RunResult result = run(mlp, arraysOf("mlp_inputs"), options);
    ASSERT_EQ(result.intermediates.size(), 3u) << "linear, relu, linear";
    const NodeId relu = fx::findByName(mlp.main(), "relu");
    ASSERT_EQ(result.intermediates.count(relu), 1u);
    const auto values = valuesOf<float>(result.intermediates.at(relu).at(0));
    ASSERT_EQ(values.size(), 16u);
    EXPECT_TRUE(std::all_of(values.begin(), values.end(), [](float value) { return value >= 0; }));
    const auto last = std::prev(result.intermediates.end());
    expectEqual(last->second, result.outputs);
}

TEST_F(Program, IntermediatesOfInPlaceCallsAreAsTheyWereThen)
{
    const fx::ExportedProgram counter = programOf("counter");
    RunOptions options;
    options.keepIntermediates = true;
    for (const NodeId id : counter.main().order())
        if (counter.main()[id].op == fx::Op::Placeholder)
            options.readBack.push_back(id);
    const RunResult result = run(counter, samplesOf(counter), options);
    ASSERT_EQ(result.readBack.size(), 2u);
    EXPECT_EQ(valuesOf<float>(result.readBack[0]), (std::vector<float>{1, 2})) << "the buffer after add_";
    EXPECT_EQ(valuesOf<float>(result.readBack[1]), (std::vector<float>{2, 4})) << "the input after mul_";
    EXPECT_EQ(valuesOf<float>(result.outputs.back()), (std::vector<float>{10, 20}));
}

TEST_F(Program, StateIsNotChangedByARun)
{
    const fx::ExportedProgram counter = programOf("counter");
    const std::vector<ir::Tensor> inputs = samplesOf(counter);
    const RunResult first = run(counter, inputs);
    expectEqual(run(counter, inputs).outputs, first.outputs);
}

TEST_F(Program, InputsThatDoNotFitAreDiagnostics)
{
    const fx::ExportedProgram mlp = programOf("mlp");
    for (const std::vector<ir::Tensor>& inputs : {std::vector<ir::Tensor>{}, {floats({2, 3}, {1, 2, 3, 4, 5, 6})},
             {floats({4}, {1, 2, 3, 4})}, {integers({1, 4}, {1, 2, 3, 4})}}) {
        const auto result = client->runProgram(mlp, inputs);
        ASSERT_FALSE(result.ok());
        EXPECT_EQ(result.error().ruleId, "SL1017");
    }
}

TEST(ProgramProcess, EndlessLoopIsEndedAndItsNodeNamed)
{
    EvaluatorOptions options;
    options.timeLimit = 1s;
    EvaluatorClient client(options);
    const fx::ExportedProgram endless = programOf("endless");
    const auto result = client.runProgram(endless, samplesOf(endless));
    ASSERT_FALSE(result.ok());
    EXPECT_EQ(result.error().ruleId, "SL9001");
    EXPECT_NE(result.error().message.find("(running %"), std::string::npos) << result.error().message;
    ASSERT_FALSE(result.error().locations.empty());
    const fx::ExportedProgram mlp = programOf("mlp");
    EXPECT_TRUE(client.runProgram(mlp, arraysOf("mlp_inputs")).ok()) << "a fresh process serves the next request";
}

TEST(ProgramProcess, CrashNamesTheNodeThatWasRunning)
{
    EvaluatorClient client;
    const fx::ExportedProgram endless = programOf("endless");
    NodeId running = kNoNode;
    int nodes = 0;
    RunOptions options;
    options.onRunning = [&](NodeId node) {
        running = node;
        if (++nodes == 20)
            ::kill(client.processId(), SIGSEGV);
    };
    const auto result = client.runProgram(endless, samplesOf(endless), options);
    ASSERT_FALSE(result.ok());
    EXPECT_EQ(result.error().ruleId, "SL9001");
    EXPECT_NE(result.error().message.find("signal 11"), std::string::npos) << result.error().message;
    const auto graph = endless.graphs.graphOf(running);
    ASSERT_TRUE(graph);
    const std::string name = endless.graphs[*graph][running].name;
    EXPECT_NE(result.error().message.find("(running %" + name), std::string::npos) << result.error().message;
}

TEST_F(Program, OnnxModelRunsWithNamedInputs)
{
    const auto outputs = client->runOnnx(fixture("mlp.onnx"), {{"x", arraysOf("mlp_inputs_5").at(0)}});
    ASSERT_TRUE(outputs.ok()) << outputs.error().message;
    ASSERT_EQ(outputs->size(), 1u);
    expectEqual({outputs->at(0).second}, arraysOf("mlp_expected_5"));
}

TEST_F(Program, OnnxFailuresAreDiagnosticsInItsOwnWords)
{
    const auto missing = client->runOnnx(fixture("nothing.onnx"), {});
    ASSERT_FALSE(missing.ok());
    EXPECT_EQ(missing.error().ruleId, "SL5002");
    const auto notOnnx = client->runOnnx(fixture("mlp.pt2"), {});
    ASSERT_FALSE(notOnnx.ok());
    EXPECT_EQ(notOnnx.error().ruleId, "SL5002");
    const auto wrongShape = client->runOnnx(fixture("mlp.onnx"), {{"x", floats({4}, {1, 2, 3, 4})}});
    ASSERT_FALSE(wrongShape.ok());
    EXPECT_EQ(wrongShape.error().ruleId, "SL5002");
    EXPECT_NE(wrongShape.error().message.find("rank"), std::string::npos) << wrongShape.error().message;
}

TEST_F(Program, VerifyAgreesOnAGoodExport)
{
    const fx::ExportedProgram mlp = programOf("mlp");
    VerifyOptions options;
    options.inputs = arraysOf("mlp_inputs_5");
    options.tolerance = Tolerance::Sample;
    const auto report = verify(*client, mlp, fixture("mlp.onnx"), options);
    ASSERT_TRUE(report.ok()) << report.error().message;
    EXPECT_TRUE(report->equal());
    ASSERT_EQ(report->outputs.size(), 1u);
    EXPECT_EQ(report->outputs[0].sizes, (std::vector<std::int64_t>{5, 3}));
}

TEST_F(Program, VerifyFindsAWrongBias)
{
    const fx::ExportedProgram mlp = programOf("mlp");
    VerifyOptions options;
    options.inputs = arraysOf("mlp_inputs");
    const auto report = verify(*client, mlp, fixture("mlp_wrong_bias.onnx"), options);
    ASSERT_TRUE(report.ok()) << report.error().message;
    EXPECT_FALSE(report->equal());
    ASSERT_EQ(report->diagnostics.size(), 1u);
    EXPECT_EQ(report->diagnostics[0].ruleId, "SL5001");
    EXPECT_EQ(report->outputs.at(0).comparison.firstDiffering, (std::vector<std::int64_t>{0, 1}));
    EXPECT_NEAR(report->outputs.at(0).comparison.maxAbsolute, 0.5, 1e-4);
    EXPECT_EQ(report->outputs.at(0).comparison.differing, 2) << "one element a row";
}

TEST_F(Program, VerifyTakesGivenOutputs)
{
    const fx::ExportedProgram mlp = programOf("mlp");
    VerifyOptions options;
    options.inputs = arraysOf("mlp_inputs");
    options.expected = arraysOf("mlp_expected");
    const auto same = verify(*client, mlp, fixture("mlp.onnx"), options);
    ASSERT_TRUE(same.ok());
    EXPECT_TRUE(same->equal());
    options.expected = arraysOf("mlp_expected_5");
    const auto other = verify(*client, mlp, fixture("mlp.onnx"), options);
    ASSERT_TRUE(other.ok());
    EXPECT_FALSE(other->equal());
    options.expected = std::vector<ir::Tensor>(2, arraysOf("mlp_expected").at(0));
    const auto tooMany = verify(*client, mlp, fixture("mlp.onnx"), options);
    ASSERT_TRUE(tooMany.ok());
    EXPECT_FALSE(tooMany->equal());
}

TEST_F(Program, MadeInputsHaveTheirSizesAndAreTheSameForEachSeed)
{
    const fx::ExportedProgram mlp = programOf("mlp");
    ASSERT_EQ(mlp.info->hints.size(), 1u);
    const std::string symbol = mlp.info->hints.begin()->first;
    const auto inputs = makeInputs(mlp, {{symbol, 7}}, 1);
    ASSERT_TRUE(inputs.ok()) << inputs.error().message;
    EXPECT_EQ(inputs->at(0).sizes, (std::vector<std::int64_t>{7, 4}));
    EXPECT_EQ(valuesOf<float>(inputs->at(0)), valuesOf<float>(makeInputs(mlp, {{symbol, 7}}, 1)->at(0)));
    EXPECT_NE(valuesOf<float>(inputs->at(0)), valuesOf<float>(makeInputs(mlp, {{symbol, 7}}, 2)->at(0)));
    EXPECT_EQ(makeInputs(mlp, {}, 1)->at(0).sizes, (std::vector<std::int64_t>{2, 4}))
        << "symbols left out take the file's hints";
    VerifyOptions options;
    options.inputs = *inputs;
    const auto report = verify(*client, mlp, fixture("mlp.onnx"), options);
    ASSERT_TRUE(report.ok());
    EXPECT_TRUE(report->equal());
}

TEST_F(Program, MadeInputsKeepNumbersOfTheSample)
{
    const fx::ExportedProgram control = programOf("control");
    const auto inputs = makeInputs(control, {}, 3);
    ASSERT_TRUE(inputs.ok()) << inputs.error().message;
    EXPECT_TRUE(client->runProgram(control, *inputs).ok());
}

} // namespace
} // namespace sidelight::runtime::test
