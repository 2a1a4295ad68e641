// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
//
// Order statistics and running extremes.
#include "core/lowering/aten/families.h"

#include "core/lowering/aten/operands.h"

#include <functional>
#include <limits>
#include <utility>
#include <vector>

namespace sidelight::lowering::aten {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

Operand number(Op& op, std::int64_t value)
{
    return op.constant(ir::DType::Int64, value);
}

/// A type that TopK, ArgMax and the comparisons have kernels for.
ir::DType orderedType(ir::DType dtype)
{
    if (ir::isFloating(dtype))
        return dtype == ir::DType::Float64 ? dtype : ir::DType::Float32;
    return dtype == ir::DType::Int64 ? dtype : ir::DType::Int32;
}

/// The value with NaN put last.
Operand keys(Op& op, const Operand& value)
{
    return ir::isFloating(value.dtype()) ? op("Where", op("IsNaN", value), op.constant(value.dtype(), kInfinity), value) : value;
}

onnxir::ValueType withoutDim(const onnxir::ValueType& given, std::int64_t dim)
{
    onnxir::ValueType type = given;
    if (type.hasShape)
        type.sizes.erase(type.sizes.begin() + dim);
    return type;
}

/// One slice after another along `dim`: the state's parts are gathered into results.
Values scanned(Op& op, const Operand& self, std::int64_t dim, const Values& start, const std::function<Values(const Values&, const Operand&)>& next)
{
    Step scan;
    scan.op.op_type = "Scan";
    std::vector<onnxir::ValueType> inputs;
    std::vector<onnxir::ValueType> outputs;
    for (const Operand& value : start) {
        scan.inputs.push_back(value.index());
        inputs.push_back(value.type());
        outputs.push_back(value.type());
    }
    scan.inputs.push_back(self.index());
    onnxir::ValueType item = withoutDim(self.type(), dim);
    inputs.push_back(item);
    const std::vector<std::int64_t> axes(start.size(), dim);
    scan.attributes = {{"num_scan_inputs", std::int64_t{1}}, {"scan_input_axes", std::vector<std::int64_t>{dim}}, {"scan_output_axes", axes}};
    scan.regionNames = {"body"};
    scan.regions.push_back(op.region(inputs, [&](const Values& formals) {
        const Values state(formals.begin(), formals.end() - 1);
        Values results = next(state, formals.back());
        for (std::size_t i = 0; i < start.size(); ++i)
            results[i] = op.typed(results[i], start[i].type());
        const Values copies = results;
        results.insert(results.end(), copies.begin(), copies.end());
        return results;
    }));
    for (const Operand& value : start) {
        onnxir::ValueType type = self.type();
        type.dtype = value.dtype();
        outputs.push_back(std::move(type));
    }
    const Values all = op.emitStep(std::move(scan), std::move(outputs));
    return Values(all.begin() + static_cast<std::ptrdiff_t>(start.size()), all.end());
}

/// The largest so far and the last place that it was met at; NaN is larger than all, and stays.
Result<Values> runningExtreme(Op& op, const Call& call, bool largest)
{
    const Operand given = call["self"];
    const std::int64_t rank = call.rankOf(given);
    if (rank == 0)
        return Values{given, number(op, 0)};
    const std::int64_t dim = call.dim("dim", rank);
    if (given.staticSize(dim) == 0)
        return call.unsupported("its dimension is empty");
    Operand self = op.cast(given, orderedType(given.dtype()));
    self = op.typed(self, [&] {
        onnxir::ValueType type = given.type();
        type.dtype = self.dtype();
        return type;
    }());
    onnxir::ValueType slice = withoutDim(self.type(), dim);
    const Operand first = op.typed(op("Gather", self, number(op, 0), Attributes{{"axis", dim}}), slice);
    slice.dtype = ir::DType::Int64;
    const Operand places = op.typed(op("Expand", number(op, 0), op.shapeOf(first)), slice);
    const Operand count = op.typed(op("Expand", number(op, -1), op.shapeOf(first)), slice);
    const bool hasNan = ir::isFloating(self.dtype());
    const Values results = scanned(op, self, dim, {first, places, count}, [&](const Values& state, const Operand& item) {
        const Operand place = state[2] + number(op, 1);
        const Operand isBetter = largest ? item >= state[0] : item <= state[0];
        const Operand takes = hasNan ? op("Or", isBetter, op("IsNaN", item)) : isBetter;
        return Values{op("Where", takes, item, state[0]), op("Where", takes, place, state[1]), place};
    });
    return Values{op.cast(results[0], given.dtype()), results[1]};
}

/// The k-th smallest (from 0, int64) along the last kept dimension, and where it is.
struct Ranked {
    Operand values;
    Operand indices;
};
Ranked rankedAt(Op& op, const Operand& self, std::int64_t dim, const Operand& k)
{
    const Values sorted = op.outputs(2, "TopK", keys(op, self), op.shape({op.size(self, dim)}), Attributes{{"axis", dim}, {"largest", 0}});
    return {op("GatherElements", sorted[0], k, Attributes{{"axis", dim}}), op("GatherElements", sorted[1], k, Attributes{{"axis", dim}})};
}

/// `value` with size 1 at `dim`, repeated to self's other sizes.
Operand spread(Op& op, const Call& call, const Operand& self, std::int64_t dim, const Operand& value)
{
    Sizes sizes;
    for (std::int64_t i = 0; i < call.rankOf(self); ++i)
        sizes.push_back(i == dim ? Scalar(1) : op.size(self, i));
    return op("Expand", value, op.shape(sizes));
}

Operand kept(Op& op, const Call& call, const Operand& value, std::int64_t dim)
{
    return call.boolean("keepdim") ? value : op("Squeeze", value, op.integers({dim}));
}

/// Median along `dim`, its size kept as 1: the lower of the middle two. Without `ignoring`, NaN anywhere is the result.
Ranked medianAlong(Op& op, const Call& call, const Operand& self, std::int64_t dim, bool ignoring)
{
    if (!ir::isFloating(self.dtype())) {
        const Scalar middle = floorDivide(op.size(self, dim) - 1, 2);
        return rankedAt(op, self, dim, spread(op, call, self, dim, op.scalar(middle, ir::DType::Int64)));
    }
    const Operand isNan = op.cast(op("IsNaN", self), ir::DType::Int64);
    const Operand nans = op.reduce("ReduceSum", isNan, {dim}, true);
    if (ignoring) {
        const Operand known = op.scalar(op.size(self, dim), ir::DType::Int64) - nans;
        const Operand middle = op("Max", known - number(op, 1), number(op, 0)) / number(op, 2);
        const Ranked result = rankedAt(op, self, dim, middle);
        return {op("Where", op("Equal", known, number(op, 0)), op.constant(self.dtype(), std::numeric_limits<double>::quiet_NaN()), result.values), result.indices};
    }
    const Scalar middle = floorDivide(op.size(self, dim) - 1, 2);
    const Ranked result = rankedAt(op, self, dim, spread(op, call, self, dim, op.scalar(middle, ir::DType::Int64)));
    const Operand hasNan = op("Greater", nans, number(op, 0));
    const Operand firstNan = op("ArgMax", isNan, Attributes{{"axis", dim}, {"keepdims", 1}});
    return {op("Where", hasNan, op.constant(self.dtype(), std::numeric_limits<double>::quiet_NaN()), result.values), op("Where", hasNan, firstNan, result.indices)};
}

Result<Values> medianOf(Op& op, const Call& call, bool hasDim, bool ignoring)
{
    const Operand given = call["self"];
    const std::int64_t rank = call.rankOf(given);
    onnxir::ValueType type = given.type();
    type.dtype = orderedType(given.dtype());
    Operand self = op.typed(op.cast(given, type.dtype), type);
    if (!hasDim) {
        if (rank == 0)
            return Values{given};
        self = op.reshape(self, {-1});
        // torch gives NaN for no elements; here the middle does not exist.
        return Values{op.cast(op("Squeeze", medianAlong(op, call, self, 0, ignoring).values, op.integers({0})), given.dtype())};
    }
    if (rank == 0)
        return Values{given, number(op, 0)};
    const std::int64_t dim = call.dim("dim", rank);
    const Ranked result = medianAlong(op, call, self, dim, ignoring);
    return Values{op.cast(kept(op, call, result.values, dim), given.dtype()), kept(op, call, result.indices, dim)};
}

/// aten::cummax(Tensor self, int dim) -> (Tensor values, Tensor indices)
Result<Values> cummax(Op& op, const Call& call)
{
    return runningExtreme(op, call, true);
}

/// aten::cummin(Tensor self, int dim) -> (Tensor values, Tensor indices)
Result<Values> cummin(Op& op, const Call& call)
{
    return runningExtreme(op, call, false);
}

/// aten::logcumsumexp(Tensor self, int dim) -> Tensor
Result<Values> logcumsumexp(Op& op, const Call& call)
{
    const Operand self = call["self"];
    const std::int64_t rank = call.rankOf(self);
    if (rank == 0)
        return Values{self};
    const std::int64_t dim = call.dim("dim", rank);
    const onnxir::ValueType slice = withoutDim(self.type(), dim);
    Sizes sizes;
    for (std::int64_t i = 0; i < rank; ++i)
        if (i != dim)
            sizes.push_back(op.size(self, i));
    const Operand start = op.typed(filled(op, sizes, -kInfinity, self.dtype()), slice);
    return Values{scanned(op, self, dim, {start}, [&](const Values& state, const Operand& item) {
        const Operand larger = op("Max", state[0], item);
        const Operand sum = larger + op("Log", op("Exp", -op("Abs", state[0] - item)) + 1.0);
        const Operand isSame = op("And", op("Equal", state[0], item), op("IsInf", item));
        return Values{op("Where", isSame, item, sum)};
    })};
}

/// aten::median(Tensor self) -> Tensor
Result<Values> median(Op& op, const Call& call)
{
    return medianOf(op, call, false, false);
}

/// aten::median.dim(Tensor self, int dim, bool keepdim=False) -> (Tensor values, Tensor indices)
Result<Values> medianDim(Op& op, const Call& call)
{
    return medianOf(op, call, true, false);
}

/// aten::nanmedian(Tensor self) -> Tensor
Result<Values> nanmedian(Op& op, const Call& call)
{
    return medianOf(op, call, false, true);
}

/// aten::nanmedian.dim(Tensor self, int dim, bool keepdim=False) -> (Tensor values, Tensor indices)
Result<Values> nanmedianDim(Op& op, const Call& call)
{
    return medianOf(op, call, true, true);
}

/// `given` in a type that can be ordered, with its sizes.
Operand ordered(Op& op, const Operand& given)
{
    onnxir::ValueType type = given.type();
    type.dtype = orderedType(given.dtype());
    return op.typed(op.cast(given, type.dtype), type);
}

/// aten::kthvalue(Tensor self, SymInt k, int dim=-1, bool keepdim=False) -> (Tensor values, Tensor indices)
Result<Values> kthvalue(Op& op, const Call& call)
{
    const Operand given = call["self"];
    const std::int64_t rank = call.rankOf(given);
    if (rank == 0)
        return Values{given, number(op, 0)};
    const std::int64_t dim = call.dim("dim", rank);
    const Operand self = ordered(op, given);
    const Operand k = op.scalar(call.number("k"), ir::DType::Int64) - number(op, 1);
    Ranked result = rankedAt(op, self, dim, spread(op, call, self, dim, k));
    if (ir::isFloating(self.dtype())) {
        const Operand known = op.reduce("ReduceSum", op.cast(op("Not", op("IsNaN", self)), ir::DType::Int64), {dim}, true);
        result.values = op("Where", op("GreaterOrEqual", k, known), op.constant(self.dtype(), std::numeric_limits<double>::quiet_NaN()), result.values);
    }
    return Values{op.cast(kept(op, call, result.values, dim), given.dtype()), kept(op, call, result.indices, dim)};
}

/// aten::mode(Tensor self, int dim=-1, bool keepdim=False) -> (Tensor values, Tensor indices)
Result<Values> mode(Op& op, const Call& call)
{
    const Operand given = call["self"];
    const std::int64_t rank = call.rankOf(given);
    if (rank == 0)
        return Values{given, number(op, 0)};
    const std::int64_t dim = call.dim("dim", rank);
    const Operand self = ordered(op, given);
    // Each element is counted against all others; the smallest of the most frequent, where it is met last.
    const Operand isSame = op("Equal", op.unsqueeze(self, {dim}), op.unsqueeze(self, {dim + 1}));
    const Operand counts = op.reduce("ReduceSum", op.cast(isSame, ir::DType::Int64), {dim}, false);
    const Operand isMost = op("Equal", counts, op.reduce("ReduceMax", counts, {dim}, true));
    const PythonNumber highest = ir::isFloating(self.dtype())            ? PythonNumber(kInfinity)
                                 : self.dtype() == ir::DType::Int64 ? PythonNumber(std::numeric_limits<std::int64_t>::max())
                                                                    : PythonNumber(std::int64_t{std::numeric_limits<std::int32_t>::max()});
    const Operand value = op.reduce("ReduceMin", op("Where", isMost, self, op.constant(self.dtype(), highest)), {dim}, true);
    const Operand place = op("ArgMax", op.cast(op("Equal", self, value), ir::DType::Int32), Attributes{{"axis", dim}, {"keepdims", 1}, {"select_last_index", 1}});
    return Values{op.cast(kept(op, call, value, dim), given.dtype()), kept(op, call, place, dim)};
}

/// aten::msort(Tensor self) -> Tensor
Result<Values> msort(Op& op, const Call& call)
{
    const Operand given = call["self"];
    if (call.rankOf(given) == 0)
        return Values{given};
    const Operand self = op.cast(given, orderedType(given.dtype()));
    const Operand sorted = op.outputs(2, "TopK", keys(op, self), op.shape({op.size(given, 0)}), Attributes{{"axis", 0}, {"largest", 0}})[0];
    if (!ir::isFloating(given.dtype()))
        return Values{op.cast(sorted, given.dtype())};
    const Operand known = op.reduce("ReduceSum", op.cast(op("Not", op("IsNaN", self)), ir::DType::Int64), {0}, true);
    std::vector<std::int64_t> behind;
    for (std::int64_t i = 1; i < call.rankOf(given); ++i)
        behind.push_back(i);
    const Operand places = behind.empty() ? counting(op, op.size(given, 0)) : op.unsqueeze(counting(op, op.size(given, 0)), behind);
    const Operand isKnown = op("Less", places, known);
    return Values{op.cast(op("Where", isKnown, sorted, op.constant(self.dtype(), std::numeric_limits<double>::quiet_NaN())), given.dtype())};
}

constexpr Lowering kStatistics[] = {
    {"aten.cummax.default", cummax},
    {"aten.cummin.default", cummin},
    {"aten.kthvalue.default", kthvalue},
    {"aten.logcumsumexp.default", logcumsumexp},
    {"aten.median.default", median},
    {"aten.median.dim", medianDim},
    {"aten.mode.default", mode},
    {"aten.msort.default", msort},
    {"aten.nanmedian.default", nanmedian},
    {"aten.nanmedian.dim", nanmedianDim},
};

} // namespace

std::span<const Lowering> statistics()
{
    return kStatistics;
}

} // namespace sidelight::lowering::aten
