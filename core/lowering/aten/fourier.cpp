// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
//
// The fft family. A transform along several dimensions is one along each in turn; what is real goes first and comes
// last.
#include "core/lowering/aten/families.h"

#include "core/lowering/aten/complex_parts.h"
#include "core/lowering/aten/operands.h"
#include "core/lowering/aten/transforms.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace sidelight::lowering::aten {

namespace {

enum class Scaling
{
    None,
    ByRoot,
    ByLength
};

struct Plan
{
    std::vector<std::int64_t> dims; ///< From the front; the last is the one that is real on one side.
    Sizes sizes;                    ///< Of the signal along each.
};

ir::DType partType(const Call& call)
{
    return realTypeOf(call.output().dtype);
}

/// The argument with a last dimension of 2, or of 1 where it is real.
Operand spectrumOf(Op& op, const Call& call)
{
    const Operand self = op.cast(call["self"], partType(call));
    return call.isComplex("self") ? self : op.unsqueeze(self, {-1});
}

/// How torch scales a transform with this `norm`.
Scaling scalingOf(const Call& call, bool isForward)
{
    const std::string norm = call.has("norm") ? call.text("norm") : "backward";
    if (norm == "ortho")
        return Scaling::ByRoot;
    return (norm == "forward") == isForward ? Scaling::ByLength : Scaling::None;
}

/// Scales a transform, the inverse of which ONNX has divided by the length already.
Operand scaled(Op& op, const Operand& value, const Sizes& sizes, bool isInverse, Scaling scaling)
{
    if (scaling == (isInverse ? Scaling::ByLength : Scaling::None))
        return value;
    Scalar count = 1;
    for (const Scalar& size : sizes)
        count = count * size;
    const bool byRoot = scaling == Scaling::ByRoot;
    if (const auto number = count.integer()) {
        const double length = static_cast<double>(*number);
        const double factor = byRoot ? std::sqrt(length) : length;
        return isInverse ? value * factor : value / factor;
    }
    const Operand length = op.scalar(count, value.dtype());
    const Operand factor = byRoot ? op("Sqrt", length) : length;
    return isInverse ? value * factor : value / factor;
}

/// Dimensions and sizes of a call that names one dimension.
Plan planOf(Op& op, const Call& call, const Operand& spectrum)
{
    const std::int64_t dim = call.dim("dim", complexRank(call, spectrum));
    return {{dim}, {call.has("n") ? call.number("n") : op.size(spectrum, dim)}};
}

/// Dimensions and sizes of a call that names several: those named, or the last ones that sizes are given for, or all.
Plan planOfMany(Op& op, const Call& call, const Operand& spectrum)
{
    const std::int64_t rank = complexRank(call, spectrum);
    Plan plan;
    plan.sizes = call.sizes("s");
    for (const std::int64_t dim : call.integers("dim"))
        plan.dims.push_back(dim < 0 ? dim + rank : dim);
    if (!call.has("dim")) {
        const std::int64_t count = call.has("s") ? static_cast<std::int64_t>(plan.sizes.size()) : rank;
        for (std::int64_t dim = rank - count; dim < rank; ++dim)
            plan.dims.push_back(dim);
    }
    const bool isOutside = std::ranges::any_of(plan.dims, [&](std::int64_t dim) { return dim < 0 || dim >= rank; });
    if (isOutside || (call.has("s") && plan.sizes.size() != plan.dims.size()))
        op.fail("dim and s do not fit the input");
    if (isOutside)
        return {};
    plan.sizes.resize(plan.dims.size(), -1);
    for (std::size_t i = 0; i < plan.dims.size(); ++i)
        if (plan.sizes[i].is(-1))
            plan.sizes[i] = op.size(spectrum, plan.dims[i]);
    return plan;
}

/// The transform to a complex result.
Result<Values> toComplex(Op& op, const Call& call, const Plan& plan, bool isInverse, Scaling scaling)
{
    Operand value = spectrumOf(op, call);
    if (plan.dims.empty())
        return Values{call.isComplex("self") ? value : fromReal(op, op.cast(call["self"], partType(call)))};
    for (std::size_t i = plan.dims.size(); i-- > 0;)
        value = transformed(op, resized(op, value, plan.dims[i], plan.sizes[i]), {plan.dims[i], isInverse, false});
    return Values{scaled(op, value, plan.sizes, isInverse, scaling)};
}

/// The forward transform of real numbers to a half spectrum along the last of the dimensions.
Operand halfSpectrum(Op& op, Operand value, const Plan& plan)
{
    for (std::size_t i = plan.dims.size(); i-- > 0;)
        value = transformed(
            op, resized(op, value, plan.dims[i], plan.sizes[i]), {plan.dims[i], false, i + 1 == plan.dims.size()});
    return value;
}

/// The inverse transform to real numbers; the last of `sizes` is that of the result.
Operand toReal(Op& op, Operand value, const Plan& plan)
{
    for (std::size_t i = 0; i + 1 < plan.dims.size(); ++i)
        value = transformed(op, resized(op, value, plan.dims[i], plan.sizes[i]), {plan.dims[i], true, false});
    return realInverse(op, value, plan.dims.back(), plan.sizes.back());
}

/// The plan with the size of the result of an inverse to real numbers, where none is given.
Plan withRealSize(Plan plan, bool isGiven)
{
    if (!isGiven && !plan.sizes.empty())
        plan.sizes.back() = (plan.sizes.back() - 1) * 2;
    return plan;
}

/// aten::fft_fft(Tensor self, SymInt? n=None, int dim=-1, str? norm=None) -> Tensor
Result<Values> fft(Op& op, const Call& call)
{
    return toComplex(op, call, planOf(op, call, spectrumOf(op, call)), false, scalingOf(call, true));
}

/// aten::fft_ifft(Tensor self, SymInt? n=None, int dim=-1, str? norm=None) -> Tensor
Result<Values> ifft(Op& op, const Call& call)
{
    return toComplex(op, call, planOf(op, call, spectrumOf(op, call)), true, scalingOf(call, false));
}

/// aten::fft_fftn(Tensor self, SymInt[1]? s=None, int[1]? dim=None, str? norm=None) -> Tensor
/// aten::fft_fft2(Tensor self, SymInt[1]? s=None, int[1] dim=[-2, -1], str? norm=None) -> Tensor
Result<Values> fftn(Op& op, const Call& call)
{
    return toComplex(op, call, planOfMany(op, call, spectrumOf(op, call)), false, scalingOf(call, true));
}

/// aten::fft_ifftn(Tensor self, SymInt[1]? s=None, int[1]? dim=None, str? norm=None) -> Tensor
/// aten::fft_ifft2(Tensor self, SymInt[1]? s=None, int[1] dim=[-2, -1], str? norm=None) -> Tensor
Result<Values> ifftn(Op& op, const Call& call)
{
    return toComplex(op, call, planOfMany(op, call, spectrumOf(op, call)), true, scalingOf(call, false));
}

/// aten::fft_rfft(Tensor self, SymInt? n=None, int dim=-1, str? norm=None) -> Tensor
Result<Values> rfft(Op& op, const Call& call)
{
    const Operand value = spectrumOf(op, call);
    const Plan plan = planOf(op, call, value);
    return Values{scaled(op, halfSpectrum(op, value, plan), plan.sizes, false, scalingOf(call, true))};
}

/// aten::fft_rfftn(Tensor self, SymInt[1]? s=None, int[1]? dim=None, str? norm=None) -> Tensor
/// aten::fft_rfft2(Tensor self, SymInt[1]? s=None, int[1] dim=[-2, -1], str? norm=None) -> Tensor
Result<Values> rfftn(Op& op, const Call& call)
{
    const Operand value = spectrumOf(op, call);
    const Plan plan = planOfMany(op, call, value);
    if (plan.dims.empty())
        return call.unsupported("it names no dimension");
    return Values{scaled(op, halfSpectrum(op, value, plan), plan.sizes, false, scalingOf(call, true))};
}

/// A real input of an inverse to real numbers counts as complex.
Operand complexInput(Op& op, const Call& call)
{
    const Operand self = op.cast(call["self"], partType(call));
    return call.isComplex("self") ? self : fromReal(op, self);
}

/// aten::fft_irfft(Tensor self, SymInt? n=None, int dim=-1, str? norm=None) -> Tensor
Result<Values> irfft(Op& op, const Call& call)
{
    const Operand value = complexInput(op, call);
    const Plan plan = withRealSize(planOf(op, call, spectrumOf(op, call)), call.has("n"));
    return Values{scaled(op, toReal(op, value, plan), plan.sizes, true, scalingOf(call, false))};
}

/// aten::fft_irfftn(Tensor self, SymInt[1]? s=None, int[1]? dim=None, str? norm=None) -> Tensor
/// aten::fft_irfft2(Tensor self, SymInt[1]? s=None, int[1] dim=[-2, -1], str? norm=None) -> Tensor
Result<Values> irfftn(Op& op, const Call& call)
{
    const Operand value = complexInput(op, call);
    const bool hasLast = call.has("s") && !call.sizes("s").empty() && !call.sizes("s").back().is(-1);
    const Plan plan = withRealSize(planOfMany(op, call, spectrumOf(op, call)), hasLast);
    if (plan.dims.empty())
        return call.unsupported("it names no dimension");
    return Values{scaled(op, toReal(op, value, plan), plan.sizes, true, scalingOf(call, false))};
}

/// aten::fft_hfft(Tensor self, SymInt? n=None, int dim=-1, str? norm=None) -> Tensor
/// A forward transform to real numbers: the inverse of the conjugate, times the length.
Result<Values> hfft(Op& op, const Call& call)
{
    const Operand value = conjugate(op, complexInput(op, call));
    const Plan plan = withRealSize(planOf(op, call, spectrumOf(op, call)), call.has("n"));
    return Values{scaled(op, toReal(op, value, plan), plan.sizes, true, scalingOf(call, true))};
}

/// aten::fft_ihfft(Tensor self, SymInt? n=None, int dim=-1, str? norm=None) -> Tensor
/// An inverse transform of real numbers to a half spectrum: the conjugate of the forward one, over the length.
Result<Values> ihfft(Op& op, const Call& call)
{
    const Operand value = spectrumOf(op, call);
    const Plan plan = planOf(op, call, value);
    return Values{conjugate(op, scaled(op, halfSpectrum(op, value, plan), plan.sizes, false, scalingOf(call, false)))};
}

/// The `normalization` of the core operators.
Scaling coreScaling(Op& op, const Call& call)
{
    switch (call.integer("normalization")) {
    case 0:
        return Scaling::None;
    case 1:
        return Scaling::ByRoot;
    case 2:
        return Scaling::ByLength;
    default:
        op.fail("normalization is none of 0, 1 and 2");
        return Scaling::None;
    }
}

Plan corePlan(Op& op, const Call& call)
{
    const Operand value = spectrumOf(op, call);
    const std::int64_t rank = complexRank(call, value);
    Plan plan;
    for (const std::int64_t dim : call.integers("dim"))
        plan.dims.push_back(dim < 0 ? dim + rank : dim);
    for (const std::int64_t dim : plan.dims)
        plan.sizes.push_back(op.size(value, dim));
    return plan;
}

/// aten::_fft_c2c(Tensor self, SymInt[] dim, int normalization, bool forward) -> Tensor
Result<Values> complexToComplex(Op& op, const Call& call)
{
    return toComplex(op, call, corePlan(op, call), !call.boolean("forward"), coreScaling(op, call));
}

/// aten::_fft_r2c(Tensor self, int[] dim, int normalization, bool onesided) -> Tensor
Result<Values> realToComplex(Op& op, const Call& call)
{
    const Plan plan = corePlan(op, call);
    if (!call.boolean("onesided") || plan.dims.empty())
        return toComplex(op, call, plan, false, coreScaling(op, call));
    return Values{scaled(op, halfSpectrum(op, spectrumOf(op, call), plan), plan.sizes, false, coreScaling(op, call))};
}

/// aten::_fft_c2r(Tensor self, int[] dim, int normalization, SymInt last_dim_size) -> Tensor
Result<Values> complexToReal(Op& op, const Call& call)
{
    Plan plan = corePlan(op, call);
    if (plan.dims.empty())
        return call.unsupported("it names no dimension");
    plan.sizes.back() = call.number("last_dim_size");
    return Values{scaled(op, toReal(op, complexInput(op, call), plan), plan.sizes, true, coreScaling(op, call))};
}

/// Each dimension turned round so that it starts at the entry that `start` gives of its size.
template <class Start>
Result<Values> turned(Op& op, const Call& call, Start start)
{
    Operand value = call["self"];
    const std::int64_t rank = call.rankOf(value) - (call.isComplex("self") ? 1 : 0);
    for (const std::int64_t dim : call.dims("dim", rank)) {
        const Scalar size = op.size(value, dim);
        const Scalar first = start(size);
        const onnxir::ValueType type = value.type();
        value = op.typed(op.concat({op.slice(value, dim, first, size), op.slice(value, dim, 0, first)}, dim), type);
    }
    return Values{value};
}

/// aten::fft_fftshift(Tensor self, int[1]? dim=None) -> Tensor
Result<Values> fftshift(Op& op, const Call& call)
{
    return turned(op, call, [](const Scalar& size) { return floorDivide(size + 1, 2); });
}

/// aten::fft_ifftshift(Tensor self, int[1]? dim=None) -> Tensor
Result<Values> ifftshift(Op& op, const Call& call)
{
    return turned(op, call, [](const Scalar& size) { return floorDivide(size, 2); });
}

/// Frequencies of `count` bins from 0 on; those past `positive` are negative.
Result<Values> frequencies(Op& op, const Call& call, std::int64_t count, std::int64_t positive)
{
    const std::int64_t n = call.integer("n");
    const double spacing = call.real("d");
    std::vector<PythonNumber> values;
    for (std::int64_t i = 0; i < count; ++i)
        values.emplace_back(static_cast<double>(i < positive ? i : i - n));
    const Operand bins = op.constant(numberTensor(call.output().dtype, {count}, values));
    return Values{bins * (1.0 / (static_cast<double>(n) * spacing))};
}

/// aten::fft_fftfreq(int n, float d=1., *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool?
/// pin_memory=None) -> Tensor
Result<Values> fftfreq(Op& op, const Call& call)
{
    return frequencies(op, call, call.integer("n"), (call.integer("n") + 1) / 2);
}

/// aten::fft_rfftfreq(int n, float d=1., *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool?
/// pin_memory=None) -> Tensor
Result<Values> rfftfreq(Op& op, const Call& call)
{
    return frequencies(op, call, call.integer("n") / 2 + 1, call.integer("n") / 2 + 1);
}

constexpr Lowering kFourier[] = {
    {"aten._fft_c2c.default", complexToComplex, 18, true},
    {"aten._fft_c2r.default", complexToReal, 18, true},
    {"aten._fft_r2c.default", realToComplex, 18, true},
    {"aten.fft_fft.default", fft, 18, true},
    {"aten.fft_fft2.default", fftn, 18, true},
    {"aten.fft_fftfreq.default", fftfreq},
    {"aten.fft_fftn.default", fftn, 18, true},
    {"aten.fft_fftshift.default", fftshift},
    {"aten.fft_fftshift.default", fftshift, 18, true},
    {"aten.fft_hfft.default", hfft},
    {"aten.fft_hfft.default", hfft, 18, true},
    {"aten.fft_ifft.default", ifft, 18, true},
    {"aten.fft_ifft2.default", ifftn, 18, true},
    {"aten.fft_ifftn.default", ifftn, 18, true},
    {"aten.fft_ifftshift.default", ifftshift},
    {"aten.fft_ifftshift.default", ifftshift, 18, true},
    {"aten.fft_ihfft.default", ihfft, 18, true},
    {"aten.fft_irfft.default", irfft},
    {"aten.fft_irfft.default", irfft, 18, true},
    {"aten.fft_irfft2.default", irfftn},
    {"aten.fft_irfft2.default", irfftn, 18, true},
    {"aten.fft_irfftn.default", irfftn},
    {"aten.fft_irfftn.default", irfftn, 18, true},
    {"aten.fft_rfft.default", rfft, 18, true},
    {"aten.fft_rfft2.default", rfftn, 18, true},
    {"aten.fft_rfftfreq.default", rfftfreq},
    {"aten.fft_rfftn.default", rfftn, 18, true},
};

} // namespace

std::span<const Lowering> fourier()
{
    return kFourier;
}

} // namespace sidelight::lowering::aten
