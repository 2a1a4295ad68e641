// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/io/commit.h"
#include "core/io/onnx_writer.h"
#include "core/support/rules.h"
#include "tests/core/onnxir/model_builder.h"
#include "tests/support/files.h"
#include "tests/support/temporary_folder.h"

#include <gtest/gtest.h>

namespace sidelight::io {
namespace {

namespace fs = std::filesystem;
using testing::contentOf;
using testing::TemporaryFolder;
using testing::writeFile;

/// A model whose only weight is 300 times `value`.
onnxir::Model modelOf(float value)
{
    testing::ModelBuilder b;
    const Value x = b.input("x", testing::floats({300}));
    const Value w =
        b.initializer("w", testing::tensorOf<float>(ir::DType::Float32, {300}, std::vector<float>(300, value)));
    b.output("y", b.op("Add", {x, w}, "y", testing::floats({300})));
    return b.model;
}

/// Content of all visible files of an export.
std::map<std::string, std::string> snapshot(const fs::path& folder)
{
    std::map<std::string, std::string> files;
    for (const auto& entry : fs::recursive_directory_iterator(folder))
        if (entry.is_regular_file() && entry.path().string().find("/.") == std::string::npos)
            files[entry.path().lexically_relative(folder).string()] = contentOf(entry.path());
    return files;
}

class CommitTest : public ::testing::TestWithParam<Weights>
{};

TEST_P(CommitTest, NeverShowsAModelWhoseDataAreNotItsOwn)
{
    TemporaryFolder folder;
    WriteOptions options;
    options.weights = GetParam();
    options.overwrite = true;
    ASSERT_TRUE(writeOnnx(modelOf(1), folder / "m.onnx", options));
    const auto before = snapshot(folder.path());
    std::vector<std::string> steps;
    std::vector<std::map<std::string, std::string>> seen;
    options.commitStep = [&](std::string_view step) {
        steps.emplace_back(step);
        seen.push_back(snapshot(folder.path()));
        return Status{};
    };
    ASSERT_TRUE(writeOnnx(modelOf(2), folder / "m.onnx", options));
    const auto after = snapshot(folder.path());
    EXPECT_NE(before, after);
    EXPECT_EQ(steps,
        (std::vector<std::string>{"set-aside-model", "set-aside-data", "place-data", "place-model", "drop-old"}));
    for (std::size_t i = 0; i < seen.size(); ++i) {
        const bool consistent = seen[i].count("m.onnx") == 0 || seen[i] == before || seen[i] == after;
        EXPECT_TRUE(consistent) << steps[i];
    }
    EXPECT_EQ(folder.files().size(), after.size()) << "nothing hidden is left";
}

TEST_P(CommitTest, PutsTheOldFilesBackWhenAStepFails)
{
    for (const std::string failing : {"set-aside-model", "set-aside-data", "place-data", "place-model"}) {
        TemporaryFolder folder;
        WriteOptions options;
        options.weights = GetParam();
        options.overwrite = true;
        ASSERT_TRUE(writeOnnx(modelOf(1), folder / "m.onnx", options));
        const auto before = snapshot(folder.path());
        options.commitStep = [&](std::string_view step) {
            return step == failing ? Status(support::diagnose(rules::kWriteFailed, "simulated")) : Status{};
        };
        const auto written = writeOnnx(modelOf(2), folder / "m.onnx", options);
        ASSERT_FALSE(written) << failing;
        EXPECT_EQ(written.error().message, "simulated");
        EXPECT_EQ(snapshot(folder.path()), before) << failing;
        EXPECT_EQ(folder.files().size(), before.size()) << "nothing hidden is left after " << failing;
    }
}

TEST_P(CommitTest, LeavesNothingWhenAStepOfAFirstExportFails)
{
    for (const std::string failing : {"set-aside-model", "place-data", "place-model"}) {
        TemporaryFolder folder;
        WriteOptions options;
        options.weights = GetParam();
        options.commitStep = [&](std::string_view step) {
            return step == failing ? Status(support::diagnose(rules::kWriteFailed, "simulated")) : Status{};
        };
        ASSERT_FALSE(writeOnnx(modelOf(2), folder / "m.onnx", options));
        EXPECT_EQ(folder.files(), std::vector<std::string>{}) << failing;
    }
}

INSTANTIATE_TEST_SUITE_P(Several, CommitTest, ::testing::Values(Weights::External, Weights::PerTensor));

TEST(Commit, KeepsTheOldModelWhenASingleFileFails)
{
    TemporaryFolder folder;
    writeFile(folder / "m.onnx", "old");
    WriteOptions options;
    options.overwrite = true;
    options.commitStep = [](std::string_view) { return Status(support::diagnose(rules::kWriteFailed, "simulated")); };
    ASSERT_FALSE(writeOnnx(modelOf(1), folder / "m.onnx", options));
    EXPECT_EQ(contentOf(folder / "m.onnx"), "old");
    EXPECT_EQ(folder.files(), std::vector<std::string>{"m.onnx"});
}

TEST(Commit, DropsAFolderThatIsNotPlaced)
{
    TemporaryFolder folder;
    {
        auto pending = PendingFolder::create(folder / "target");
        ASSERT_TRUE(pending);
        writeFile(pending->temporaryPath() / "file", "x");
    }
    EXPECT_EQ(folder.files(), std::vector<std::string>{});
}

} // namespace
} // namespace sidelight::io
