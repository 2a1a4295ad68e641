// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/pipeline.h"

#include "core/fx/print.h"
#include "core/session/change_text.h"
#include "core/session/document.h"

#include <gtest/gtest.h>

#include <string>

namespace sidelight::session {
namespace {

std::string sample(const std::string& name) { return std::string(SIDELIGHT_SOURCE_DIR) + "/resources/samples/" + name + ".pt2"; }

std::string idsOf(const Pipeline& pipeline)
{
    std::string text;
    for (const auto& step : pipeline.fx)
        text += (step.enabled ? "+" : "-") + std::string(step.pass->id) + " ";
    text += "|";
    for (const auto& step : pipeline.onnx)
        text += (step.enabled ? " +" : " -") + std::string(step.pass->id);
    return text;
}

/// The refusal of a preset.
std::string refusal(std::string_view text)
{
    const auto pipeline = readPipeline(text, "mine.json");
    return pipeline ? "taken" : pipeline.error().message;
}

TEST(Pipeline, PresetComesBackAsItWas)
{
    Pipeline pipeline = defaultPipeline();
    pipeline.fx.front().enabled = false;
    pipeline.fx.push_back(pipeline.fx.back());
    pipeline.onnx.front().options["level"] = std::string("none");
    const auto back = readPipeline(json::print(presetOf(pipeline), 2), "preset");
    ASSERT_TRUE(back) << back.error().message;
    EXPECT_EQ(idsOf(*back), idsOf(pipeline));
    EXPECT_EQ(back->onnx.front().options, pipeline.onnx.front().options);
}

TEST(Pipeline, TakesListsInAnyOrderAndTwice)
{
    const auto pipeline = readPipeline(R"({"fx": [{"pass": "dead-code-elimination"}, {"pass": "functionalize", "enabled": false}, {"pass": "dead-code-elimination"}], "onnx": []})", "p");
    ASSERT_TRUE(pipeline) << pipeline.error().message;
    EXPECT_EQ(idsOf(*pipeline), "+dead-code-elimination -functionalize +dead-code-elimination |");
}

TEST(Pipeline, RefusesWhatIsNoPresetAndSaysWhere)
{
    EXPECT_NE(refusal("{").find("mine.json"), std::string::npos);
    EXPECT_NE(refusal("[]").find("an object"), std::string::npos);
    EXPECT_NE(refusal(R"({"onnxx": []})").find("'onnxx'"), std::string::npos);
    EXPECT_NE(refusal(R"({"fx": 3})").find("list of steps"), std::string::npos);
    EXPECT_NE(refusal(R"({"fx": [{}]})").find("'pass' is missing"), std::string::npos);
    EXPECT_NE(refusal(R"({"fx": [{"pass": "functionalise"}]})").find("functionalize"), std::string::npos);
    EXPECT_NE(refusal(R"({"fx": [{"pass": "inline"}]})").find("no pass 'inline'"), std::string::npos) << "an ONNX pass is no FX pass";
    EXPECT_NE(refusal(R"({"fx": [{"pass": "functionalize", "enabled": 1}]})").find("'enabled'"), std::string::npos);
    EXPECT_NE(refusal(R"({"fx": [{"pass": "functionalize", "options": {"x": 1}}]})").find("no option 'x'"), std::string::npos);
    EXPECT_NE(refusal(R"({"onnx": [{"pass": "inline", "options": {"level": "all"}}]})").find("give one of"), std::string::npos);
    EXPECT_NE(refusal(R"({"onnx": [{"pass": "inline", "options": {"level": 1}}]})").find("must be a text"), std::string::npos);
    EXPECT_NE(refusal(R"({"onnx": [{"pass": "inline", "options": {"level": []}}]})").find("option 'level'"), std::string::npos);
}

TEST(Pipeline, EndIsReadWithAndWithoutAChange)
{
    const auto plain = readPipelineEnd("functionalize");
    ASSERT_TRUE(plain);
    EXPECT_FALSE(plain->changes);
    const auto inside = readPipelineEnd("functionalize:12");
    ASSERT_TRUE(inside);
    EXPECT_EQ(inside->changes, 12u);
    EXPECT_FALSE(readPipelineEnd("functionalize:"));
    EXPECT_FALSE(readPipelineEnd("functionalize:x"));
    EXPECT_FALSE(readPipelineEnd("functionalize:-1"));
    EXPECT_FALSE(readPipelineEnd("nothing"));
    EXPECT_FALSE(readPipelineEnd(""));
}

TEST(Pipeline, UnknownSkippedPassIsAnError)
{
    OpenOptions options;
    options.skippedPasses = {"dead-code"};
    const auto document = openDocument(sample("mlp"), options);
    ASSERT_FALSE(document);
    EXPECT_NE(document.error().message.find("dead-code-elimination"), std::string::npos);
}

TEST(Pipeline, EndingInsideAPassExportsTheGraphOfThere)
{
    OpenOptions whole;
    const auto all = openDocument(sample("resnet18"), whole);
    ASSERT_TRUE(all);
    OpenOptions options;
    options.until = PipelineEnd{"functionalize", 3};
    const auto document = openDocument(sample("resnet18"), options);
    ASSERT_TRUE(document) << document.error().message;
    std::size_t at = 0;
    while ((*document)->fx.records[at].pass->id != "functionalize")
        ++at;
    EXPECT_EQ((*document)->fx.records[at].changes.size(), 3u);
    EXPECT_EQ(fx::printGraph((*document)->fx.records[at].after), fx::printGraph((*all)->fx.at({at, 3})));
    EXPECT_NE(fx::printGraph((*document)->program()), fx::printGraph((*all)->program()));
    for (std::size_t i = at + 1; i < (*document)->fx.records.size(); ++i)
        EXPECT_EQ((*document)->fx.records[i].outcome, ir::Outcome::Skipped);
    bool isSaid = false;
    for (const Diagnostic& diagnostic : (*document)->diagnostics())
        isSaid = isSaid || diagnostic.message.find("stopped after change 3 of ") != std::string::npos;
    EXPECT_TRUE(isSaid);
    EXPECT_TRUE(checkReplay(**document));
}

TEST(Pipeline, CannotEndAfterAPassThatDoesNotRun)
{
    OpenOptions options;
    options.skippedPasses = {"functionalize"};
    options.until = PipelineEnd{"functionalize", {}};
    EXPECT_FALSE(openDocument(sample("mlp"), options));
}

TEST(ChangeText, EveryChangeOfEverySampleIsToldWithItsCode)
{
    for (const char* name : {"mlp", "resnet18", "vit", "gpt"}) {
        const auto document = openDocument(sample(name), {});
        ASSERT_TRUE(document);
        for (std::size_t i = 0; i < (*document)->fx.records.size(); ++i) {
            const auto& record = (*document)->fx.records[i];
            const auto texts = describeChanges((*document)->fx.before(i), record);
            ASSERT_EQ(texts.size(), record.changes.size());
            for (const ChangeText& text : texts) {
                EXPECT_EQ(text.code.rfind("core/", 0), 0u) << text.code;
                EXPECT_FALSE(text.kind.empty());
                if (text.kind == "insert" || text.kind == "update" || text.kind == "erase") {
                    EXPECT_FALSE(text.node.empty());
                    EXPECT_TRUE(text.kind == "erase" ? text.after.empty() : !text.after.empty());
                    EXPECT_TRUE(text.kind == "insert" ? text.before.empty() : !text.before.empty());
                }
            }
        }
        EXPECT_TRUE(checkReplay(**document)) << name;
        const json::Value trace = traceJson(**document);
        EXPECT_EQ(trace.find("fx")->asArray()->size(), (*document)->fx.records.size());
        EXPECT_EQ(trace.find("onnx")->asArray()->size(), (*document)->onnx.records.size());
    }
}

} // namespace
} // namespace sidelight::session
