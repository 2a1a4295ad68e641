// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/ir/tensor.h"
#include "core/runtime/descriptor.h"
#include "core/runtime/protocol.h"
#include "core/support/result.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace sidelight::runtime {

/// Collects the tensors of one request: bytes in memory are copied once into a memory file, those in files stay where
/// they are and their open descriptor goes along.
class TensorPacker
{
public:
    /// Adds a tensor and returns its index. Fails with SL1008 (`name`), or SL9001 when there is no memory for its
    /// bytes.
    Result<std::uint32_t> add(const ir::Tensor& tensor, std::string_view name);
    [[nodiscard]] const TensorTable& table() const { return table_; }
    /// Borrowed; valid as long as this object.
    [[nodiscard]] const std::vector<int>& descriptors() const { return descriptors_; }
    /// Fails with SL1010 when a file has changed since it was opened.
    [[nodiscard]] Status checkUnchanged() const;

private:
    Result<std::uint32_t> addStorage(const std::shared_ptr<const ir::Storage>& storage, std::string_view name);
    Result<StorageRef> addBytes(std::span<const std::byte> bytes, std::string_view name);
    std::uint32_t addFile(const std::shared_ptr<const support::File>& file);

    TensorTable table_;
    std::vector<int> descriptors_;
    std::vector<std::shared_ptr<const support::File>> files_;
    std::map<const ir::Storage*, std::uint32_t> storages_; ///< Looked up only, never iterated.
    Descriptor arena_;
    std::uint32_t arenaDescriptor_ = 0;
    std::uint64_t arenaSize_ = 0;
};

/// Copies the tensors of a reply out of its memory file. Nothing when the table does not fit the descriptors.
std::optional<std::vector<ir::Tensor>> unpackTensors(
    const TensorTable& table, const std::vector<Descriptor>& descriptors);

} // namespace sidelight::runtime
