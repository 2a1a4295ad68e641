// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "core/runtime/tensor_transfer.h"

#include "core/runtime/channel.h"
#include "core/support/rules.h"
#include "core/support/text.h"

#include <algorithm>

#include <sys/stat.h>

namespace sidelight::runtime {
namespace {

constexpr std::uint64_t kAlignment = 64;

Diagnostic noMemory(std::string_view name)
{
    return support::diagnose(rules::kEvaluatorFailed,
        concat("there is no memory to hand tensor ", name, " to the evaluator"),
        {{std::string(name), "tensor", {}, 0, {}, {}}});
}

std::uint64_t sizeOf(int descriptor)
{
    struct stat status
    {};
    return ::fstat(descriptor, &status) == 0 ? static_cast<std::uint64_t>(status.st_size) : 0;
}

} // namespace

Result<std::uint32_t> TensorPacker::add(const ir::Tensor& tensor, std::string_view name)
{
    if (!tensor.storage || !tensor.storage->hasData())
        return support::diagnose(rules::kTensorInvalid,
            concat("tensor ", name, " has no data (fake mode); nothing can be evaluated with it"));
    if (ir::itemSize(tensor.dtype) == 0)
        return support::diagnose(rules::kTensorInvalid,
            concat("tensor ", name, " is ", ir::name(tensor.dtype), ", which the evaluator does not take"));
    if (Status status = ir::checkTensor(tensor, name); !status.ok())
        return status.error();
    Result<std::uint32_t> storage = addStorage(tensor.storage, name);
    if (!storage.ok())
        return storage.error();
    table_.tensors.push_back({tensor.dtype, tensor.sizes, tensor.strides, tensor.storageOffset, *storage});
    return static_cast<std::uint32_t>(table_.tensors.size() - 1);
}

Result<std::uint32_t> TensorPacker::addStorage(const std::shared_ptr<const ir::Storage>& storage, std::string_view name)
{
    if (const auto known = storages_.find(storage.get()); known != storages_.end())
        return known->second;
    StorageRef ref;
    if (const auto* bytes = std::get_if<std::vector<std::byte>>(&storage->content)) {
        Result<StorageRef> added = addBytes(*bytes, name);
        if (!added.ok())
            return added.error();
        ref = *added;
    } else if (const auto* extent = std::get_if<ir::FileExtent>(&storage->content)) {
        const bool isNew = std::find(files_.begin(), files_.end(), extent->file) == files_.end();
        if (isNew && files_.size() + 2 >= kMaximumDescriptors) {
            std::vector<std::byte> copy(extent->length);
            if (Status status = extent->file->read(extent->offset, copy); !status.ok())
                return status.error();
            Result<StorageRef> added = addBytes(copy, name);
            if (!added.ok())
                return added.error();
            ref = *added;
        } else {
            ref = {addFile(extent->file), extent->offset, extent->length};
        }
    }
    table_.storages.push_back(ref);
    const auto index = static_cast<std::uint32_t>(table_.storages.size() - 1);
    storages_.emplace(storage.get(), index);
    return index;
}

Result<StorageRef> TensorPacker::addBytes(std::span<const std::byte> bytes, std::string_view name)
{
    if (!arena_.isOpen()) {
        arena_ = makeMemoryFile("sidelight-tensors");
        if (!arena_.isOpen())
            return noMemory(name);
        arenaDescriptor_ = static_cast<std::uint32_t>(descriptors_.size());
        descriptors_.push_back(arena_.number());
    }
    const StorageRef ref{arenaDescriptor_, arenaSize_, bytes.size()};
    if (!writeAll(arena_.number(), arenaSize_, bytes))
        return noMemory(name);
    arenaSize_ = (arenaSize_ + bytes.size() + kAlignment - 1) / kAlignment * kAlignment;
    return ref;
}

std::uint32_t TensorPacker::addFile(const std::shared_ptr<const support::File>& file)
{
    const auto known = std::find(descriptors_.begin(), descriptors_.end(), file->descriptor());
    if (known != descriptors_.end())
        return static_cast<std::uint32_t>(known - descriptors_.begin());
    files_.push_back(file);
    descriptors_.push_back(file->descriptor());
    return static_cast<std::uint32_t>(descriptors_.size() - 1);
}

Status TensorPacker::checkUnchanged() const
{
    for (const auto& file : files_)
        if (Status status = file->checkUnchanged(); !status.ok())
            return status;
    return {};
}

std::optional<std::vector<ir::Tensor>> unpackTensors(
    const TensorTable& table, const std::vector<Descriptor>& descriptors)
{
    std::vector<std::shared_ptr<const ir::Storage>> storages;
    for (const StorageRef& ref : table.storages) {
        auto storage = std::make_shared<ir::Storage>();
        if (ref.length > 0) {
            if (ref.descriptor >= descriptors.size())
                return std::nullopt;
            const int descriptor = descriptors[ref.descriptor].number();
            const std::uint64_t size = sizeOf(descriptor);
            if (ref.offset > size || ref.length > size - ref.offset)
                return std::nullopt;
            std::vector<std::byte> bytes(ref.length);
            if (!readAll(descriptor, ref.offset, bytes))
                return std::nullopt;
            storage->content = std::move(bytes);
        } else {
            storage->content = std::vector<std::byte>();
        }
        storages.push_back(std::move(storage));
    }
    std::vector<ir::Tensor> tensors;
    for (const TensorRef& ref : table.tensors) {
        if (ref.storage >= storages.size())
            return std::nullopt;
        ir::Tensor tensor{ref.dtype, ref.sizes, ref.strides, ref.storageOffset, storages[ref.storage]};
        if (!ir::checkTensor(tensor, "reply").ok())
            return std::nullopt;
        tensors.push_back(std::move(tensor));
    }
    return tensors;
}

} // namespace sidelight::runtime
