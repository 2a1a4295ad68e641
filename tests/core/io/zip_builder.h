// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sidelight::testing {

/// Writes zips by hand, right ones and wrong ones. What a field says can differ from what is written.
struct ZipEntry
{
    std::string name;
    std::string content;
    std::uint16_t flags = 0;
    std::uint16_t method = 0;
    std::optional<std::uint32_t> size;   ///< What the directory claims.
    std::optional<std::uint32_t> offset; ///< Where the directory says the header is.
};

class ZipBuilder
{
public:
    ZipBuilder& add(ZipEntry entry)
    {
        entries_.push_back(std::move(entry));
        return *this;
    }
    ZipBuilder& add(std::string name, std::string content)
    {
        return add(ZipEntry{std::move(name), std::move(content), 0, 0, {}, {}});
    }

    [[nodiscard]] std::string build() const
    {
        std::string out;
        std::string directory;
        for (const ZipEntry& entry : entries_) {
            const auto size = entry.size.value_or(static_cast<std::uint32_t>(entry.content.size()));
            const auto offset = entry.offset.value_or(static_cast<std::uint32_t>(out.size()));
            const std::string common = number(entry.flags, 2) + number(entry.method, 2) + number(0x210000, 4) +
                                       number(crc(entry.content), 4) + number(size, 4) + number(size, 4) +
                                       number(entry.name.size(), 2);
            directory += number(0x02014b50, 4) + number(20, 2) + number(20, 2) + common + number(0, 2 + 2 + 2 + 2 + 4) +
                         number(offset, 4) + entry.name;
            out += number(0x04034b50, 4) + number(20, 2) + common + number(0, 2) + entry.name + entry.content;
        }
        const std::size_t start = out.size();
        out += directory;
        out += number(0x06054b50, 4) + number(0, 4) + number(entries_.size(), 2) + number(entries_.size(), 2) +
               number(directory.size(), 4) + number(start, 4) + number(0, 2);
        return out;
    }

private:
    static std::string number(std::uint64_t value, int bytes)
    {
        std::string out;
        for (int at = 0; at < bytes; ++at)
            out += static_cast<char>(at < 8 ? (value >> (8 * at)) & 0xFF : 0);
        return out;
    }
    static std::uint32_t crc(std::string_view text)
    {
        std::uint32_t value = 0xFFFFFFFFu;
        for (const char c : text) {
            value ^= static_cast<unsigned char>(c);
            for (int bit = 0; bit < 8; ++bit)
                value = (value & 1u) != 0 ? (value >> 1) ^ 0xEDB88320u : value >> 1;
        }
        return ~value;
    }
    std::vector<ZipEntry> entries_;
};

} // namespace sidelight::testing
