// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "core/support/file.h"

#include "core/support/rules.h"
#include "core/support/text.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace sidelight::support {

namespace {

constexpr std::size_t kBuffer = std::size_t{1} << 20;
constexpr std::size_t kLongestName = 255;
constexpr std::string_view kTemporaryMark = ".sidelight-";

std::string reason(int error) { return std::generic_category().message(error); }

Diagnostic fail(const Rule& rule, const std::filesystem::path& path, std::string_view what)
{
    return diagnose(rule, concat(path.string(), ": ", what), {{path.string(), "file", {}, 0, {}, {}}});
}

int openRetrying(const char* path, int flags, mode_t mode = 0)
{
    int descriptor = -1;
    do
        descriptor = ::open(path, flags | O_CLOEXEC, mode);
    while (descriptor < 0 && errno == EINTR);
    return descriptor;
}

std::string_view kindOf(mode_t mode)
{
    if (S_ISDIR(mode))
        return "a folder";
    if (S_ISCHR(mode) || S_ISBLK(mode))
        return "a device";
    if (S_ISFIFO(mode))
        return "a pipe";
    if (S_ISSOCK(mode))
        return "a socket";
    return "not a regular file";
}

Diagnostic writeFailure(const std::filesystem::path& target, int error)
{
    std::string_view advice;
    if (error == ENOSPC || error == EDQUOT || error == EFBIG)
        advice = "; free some space or choose another disk";
    return fail(rules::kWriteFailed, target, concat("cannot be written: ", reason(error), advice));
}

Status writeAll(int descriptor, std::span<const std::byte> bytes, const std::filesystem::path& target)
{
    while (!bytes.empty()) {
        const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            return writeFailure(target, errno);
        bytes = bytes.subspan(static_cast<std::size_t>(written));
    }
    return {};
}

/// Six characters that no other thread or process is likely to choose; O_EXCL decides.
std::string randomSuffix(unsigned attempt)
{
    static constexpr std::string_view kLetters = "abcdefghijklmnopqrstuvwxyz0123456789";
    const auto now = static_cast<std::uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count());
    std::uint64_t seed = (now + attempt) * 0x9E3779B97F4A7C15u ^ (static_cast<std::uint64_t>(::getpid()) << 32);
    std::string suffix;
    for (int at = 0; at < 6; ++at) {
        seed ^= seed >> 29;
        seed *= 0xBF58476D1CE4E5B9u;
        suffix += kLetters[(seed >> 33) % kLetters.size()];
    }
    return suffix;
}

/// The file behind symbolic links, so that a link is written through and not replaced.
std::filesystem::path resolved(const std::filesystem::path& target)
{
    std::error_code error;
    if (std::filesystem::is_symlink(target, error)) {
        const std::filesystem::path real = std::filesystem::weakly_canonical(target, error);
        if (!error)
            return real;
    }
    return target;
}

void syncFolder(const std::filesystem::path& folder)
{
    const int descriptor = openRetrying(folder.c_str(), O_RDONLY | O_DIRECTORY);
    if (descriptor < 0)
        return; // The rename is done; a folder that cannot be opened is synced by the system in its own time.
    ::fsync(descriptor);
    ::close(descriptor);
}

std::filesystem::path folderOf(const std::filesystem::path& file) { return file.has_parent_path() ? file.parent_path() : std::filesystem::path("."); }

} // namespace

Result<std::shared_ptr<const File>> File::open(const std::filesystem::path& path)
{
    // O_NONBLOCK: opening a pipe must not wait for a writer.
    const int descriptor = openRetrying(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY);
    if (descriptor < 0)
        return fail(rules::kFileUnreadable, path, concat("cannot be opened: ", reason(errno)));
    const std::shared_ptr<File> file(new File);
    file->path_ = path;
    file->descriptor_ = descriptor;
    struct stat status = {};
    if (::fstat(descriptor, &status) != 0)
        return fail(rules::kFileUnreadable, path, concat("cannot be examined: ", reason(errno)));
    if (!S_ISREG(status.st_mode))
        return fail(rules::kFileUnreadable, path, concat("is ", kindOf(status.st_mode), "; a regular file is needed"));
    file->size_ = static_cast<std::uint64_t>(status.st_size);
    file->changedSeconds_ = status.st_mtim.tv_sec;
    file->changedNanoseconds_ = status.st_mtim.tv_nsec;
    file->device_ = status.st_dev;
    file->inode_ = status.st_ino;
    return std::shared_ptr<const File>(file);
}

