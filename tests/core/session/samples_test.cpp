// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/io/npz.h"
#include "core/runtime/compare.h"
#include "core/runtime/evaluator_client.h"
#include "core/session/export.h"
#include "core/support/text.h"
#include "tests/support/temporary_folder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <tuple>
#include <vector>

namespace sidelight::session {
namespace {

namespace fs = std::filesystem;
using lowering::FunctionLevel;
using testing::TemporaryFolder;

const std::string kSource = SIDELIGHT_SOURCE_DIR;

fs::path sample(const std::string& name) { return kSource + "/resources/samples/" + name + ".pt2"; }

std::shared_ptr<const Document> open(const fs::path& path, OpenOptions options = {})
{
    auto document = openDocument(path, options);
    EXPECT_TRUE(document.ok()) << (document.ok() ? "" : support::toText(document.error()));
    if (!document)
        return nullptr;
    for (const Diagnostic& diagnostic : (*document)->diagnostics())
        EXPECT_NE(diagnostic.level, Level::Error) << support::toText(diagnostic);
    return *document;
}

/// The arrays of a fixture whose name begins with `prefix`, without it.
std::vector<runtime::NamedTensor> arrays(const std::string& name, int number, const std::string& prefix)
{
    std::vector<runtime::NamedTensor> found;
    const auto npz = io::readNpz(kSource + "/tests/fixtures/samples/" + name + "." + std::to_string(number) + ".npz");
    EXPECT_TRUE(npz.ok());
    if (npz)
        for (const auto& [key, tensor] : *npz)
            if (support::startsWith(key, prefix))
                found.emplace_back(key.substr(prefix.size()), tensor);
    EXPECT_FALSE(found.empty());
    return found;
}

/// Runs the exported file at two sizes of each dynamic dimension and compares with eager PyTorch.
void expectEqualToPyTorch(const std::string& name, const fs::path& model)
{
    static runtime::EvaluatorClient evaluator([] {
        runtime::EvaluatorOptions options;
        options.program = SIDELIGHT_EVALUATOR_PROGRAM;
        return options;
    }());
    for (const int number : {0, 1}) {
        const auto outputs = evaluator.runOnnx(model, arrays(name, number, "in:"));
        ASSERT_TRUE(outputs.ok()) << support::toText(outputs.error());
        const auto expected = arrays(name, number, "out:");
        ASSERT_EQ(outputs->size(), expected.size());
        for (std::size_t i = 0; i < expected.size(); ++i) {
            const auto comparison = runtime::compare((*outputs)[i].second, expected[i].second, runtime::Tolerance::Sample);
            ASSERT_TRUE(comparison.ok());
            EXPECT_TRUE(comparison->equal) << name << " size " << number << ": " << comparison->reason;
        }
    }
}

class Samples : public ::testing::TestWithParam<std::tuple<std::string, FunctionLevel, io::Weights>> {};

TEST_P(Samples, AreEqualToPyTorch)
{
    const auto& [name, level, weights] = GetParam();
    OpenOptions options;
    options.functions = level;
    const auto document = open(sample(name), options);
    ASSERT_TRUE(document && document->exportable);
    const TemporaryFolder folder;
    const fs::path target = folder.path() / "model.onnx";
    io::WriteOptions write;
    write.weights = weights;
    const auto written = exportDocument(*document, target, write);
    ASSERT_TRUE(written.ok()) << support::toText(written.error());
    if (weights == io::Weights::None) {
        // The data that `external` writes, put beside the file, make it whole.
        const fs::path other = folder.path() / "other";
        fs::create_directory(other);
        write.weights = io::Weights::External;
        ASSERT_TRUE(exportDocument(*document, other / "model.onnx", write).ok());
        EXPECT_FALSE(fs::exists(folder.path() / "model.onnx.data"));
        fs::rename(other / "model.onnx.data", folder.path() / "model.onnx.data");
    }
    expectEqualToPyTorch(name, target);
}

std::string testName(const ::testing::TestParamInfo<Samples::ParamType>& info)
{
    static const char* const kWeights[] = {"Embed", "External", "PerTensor", "None"};
    std::string level(lowering::name(std::get<1>(info.param)));
    return std::get<0>(info.param) + "_" + level + "_" + kWeights[static_cast<int>(std::get<2>(info.param))];
}

INSTANTIATE_TEST_SUITE_P(All, Samples,
                         ::testing::Combine(::testing::Values("mlp", "resnet18", "vit", "gpt"),
                                            ::testing::Values(FunctionLevel::None, FunctionLevel::Operator, FunctionLevel::Module, FunctionLevel::Both),
                                            ::testing::Values(io::Weights::Embed, io::Weights::External, io::Weights::PerTensor, io::Weights::None)),
                         testName);

class SampleOpsets : public ::testing::TestWithParam<std::tuple<std::string, std::int64_t>> {};

TEST_P(SampleOpsets, AreEqualToPyTorch)
{
    const auto& [name, opset] = GetParam();
    OpenOptions options;
    options.opset = opset;
    const auto document = open(sample(name), options);
    ASSERT_TRUE(document && document->exportable);
    EXPECT_EQ(document->model().opsetOf(""), opset);
    const TemporaryFolder folder;
    const auto written = exportDocument(*document, folder.path() / "model.onnx", {});
    ASSERT_TRUE(written.ok()) << support::toText(written.error());
    expectEqualToPyTorch(name, folder.path() / "model.onnx");
}

INSTANTIATE_TEST_SUITE_P(All, SampleOpsets,
                         ::testing::Combine(::testing::Values("mlp", "resnet18", "vit", "gpt"), ::testing::Values(19, 20, 21, 22, 23, 24)));

class SampleTraces : public ::testing::TestWithParam<std::string> {};

TEST_P(SampleTraces, RevertAndApplyToEqualUnits)
{
    const auto document = open(sample(GetParam()));
    ASSERT_TRUE(document);
    const auto walk = [](const auto& trace) {
        for (std::size_t pass = 0; pass < trace.records.size(); ++pass) {
            const auto& record = trace.records[pass];
            auto unit = record.after;
            for (auto change = record.changes.rbegin(); change != record.changes.rend(); ++change)
                ir::revert(unit, *change);
            EXPECT_TRUE(unit == trace.before(pass)) << record.pass->id;
            for (const auto& change : record.changes)
                ir::apply(unit, change);
            EXPECT_TRUE(unit == record.after) << record.pass->id;
            EXPECT_TRUE(trace.at({pass, record.changes.size()}) == record.after) << record.pass->id;
            EXPECT_TRUE(trace.at({pass, 0}) == trace.before(pass)) << record.pass->id;
        }
    };
    walk(document->fx);
    walk(document->onnx);
}

TEST_P(SampleTraces, AreIdempotent)
{
    const auto document = open(sample(GetParam()));
    ASSERT_TRUE(document);
    const auto again = [](const auto& trace, std::size_t first) {
        for (std::size_t pass = first; pass < trace.records.size(); ++pass) {
            auto unit = trace.records[pass].after;
            using Unit = decltype(unit);
            ir::Rewriter<Unit> rewriter(unit, std::string(trace.records[pass].pass->id));
            DiagnosticLog log;
            ir::Services services;
            services.schemas = &onnxSchemas();
            const ir::PassOptions options = [&] {
                ir::PassOptions o;
                if (trace.records[pass].pass->id == "inline")
                    o["level"] = std::string("both");
                return o;
            }();
            ir::PassContext<Unit> context{rewriter, log, options, services, {}, {}};
            EXPECT_TRUE(trace.records[pass].pass->run(context).ok());
            EXPECT_TRUE(rewriter.changes().empty()) << trace.records[pass].pass->id;
        }
    };
    again(document->fx, 0);
    again(document->onnx, 1);
}

INSTANTIATE_TEST_SUITE_P(All, SampleTraces, ::testing::Values("mlp", "resnet18", "vit", "gpt"));

TEST(Document, HasOneFunctionForEachDistinctOperatorAndModule)
{
    const auto document = open(sample("mlp"));
    ASSERT_TRUE(document);
    std::vector<std::string> names;
    for (const auto& [graph, function] : document->model().functions)
        names.push_back(function->id.domain + "::" + function->id.op_type);
    std::sort(names.begin(), names.end());
    EXPECT_NE(std::find(names.begin(), names.end(), "pkg.torch.aten::aten_linear"), names.end());
    EXPECT_NE(std::find(names.begin(), names.end(), "pkg.torch.aten::aten_sigmoid"), names.end());
    EXPECT_NE(std::find(names.begin(), names.end(), "pkg.torch.module::Linear"), names.end());
    EXPECT_EQ(std::count_if(names.begin(), names.end(), [](const std::string& n) { return n.find("aten") != std::string::npos && n.find("linear") != std::string::npos; }), 1);
}

TEST(Document, SharesOneBodyBetweenTwelveEqualLayers)
{
    const auto document = open(sample("vit"));
    ASSERT_TRUE(document);
    std::size_t layers = 0;
    for (const auto& [graph, function] : document->model().functions)
        layers += support::startsWith(function->id.op_type, "EncoderLayer") ? 1 : 0;
    EXPECT_EQ(layers, 1u);
    std::size_t calls = 0;
    for (const GraphId graph : document->model().graphs.ids())
        for (const NodeId node : document->model().graphs[graph].order())
            calls += document->model().graphs[graph][node].op.op_type == "EncoderLayer" ? 1 : 0;
    EXPECT_EQ(calls, 12u);
}

TEST(Document, MakesNoFunctionOfCallsOutsideModules)
{
    const auto document = open(sample("vit"));
    ASSERT_TRUE(document);
    for (const auto& [graph, function] : document->model().functions)
        EXPECT_EQ(function->id.op_type.find("_empty_nn_module_stack"), std::string::npos) << function->id.op_type;
}

TEST(Document, IsCancelledByItsStopToken)
{
    std::stop_source source;
    source.request_stop();
    OpenOptions options;
    options.stop = source.get_token();
    const auto document = openDocument(sample("mlp"), options);
    ASSERT_FALSE(document.ok());
    EXPECT_EQ(document.error().ruleId, "SL9003");
}

TEST(Document, SkipsThePassesThatWereNamed)
{
    OpenOptions options;
    options.skippedPasses.insert("dead-code-elimination");
    const auto document = open(sample("vit"), options);
    ASSERT_TRUE(document);
    for (const auto& record : document->fx.records)
        if (record.pass->id == "dead-code-elimination") {
            EXPECT_EQ(record.outcome, ir::Outcome::Skipped);
        }
}

} // namespace
} // namespace sidelight::session
