// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
//
// Elements written or added where an index tensor says.
#include "core/lowering/aten/families.h"

#include "core/lowering/aten/operands.h"

#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sidelight::lowering::aten {

namespace {

/// The part of `src` that the index names, for scatter.
Operand sourceFor(Op& op, const Call& call, const Operand& src, const Operand& index)
{
    if (src.type() == index.type() || src.rank() != index.rank())
        return src;
    bool isSame = true;
    for (std::int64_t dim = 0; dim < call.rankOf(index); ++dim)
        isSame = isSame && src.type().sizes[static_cast<std::size_t>(dim)] == index.type().sizes[static_cast<std::size_t>(dim)];
    if (isSame)
        return src;
    const std::vector<std::int64_t> zeros(static_cast<std::size_t>(call.rankOf(index)), 0);
    return op("Slice", src, op.integers(zeros), op.shapeOf(index));
}

Result<Values> scatteredAlong(Op& op, const Call& call, std::string_view source, const std::string& reduction)
{
    const Operand self = call["self"];
    const Operand index = op.cast(call["index"], ir::DType::Int64);
    const std::int64_t rank = call.rankOf(self);
    if (rank == 0)
        return call.unsupported("its input has no dimension");
    const std::int64_t dim = call.dim("dim", rank);
    const Operand src = source == "value" ? op("Expand", op.scalar(call.number("value"), self.dtype()), op.shapeOf(index))
                                          : sourceFor(op, call, op.cast(call[source], self.dtype()), index);
    if (reduction.empty())
        return Values{op("ScatterElements", self, index, src, Attributes{{"axis", dim}})};
    return Values{op("ScatterElements", self, index, src, Attributes{{"axis", dim}, {"reduction", reduction}})};
}

/// aten::scatter.src(Tensor self, int dim, Tensor index, Tensor src) -> Tensor
Result<Values> scatterSrc(Op& op, const Call& call)
{
    return scatteredAlong(op, call, "src", {});
}

/// aten::scatter.value(Tensor self, int dim, Tensor index, Scalar value) -> Tensor
Result<Values> scatterValue(Op& op, const Call& call)
{
    return scatteredAlong(op, call, "value", {});
}

/// aten::scatter_add(Tensor self, int dim, Tensor index, Tensor src) -> Tensor
Result<Values> scatterAdd(Op& op, const Call& call)
{
    return scatteredAlong(op, call, "src", "add");
}

/// aten::scatter.reduce(Tensor self, int dim, Tensor index, Tensor src, *, str reduce) -> Tensor
Result<Values> scatterReduce(Op& op, const Call& call)
{
    const std::string reduction = call.text("reduce");
    if (reduction != "add" && reduction != "multiply")
        return call.unsupported("reduce is neither add nor multiply");
    return scatteredAlong(op, call, "src", reduction == "add" ? "add" : "mul");
}

/// Elements of `given` joined with what `from` has for them; both have `index`'s dimensions.
Result<Values> joinedInto(Op& op, const Call& call, const Operand& given, const Operand& at, const Operand& from)
{
    const std::string reduce = call.text("reduce");
    const bool isMean = reduce == "mean";
    const std::string reduction = reduce == "sum" || isMean ? "add" : reduce == "prod" ? "mul" : reduce == "amax" ? "max" : reduce == "amin" ? "min" : "";
    const ir::DType dtype = given.dtype();
    if (reduction.empty() || (dtype != ir::DType::Float32 && dtype != ir::DType::Float64 && dtype != ir::DType::Int64 && dtype != ir::DType::Int32))
        return call.unsupported("ONNX Runtime reduces neither this way nor this type");
    const bool isVector = call.rankOf(given) == 0;
    const Operand self = isVector ? op.reshape(given, {1}) : given;
    const auto widened = [&](const Operand& value) { return call.rankOf(value) == 0 ? op.reshape(value, {1}) : value; };
    const Operand index = widened(op.cast(at, ir::DType::Int64));
    const Operand src = sourceFor(op, call, widened(op.cast(from, dtype)), index);
    const std::int64_t dim = isVector ? 0 : call.dim("dim", call.rankOf(self));
    const auto scatter = [&](const Operand& into, const Operand& values, const std::string& how) {
        return how.empty() ? op("ScatterElements", into, index, values, Attributes{{"axis", dim}})
                           : op("ScatterElements", into, index, values, Attributes{{"axis", dim}, {"reduction", how}});
    };
    const bool includes = call.boolean("include_self");
    const bool isFloating = ir::isFloating(dtype);
    PythonNumber neutral = std::int64_t{reduction == "mul" ? 1 : 0};
    if (reduction == "max" || reduction == "min") {
        const bool isLowest = reduction == "max";
        if (isFloating)
            neutral = isLowest ? -std::numeric_limits<double>::infinity() : std::numeric_limits<double>::infinity();
        else if (dtype == ir::DType::Int64)
            neutral = isLowest ? std::numeric_limits<std::int64_t>::min() : std::numeric_limits<std::int64_t>::max();
        else
            neutral = std::int64_t{isLowest ? std::numeric_limits<std::int32_t>::min() : std::numeric_limits<std::int32_t>::max()};
    }
    const Operand shape = op.shapeOf(index);
    const Operand start = includes ? self : scatter(self, op("Expand", op.constant(dtype, neutral), shape), {});
    Operand result = scatter(start, src, reduction);
    if (isMean) {
        const Operand ones = op("Expand", op.constant(dtype, std::int64_t{1}), shape);
        const Operand base = op("Expand", op.constant(dtype, std::int64_t{includes ? 1 : 0}), op.shapeOf(self));
        const Operand count = op("Max", scatter(base, ones, "add"), op.constant(dtype, std::int64_t{1}));
        result = isFloating ? result / count : (result - op("Mod", result, count)) / count;
    }
    return Values{isVector ? op.reshape(op.typed(result, self.type()), {}) : result};
}

/// aten::scatter_reduce.two(Tensor self, int dim, Tensor index, Tensor src, str reduce, *, bool include_self=True) -> Tensor
Result<Values> scatterReduceTwo(Op& op, const Call& call)
{
    return joinedInto(op, call, call["self"], call["index"], call["src"]);
}

/// aten::index_reduce(Tensor self, int dim, Tensor index, Tensor source, str reduce, *, bool include_self=True) -> Tensor
Result<Values> indexReduce(Op& op, const Call& call)
{
    const Operand self = call["self"];
    const Operand source = call["source"];
    const std::int64_t rank = call.rankOf(self);
    if (source.rank() != rank)
        return call.unsupported("its source has other dimensions than its input");
    if (rank == 0)
        return joinedInto(op, call, self, op.reshape(call["index"], {}), source);
    Sizes along(static_cast<std::size_t>(rank), 1);
    along[static_cast<std::size_t>(call.dim("dim", rank))] = -1;
    return joinedInto(op, call, self, op.expand(op.reshape(call["index"], along), op.sizes(source)), source);
}

/// aten::index_add(Tensor self, int dim, Tensor index, Tensor source, *, Scalar alpha=1) -> Tensor
Result<Values> indexAdd(Op& op, const Call& call)
{
    const Operand self = call["self"];
    const std::int64_t rank = call.rankOf(self);
    if (rank == 0) { // Each index is 0.
        const Operand source = op.cast(call["source"], self.dtype());
        const Operand sum = source.rank() == 0 ? source : op.reduce("ReduceSum", source, allDims(*source.rank()), false);
        return Values{self + (call.number("alpha").is(1) ? sum : sum * call.number("alpha"))};
    }
    const std::int64_t dim = call.dim("dim", rank);
    std::vector<std::int64_t> order = allDims(rank);
    std::swap(order[0], order[static_cast<std::size_t>(dim)]);
    const Scalar alpha = call.number("alpha");
    const Operand source = op.cast(call["source"], self.dtype());
    const Operand updates = op.transpose(alpha.is(1) ? source : source * alpha, order);
    const Operand moved = op.transpose(self, order);
    const Operand rows = op("Reshape", op.cast(call["index"], ir::DType::Int64), op.integers({-1, 1}));
    const Operand result = op("ScatterND", moved, rows, updates, Attributes{{"reduction", "add"}});
    return Values{op.transpose(op.typed(result, moved.type()), order)};
}

constexpr Lowering kScattering[] = {
    {"aten.index_add.default", indexAdd},
    {"aten.index_reduce.default", indexReduce},
    {"aten.scatter.reduce", scatterReduce},
    {"aten.scatter.src", scatterSrc},
    {"aten.scatter.value", scatterValue},
    {"aten.scatter_add.default", scatterAdd},
    {"aten.scatter_reduce.two", scatterReduceTwo},
};

} // namespace

std::span<const Lowering> scattering()
{
    return kScattering;
}

} // namespace sidelight::lowering::aten
