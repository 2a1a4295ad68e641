// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "core/support/file.h"

#include "tests/support/file_limit.h"
#include "tests/support/files.h"
#include "tests/support/temporary_folder.h"

#include <gtest/gtest.h>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace sidelight::support {
namespace {

namespace fs = std::filesystem;

class FileTest : public ::testing::Test {
protected:
    fs::path put(const std::string& name, const std::string& text) const
    {
        testing::writeFile(folder_ / name, text);
        return folder_ / name;
    }
    static std::string textOf(const fs::path& path) { return readText(path).value(); }
    std::size_t entries() const { return folder_.files().size(); }

    testing::TemporaryFolder folder_;
};

TEST_F(FileTest, ReadsByPosition)
{
    const auto file = File::open(put("a", "0123456789"));
    ASSERT_TRUE(file.ok());
    std::array<std::byte, 4> into;
    ASSERT_TRUE((*file)->read(3, into).ok());
    EXPECT_EQ(std::string(reinterpret_cast<const char*>(into.data()), 4), "3456");
    EXPECT_TRUE((*file)->isSameFile(folder_ / "a"));
    EXPECT_FALSE((*file)->isSameFile(folder_ / "b"));
    EXPECT_NE(::fcntl((*file)->descriptor(), F_GETFD) & FD_CLOEXEC, 0);
}

TEST_F(FileTest, RefusesWhatIsMissingAFolderADeviceOrAPipe)
{
    ::mkfifo((folder_ / "pipe").c_str(), 0600);
    for (const fs::path& path : {folder_ / "missing", folder_.path(), fs::path("/dev/null"), folder_ / "pipe", fs::path("")}) {
        const auto file = File::open(path);
        ASSERT_FALSE(file.ok()) << path;
        EXPECT_EQ(file.error().ruleId, "SL1001") << path;
    }
}

TEST_F(FileTest, RefusesAReadBeyondTheEnd)
{
    const auto file = File::open(put("a", "0123"));
    std::array<std::byte, 4> into;
    EXPECT_EQ((*file)->read(1, into).error().ruleId, "SL1001");
    EXPECT_EQ((*file)->read(~std::uint64_t{0}, into).error().ruleId, "SL1001");
}

TEST_F(FileTest, TellsWhenTheFileShrankOrChanged)
{
    const fs::path path = put("a", "0123456789");
    const auto file = File::open(path);
    std::array<std::byte, 4> into;
    fs::resize_file(path, 2);
    EXPECT_EQ((*file)->read(0, into).error().ruleId, "SL1010");
    EXPECT_EQ((*file)->read(4, into).error().ruleId, "SL1010");
    EXPECT_EQ((*file)->checkUnchanged().error().ruleId, "SL1010");
}

TEST_F(FileTest, ReadTextRefusesMoreThanItsLimit)
{
    const fs::path path = put("a", "0123456789");
    EXPECT_EQ(readText(path, 10).value(), "0123456789");
    EXPECT_EQ(readText(path, 9).error().ruleId, "SL1001");
    EXPECT_EQ(readText(put("empty", "")).value(), "");
}

TEST_F(FileTest, AtomicFileAppearsOnlyWhenCommitted)
{
    auto file = AtomicFile::create(folder_ / "out");
    ASSERT_TRUE(file.ok());
    ASSERT_TRUE(file->write("hello").ok());
    ASSERT_TRUE(file->pad(64).ok());
    EXPECT_EQ(file->position(), 64u);
    ASSERT_TRUE(file->write("x").ok());
    EXPECT_FALSE(fs::exists(folder_ / "out"));
    EXPECT_EQ(file->temporaryPath().filename().string().rfind(".out.sidelight-", 0), 0u);
    ASSERT_TRUE(file->commit().ok());
    EXPECT_EQ(textOf(folder_ / "out"), "hello" + std::string(59, '\0') + "x");
    EXPECT_EQ(entries(), 1u);
}

TEST_F(FileTest, AtomicFileLeavesNothingWhenDropped)
{
    put("out", "old");
    {
        auto file = AtomicFile::create(folder_ / "out");
        ASSERT_TRUE(file->write(std::string(3 << 20, 'x')).ok());
        AtomicFile moved = std::move(*file);
        EXPECT_EQ(entries(), 2u);
    }
    EXPECT_EQ(entries(), 1u);
    EXPECT_EQ(textOf(folder_ / "out"), "old");
}

TEST_F(FileTest, AtomicFileKeepsTheModeOfTheFileItReplacesAndWritesThroughLinks)
{
    ::chmod(put("real", "old").c_str(), 0640);
    fs::create_symlink("real", folder_ / "link");
    ASSERT_TRUE(writeText(folder_ / "link", "new").ok());
    EXPECT_TRUE(fs::is_symlink(folder_ / "link"));
    EXPECT_EQ(textOf(folder_ / "real"), "new");
    EXPECT_EQ(fs::status(folder_ / "real").permissions(), fs::perms(0640));
}

TEST_F(FileTest, AtomicFileRefusesFoldersDevicesAndNamesOfNothing)
{
    fs::create_directory(folder_ / "sub");
    for (const fs::path& path : {folder_ / "sub", folder_ / "sub" / "", fs::path("/dev/full"), folder_ / "..", fs::path("")})
        EXPECT_EQ(writeText(path, "x").error().ruleId, "SL4002") << path;
    EXPECT_EQ(writeText(folder_ / "missing" / "out", "x").error().ruleId, "SL4001");
    EXPECT_EQ(entries(), 1u);
}

TEST_F(FileTest, AtomicFileTakesNamesAsLongAsTheSystemDoes)
{
    const std::string name(255, 'n');
    ASSERT_TRUE(writeText(folder_ / name, "x").ok());
    EXPECT_EQ(textOf(folder_ / name), "x");
    EXPECT_EQ(writeText(folder_ / std::string(300, 'n'), "x").error().ruleId, "SL4001");
    EXPECT_EQ(entries(), 1u);
}

TEST_F(FileTest, AtomicFileCopiesLargeAndSmallPieces)
{
    std::string text;
    for (int at = 0; text.size() < (5u << 20); ++at)
        text += std::to_string(at);
    const auto source = File::open(put("source", text));
    auto file = AtomicFile::create(folder_ / "out");
    ASSERT_TRUE(file->write("head").ok());
    ASSERT_TRUE(file->copy(**source, 7, 3u << 20).ok());
    ASSERT_TRUE(file->copy(**source, 1, 100).ok());
    EXPECT_EQ(file->copy(**source, text.size() - 1, 2).error().ruleId, "SL1001");
    ASSERT_TRUE(file->commit().ok());
    EXPECT_EQ(textOf(folder_ / "out"), "head" + text.substr(7, 3u << 20) + text.substr(1, 100));
}

TEST_F(FileTest, AtomicFileCopyTellsWhenTheSourceChanged)
{
    const fs::path path = put("source", std::string(4 << 20, 's'));
    const auto source = File::open(path);
    fs::resize_file(path, 1 << 20);
    auto file = AtomicFile::create(folder_ / "out");
    EXPECT_EQ(file->copy(**source, 0, 4u << 20).error().ruleId, "SL1010");
    EXPECT_EQ(file->copy(**source, 2u << 20, 10).error().ruleId, "SL1010");
}

TEST_F(FileTest, AtomicFileTellsOfAFullDiskAndLeavesTheOldFile)
{
    put("out", "old");
    put("source", std::string(4 << 20, 's'));
    const auto source = File::open(folder_ / "source");
    Status large;
    Status small;
    Status copied;
    {
        const testing::FileLimit full(1u << 20);
        large = writeText(folder_ / "out", std::string(3 << 20, 'x'));
        small = writeText(folder_ / "out", std::string((1 << 20) + 1, 'x'));
        auto file = AtomicFile::create(folder_ / "out");
        copied = file->copy(**source, 0, 4u << 20);
    }
    EXPECT_EQ(large.error().ruleId, "SL4001");
    EXPECT_EQ(small.error().ruleId, "SL4001");
    EXPECT_EQ(copied.error().ruleId, "SL4001");
    EXPECT_EQ(textOf(folder_ / "out"), "old");
    EXPECT_EQ(entries(), 2u);
}

} // namespace
} // namespace sidelight::support
