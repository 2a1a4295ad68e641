// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lowering/op.h"

namespace sidelight::lowering::aten {

/// Uniform numbers in [0, 1) of these sizes; float64 stays that, any other `dtype` gets float32.
Operand uniformDraw(Op& op, const Sizes& sizes, ir::DType dtype);
/// Numbers of the standard normal distribution; float64 stays that, any other `dtype` gets float32.
Operand normalDraw(Op& op, const Sizes& sizes, ir::DType dtype);
/// Whether each of independent uniform numbers is below `probability`, which broadcasts to `sizes`.
Operand chanceDraw(Op& op, const Sizes& sizes, const Operand& probability);

} // namespace sidelight::lowering::aten
