// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/lowering/aten/families.h"

#include "core/lowering/aten/operands.h"

#include <algorithm>
#include <cmath>

namespace sidelight::lowering::aten {

namespace {

bool keeps(const Call& call)
{
    return call.boolean("keepdim");
}

/// Reduces in the result's type.
Result<Values> reduced(Op& op, const Call& call, std::string_view type, bool hasDims)
{
    const Operand self = op.cast(call["self"], call.output().dtype);
    if (self.dtype() == ir::DType::Bool)
        return call.unsupported("its result is bool");
    const std::int64_t rank = call.rankOf(self);
    if (rank == 0)
        return Values{self};
    return Values{op.reduce(type, self, hasDims ? call.dims("dim", rank) : allDims(rank), hasDims && keeps(call))};
}

/// Largest or smallest along `dims`, NaN where one is, which ONNX Runtime's ReduceMax and ReduceMin pass over; bool goes by way of integers.
Operand extreme(Op& op, const Operand& self, bool largest, const std::vector<std::int64_t>& dims, bool keepDims)
{
    if (self.rank() == 0)
        return self;
    const bool isDirect = ir::isFloating(self.dtype()) || self.dtype() == ir::DType::Int64 || self.dtype() == ir::DType::Int32;
    const Operand input = isDirect ? self : op.cast(self, ir::DType::Int32);
    const Operand found = op.cast(op.reduce(largest ? "ReduceMax" : "ReduceMin", input, dims, keepDims), self.dtype());
    if (!ir::isFloating(self.dtype()))
        return found;
    const Operand nans = op("Where", op("IsNaN", self), self, op.constant(self.dtype(), 0.0));
    return found + op.reduce("ReduceSum", nans, dims, keepDims);
}

Result<Values> anyOf(Op& op, const Call& call, bool all, bool hasDims)
{
    const Operand self = truth(op, call["self"]);
    const std::int64_t rank = call.rankOf(self);
    const std::vector<std::int64_t> dims = hasDims ? call.dims("dim", rank) : allDims(rank);
    return Values{extreme(op, self, !all, dims, hasDims && keeps(call))};
}

Result<Values> positionOf(Op& op, const Call& call, bool largest)
{
    const Operand self = call["self"];
    const std::int64_t rank = call.rankOf(self);
    const std::string_view type = largest ? "ArgMax" : "ArgMin";
    const Operand input = orderKey(op, self, largest);
    if (rank == 0)
        return Values{op.constant(ir::DType::Int64, std::int64_t{0})};
    if (!call.has("dim")) {
        const Operand flat = op(type, op.reshape(input, {-1}), Attributes{{"axis", 0}, {"keepdims", 0}});
        return Values{keeps(call) ? op.reshape(flat, Sizes(static_cast<std::size_t>(rank), 1)) : op.reshape(flat, {})};
    }
    return Values{op(type, input, Attributes{{"axis", call.dim("dim", rank)}, {"keepdims", keeps(call) ? 1 : 0}})};
}

/// Values and where they are.
Result<Values> extremeWithIndex(Op& op, const Call& call, bool largest)
{
    const Operand self = call["self"];
    const std::int64_t rank = call.rankOf(self);
    if (rank == 0)
        return Values{self, op.constant(ir::DType::Int64, std::int64_t{0})};
    const std::int64_t dim = call.dim("dim", rank);
    const Operand position = op(largest ? "ArgMax" : "ArgMin", orderKey(op, self, largest), Attributes{{"axis", dim}, {"keepdims", keeps(call) ? 1 : 0}});
    return Values{extreme(op, self, largest, {dim}, keeps(call)), position};
}

/// Variance and mean. `correction` is taken off the count, which stays at least 0.
Values varianceOf(Op& op, const Call& call, double correction)
{
    const Operand self = call["self"];
    const std::int64_t rank = call.rankOf(self);
    const bool hasDims = call.takes("dim") && call.has("dim");
    const std::vector<std::int64_t> dims = hasDims ? call.dims("dim", rank) : allDims(rank);
    const bool keepDims = call.takes("keepdim") && keeps(call);
    const Operand mean = op.reduce("ReduceMean", self, dims, true);
    const Operand centred = self - mean;
    const Operand squares = op.reduce("ReduceSum", centred * centred, dims, keepDims);
    const Scalar count = countOf(op, self, dims);
    Operand divisor;
    if (const auto* number = count.number())
        divisor = op.constant(self.dtype(), std::max(0.0, asDouble(*number) - correction));
    else
        divisor = op("Max", op.scalar(count, self.dtype()) - correction, 0.0);
    return {squares / divisor, keepDims ? mean : op.squeeze(mean, dims)};
}

double correctionOf(const Call& call)
{
    return call.has("correction") ? call.real("correction") : 1.0;
}

double unbiased(const Call& call)
{
    return call.boolean("unbiased") ? 1.0 : 0.0;
}

/// aten::sum(Tensor self, *, ScalarType? dtype=None) -> Tensor
Result<Values> sumOf(Op& op, const Call& call)
{
    return reduced(op, call, "ReduceSum", false);
}

/// aten::sum.dim_IntList(Tensor self, int[1]? dim, bool keepdim=False, *, ScalarType? dtype=None) -> Tensor
Result<Values> sumDims(Op& op, const Call& call)
{
    return reduced(op, call, "ReduceSum", true);
}

/// aten::mean(Tensor self, *, ScalarType? dtype=None) -> Tensor
Result<Values> mean(Op& op, const Call& call)
{
    return reduced(op, call, "ReduceMean", false);
}

/// aten::mean.dim(Tensor self, int[1]? dim, bool keepdim=False, *, ScalarType? dtype=None) -> Tensor
Result<Values> meanDims(Op& op, const Call& call)
{
    return reduced(op, call, "ReduceMean", true);
}

/// aten::prod(Tensor self, *, ScalarType? dtype=None) -> Tensor
Result<Values> prod(Op& op, const Call& call)
{
    return reduced(op, call, "ReduceProd", false);
}

/// aten::prod.dim_int(Tensor self, int dim, bool keepdim=False, *, ScalarType? dtype=None) -> Tensor
Result<Values> prodDim(Op& op, const Call& call)
{
    return reduced(op, call, "ReduceProd", true);
}

/// aten::any(Tensor self) -> Tensor
Result<Values> any(Op& op, const Call& call)
{
    return anyOf(op, call, false, false);
}

/// aten::any.dim(Tensor self, int dim, bool keepdim=False) -> Tensor
/// aten::any.dims(Tensor self, int[]? dim=None, bool keepdim=False) -> Tensor
Result<Values> anyDim(Op& op, const Call& call)
{
    return anyOf(op, call, false, true);
}

/// aten::all(Tensor self) -> Tensor
Result<Values> all(Op& op, const Call& call)
{
    return anyOf(op, call, true, false);
}

/// aten::all.dim(Tensor self, int dim, bool keepdim=False) -> Tensor
/// aten::all.dims(Tensor self, int[]? dim=None, bool keepdim=False) -> Tensor
Result<Values> allDim(Op& op, const Call& call)
{
    return anyOf(op, call, true, true);
}

/// aten::argmax(Tensor self, int? dim=None, bool keepdim=False) -> Tensor
Result<Values> argmax(Op& op, const Call& call)
{
    return positionOf(op, call, true);
}

/// aten::argmin(Tensor self, int? dim=None, bool keepdim=False) -> Tensor
Result<Values> argmin(Op& op, const Call& call)
{
    return positionOf(op, call, false);
}

/// aten::max(Tensor self) -> Tensor
Result<Values> maxOf(Op& op, const Call& call)
{
    const Operand self = call["self"];
    return Values{extreme(op, self, true, allDims(call.rankOf(self)), false)};
}

/// aten::min(Tensor self) -> Tensor
Result<Values> minOf(Op& op, const Call& call)
{
    const Operand self = call["self"];
    return Values{extreme(op, self, false, allDims(call.rankOf(self)), false)};
}

/// aten::max.dim(Tensor self, int dim, bool keepdim=False) -> (Tensor values, Tensor indices)
Result<Values> maxDim(Op& op, const Call& call)
{
    return extremeWithIndex(op, call, true);
}

/// aten::min.dim(Tensor self, int dim, bool keepdim=False) -> (Tensor values, Tensor indices)
Result<Values> minDim(Op& op, const Call& call)
{
    return extremeWithIndex(op, call, false);
}

/// aten::amax(Tensor self, int[1] dim=[], bool keepdim=False) -> Tensor
Result<Values> amax(Op& op, const Call& call)
{
    const Operand self = call["self"];
    return Values{extreme(op, self, true, call.dims("dim", call.rankOf(self)), keeps(call))};
}

/// aten::amin(Tensor self, int[1] dim=[], bool keepdim=False) -> Tensor
Result<Values> amin(Op& op, const Call& call)
{
    const Operand self = call["self"];
    return Values{extreme(op, self, false, call.dims("dim", call.rankOf(self)), keeps(call))};
}

/// aten::logsumexp(Tensor self, int[1] dim, bool keepdim=False) -> Tensor
Result<Values> logsumexp(Op& op, const Call& call)
{
    const Operand self = op.cast(call["self"], call.output().dtype);
    const std::int64_t rank = call.rankOf(self);
    return Values{rank == 0 ? self : op.reduce("ReduceLogSumExp", self, call.dims("dim", rank), keeps(call))};
}

/// aten::var.correction(Tensor self, int[1]? dim=None, *, Scalar? correction=None, bool keepdim=False) -> Tensor
Result<Values> var(Op& op, const Call& call)
{
    return Values{varianceOf(op, call, correctionOf(call))[0]};
}

/// aten::var.dim(Tensor self, int[1]? dim, bool unbiased=True, bool keepdim=False) -> Tensor
Result<Values> varDim(Op& op, const Call& call)
{
    return Values{varianceOf(op, call, unbiased(call))[0]};
}

/// aten::std.correction(Tensor self, int[1]? dim=None, *, Scalar? correction=None, bool keepdim=False) -> Tensor
Result<Values> std(Op& op, const Call& call)
{
    return Values{op("Sqrt", varianceOf(op, call, correctionOf(call))[0])};
}

/// aten::std.dim(Tensor self, int[1]? dim, bool unbiased=True, bool keepdim=False) -> Tensor
Result<Values> stdDim(Op& op, const Call& call)
{
    return Values{op("Sqrt", varianceOf(op, call, unbiased(call))[0])};
}

/// aten::var_mean.correction(Tensor self, int[1]? dim=None, *, Scalar? correction=None, bool keepdim=False) -> (Tensor, Tensor)
Result<Values> varMean(Op& op, const Call& call)
{
    return varianceOf(op, call, correctionOf(call));
}

/// aten::std_mean.correction(Tensor self, int[1]? dim=None, *, Scalar? correction=None, bool keepdim=False) -> (Tensor, Tensor)
Result<Values> stdMean(Op& op, const Call& call)
{
    const Values both = varianceOf(op, call, correctionOf(call));
    return Values{op("Sqrt", both[0]), both[1]};
}

/// The norm of vectors along `dims`.
Operand vectorNormOf(Op& op, const Operand& self, double order, const std::vector<std::int64_t>& dims, bool keepDims)
{
    if (order == 2.0)
        return op.reduce("ReduceL2", self, dims, keepDims);
    if (order == 1.0)
        return op.reduce("ReduceL1", self, dims, keepDims);
    const Operand magnitude = op("Abs", self);
    if (std::isinf(order))
        return extreme(op, magnitude, order > 0, dims, keepDims);
    if (order == 0.0)
        return op.reduce("ReduceSum", op.cast(op("Not", equal(self, 0)), self.dtype()), dims, keepDims);
    return op("Pow", op.reduce("ReduceSum", op("Pow", magnitude, order), dims, keepDims), 1.0 / order);
}

/// The norm of matrices in two dimensions by sums of rows or columns.
Result<Values> matrixNormOf(Op& op, const Call& call, const Operand& self, double order, const std::vector<std::int64_t>& dims)
{
    const double size = std::fabs(order);
    if (size != 1.0 && !std::isinf(size))
        return call.unsupported("the order of the matrix norm is neither 1 nor infinity");
    const std::int64_t summed = size == 1.0 ? dims[0] : dims[1];
    const std::int64_t other = size == 1.0 ? dims[1] : dims[0];
    const Operand sums = op.reduce("ReduceL1", self, {summed}, true);
    const Operand chosen = extreme(op, sums, order > 0, {other}, true);
    return Values{keeps(call) ? chosen : op("Squeeze", chosen, op.integers(dims))};
}

/// aten::linalg_vector_norm(Tensor self, Scalar ord=2, int[1]? dim=None, bool keepdim=False, *, ScalarType? dtype=None) -> Tensor
Result<Values> vectorNorm(Op& op, const Call& call)
{
    const Operand self = op.cast(call["self"], call.output().dtype);
    const std::int64_t rank = call.rankOf(self);
    if (rank == 0)
        return Values{op("Abs", self)};
    return Values{vectorNormOf(op, self, call.real("ord"), call.dims("dim", rank), keeps(call))};
}

/// aten::linalg_norm(Tensor self, Scalar? ord=None, int[1]? dim=None, bool keepdim=False, *, ScalarType? dtype=None) -> Tensor
/// aten::linalg_matrix_norm(Tensor self, Scalar ord, int[] dim=[-2, -1], bool keepdim=False, *, ScalarType? dtype=None) -> Tensor
Result<Values> linalgNorm(Op& op, const Call& call)
{
    const Operand self = op.cast(call["self"], call.output().dtype);
    const std::int64_t rank = call.rankOf(self);
    if (rank == 0)
        return Values{op("Abs", self)};
    std::vector<std::int64_t> dims = call.has("dim") ? call.integers("dim") : allDims(rank);
    for (std::int64_t& dim : dims)
        dim = dim < 0 ? dim + rank : dim;
    if (call.has("ord") && dims.size() == 2)
        return matrixNormOf(op, call, self, call.real("ord"), dims);
    return Values{vectorNormOf(op, self, call.has("ord") ? call.real("ord") : 2.0, dims, keeps(call))};
}

/// aten::mse_loss(Tensor self, Tensor target, int reduction=1) -> Tensor
Result<Values> mseLoss(Op& op, const Call& call)
{
    const Operand self = call["self"];
    const Operand difference = self - call["target"];
    const Operand square = difference * difference;
    const std::int64_t reduction = call.integer("reduction");
    const std::vector<std::int64_t> dims = allDims(call.rankOf(self));
    if (reduction == 0)
        return Values{square};
    return Values{op.reduce(reduction == 1 ? "ReduceMean" : "ReduceSum", square, dims, false)};
}

/// aten::var_mean.dim(Tensor self, int[1]? dim, bool unbiased=True, bool keepdim=False) -> (Tensor, Tensor)
Result<Values> varMeanDim(Op& op, const Call& call)
{
    return varianceOf(op, call, unbiased(call));
}

/// aten::std_mean.dim(Tensor self, int[1]? dim, bool unbiased=True, bool keepdim=False) -> (Tensor, Tensor)
Result<Values> stdMeanDim(Op& op, const Call& call)
{
    const Values both = varianceOf(op, call, unbiased(call));
    return Values{op("Sqrt", both[0]), both[1]};
}

/// aten::aminmax(Tensor self, *, int? dim=None, bool keepdim=False) -> (Tensor min, Tensor max)
Result<Values> aminmax(Op& op, const Call& call)
{
    const Operand self = call["self"];
    const std::int64_t rank = call.rankOf(self);
    const std::vector<std::int64_t> dims = call.has("dim") ? call.dims("dim", rank) : allDims(rank);
    return Values{extreme(op, self, false, dims, keeps(call)), extreme(op, self, true, dims, keeps(call))};
}

/// aten::nansum(Tensor self, int[1]? dim=None, bool keepdim=False, *, ScalarType? dtype=None) -> Tensor
Result<Values> nansum(Op& op, const Call& call)
{
    const Operand self = op.cast(call["self"], call.output().dtype);
    const std::int64_t rank = call.rankOf(self);
    const Operand zero = op.constant(self.dtype(), 0.0);
    const Operand known = ir::isFloating(self.dtype()) ? op("Where", op("IsNaN", self), zero, self) : self;
    return Values{rank == 0 ? known : op.reduce("ReduceSum", known, call.dims("dim", rank), keeps(call))};
}

/// aten::nanmean(Tensor self, int[1]? dim=None, bool keepdim=False, *, ScalarType? dtype=None) -> Tensor
Result<Values> nanmean(Op& op, const Call& call)
{
    const Operand self = op.cast(call["self"], call.output().dtype);
    const std::int64_t rank = call.rankOf(self);
    const std::vector<std::int64_t> dims = call.dims("dim", rank);
    const Operand isNan = op("IsNaN", self);
    const Operand known = op("Where", isNan, op.constant(self.dtype(), 0.0), self);
    const Operand count = op.reduce("ReduceSum", op.cast(op("Not", isNan), self.dtype()), dims, keeps(call));
    return Values{op.reduce("ReduceSum", known, dims, keeps(call)) / count};
}

/// aten::count_nonzero(Tensor self, int? dim=None) -> Tensor
Result<Values> countNonzero(Op& op, const Call& call)
{
    const Operand flags = op.cast(truth(op, call["self"]), ir::DType::Int64);
    const std::int64_t rank = call.rankOf(flags);
    if (rank == 0)
        return Values{flags};
    return Values{op.reduce("ReduceSum", flags, call.has("dim") ? std::vector<std::int64_t>{call.dim("dim", rank)} : allDims(rank), false)};
}

/// aten::count_nonzero.dim_IntList(Tensor self, int[] dim) -> Tensor
Result<Values> countNonzeroDims(Op& op, const Call& call)
{
    const Operand flags = op.cast(truth(op, call["self"]), ir::DType::Int64);
    const std::int64_t rank = call.rankOf(flags);
    return Values{rank == 0 ? flags : op.reduce("ReduceSum", flags, call.dims("dim", rank), false)};
}

/// aten::var(Tensor self, bool unbiased=True) -> Tensor
/// aten::var_mean(Tensor self, bool unbiased=True) -> (Tensor, Tensor)
Result<Values> varOfAll(Op& op, const Call& call)
{
    return varianceOf(op, call, unbiased(call));
}

/// aten::std(Tensor self, bool unbiased=True) -> Tensor
/// aten::std_mean(Tensor self, bool unbiased=True) -> (Tensor, Tensor)
Result<Values> stdOfAll(Op& op, const Call& call)
{
    const Values both = varianceOf(op, call, unbiased(call));
    return Values{op("Sqrt", both[0]), both[1]};
}

constexpr Lowering kReduction[] = {
    {"aten.all.default", all},
    {"aten.all.dim", allDim},
    {"aten.all.dims", allDim},
    {"aten.amax.default", amax},
    {"aten.amin.default", amin},
    {"aten.aminmax.default", aminmax},
    {"aten.any.default", any},
    {"aten.any.dim", anyDim},
    {"aten.any.dims", anyDim},
    {"aten.argmax.default", argmax},
    {"aten.argmin.default", argmin},
    {"aten.count_nonzero.default", countNonzero},
    {"aten.count_nonzero.dim_IntList", countNonzeroDims},
    {"aten.linalg_matrix_norm.default", linalgNorm},
    {"aten.linalg_norm.default", linalgNorm},
    {"aten.linalg_vector_norm.default", vectorNorm},
    {"aten.logsumexp.default", logsumexp},
    {"aten.max.default", maxOf},
    {"aten.max.dim", maxDim},
    {"aten.mean.default", mean},
    {"aten.mean.dim", meanDims},
    {"aten.min.default", minOf},
    {"aten.min.dim", minDim},
    {"aten.mse_loss.default", mseLoss},
    {"aten.nanmean.default", nanmean},
    {"aten.nansum.default", nansum},
    {"aten.prod.default", prod},
    {"aten.prod.dim_int", prodDim},
    {"aten.std.correction", std},
    {"aten.std.default", stdOfAll},
    {"aten.std.dim", stdDim},
    {"aten.std_mean.correction", stdMean},
    {"aten.std_mean.default", stdOfAll},
    {"aten.std_mean.dim", stdMeanDim},
    {"aten.sum.default", sumOf},
    {"aten.sum.dim_IntList", sumDims},
    {"aten.var.correction", var},
    {"aten.var.default", varOfAll},
    {"aten.var.dim", varDim},
    {"aten.var_mean.correction", varMean},
    {"aten.var_mean.default", varOfAll},
    {"aten.var_mean.dim", varMeanDim},
};

} // namespace

std::span<const Lowering> reduction()
{
    return kReduction;
}

} // namespace sidelight::lowering::aten
