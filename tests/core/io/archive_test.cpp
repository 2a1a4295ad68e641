// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/io/archive.h"

#include "tests/core/io/zip_builder.h"
#include "tests/support/files.h"
#include "tests/support/temporary_folder.h"

#include <gtest/gtest.h>

#include <fstream>

namespace sidelight::io {
namespace {

using testing::ZipBuilder;
using testing::ZipEntry;

class ArchiveTest : public ::testing::Test
{
protected:
    Result<Archive> open(const std::string& bytes, ArchiveOptions options = {})
    {
        const auto path = folder_.path() / "a.zip";
        testing::writeFile(path, bytes);
        const auto file = support::File::open(path);
        if (!file.ok())
            return file.error();
        return Archive::open(*file, std::move(options));
    }
    std::string ruleOf(const std::string& bytes)
    {
        const auto archive = open(bytes);
        return archive.ok() ? "none" : archive.error().ruleId;
    }

private:
    testing::TemporaryFolder folder_;
};

TEST_F(ArchiveTest, FindsEntriesByOffset)
{
    const auto archive = open(ZipBuilder().add("m/a.txt", "hello").add("m/empty", "").add("m/b.txt", "world!").build());
    ASSERT_TRUE(archive.ok()) << archive.error().message;
    ASSERT_EQ(archive->entries().size(), 3u);
    EXPECT_EQ(archive->entries()[2].offset, 30u + 7 + 5 + 30 + 7 + 30 + 7);
    EXPECT_EQ(archive->entries()[2].length, 6u);
    EXPECT_EQ(*archive->read(*archive->find("m/b.txt")), "world!");
    EXPECT_EQ(*archive->read(*archive->find("m/empty")), "");
    EXPECT_EQ(archive->find("m/c.txt"), nullptr);
    EXPECT_EQ(archive->require("m/c.txt").error().ruleId, "SL1003");
    EXPECT_EQ(archive->read(*archive->find("m/b.txt"), 5).error().ruleId, "SL1004");
}

TEST_F(ArchiveTest, ReadsAZipInsideAZip)
{
    const std::string inner = ZipBuilder().add("data.pkl", "inner bytes").build();
    const auto outer = open(ZipBuilder().add("pad", "xxxx").add("m/inner.pt", inner).build());
    ASSERT_TRUE(outer.ok());
    const ArchiveEntry& entry = *outer->find("m/inner.pt");
    ArchiveOptions options;
    options.offset = entry.offset;
    options.length = entry.length;
    const auto nested = Archive::open(outer->file(), options);
    ASSERT_TRUE(nested.ok()) << nested.error().message;
    EXPECT_EQ(*nested->read(*nested->find("data.pkl")), "inner bytes");
}

TEST_F(ArchiveTest, FindsEntriesBeyondFourGigabytes)
{
    // A sparse file whose second entry lies 5 GiB in: its offset is in the Zip64 field, its directory behind it.
    constexpr std::uint64_t kFar = std::uint64_t{5} << 30;
    const auto little = [](std::uint64_t value, int bytes) {
        std::string out;
        for (int at = 0; at < bytes; ++at)
            out += static_cast<char>((value >> (8 * at)) & 0xFF);
        return out;
    };
    const std::string fields =
        little(0, 2) + little(0, 2) + little(0, 4) + little(0, 4) + little(5, 4) + little(5, 4) + little(1, 2);
    const std::string local = little(0x04034b50, 4) + little(45, 2) + fields + little(0, 2) + "b" + "world";
    const std::string entry = little(0x02014b50, 4) + little(45, 2) + little(45, 2) + fields + little(12, 2) +
                              little(0, 2) + little(0, 8) + little(0xFFFFFFFF, 4) + "b" + little(1, 2) + little(8, 2) +
                              little(kFar, 8);
    const std::uint64_t directory = kFar + local.size();
    const std::string end64 = little(0x06064b50, 4) + little(44, 8) + little(45, 2) + little(45, 2) + little(0, 8) +
                              little(1, 8) + little(1, 8) + little(entry.size(), 8) + little(directory, 8);
    const std::string locator =
        little(0x07064b50, 4) + little(0, 4) + little(directory + entry.size(), 8) + little(1, 4);
    const std::string end = little(0x06054b50, 4) + little(0, 4) + little(1, 2) + little(1, 2) +
                            little(entry.size(), 4) + little(0xFFFFFFFF, 4) + little(0, 2);
    const testing::TemporaryFolder folder;
    const auto path = folder / "far.zip";
    std::ofstream out(path, std::ios::binary);
    out.seekp(static_cast<std::streamoff>(kFar));
    out << local << entry << end64 << locator << end;
    out.close();
    const auto file = support::File::open(path);
    ASSERT_TRUE(file.ok());
    const auto archive = Archive::open(*file);
    ASSERT_TRUE(archive.ok()) << archive.error().message;
    ASSERT_EQ(archive->entries().size(), 1u);
    EXPECT_EQ(archive->entries()[0].offset, kFar + 31);
    EXPECT_EQ(*archive->read(archive->entries()[0]), "world");
}

TEST_F(ArchiveTest, RefusesWhatIsNoZip)
{
    const std::string whole = ZipBuilder().add("a", std::string(500, 'x')).build();
    EXPECT_EQ(ruleOf(""), "SL1002");
    EXPECT_EQ(ruleOf("PK"), "SL1002");
    EXPECT_EQ(ruleOf(std::string(10000, 'z')), "SL1002");
    EXPECT_EQ(ruleOf(whole.substr(0, whole.size() - 30)), "SL1002");
    EXPECT_EQ(ruleOf(whole.substr(0, 100)), "SL1002");
    const auto truncated = open(whole.substr(0, 100));
    EXPECT_NE(truncated.error().message.find("truncated"), std::string::npos);
    EXPECT_NE(open("").error().message.find("empty"), std::string::npos);
}

TEST_F(ArchiveTest, RefusesEntriesThatCannotBeTrusted)
{
    EXPECT_EQ(ruleOf(ZipBuilder().add("a/../../x", "1").build()), "SL1004");
    EXPECT_EQ(ruleOf(ZipBuilder().add("/etc/x", "1").build()), "SL1004");
    EXPECT_EQ(ruleOf(ZipBuilder().add("a\\x", "1").build()), "SL1004");
    EXPECT_EQ(ruleOf(ZipBuilder().add("", "1").build()), "SL1004");
    EXPECT_EQ(ruleOf(ZipBuilder().add("a", "1").add("a", "2").build()), "SL1004");
    EXPECT_EQ(ruleOf(ZipBuilder().add(ZipEntry{"a", "1", 0, 8, {}, {}}).build()), "SL1004");
    EXPECT_EQ(ruleOf(ZipBuilder().add(ZipEntry{"a", "1", 1, 0, {}, {}}).build()), "SL1002");
    EXPECT_EQ(ruleOf(ZipBuilder().add(ZipEntry{"a", "1", 0, 0, 4000000000u, {}}).build()), "SL1004");
    EXPECT_EQ(ruleOf(ZipBuilder().add("a", "1").add(ZipEntry{"b", "1", 0, 0, {}, 3000000000u}).build()), "SL1004");
}

TEST_F(ArchiveTest, RefusesEntriesThatOverlap)
{
    // The first claims a length that reaches into the second.
    const std::string bytes =
        ZipBuilder().add(ZipEntry{"a", "12", 0, 0, 20, {}}).add("b", std::string(100, 'x')).build();
    const auto archive = open(bytes);
    ASSERT_FALSE(archive.ok());
    EXPECT_EQ(archive.error().ruleId, "SL1004");
    EXPECT_NE(archive.error().message.find("overlaps"), std::string::npos);
    EXPECT_EQ(archive.error().locations.at(0).name, "b");
}

TEST_F(ArchiveTest, SaysWhenTheFileShrinksWhileItIsRead)
{
    testing::TemporaryFolder folder;
    const auto path = folder.path() / "shrinking.zip";
    testing::writeFile(path, ZipBuilder().add("a", std::string(100000, 'x')).build());
    const auto file = support::File::open(path);
    const auto archive = Archive::open(*file);
    ASSERT_TRUE(archive.ok());
    std::filesystem::resize_file(path, 50);
    const auto content = archive->read(*archive->find("a"));
    ASSERT_FALSE(content.ok());
    EXPECT_EQ(content.error().ruleId, "SL1010");
    EXPECT_EQ(Archive::open(*file).error().ruleId, "SL1010");
}

} // namespace
} // namespace sidelight::io
