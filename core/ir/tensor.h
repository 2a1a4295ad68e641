// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/ir/type.h"
#include "core/support/file.h"

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <variant>
#include <vector>

namespace sidelight::ir {

/// Bytes of a tensor storage where they lie in a file. Never read until somebody asks.
struct FileExtent {
    std::shared_ptr<const support::File> file;
    std::uint64_t offset = 0; ///< Bytes from the start of the file.
    std::uint64_t length = 0; ///< Bytes.
};

/// An untyped storage, as torch.UntypedStorage: a stretch of a file, or bytes in memory, or declared without data (fake mode).
struct Storage {
    std::variant<std::monostate, FileExtent, std::vector<std::byte>> content;
    std::string name; ///< Entry or origin, for messages ("data/weights/weight_0").

    [[nodiscard]] std::uint64_t size() const; ///< Bytes.
    [[nodiscard]] bool hasData() const { return content.index() != 0; }
};

/// A tensor: a strided view of a storage (little-endian). Sizes, strides and offset are in elements. Tensors with one storage share its pointer.
struct Tensor {
    DType dtype = DType::Undefined;
    std::vector<std::int64_t> sizes;
    std::vector<std::int64_t> strides;
    std::int64_t storageOffset = 0;
    std::shared_ptr<const Storage> storage;

    [[nodiscard]] std::int64_t elementCount() const;
    [[nodiscard]] std::uint64_t byteCount() const; ///< Of the contiguous form.
    [[nodiscard]] bool isContiguous() const;
    /// A contiguous tensor over `bytes`.
    static Tensor fromBytes(DType dtype, std::vector<std::int64_t> sizes, std::vector<std::byte> bytes);
    template <class T>
    static Tensor fromValues(DType dtype, std::vector<std::int64_t> sizes, std::span<const T> values)
    {
        const auto bytes = std::as_bytes(values);
        return fromBytes(dtype, std::move(sizes), std::vector<std::byte>(bytes.begin(), bytes.end()));
    }
};

/// Strides of a contiguous tensor. Sizes must be non-negative.
std::vector<std::int64_t> contiguousStrides(std::span<const std::int64_t> sizes);

/// Checks that sizes, strides and offset are non-negative, do not overflow and lie within the storage. Fails with SL1008 naming `name`.
Status checkTensor(const Tensor& tensor, std::string_view name);

/// Reads the elements in row-major order into contiguous little-endian bytes.
Result<std::vector<std::byte>> readContiguous(const Tensor& tensor);

} // namespace sidelight::ir
