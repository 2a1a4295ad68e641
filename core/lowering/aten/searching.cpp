// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
//
// Places among sorted values, counts of values, and elements chosen by mask or by position in the flat tensor.
#include "core/lowering/aten/families.h"

#include "core/lowering/aten/operands.h"

#include <string>
#include <vector>

namespace sidelight::lowering::aten {

namespace {

Operand flat(Op& op, const Operand& value)
{
    return value.rank() == 1 ? value : op.reshape(value, {-1});
}

Operand number(Op& op, std::int64_t value)
{
    return op.constant(ir::DType::Int64, value);
}

/// How many of `sorted` (along the last dimension) each value comes after; `right` counts equal ones too. NaN comes after all.
Operand placeOf(Op& op, const Operand& values, const Operand& sorted, bool right)
{
    const bool isDirect = ir::isFloating(sorted.dtype()) ? sorted.dtype() != ir::DType::BFloat16 : sorted.dtype() == ir::DType::Int64 || sorted.dtype() == ir::DType::Int32;
    const ir::DType dtype = isDirect ? sorted.dtype() : ir::isFloating(sorted.dtype()) ? ir::DType::Float32 : ir::DType::Int64;
    const Operand value = op("Unsqueeze", op.cast(values, dtype), op.integers({-1}));
    const Operand bounds = op.cast(sorted, dtype);
    const Operand row = sorted.rank() == 1 ? bounds : op.unsqueeze(bounds, {-2});
    const Operand isBefore = op("Not", right ? row > value : row >= value);
    return op.reduce("ReduceSum", op.cast(isBefore, ir::DType::Int64), {-1}, false);
}

/// The values' places, in the type that both are compared in.
Result<Values> searched(Op& op, const Call& call, std::string_view values, std::string_view bounds, bool right)
{
    const ir::DType dtype = commonType(call, values, bounds);
    Operand sorted = call[bounds];
    onnxir::ValueType type = sorted.type();
    if (bounds == "sorted_sequence" && call.has("sorter"))
        sorted = op("GatherElements", sorted, op.cast(call["sorter"], ir::DType::Int64), Attributes{{"axis", -1}});
    type.dtype = dtype;
    const Operand sequence = op.typed(op.cast(sorted, dtype), type);
    return Values{op.cast(placeOf(op, op.cast(call[values], dtype), sequence, right), call.output().dtype)};
}

/// aten::searchsorted.Tensor(Tensor sorted_sequence, Tensor self, *, bool out_int32=False, bool right=False, str? side=None, Tensor? sorter=None) -> Tensor
/// aten::searchsorted.Scalar(Tensor sorted_sequence, Scalar self, *, bool out_int32=False, bool right=False, str? side=None, Tensor? sorter=None) -> Tensor
Result<Values> searchsorted(Op& op, const Call& call)
{
    const bool isRight = call.boolean("right") || (call.has("side") && call.text("side") == "right");
    return searched(op, call, "self", "sorted_sequence", isRight);
}

/// aten::bucketize.Tensor(Tensor self, Tensor boundaries, *, bool out_int32=False, bool right=False) -> Tensor
/// aten::bucketize.Scalar(Scalar self, Tensor boundaries, *, bool out_int32=False, bool right=False) -> Tensor
Result<Values> bucketize(Op& op, const Call& call)
{
    return searched(op, call, "self", "boundaries", call.boolean("right"));
}

/// aten::histc(Tensor self, int bins=100, Scalar min=0, Scalar max=0) -> Tensor
Result<Values> histc(Op& op, const Call& call)
{
    const ir::DType dtype = call.output().dtype;
    if (dtype != ir::DType::Float32 && dtype != ir::DType::Float64)
        return call.unsupported("its input is neither float32 nor float64");
    const Operand self = flat(op, call["self"]);
    const std::int64_t bins = call.integer("bins");
    Operand low = op.constant(dtype, call.real("min"));
    Operand high = op.constant(dtype, call.real("max"));
    if (call.real("min") == call.real("max")) {
        low = op.reduce("ReduceMin", self, {0}, false);
        high = op.reduce("ReduceMax", self, {0}, false);
        const Operand isPoint = op("Equal", low, high);
        const Operand lower = op("Where", isPoint, low - 1.0, low);
        high = op("Where", isPoint, high + 1.0, high);
        low = lower;
    }
    // The edges as torch.linspace computes them: from both ends.
    std::vector<PythonNumber> up;
    std::vector<PythonNumber> down;
    std::vector<PythonNumber> isUpper;
    for (std::int64_t i = 0; i < bins; ++i) {
        up.emplace_back(static_cast<double>(i));
        down.emplace_back(static_cast<double>(bins - i));
        isUpper.emplace_back(i >= (bins + 1) / 2);
    }
    const Operand step = (high - low) / static_cast<double>(bins);
    const Operand fromLow = low + step * op.constant(numberTensor(dtype, {bins}, up));
    const Operand fromHigh = high - step * op.constant(numberTensor(dtype, {bins}, down));
    const Operand edges = op("Where", op.constant(numberTensor(ir::DType::Bool, {bins}, isUpper)), fromHigh, fromLow);
    const Operand value = op.unsqueeze(self, {1});
    const Operand inside = value <= high;
    const Operand reached = op.cast(op("And", op("GreaterOrEqual", value, edges), inside), ir::DType::Int64);
    const Operand counts = op.typed(op.reduce("ReduceSum", reached, {0}, false), onnxir::ValueType::tensor(ir::DType::Int64, {ir::Dim::constant(bins)}));
    const Operand later = op.concat({op.slice(counts, 0, 1, bins), op.integers({0})}, 0);
    return Values{op.cast(counts - later, dtype)};
}

/// aten::bincount(Tensor self, Tensor? weights=None, SymInt minlength=0) -> Tensor
Result<Values> bincount(Op& op, const Call& call)
{
    const Operand self = op.cast(call["self"], ir::DType::Int64);
    const Operand least = op.shape({call.number("minlength")}) - number(op, 1);
    const Operand count = op.reduce("ReduceMax", op.concat({self, least}, 0), {0}, true) + number(op, 1);
    const ir::DType dtype = call.output().dtype;
    const Operand zeros = op("Expand", op.constant(dtype, std::int64_t{0}), count);
    const Operand weights = call.has("weights") ? op.cast(call["weights"], dtype) : op("Expand", op.constant(dtype, std::int64_t{1}), op.shapeOf(self));
    return Values{op("ScatterElements", zeros, self, weights, Attributes{{"axis", 0}, {"reduction", "add"}})};
}

/// aten::isin.Tensor_Tensor(Tensor elements, Tensor test_elements, *, bool assume_unique=False, bool invert=False) -> Tensor
/// aten::isin.Tensor_Scalar(Tensor elements, Scalar test_element, *, bool assume_unique=False, bool invert=False) -> Tensor
/// aten::isin.Scalar_Tensor(Scalar element, Tensor test_elements, *, bool assume_unique=False, bool invert=False) -> Tensor
Result<Values> isin(Op& op, const Call& call)
{
    const std::string_view overload = call.node().overload();
    const std::string_view elements = overload == "aten.isin.Scalar_Tensor" ? "element" : "elements";
    const std::string_view tests = overload == "aten.isin.Tensor_Scalar" ? "test_element" : "test_elements";
    const ir::DType dtype = commonType(call, elements, tests);
    const Operand given = op("Unsqueeze", operand(op, call, elements, dtype), op.integers({-1}));
    const Operand matches = op.cast(op("Equal", given, flat(op, operand(op, call, tests, dtype))), ir::DType::Int64);
    const Operand isFound = op("Greater", op.reduce("ReduceSum", matches, {-1}, false), number(op, 0));
    return Values{call.boolean("invert") ? op("Not", isFound) : isFound};
}

/// aten::take(Tensor self, Tensor index) -> Tensor
Result<Values> take(Op& op, const Call& call)
{
    return Values{op("Gather", flat(op, call["self"]), call["index"])};
}

/// aten::put(Tensor self, Tensor index, Tensor source, bool accumulate=False) -> Tensor
Result<Values> put(Op& op, const Call& call)
{
    const Operand self = call["self"];
    const Operand index = flat(op, op.cast(call["index"], ir::DType::Int64));
    const Operand source = flat(op, call["source"]);
    const Operand result = call.boolean("accumulate") ? op("ScatterElements", flat(op, self), index, source, Attributes{{"axis", 0}, {"reduction", "add"}})
                                                      : op("ScatterElements", flat(op, self), index, source, Attributes{{"axis", 0}});
    return Values{op.reshape(result, op.sizes(self))};
}

/// aten::masked_select(Tensor self, Tensor mask) -> Tensor
Result<Values> maskedSelect(Op& op, const Call& call)
{
    const Operand self = call["self"];
    const Operand mask = truth(op, call["mask"]);
    if (self.type().hasShape && self.type().sizes == mask.type().sizes && self.rank() != 0)
        return Values{op("Compress", self, flat(op, mask))};
    // Each broadcast to the shape of both.
    const Operand zeros = op("ConstantOfShape", op.shapeOf(self), Attributes{{"value", filledTensor(ir::DType::Int64, std::int64_t{0}, {1})}});
    const Operand shape = op("Shape", zeros + op.cast(mask, ir::DType::Int64));
    const Operand flatSelf = op("Reshape", op("Expand", self, shape), op.integers({-1}));
    return Values{op("Compress", flatSelf, op("Reshape", op("Expand", mask, shape), op.integers({-1})))};
}

/// aten::masked_scatter(Tensor self, Tensor mask, Tensor source) -> Tensor
Result<Values> maskedScatter(Op& op, const Call& call)
{
    const Operand self = call["self"];
    const Operand mask = op.reshape(op("Expand", truth(op, call["mask"]), op.shapeOf(self)), {-1});
    const Operand source = flat(op, call["source"]);
    // The source's elements go to the mask's true ones in order.
    const Operand place = op("CumSum", op.cast(mask, ir::DType::Int64), number(op, 0)) - number(op, 1);
    const Operand last = op.scalar(op.size(source, 0), ir::DType::Int64) - number(op, 1);
    const Operand chosen = op("Gather", source, op("Max", op("Min", place, last), number(op, 0)));
    return Values{op.reshape(op("Where", mask, chosen, flat(op, self)), op.sizes(self))};
}

/// Each of 0, 1, … as often as `repeats` says.
Operand repeatedPlaces(Op& op, const Operand& repeats)
{
    const Operand ends = op("CumSum", op.cast(repeats, ir::DType::Int64), number(op, 0));
    const Operand total = op.reduce("ReduceSum", op.cast(repeats, ir::DType::Int64), {0}, false);
    const Operand all = op("Range", number(op, 0), total, number(op, 1));
    return placeOf(op, all, op.typed(ends, onnxir::ValueType::tensor(ir::DType::Int64, {ir::Dim::constant(repeats.staticSize(0).value_or(1))})), true);
}

/// aten::repeat_interleave.Tensor(Tensor repeats, *, SymInt? output_size=None) -> Tensor
Result<Values> repeatInterleaveCounts(Op& op, const Call& call)
{
    return Values{op.cast(repeatedPlaces(op, call["repeats"]), call.output().dtype)};
}

/// aten::repeat_interleave.self_Tensor(Tensor self, Tensor repeats, int? dim=None, *, SymInt? output_size=None) -> Tensor
Result<Values> repeatInterleave(Op& op, const Call& call)
{
    Operand self = call["self"];
    if (!call.has("dim"))
        self = op.reshape(self, {-1});
    const std::int64_t dim = call.has("dim") ? call.dim("dim", call.rankOf(self)) : 0;
    Operand repeats = flat(op, call["repeats"]);
    if (repeats.staticSize(0) == 1)
        repeats = op.expand(repeats, {op.size(self, dim)});
    return Values{op("Gather", self, repeatedPlaces(op, repeats), Attributes{{"axis", dim}})};
}

/// aten::argwhere(Tensor self) -> Tensor
/// aten::nonzero(Tensor self) -> Tensor
Result<Values> argwhere(Op& op, const Call& call)
{
    const Operand self = truth(op, call["self"]);
    if (call.rankOf(self) != 0)
        return Values{op("Transpose", op("NonZero", self), Attributes{{"perm", std::vector<std::int64_t>{1, 0}}})};
    // A 0-d tensor gives one row of no columns, or none.
    const Operand rows = op.reshape(op.cast(self, ir::DType::Int64), {1});
    return Values{op("ConstantOfShape", op.concat({rows, op.integers({0})}, 0), Attributes{{"value", filledTensor(ir::DType::Int64, std::int64_t{0}, {1})}})};
}

constexpr Lowering kSearching[] = {
    {"aten.argwhere.default", argwhere},
    {"aten.bincount.default", bincount},
    {"aten.bucketize.Scalar", bucketize},
    {"aten.bucketize.Tensor", bucketize},
    {"aten.histc.default", histc},
    {"aten.isin.Scalar_Tensor", isin},
    {"aten.isin.Tensor_Scalar", isin},
    {"aten.isin.Tensor_Tensor", isin},
    {"aten.masked_scatter.default", maskedScatter},
    {"aten.masked_select.default", maskedSelect},
    {"aten.nonzero.default", argwhere},
    {"aten.put.default", put},
    {"aten.repeat_interleave.Tensor", repeatInterleaveCounts},
    {"aten.repeat_interleave.self_Tensor", repeatInterleave},
    {"aten.searchsorted.Scalar", searchsorted},
    {"aten.searchsorted.Tensor", searchsorted},
    {"aten.take.default", take},
};

} // namespace

std::span<const Lowering> searching()
{
    return kSearching;
}

} // namespace sidelight::lowering::aten
