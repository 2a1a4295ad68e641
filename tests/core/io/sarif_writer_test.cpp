// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/io/sarif_writer.h"

#include "core/support/json.h"
#include "core/support/rules.h"
#include "tests/support/files.h"
#include "tests/support/temporary_folder.h"

#include <gtest/gtest.h>

namespace sidelight::io {
namespace {

using json::Value;

Diagnostic sample()
{
    Diagnostic diagnostic = support::diagnose(rules::kNoLowering,
        "aten.foo.default has no lowering for opset 18; decompose it or register one",
        {{"layers_1/attn/%foo", "fx-node", "my model.py", 12, "forward", "return foo(x)"}});
    diagnostic.fixes = {{"Decompose it in Python: ep.run_decompositions()."}};
    return diagnostic;
}

/// The value at a path such as "runs/0/results/0/ruleId".
const Value* at(const Value& value, std::string_view path)
{
    const Value* here = &value;
    while (here && !path.empty()) {
        const std::size_t slash = path.find('/');
        const std::string_view step = path.substr(0, slash);
        path = slash == std::string_view::npos ? std::string_view() : path.substr(slash + 1);
        if (const auto* array = here->asArray()) {
            const std::size_t index = std::stoul(std::string(step));
            here = index < array->size() ? &(*array)[index] : nullptr;
        } else {
            here = here->find(step);
        }
    }
    return here;
}
std::string text(const Value& log, std::string_view path)
{
    const Value* value = at(log, path);
    return value && value->asString() ? *value->asString() : "(none)";
}
Value parsed(const std::vector<Diagnostic>& diagnostics, const RunInfo& run = {})
{
    const auto value = json::parse(toSarif(diagnostics, run), "sarif");
    EXPECT_TRUE(value);
    return value ? *value : Value();
}

/// What SARIF 2.1.0 requires of the members that we write.
void expectValid(const Value& log)
{
    EXPECT_EQ(text(log, "version"), "2.1.0"); // §3.13.2
    const auto* runs = at(log, "runs")->asArray();
    ASSERT_TRUE(runs);
    for (const Value& run : *runs) {
        EXPECT_NE(text(run, "tool/driver/name"), "(none)"); // §3.14.6, §3.18.2, §3.19.8
        const auto* rulesArray = at(run, "tool/driver/rules")->asArray();
        ASSERT_TRUE(rulesArray);
        std::set<std::string> ids;
        for (const Value& rule : *rulesArray) {
            EXPECT_TRUE(ids.insert(text(rule, "id")).second) << "§3.19.23: unique";
            EXPECT_NE(text(rule, "help/text"), "(none)");
            EXPECT_NE(text(rule, "shortDescription/text"), "(none)");
        }
        for (const Value& invocation : *at(run, "invocations")->asArray())
            EXPECT_TRUE(invocation.find("executionSuccessful")->asBool()) << "§3.20.14";
        for (const Value& result : *at(run, "results")->asArray()) {
            EXPECT_NE(text(result, "message/text"), "(none)"); // §3.27.11
            const std::string level = text(result, "level");
            EXPECT_TRUE(level == "none" || level == "note" || level == "warning" || level == "error")
                << level; // §3.27.10
            const auto* index = at(result, "ruleIndex")->asInteger();
            ASSERT_TRUE(index);
            EXPECT_EQ(text((*rulesArray)[static_cast<std::size_t>(*index)], "id"), text(result, "ruleId")); // §3.27.6
            EXPECT_FALSE(result.find("fixes")) << "§3.55.3: a fix needs artifactChanges, and we have none";
            const Value* locations = result.find("locations");
            for (const Value& location : locations ? *locations->asArray() : json::Array())
                EXPECT_TRUE(location.find("physicalLocation") || location.find("logicalLocations"));
        }
    }
}

TEST(SarifWriter, HoldsWhatTheStandardRequires)
{
    Diagnostic unknown;
    unknown.ruleId = "XX1";
    unknown.level = Level::Note;
    unknown.message = "from elsewhere";
    const Value log = parsed({sample(), sample(), unknown});
    expectValid(log);
    EXPECT_EQ(at(log, "runs/0/tool/driver/rules")->asArray()->size(), 2u);
    EXPECT_EQ(at(log, "runs/0/results")->asArray()->size(), 3u);
}

TEST(SarifWriter, IsValidWithoutFindings)
{
    const Value log = parsed({});
    expectValid(log);
    EXPECT_TRUE(at(log, "runs/0/results")->asArray()->empty())
        << "§3.14.23: an empty array says that the run found nothing";
}

TEST(SarifWriter, PointsToTheNodeAndToTheLineOfPython)
{
    const Value log = parsed({sample()});
    EXPECT_EQ(text(log, "runs/0/results/0/ruleId"), "FXE0011");
    EXPECT_EQ(text(log, "runs/0/results/0/level"), "error");
    EXPECT_EQ(text(log, "runs/0/results/0/locations/0/logicalLocations/0/fullyQualifiedName"), "layers_1/attn/%foo");
    EXPECT_EQ(text(log, "runs/0/results/0/locations/0/logicalLocations/0/name"), "%foo");
    EXPECT_EQ(text(log, "runs/0/results/0/locations/0/logicalLocations/0/properties/kind"), "fx-node");
    EXPECT_EQ(text(log, "runs/0/results/0/locations/0/logicalLocations/1/name"), "forward");
    EXPECT_EQ(text(log, "runs/0/results/0/locations/0/physicalLocation/artifactLocation/uri"), "my%20model.py");
    EXPECT_EQ(*at(log, "runs/0/results/0/locations/0/physicalLocation/region/startLine")->asInteger(), 12);
    EXPECT_EQ(text(log, "runs/0/results/0/locations/0/physicalLocation/region/snippet/text"), "return foo(x)");
}

TEST(SarifWriter, TellsFixesInTheMessageAndInProperties)
{
    const Value log = parsed({sample()});
    EXPECT_NE(text(log, "runs/0/results/0/message/text").find("\nFix: Decompose it in Python"), std::string::npos);
    EXPECT_EQ(text(log, "runs/0/results/0/properties/fixes/0"), "Decompose it in Python: ep.run_decompositions().");
}

TEST(SarifWriter, TellsTheInvocation)
{
    RunInfo run;
    run.toolVersion = "1.2.3";
    run.arguments = {"export", "m.pt2"};
    run.model = "/models/m 1.pt2";
    run.successful = false;
    const Value log = parsed({}, run);
    EXPECT_EQ(text(log, "runs/0/tool/driver/version"), "1.2.3");
    EXPECT_EQ(*at(log, "runs/0/invocations/0/executionSuccessful")->asBool(), false);
    EXPECT_EQ(text(log, "runs/0/invocations/0/arguments/1"), "m.pt2");
    EXPECT_EQ(text(log, "runs/0/artifacts/0/location/uri"), "file:///models/m%201.pt2");
}

TEST(SarifWriter, KeepsTextFromFilesPlain)
{
    Diagnostic hostile = sample();
    hostile.message = "bad \x1b[31m \xE2\x80\xAE name \xff";
    hostile.locations[0].name = "<img src=file:///x>\"\x1b[31m";
    const std::string log = toSarif(std::vector<Diagnostic>{hostile}, {});
    EXPECT_TRUE(json::parse(log, "sarif"));
    EXPECT_EQ(log.find('\x1b'), std::string::npos);
    EXPECT_EQ(log.find("\xE2\x80\xAE"), std::string::npos);
    EXPECT_EQ(log.find("\\u001b"), std::string::npos) << "plain also after JSON is parsed";
}

TEST(SarifWriter, DoesNotWriteOverTheModel)
{
    testing::TemporaryFolder folder;
    testing::writeFile(folder / "m.pt2", "model");
    RunInfo run;
    run.model = folder / "m.pt2";
    const Status status = writeSarif({}, run, folder / "m.pt2");
    ASSERT_FALSE(status);
    EXPECT_EQ(status.error().ruleId, "SL4002");
    EXPECT_EQ(testing::contentOf(folder / "m.pt2"), "model");
    EXPECT_TRUE(writeSarif({}, run, folder / "log.sarif"));
    EXPECT_NE(testing::contentOf(folder / "log.sarif").find("\"2.1.0\""), std::string::npos);
}

} // namespace
} // namespace sidelight::io
