// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/support/json.h"
#include "tests/app/command_runner.h"
#include "tests/support/files.h"
#include "tests/support/temporary_folder.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

namespace sidelight::testing {
namespace {

namespace fs = std::filesystem;

TEST(Command, PrintsTheGraphAsPythonDoes)
{
    const auto result = sidelight({"print", sample("mlp")});
    EXPECT_EQ(result.exit, 0) << result.error;
    EXPECT_NE(result.out.find("    %linear : [num_users=1] = call_function[target=torch.ops.aten.linear.default](args = (%tensor_x, %p_fc0_weight, "
                              "%p_fc0_bias), kwargs = {})\n"),
              std::string::npos);
    EXPECT_EQ(result.out.substr(0, 9), "graph():\n");
    EXPECT_EQ(result.out.substr(result.out.size() - 23), "    return (linear_3,)\n");
}

TEST(Command, ExportsOneFileAndSaysSo)
{
    const TemporaryFolder folder;
    const fs::path target = folder / "mlp.onnx";
    const auto result = sidelight({"export", sample("mlp"), "-o", target.string()});
    EXPECT_EQ(result.exit, 0) << result.error;
    EXPECT_NE(result.out.find("opset 18"), std::string::npos);
    EXPECT_GT(fs::file_size(target), 500u);
    EXPECT_EQ(folder.files().size(), 1u);
}

TEST(Command, RefusesToReplaceAFileUnlessForced)
{
    const TemporaryFolder folder;
    const fs::path target = folder / "mlp.onnx";
    writeFile(target, "precious");
    const auto refused = sidelight({"export", sample("mlp"), "-o", target.string()});
    EXPECT_EQ(refused.exit, 1);
    EXPECT_NE(refused.error.find("SL4002"), std::string::npos) << refused.error;
    EXPECT_EQ(contentOf(target), "precious");
    const auto forced = sidelight({"export", sample("mlp"), "-o", target.string(), "--force"});
    EXPECT_EQ(forced.exit, 0) << forced.error;
    EXPECT_NE(contentOf(target), "precious");
}

TEST(Command, NeverWritesOverItsInput)
{
    const TemporaryFolder folder;
    const fs::path model = folder / "mlp.pt2";
    fs::copy_file(sample("mlp"), model);
    const std::string before = contentOf(model);
    const auto result = sidelight({"export", model.string(), "-o", model.string(), "--force"});
    EXPECT_EQ(result.exit, 1);
    EXPECT_NE(result.error.find("SL4002"), std::string::npos) << result.error;
    EXPECT_EQ(contentOf(model), before);
}

TEST(Command, GivesOneDiagnosticForEachBrokenFile)
{
    const TemporaryFolder folder;
    writeFile(folder / "empty.pt2", "");
    writeFile(folder / "text.pt2", "not a zip at all, only text that goes on for a while to be longer than any header");
    writeFile(folder / "cut.pt2", contentOf(sample("mlp")).substr(0, 9000));
    for (const char* name : {"empty.pt2", "text.pt2", "cut.pt2", "absent.pt2"}) {
        const fs::path target = folder / "out.onnx";
        const auto result = sidelight({"export", (folder / name).string(), "-o", target.string()});
        EXPECT_EQ(result.exit, 1) << name;
        EXPECT_EQ(result.error.find("error SL10"), 0u) << name << ": " << result.error;
        EXPECT_EQ(std::count(result.error.begin(), result.error.end(), '\n'), 1) << result.error;
        EXPECT_FALSE(fs::exists(target)) << name;
    }
}

TEST(Command, ExitsWithTwoWhenUsedWrongly)
{
    EXPECT_EQ(sidelight({"export", sample("mlp")}).exit, 2);
    EXPECT_EQ(sidelight({"export", sample("mlp"), "-o", "x.onnx", "--opset", "17"}).exit, 2);
    EXPECT_EQ(sidelight({"export", sample("mlp"), "-o", "x.onnx", "--opset", "999"}).exit, 2);
    EXPECT_EQ(sidelight({"export", sample("mlp"), "-o", "x.onnx", "--functions", "some"}).exit, 2);
    const auto depth = sidelight({"render", sample("mlp"), "-o", "x.svg", "--expand", "depth:two"});
    EXPECT_EQ(depth.exit, 2);
    EXPECT_NE(depth.error.find("write depth:2"), std::string::npos) << depth.error;
    EXPECT_EQ(sidelight({"print", sample("mlp"), "--format", "html"}).exit, 2);
    EXPECT_EQ(sidelight({"--frobnicate"}).exit, 2);
    for (const char* word : {"run", "trace", "explain", "report", "fill", "review", "bisect", "reduce"})
        EXPECT_EQ(sidelight({word, sample("mlp")}).exit, 2) << word;
}

TEST(Command, ReducesAModelToTheCallThatFails)
{
    const TemporaryFolder folder;
    const std::string small = folder / "small.pt2";
    const std::vector<std::string> words{"reduce", sample("mlp"), "--check", "! grep -q aten.sigmoid {}", "--pass", "normalize-arguments", "-o", small};
    const auto result = sidelight(words);
    ASSERT_EQ(result.exit, 0) << result.error;
    EXPECT_NE(result.out.find("after:  1 call, 1 input, 1 output, 0 elements of weights"), std::string::npos) << result.out;
    const auto printed = sidelight({"print", small});
    EXPECT_NE(printed.out.find("aten.sigmoid"), std::string::npos) << printed.error;
    EXPECT_EQ(printed.out.find("aten.linear"), std::string::npos) << printed.out;

    EXPECT_EQ(sidelight(words).exit, 1) << "exists already";
    EXPECT_EQ(sidelight({"reduce", sample("mlp"), "--check", "lint", "-o", folder / "none.pt2"}).exit, 1) << "nothing fails";
    EXPECT_EQ(sidelight({"reduce", sample("mlp"), "--check", "equal", "--force", "-o", sample("mlp")}).exit, 1) << "its own input";
    EXPECT_EQ(sidelight({"reduce", sample("mlp"), "--check", "false", "-o", folder / "none" / "x.pt2"}).exit, 1) << "no such folder";
    EXPECT_FALSE(std::filesystem::exists(folder / "none.pt2"));
}

TEST(Command, ListsPassesInOrder)
{
    const auto result = sidelight({"passes", "--json"});
    ASSERT_EQ(result.exit, 0) << result.error;
    const auto list = json::parse(result.out, "passes");
    ASSERT_TRUE(list.ok()) << result.out;
    std::vector<std::string> ids;
    for (const json::Value& pass : *list->asArray())
        ids.push_back(*pass.find("id")->asString());
    const auto at = [&](const std::string& id) { return std::find(ids.begin(), ids.end(), id) - ids.begin(); };
    EXPECT_LT(at("functionalize"), at("type-promotion"));
    EXPECT_LT(at("type-promotion"), at("lower"));
    EXPECT_LT(at("lower"), at("inline"));
    EXPECT_LT(at("inline"), static_cast<std::ptrdiff_t>(ids.size()));
}

TEST(Command, SaysWhatAPassDid)
{
    const auto result = sidelight({"passes", sample("resnet18"), "--json"});
    ASSERT_EQ(result.exit, 0) << result.error;
    const auto list = json::parse(result.out, "passes");
    ASSERT_TRUE(list.ok());
    bool modified = false;
    for (const json::Value& pass : *list->asArray())
        if (*pass.find("id")->asString() == "functionalize")
            modified = *pass.find("outcome")->asString() == "modified";
    EXPECT_TRUE(modified) << result.out;
}

TEST(Command, SavesAPassAsATestOnce)
{
    const TemporaryFolder folder;
    const fs::path file = folder / "functionalize.txt";
    const std::vector<std::string> words = {"passes", sample("resnet18"), "--pass", "functionalize", "--save-test", file.string()};
    const auto first = sidelight(words);
    EXPECT_EQ(first.exit, 0) << first.error;
    const std::string text = contentOf(file);
    EXPECT_NE(text.find("\n{\"fx\":[{\"pass\":\"functionalize\"}],\"onnx\":[]}\n--- before\ngraph 0\n"), std::string::npos) << text.substr(0, 200);
    writeFile(file, "precious");
    const auto again = sidelight(words);
    EXPECT_EQ(again.exit, 1);
    EXPECT_EQ(contentOf(file), "precious");
    EXPECT_EQ(sidelight({"passes", sample("resnet18"), "--pass", "functionalize", "--save-test", file.string(), "--force"}).exit, 0);
    EXPECT_EQ(contentOf(file), text);
    EXPECT_EQ(sidelight({"passes", sample("mlp"), "--save-test", file.string()}).exit, 2) << "of which pass?";
    const auto absent = sidelight({"passes", sample("mlp"), "--pass", "modularize", "--save-test", (folder / "none.txt").string()});
    EXPECT_EQ(absent.exit, 1);
    EXPECT_NE(absent.error.find("SL2004"), std::string::npos) << absent.error;
}

TEST(Command, NamesNearPassesForAnUnknownOne)
{
    const auto result = sidelight({"print", sample("mlp"), "--after", "functionalise"});
    EXPECT_EQ(result.exit, 1);
    EXPECT_NE(result.error.find("functionalize"), std::string::npos) << result.error;
}

TEST(Command, TellsWhatAModelHolds)
{
    const auto result = sidelight({"info", sample("gpt"), "--json"});
    ASSERT_EQ(result.exit, 0) << result.error;
    const auto info = json::parse(result.out, "info");
    ASSERT_TRUE(info.ok());
    EXPECT_EQ(*info->find("inputs")->asArray()->front().find("name")->asString(), "tokens");
    EXPECT_EQ(*info->find("ranges")->asObject()->front().second.find("min")->asInteger(), 1);
    EXPECT_EQ(*info->find("operators")->find("aten.embedding.default")->asInteger(), 2);
}

TEST(Command, OpensOnnxByItself)
{
    const TemporaryFolder folder;
    const std::string model = (folder / "mlp.onnx").string();
    ASSERT_EQ(sidelight({"export", sample("mlp"), "-o", model}).exit, 0);
    const auto printed = sidelight({"print", model});
    EXPECT_EQ(printed.exit, 0) << printed.error;
    EXPECT_NE(printed.out.find("pkg.torch.aten.aten_linear"), std::string::npos);
    const auto info = sidelight({"info", model});
    EXPECT_EQ(info.exit, 0) << info.error;
    EXPECT_NE(info.out.find("FLOAT[s18, 2]"), std::string::npos) << info.out;
    EXPECT_EQ(sidelight({"print", model, "--after", "inline"}).exit, 1);
}

TEST(Command, NamesAFormatThatItDoesNotRead)
{
    const TemporaryFolder folder;
    writeFile(folder / "m.tflite", "TFL3");
    const auto result = sidelight({"export", (folder / "m.tflite").string(), "-o", (folder / "m.onnx").string()});
    EXPECT_EQ(result.exit, 1);
    EXPECT_NE(result.error.find("SL1012"), std::string::npos) << result.error;
    EXPECT_NE(result.error.find("TensorFlow Lite"), std::string::npos) << result.error;
}

TEST(Command, WritesSarif)
{
    const TemporaryFolder folder;
    const fs::path log = folder / "log.sarif";
    const auto result = sidelight({"export", sample("mlp"), "-o", (folder / "m.onnx").string(), "--sarif", log.string()});
    ASSERT_EQ(result.exit, 0) << result.error;
    const auto sarif = json::parse(contentOf(log), "log");
    ASSERT_TRUE(sarif.ok());
    EXPECT_EQ(*sarif->find("version")->asString(), "2.1.0");
}

/// Opening, passes, lowering and export never start the evaluator: a program put in its place would leave a trace.
TEST(Command, StartsNoEvaluatorToExport)
{
    const TemporaryFolder folder;
    const fs::path canary = folder / "evaluator";
    const fs::path mark = folder / "started";
    writeFile(canary, "#!/bin/sh\ntouch '" + mark.string() + "'\n");
    fs::permissions(canary, fs::perms::owner_all);
    for (const char* name : {"mlp", "resnet18", "vit", "gpt"}) {
        const std::string target = (folder / (std::string(name) + ".onnx")).string();
        const auto result = runProcess({std::string(SIDELIGHT_PROGRAM), "export", sample(name), "-o", target}, {{"SIDELIGHT_EVALUATOR", canary.string()}});
        EXPECT_EQ(result.exit, 0) << name << ": " << result.error;
    }
    EXPECT_FALSE(fs::exists(mark));
    runProcess({std::string(SIDELIGHT_PROGRAM), "verify", sample("mlp")}, {{"SIDELIGHT_EVALUATOR", canary.string()}});
    EXPECT_TRUE(fs::exists(mark)) << "the canary itself does not work";
}

TEST(Command, ExportsEqualBytesForAnotherHint)
{
    const TemporaryFolder folder;
    for (const std::string name : {"mlp", "resnet18", "vit", "gpt"}) {
        const fs::path one = folder / (name + ".onnx");
        const fs::path two = folder / (name + ".hint.onnx");
        ASSERT_EQ(sidelight({"export", sample(name), "-o", one.string()}).exit, 0) << name;
        ASSERT_EQ(sidelight({"export", std::string(SIDELIGHT_SOURCE_DIR) + "/tests/fixtures/samples/" + name + ".hint.pt2", "-o", two.string()}).exit, 0) << name;
        EXPECT_TRUE(contentOf(one) == contentOf(two)) << name;
    }
}

TEST(Command, ExportsTheTextOfAPrintedProgramWithoutWeights)
{
    const TemporaryFolder folder;
    const std::string text = folder / "program.txt";
    writeFile(text, R"(ExportedProgram:
    class GraphModule(torch.nn.Module):
        def forward(self, p_fc_weight: "f32[4, 8]", p_fc_bias: "f32[4]", x: "f32[2, 8]"):
            linear: "f32[2, 4]" = torch.ops.aten.linear.default(x, p_fc_weight, p_fc_bias);  x = p_fc_weight = p_fc_bias = None
            relu: "f32[2, 4]" = torch.ops.aten.relu.default(linear);  linear = None
            return (relu,)

Graph signature:
    # inputs
    p_fc_weight: PARAMETER target='fc.weight'
    p_fc_bias: PARAMETER target='fc.bias'
    x: USER_INPUT

    # outputs
    relu: USER_OUTPUT

Range constraints: {}
)");
    const std::string model = folder / "program.onnx";
    const auto embedded = sidelight({"export", text, "-o", model});
    EXPECT_EQ(embedded.exit, 1);
    EXPECT_NE(embedded.error.find("fc.weight was saved without data"), std::string::npos) << embedded.error;
    EXPECT_FALSE(fs::exists(model));
    const auto exported = sidelight({"export", text, "-o", model, "--weights", "none"});
    EXPECT_EQ(exported.exit, 0) << exported.error;
    EXPECT_NE(sidelight({"print", model}).out.find("Gemm"), std::string::npos);
}

TEST(Command, ChangesAModelAsRuleFilesSay)
{
    const std::string rules = SIDELIGHT_SOURCE_DIR "/resources/rules/";
    const auto printed = sidelight({"passes", sample("mlp"), "--rules", rules + "print-nodes.rules", "--pass", "rules"});
    EXPECT_EQ(printed.exit, 0) << printed.error;
    EXPECT_NE(printed.out.find("%sigmoid = call_function torch.ops.aten.sigmoid.default"), std::string::npos) << printed.out;
    const TemporaryFolder folder;
    const std::string mine = folder / "mine.rules";
    writeFile(mine, "rename aten.sigmoid to squash\n");
    const auto both = sidelight({"print", sample("mlp"), "--rules", rules + "rename-adds.rules", "--rules", mine});
    EXPECT_EQ(both.exit, 0) << both.error;
    const auto after = sidelight({"print", sample("mlp"), "--after", "rules", "--rules", mine});
    EXPECT_NE(after.out.find("%squash : "), std::string::npos) << after.out;
    const auto exported = sidelight({"export", sample("mlp"), "-o", folder / "m.onnx", "--rules", mine});
    EXPECT_EQ(exported.exit, 0) << exported.error;
    writeFile(mine, "rename aten.sigmoid squash\n");
    const auto broken = sidelight({"export", sample("mlp"), "-o", folder / "n.onnx", "--rules", mine});
    EXPECT_EQ(broken.exit, 2);
    EXPECT_NE(broken.error.find("mine.rules: line 1: it is written: rename TARGET to NAME"), std::string::npos) << broken.error;
    // A rule that cannot be carried out stops the export.
    writeFile(mine, "erase aten.sigmoid\n");
    const auto refused = sidelight({"export", sample("mlp"), "-o", folder / "n.onnx", "--rules", mine});
    EXPECT_EQ(refused.exit, 1);
    EXPECT_NE(refused.error.find("%sigmoid cannot be erased: it is still read by"), std::string::npos) << refused.error;
    EXPECT_FALSE(std::filesystem::exists(folder / "n.onnx"));
}

} // namespace
} // namespace sidelight::testing
