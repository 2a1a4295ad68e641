// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lowering/call.h"

#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

namespace sidelight::lowering::aten {

/// The argument as a tensor of `dtype`, whether it is a tensor or a number.
Operand operand(Op& op, const Call& call, std::string_view name, ir::DType dtype);
/// `op_type` of the argument "self", computed in the result's type.
Result<Values> unary(Op& op, const Call& call, std::string_view opType);
/// `op_type` of two arguments, computed in the result's type.
Result<Values> binary(Op& op, const Call& call, std::string_view opType, std::string_view left = "self", std::string_view right = "other");
/// The type that two arguments are compared in.
ir::DType commonType(const Call& call, std::string_view left, std::string_view right);
/// -1, 0 or 1; 0 for NaN, which ONNX Runtime's Sign leaves.
Operand signOf(Op& op, const Operand& value);
/// What ArgMax, ArgMin and TopK order a value by, which have no place for NaN: it is greater than infinity, or smaller than minus infinity. bool becomes int32.
Operand orderKey(Op& op, const Operand& value, bool nanIsGreatest);
/// The value as bool: whether it is not zero.
Operand truth(Op& op, const Operand& value);
/// Product of the sizes of `dims`.
Scalar countOf(Op& op, const Operand& value, const std::vector<std::int64_t>& dims);
/// 0, 1, …, rank - 1.
std::vector<std::int64_t> allDims(std::int64_t rank);
/// Does `along` on a tensor with at least one dimension: a 0-d one is given a dimension and loses it again.
Operand withDimension(Op& op, const Operand& value, const std::function<Operand(const Operand&)>& along);
/// A tensor of these sizes filled with a number, or with a 0-d tensor.
Operand filled(Op& op, const Sizes& sizes, const Scalar& value, ir::DType dtype);
/// Whether ConstantOfShape makes this type.
bool fillsShapes(const Op& op, ir::DType dtype);
/// 0, 1, …, count - 1 as int64.
Operand counting(Op& op, const Scalar& count);
/// The loss as the argument "reduction" says: 0 none, 1 mean, 2 sum.
Result<Values> reducedLoss(Op& op, const Call& call, const Operand& loss);
/// Sizes of the call's output as numbers, where all are.
std::vector<std::int64_t> staticSizes(const ir::TensorType& type);

} // namespace sidelight::lowering::aten
