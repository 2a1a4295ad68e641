// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/ir/tensor.h"
#include "core/support/file.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace sidelight::io {

/// One entry of a zip: where its bytes lie in the file. Those of a deflated entry are not its content.
struct ArchiveEntry
{
    std::string name;
    std::uint64_t offset = 0; ///< Of the first data byte, from the start of the file.
    std::uint64_t stored = 0; ///< Bytes in the file.
    std::uint64_t length = 0; ///< Bytes of the content.
    bool deflated = false;
};

struct ArchiveOptions
{
    std::uint64_t offset = 0; ///< Where the zip starts in the file: a zip that is stored in another one.
    std::uint64_t length = 0; ///< Its bytes; 0 stands for all that follows.
    bool allowDeflated = false;
    std::string name; ///< For messages; empty stands for the file's path.
};

/// The table of contents of a zip. Opening it reads the central directory and the local headers, and no content.
/// Entries that are encrypted, duplicate, overlapping, outside the file, outside their folder (`..`), or (unless
/// allowed) compressed are refused with SL1004; what is no zip with SL1002.
class Archive
{
public:
    static Result<Archive> open(std::shared_ptr<const support::File> file, ArchiveOptions options = {});

    /// In the order of the central directory.
    [[nodiscard]] const std::vector<ArchiveEntry>& entries() const { return entries_; }
    /// The entry, or null.
    [[nodiscard]] const ArchiveEntry* find(std::string_view name) const;
    /// The entry, or SL1003.
    [[nodiscard]] Result<const ArchiveEntry*> require(std::string_view name) const;
    /// The content; at most `limit` bytes (else SL1004).
    [[nodiscard]] Result<std::string> read(
        const ArchiveEntry& entry, std::uint64_t limit = std::uint64_t{1} << 30) const;
    /// Where the bytes of a stored entry lie.
    [[nodiscard]] ir::FileExtent extent(const ArchiveEntry& entry) const;
    [[nodiscard]] const std::shared_ptr<const support::File>& file() const { return file_; }
    /// For messages.
    [[nodiscard]] const std::string& name() const { return options_.name; }

private:
    Archive() = default;
    [[nodiscard]] Status checkLayout() const;
    [[nodiscard]] Result<std::string> inflate(const ArchiveEntry& entry) const;

    std::shared_ptr<const support::File> file_;
    ArchiveOptions options_;
    std::vector<ArchiveEntry> entries_;
    std::map<std::string, std::size_t, std::less<>> byName_;
};

} // namespace sidelight::io