File::~File()
{
    if (descriptor_ >= 0)
        ::close(descriptor_);
}

Status File::read(std::uint64_t offset, std::span<std::byte> into) const
{
    if (offset > size_ || into.size() > size_ - offset)
        return fail(rules::kFileUnreadable, path_,
                    concat("bytes ", offset, " to ", offset, " + ", into.size(), " are beyond the end (", size_, " bytes)"));
    while (!into.empty()) {
        const ssize_t got = ::pread(descriptor_, into.data(), into.size(), static_cast<off_t>(offset));
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return fail(rules::kFileUnreadable, path_, concat("cannot be read: ", reason(errno)));
        if (got == 0)
            return fail(rules::kFileChanged, path_, "became shorter while it was read; open it again when it is complete");
        into = into.subspan(static_cast<std::size_t>(got));
        offset += static_cast<std::uint64_t>(got);
    }
    return checkUnchanged();
}

Status File::checkUnchanged() const
{
    struct stat status = {};
    if (::fstat(descriptor_, &status) != 0)
        return fail(rules::kFileUnreadable, path_, concat("cannot be examined: ", reason(errno)));
    if (static_cast<std::uint64_t>(status.st_size) != size_ || status.st_mtim.tv_sec != changedSeconds_ ||
        status.st_mtim.tv_nsec != changedNanoseconds_)
        return fail(rules::kFileChanged, path_, "was changed by another program while it was read; open it again");
    return {};
}

bool File::isSameFile(const std::filesystem::path& other) const
{
    struct stat status = {};
    return ::stat(other.c_str(), &status) == 0 && status.st_dev == device_ && status.st_ino == inode_;
}

Result<AtomicFile> AtomicFile::create(const std::filesystem::path& target)
{
    if (target.filename().empty() || target.filename() == "." || target.filename() == "..")
        return fail(rules::kTargetRefused, target, "names a folder; name a file in it");
    AtomicFile file;
    file.target_ = resolved(target);
    struct stat status = {};
    const bool exists = ::stat(file.target_.c_str(), &status) == 0;
    if (exists && !S_ISREG(status.st_mode))
        return fail(rules::kTargetRefused, target, concat("is ", kindOf(status.st_mode), "; name a regular file"));

    const std::string name = file.target_.filename().string();
    const std::string kept = name.substr(0, kLongestName - kTemporaryMark.size() - 7);
    for (unsigned attempt = 0; attempt < 100 && file.descriptor_ < 0; ++attempt) {
        file.temporary_ = folderOf(file.target_) / concat('.', kept, kTemporaryMark, randomSuffix(attempt));
        file.descriptor_ = openRetrying(file.temporary_.c_str(), O_RDWR | O_CREAT | O_EXCL, 0666);
        if (file.descriptor_ < 0 && errno != EEXIST)
            break;
    }
    if (file.descriptor_ < 0) {
        const int error = errno;
        file.temporary_.clear();
        return fail(rules::kWriteFailed, target, concat("cannot be written: ", reason(error)));
    }
    if (exists && ::fchmod(file.descriptor_, status.st_mode & 07777) != 0)
        return writeFailure(target, errno);
    return file;
}

AtomicFile::AtomicFile(AtomicFile&& other) noexcept { *this = std::move(other); }

AtomicFile& AtomicFile::operator=(AtomicFile&& other) noexcept
{
    if (this == &other)
        return *this;
    drop();
    target_ = std::move(other.target_);
    temporary_ = std::exchange(other.temporary_, {});
    descriptor_ = std::exchange(other.descriptor_, -1);
    position_ = std::exchange(other.position_, 0);
    buffer_ = std::exchange(other.buffer_, {});
    return *this;
}

AtomicFile::~AtomicFile() { drop(); }

void AtomicFile::drop() noexcept
{
    if (descriptor_ >= 0)
        ::close(std::exchange(descriptor_, -1));
    if (!temporary_.empty())
        ::unlink(temporary_.c_str());
    temporary_.clear();
}

Status AtomicFile::flush()
{
    if (descriptor_ < 0)
        return fail(rules::kWriteFailed, target_, "is no longer open for writing");
    const Status status = writeAll(descriptor_, buffer_, target_);
    buffer_.clear();
    return status;
}

