// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/ir/tensor.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <variant>
#include <vector>

namespace sidelight::lowering {

using TensorPtr = std::shared_ptr<const ir::Tensor>;
/// A Python number.
using PythonNumber = std::variant<bool, std::int64_t, double>;

double asDouble(const PythonNumber& number);
/// The number as an integer when it is one without loss.
std::optional<std::int64_t> asInteger(const PythonNumber& number);

/// A tensor of `sizes` that holds `number` in each element, converted as torch converts scalars. Null where `dtype` has no plain form (complex, 4 bits).
TensorPtr filledTensor(ir::DType dtype, const PythonNumber& number, std::vector<std::int64_t> sizes = {});
/// A 1-D int64 tensor.
TensorPtr integerTensor(std::span<const std::int64_t> values);
/// A tensor of `dtype` with these numbers; null as above.
TensorPtr numberTensor(ir::DType dtype, std::vector<std::int64_t> sizes, std::span<const PythonNumber> values);

/// Least and greatest finite number of a type, as torch.finfo and torch.iinfo give them.
double lowestOf(ir::DType dtype);
double highestOf(ir::DType dtype);

} // namespace sidelight::lowering
