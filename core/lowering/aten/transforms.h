// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lowering/call.h"

#include <cstdint>
#include <vector>

namespace sidelight::lowering::aten {

/// A discrete Fourier transform along `axis` (from the front); `value` has a last dimension of 1 (real) or 2. The
/// inverse is divided by the length.
struct Dft
{
    std::int64_t axis = 0;
    bool isInverse = false;
    bool isOneSided = false;
};
Operand transformed(Op& op, const Operand& value, const Dft& dft);

/// The first `size` entries along `axis`, with zeros after the last where there are fewer.
Operand resized(Op& op, const Operand& value, std::int64_t axis, const Scalar& size);

/// The inverse transform to `size` real numbers of the half spectrum along `axis`, without the last dimension.
Operand realInverse(Op& op, const Operand& halfSpectrum, std::int64_t axis, const Scalar& size);

} // namespace sidelight::lowering::aten
