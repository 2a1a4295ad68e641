// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lowering/call.h"

#include <optional>
#include <string_view>

namespace sidelight::lowering::aten {

/// A complex tensor by its parts; no imaginary part: a real one.
struct Parts
{
    Operand real;
    std::optional<Operand> imaginary;
};

/// One part (0: real, 1: imaginary) of a complex tensor.
Operand partOf(Op& op, const Operand& value, std::int64_t part);
/// The argument by its parts, in the real type `dtype`: a complex or real tensor, or a number.
Parts partsOf(Op& op, const Call& call, std::string_view name, ir::DType dtype);
/// The complex tensor with these parts, which have the same sizes.
Operand joined(Op& op, const Operand& real, const Operand& imaginary);
/// The real tensor as a complex one.
Operand fromReal(Op& op, const Operand& real);
/// Complex conjugate.
Operand conjugate(Op& op, const Operand& value);
/// Number of the FX tensor's dimensions behind a complex operand.
std::int64_t complexRank(const Call& call, const Operand& value);

} // namespace sidelight::lowering::aten
