// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/io/npz.h"

#include "core/io/archive.h"
#include "core/support/rules.h"
#include "core/support/text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>
#include <limits>
#include <optional>
#include <span>

namespace sidelight::io {
namespace {

constexpr std::string_view kMagic = "\x93NUMPY";
constexpr std::uint64_t kMaximumEntry = std::uint64_t{1} << 34;
constexpr std::size_t kAlignment = 64;

struct Descr
{
    std::string_view text; ///< Without the byte order.
    ir::DType dtype;
};
constexpr std::array kDescrs = {
    Descr{"f2", ir::DType::Float16},
    Descr{"f4", ir::DType::Float32},
    Descr{"f8", ir::DType::Float64},
    Descr{"i1", ir::DType::Int8},
    Descr{"i2", ir::DType::Int16},
    Descr{"i4", ir::DType::Int32},
    Descr{"i8", ir::DType::Int64},
    Descr{"u1", ir::DType::UInt8},
    Descr{"u2", ir::DType::UInt16},
    Descr{"u4", ir::DType::UInt32},
    Descr{"u8", ir::DType::UInt64},
    Descr{"b1", ir::DType::Bool},
    Descr{"c8", ir::DType::Complex64},
    Descr{"c16", ir::DType::Complex128},
};

struct Header
{
    std::string descr;
    bool fortranOrder = false;
    std::vector<std::int64_t> shape;
};

Diagnostic invalid(std::string_view origin, std::string_view what)
{
    return support::diagnose(
        rules::kInputsInvalid, concat(origin, ": ", what), {{std::string(origin), "entry", {}, 0, {}, {}}});
}

/// What follows `'key':` in the header's dict.
std::optional<std::string_view> valueOf(std::string_view header, std::string_view key)
{
    for (const char quote : {'\'', '"'}) {
        const std::string quoted = concat(quote, key, quote);
        std::size_t at = header.find(quoted);
        if (at == std::string_view::npos)
            continue;
        at += quoted.size();
        while (at < header.size() && (header[at] == ' ' || header[at] == ':'))
            ++at;
        return header.substr(at);
    }
    return std::nullopt;
}

std::optional<std::vector<std::int64_t>> parseShape(std::string_view text)
{
    if (text.empty() || text.front() != '(')
        return std::nullopt;
    const std::size_t end = text.find(')');
    if (end == std::string_view::npos)
        return std::nullopt;
    std::vector<std::int64_t> shape;
    for (std::string_view part : support::split(text.substr(1, end - 1), ',')) {
        while (!part.empty() && part.front() == ' ')
            part.remove_prefix(1);
        if (part.empty())
            continue;
        std::int64_t size = 0;
        const auto [last, error] = std::from_chars(part.data(), part.data() + part.size(), size);
        if (error != std::errc{} || size < 0)
            return std::nullopt;
        shape.push_back(size);
    }
    return shape;
}

std::optional<Header> parseHeader(std::string_view text)
{
    const auto descr = valueOf(text, "descr");
    const auto order = valueOf(text, "fortran_order");
    const auto shape = valueOf(text, "shape");
    if (!descr || !order || !shape || descr->size() < 2 || (descr->front() != '\'' && descr->front() != '"'))
        return std::nullopt;
    const std::size_t end = descr->find(descr->front(), 1);
    auto sizes = parseShape(*shape);
    if (end == std::string_view::npos || !sizes)
        return std::nullopt;
    return Header{std::string(descr->substr(1, end - 1)), support::startsWith(*order, "True"), std::move(*sizes)};
}

/// Makes each element little-endian.
void swapBytes(std::vector<std::byte>& bytes, std::size_t item)
{
    for (std::size_t at = 0; at + item <= bytes.size(); at += item)
        std::reverse(
            bytes.begin() + static_cast<std::ptrdiff_t>(at), bytes.begin() + static_cast<std::ptrdiff_t>(at + item));
}

Result<ir::Tensor> makeTensor(const Header& header, std::string_view data, std::string_view origin)
{
    const char order = header.descr.empty() ? '?' : header.descr.front();
    const std::string_view type =
        std::string_view(header.descr).substr(order == '<' || order == '>' || order == '|' || order == '=' ? 1 : 0);
    const auto known = std::find_if(kDescrs.begin(), kDescrs.end(), [&](const Descr& d) { return d.text == type; });
    if (known == kDescrs.end())
        return invalid(
            origin, concat("has the type `", support::plainText(header.descr), "`; arrays of numbers are read"));
    ir::Tensor tensor;
    tensor.dtype = known->dtype;
    tensor.sizes = header.shape;
    tensor.strides.assign(header.shape.size(), 1);
    std::int64_t count = 1;
    for (const std::int64_t size : header.shape)
        if (__builtin_mul_overflow(count, size, &count))
            return invalid(origin, "has a shape whose product overflows 64 bits");
    const std::size_t item = ir::itemSize(known->dtype);
    if (data.size() % item != 0 || static_cast<std::uint64_t>(count) != data.size() / item)
        return invalid(
            origin, concat("has ", data.size(), " bytes of data where its shape needs ", count, " elements of ", item));
    const auto* begin = reinterpret_cast<const std::byte*>(data.data());
    std::vector<std::byte> bytes(begin, begin + data.size());
    if (order == '>') {
        const bool complex = ir::isComplex(known->dtype);
        swapBytes(bytes, complex ? item / 2 : item);
    }
    tensor = ir::Tensor::fromBytes(known->dtype, header.shape, std::move(bytes));
    if (!header.fortranOrder || header.shape.size() < 2)
        return tensor;
    // Column-major: the same bytes with the strides the other way round, then read in row-major order.
    std::int64_t stride = 1;
    for (std::size_t axis = 0; axis < tensor.sizes.size(); ++axis) {
        tensor.strides[axis] = stride;
        stride *= std::max<std::int64_t>(tensor.sizes[axis], 1);
    }
    auto rows = ir::readContiguous(tensor);
    if (!rows.ok())
        return rows.error();
    return ir::Tensor::fromBytes(known->dtype, header.shape, std::move(*rows));
}

std::string_view descrOf(ir::DType dtype)
{
    for (const Descr& known : kDescrs)
        if (known.dtype == dtype)
            return known.text;
    switch (ir::itemSize(dtype)) {
    case 1:
        return "u1";
    case 2:
        return "u2";
    case 4:
        return "u4";
    default:
        return "u8";
    }
}

std::string npyHeader(const ir::Tensor& tensor)
{
    std::string shape;
    for (const std::int64_t size : tensor.sizes)
        shape += concat(size, tensor.sizes.size() == 1 ? "," : ", ");
    if (tensor.sizes.size() > 1)
        shape.resize(shape.size() - 2);
    const std::string_view descr = descrOf(tensor.dtype);
    std::string dict = concat(
        "{'descr': '", descr.back() == '1' ? '|' : '<', descr, "', 'fortran_order': False, 'shape': (", shape, "), }");
    const std::size_t used = kMagic.size() + 4 + dict.size() + 1;
    dict.append((kAlignment - used % kAlignment) % kAlignment, ' ');
    dict += '\n';
    std::string header(kMagic);
    header += '\x01';
    header += '\x00';
    header += static_cast<char>(dict.size() & 0xFF);
    header += static_cast<char>(dict.size() >> 8);
    return header + dict;
}

void appendLittle(std::string& out, std::uint64_t value, int bytes)
{
    for (int at = 0; at < bytes; ++at)
        out += static_cast<char>(at < 8 ? (value >> (8 * at)) & 0xFF : 0);
}

constexpr std::array<std::uint32_t, 256> makeCrcTable()
{
    std::array<std::uint32_t, 256> table{};
    for (std::uint32_t at = 0; at < table.size(); ++at) {
        std::uint32_t value = at;
        for (int bit = 0; bit < 8; ++bit)
            value = (value & 1u) != 0 ? (value >> 1) ^ 0xEDB88320u : value >> 1;
        table[at] = value;
    }
    return table;
}
constexpr std::array<std::uint32_t, 256> kCrcTable = makeCrcTable();

/// The CRC-32 of zip over several stretches: begin with 0xFFFFFFFF and invert the last.
std::uint32_t updateCrc(std::uint32_t crc, std::span<const std::byte> bytes)
{
    for (const std::byte byte : bytes)
        crc = kCrcTable[(crc ^ static_cast<std::uint32_t>(byte)) & 0xFFu] ^ (crc >> 8);
    return crc;
}

struct Written
{
    std::string name;
    std::uint64_t offset = 0;
    std::uint64_t size = 0;
    std::uint32_t crc = 0;
};

constexpr std::uint32_t kZip64Limit = 0xFFFFFFFFu;

/// Always with a Zip64 field, so that entries of any size look alike.
std::string localHeader(const Written& entry)
{
    std::string out;
    appendLittle(out, 0x04034b50, 4);
    appendLittle(out, 45, 2);
    appendLittle(out, 0, 2 + 2 + 2);
    appendLittle(out, 0x21, 2);
    appendLittle(out, entry.crc, 4);
    appendLittle(out, kZip64Limit, 4);
    appendLittle(out, kZip64Limit, 4);
    appendLittle(out, entry.name.size(), 2);
    appendLittle(out, 20, 2);
    out += entry.name;
    appendLittle(out, 1, 2);
    appendLittle(out, 16, 2);
    appendLittle(out, entry.size, 8);
    appendLittle(out, entry.size, 8);
    return out;
}

std::string directoryHeader(const Written& entry)
{
    std::string out;
    appendLittle(out, 0x02014b50, 4);
    appendLittle(out, 45, 2);
    appendLittle(out, 45, 2);
    appendLittle(out, 0, 2 + 2 + 2);
    appendLittle(out, 0x21, 2);
    appendLittle(out, entry.crc, 4);
    appendLittle(out, kZip64Limit, 4);
    appendLittle(out, kZip64Limit, 4);
    appendLittle(out, entry.name.size(), 2);
    appendLittle(out, 28, 2);
    appendLittle(out, 0, 2 + 2 + 2 + 4);
    appendLittle(out, kZip64Limit, 4);
    out += entry.name;
    appendLittle(out, 1, 2);
    appendLittle(out, 24, 2);
    appendLittle(out, entry.size, 8);
    appendLittle(out, entry.size, 8);
    appendLittle(out, entry.offset, 8);
    return out;
}

std::string directoryEnd(std::uint64_t count, std::uint64_t size, std::uint64_t offset)
{
    std::string out;
    appendLittle(out, 0x06064b50, 4);
    appendLittle(out, 44, 8);
    appendLittle(out, 45, 2);
    appendLittle(out, 45, 2);
    appendLittle(out, 0, 4 + 4);
    appendLittle(out, count, 8);
    appendLittle(out, count, 8);
    appendLittle(out, size, 8);
    appendLittle(out, offset, 8);
    appendLittle(out, 0x07064b50, 4);
    appendLittle(out, 0, 4);
    appendLittle(out, offset + size, 8);
    appendLittle(out, 1, 4);
    appendLittle(out, 0x06054b50, 4);
    appendLittle(out, 0, 2 + 2);
    appendLittle(out, std::min<std::uint64_t>(count, 0xFFFF), 2);
    appendLittle(out, std::min<std::uint64_t>(count, 0xFFFF), 2);
    appendLittle(out, std::min<std::uint64_t>(size, kZip64Limit), 4);
    appendLittle(out, std::min<std::uint64_t>(offset, kZip64Limit), 4);
    appendLittle(out, 0, 2);
    return out;
}

Result<Written> writeArray(support::AtomicFile& file, const std::string& name, const ir::Tensor& tensor)
{
    const auto bytes = ir::readContiguous(tensor);
    if (!bytes.ok())
        return bytes.error();
    const std::string header = npyHeader(tensor);
    Written entry{concat(name, ".npy"), file.position(), header.size() + bytes->size(), 0};
    entry.crc = ~updateCrc(updateCrc(0xFFFFFFFFu, std::as_bytes(std::span(header))), *bytes);
    if (const Status status = file.write(localHeader(entry)); !status.ok())
        return status.error();
    if (const Status status = file.write(header); !status.ok())
        return status.error();
    if (const Status status = file.write(std::span<const std::byte>(*bytes)); !status.ok())
        return status.error();
    return entry;
}

} // namespace

Result<ir::Tensor> parseNpy(std::string_view bytes, std::string_view origin)
{
    constexpr std::size_t kFixed = 10;
    if (bytes.size() < kFixed || !support::startsWith(bytes, kMagic))
        return invalid(origin, "is no .npy array");
    const auto byteAt = [&](std::size_t at) { return static_cast<std::size_t>(static_cast<unsigned char>(bytes[at])); };
    const std::size_t major = byteAt(6);
    std::size_t start = kFixed;
    std::size_t length = byteAt(8) | (byteAt(9) << 8);
    if (major >= 2) {
        start = 12;
        if (bytes.size() < start)
            return invalid(origin, "is a truncated .npy array");
        length |= (byteAt(10) << 16) | (byteAt(11) << 24);
    }
    if (major < 1 || major > 3)
        return invalid(origin, concat("is of .npy version ", major, ", which is not read"));
    if (length > bytes.size() - start)
        return invalid(origin, "is a truncated .npy array");
    const auto header = parseHeader(bytes.substr(start, length));
    if (!header)
        return invalid(origin, "has a .npy header that cannot be read");
    return makeTensor(*header, bytes.substr(start + length), origin);
}

Result<Arrays> readNpz(const std::filesystem::path& path)
{
    const auto file = support::File::open(path);
    if (!file.ok())
        return file.error();
    std::array<std::byte, 6> start{};
    if ((*file)->size() >= start.size())
        if (const Status status = (*file)->read(0, start); !status.ok())
            return status.error();
    Arrays arrays;
    if (std::memcmp(start.data(), kMagic.data(), kMagic.size()) == 0) {
        const auto text = support::readText(path, kMaximumEntry);
        if (!text.ok())
            return text.error();
        auto tensor = parseNpy(*text, path.string());
        if (!tensor.ok())
            return tensor.error();
        arrays.emplace_back("arr_0", std::move(*tensor));
        return arrays;
    }
    ArchiveOptions options;
    options.allowDeflated = true;
    const auto archive = Archive::open(*file, options);
    if (!archive.ok())
        return archive.error();
    for (const ArchiveEntry& entry : archive->entries()) {
        constexpr std::string_view kEnding = ".npy";
        const auto bytes = archive->read(entry, kMaximumEntry);
        if (!bytes.ok())
            return bytes.error();
        auto tensor = parseNpy(*bytes, concat(path.string(), '/', entry.name));
        if (!tensor.ok())
            return tensor.error();
        std::string name = entry.name;
        if (name.size() > kEnding.size() && name.substr(name.size() - kEnding.size()) == kEnding)
            name.resize(name.size() - kEnding.size());
        arrays.emplace_back(std::move(name), std::move(*tensor));
    }
    return arrays;
}

Status writeNpz(const std::filesystem::path& path, const Arrays& arrays)
{
    auto file = support::AtomicFile::create(path);
    if (!file.ok())
        return file.error();
    std::vector<Written> entries;
    for (const auto& [name, tensor] : arrays) {
        auto entry = writeArray(*file, name, tensor);
        if (!entry.ok())
            return entry.error();
        entries.push_back(std::move(*entry));
    }
    const std::uint64_t start = file->position();
    for (const Written& entry : entries)
        if (const Status status = file->write(directoryHeader(entry)); !status.ok())
            return status;
    if (const Status status = file->write(directoryEnd(entries.size(), file->position() - start, start)); !status.ok())
        return status;
    return file->commit();
}

} // namespace sidelight::io
