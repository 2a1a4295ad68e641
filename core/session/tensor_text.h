// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/ir/tensor.h"

#include <string>
#include <string_view>

namespace sidelight::session {

/// Tensors of more elements are told without them.
constexpr std::int64_t kMostElementsInText = 64;

/// "f32[2, 2] = 1.0 0.5 -2.0 nan": the elements in row-major order, or, of types that are neither float32, float64, int64, int32 nor bool, their bytes in hexadecimal.
std::string printTensorText(const ir::Tensor& tensor);
/// Reads what printTensorText prints: a contiguous tensor, without data where no elements are told. Fails with SL1014.
Result<ir::Tensor> parseTensorText(std::string_view text);

/// The tensor as its text gives it back: without data when it is larger than that.
ir::Tensor withinText(const ir::Tensor& tensor);

} // namespace sidelight::session
