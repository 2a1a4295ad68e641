// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/ir/tensor.h"
#include "core/ir/type.h"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace sidelight::onnxir::passes {

using Sizes = std::vector<std::int64_t>;

/// A tensor in row-major order, while constants are folded.
struct Block {
    ir::DType dtype = ir::DType::Undefined;
    Sizes sizes;
    std::vector<std::byte> bytes;

    [[nodiscard]] std::size_t item() const { return ir::itemSize(dtype); }
};

/// Product of the sizes; nothing for a negative size or more than 2^40 elements.
std::optional<std::int64_t> countOf(const Sizes& sizes);
/// The place of an axis counted from either end, or nothing.
std::optional<std::size_t> axisOf(std::int64_t axis, std::size_t rank);

template <class T>
Block blockOf(ir::DType dtype, Sizes sizes, const std::vector<T>& values)
{
    const auto bytes = std::as_bytes(std::span(values));
    return {dtype, std::move(sizes), {bytes.begin(), bytes.end()}};
}
template <class T>
std::vector<T> valuesOf(const Block& block)
{
    std::vector<T> values(block.bytes.size() / sizeof(T));
    if (!values.empty())
        std::memcpy(values.data(), block.bytes.data(), values.size() * sizeof(T));
    return values;
}

/// The block whose element at each index of `sizes` is the one of `from` at offset + the sum of index times stride.
Block strided(const Block& from, Sizes sizes, const Sizes& strides, std::int64_t offset);
/// ONNX's multidirectional broadcasting to `sizes`.
std::optional<Block> expanded(const Block& from, const Sizes& sizes);
std::optional<Sizes> broadcast(const Sizes& left, const Sizes& right);

// Elementwise operators, by name. Nothing where there is no right result: overflow, division by zero, a type that is not known here.

std::optional<Block> unary(std::string_view opType, const Block& input);
/// Both of one type and one shape.
std::optional<Block> binary(std::string_view opType, const Block& left, const Block& right);
std::optional<Block> cast(const Block& input, ir::DType to);
/// Of scalars of one type.
std::optional<Block> range(const Block& start, const Block& limit, const Block& delta, std::int64_t maxBytes);
/// Product, sum, maximum or minimum of int64 over `axes` (ReduceProd and so on).
std::optional<Block> reduced(std::string_view opType, const Block& input, const std::vector<std::size_t>& axes, bool keepsAxes);

} // namespace sidelight::onnxir::passes
