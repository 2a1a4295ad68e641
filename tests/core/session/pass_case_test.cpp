// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/pass_case.h"
#include "core/fx/passes/pipeline.h"
#include "core/onnxir/passes/pipeline.h"
#include "core/session/program_text.h"
#include "core/session/run_pipeline.h"
#include "core/session/tensor_text.h"
#include "core/session/type_text.h"
#include "core/support/file.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <limits>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace sidelight::session {
namespace {

std::filesystem::path folder() { return std::filesystem::path(SIDELIGHT_SOURCE_DIR) / "tests/fixtures/pass_cases"; }

std::vector<std::string> caseFiles()
{
    std::vector<std::string> files;
    for (const auto& entry : std::filesystem::directory_iterator(folder()))
        if (entry.path().extension() == ".txt")
            files.push_back(entry.path().stem().string());
    std::sort(files.begin(), files.end());
    return files;
}

class SavedPass : public ::testing::TestWithParam<std::string> {};

TEST_P(SavedPass, MakesWhatItMade)
{
    const auto text = support::readText(folder() / (GetParam() + ".txt"));
    ASSERT_TRUE(text.ok());
    const auto passCase = parsePassCase(*text);
    ASSERT_TRUE(passCase.ok()) << passCase.error().message;
    const auto after = runPassCase(*passCase);
    ASSERT_TRUE(after.ok()) << after.error().message;
    EXPECT_EQ(*after, passCase->after);
    EXPECT_EQ(printPassCase(*passCase), *text);
}

INSTANTIATE_TEST_SUITE_P(All, SavedPass, ::testing::ValuesIn(caseFiles()), [](const auto& file) {
    std::string name = file.param;
    std::replace_if(name.begin(), name.end(), [](char c) { return c == '-' || c == '.'; }, '_');
    return name;
});

std::shared_ptr<const Document> sample(const std::string& name, const Pipeline& pipeline)
{
    OpenOptions options;
    options.check = false;
    options.pipeline = std::make_shared<const Pipeline>(pipeline);
    const auto document = openDocument(std::string(SIDELIGHT_SOURCE_DIR) + "/resources/samples/" + name + ".pt2", options);
    EXPECT_TRUE(document.ok());
    return document ? *document : nullptr;
}

TEST(PassCase, SavesEachPassThatChangedASampleOrSaysWhyNot)
{
    Pipeline all = defaultPipeline();
    for (auto& step : all.fx)
        step.enabled = true;
    for (auto& step : all.onnx)
        step.enabled = true;
    std::set<std::string> saved;
    std::set<std::string> refused;
    for (const char* name : {"mlp", "resnet18", "vit", "gpt"}) {
        const auto document = sample(name, all);
        ASSERT_TRUE(document);
        const auto save = [&](std::string_view pass) {
            const auto made = passCaseOf(*document, pass);
            if (!made) {
                refused.insert(std::string(pass));
                EXPECT_NE(made.error().message.find("cannot be saved as a test"), std::string::npos) << made.error().message;
                return;
            }
            saved.insert(std::string(pass));
            const auto back = parsePassCase(printPassCase(*made));
            ASSERT_TRUE(back.ok());
            EXPECT_EQ(back->before, made->before);
            EXPECT_EQ(back->after, made->after);
        };
        for (const auto& record : document->fx.records)
            if (!record.changes.empty())
                save(record.pass->id);
        for (const auto& record : document->onnx.records)
            if (!record.changes.empty() && record.pass->id != "lower")
                save(record.pass->id);
    }
    for (const char* pass : {"functionalize", "dead-code-elimination", "rename-nodes", "modularize", "view-simplification", "version-conversion"})
        EXPECT_TRUE(saved.count(pass) != 0) << pass;
    for (const std::string& pass : refused) // They need PyTorch, weights, or what storages share.
        EXPECT_TRUE(pass == "batch-norm-folding" || pass == "initializer-deduplication" || pass == "constant-propagation" || pass.find("decompose") == 0) << pass;
}

TEST(PassCase, ProgramsReadBackWhole)
{
    for (const char* name : {"mlp", "resnet18", "vit", "gpt"}) {
        const auto document = sample(name, defaultPipeline());
        ASSERT_TRUE(document);
        for (const fx::ExportedProgram* program : {&document->fx.initial, &document->fx.final()}) {
            const std::string text = printWholeProgram(*program);
            const auto back = parseWholeProgram(text);
            ASSERT_TRUE(back.ok()) << back.error().message;
            EXPECT_EQ(printWholeProgram(*back), text);
        }
    }
}

TEST(PassCase, RefusesAPassThatDidNotRunAndTextsOfAnotherForm)
{
    const auto document = sample("mlp", defaultPipeline());
    ASSERT_TRUE(document);
    const auto absent = passCaseOf(*document, "modularize");
    ASSERT_FALSE(absent.ok());
    EXPECT_EQ(absent.error().ruleId, "SL2004");
    EXPECT_FALSE(passCaseOf(*document, "lower").ok());
    EXPECT_FALSE(parsePassCase("{}\n--- before\n").ok());
    EXPECT_FALSE(parsePassCase("{\"fx\": [], \"onnx\": []}\n--- before\n--- after\n").ok());
    const auto wrong = parseWholeProgram("graph 0\n    %x = placeholder x :: f32[2]\n    %y = torch.ops.aten.relu.default(%z) :: f32[2]\n");
    ASSERT_FALSE(wrong.ok());
    EXPECT_NE(wrong.error().message.find("line 3"), std::string::npos) << wrong.error().message;
    EXPECT_NE(wrong.error().message.find("%z"), std::string::npos) << wrong.error().message;
    for (const char* text : {"    %x = placeholder x :: f32[2]\n", "graph x\n", "graph 0\n    x\n", "graph 0\n    %x = placeholder x :: f99[2]\n", "what\n",
                             "graph 0\n    %x = placeholder x :: @3 f32[2]\n", "graph 0\n    %x = placeholder x :: f32[2]\n    %x = placeholder x :: f32[2]\n", "state w f32[2] = 1.0\n"})
        EXPECT_FALSE(parseWholeProgram(text).ok()) << text;
}

TEST(TypeText, ReadsWhatItPrints)
{
    for (const char* text : {"f32[s77, 8] strides (8, 1) requires_grad", "i64[]", "bf16[2*s77 + 1, Max(1, u0)] strides (Max(1, u0), 1) offset (3) device (cuda:1)", "?", "None", "int s77 + 1", "int",
                             "bool", "float", "str", "object", "[f32[2] strides (1), None, [i64[2], int 4]]", "[]", "f32[2] layout (sparse_coo)"}) {
        const auto type = parseWholeType(text);
        ASSERT_TRUE(type.ok()) << text << ": " << type.error().message;
        EXPECT_EQ(printWholeType(*type), text);
    }
    for (const char* text : {"", "f32", "f32[", "g32[2]", "[f32[2]", "f32[2] strides (", "f32[2] moreover (1)", "int ("})
        EXPECT_FALSE(parseWholeType(text).ok()) << text;
}

TEST(TensorText, ReadsWhatItPrints)
{
    const std::vector<float> numbers = {0.1F, -0.0F, std::numeric_limits<float>::infinity(), 3e-39F};
    const ir::Tensor tensor = ir::Tensor::fromValues<float>(ir::DType::Float32, {2, 2}, std::span(numbers));
    EXPECT_EQ(printTensorText(tensor), "f32[2, 2] = 0.100000001 -0 inf 3.00000065e-39");
    for (const char* text : {"f32[2, 2] = 0.100000001 -0 inf nan", "i64[2] = -9223372036854775808 7", "b8[3] = 00 01 01", "f16[1] = 00 3c", "f64[] = 0.10000000000000001", "i32[0] =", "f32[1000, 1000]"}) {
        const auto read = parseTensorText(text);
        ASSERT_TRUE(read.ok()) << text << ": " << read.error().message;
        EXPECT_EQ(printTensorText(*read), text);
    }
    for (const char* text : {"f32[2] = 1", "f32[2] = 1 x", "i64[1] = 1.5", "f32"})
        EXPECT_FALSE(parseTensorText(text).ok()) << text;
}

} // namespace
} // namespace sidelight::session
