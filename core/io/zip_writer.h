// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/support/result.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sidelight::io {

/// Takes the next bytes of a file.
using ByteSink = std::function<Status(std::span<const std::byte>)>;

/// CRC-32 as zips have it; `before` is that of the bytes in front.
std::uint32_t crc32(std::span<const std::byte> bytes, std::uint32_t before = 0);

struct ZipWriterOptions
{
    std::string root;                     ///< Put in front of each name: "mlp/".
    std::uint64_t zip64From = 0xFFFFFFFF; ///< Numbers from here on are written in Zip64 fields. For tests.
};

/// Writes a zip front to back as PyTorchStreamWriter does: entries stored, data at multiples of 64 bytes, sizes behind
/// the data. Holds names and numbers only, so that entries may be of any size.
class ZipWriter
{
public:
    explicit ZipWriter(ByteSink sink, ZipWriterOptions options = {})
        : sink_(std::move(sink)), options_(std::move(options))
    {}

    /// Starts an entry that gets at most `bytes` bytes.
    Status begin(std::string_view name, std::uint64_t bytes);
    Status write(std::span<const std::byte> bytes);
    Status write(std::string_view text);
    Status end();
    Status add(std::string_view name, std::string_view content);
    /// Writes the central directory.
    Status finish();
    /// Of all names and contents so far; equal for equal zips.
    [[nodiscard]] std::string fingerprint() const;

private:
    struct Entry
    {
        std::string name;
        std::uint64_t offset = 0;
        std::uint64_t length = 0;
        std::uint32_t crc = 0;
        bool large = false;
    };
    Status put(std::string_view bytes);
    [[nodiscard]] bool isLarge(std::uint64_t number) const { return number >= options_.zip64From; }
    void appendRecord(std::string& out, const Entry& entry) const;

    ByteSink sink_;
    ZipWriterOptions options_;
    std::vector<Entry> entries_;
    std::uint64_t position_ = 0;
};

} // namespace sidelight::io
