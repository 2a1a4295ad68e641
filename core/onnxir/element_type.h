// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/ir/tensor.h"
#include "core/ir/type.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sidelight::onnxir {

/// TensorProto.DataType of `dtype` (`to` of Cast); 0 where ONNX has no such type (complex32).
std::int32_t elementType(ir::DType dtype);
/// The type of a TensorProto.DataType number, or nothing for one that we do not know.
std::optional<ir::DType> dtypeFromElementType(std::int32_t elementType);
/// "FLOAT", as TensorProto.DataType names it.
std::string_view elementTypeName(ir::DType dtype);
/// "float", as ONNX text syntax names it.
std::string_view elementTypeText(ir::DType dtype);
/// Bits of one element as raw_data stores it; 0 for strings.
std::uint32_t elementBits(ir::DType dtype);
/// Bytes of raw_data for a tensor of this type and size; nothing when it overflows.
std::optional<std::uint64_t> rawByteCount(ir::DType dtype, const std::vector<std::int64_t>& sizes);

/// A tensor of strings. Its storage holds each string as four bytes of length, little-endian, and its bytes.
ir::Tensor tensorFromStrings(std::vector<std::int64_t> sizes, const std::vector<std::string>& strings);
/// The strings of a tensor that tensorFromStrings made. Fails with SL1008.
Result<std::vector<std::string>> stringsOf(const ir::Tensor& tensor);

} // namespace sidelight::onnxir
