// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/io/zip_writer.h"

#include "core/io/archive.h"
#include "core/support/rules.h"
#include "tests/support/files.h"
#include "tests/support/temporary_folder.h"

#include <gtest/gtest.h>

namespace sidelight::io {
namespace {

using testing::TemporaryFolder;

std::span<const std::byte> bytesOf(std::string_view text)
{
    return std::as_bytes(std::span(text.data(), text.size()));
}

/// Collects in memory.
struct Target
{
    std::string text;
    ByteSink sink = [this](std::span<const std::byte> bytes) {
        text.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
        return Status{};
    };
};

Result<Archive> openZip(const TemporaryFolder& folder, const std::string& text)
{
    testing::writeFile(folder / "a.zip", text);
    auto file = support::File::open(folder / "a.zip");
    EXPECT_TRUE(file.ok());
    return Archive::open(*file);
}

TEST(Crc32, IsThatOfZips)
{
    EXPECT_EQ(crc32(bytesOf("123456789")), 0xCBF43926u);
    EXPECT_EQ(crc32(bytesOf("")), 0u);
    EXPECT_EQ(crc32(bytesOf("56789"), crc32(bytesOf("1234"))), 0xCBF43926u) << "piece by piece";
    EXPECT_EQ(crc32(bytesOf("The quick brown fox jumps over the lazy dog")), 0x414FA339u);
}

TEST(ZipWriter, WritesWhatTheReaderReads)
{
    for (const std::uint64_t zip64From : {std::uint64_t{0xFFFFFFFF}, std::uint64_t{0}, std::uint64_t{70}, std::uint64_t{500}}) {
        TemporaryFolder folder;
        Target target;
        ZipWriter zip(target.sink, {"root/", zip64From});
        ASSERT_TRUE(zip.add("empty", ""));
        ASSERT_TRUE(zip.begin("pieces", 300));
        for (int piece = 0; piece < 3; ++piece)
            ASSERT_TRUE(zip.write(std::string(100, static_cast<char>('a' + piece))));
        ASSERT_TRUE(zip.end());
        ASSERT_TRUE(zip.add("ü/x", "text"));
        ASSERT_TRUE(zip.finish());
        const auto archive = openZip(folder, target.text);
        ASSERT_TRUE(archive.ok()) << zip64From << ": " << archive.error().message;
        ASSERT_EQ(archive->entries().size(), 3u);
        EXPECT_EQ(*archive->read(archive->entries()[0]), "");
        EXPECT_EQ(archive->read(archive->entries()[1])->substr(99, 2), "ab");
        EXPECT_EQ(archive->entries()[1].length, 300u);
        EXPECT_EQ(*archive->read(*archive->find("root/ü/x")), "text");
        for (const ArchiveEntry& entry : archive->entries())
            EXPECT_EQ(entry.offset % 64, 0u) << entry.name;
    }
}

TEST(ZipWriter, HoldsMoreEntriesThanOldZips)
{
    TemporaryFolder folder;
    Target target;
    ZipWriter zip(target.sink);
    constexpr int kEntries = 66'000;
    for (int entry = 0; entry < kEntries; ++entry)
        ASSERT_TRUE(zip.add(std::to_string(entry), ""));
    ASSERT_TRUE(zip.finish());
    const auto archive = openZip(folder, target.text);
    ASSERT_TRUE(archive.ok()) << archive.error().message;
    EXPECT_EQ(archive->entries().size(), static_cast<std::size_t>(kEntries));
    EXPECT_NE(archive->find("65999"), nullptr);
}

TEST(ZipWriter, PassesOnThatTheSinkFailed)
{
    const ByteSink full = [](std::span<const std::byte>) { return Status(support::diagnose(rules::kWriteFailed, "full")); };
    ZipWriter zip(full);
    EXPECT_FALSE(zip.add("a", "b"));
    EXPECT_FALSE(zip.finish());
}

TEST(ZipWriter, GivesOtherFingerprintsForOtherContent)
{
    Target target;
    ZipWriter a(target.sink);
    ZipWriter b(target.sink);
    ASSERT_TRUE(a.add("x", "1"));
    ASSERT_TRUE(b.add("x", "2"));
    EXPECT_NE(a.fingerprint(), b.fingerprint());
    EXPECT_EQ(a.fingerprint().size(), 40u);
}

} // namespace
} // namespace sidelight::io
