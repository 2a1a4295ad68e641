// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "core/ir/tensor.h"

#include "core/support/rules.h"
#include "core/support/text.h"

#include <algorithm>
#include <cstring>

namespace sidelight::ir {

namespace {

constexpr std::size_t kPiece = std::size_t{8} << 20;

Status invalid(std::string_view name, std::string_view what)
{
    return support::diagnose(rules::kTensorInvalid, concat("tensor ", name, ": ", what), {{std::string(name), "tensor", {}, 0, {}, {}}});
}

/// Reads `into.size()` bytes of the storage from `offset`.
Status readStorage(const Storage& storage, std::uint64_t offset, std::span<std::byte> into)
{
    if (const auto* extent = std::get_if<FileExtent>(&storage.content)) {
        if (offset > extent->length || into.size() > extent->length - offset)
            return invalid(storage.name, "elements lie beyond the end of the storage");
        return extent->file->read(extent->offset + offset, into);
    }
    if (const auto* bytes = std::get_if<std::vector<std::byte>>(&storage.content)) {
        if (offset > bytes->size() || into.size() > bytes->size() - offset)
            return invalid(storage.name, "elements lie beyond the end of the storage");
        std::copy_n(bytes->begin() + static_cast<std::ptrdiff_t>(offset), into.size(), into.begin());
        return {};
    }
    return invalid(storage.name, "has no data (it was saved in fake mode); give the weights");
}

/// Storage offsets of a strided tensor in row-major order, one by one.
class Walk {
public:
    explicit Walk(const Tensor& tensor) : tensor_(tensor), at_(tensor.sizes.size(), 0), offset_(tensor.storageOffset) {}

