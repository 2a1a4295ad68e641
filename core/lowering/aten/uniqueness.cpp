// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
//
// Values that differ: unique and its kin. Their results are as long as the data say.
#include "core/lowering/aten/families.h"

#include "core/lowering/aten/operands.h"

#include <limits>

namespace sidelight::lowering::aten {

namespace {

/// The type that ONNX Runtime's Unique takes in its place.
ir::DType uniqueType(ir::DType dtype)
{
    if (dtype == ir::DType::Float32 || dtype == ir::DType::Float64 || dtype == ir::DType::Int64)
        return dtype;
    return ir::isFloating(dtype) ? ir::DType::Float32 : ir::DType::Int64;
}

/// An empty tensor for a result that was not asked for.
Operand absent(Op& op) { return op.constant(ir::DType::Int64, std::int64_t{0}, {0}); }

onnxir::ValueType lineOf(ir::DType dtype)
{
    onnxir::ValueType type = onnxir::ValueType::tensor(dtype, {});
    type.sizes.resize(1);
    return type;
}

/// aten::_unique2(Tensor self, bool sorted=True, bool return_inverse=False, bool return_counts=False) -> (Tensor, Tensor, Tensor)
Result<Values> unique(Op& op, const Call& call)
{
    const Operand self = call["self"];
    const Operand line = op.reshape(op.cast(self, uniqueType(self.dtype())), {-1});
    const Values all = op.outputs(4, "Unique", line, Attributes{{"sorted", 1}});
    const Operand inverse = op.reshape(op.typed(all[2], lineOf(ir::DType::Int64)), op.sizes(self));
    return Values{op.castLike(all[0], self), call.boolean("return_inverse") ? inverse : absent(op), call.boolean("return_counts") ? all[3] : absent(op)};
}

/// aten::unique_dim(Tensor self, int dim, bool sorted=True, bool return_inverse=False, bool return_counts=False) -> (Tensor, Tensor, Tensor)
Result<Values> uniqueDim(Op& op, const Call& call)
{
    const Operand self = call["self"];
    const std::int64_t dim = call.dim("dim", call.rankOf(self));
    const Values all = op.outputs(4, "Unique", op.cast(self, uniqueType(self.dtype())), Attributes{{"axis", dim}, {"sorted", 1}});
    return Values{op.castLike(all[0], self), call.boolean("return_inverse") ? all[2] : absent(op), call.boolean("return_counts") ? all[3] : absent(op)};
}

/// aten::unique_consecutive(Tensor self, bool return_inverse=False, bool return_counts=False, int? dim=None) -> (Tensor, Tensor, Tensor)
Result<Values> uniqueConsecutive(Op& op, const Call& call)
{
    const Operand self = call["self"];
    if (call.has("dim") && call.rankOf(self) != 1)
        return call.unsupported("it compares slices");
    const Operand line = op.typed(op.reshape(self, {-1}), lineOf(self.dtype()));
    constexpr std::int64_t kEnd = std::numeric_limits<std::int64_t>::max();
    const Operand same = op("Equal", op.slice(line, 0, 1, kEnd), op.slice(line, 0, 0, -1));
    // The first element, where there is one, begins a run.
    const Operand first = op("Greater", op("Shape", op.slice(line, 0, 0, 1)), op.integers({0}));
    const Operand begins = op.typed(op.concat({op("Slice", first, op.integers({0}), op("Shape", op.slice(line, 0, 0, 1))), op("Not", same)}, 0), lineOf(ir::DType::Bool));
    const Operand values = op("Compress", line, begins, Attributes{{"axis", 0}});
    const Operand run = op("CumSum", op.cast(begins, ir::DType::Int64), op.constant(ir::DType::Int64, std::int64_t{0})) - std::int64_t{1};
    const Operand starts = op.typed(op.reshape(op("NonZero", begins), {-1}), lineOf(ir::DType::Int64));
    const Operand ends = op.concat({op.slice(starts, 0, 1, kEnd), op("Slice", op("Shape", line), op.integers({0}), op("Shape", op.slice(line, 0, 0, 1)))}, 0);
    const Operand inverse = op.reshape(op.typed(run, lineOf(ir::DType::Int64)), op.sizes(self));
    return Values{values, call.boolean("return_inverse") ? inverse : absent(op), call.boolean("return_counts") ? ends - starts : absent(op)};
}

constexpr Lowering kUniqueness[] = {
    {"aten._unique2.default", unique},
    {"aten.unique_consecutive.default", uniqueConsecutive},
    {"aten.unique_dim.default", uniqueDim},
};

} // namespace

std::span<const Lowering> uniqueness()
{
    return kUniqueness;
}

} // namespace sidelight::lowering::aten
