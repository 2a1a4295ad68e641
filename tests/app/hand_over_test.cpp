// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/process.h"
#include "tests/support/temporary_folder.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

namespace sidelight::testing {
namespace {

namespace fs = std::filesystem;

const std::string kSample = std::string(SIDELIGHT_SOURCE_DIR) + "/resources/samples/mlp.pt2";

/// The command in a folder where sidelight-window is not.
fs::path lonelyCommand(const fs::path& folder)
{
    fs::path command = folder / "sidelight";
    fs::copy_file(SIDELIGHT_PROGRAM, command);
    return command;
}

TEST(HandOver, ExportsWithoutTheWindowsProgram)
{
    const TemporaryFolder folder;
    const std::string command = lonelyCommand(folder.path()).string();
    const std::string target = (folder.path() / "mlp.onnx").string();
    const auto result = runProcess({command, "export", kSample, "-o", target});
    EXPECT_EQ(result.exit, 0) << result.error;
    EXPECT_TRUE(fs::is_regular_file(target));
}

TEST(HandOver, SaysWhatIsMissingWhenThereIsNoWindowsProgram)
{
    const TemporaryFolder folder;
    const fs::path command = lonelyCommand(folder.path());
    const fs::path picture = folder.path() / "mlp.svg";
    for (const auto& words : {std::vector<std::string>{kSample}, {"render", kSample, "-o", picture.string()}}) {
        std::vector<std::string> all{command.string()};
        all.insert(all.end(), words.begin(), words.end());
        const auto result = runProcess(all);
        EXPECT_EQ(result.exit, 1);
        EXPECT_NE(result.error.find((folder.path() / "sidelight-window").string()), std::string::npos) << result.error;
        EXPECT_NE(result.error.find("No such file"), std::string::npos) << result.error;
    }
    EXPECT_FALSE(fs::exists(picture));
}

TEST(HandOver, LoadsNoQtToExport)
{
    const auto result = runProcess({SIDELIGHT_PROGRAM, "--version"}, {{"LD_DEBUG", "libs"}});
    EXPECT_NE(result.error.find("libstdc++"), std::string::npos); // The loader tells what it does.
    EXPECT_EQ(result.error.find("libQt6"), std::string::npos) << "the command loads Qt";
}

} // namespace
} // namespace sidelight::testing
