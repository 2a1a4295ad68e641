// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/io/zip_directory.h"

#include "core/support/rules.h"
#include "core/support/text.h"

#include <algorithm>
#include <optional>
#include <span>

// APPNOTE 4.3: the end record is found from behind (it may have a comment of up to 64 KiB); a Zip64 locator before it
// gives 64-bit counts and offsets.

namespace sidelight::io {
namespace {

constexpr std::uint64_t kEndSize = 22;
constexpr std::uint64_t kLocatorSize = 20;
constexpr std::uint64_t kEnd64Size = 56;
constexpr std::size_t kRecordSize = 46;
constexpr std::size_t kLocalSize = 30;
constexpr std::uint64_t kMaximumComment = 0xFFFF;
constexpr std::uint64_t kMaximumRecords = std::uint64_t{1} << 20;
constexpr std::uint64_t kMaximumDirectory = std::uint64_t{1} << 28;
constexpr std::uint64_t kIn64 = 0xFFFFFFFFu;
constexpr std::uint32_t kEndSignature = 0x06054b50;
constexpr std::uint32_t kEnd64Signature = 0x06064b50;
constexpr std::uint32_t kLocatorSignature = 0x07064b50;
constexpr std::uint32_t kRecordSignature = 0x02014b50;
constexpr std::uint32_t kLocalSignature = 0x04034b50;

/// The little-endian number of `bytes` bytes at `at`, which the caller knows to be inside.
std::uint64_t number(std::string_view text, std::size_t at, std::size_t bytes)
{
    std::uint64_t value = 0;
    for (std::size_t i = bytes; i-- > 0;)
        value = (value << 8) | static_cast<unsigned char>(text[at + i]);
    return value;
}

struct Directory
{
    std::uint64_t offset = 0;
    std::uint64_t size = 0;
    std::uint64_t count = 0;
};

class DirectoryReader
{
public:
    explicit DirectoryReader(const ZipStretch& zip) : zip_(zip) {}

    Result<std::vector<ZipRecord>> run()
    {
        const auto directory = find();
        if (!directory)
            return *error_;
        const auto bytes = read(directory->offset, directory->size);
        if (!bytes)
            return *error_;
        std::vector<ZipRecord> records;
        records.reserve(static_cast<std::size_t>(directory->count));
        std::size_t at = 0;
        for (std::uint64_t index = 0; index < directory->count; ++index) {
            auto record = parseRecord(*bytes, at);
            if (!record || !readLocal(*record, directory->offset))
                return *error_;
            records.push_back(std::move(*record));
        }
        return records;
    }

private:
    std::nullopt_t fail(const support::Rule& rule, std::string_view what, std::string_view entry = {})
    {
        if (error_)
            return std::nullopt;
        const std::string shown = support::plainText(entry);
        const std::string subject = entry.empty() ? std::string(zip_.name) : concat(zip_.name, ": entry `", shown, '`');
        error_ = support::diagnose(rule, concat(subject, ' ', what),
            {{std::string(entry.empty() ? zip_.name : entry), entry.empty() ? "file" : "entry", std::string(zip_.name),
                0, {}, {}}});
        return std::nullopt;
    }
    std::nullopt_t damaged() { return fail(rules::kNotAnArchive, "has a damaged directory; copy or save it again"); }

    std::optional<std::string> read(std::uint64_t offset, std::uint64_t length)
    {
        std::string bytes(static_cast<std::size_t>(length), '\0');
        const Status status =
            zip_.file->read(zip_.offset + offset, std::as_writable_bytes(std::span(bytes.data(), bytes.size())));
        if (!status.ok()) {
            error_ = status.error();
            return std::nullopt;
        }
        return bytes;
    }

    /// Says what the file is, when no directory ends it.
    std::nullopt_t notAZip()
    {
        const auto start = read(0, std::min<std::uint64_t>(zip_.length, 4));
        if (!start)
            return std::nullopt;
        if (zip_.length == 0)
            return fail(rules::kNotAnArchive, "is empty; save the model again");
        if (start->size() == 4 && number(*start, 0, 4) == kLocalSignature)
            return fail(rules::kNotAnArchive,
                "starts as a zip but has no directory at its end: it is truncated; copy or save it again");
        return fail(rules::kNotAnArchive, "is no zip archive; torch.export.save writes one");
    }