Status AtomicFile::write(std::span<const std::byte> bytes)
{
    if (buffer_.size() + bytes.size() > kBuffer)
        if (Status status = flush(); !status)
            return status;
    if (bytes.size() > kBuffer) {
        if (Status status = writeAll(descriptor_, bytes, target_); !status)
            return status;
    } else {
        buffer_.insert(buffer_.end(), bytes.begin(), bytes.end());
    }
    position_ += bytes.size();
    return {};
}

Status AtomicFile::write(std::string_view text) { return write(std::as_bytes(std::span(text.data(), text.size()))); }

Status AtomicFile::pad(std::uint64_t alignment)
{
    if (alignment == 0)
        return {};
    static constexpr std::array<std::byte, 4096> kZeros{};
    std::uint64_t missing = (alignment - position_ % alignment) % alignment;
    while (missing > 0) {
        const auto piece = static_cast<std::size_t>(std::min<std::uint64_t>(missing, kZeros.size()));
        if (Status status = write(std::span(kZeros.data(), piece)); !status)
            return status;
        missing -= piece;
    }
    return {};
}

Status AtomicFile::copy(const File& source, std::uint64_t offset, std::uint64_t length)
{
    if (offset > source.size() || length > source.size() - offset)
        return fail(rules::kFileUnreadable, source.path(), "is too short for the bytes to copy");
    if (length >= kBuffer) {
        if (Status status = flush(); !status)
            return status;
        if (Status status = source.checkUnchanged(); !status)
            return status;
        while (length > 0) {
            auto from = static_cast<off_t>(offset);
            const auto piece = static_cast<std::size_t>(std::min<std::uint64_t>(length, std::uint64_t{1} << 30));
            const ssize_t copied = ::copy_file_range(source.descriptor(), &from, descriptor_, nullptr, piece, 0);
            if (copied < 0 && errno == EINTR)
                continue;
            if (copied < 0 && (errno == ENOSPC || errno == EDQUOT || errno == EFBIG || errno == EIO))
                return writeFailure(target_, errno);
            if (copied <= 0)
                break; // Not between these file systems (or shorter than it was): the loop below reads and tells.
            offset += static_cast<std::uint64_t>(copied);
            length -= static_cast<std::uint64_t>(copied);
            position_ += static_cast<std::uint64_t>(copied);
        }
        if (length == 0)
            return source.checkUnchanged();
    }
    std::vector<std::byte> piece(static_cast<std::size_t>(std::min<std::uint64_t>(length, kBuffer)));
    while (length > 0) {
        piece.resize(static_cast<std::size_t>(std::min<std::uint64_t>(length, kBuffer)));
        if (Status status = source.read(offset, piece); !status)
            return status;
        if (Status status = write(piece); !status)
            return status;
        offset += piece.size();
        length -= piece.size();
    }
    return {};
}

Status AtomicFile::finish()
{
    if (Status status = flush(); !status)
        return status;
    if (::fsync(descriptor_) != 0)
        return writeFailure(target_, errno);
    return {};
}

Status AtomicFile::commit()
{
    Status status = finish();
    if (status && ::close(std::exchange(descriptor_, -1)) != 0)
        status = writeFailure(target_, errno);
    if (status && ::rename(temporary_.c_str(), target_.c_str()) != 0)
        status = writeFailure(target_, errno);
    if (!status) {
        drop();
        return status;
    }
    temporary_.clear();
    syncFolder(folderOf(target_));
    return {};
}

Result<std::string> readText(const std::filesystem::path& path, std::uint64_t limit)
{
    const auto file = File::open(path);
    if (!file)
        return file.error();
    const std::uint64_t size = (*file)->size();
    if (size > limit)
        return fail(rules::kFileUnreadable, path, concat("has ", size, " bytes; at most ", limit, " are read here"));
    std::string text(static_cast<std::size_t>(size), '\0');
    if (const Status status = (*file)->read(0, std::as_writable_bytes(std::span(text.data(), text.size()))); !status)
        return status.error();
    return text;
}

Status writeText(const std::filesystem::path& target, std::string_view text)
{
    auto file = AtomicFile::create(target);
    if (!file)
        return file.error();
    if (Status status = file->write(text); !status)
        return status;
    return file->commit();
}

} // namespace sidelight::support
