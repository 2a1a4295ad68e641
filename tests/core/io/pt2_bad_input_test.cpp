// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/io/pt2_reader.h"

#include "tests/core/io/pt2_entries.h"
#include "tests/support/files.h"
#include "tests/support/temporary_folder.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace sidelight::io {
namespace {

using testing::entriesOf;
using testing::pt2Fixture;
using testing::ZipBuilder;
using testing::ZipEntry;

std::string replaced(std::string text, std::string_view from, std::string_view to)
{
    const std::size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

class BadInput : public ::testing::Test
{
protected:
    Result<Pt2> read(const std::string& bytes)
    {
        const auto path = folder_ / "bad.pt2";
        testing::writeFile(path, bytes);
        return readPt2(path);
    }
    Result<Pt2> read(const testing::Pt2Entries& entries) { return read(testing::packed(entries)); }
    /// One diagnostic with this rule, whose message holds `part` and names the file.
    void expectRefused(const Result<Pt2>& result, std::string_view rule, std::string_view part)
    {
        ASSERT_FALSE(result.ok());
        EXPECT_EQ(result.error().ruleId, rule) << result.error().message;
        EXPECT_EQ(result.error().level, Level::Error);
        EXPECT_NE(result.error().message.find(part), std::string::npos) << result.error().message;
    }
    /// mlp.pt2 with one text of its program replaced.
    Result<Pt2> readChanged(std::string_view from, std::string_view to)
    {
        auto entries = entriesOf("mlp");
        entries["mlp/models/model.json"] = replaced(entries["mlp/models/model.json"], from, to);
        return read(entries);
    }
    Result<Pt2> readChangedWeights(std::string_view from, std::string_view to)
    {
        auto entries = entriesOf("mlp");
        std::string& config = entries["mlp/data/weights/model_weights_config.json"];
        config = replaced(config, from, to);
        return read(entries);
    }
    testing::TemporaryFolder folder_;
};

TEST_F(BadInput, IsWellFormedBeforeItIsBroken)
{
    const auto whole = read(entriesOf("mlp"));
    ASSERT_TRUE(whole.ok()) << whole.error().message;
    EXPECT_TRUE(whole->diagnostics.empty());
}

TEST_F(BadInput, RefusesFilesThatAreNoPt2)
{
    expectRefused(read(std::string()), "SL1002", "empty");
    expectRefused(read(std::string("hello")), "SL1002", "no zip");
    expectRefused(read(testing::contentOf(pt2Fixture("mlp")).substr(0, 3000)), "SL1002", "truncated");
    expectRefused(
        read(ZipBuilder().add(ZipEntry{"m/models/model.json", "{}", 1, 0, {}, {}}).build()), "SL1002", "encrypted");
    expectRefused(
        read(ZipBuilder().add(ZipEntry{"m/models/model.json", "{}", 0, 8, {}, {}}).build()), "SL1004", "compressed");
    expectRefused(read({{"a.txt", "x"}}), "SL1012", "no .pt2");
    expectRefused(read({{"m/code/__torch__.py", ""}, {"m/constants.pkl", ""}}), "SL1012", "TorchScript");
    expectRefused(read({{"archive/data.pkl", ""}, {"archive/version", "3"}}), "SL1012", "checkpoint");
    expectRefused(
        read({{"m/archive_format", "pt2"}, {"m/data/aotinductor/model/model.so", ""}}), "SL1012", "AOTInductor");
    expectRefused(readPt2(folder_ / "absent.pt2"), "SL1001", "absent.pt2");
    expectRefused(readPt2(folder_.path()), "SL1001", "folder");
}

TEST_F(BadInput, ExplainsAnInterruptedSave)
{
    expectRefused(readPt2(pt2Fixture("broken_interrupted_save")), "SL1013", "stopped half-way");
}

TEST_F(BadInput, RefusesEntriesThatCannotBeTrusted)
{
    auto entries = entriesOf("mlp");
    entries["mlp/../../evil"] = "x";
    expectRefused(read(entries), "SL1004", "leaves its folder");
    ZipBuilder twice;
    for (const auto& [name, content] : entriesOf("mlp"))
        twice.add(name, content);
    twice.add("mlp/models/model.json", "{}");
    expectRefused(read(twice.build()), "SL1004", "twice");
}

TEST_F(BadInput, RefusesMissingEntries)
{
    for (const char* name : {"mlp/data/weights/weight_2", "mlp/data/weights/model_weights_config.json",
             "mlp/data/constants/model_constants_config.json"}) {
        auto entries = entriesOf("mlp");
        ASSERT_EQ(entries.erase(name), 1u);
        expectRefused(read(entries), "SL1003", name);
    }
    auto entries = entriesOf("mlp");
    entries["mlp/byteorder"] = "big";
    expectRefused(read(entries), "SL1012", "byte order");
}

TEST_F(BadInput, RefusesWrongJson)
{
    expectRefused(readChanged("{\"graph_module\"", "{graph_module"), "SL1005", "model.json");
    expectRefused(readChanged("{\"graph_module\"", "[\"graph_module\""), "SL1005", "model.json");
    expectRefused(readChangedWeights("\"config\"", "\"konfig\""), "SL1006", "config");
    expectRefused(readChanged("\"graph_module\"", "\"graph_mod\""), "SL1006", "graph_module");
    expectRefused(readChanged("\"nodes\": [", "\"nodes\": 3, \"x\": ["), "SL1006", "list");
    expectRefused(readChanged("\"target\": \"torch.ops.aten.relu.default\"", "\"target\": 7"), "SL1006", "text");
    expectRefused(readChanged("\"dtype\": 7", "\"dtype\": 99"), "SL1006", "dtype 99");
    expectRefused(readChanged("\"dtype\": 7", "\"dtype\": \"f\""), "SL1006", "integer");
    expectRefused(
        readChanged("\"as_tensor\": {\"name\": \"input\"}", "\"as_tensors\": [], \"as_int\": 1"), "SL1006", "union");
    expectRefused(readChanged("\"user_output\"", "\"psychic_output\""), "SL1006", "psychic_output");
    auto entries = entriesOf("mlp");
    entries["mlp/models/model.json"] = "";
    expectRefused(read(entries), "SL1005", "model.json");
}

TEST_F(BadInput, RefusesSizesThatDoNotFitTheirBytes)
{
    expectRefused(readChangedWeights("\"as_int\": 16", "\"as_int\": 17"), "SL1008", "0.weight");
    expectRefused(readChangedWeights("\"storage_offset\": {\"as_int\": 0}", "\"storage_offset\": {\"as_int\": 1}"),
        "SL1008", "0.weight");
    expectRefused(readChangedWeights("\"as_int\": 16", "\"as_int\": -1"), "SL1008", "negative");
    expectRefused(readChangedWeights("\"storage_offset\": {\"as_int\": 0}", "\"storage_offset\": {\"as_int\": -4}"),
        "SL1008", "negative");
    auto entries = entriesOf("mlp");
    entries["mlp/data/weights/weight_0"].resize(100);
    expectRefused(read(entries), "SL1008", "0.weight");
}

TEST_F(BadInput, RefusesProductsThatOverflow)
{
    expectRefused(readChangedWeights("\"sizes\": [{\"as_int\": 16}, {\"as_int\": 8}]",
                      "\"sizes\": [{\"as_int\": 4611686018427387904}, {\"as_int\": 8}]"),
        "SL1008", "overflow");
    expectRefused(
        readChangedWeights("\"strides\": [{\"as_int\": 8}", "\"strides\": [{\"as_int\": 4611686018427387904}"),
        "SL1008", "overflow");
    expectRefused(readChanged("\"sizes\": [{\"as_int\": 16}, {\"as_int\": 8}]",
                      "\"sizes\": [{\"as_int\": 4611686018427387904}, {\"as_int\": 8}]"),
        "SL1008", "overflow");
    expectRefused(readChanged("\"sizes\": [{\"as_int\": 16}, {\"as_int\": 8}]",
                      "\"sizes\": [{\"as_int\": 99999999999999999999}, {\"as_int\": 8}]"),
        "SL1006", "64 bits");
}

TEST_F(BadInput, RefusesNestingOverFiveHundredAndTwelve)
{
    const std::string deep(600, '[');
    expectRefused(
        readChanged("\"guards_code\": [", "\"guards_code\": [" + deep + std::string(600, ']') + ", "), "SL1009", "512");
    auto entries = entriesOf("mlp");
    std::string& pickled = entries["mlp/data/sample_inputs/model.pt"];
    pickled =
        ZipBuilder().add("archive/data.pkl", "\x80\x02" + std::string(600, ']') + std::string(599, 'a') + ".").build();
    const auto pt2 = read(entries);
    ASSERT_TRUE(pt2.ok()) << "sample inputs are no reason to refuse a model";
    ASSERT_EQ(pt2->diagnostics.size(), 1u);
    EXPECT_EQ(pt2->diagnostics[0].ruleId, "SL1009");
    // A list that contains itself.
    pickled = ZipBuilder().add("archive/data.pkl", std::string("\x80\x02]q\0h\0a.", 9)).build();
    const auto cyclic = read(entries);
    ASSERT_TRUE(cyclic.ok());
    ASSERT_EQ(cyclic->diagnostics.size(), 1u);
    EXPECT_EQ(cyclic->diagnostics[0].ruleId, "SL1009");
}

TEST_F(BadInput, RefusesCyclesAndUnknownValues)
{
    expectRefused(readChanged("\"arg\": {\"as_tensor\": {\"name\": \"input\"}}",
                      "\"arg\": {\"as_tensor\": {\"name\": \"linear_1\"}}"),
        "SL2002", "linear_1");
    expectRefused(readChanged("\"arg\": {\"as_tensor\": {\"name\": \"linear\"}}",
                      "\"arg\": {\"as_tensor\": {\"name\": \"relu\"}}"),
        "SL2002", "relu");
    expectRefused(readChanged("\"arg\": {\"as_tensor\": {\"name\": \"input\"}}",
                      "\"arg\": {\"as_tensor\": {\"name\": \"nobody\"}}"),
        "SL1006", "nobody");
    expectRefused(readChanged("\"outputs\": [{\"as_tensor\": {\"name\": \"relu\"}}]",
                      "\"outputs\": [{\"as_tensor\": {\"name\": \"linear\"}}]"),
        "SL1006", "made before");
}

TEST_F(BadInput, RefusesSchemasFromTheFutureAndThePast)
{
    expectRefused(readChanged("\"major\": 8", "\"major\": 9"), "SL1007", "newer");
    expectRefused(readChanged("\"major\": 8", "\"major\": 5"), "SL1007", "older");
    const auto minor = readChanged("\"minor\": 20", "\"minor\": 99");
    ASSERT_TRUE(minor.ok()) << "a newer minor version is compatible";
    ASSERT_EQ(minor->diagnostics.size(), 1u);
    EXPECT_EQ(minor->diagnostics[0].ruleId, "SL1007");
    EXPECT_EQ(minor->diagnostics[0].level, Level::Warning);
}

TEST_F(BadInput, RefusesSizesThatAreNoExpressions)
{
    expectRefused(readChanged("{\"as_int\": 16}", "{\"as_expr\": {\"expr_str\": \"Symbol('s0'\", \"hint\": null}}"),
        "SL1014", "Symbol");
    expectRefused(
        readChanged("{\"as_int\": 16}", "{\"as_expr\": {\"expr_str\": \"__import__('os')\", \"hint\": null}}"),
        "SL1014", "import");
}

TEST_F(BadInput, OpensModelsWithoutWeights)
{
    auto entries = entriesOf("mlp");
    for (auto& [name, content] : entries)
        if (name.find("weights/weight_") != std::string::npos)
            content.clear();
    const auto pt2 = read(entries);
    ASSERT_TRUE(pt2.ok()) << pt2.error().message;
    EXPECT_FALSE(pt2->program.stateOf("0.weight")->storage->hasData());
    ASSERT_EQ(pt2->diagnostics.size(), 1u);
    EXPECT_EQ(pt2->diagnostics[0].level, Level::Note);
    EXPECT_NE(pt2->diagnostics[0].message.find("fake mode"), std::string::npos);
}

TEST_F(BadInput, NeverExecutesAPickle)
{
    auto entries = entriesOf("mlp");
    entries["mlp/data/sample_inputs/model.pt"] =
        ZipBuilder().add("archive/data.pkl", std::string("\x80\x02") + "cos\nsystem\n.").build();
    const auto pt2 = read(entries);
    ASSERT_TRUE(pt2.ok());
    ASSERT_EQ(pt2->diagnostics.size(), 1u);
    EXPECT_EQ(pt2->diagnostics[0].ruleId, "SL1011");
    EXPECT_NE(pt2->diagnostics[0].message.find("os.system"), std::string::npos);
}

TEST_F(BadInput, KeepsHostileNamesAsPlainText)
{
    const auto pt2 = read(testing::hostilePt2());
    ASSERT_TRUE(pt2.ok()) << pt2.error().message;
    EXPECT_NE(fx::findByName(pt2->program.main(), testing::kHostileName), kNoNode);
    const auto broken = readChanged(R"("name": "linear"}}, "kind")", R"("name": "\u001b[31m\u202e2"}}, "kind")");
    ASSERT_FALSE(broken.ok());
    EXPECT_EQ(broken.error().message.find('\x1b'), std::string::npos);
    EXPECT_EQ(support::toText(broken.error()).find("\u202e"), std::string::npos);
}

/// Deterministic pseudo-random numbers, equal on every machine.
struct Generator
{
    std::uint64_t state;
    std::uint64_t operator()()
    {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        return state;
    }
};

TEST_F(BadInput, SurvivesFlippedAndMissingBytes)
{
    for (const char* name : {"mlp", "cond", "strided_aliased", "legacy_flat_zip", "dynamic_shapes"}) {
        const std::string whole = testing::contentOf(pt2Fixture(name));
        ASSERT_FALSE(whole.empty());
        Generator random{0x9E3779B97F4A7C15u ^ whole.size()};
        std::size_t refused = 0;
        constexpr int kRounds = 400;
        for (int round = 0; round < kRounds; ++round) {
            std::string bytes = whole;
            if (round % 8 == 0) {
                bytes.resize(random() % whole.size());
            } else {
                const auto flips = 1 + random() % 4;
                for (std::uint64_t flip = 0; flip < flips; ++flip) {
                    // Every other flip hits the last kilobytes, where the directory is.
                    const std::size_t span = round % 2 == 0 ? bytes.size() : std::min<std::size_t>(bytes.size(), 2048);
                    bytes[bytes.size() - 1 - random() % span] ^= static_cast<char>(1u << (random() % 8));
                }
            }
            const auto result = read(bytes);
            if (!result.ok()) {
                ++refused;
                EXPECT_FALSE(result.error().message.empty());
                EXPECT_NE(result.error().ruleId, "");
                continue;
            }
            for (const auto& [fqn, tensor] : *result->program.state)
                (void)ir::readContiguous(*tensor).ok();
        }
        EXPECT_GT(refused, 50u) << name;
    }
}

TEST_F(BadInput, SurvivesFlippedCharactersOfTheProgram)
{
    for (const char* name : {"mlp", "hop_nested_cond", "sym_inputs_int", "list_ops"}) {
        auto entries = entriesOf(name);
        const auto program = std::find_if(entries.begin(), entries.end(),
            [](const auto& e) { return e.first.find("/models/") != std::string::npos; });
        ASSERT_NE(program, entries.end());
        const std::string text = program->second;
        Generator random{0xD1B54A32D192ED03u ^ text.size()};
        static constexpr std::string_view kCharacters = "\"{}[],:0179-eEtnu\\ \x7f";
        for (int round = 0; round < 500; ++round) {
            std::string changed = text;
            const std::size_t at = random() % changed.size();
            switch (round % 3) {
            case 0:
                changed[at] = kCharacters[random() % kCharacters.size()];
                break;
            case 1:
                changed.erase(at, 1 + random() % 40);
                break;
            default:
                changed.insert(at, changed.substr(random() % changed.size(), random() % 80));
                break;
            }
            const auto result = readPt2Json(changed, "fuzz.json");
            EXPECT_TRUE(result.ok() || !result.error().message.empty());
        }
    }
}

} // namespace
} // namespace sidelight::io
