// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
//
// Grids and what is taken or put at places: affine grids, grid sampling, unpooling, bags of embeddings, distances of
// all pairs.
#include "core/lowering/aten/families.h"

#include "core/lowering/aten/operands.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace sidelight::lowering::aten {

namespace {

/// The centres of `count` cells between -1 and 1 (or, aligned, points from -1 to 1): [count].
Operand centres(Op& op, const Scalar& count, bool isAligned, ir::DType dtype)
{
    const Operand places = op.cast(counting(op, count), dtype);
    const Operand size = op.scalar(count, dtype);
    if (isAligned) // One point alone lies in the middle.
        return op(
            "Where", op("Equal", size, 1.0), op.constant(dtype, 0.0), places * 2.0 / op("Max", size - 1.0, 1.0) - 1.0);
    return (places * 2.0 + 1.0) / size - 1.0;
}

/// aten::affine_grid_generator(Tensor theta, SymInt[] size, bool align_corners) -> Tensor
Result<Values> affineGrid(Op& op, const Call& call)
{
    const Operand theta = call["theta"];
    const Sizes size = call.sizes("size");
    if (size.size() != 4 && size.size() != 5)
        return call.unsupported("size has neither 4 nor 5 elements");
    const std::size_t dims = size.size() - 2;
    const bool isAligned = call.boolean("align_corners");
    Sizes spatial(size.begin() + 2, size.end());
    Values columns; // x first: the last dimension.
    for (std::size_t i = dims; i-- > 0;) {
        std::vector<std::int64_t> others;
        for (std::size_t k = 0; k < dims; ++k)
            if (k != i)
                others.push_back(static_cast<std::int64_t>(k));
        const Operand line = op("Unsqueeze", centres(op, spatial[i], isAligned, theta.dtype()), op.integers(others));
        columns.push_back(op("Unsqueeze", op("Expand", line, op.shape(spatial)), op.integers({-1})));
    }
    Sizes onesOf = spatial;
    onesOf.emplace_back(1);
    columns.push_back(op("Expand", op.constant(theta.dtype(), 1.0), op.shape(onesOf)));
    const Operand base = op("Reshape", op.concat(columns, -1), op.integers({-1, static_cast<std::int64_t>(dims) + 1}));
    const Operand grid = op("MatMul", base, op.transpose(theta, {0, 2, 1}));
    Sizes result{size[0]};
    result.insert(result.end(), spatial.begin(), spatial.end());
    result.emplace_back(static_cast<std::int64_t>(dims));
    return Values{op.reshape(grid, result)};
}

/// aten::affine_grid_generator(Tensor theta, SymInt[] size, bool align_corners) -> Tensor
Result<Values> affineGridOperator(Op& op, const Call& call)
{
    const Operand theta = call["theta"];
    const Sizes size = call.sizes("size");
    const bool isAligned = call.boolean("align_corners");
    // AffineGrid divides by 0 where an aligned dimension has one element.
    const bool isSafe = !isAligned || std::all_of(size.begin() + 2, size.end(), [](const Scalar& length) { return length.integer().value_or(1) > 1; });
    if (!isSafe || (theta.dtype() != ir::DType::Float32 && theta.dtype() != ir::DType::Float64))
        return affineGrid(op, call);
    return Values{op("AffineGrid", theta, op.shape(size), Attributes{{"align_corners", isAligned ? 1 : 0}})};
}

enum class Outside
{
    Zeros,
    Border,
    Reflection
};

struct Sampling
{
    bool isLinear = true;
    Outside outside = Outside::Zeros;
    bool isAligned = false;
};

/// A coordinate of [-1, 1] in elements of a dimension of `size` (a 0-d tensor).
Operand unnormalized(Op& op, const Operand& place, const Operand& size, const Sampling& sampling)
{
    Operand at = sampling.isAligned ? (place + 1.0) / 2.0 * (size - 1.0) : ((place + 1.0) * size - 1.0) / 2.0;
    if (sampling.outside == Outside::Reflection) {
        const Operand low = op.constant(size.dtype(), sampling.isAligned ? 0.0 : -0.5);
        const Operand span = sampling.isAligned ? size - 1.0 : size;
        const Operand safe = op("Max", span, op.constant(size.dtype(), 1e-30));
        const Operand distance = op("Abs", at - low);
        const Operand flips = op("Floor", distance / safe);
        const Operand extra = op("Mod", distance, safe, Attributes{{"fmod", 1}});
        const Operand isEven =
            op("Equal", op("Mod", flips, op.constant(size.dtype(), 2.0), Attributes{{"fmod", 1}}), 0.0);
        at = op("Where", op("Equal", span, 0.0), op.constant(size.dtype(), 0.0),
            op("Where", isEven, extra + low, span - extra + low));
    }
    if (sampling.outside == Outside::Zeros)
        return at;
    return op("Min", op("Max", at, op.constant(size.dtype(), 0.0)), size - 1.0);
}

/// Sampling in any number of dimensions, from the corners round each place: ONNX has it for 4 dimensions only before
/// opset 20.
Operand sampledByCorners(Op& op, const Operand& input, const Operand& grid, const Sampling& sampling)
{
    const std::int64_t dims = *input.rank() - 2;
    const ir::DType dtype = input.dtype();
    const Operand zero = op.constant(dtype, 0.0);
    Values lengths;
    Values sizes;
    Values places;
    for (std::int64_t i = 0; i < dims; ++i) {
        lengths.push_back(op.scalar(op.size(input, i + 2), ir::DType::Int64));
        sizes.push_back(op.cast(lengths.back(), dtype));
        const Operand axis = op("Gather", grid, op.constant(ir::DType::Int64, dims - 1 - i), Attributes{{"axis", -1}});
        const Operand at = unnormalized(op, op("Reshape", axis, op.integers({0, -1})), sizes.back(), sampling);
        places.push_back(sampling.isLinear ? at : op("Round", at));
    }
    const Operand flat = op("Reshape", input, op.integers({0, 0, -1}));
    const std::int64_t corners = sampling.isLinear ? std::int64_t{1} << dims : 1;
    Operand sum;
    for (std::int64_t corner = 0; corner < corners; ++corner) {
        Operand index;
        Operand weight = op.constant(dtype, 1.0);
        for (std::int64_t i = 0; i < dims; ++i) {
            const auto k = static_cast<std::size_t>(i);
            const bool isUpper = ((corner >> i) & 1) != 0;
            const Operand floor = op("Floor", places[k]);
            const Operand at = isUpper ? floor + 1.0 : floor;
            if (sampling.isLinear)
                weight = weight * (isUpper ? places[k] - floor : 1.0 - (places[k] - floor));
            const Operand isInside = op("And", op("GreaterOrEqual", at, zero), op("Less", at, sizes[k]));
            weight = op("Where", isInside, weight, zero);
            const Operand inside = op.cast(op("Min", op("Max", at, zero), sizes[k] - 1.0), ir::DType::Int64);
            index = index ? index * lengths[k] + inside : inside;
        }
        const Operand channels = op("Unsqueeze", index, op.integers({1}));
        const Operand wide =
            op("Expand", channels, op.concat({op.shape({op.size(input, 0), op.size(input, 1)}), op.integers({1})}, 0));
        const Operand taken = op("GatherElements", flat, wide, Attributes{{"axis", 2}});
        const Operand part = taken * op("Unsqueeze", weight, op.integers({1}));
        sum = sum ? sum + part : part;
    }
    Sizes result{op.size(input, 0), op.size(input, 1)};
    for (std::int64_t i = 0; i < dims; ++i)
        result.push_back(op.size(grid, i + 1));
    return op.reshape(sum, result);
}

/// aten::grid_sampler(Tensor input, Tensor grid, int interpolation_mode, int padding_mode, bool align_corners) ->
/// Tensor aten::grid_sampler_2d(Tensor input, Tensor grid, int interpolation_mode, int padding_mode, bool
/// align_corners) -> Tensor aten::grid_sampler_3d(Tensor input, Tensor grid, int interpolation_mode, int padding_mode,
/// bool align_corners) -> Tensor
Result<Values> gridSampler(Op& op, const Call& call)
{
    const Operand input = call["input"];
    const std::int64_t rank = call.rankOf(input);
    const std::int64_t mode = call.integer("interpolation_mode");
    const std::int64_t padding = call.integer("padding_mode");
    if (mode < 0 || mode > 2 || padding < 0 || padding > 2 || (rank != 4 && rank != 5) || (rank == 5 && mode == 2))
        return call.unsupported("there is no such mode");
    const bool isAligned = call.boolean("align_corners");
    if (rank == 5 && op.opset() < 20)
        return Values{sampledByCorners(op, input, call["grid"], {mode == 0, static_cast<Outside>(padding), isAligned})};
    const bool isOld = op.opset() < 20;
    const std::string modes[] = {isOld ? "bilinear" : "linear", "nearest", isOld ? "bicubic" : "cubic"};
    const std::string paddings[] = {"zeros", "border", "reflection"};
    return Values{op("GridSample", input, call["grid"],
        Attributes{{"align_corners", isAligned ? 1 : 0}, {"mode", modes[mode]}, {"padding_mode", paddings[padding]}})};
}

/// aten::max_unpool2d(Tensor self, Tensor indices, SymInt[2] output_size) -> Tensor
/// aten::max_unpool3d(Tensor self, Tensor indices, SymInt[3] output_size, int[3] stride, int[3] padding) -> Tensor
Result<Values> maxUnpool(Op& op, const Call& call)
{
    const Operand self = call["self"];
    const Sizes spatial = call.sizes("output_size");
    const std::int64_t outer = call.rankOf(self) - static_cast<std::int64_t>(spatial.size());
    if (outer != 1 && outer != 2)
        return call.unsupported("its input has neither one nor two dimensions before those it unpools");
    Sizes flat;
    Scalar count = 1;
    for (std::int64_t dim = 0; dim < outer; ++dim)
        flat.push_back(op.size(self, dim));
    Sizes result = flat;
    for (const Scalar& size : spatial) {
        count = count * size;
        result.push_back(size);
    }
    Sizes rows = flat;
    rows.emplace_back(-1);
    flat.push_back(count);
    const Operand empty = filled(op, flat, 0.0, self.dtype());
    const Operand put = op("ScatterElements", empty, op.reshape(call["indices"], rows), op.reshape(self, rows),
        Attributes{{"axis", outer}});
    return Values{op.reshape(put, result)};
}

/// The p-norm along the last dimension.
Operand lastNorm(Op& op, const Operand& value, double p)
{
    const Operand axes = op.integers({-1});
    if (p == 2.0)
        return op("ReduceL2", value, axes, Attributes{{"keepdims", 0}});
    const Operand size = op("Abs", value);
    if (p == 1.0)
        return op("ReduceSum", size, axes, Attributes{{"keepdims", 0}});
    if (p == 0.0)
        return op("ReduceSum", op("Sign", size), axes, Attributes{{"keepdims", 0}});
    if (std::isinf(p))
        return op("ReduceMax", size, axes, Attributes{{"keepdims", 0}});
    return op("Pow", op("ReduceSum", op("Pow", size, p), axes, Attributes{{"keepdims", 0}}), 1.0 / p);
}

/// aten::pdist(Tensor self, float p=2.) -> Tensor
/// aten::_pdist_forward(Tensor self, float p=2.) -> Tensor
Result<Values> pdist(Op& op, const Call& call)
{
    const Operand self = call["self"];
    if (call.rankOf(self) != 2)
        return call.unsupported("its input has not 2 dimensions");
    const Scalar count = op.size(self, 0);
    const Operand pairs = op("NonZero", op("Trilu", filled(op, {count, count}, 1.0, ir::DType::Float32),
                                            op.constant(ir::DType::Int64, std::int64_t{1}), Attributes{{"upper", 1}}));
    const auto rows = [&](std::int64_t which) {
        const Operand index = op("Gather", pairs, op.constant(ir::DType::Int64, which), Attributes{{"axis", 0}});
        return op("Gather", self, index, Attributes{{"axis", 0}});
    };
    return Values{lastNorm(op, rows(0) - rows(1), call.real("p"))};
}

/// The rows of each bag added up, averaged or the greatest of each column.
Result<Values> bagged(Op& op, const Call& call, std::optional<std::int64_t> padding)
{
    const Operand weight = call["weight"];
    const Operand indices = op.cast(call["indices"], ir::DType::Int64);
    Operand offsets = op.cast(call["offsets"], ir::DType::Int64);
    const std::int64_t mode = call.integer("mode");
    if (call.rankOf(indices) != 1 || call.rankOf(weight) != 2 || mode < 0 || mode > 2)
        return call.unsupported("its indices are no list, or there is no such mode");
    const ir::DType dtype = weight.dtype();
    Scalar bags = op.size(offsets, 0);
    if (call.boolean("include_last_offset")) {
        bags = bags - 1;
        offsets = op("Slice", offsets, op.integers({0}), op.integers({-1}), op.integers({0}));
    }
    // An index belongs to the last bag that starts at or before its place.
    const Operand places = op("Unsqueeze", counting(op, op.size(indices, 0)), op.integers({1}));
    const Operand starts =
        op.cast(op("LessOrEqual", op("Unsqueeze", offsets, op.integers({0})), places), ir::DType::Int64);
    const Operand bag = op("ReduceSum", starts, op.integers({1}), Attributes{{"keepdims", 1}}) - std::int64_t{1};
    Operand rows = op("Gather", weight, indices, Attributes{{"axis", 0}});
    if (call.has("per_sample_weights")) {
        if (mode != 0)
            return call.unsupported("only sums take weights");
        rows = rows * op("Unsqueeze", op.cast(call["per_sample_weights"], dtype), op.integers({1}));
    }
    const Operand isMissing =
        padding ? op("Unsqueeze", op("Equal", indices, op.constant(ir::DType::Int64, *padding)), op.integers({1}))
                : Operand();
    const double neutral = mode == 2 ? -std::numeric_limits<double>::infinity() : 0.0;
    if (padding)
        rows = op("Where", isMissing, op.constant(dtype, neutral), rows);
    const Operand start = filled(op, {bags, op.size(weight, 1)}, neutral, dtype);
    Operand result = op("ScatterND", start, bag, rows, Attributes{{"reduction", mode == 2 ? "max" : "add"}});
    const Operand one = op.constant(dtype, 1.0);
    Operand counted = op("Expand", one, op("Shape", bag));
    if (padding)
        counted = op("Where", isMissing, op.constant(dtype, 0.0), counted);
    const Operand counts =
        op("ScatterND", filled(op, {bags, Scalar(1)}, 0.0, dtype), bag, counted, Attributes{{"reduction", "add"}});
    if (mode == 1)
        result = result / op("Max", counts, one);
    if (mode == 2)
        result = op("Where", op("Equal", counts, 0.0), op.constant(dtype, 0.0), result);
    return Values{result};
}

/// aten::embedding_bag(Tensor weight, Tensor indices, Tensor offsets, bool scale_grad_by_freq=False, int mode=0, bool
/// sparse=False, Tensor? per_sample_weights=None, bool include_last_offset=False) -> (Tensor, Tensor, Tensor, Tensor)
Result<Values> embeddingBag(Op& op, const Call& call)
{
    return bagged(op, call, std::nullopt);
}

/// aten::embedding_bag.padding_idx(Tensor weight, Tensor indices, Tensor offsets, bool scale_grad_by_freq, int mode,
/// bool sparse, Tensor? per_sample_weights, bool include_last_offset, int? padding_idx) -> (Tensor, Tensor, Tensor,
/// Tensor)
Result<Values> embeddingBagPadding(Op& op, const Call& call)
{
    if (!call.has("padding_idx"))
        return bagged(op, call, std::nullopt);
    const std::int64_t padding = call.integer("padding_idx");
    const auto count = call["weight"].staticSize(0);
    if (padding < 0 && !count)
        return call.unsupported("padding_idx counts from an end that is not constant");
    return bagged(op, call, padding < 0 ? padding + *count : padding);
}

/// aten::_embedding_bag(Tensor weight, Tensor indices, Tensor offsets, bool scale_grad_by_freq=False, int mode=0, bool
/// sparse=False, Tensor? per_sample_weights=None, bool include_last_offset=False, int padding_idx=-1) -> (Tensor,
/// Tensor, Tensor, Tensor) aten::_embedding_bag_forward_only(Tensor weight, Tensor indices, Tensor offsets, bool
/// scale_grad_by_freq=False, int mode=0, bool sparse=False, Tensor? per_sample_weights=None, bool
/// include_last_offset=False, int padding_idx=-1) -> (Tensor, Tensor, Tensor, Tensor)
Result<Values> embeddingBagCore(Op& op, const Call& call)
{
    const std::int64_t padding = call.integer("padding_idx");
    return bagged(op, call, padding < 0 ? std::nullopt : std::optional(padding));
}

/// aten::embedding_renorm(Tensor self, Tensor indices, float max_norm, float norm_type) -> Tensor
Result<Values> embeddingRenorm(Op& op, const Call& call)
{
    const Operand self = call["self"];
    const Operand indices = op("Reshape", op.cast(call["indices"], ir::DType::Int64), op.integers({-1}));
    const ir::DType dtype = self.dtype();
    const double limit = call.real("max_norm");
    const Operand norm = lastNorm(op, self, call.real("norm_type"));
    const Operand one = op.constant(dtype, 1.0);
    const Operand scale = op("Where", op("Greater", norm, limit), op.constant(dtype, limit) / (norm + 1e-7), one);
    // Only rows that are looked up are scaled.
    const Operand taken = op("Gather", scale, indices, Attributes{{"axis", 0}});
    const Operand all =
        op("ScatterElements", op("Expand", one, op("Shape", norm)), indices, taken, Attributes{{"axis", 0}});
    return Values{self * op("Unsqueeze", all, op.integers({1}))};
}

constexpr Lowering kSampling[] = {
    {"aten._embedding_bag.default", embeddingBagCore},
    {"aten._embedding_bag_forward_only.default", embeddingBagCore},
    {"aten._pdist_forward.default", pdist},
    {"aten.affine_grid_generator.default", affineGrid},
    {"aten.affine_grid_generator.default", affineGridOperator, 20},
    {"aten.embedding_bag.default", embeddingBag},
    {"aten.embedding_bag.padding_idx", embeddingBagPadding},
    {"aten.embedding_renorm.default", embeddingRenorm},
    {"aten.grid_sampler.default", gridSampler},
    {"aten.grid_sampler_2d.default", gridSampler},
    {"aten.grid_sampler_3d.default", gridSampler},
    {"aten.max_unpool2d.default", maxUnpool},
    {"aten.max_unpool3d.default", maxUnpool},
    {"aten.pdist.default", pdist},
};

} // namespace

std::span<const Lowering> sampling()
{
    return kSampling;
}

} // namespace sidelight::lowering::aten
