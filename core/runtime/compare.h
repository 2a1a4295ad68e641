// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/ir/tensor.h"
#include "core/support/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace sidelight::runtime {

/// What "equal" demands of two floats. Integers and bool are always compared exactly; NaN equals NaN, infinities must
/// match.
enum class Tolerance : std::uint8_t
{
    Model,     ///< |a-b| <= 1e-4 or |a-b| <= 1e-3·|b| (1e-2 where a 16-bit float takes part).
    ModelHalf, ///< As Model, where a 16-bit float takes part elsewhere in the model: 1e-2 for every output.
    Sample,    ///< |a-b| <= 1e-5·max(1, |b|): the bundled samples.
    Exact,     ///< The same bits, but for NaN and the sign of zero.
};

/// How two tensors differ, element by element; `b` is the reference. A complex element counts as two floats.
struct Comparison
{
    bool equal = false;
    std::string reason;         ///< Why they are not equal, for a reader; empty when they are.
    double maxAbsolute = 0;     ///< Largest |a-b|; infinity where only one is finite or NaN.
    double maxRelative = 0;     ///< Largest |a-b| / |b|.
    std::uint64_t maxUlp = 0;   ///< Largest distance in units in the last place, of the narrower element type.
    std::int64_t differing = 0; ///< Elements beyond the tolerance.
    std::optional<std::vector<std::int64_t>> firstDiffering; ///< Index of the first of them.
};

/// Compares numbers only: dtype and shape first, then every element. Fails with SL1008 or a reading error when bytes
/// cannot be read.
Result<Comparison> compare(const ir::Tensor& a, const ir::Tensor& b, Tolerance tolerance = Tolerance::Model);

} // namespace sidelight::runtime
