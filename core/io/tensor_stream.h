// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/ir/tensor.h"
#include "core/support/file.h"
#include "core/support/result.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <stop_token>
#include <string_view>
#include <vector>

namespace sidelight::io {

/// Who wants to hear how many bytes are done, and who may ask to stop.
struct Transfer
{
    std::stop_token stop;
    std::function<void(std::uint64_t done, std::uint64_t total)> progress;
    std::uint64_t done = 0;
    std::uint64_t total = 0;

    /// Counts `bytes` and reports; fails with SL9003 when asked to stop.
    [[nodiscard]] Status advance(std::uint64_t bytes);
};

/// Whether ONNX can hold `tensor` as raw data and its view lies within its storage (data may be absent). `name` is for
/// the message.
Status checkRaw(const ir::Tensor& tensor, std::string_view name);

/// The elements in row-major order, as raw_data has them. For small tensors.
Result<std::vector<std::byte>> rawBytes(const ir::Tensor& tensor);

/// Appends what rawBytes gives, holding no more than a few pieces of 16 MiB: contiguous bytes go from file to file,
/// strided ones are gathered.
Status streamRaw(const ir::Tensor& tensor, support::AtomicFile& into, Transfer& transfer);

} // namespace sidelight::io
