// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
// Whatever is wrong with what it reads or where it writes, a command says so in one diagnostic, exits with 1 and leaves
// nothing half written.
#include "tests/app/command_runner.h"
#include "tests/core/io/pt2_entries.h"
#include "tests/support/file_limit.h"
#include "tests/support/files.h"
#include "tests/support/temporary_folder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

namespace sidelight::testing {
namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

/// One error of a rule that begins with `rule`, and nothing else.
void expectRefused(const ProcessResult& result, const std::string& rule, const std::string& what)
{
    EXPECT_EQ(result.exit, 1) << what;
    EXPECT_EQ(result.error.rfind("error " + rule, 0), 0u) << what << ": " << result.error;
    EXPECT_EQ(std::count(result.error.begin(), result.error.end(), '\n'), 1) << what << ": " << result.error;
    EXPECT_EQ(result.out, "") << what;
}

/// A way to write a file: the target, which comes last, is to end like this.
struct Writing
{
    Words words;
    std::string extension;
};

std::vector<Writing> writings(const std::string& model)
{
    std::vector<Writing> all;
    for (const char* weights : {"embed", "external", "per-tensor", "none"})
        all.push_back({{"export", model, "--weights", weights, "-o"}, ".onnx"});
    for (const char* extension : {".svg", ".png", ".pdf"})
        all.push_back({{"render", model, "-o"}, extension});
    return all;
}

TEST(BadInputCommand, IsRefusedByEveryCommandThatReads)
{
    const TemporaryFolder folder;
    const std::string whole = contentOf(sample("mlp"));
    auto missing = entriesOf("mlp");
    missing.erase("mlp/models/model.json");
    auto wrong = entriesOf("mlp");
    wrong["mlp/models/model.json"] = "{\"graph_module\": [";
    const std::vector<std::pair<std::string, std::string>> files{{"empty.pt2", ""}, {"text.pt2", std::string(500, 'x')},
        {"cut.pt2", whole.substr(0, whole.size() / 2)},
        {"encrypted.pt2", ZipBuilder().add(ZipEntry{"m/models/model.json", "{}", 1, 0, {}, {}}).build()},
        {"twice.pt2", ZipBuilder().add("m/a", "1").add("m/a", "2").build()}, {"missing.pt2", packed(missing)},
        {"wrong.pt2", packed(wrong)}, {"empty.onnx", ""}, {"text.onnx", std::string(500, 'x')}};
    for (const auto& [name, content] : files) {
        const std::string model = folder / name;
        writeFile(model, content);
        for (const Words& words : {Words{"print", model}, Words{"print", model, "--graph", "onnx"},
                 Words{"info", model}, Words{"info", model, "--json"}, Words{"passes", model},
                 Words{"render", model, "-o", folder / "out.svg"}, Words{"export", model, "-o", folder / "out.onnx"},
                 Words{"verify", model}})
            expectRefused(sidelight(words), "SL1", words[0] + ' ' + name);
    }
    EXPECT_EQ(folder.files().size(), files.size());
}

TEST(BadInputCommand, NeverWritesOverFoldersPipesDevicesOrTheModel)
{
    const TemporaryFolder folder;
    const std::string model = folder / "mlp.pt2";
    fs::copy_file(sample("mlp"), model);
    const std::string before = contentOf(model);
    ASSERT_EQ(mkfifo((folder / "pipe").c_str(), 0600), 0);
    // A device of our own where we may make one, so that a fault costs nobody /dev/null; others cannot replace that.
    std::string device = folder / "device";
    if (mknod(device.c_str(), S_IFCHR | 0600, makedev(1, 3)) != 0)
        device = "/dev/null";
    for (auto [words, extension] : writings(model)) {
        fs::create_directories(folder / ("folder" + extension));
        for (const auto& [name, target] :
            {std::pair<std::string, std::string>{"pipe", folder / "pipe"}, {"device", device}, {"input", model}})
            if (!fs::is_symlink(folder / (name + extension)))
                fs::create_symlink(target, folder / (name + extension));
        const auto files = folder.files();
        words.emplace_back();
        for (const char* name : {"folder", "pipe", "device", "input"}) {
            words.back() = folder / (name + extension);
            expectRefused(sidelight(words), "SL4002", words[0] + ' ' + name);
            words.push_back("--force");
            expectRefused(sidelight(words), "SL4002", words[0] + " --force " + name);
            words.pop_back();
        }
        EXPECT_EQ(folder.files(), files);
    }
    EXPECT_EQ(contentOf(model), before);
    EXPECT_TRUE(fs::is_character_file(device));
}

TEST(BadInputCommand, SaysThatAPathCannotBeWritten)
{
    const TemporaryFolder folder;
    fs::create_directory(folder / "readonly");
    fs::permissions(folder / "readonly", fs::perms::owner_read | fs::perms::owner_exec);
    std::vector<std::string> targets{folder / "absent" / "out", folder / std::string(300, 'n'), "/proc/out"};
    if (geteuid() != 0) // To root no folder is read-only.
        targets.push_back(folder / "readonly" / "out");
    for (auto [words, extension] : writings(sample("mlp"))) {
        words.emplace_back();
        for (const std::string& target : targets) {
            words.back() = target + extension;
            expectRefused(sidelight(words), "SL4001", words[0] + ' ' + words.back());
        }
    }
    const std::string log = folder / "absent" / "log.sarif";
    const auto logged = sidelight({"export", sample("mlp"), "-o", folder / "out.onnx", "--sarif", log});
    EXPECT_EQ(logged.exit, 1);
    EXPECT_NE(logged.error.find("SL4001"), std::string::npos) << logged.error;
}

TEST(BadInputCommand, LeavesNothingOnAFullDisk)
{
    const TemporaryFolder folder;
    for (auto [words, extension] : writings(sample("resnet18"))) {
        words.push_back(folder / ("out" + extension));
        ProcessResult result;
        {
            const FileLimit full(2048);
            result = sidelight(words);
        }
        expectRefused(result, "SL4001", words[0] + ' ' + words[3]);
        EXPECT_EQ(folder.files(), std::vector<std::string>{}) << words[0] << ' ' << words[3];
    }
}

TEST(BadInputCommand, SaysThatItsOutputIsLost)
{
    for (const Words& words : {Words{"print", sample("mlp")}, Words{"info", sample("mlp")}, Words{"passes", "--json"},
             Words{"ops", "--opset", "18", "--json"}, Words{"--help"}}) {
        Words shell{"/bin/sh", "-c", "exec \"$0\" \"$@\" > /dev/full", SIDELIGHT_PROGRAM};
        shell.insert(shell.end(), words.begin(), words.end());
        const auto result = runProcess(shell);
        EXPECT_EQ(result.exit, 1) << words[0];
        EXPECT_NE(result.error.find("standard output could not be written"), std::string::npos) << result.error;
    }
}

TEST(BadInputCommand, ShowsHostileNamesAsPlainText)
{
    const TemporaryFolder folder;
    const std::string model = folder / "hostile.pt2";
    writeFile(model, hostilePt2({"linear", "input"}));
    std::vector<Words> commands{{"info", model}, {"info", model, "--json"}, {"passes", model},
        {"passes", model, "--json"}, {"verify", model}, {"verify", model, "--json"},
        {"print", model, "--after", "absent"},
        {"export", model, "-o", folder / "m.onnx", "--sarif", folder / "m.sarif"}, {"print", folder / "m.onnx"},
        {"info", folder / "m.onnx"}, {"print", folder / "m.onnx", "--format", "tabular"}};
    for (const std::string graph : {"fx", "onnx"}) {
        for (const char* format : {"graph", "code", "tabular", "dot", "text"})
            commands.push_back({"print", model, "--graph", graph, "--format", format});
        commands.push_back({"render", model, "--graph", graph, "--expand", "all", "-o", folder / (graph + ".svg")});
        commands.push_back({"render", model, "--graph", graph, "-o", folder / (graph + ".pdf")});
    }
    std::string seen;
    for (const Words& words : commands) {
        const auto result = sidelight(words);
        const bool isWrong = words.back() == "absent" || (words.back() == "code" && words[3] == "onnx");
        EXPECT_EQ(result.exit == 0, !isWrong) << words[0] << ' ' << words.back() << ": " << result.error;
        seen += result.out + result.error;
    }
    for (const char* file : {"m.sarif", "fx.svg", "onnx.svg"})
        seen += contentOf(folder / file);
    EXPECT_EQ(seen.find('\x1b'), std::string::npos);
    EXPECT_EQ(seen.find("\u202e"), std::string::npos);
    EXPECT_NE(seen.find("\\x1b[31m\\u202e"), std::string::npos) << "it is shown, escaped";
    for (const char* file : {"fx.svg", "onnx.svg"})
        EXPECT_EQ(contentOf(folder / file).find("<img"), std::string::npos) << file;
    EXPECT_NE(contentOf(folder / "m.onnx").find(kHostileName), std::string::npos)
        << "the export keeps the model's names";
}

} // namespace
} // namespace sidelight::testing
