// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/support/result.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace sidelight::support {

/// A regular file that is open for reading by position. Size and time of change are fixed at open; a read after either has changed fails
/// with SL1010 instead of returning other bytes. Safe to read from several threads.
class File {
public:
    static Result<std::shared_ptr<const File>> open(const std::filesystem::path& path);
    ~File();
    File(const File&) = delete;
    File& operator=(const File&) = delete;

    [[nodiscard]] const std::filesystem::path& path() const { return path_; }
    [[nodiscard]] std::uint64_t size() const { return size_; }
    /// Fills `into` from `offset` (bytes) or fails; never a short read.
    [[nodiscard]] Status read(std::uint64_t offset, std::span<std::byte> into) const;
    /// Fails with SL1010 when size or time of change differ from those at open.
    [[nodiscard]] Status checkUnchanged() const;
    /// Whether both are the same file (device and inode).
    [[nodiscard]] bool isSameFile(const std::filesystem::path& other) const;
    /// The open descriptor, for copy_file_range.
    [[nodiscard]] int descriptor() const { return descriptor_; }

private:
    File() = default;
    std::filesystem::path path_;
    std::uint64_t size_ = 0;
    std::int64_t changedSeconds_ = 0;
    std::int64_t changedNanoseconds_ = 0;
    std::uint64_t device_ = 0;
    std::uint64_t inode_ = 0;
    int descriptor_ = -1;
};

/// A new file that appears at its path only when committed: written beside the target, synced, then renamed. Dropped without a trace otherwise.
class AtomicFile {
public:
    static Result<AtomicFile> create(const std::filesystem::path& target);
    AtomicFile(AtomicFile&&) noexcept;
    AtomicFile& operator=(AtomicFile&&) noexcept;
    ~AtomicFile();

    [[nodiscard]] Status write(std::span<const std::byte> bytes);
    [[nodiscard]] Status write(std::string_view text);
    /// Appends zero bytes up to a multiple of `alignment`.
    [[nodiscard]] Status pad(std::uint64_t alignment);
    /// Appends `length` bytes of `source` from `offset`, by copy_file_range where the file system can.
    [[nodiscard]] Status copy(const File& source, std::uint64_t offset, std::uint64_t length);
    [[nodiscard]] std::uint64_t position() const { return position_; }
    /// Flushes and syncs; the file is still under its temporary name.
    [[nodiscard]] Status finish();
    /// Finishes and renames over the target.
    [[nodiscard]] Status commit();
    [[nodiscard]] const std::filesystem::path& temporaryPath() const { return temporary_; }
    [[nodiscard]] const std::filesystem::path& target() const { return target_; }

private:
    AtomicFile() = default;
    void drop() noexcept;
    std::filesystem::path target_;
    std::filesystem::path temporary_;
    int descriptor_ = -1;
    std::uint64_t position_ = 0;
    std::vector<std::byte> buffer_;
    [[nodiscard]] Status flush();
};

/// Reads a whole small file (at most `limit` bytes).
Result<std::string> readText(const std::filesystem::path& path, std::uint64_t limit = 256u << 20);

/// Writes a whole file atomically.
Status writeText(const std::filesystem::path& target, std::string_view text);

} // namespace sidelight::support
