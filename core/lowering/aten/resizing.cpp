// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/lowering/aten/families.h"

#include "core/lowering/aten/operands.h"

#include <optional>
#include <string>
#include <vector>

namespace sidelight::lowering::aten {

namespace {

struct Interpolation {
    std::string mode;
    std::string coordinates;
    std::string nearest; ///< nearest_mode.
    bool antialias = false;
};

Operand resized(Op& op, const Operand& input, const Sizes& sizes, const std::vector<double>& scales, const Interpolation& how)
{
    std::vector<AttributeArgument> attributes{{"coordinate_transformation_mode", how.coordinates}, {"mode", how.mode}};
    if (!how.nearest.empty())
        attributes.emplace_back("nearest_mode", how.nearest);
    if (how.antialias) {
        attributes.emplace_back("antialias", 1);
        attributes.emplace_back("exclude_outside", 1);
    }
    if (how.mode == "cubic")
        attributes.emplace_back("cubic_coeff_a", -0.75);
    if (!scales.empty()) {
        std::vector<PythonNumber> factors{1.0, 1.0};
        factors.insert(factors.end(), scales.begin(), scales.end());
        const Operand given = op.constant(numberTensor(ir::DType::Float32, {static_cast<std::int64_t>(factors.size())}, factors));
        return op.outputs(1, "Resize", std::vector<std::optional<Operand>>{input, std::nullopt, given}, attributes).front();
    }
    Sizes all{op.size(input, 0), op.size(input, 1)};
    all.insert(all.end(), sizes.begin(), sizes.end());
    return op.outputs(1, "Resize", std::vector<std::optional<Operand>>{input, std::nullopt, std::nullopt, op.shape(all)}, attributes).front();
}

/// `upsample_*.vec`: either the sizes of the output or factors are given.
Result<Values> upsampled(Op& op, const Call& call, Interpolation how)
{
    const Operand input = call["input"];
    if (how.mode != "nearest")
        how.coordinates = call.boolean("align_corners") ? "align_corners" : "half_pixel";
    const bool hasSizes = call.has("output_size");
    return Values{resized(op, input, hasSizes ? call.sizes("output_size") : Sizes{}, hasSizes ? std::vector<double>{} : call.reals("scale_factors"), how)};
}

/// `upsample_*.default`: sizes are given; factors beside them, where given, say how the positions are computed.
Result<Values> upsampledTo(Op& op, const Call& call, Interpolation how, const std::vector<std::string>& factors)
{
    const Operand self = call["self"];
    if (how.mode != "nearest")
        how.coordinates = call.boolean("align_corners") ? "align_corners" : "half_pixel";
    for (const std::string& factor : factors)
        if (call.has(factor))
            return call.unsupported("factors are given beside the size of the output");
    return Values{resized(op, self, call.sizes("output_size"), {}, how)};
}

/// aten::upsample_nearest1d.vec(Tensor input, SymInt[]? output_size, float[]? scale_factors) -> Tensor
Result<Values> nearest1d(Op& op, const Call& call)
{
    return upsampled(op, call, {"nearest", "asymmetric", "floor"});
}

/// aten::upsample_nearest1d(Tensor self, SymInt[1] output_size, float? scales=None) -> Tensor
Result<Values> nearest1dTo(Op& op, const Call& call)
{
    return upsampledTo(op, call, {"nearest", "asymmetric", "floor"}, {"scales"});
}

/// aten::_upsample_nearest_exact1d.vec(Tensor input, SymInt[]? output_size, float[]? scale_factors) -> Tensor
Result<Values> nearestExact1d(Op& op, const Call& call)
{
    return upsampled(op, call, {"nearest", "half_pixel", "round_prefer_ceil"});
}

/// aten::upsample_linear1d.vec(Tensor input, SymInt[]? output_size, bool align_corners, float[]? scale_factors) -> Tensor
Result<Values> linear1d(Op& op, const Call& call)
{
    return upsampled(op, call, {"linear", {}, {}});
}

/// aten::upsample_linear1d(Tensor self, SymInt[1] output_size, bool align_corners, float? scales=None) -> Tensor
Result<Values> linear1dTo(Op& op, const Call& call)
{
    return upsampledTo(op, call, {"linear", {}, {}}, {"scales"});
}

/// aten::upsample_nearest2d.vec(Tensor input, SymInt[]? output_size, float[]? scale_factors) -> Tensor
Result<Values> nearest2d(Op& op, const Call& call)
{
    return upsampled(op, call, {"nearest", "asymmetric", "floor"});
}

/// aten::upsample_nearest2d(Tensor self, SymInt[2] output_size, float? scales_h=None, float? scales_w=None) -> Tensor
Result<Values> nearest2dTo(Op& op, const Call& call)
{
    return upsampledTo(op, call, {"nearest", "asymmetric", "floor"}, {"scales_h", "scales_w"});
}

/// aten::_upsample_nearest_exact2d.vec(Tensor input, SymInt[]? output_size, float[]? scale_factors) -> Tensor
Result<Values> nearestExact2d(Op& op, const Call& call)
{
    return upsampled(op, call, {"nearest", "half_pixel", "round_prefer_ceil"});
}

/// aten::upsample_bilinear2d.vec(Tensor input, SymInt[]? output_size, bool align_corners, float[]? scale_factors) -> Tensor
Result<Values> bilinear2d(Op& op, const Call& call)
{
    return upsampled(op, call, {"linear", {}, {}});
}

/// aten::upsample_bilinear2d(Tensor self, SymInt[2] output_size, bool align_corners, float? scales_h=None, float? scales_w=None) -> Tensor
Result<Values> bilinear2dTo(Op& op, const Call& call)
{
    return upsampledTo(op, call, {"linear", {}, {}}, {"scales_h", "scales_w"});
}

/// aten::_upsample_bilinear2d_aa.vec(Tensor input, SymInt[]? output_size, bool align_corners, float[]? scale_factors) -> Tensor
Result<Values> bilinear2dSmoothed(Op& op, const Call& call)
{
    return upsampled(op, call, {"linear", {}, {}, true});
}

/// aten::_upsample_bilinear2d_aa(Tensor self, SymInt[2] output_size, bool align_corners, float? scales_h=None, float? scales_w=None) -> Tensor
Result<Values> bilinear2dSmoothedTo(Op& op, const Call& call)
{
    return upsampledTo(op, call, {"linear", {}, {}, true}, {"scales_h", "scales_w"});
}

/// aten::upsample_nearest3d.vec(Tensor input, SymInt[]? output_size, float[]? scale_factors) -> Tensor
Result<Values> nearest3d(Op& op, const Call& call)
{
    return upsampled(op, call, {"nearest", "asymmetric", "floor"});
}

/// aten::upsample_nearest3d(Tensor self, SymInt[3] output_size, float? scales_d=None, float? scales_h=None, float? scales_w=None) -> Tensor
Result<Values> nearest3dTo(Op& op, const Call& call)
{
    return upsampledTo(op, call, {"nearest", "asymmetric", "floor"}, {"scales_d", "scales_h", "scales_w"});
}

/// aten::_upsample_nearest_exact3d.vec(Tensor input, SymInt[]? output_size, float[]? scale_factors) -> Tensor
Result<Values> nearestExact3d(Op& op, const Call& call)
{
    return upsampled(op, call, {"nearest", "half_pixel", "round_prefer_ceil"});
}

/// aten::upsample_trilinear3d.vec(Tensor input, SymInt[]? output_size, bool align_corners, float[]? scale_factors) -> Tensor
Result<Values> trilinear3d(Op& op, const Call& call)
{
    return upsampled(op, call, {"linear", {}, {}});
}

/// aten::upsample_trilinear3d(Tensor self, SymInt[3] output_size, bool align_corners, float? scales_d=None, float? scales_h=None, float? scales_w=None) -> Tensor
Result<Values> trilinear3dTo(Op& op, const Call& call)
{
    return upsampledTo(op, call, {"linear", {}, {}}, {"scales_d", "scales_h", "scales_w"});
}

/// aten::upsample_bicubic2d.vec(Tensor input, SymInt[]? output_size, bool align_corners, float[]? scale_factors) -> Tensor
Result<Values> bicubic2d(Op& op, const Call& call)
{
    return upsampled(op, call, {"cubic", {}, {}});
}

/// aten::upsample_bicubic2d(Tensor self, SymInt[2] output_size, bool align_corners, float? scales_h=None, float? scales_w=None) -> Tensor
Result<Values> bicubic2dTo(Op& op, const Call& call)
{
    return upsampledTo(op, call, {"cubic", {}, {}}, {"scales_h", "scales_w"});
}

constexpr Lowering kResizing[] = {
    {"aten._upsample_bilinear2d_aa.default", bilinear2dSmoothedTo},
    {"aten._upsample_bilinear2d_aa.vec", bilinear2dSmoothed},
    {"aten._upsample_nearest_exact1d.vec", nearestExact1d},
    {"aten._upsample_nearest_exact2d.vec", nearestExact2d},
    {"aten._upsample_nearest_exact3d.vec", nearestExact3d},
    {"aten.upsample_bicubic2d.default", bicubic2dTo},
    {"aten.upsample_bicubic2d.vec", bicubic2d},
    {"aten.upsample_bilinear2d.default", bilinear2dTo},
    {"aten.upsample_bilinear2d.vec", bilinear2d},
    {"aten.upsample_linear1d.default", linear1dTo},
    {"aten.upsample_linear1d.vec", linear1d},
    {"aten.upsample_nearest1d.default", nearest1dTo},
    {"aten.upsample_nearest1d.vec", nearest1d},
    {"aten.upsample_nearest2d.default", nearest2dTo},
    {"aten.upsample_nearest2d.vec", nearest2d},
    {"aten.upsample_nearest3d.default", nearest3dTo},
    {"aten.upsample_nearest3d.vec", nearest3d},
    {"aten.upsample_trilinear3d.default", trilinear3dTo},
    {"aten.upsample_trilinear3d.vec", trilinear3d},
};

} // namespace

std::span<const Lowering> resizing()
{
    return kResizing;
}

} // namespace sidelight::lowering::aten
