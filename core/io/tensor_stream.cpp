// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/io/tensor_stream.h"

#include "core/onnxir/element_type.h"
#include "core/support/rules.h"
#include "core/support/text.h"

#include <algorithm>
#include <cstring>
#include <span>

// A strided tensor is written in blocks of its row-major form. A block is filled from its storage by halving it along
// the dimension that spans most until a part is dense enough to be read in one piece; so neither a transposed matrix
// nor a slice of rows needs its whole storage in memory. A transposed matrix of n columns costs n reads a block.

namespace sidelight::io {

namespace {

using support::AtomicFile;

constexpr std::uint64_t kPiece = std::uint64_t{16} << 20;
constexpr std::uint64_t kSmallSpan = std::uint64_t{64} << 10;
constexpr std::uint64_t kSparsest = 4; ///< A part is read at once when at least one byte in four is wanted.

/// A box of elements of a storage, and where they go in a buffer. All counts are in elements.
struct Box
{
    std::vector<std::uint64_t> sizes;
    std::vector<std::uint64_t> strides;
    std::vector<std::uint64_t> targetStrides;
    std::uint64_t offset = 0;
    std::uint64_t target = 0;

    [[nodiscard]] std::uint64_t count() const
    {
        std::uint64_t count = 1;
        for (const std::uint64_t size : sizes)
            count *= size;
        return count;
    }
    [[nodiscard]] std::uint64_t span() const
    {
        std::uint64_t span = 1;
        for (std::size_t d = 0; d < sizes.size(); ++d)
            span += (sizes[d] - 1) * strides[d];
        return span;
    }
};

Status readStorage(const ir::Storage& storage, std::uint64_t offset, std::span<std::byte> into)
{
    if (const auto* extent = std::get_if<ir::FileExtent>(&storage.content))
        return extent->file->read(extent->offset + offset, into);
    const auto* bytes = std::get_if<std::vector<std::byte>>(&storage.content);
    if (!bytes)
        return support::diagnose(rules::kWriteFailed,
            concat(storage.name, " was saved without data (fake mode); export with weights left out"));
    if (!into.empty())
        std::memcpy(into.data(), bytes->data() + offset, into.size());
    return {};
}

void gather(const Box& box, std::size_t dimension, std::uint64_t from, std::uint64_t to,
    std::span<const std::byte> source, std::span<std::byte> target, std::size_t item)
{
    if (dimension == box.sizes.size()) {
        std::memcpy(target.data() + to * item, source.data() + from * item, item);
        return;
    }
    const bool run =
        dimension + 1 == box.sizes.size() && box.strides[dimension] == 1 && box.targetStrides[dimension] == 1;
    if (run) {
        std::memcpy(target.data() + to * item, source.data() + from * item, box.sizes[dimension] * item);
        return;
    }
    for (std::uint64_t i = 0; i < box.sizes[dimension]; ++i)
        gather(box, dimension + 1, from + i * box.strides[dimension], to + i * box.targetStrides[dimension], source,
            target, item);
}

Status fill(const ir::Storage& storage, const Box& box, std::span<std::byte> target, std::size_t item)
{
    const std::uint64_t span = box.span();
    const bool dense = span / kSparsest <= box.count() && span * item <= kPiece;
    if (dense || span * item <= kSmallSpan) {
        std::vector<std::byte> piece(span * item);
        if (Status status = readStorage(storage, box.offset * item, piece); !status)
            return status;
        gather(box, 0, 0, box.target, piece, target, item);
        return {};
    }
    std::size_t widest = 0;
    for (std::size_t d = 1; d < box.sizes.size(); ++d)
        if ((box.sizes[d] - 1) * box.strides[d] > (box.sizes[widest] - 1) * box.strides[widest])
            widest = d;
    Box lower = box;
    Box upper = box;
    lower.sizes[widest] = box.sizes[widest] / 2;
    upper.sizes[widest] -= lower.sizes[widest];
    upper.offset += lower.sizes[widest] * box.strides[widest];
    upper.target += lower.sizes[widest] * box.targetStrides[widest];
    if (Status status = fill(storage, lower, target, item); !status)
        return status;
    return fill(storage, upper, target, item);
}

Box boxOf(const ir::Tensor& tensor)
{
    Box box;
    const auto unsignedOf = [](const std::vector<std::int64_t>& values) {
        std::vector<std::uint64_t> out;
        for (const std::int64_t value : values)
            out.push_back(static_cast<std::uint64_t>(value));
        return out;
    };
    box.sizes = unsignedOf(tensor.sizes);
    box.strides = unsignedOf(tensor.strides);
    box.targetStrides = unsignedOf(ir::contiguousStrides(tensor.sizes));
    box.offset = static_cast<std::uint64_t>(tensor.storageOffset);
    return box;
}

/// Calls `emit` with the row-major bytes, block by block.
Status eachBlock(const ir::Storage& storage, const Box& box, std::size_t item, std::uint64_t blockBytes,
    const std::function<Status(std::span<const std::byte>)>& emit)
{
    if (box.count() * item <= blockBytes) {
        std::vector<std::byte> block(box.count() * item);
        if (Status status = fill(storage, box, block, item); !status)
            return status;
        return emit(block);
    }
    const std::uint64_t rows = std::max<std::uint64_t>(1, blockBytes / (box.targetStrides[0] * item));
    for (std::uint64_t row = 0; row < box.sizes[0]; row += rows) {
        Box part = box;
        part.sizes[0] = std::min(rows, box.sizes[0] - row);
        part.offset += row * box.strides[0];
        if (part.sizes[0] == 1) {
            part.sizes.erase(part.sizes.begin());
            part.strides.erase(part.strides.begin());
            part.targetStrides.erase(part.targetStrides.begin());
        }
        if (Status status = eachBlock(storage, part, item, blockBytes, emit); !status)
            return status;
    }
    return {};
}

Status streamContiguous(
    const ir::Storage& storage, std::uint64_t offset, std::uint64_t length, AtomicFile& into, Transfer& transfer)
{
    const auto* extent = std::get_if<ir::FileExtent>(&storage.content);
    const auto* bytes = std::get_if<std::vector<std::byte>>(&storage.content);
    if (!extent && !bytes)
        return readStorage(storage, 0, {});
    while (length > 0) {
        const std::uint64_t piece = std::min(length, kPiece);
        const Status status = extent ? into.copy(*extent->file, extent->offset + offset, piece)
                                     : into.write(std::span(*bytes).subspan(offset, piece));
        if (!status)
            return status;
        if (Status more = transfer.advance(piece); !more)
            return more;
        offset += piece;
        length -= piece;
    }
    return {};
}

} // namespace

Status Transfer::advance(std::uint64_t bytes)
{
    done += bytes;
    if (progress)
        progress(done, total);
    if (stop.stop_requested())
        return support::diagnose(rules::kCancelled, "the export was cancelled; nothing was written");
    return {};
}

Status checkRaw(const ir::Tensor& tensor, std::string_view name)
{
    if (onnxir::elementType(tensor.dtype) == 0)
        return support::diagnose(rules::kWriteFailed,
            concat("ONNX has no tensor type for ", ir::name(tensor.dtype), " (", support::plainText(name), ")"),
            {{std::string(name), "tensor", {}, 0, {}, {}}});
    const auto bytes = onnxir::rawByteCount(tensor.dtype, tensor.sizes);
    const bool packed = onnxir::elementBits(tensor.dtype) < 8;
    if (!bytes || !tensor.storage || tensor.storageOffset < 0 || tensor.strides.size() != tensor.sizes.size())
        return support::diagnose(
            rules::kTensorInvalid, concat(support::plainText(name), " has sizes that no tensor can have"));
    if (tensor.dtype == ir::DType::String || !tensor.storage->hasData())
        return {};
    if (packed && (tensor.storageOffset != 0 || tensor.storage->size() < *bytes ||
                      tensor.strides != ir::contiguousStrides(tensor.sizes)))
        return support::diagnose(rules::kTensorInvalid,
            concat(support::plainText(name), " packs several elements in a byte and is not contiguous"));
    return packed ? Status{} : ir::checkTensor(tensor, name);
}

Result<std::vector<std::byte>> rawBytes(const ir::Tensor& tensor)
{
    const auto count = onnxir::rawByteCount(tensor.dtype, tensor.sizes);
    if (!count)
        return support::diagnose(rules::kTensorInvalid, "a tensor has sizes that no tensor can have");
    std::vector<std::byte> bytes(*count);
    if (bytes.empty())
        return bytes;
    const std::size_t item = onnxir::elementBits(tensor.dtype) / 8;
    const Status status =
        item == 0 ? readStorage(*tensor.storage, 0, bytes) : fill(*tensor.storage, boxOf(tensor), bytes, item);
    if (!status)
        return status.error();
    return bytes;
}

Status streamRaw(const ir::Tensor& tensor, AtomicFile& into, Transfer& transfer)
{
    const auto count = onnxir::rawByteCount(tensor.dtype, tensor.sizes);
    if (!count)
        return support::diagnose(rules::kTensorInvalid, "a tensor has sizes that no tensor can have");
    if (*count == 0)
        return {};
    const std::size_t item = onnxir::elementBits(tensor.dtype) / 8;
    if (item == 0 || tensor.isContiguous())
        return streamContiguous(
            *tensor.storage, static_cast<std::uint64_t>(tensor.storageOffset) * item, *count, into, transfer);
    return eachBlock(*tensor.storage, boxOf(tensor), item, kPiece, [&](std::span<const std::byte> block) {
        if (Status status = into.write(block); !status)
            return status;
        return transfer.advance(block.size());
    });
}

} // namespace sidelight::io
