// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/io/zip_writer.h"

#include "core/support/text.h"

#include <array>

namespace sidelight::io {
namespace {

constexpr std::uint64_t kAlignment = 64;
constexpr std::uint16_t kVersion = 20;
constexpr std::uint16_t kVersionZip64 = 45;
constexpr std::uint16_t kSizesFollow = 1u << 3;
constexpr std::uint16_t kUtf8 = 1u << 11;
constexpr std::uint32_t kIn64Bits = 0xFFFFFFFF;
constexpr std::uint16_t kIn64BitsShort = 0xFFFF;
constexpr std::size_t kZip64Id = 0x0001;

using CrcTables = std::array<std::array<std::uint32_t, 256>, 8>;

constexpr CrcTables makeTables()
{
    CrcTables tables{};
    for (std::uint32_t byte = 0; byte < 256; ++byte) {
        std::uint32_t value = byte;
        for (int bit = 0; bit < 8; ++bit)
            value = (value >> 1) ^ ((value & 1) != 0 ? 0xEDB88320u : 0u);
        tables[0][byte] = value;
    }
    for (std::size_t table = 1; table < tables.size(); ++table)
        for (std::size_t byte = 0; byte < 256; ++byte) {
            const std::uint32_t value = tables[table - 1][byte];
            tables[table][byte] = (value >> 8) ^ tables[0][value & 0xFF];
        }
    return tables;
}
constexpr CrcTables kTables = makeTables();

std::uint32_t at(std::span<const std::byte> bytes, std::size_t index)
{
    return std::to_integer<std::uint32_t>(bytes[index]);
}

/// Appends `value` in `bytes` bytes, the lowest first.
void number(std::string& out, std::uint64_t value, int bytes)
{
    for (int byte = 0; byte < bytes; ++byte)
        out += static_cast<char>((value >> (8 * byte)) & 0xFF);
}
void number16(std::string& out, std::size_t value)
{
    number(out, value, 2);
}
void number32(std::string& out, std::uint64_t value)
{
    number(out, value, 4);
}
void number64(std::string& out, std::uint64_t value)
{
    number(out, value, 8);
}

/// 1980-01-01, so that equal contents give equal bytes.
void date(std::string& out)
{
    number16(out, 0);
    number16(out, 0x21);
}

} // namespace

std::uint32_t crc32(std::span<const std::byte> bytes, std::uint32_t before)
{
    std::uint32_t crc = ~before;
    while (bytes.size() >= 8) {
        const std::uint32_t low = crc ^ (at(bytes, 0) | at(bytes, 1) << 8 | at(bytes, 2) << 16 | at(bytes, 3) << 24);
        crc = kTables[7][low & 0xFF] ^ kTables[6][(low >> 8) & 0xFF] ^ kTables[5][(low >> 16) & 0xFF] ^
              kTables[4][low >> 24] ^ kTables[3][at(bytes, 4)] ^ kTables[2][at(bytes, 5)] ^ kTables[1][at(bytes, 6)] ^
              kTables[0][at(bytes, 7)];
        bytes = bytes.subspan(8);
    }
    for (const std::byte byte : bytes)
        crc = (crc >> 8) ^ kTables[0][(crc ^ std::to_integer<std::uint32_t>(byte)) & 0xFF];
    return ~crc;
}

Status ZipWriter::put(std::string_view bytes)
{
    position_ += bytes.size();
    return sink_(std::as_bytes(std::span(bytes.data(), bytes.size())));
}

Status ZipWriter::begin(std::string_view name, std::uint64_t bytes)
{
    Entry entry;
    entry.name = concat(options_.root, name);
    entry.offset = position_;
    entry.large = isLarge(bytes);

    std::string extra;
    if (entry.large) {
        number16(extra, kZip64Id);
        number16(extra, 16);
        extra.append(16, '\0');
    }
    // "FB" is the padding field of PyTorch's archives.
    constexpr std::size_t kHeader = 30;
    constexpr std::size_t kPaddingHeader = 4;
    const std::uint64_t start = position_ + kHeader + entry.name.size() + extra.size() + kPaddingHeader;
    const std::size_t padding = static_cast<std::size_t>((kAlignment - start % kAlignment) % kAlignment);
    extra += "FB";
    number16(extra, padding);
    extra.append(padding, 'Z');

    std::string header = "PK\x03\x04";
    number16(header, entry.large ? kVersionZip64 : kVersion);
    number16(header, kSizesFollow | kUtf8);
    number16(header, 0); // stored
    date(header);
    number32(header, 0); // The CRC and both sizes follow the data.
    number32(header, entry.large ? kIn64Bits : 0);
    number32(header, entry.large ? kIn64Bits : 0);
    number16(header, entry.name.size());
    number16(header, extra.size());
    header += entry.name;
    header += extra;
    entries_.push_back(std::move(entry));
    return put(header);
}

Status ZipWriter::write(std::span<const std::byte> bytes)
{
    Entry& entry = entries_.back();
    entry.crc = crc32(bytes, entry.crc);
    entry.length += bytes.size();
    position_ += bytes.size();
    return sink_(bytes);
}

Status ZipWriter::write(std::string_view text)
{
    return write(std::as_bytes(std::span(text.data(), text.size())));
}

Status ZipWriter::end()
{
    const Entry& entry = entries_.back();
    std::string descriptor = "PK\x07\x08";
    number32(descriptor, entry.crc);
    number(descriptor, entry.length, entry.large ? 8 : 4);
    number(descriptor, entry.length, entry.large ? 8 : 4);
    return put(descriptor);
}

Status ZipWriter::add(std::string_view name, std::string_view content)
{
    if (Status status = begin(name, content.size()); !status)
        return status;
    if (Status status = write(content); !status)
        return status;
    return end();
}

void ZipWriter::appendRecord(std::string& out, const Entry& entry) const
{
    std::string fields;
    const bool large = entry.large || isLarge(entry.length);
    if (large) {
        number64(fields, entry.length);
        number64(fields, entry.length);
    }
    const bool far = isLarge(entry.offset);
    if (far)
        number64(fields, entry.offset);

    out += "PK\x01\x02";
    const std::uint16_t version = fields.empty() ? kVersion : kVersionZip64;
    number16(out, version);
    number16(out, version);
    number16(out, kSizesFollow | kUtf8);
    number16(out, 0);
    date(out);
    number32(out, entry.crc);
    number32(out, large ? kIn64Bits : entry.length);
    number32(out, large ? kIn64Bits : entry.length);
    number16(out, entry.name.size());
    number16(out, fields.empty() ? 0 : fields.size() + 4);
    number16(out, 0); // comment
    number16(out, 0); // disk
    number16(out, 0); // internal attributes
    number32(out, 0); // external attributes
    number32(out, far ? kIn64Bits : entry.offset);
    out += entry.name;
    if (!fields.empty()) {
        number16(out, kZip64Id);
        number16(out, fields.size());
        out += fields;
    }
}

Status ZipWriter::finish()
{
    const std::uint64_t start = position_;
    std::string directory;
    for (const Entry& entry : entries_)
        appendRecord(directory, entry);
    const std::uint64_t length = directory.size();
    const bool many = entries_.size() >= kIn64BitsShort;
    if (many || isLarge(start) || isLarge(length)) {
        const std::uint64_t end = start + length;
        directory += "PK\x06\x06";
        number64(directory, 44); // Bytes of this record that follow.
        number16(directory, kVersionZip64);
        number16(directory, kVersionZip64);
        number32(directory, 0);
        number32(directory, 0);
        number64(directory, entries_.size());
        number64(directory, entries_.size());
        number64(directory, length);
        number64(directory, start);
        directory += "PK\x06\x07";
        number32(directory, 0);
        number64(directory, end);
        number32(directory, 1);
    }
    directory += "PK\x05\x06";
    number16(directory, 0);
    number16(directory, 0);
    number16(directory, many ? kIn64BitsShort : entries_.size());
    number16(directory, many ? kIn64BitsShort : entries_.size());
    number32(directory, isLarge(length) ? kIn64Bits : length);
    number32(directory, isLarge(start) ? kIn64Bits : start);
    number16(directory, 0);
    return put(directory);
}

std::string ZipWriter::fingerprint() const
{
    std::string names;
    std::string contents;
    for (const Entry& entry : entries_) {
        names += concat(entry.name, '\n');
        number32(contents, entry.crc);
    }
    const auto digits = [](const std::string& text) {
        constexpr std::size_t kDigits = 20;
        const std::string value = concat(crc32(std::as_bytes(std::span(text.data(), text.size()))));
        return std::string(kDigits - value.size(), '0') + value;
    };
    return digits(names) + digits(contents);
}

} // namespace sidelight::io
