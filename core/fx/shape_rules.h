// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/ir/type.h"

#include <optional>
#include <vector>

namespace sidelight::fx {

// Symbolic types of the nodes that passes make. Each is exact for its operator; a type that is not known stays unknown.

/// A cast: the same tensor with `dtype`; a preserved memory format keeps the strides of dense tensors.
ir::Type castType(const ir::Type& type, ir::DType dtype);
/// Sizes of two tensors broadcast together, or nothing when it is not certain that they fit.
std::optional<std::vector<ir::Dim>> broadcastSizes(const std::vector<ir::Dim>& left, const std::vector<ir::Dim>& right);
/// Strides of a contiguous tensor.
std::vector<ir::Dim> contiguousStrides(const std::vector<ir::Dim>& sizes);
/// A fresh contiguous tensor of `dtype` and `sizes` on the device of `like`.
ir::Type freshType(ir::DType dtype, std::vector<ir::Dim> sizes, const ir::Type& like);
/// An expanded view of `type` with `sizes`: broadcast axes have stride 0.
ir::Type expandType(const ir::Type& type, const std::vector<ir::Dim>& sizes);
/// The element that operator.getitem reads of a list or tuple.
ir::Type elementType(const ir::Type& type, std::size_t index);

} // namespace sidelight::fx
