// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "core/io/npz.h"

#include "core/io/archive.h"
#include "core/support/rules.h"
#include "core/support/text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace sidelight::io {
namespace {

constexpr std::array<std::pair<std::string_view, ir::DType>, 14> kTypes = {{
    {"f2", ir::DType::Float16},
    {"f4", ir::DType::Float32},
    {"f8", ir::DType::Float64},
    {"i1", ir::DType::Int8},
    {"i2", ir::DType::Int16},
    {"i4", ir::DType::Int32},
    {"i8", ir::DType::Int64},
    {"u1", ir::DType::UInt8},
    {"u2", ir::DType::UInt16},
    {"u4", ir::DType::UInt32},
    {"u8", ir::DType::UInt64},
    {"b1", ir::DType::Bool},
    {"c8", ir::DType::Complex64},
    {"c16", ir::DType::Complex128},
}};

Diagnostic invalid(std::string_view name, std::string_view why)
{
    return support::diagnose(rules::kInputsInvalid, concat("array ", support::plainText(name), " ", why), {{std::string(name), "entry", {}, 0, {}, {}}});
}

/// The text of a header entry: what follows `'key':` up to the end of its value.
std::optional<std::string_view> entryOf(std::string_view header, std::string_view key)
{
    const std::string quoted = concat("'", key, "':");
    const std::size_t at = header.find(quoted);
    if (at == std::string_view::npos)
        return std::nullopt;
    std::string_view rest = header.substr(at + quoted.size());
    rest.remove_prefix(std::min(rest.find_first_not_of(' '), rest.size()));
    if (rest.empty())
        return std::nullopt;
    const char close = rest.front() == '(' ? ')' : rest.front() == '\'' ? '\'' : ',';
    const std::size_t end = rest.find(close, 1);
    if (end == std::string_view::npos)
        return std::nullopt;
    return close == ',' ? rest.substr(0, end) : rest.substr(1, end - 1);
}

std::optional<ir::DType> typeOf(std::string_view text)
{
    if (text.size() < 3)
        return std::nullopt;
    const char order = text.front();
    text.remove_prefix(1);
    const auto found = std::find_if(kTypes.begin(), kTypes.end(), [&](const auto& entry) { return entry.first == text; });
    if (found == kTypes.end() || (order != '<' && !(order == '|' && ir::itemSize(found->second) == 1)))
        return std::nullopt;
    return found->second;
}

std::optional<std::vector<std::int64_t>> sizesOf(std::string_view text)
{
    std::vector<std::int64_t> sizes;
    for (std::string_view part : support::split(text, ',')) {
        part.remove_prefix(std::min(part.find_first_not_of(' '), part.size()));
        if (part.empty())
            continue;
        std::int64_t size = 0;
        const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), size);
        if (error != std::errc{} || end != part.data() + part.size() || size < 0)
            return std::nullopt;
        sizes.push_back(size);
    }
    return sizes;
}

/// Bytes of the header's length field and where the header starts; nothing for an unknown version.
std::optional<std::string_view> headerOf(std::string_view bytes)
{
    constexpr std::string_view kMagic = "\x93NUMPY";
    if (bytes.substr(0, kMagic.size()) != kMagic || bytes.size() < 12)
        return std::nullopt;
    const int version = bytes[6];
    if (version < 1 || version > 3)
        return std::nullopt;
    const std::size_t fieldSize = version == 1 ? 2 : 4;
    std::size_t length = 0;
    for (std::size_t i = fieldSize; i-- > 0;)
        length = length << 8 | static_cast<unsigned char>(bytes[8 + i]);
    const std::size_t start = 8 + fieldSize;
    return length > bytes.size() - start ? std::nullopt : std::optional(bytes.substr(start, length));
}

} // namespace

Result<ir::Tensor> parseNpy(std::string_view bytes, std::string_view name)
{
    const auto header = headerOf(bytes);
    if (!header)
        return invalid(name, "is not in NumPy's .npy form");
    const auto descr = entryOf(*header, "descr");
    const auto order = entryOf(*header, "fortran_order");
    const auto shape = entryOf(*header, "shape");
    if (!descr || !order || !shape)
        return invalid(name, "has a header that cannot be read");
    const auto dtype = typeOf(*descr);
    if (!dtype)
        return invalid(name, concat("is of type ", support::plainText(*descr), ", which is not taken"));
    auto sizes = sizesOf(*shape);
    if (!sizes)
        return invalid(name, "has a shape that cannot be read");
    const auto data = std::as_bytes(std::span(bytes.substr(static_cast<std::size_t>(header->data() - bytes.data()) + header->size())));
    ir::Tensor tensor = ir::Tensor::fromBytes(*dtype, {static_cast<std::int64_t>(data.size() / ir::itemSize(*dtype))}, {data.begin(), data.end()});
    tensor.sizes = *sizes;
    std::vector<std::int64_t> reversed(sizes->rbegin(), sizes->rend());
    tensor.strides = ir::contiguousStrides(*order == "True" ? reversed : *sizes);
    if (*order == "True")
        std::reverse(tensor.strides.begin(), tensor.strides.end());
    if (Status status = ir::checkTensor(tensor, name); !status.ok())
        return invalid(name, concat("does not fit its bytes: ", status.error().message));
    if (tensor.byteCount() != data.size())
        return invalid(name, concat("has ", data.size(), " bytes instead of ", tensor.byteCount()));
    return tensor;
}

Result<std::vector<std::pair<std::string, ir::Tensor>>> readNpz(const std::filesystem::path& path)
{
    auto file = support::File::open(path);
    if (!file.ok())
        return file.error();
    ArchiveOptions options;
    options.allowDeflated = true;
    auto archive = Archive::open(*file, options);
    if (!archive.ok())
        return archive.error();
    std::vector<std::pair<std::string, ir::Tensor>> arrays;
    for (const ArchiveEntry& entry : archive->entries()) {
        constexpr std::string_view kExtension = ".npy";
        if (!std::string_view(entry.name).ends_with(kExtension))
            return invalid(entry.name, "is no .npy");
        auto bytes = archive->read(entry);
        if (!bytes.ok())
            return bytes.error();
        auto tensor = parseNpy(*bytes, entry.name);
        if (!tensor.ok())
            return tensor.error();
        arrays.emplace_back(entry.name.substr(0, entry.name.size() - kExtension.size()), std::move(*tensor));
    }
    std::sort(arrays.begin(), arrays.end(), [](const auto& left, const auto& right) { return left.first < right.first; });
    return arrays;
}

} // namespace sidelight::io
