// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/ir/dim.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sidelight::ir {

/// Element types, named as torch names them.
enum class DType : std::uint8_t {
    UInt8, Int8, Int16, Int32, Int64, Float16, Float32, Float64, Complex32, Complex64, Complex128, Bool, BFloat16,
    UInt16, UInt32, UInt64, Float8E4M3FN, Float8E5M2, Float8E4M3FNUZ, Float8E5M2FNUZ, Float8E8M0FNU,
    String, Int4, UInt4, Float4E2M1, ///< ONNX only.
    Undefined,
};

/// "float32" as in torch.float32.
std::string_view name(DType dtype);
/// "f32", as in print_readable and the inspector.
std::string_view shortName(DType dtype);
std::optional<DType> dtypeFromName(std::string_view name);
/// Bytes of one element; 0 for String, Undefined and types under a byte.
std::size_t itemSize(DType dtype);
bool isFloating(DType dtype);
bool isComplex(DType dtype);
/// Integers without bool.
bool isInteger(DType dtype);
bool isSigned(DType dtype);

struct Device {
    std::string type = "cpu";
    std::optional<int> index;
    friend auto operator<=>(const Device&, const Device&) = default;
};

enum class Layout : std::uint8_t { Unknown, SparseCoo, SparseCsr, SparseCsc, SparseBsr, SparseBsc, Mkldnn, Strided };
enum class MemoryFormat : std::uint8_t { Unknown, Contiguous, ChannelsLast, ChannelsLast3d, Preserve };
std::string_view name(Layout layout);             ///< "strided" as in torch.strided.
std::string_view name(MemoryFormat memoryFormat); ///< "contiguous_format".

/// The type of a tensor value: `meta["val"]` of a FakeTensor. Sizes and strides are in elements and may be symbolic.
struct TensorType {
    DType dtype = DType::Undefined;
    std::vector<Dim> sizes;
    std::vector<Dim> strides; ///< Empty when unknown.
    Dim storageOffset = Dim::constant(0);
    Device device;
    Layout layout = Layout::Strided;
    bool requiresGrad = false;

    [[nodiscard]] std::size_t rank() const { return sizes.size(); }
    friend bool operator==(const TensorType&, const TensorType&) = default;
};

/// What one FX value is: `meta["val"]`. Multi-output calls carry one Type per output in `elements`.
struct Type {
    enum class Kind : std::uint8_t { Unknown, None, Tensor, Int, Float, Bool, String, List, Object };
    Kind kind = Kind::Unknown;
    TensorType tensor;          ///< Kind::Tensor.
    std::optional<Dim> value;   ///< Kind::Int, Bool and Float with a symbolic expression or a constant.
    std::vector<Type> elements; ///< Kind::List.

    static Type of(TensorType tensor);
    static Type integer(Dim value);
    static Type list(std::vector<Type> elements);
    [[nodiscard]] bool isTensor() const { return kind == Kind::Tensor; }
    friend bool operator==(const Type&, const Type&) = default;
};

/// "f32[batch, 8]" (sizes by name), "Sym(s77)", "[f32[2], i64[2]]".
std::string toText(const Type& type);
/// "f32[batch, 8]".
std::string toText(const TensorType& type);

} // namespace sidelight::ir
