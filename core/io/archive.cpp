// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/io/archive.h"

#include "core/io/zip_directory.h"
#include "core/support/rules.h"
#include "core/support/text.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>

#include <minizip/unzip.h>

namespace sidelight::io {
namespace {

constexpr std::size_t kWindow = 4096;
constexpr std::uint64_t kLocalHeader = 30;

/// A stretch of a File as minizip wants to see it: a stream with a position. It inflates entries of .npz; it asks for
/// single bytes, so a window is kept.
struct Stream
{
    const support::File* file = nullptr;
    std::uint64_t base = 0;
    std::uint64_t length = 0;
    std::uint64_t position = 0;
    std::uint64_t windowStart = 0;
    std::size_t windowSize = 0;
    std::array<std::byte, kWindow> window{};
    std::optional<Diagnostic> error;

    bool fill()
    {
        const std::uint64_t size = std::min<std::uint64_t>(kWindow, length - position);
        const Status status = file->read(base + position, std::span(window).first(static_cast<std::size_t>(size)));
        if (!status.ok()) {
            error = status.error();
            return false;
        }
        windowStart = position;
        windowSize = static_cast<std::size_t>(size);
        return true;
    }
};

void* openStream(void* opaque, const void*, int)
{
    return opaque;
}
int closeStream(void*, void*)
{
    return 0;
}
int errorOfStream(void*, void* stream)
{
    return static_cast<Stream*>(stream)->error ? 1 : 0;
}
uLong writeStream(void*, void*, const void*, uLong)
{
    return 0;
}
ZPOS64_T tellStream(void*, void* stream)
{
    return static_cast<Stream*>(stream)->position;
}

long seekStream(void*, void* opaque, ZPOS64_T offset, int origin)
{
    Stream& stream = *static_cast<Stream*>(opaque);
    std::uint64_t base = 0;
    if (origin == ZLIB_FILEFUNC_SEEK_CUR)
        base = stream.position;
    else if (origin == ZLIB_FILEFUNC_SEEK_END)
        base = stream.length;
    // minizip goes back with negative offsets in its unsigned type; the sum wraps to the right place.
    const std::uint64_t target = base + static_cast<std::uint64_t>(offset);
    if (target > stream.length)
        return -1;
    stream.position = target;
    return 0;
}

uLong readStream(void*, void* opaque, void* buffer, uLong size)
{
    Stream& stream = *static_cast<Stream*>(opaque);
    auto* out = static_cast<std::byte*>(buffer);
    uLong done = 0;
    while (done < size && stream.position < stream.length) {
        const bool inside =
            stream.position >= stream.windowStart && stream.position < stream.windowStart + stream.windowSize;
        if (!inside && !stream.fill())
            break;
        const auto at = static_cast<std::size_t>(stream.position - stream.windowStart);
        const std::size_t part = std::min<std::size_t>(size - done, stream.windowSize - at);
        std::memcpy(out + done, stream.window.data() + at, part);
        stream.position += part;
        done += part;
    }
    return done;
}

class Unzip
{
public:
    explicit Unzip(Stream& stream)
    {
        zlib_filefunc64_def functions{};
        functions.zopen64_file = openStream;
        functions.zread_file = readStream;
        functions.zwrite_file = writeStream;
        functions.ztell64_file = tellStream;
        functions.zseek64_file = seekStream;
        functions.zclose_file = closeStream;
        functions.zerror_file = errorOfStream;
        functions.opaque = &stream;
        handle_ = unzOpen2_64("", &functions);
    }
    ~Unzip()
    {
        if (handle_)
            unzClose(handle_);
    }
    Unzip(const Unzip&) = delete;
    Unzip& operator=(const Unzip&) = delete;
    [[nodiscard]] unzFile get() const { return handle_; }

private:
    unzFile handle_ = nullptr;
};

Diagnostic problem(
    const support::Rule& rule, const std::string& archive, std::string_view what, std::string_view entry = {})
{
    std::vector<support::Location> locations;
    if (!entry.empty())
        locations.push_back({std::string(entry), "entry", archive, 0, {}, {}});
    else
        locations.push_back({archive, "file", archive, 0, {}, {}});
    const std::string subject = entry.empty() ? archive : concat(archive, ": entry `", support::plainText(entry), "`");
    return support::diagnose(rule, concat(subject, " ", what), std::move(locations));
}

bool leavesItsFolder(std::string_view name)
{
    if (name.empty() || name.front() == '/' || name.find('\\') != std::string_view::npos ||
        name.find('\0') != std::string_view::npos)
        return true;
    const auto parts = support::split(name, '/');
    return std::any_of(parts.begin(), parts.end(), [](std::string_view part) { return part == ".." || part == "."; });
}

Result<ArchiveEntry> checkedEntry(ZipRecord record, const ArchiveOptions& options)
{
    constexpr std::uint16_t kDeflated = 8;
    if (leavesItsFolder(record.name))
        return problem(rules::kEntryInvalid, options.name,
            "has a name that leaves its folder; the file is not to be trusted", record.name);
    if ((record.flags & 1u) != 0)
        return problem(rules::kNotAnArchive, options.name, "is encrypted; decrypt the file first", record.name);
    const bool deflated = record.method == kDeflated;
    if (record.method != 0 && !(deflated && options.allowDeflated))
        return problem(rules::kEntryInvalid, options.name,
            "is compressed; PyTorch stores its entries. Save the model again, or repack it with `zip -0`", record.name);
    if (!deflated && record.stored != record.length)
        return problem(
            rules::kEntryInvalid, options.name, "has two sizes that differ though it is stored", record.name);
    return ArchiveEntry{std::move(record.name), options.offset + record.data, record.stored, record.length, deflated};
}

} // namespace

Result<Archive> Archive::open(std::shared_ptr<const support::File> file, ArchiveOptions options)
{
    Archive archive;
    if (options.name.empty())
        options.name = file->path().string();
    const std::uint64_t available = options.offset > file->size() ? 0 : file->size() - options.offset;
    const std::uint64_t length = options.length == 0 ? available : std::min(options.length, available);
    auto records = readZipDirectory({file.get(), options.offset, length, options.name});
    if (!records.ok())
        return records.error();
    for (ZipRecord& record : *records) {
        auto entry = checkedEntry(std::move(record), options);
        if (!entry.ok())
            return entry.error();
        if (!archive.byName_.emplace(entry->name, archive.entries_.size()).second)
            return problem(rules::kEntryInvalid, options.name, "occurs twice", entry->name);
        archive.entries_.push_back(std::move(*entry));
    }
    archive.file_ = std::move(file);
    archive.options_ = std::move(options);
    if (const Status status = archive.checkLayout(); !status.ok())
        return status.error();
    return archive;
}

Status Archive::checkLayout() const
{
    std::vector<const ArchiveEntry*> byOffset;
    for (const ArchiveEntry& entry : entries_)
        byOffset.push_back(&entry);
    std::sort(byOffset.begin(), byOffset.end(),
        [](const ArchiveEntry* a, const ArchiveEntry* b) { return a->offset < b->offset; });
    for (std::size_t i = 1; i < byOffset.size(); ++i) {
        const ArchiveEntry& previous = *byOffset[i - 1];
        const ArchiveEntry& next = *byOffset[i];
        // Between two entries lies at least the second one's header.
        if (next.offset - previous.offset < previous.stored + kLocalHeader)
            return problem(rules::kEntryInvalid, options_.name,
                concat("overlaps `", support::plainText(previous.name), "`"), next.name);
    }
    return {};
}

const ArchiveEntry* Archive::find(std::string_view name) const
{
    const auto found = byName_.find(name);
    return found == byName_.end() ? nullptr : &entries_[found->second];
}

Result<const ArchiveEntry*> Archive::require(std::string_view name) const
{
    if (const ArchiveEntry* entry = find(name))
        return entry;
    return problem(rules::kEntryMissing, options_.name, "is missing", name);
}

Result<std::string> Archive::read(const ArchiveEntry& entry, std::uint64_t limit) const
{
    if (entry.length > limit)
        return problem(rules::kEntryInvalid, options_.name,
            concat("has ", entry.length, " bytes, more than the ", limit, " that are read at once"), entry.name);
    if (entry.deflated)
        return inflate(entry);
    std::string content(static_cast<std::size_t>(entry.length), '\0');
    if (const Status status =
            file_->read(entry.offset, std::as_writable_bytes(std::span(content.data(), content.size())));
        !status.ok())
        return status.error();
    return content;
}

Result<std::string> Archive::inflate(const ArchiveEntry& entry) const
{
    Stream stream;
    stream.file = file_.get();
    stream.base = options_.offset;
    stream.length = options_.length == 0 ? file_->size() - options_.offset : options_.length;
    const Unzip zip(stream);
    const Diagnostic damaged = problem(rules::kEntryInvalid, options_.name, "cannot be decompressed", entry.name);
    if (!zip.get() || unzLocateFile(zip.get(), entry.name.c_str(), 1) != UNZ_OK ||
        unzOpenCurrentFile(zip.get()) != UNZ_OK)
        return stream.error ? *stream.error : damaged;
    // Grown piece by piece: the size in the directory may lie.
    constexpr std::size_t kPiece = std::size_t{1} << 20;
    std::string content;
    for (;;) {
        const std::size_t before = content.size();
        content.resize(before + kPiece);
        const int count = unzReadCurrentFile(zip.get(), content.data() + before, static_cast<unsigned>(kPiece));
        content.resize(before + static_cast<std::size_t>(std::max(count, 0)));
        if (count < 0 || content.size() > entry.length)
            return stream.error ? *stream.error : damaged;
        if (count == 0)
            break;
    }
    if (unzCloseCurrentFile(zip.get()) != UNZ_OK || content.size() != entry.length)
        return damaged;
    return content;
}

ir::FileExtent Archive::extent(const ArchiveEntry& entry) const
{
    return {file_, entry.offset, entry.length};
}

} // namespace sidelight::io