    [[nodiscard]] std::int64_t offset() const { return offset_; }
    void advance()
    {
        for (std::size_t axis = at_.size(); axis-- > 0;) {
            offset_ += tensor_.strides[axis];
            if (++at_[axis] < tensor_.sizes[axis])
                return;
            offset_ -= tensor_.strides[axis] * tensor_.sizes[axis];
            at_[axis] = 0;
        }
    }

private:
    const Tensor& tensor_;
    std::vector<std::int64_t> at_;
    std::int64_t offset_;
};

/// The number of storage elements from the first to the last that the tensor touches.
std::int64_t reach(const Tensor& tensor)
{
    std::int64_t last = 0;
    for (std::size_t axis = 0; axis < tensor.sizes.size(); ++axis)
        last += (tensor.sizes[axis] - 1) * tensor.strides[axis];
    return last + 1;
}

} // namespace

std::uint64_t Storage::size() const
{
    if (const auto* extent = std::get_if<FileExtent>(&content))
        return extent->length;
    if (const auto* bytes = std::get_if<std::vector<std::byte>>(&content))
        return bytes->size();
    return 0;
}

std::int64_t Tensor::elementCount() const
{
    std::int64_t count = 1;
    for (const std::int64_t size : sizes)
        count *= size;
    return count;
}

std::uint64_t Tensor::byteCount() const { return static_cast<std::uint64_t>(elementCount()) * itemSize(dtype); }

bool Tensor::isContiguous() const
{
    std::int64_t expected = 1;
    for (std::size_t axis = sizes.size(); axis-- > 0;) {
        if (sizes[axis] == 0)
            return true;
        if (sizes[axis] == 1)
            continue; // The stride of an axis of one is never used.
        if (strides[axis] != expected)
            return elementCount() == 0;
        expected *= sizes[axis];
    }
    return true;
}

Tensor Tensor::fromBytes(DType dtype, std::vector<std::int64_t> sizes, std::vector<std::byte> bytes)
{
    Tensor tensor;
    tensor.dtype = dtype;
    tensor.strides = contiguousStrides(sizes);
    tensor.sizes = std::move(sizes);
    auto storage = std::make_shared<Storage>();
    storage->content = std::move(bytes);
    tensor.storage = std::move(storage);
    return tensor;
}

std::vector<std::int64_t> contiguousStrides(std::span<const std::int64_t> sizes)
{
    std::vector<std::int64_t> strides(sizes.size(), 1);
    for (std::size_t axis = sizes.size(); axis-- > 1;)
        strides[axis - 1] = strides[axis] * std::max<std::int64_t>(sizes[axis], 1);
    return strides;
}

Status checkTensor(const Tensor& tensor, std::string_view name)
{
    if (tensor.sizes.size() != tensor.strides.size())
        return invalid(name, concat("has ", tensor.sizes.size(), " sizes but ", tensor.strides.size(), " strides"));
    if (tensor.storageOffset < 0)
        return invalid(name, concat("storage offset ", tensor.storageOffset, " is negative"));
    std::int64_t count = 1;
    std::int64_t last = tensor.storageOffset;
    bool overflow = false;
    for (std::size_t axis = 0; axis < tensor.sizes.size(); ++axis) {
        const std::int64_t size = tensor.sizes[axis];
        const std::int64_t stride = tensor.strides[axis];
        if (size < 0)
            return invalid(name, concat("size ", size, " of axis ", axis, " is negative"));
        if (stride < 0)
            return invalid(name, concat("stride ", stride, " of axis ", axis, " is negative"));
        std::int64_t step = 0;
        overflow = overflow || __builtin_mul_overflow(count, std::max<std::int64_t>(size, 1), &count);
        overflow = overflow || __builtin_mul_overflow(std::max<std::int64_t>(size - 1, 0), stride, &step) || __builtin_add_overflow(last, step, &last);
    }
    const auto item = static_cast<std::int64_t>(itemSize(tensor.dtype));
    std::int64_t end = 0;
    std::int64_t bytes = 0;
    overflow = overflow || __builtin_mul_overflow(count, std::max<std::int64_t>(item, 1), &bytes) || __builtin_add_overflow(last, std::int64_t{1}, &end) ||
               __builtin_mul_overflow(end, item, &end);
    if (overflow)
        return invalid(name, "its sizes, strides and offset overflow 64 bits");
    if (std::find(tensor.sizes.begin(), tensor.sizes.end(), 0) != tensor.sizes.end())
        return {};
    if (tensor.storage && tensor.storage->hasData() && static_cast<std::uint64_t>(end) > tensor.storage->size())
        return invalid(name, concat("needs ", end, " bytes but its storage ", tensor.storage->name, " has ", tensor.storage->size()));
    return {};
}

Result<std::vector<std::byte>> readContiguous(const Tensor& tensor)
{
    const std::string_view name = tensor.storage ? std::string_view(tensor.storage->name) : std::string_view("(no storage)");
    if (const Status status = checkTensor(tensor, name); !status)
        return status.error();
    const std::size_t item = itemSize(tensor.dtype);
    const auto count = static_cast<std::size_t>(tensor.elementCount());
    if (count == 0)
        return std::vector<std::byte>();
    if (item == 0)
        return invalid(name, concat("elements of ", ir::name(tensor.dtype), " have no bytes of their own")).error();
    if (!tensor.storage)
        return invalid(name, "has no storage").error();
    if (!tensor.storage->hasData())
        return readStorage(*tensor.storage, 0, {}).error();

    std::vector<std::byte> out;
    if (tensor.isContiguous()) {
        out.resize(count * item);
        if (const Status status = readStorage(*tensor.storage, static_cast<std::uint64_t>(tensor.storageOffset) * item, out); !status)
            return status.error();
        return out;
    }

    // Strided: read the stretch that the elements lie in when it is not much larger than they are, else element by element.
    const auto stretch = static_cast<std::size_t>(reach(tensor)) * item;
    const bool whole = stretch <= std::max(2 * count * item, kPiece);
    std::vector<std::byte> source;
    if (whole) {
        source.resize(stretch);
        if (const Status status = readStorage(*tensor.storage, static_cast<std::uint64_t>(tensor.storageOffset) * item, source); !status)
            return status.error();
    }
    out.resize(count * item);
    Walk walk(tensor);
    for (std::size_t at = 0; at < count; ++at, walk.advance()) {
        const std::span<std::byte> into(out.data() + at * item, item);
        if (whole)
            std::memcpy(into.data(), source.data() + static_cast<std::size_t>(walk.offset() - tensor.storageOffset) * item, item);
        else if (const Status status = readStorage(*tensor.storage, static_cast<std::uint64_t>(walk.offset()) * item, into); !status)
            return status.error();
    }
    return out;
}

} // namespace sidelight::ir