    std::optional<Directory> find()
    {
        const std::uint64_t tailSize = std::min(zip_.length, kEndSize + kMaximumComment);
        if (tailSize < kEndSize)
            return notAZip();
        // Mostly there is no comment; then a short read does.
        for (const std::uint64_t size : {std::min<std::uint64_t>(tailSize, 1024), tailSize}) {
            const auto tail = read(zip_.length - size, size);
            if (!tail)
                return std::nullopt;
            for (std::size_t at = tail->size() - kEndSize + 1; at-- > 0;)
                if (number(*tail, at, 4) == kEndSignature && at + kEndSize + number(*tail, at + 20, 2) == tail->size())
                    return parseEnd(*tail, at, zip_.length - size + at);
        }
        return notAZip();
    }
    std::optional<Directory> parseEnd(const std::string& tail, std::size_t at, std::uint64_t end)
    {
        Directory directory{number(tail, at + 16, 4), number(tail, at + 12, 4), number(tail, at + 10, 2)};
        const bool severalDisks = number(tail, at + 4, 2) != 0 && number(tail, at + 4, 2) != 0xFFFF;
        if (severalDisks)
            return fail(rules::kNotAnArchive, "is one part of a zip in several files; join them first");
        std::uint64_t limit = end;
        if (end >= kLocatorSize) {
            const auto locator = read(end - kLocatorSize, kLocatorSize);
            if (!locator)
                return std::nullopt;
            if (number(*locator, 0, 4) == kLocatorSignature) {
                const std::uint64_t place = number(*locator, 8, 8);
                if (end < kLocatorSize + kEnd64Size || place > end - kLocatorSize - kEnd64Size)
                    return damaged();
                const auto end64 = read(place, kEnd64Size);
                if (!end64)
                    return std::nullopt;
                if (number(*end64, 0, 4) != kEnd64Signature)
                    return damaged();
                directory = {number(*end64, 48, 8), number(*end64, 40, 8), number(*end64, 32, 8)};
                limit = place;
            }
        }
        if (directory.offset > limit || directory.size > limit - directory.offset || directory.size > kMaximumDirectory)
            return damaged();
        if (directory.count > kMaximumRecords || directory.count > directory.size / kRecordSize)
            return damaged();
        return directory;
    }

    std::optional<ZipRecord> parseRecord(const std::string& bytes, std::size_t& at)
    {
        if (bytes.size() - at < kRecordSize || number(bytes, at, 4) != kRecordSignature)
            return damaged();
        const std::size_t nameSize = number(bytes, at + 28, 2);
        const std::size_t extraSize = number(bytes, at + 30, 2);
        const std::size_t commentSize = number(bytes, at + 32, 2);
        if (bytes.size() - at - kRecordSize < nameSize + extraSize + commentSize)
            return damaged();
        ZipRecord record;
        record.flags = static_cast<std::uint16_t>(number(bytes, at + 8, 2));
        record.method = static_cast<std::uint16_t>(number(bytes, at + 10, 2));
        record.stored = number(bytes, at + 20, 4);
        record.length = number(bytes, at + 24, 4);
        record.header = number(bytes, at + 42, 4);
        record.name = bytes.substr(at + kRecordSize, nameSize);
        const std::string_view extra = std::string_view(bytes).substr(at + kRecordSize + nameSize, extraSize);
        if (!applyZip64(extra, record))
            return std::nullopt;
        at += kRecordSize + nameSize + extraSize + commentSize;
        return record;
    }
    /// The Zip64 field holds, in this order, those of the three numbers that are 0xFFFFFFFF in the record.
    bool applyZip64(std::string_view extra, ZipRecord& record)
    {
        std::size_t at = 0;
        while (extra.size() - at >= 4) {
            const auto id = number(extra, at, 2);
            const std::size_t size = number(extra, at + 2, 2);
            at += 4;
            if (size > extra.size() - at)
                break; // Padding of other writers need not be a field.
            if (id == 1) {
                const std::string_view field = extra.substr(at, size);
                std::size_t next = 0;
                for (std::uint64_t* value : {&record.length, &record.stored, &record.header}) {
                    if (*value != kIn64)
                        continue;
                    if (field.size() - next < 8) {
                        damaged();
                        return false;
                    }
                    *value = number(field, next, 8);
                    next += 8;
                }
            }
            at += size;
        }
        return true;
    }
    bool readLocal(ZipRecord& record, std::uint64_t directory)
    {
        const std::uint64_t needed = kLocalSize + record.name.size();
        if (record.header > directory || directory - record.header < needed) {
            fail(rules::kEntryInvalid, "lies outside the file", record.name);
            return false;
        }
        const auto local = read(record.header, needed);
        if (!local)
            return false;
        const bool same = number(*local, 0, 4) == kLocalSignature && number(*local, 8, 2) == record.method &&
                          number(*local, 26, 2) == record.name.size() &&
                          std::string_view(*local).substr(kLocalSize) == record.name &&
                          ((number(*local, 6, 2) ^ record.flags) & 1u) == 0;
        // Bit 3: sizes follow the data, and the header has none.
        const bool sized =
            (number(*local, 6, 2) & 8u) == 0 && number(*local, 18, 4) != kIn64 && number(*local, 22, 4) != kIn64;
        const bool sizesFit =
            !sized || (number(*local, 18, 4) == record.stored && number(*local, 22, 4) == record.length);
        if (!same || !sizesFit) {
            fail(rules::kEntryInvalid, "has a header that does not match the directory", record.name);
            return false;
        }
        record.data = record.header + needed + number(*local, 28, 2);
        if (record.data > directory || record.stored > directory - record.data) {
            fail(rules::kEntryInvalid, "lies outside the file", record.name);
            return false;
        }
        return true;
    }

    ZipStretch zip_;
    std::optional<Diagnostic> error_;
};

} // namespace

Result<std::vector<ZipRecord>> readZipDirectory(const ZipStretch& zip)
{
    return DirectoryReader(zip).run();
}

} // namespace sidelight::io
