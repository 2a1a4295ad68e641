// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/fx/program.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace sidelight::fx::fold {

/// Tensors over this many elements are never evaluated here.
constexpr std::int64_t kMostElements = 8192;

/// A small tensor in row-major order. Integers and bool are in `integers`, float32 and float64 in `reals` (float32 rounded to its precision).
struct Constant {
    ir::DType dtype = ir::DType::Undefined;
    std::vector<std::int64_t> sizes;
    std::vector<std::int64_t> integers;
    std::vector<double> reals;

    [[nodiscard]] bool isReal() const { return ir::isFloating(dtype); }
    [[nodiscard]] std::size_t count() const { return isReal() ? reals.size() : integers.size(); }
};

/// Whether the own evaluator computes with elements of `dtype`.
bool isSupported(ir::DType dtype);
/// `value` as an element of `dtype`: rounded, or wrapped to the width of an integer.
double rounded(ir::DType dtype, double value);
std::int64_t wrapped(ir::DType dtype, std::int64_t value);
/// A tensor of `sizes` with equal elements.
Constant filled(ir::DType dtype, std::vector<std::int64_t> sizes, double real, std::int64_t integer);
/// The same elements with another type, as torch converts them; nothing when a value does not fit (undefined in C++).
std::optional<Constant> converted(const Constant& constant, ir::DType dtype);

/// Nothing for tensors that are too large, of an unsupported type, or cannot be read.
std::optional<Constant> fromTensor(const ir::Tensor& tensor);
ir::Tensor toTensor(const Constant& constant);

/// Evaluates one call_function node; `known` gives the constants of its tensor arguments. Nothing when the operator or a value is not one that is
/// evaluated exactly here; the result then has the dtype and sizes that the node's type says.
std::optional<Constant> evaluate(const ir::Graph<Node>& graph, const Node& node, const std::function<const Constant*(Value)>& known);

} // namespace sidelight::fx::fold
