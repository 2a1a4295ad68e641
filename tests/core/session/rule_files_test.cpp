// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/rule_files.h"

#include "core/fx/passes/pipeline.h"
#include "core/session/document.h"
#include "core/support/file.h"
#include "core/support/scratch_folder.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace sidelight::session {
namespace {

struct RuleFiles : ::testing::Test
{
    support::ScratchFolder folder;
    std::filesystem::path write(const char* name, std::string_view text)
    {
        const std::filesystem::path path = folder.path() / name;
        EXPECT_TRUE(support::writeText(path, text).ok());
        return path;
    }
};

std::vector<std::string> filesOf(const Pipeline& pipeline)
{
    std::vector<std::string> files;
    for (const fx::PassStep& step : pipeline.fx)
        if (step.pass == &fx::passes::kRules && step.enabled)
            files.push_back(std::get<std::string>(step.options.at("file")));
    return files;
}

TEST_F(RuleFiles, AreStepsInTheirOrderBeforeDecompositions)
{
    Pipeline pipeline = defaultPipeline();
    ASSERT_TRUE(addRuleFile(pipeline, write("one.rules", "rename aten.add to total\n")).ok());
    ASSERT_TRUE(addRuleFile(pipeline, write("two.rules", "print nodes\n")).ok());
    EXPECT_EQ(filesOf(pipeline), (std::vector<std::string>{"one.rules", "two.rules"}));
    const auto at = [&](const fx::Pass& pass) {
        return std::find_if(pipeline.fx.begin(), pipeline.fx.end(), [&](const fx::PassStep& step) { return step.pass == &pass; }) - pipeline.fx.begin();
    };
    EXPECT_LT(at(fx::passes::kRules), at(fx::passes::kDecompose));
    EXPECT_EQ(pipeline.fx.size(), defaultPipeline().fx.size() + 1) << "the first takes the place of the step without a file";
}

TEST_F(RuleFiles, ChangeTheModelThatIsOpened)
{
    Pipeline pipeline = defaultPipeline();
    ASSERT_TRUE(addRuleFile(pipeline, write("named.rules", "rename aten.sigmoid to squash\n")).ok());
    OpenOptions options;
    options.pipeline = std::make_shared<const Pipeline>(pipeline);
    const auto document = openDocument(SIDELIGHT_SOURCE_DIR "/resources/samples/mlp.pt2", options);
    ASSERT_TRUE(document.ok()) << document.error().message;
    EXPECT_NE(fx::findByName((*document)->program().main(), "squash"), ir::kNoNode);
    EXPECT_TRUE((*document)->exportable);
}

TEST_F(RuleFiles, ThatCannotBeReadNameTheFileAndTheLine)
{
    Pipeline pipeline = defaultPipeline();
    const Status status = addRuleFile(pipeline, write("broken.rules", "# c\nrenam aten.add to x\n"));
    ASSERT_FALSE(status.ok());
    EXPECT_NE(status.error().message.find("broken.rules: line 2: there is no step 'renam'"), std::string::npos) << status.error().message;
    EXPECT_TRUE(filesOf(pipeline).empty());
    EXPECT_FALSE(addRuleFile(pipeline, folder.path() / "absent.rules").ok());
}

TEST_F(RuleFiles, AreFoundBesideThePresetThatNamesThem)
{
    write("mine.rules", "rename aten.sigmoid to squash\n");
    const auto preset = readPreset(write("preset.json", R"({"fx": [{"pass": "rules", "options": {"file": "mine.rules"}}, {"pass": "decompose"}]})"));
    ASSERT_TRUE(preset.ok()) << preset.error().message;
    EXPECT_EQ(std::get<std::string>(preset->fx.front().options.at("text")), "rename aten.sigmoid to squash\n");
    const auto absent = readPreset(write("other.json", R"({"fx": [{"pass": "rules", "options": {"file": "absent.rules"}}]})"));
    ASSERT_FALSE(absent.ok());
    EXPECT_NE(absent.error().message.find("absent.rules"), std::string::npos) << absent.error().message;
    // A preset that holds the text needs no file.
    const auto own = readPreset(write("own.json", R"({"fx": [{"pass": "rules", "options": {"file": "absent.rules", "text": "print nodes\n"}}]})"));
    EXPECT_TRUE(own.ok());
}

} // namespace
} // namespace sidelight::session
