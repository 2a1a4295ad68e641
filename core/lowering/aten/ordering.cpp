// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/lowering/aten/families.h"

#include "core/lowering/aten/operands.h"

#include <limits>
#include <utility>

namespace sidelight::lowering::aten {

namespace {

/// aten::cumsum(Tensor self, int dim, *, ScalarType? dtype=None) -> Tensor
Result<Values> cumsum(Op& op, const Call& call)
{
    const Operand self = op.cast(call["self"], call.output().dtype);
    const std::int64_t dim = call.dim("dim", call.rankOf(self));
    return Values{withDimension(op, self, [&](const Operand& value) { return op("CumSum", value, op.constant(ir::DType::Int64, dim)); })};
}

/// aten::cumprod(Tensor self, int dim, *, ScalarType? dtype=None) -> Tensor
Result<Values> cumprod(Op& op, const Call& call)
{
    const Operand self = op.cast(call["self"], call.output().dtype);
    const std::int64_t rank = call.rankOf(self);
    if (rank == 0)
        return Values{self};
    const std::int64_t dim = call.dim("dim", rank);
    const Operand one = op.constant(self.dtype(), std::int64_t{1});
    const Operand first = op("Gather", self, op.constant(ir::DType::Int64, std::int64_t{0}), Attributes{{"axis", dim}});
    const Operand start = op("Expand", one, op.shapeOf(first));
    Step scan;
    scan.op.op_type = "Scan";
    scan.inputs = {start.index(), self.index()};
    scan.attributes = {{"num_scan_inputs", std::int64_t{1}}, {"scan_input_axes", std::vector<std::int64_t>{dim}}, {"scan_output_axes", std::vector<std::int64_t>{dim}}};
    scan.regionNames = {"body"};
    scan.regions.push_back(op.region({first.type(), first.type()}, [](const Values& items) {
        const Operand product = items[0] * items[1];
        return Values{product, product};
    }));
    return Values{op.emitStep(std::move(scan), {first.type(), self.type()})[1]};
}

/// aten::cumprod(Tensor self, int dim, *, ScalarType? dtype=None) -> Tensor
Result<Values> cumprodOperator(Op& op, const Call& call)
{
    const Operand self = op.cast(call["self"], call.output().dtype);
    const std::int64_t dim = call.dim("dim", call.rankOf(self));
    return Values{withDimension(op, self, [&](const Operand& value) { return op("CumProd", value, op.constant(ir::DType::Int64, dim)); })};
}

/// aten::diff(Tensor self, int n=1, int dim=-1, Tensor? prepend=None, Tensor? append=None) -> Tensor
Result<Values> diff(Op& op, const Call& call)
{
    Operand self = call["self"];
    const std::int64_t dim = call.dim("dim", call.rankOf(self));
    if (call.has("prepend") || call.has("append")) {
        Values parts;
        if (call.has("prepend"))
            parts.push_back(op.cast(call["prepend"], self.dtype()));
        parts.push_back(self);
        if (call.has("append"))
            parts.push_back(op.cast(call["append"], self.dtype()));
        onnxir::ValueType type = self.type();
        type.sizes[static_cast<std::size_t>(dim)].reset();
        self = op.typed(op.concat(parts, dim), type);
    }
    constexpr std::int64_t kEnd = std::numeric_limits<std::int64_t>::max();
    for (std::int64_t i = 0; i < call.integer("n"); ++i) {
        const Operand later = op.slice(self, dim, 1, kEnd);
        const Operand earlier = op.slice(self, dim, 0, -1);
        self = self.dtype() == ir::DType::Bool ? op("Xor", later, earlier) : later - earlier;
    }
    return Values{self};
}

/// The values themselves, where TopK chose among their keys, and their places.
Values inOrder(Op& op, const Operand& self, std::int64_t dim, const Values& chosen)
{
    if (!ir::isFloating(self.dtype()))
        return {op.cast(chosen[0], self.dtype()), chosen[1]};
    return {op("GatherElements", self, chosen[1], Attributes{{"axis", dim}}), chosen[1]};
}

/// aten::sort(Tensor self, int dim=-1, bool descending=False) -> (Tensor values, Tensor indices)
Result<Values> sortOf(Op& op, const Call& call)
{
    const Operand self = call["self"];
    const std::int64_t rank = call.rankOf(self);
    if (rank == 0)
        return Values{self, op.constant(ir::DType::Int64, std::int64_t{0})};
    const std::int64_t dim = call.dim("dim", rank);
    return inOrder(op, self, dim, op.outputs(2, "TopK", orderKey(op, self, true), op.shape({op.size(self, dim)}), Attributes{{"axis", dim}, {"largest", call.boolean("descending") ? 1 : 0}}));
}

/// aten::topk(Tensor self, SymInt k, int dim=-1, bool largest=True, bool sorted=True) -> (Tensor values, Tensor indices)
Result<Values> topk(Op& op, const Call& call)
{
    const Operand self = call["self"];
    const std::int64_t rank = call.rankOf(self);
    if (rank == 0)
        return call.unsupported("its input has no dimension");
    const std::int64_t dim = call.dim("dim", rank);
    return inOrder(op, self, dim, op.outputs(2, "TopK", orderKey(op, self, true), op.shape({call.number("k")}), Attributes{{"axis", dim}, {"largest", call.boolean("largest") ? 1 : 0}, {"sorted", call.boolean("sorted") ? 1 : 0}}));
}

/// aten::sort.stable(Tensor self, *, bool? stable, int dim=-1, bool descending=False) -> (Tensor values, Tensor indices)
Result<Values> sortStable(Op& op, const Call& call)
{
    return sortOf(op, call);
}

/// aten::argsort(Tensor self, int dim=-1, bool descending=False) -> Tensor
/// aten::argsort.stable(Tensor self, *, bool stable, int dim=-1, bool descending=False) -> Tensor
Result<Values> argsort(Op& op, const Call& call)
{
    const auto sorted = sortOf(op, call);
    return sorted ? Result<Values>(Values{sorted.value()[1]}) : sorted;
}

constexpr Lowering kOrdering[] = {
    {"aten.argsort.default", argsort},
    {"aten.argsort.stable", argsort},
    {"aten.cumprod.default", cumprod},
    {"aten.cumprod.default", cumprodOperator, 26},
    {"aten.cumsum.default", cumsum},
    {"aten.diff.default", diff},
    {"aten.sort.default", sortOf},
    {"aten.sort.stable", sortStable},
    {"aten.topk.default", topk},
};

} // namespace

std::span<const Lowering> ordering()
{
    return kOrdering;
}

} // namespace sidelight::lowering::aten
