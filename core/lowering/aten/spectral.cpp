// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
//
// Windows, and short-time transforms under them.
#include "core/lowering/aten/families.h"

#include "core/lowering/aten/complex_parts.h"
#include "core/lowering/aten/operands.h"
#include "core/lowering/aten/transforms.h"
#include "core/onnxir/element_type.h"

#include <cmath>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace sidelight::lowering::aten {

namespace {

constexpr double kPi = 3.14159265358979323846;

struct Window
{
    std::int64_t length = 0;
    bool isPeriodic = true;
    ir::DType dtype = ir::DType::Float32;
    /// What the places are divided by to lie in one turn.
    [[nodiscard]] double turn() const { return static_cast<double>(isPeriodic ? length : length - 1); }
};

Window windowOf(const Call& call, bool namesPeriodic)
{
    return {call.integer("window_length"), !namesPeriodic || call.boolean("periodic"), call.output().dtype};
}

/// Windows of no or one element are all ones.
bool isTrivial(const Window& window)
{
    return window.length <= 1;
}
Operand ones(Op& op, const Window& window)
{
    return op.constant(window.dtype, 1.0, {window.length});
}

/// A window that is one node in ONNX.
Operand windowNode(Op& op, std::string_view opType, const Window& window)
{
    if (isTrivial(window))
        return ones(op, window);
    const Operand size = op.constant(ir::DType::Int64, window.length);
    const Operand made = op(opType, size,
        Attributes{{"output_datatype", onnxir::elementType(window.dtype)}, {"periodic", window.isPeriodic ? 1 : 0}});
    return op.typed(made, onnxir::ValueType::tensor(window.dtype, {ir::Dim::constant(window.length)}));
}

/// alpha - beta cos of one turn.
Operand raisedCosine(Op& op, const Window& window, double alpha, double beta)
{
    if (isTrivial(window))
        return ones(op, window);
    const Operand places = op.cast(counting(op, window.length), window.dtype);
    return alpha - op("Cos", places * (2.0 * kPi / window.turn())) * beta;
}

/// aten::hann_window(int window_length, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool?
/// pin_memory=None) -> Tensor
Result<Values> hann(Op& op, const Call& call)
{
    return Values{windowNode(op, "HannWindow", windowOf(call, false))};
}

/// aten::hann_window.periodic(int window_length, bool periodic, *, ScalarType? dtype=None, Layout? layout=None, Device?
/// device=None, bool? pin_memory=None) -> Tensor
Result<Values> hannPeriodic(Op& op, const Call& call)
{
    return Values{windowNode(op, "HannWindow", windowOf(call, true))};
}

/// aten::blackman_window(int window_length, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool?
/// pin_memory=None) -> Tensor
Result<Values> blackman(Op& op, const Call& call)
{
    return Values{windowNode(op, "BlackmanWindow", windowOf(call, false))};
}

/// aten::blackman_window.periodic(int window_length, bool periodic, *, ScalarType? dtype=None, Layout? layout=None,
/// Device? device=None, bool? pin_memory=None) -> Tensor
Result<Values> blackmanPeriodic(Op& op, const Call& call)
{
    return Values{windowNode(op, "BlackmanWindow", windowOf(call, true))};
}

/// aten::hamming_window(int window_length, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool?
/// pin_memory=None) -> Tensor ONNX's HammingWindow has other coefficients (25/46), so it is composed.
Result<Values> hamming(Op& op, const Call& call)
{
    return Values{raisedCosine(op, windowOf(call, false), 0.54, 0.46)};
}

/// aten::hamming_window.periodic(int window_length, bool periodic, *, ScalarType? dtype=None, Layout? layout=None,
/// Device? device=None, bool? pin_memory=None) -> Tensor
Result<Values> hammingPeriodic(Op& op, const Call& call)
{
    return Values{raisedCosine(op, windowOf(call, true), 0.54, 0.46)};
}

/// aten::hamming_window.periodic_alpha(int window_length, bool periodic, float alpha, *, ScalarType? dtype=None,
/// Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor
Result<Values> hammingAlpha(Op& op, const Call& call)
{
    return Values{raisedCosine(op, windowOf(call, true), call.real("alpha"), 0.46)};
}

/// aten::hamming_window.periodic_alpha_beta(int window_length, bool periodic, float alpha, float beta, *, ScalarType?
/// dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor
Result<Values> hammingAlphaBeta(Op& op, const Call& call)
{
    return Values{raisedCosine(op, windowOf(call, true), call.real("alpha"), call.real("beta"))};
}

Operand bartlettOf(Op& op, const Window& window)
{
    if (isTrivial(window))
        return ones(op, window);
    const Operand places = op.cast(counting(op, window.length), window.dtype);
    return 1.0 - op("Abs", places * (2.0 / window.turn()) - 1.0);
}

/// aten::bartlett_window(int window_length, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool?
/// pin_memory=None) -> Tensor
Result<Values> bartlett(Op& op, const Call& call)
{
    return Values{bartlettOf(op, windowOf(call, false))};
}

/// aten::bartlett_window.periodic(int window_length, bool periodic, *, ScalarType? dtype=None, Layout? layout=None,
/// Device? device=None, bool? pin_memory=None) -> Tensor
Result<Values> bartlettPeriodic(Op& op, const Call& call)
{
    return Values{bartlettOf(op, windowOf(call, true))};
}

/// The modified Bessel function of the first kind and order 0, by its power series.
double besselI0(double x)
{
    double sum = 1.0;
    double term = 1.0;
    for (int k = 1; term > sum * 1e-17; ++k) {
        term *= x * x / (4.0 * k * k);
        sum += term;
    }
    return sum;
}

/// A constant: ONNX has no Bessel functions, and length and beta are known.
Result<Values> kaiserOf(Op& op, const Call& call, const Window& window, double beta)
{
    if (isTrivial(window))
        return Values{ones(op, window)};
    if (!(std::abs(beta) < 300.0))
        return call.unsupported("beta is too large");
    std::vector<PythonNumber> values;
    for (std::int64_t i = 0; i < window.length; ++i) {
        const double place = 2.0 * static_cast<double>(i) / window.turn() - 1.0;
        values.emplace_back(besselI0(beta * std::sqrt(std::max(0.0, 1.0 - place * place))) / besselI0(beta));
    }
    return Values{op.constant(numberTensor(window.dtype, {window.length}, values))};
}

/// aten::kaiser_window(int window_length, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool?
/// pin_memory=None) -> Tensor
Result<Values> kaiser(Op& op, const Call& call)
{
    return kaiserOf(op, call, windowOf(call, false), 12.0);
}

/// aten::kaiser_window.periodic(int window_length, bool periodic, *, ScalarType? dtype=None, Layout? layout=None,
/// Device? device=None, bool? pin_memory=None) -> Tensor
Result<Values> kaiserPeriodic(Op& op, const Call& call)
{
    return kaiserOf(op, call, windowOf(call, true), 12.0);
}

/// aten::kaiser_window.beta(int window_length, bool periodic, float beta, *, ScalarType? dtype=None, Layout?
/// layout=None, Device? device=None, bool? pin_memory=None) -> Tensor
Result<Values> kaiserBeta(Op& op, const Call& call)
{
    return kaiserOf(op, call, windowOf(call, true), call.real("beta"));
}

struct Frames
{
    std::int64_t length = 0; ///< n_fft.
    std::int64_t step = 0;
    std::optional<Operand> window; ///< `length` elements; none: all ones.
};

Frames framesOf(Op& op, const Call& call, ir::DType dtype)
{
    Frames frames;
    frames.length = call.integer("n_fft");
    frames.step = call.has("hop_length") ? call.integer("hop_length") : frames.length / 4;
    const std::int64_t width = call.has("win_length") ? call.integer("win_length") : frames.length;
    if (frames.length < 1 || frames.step < 1 || width < 1 || width > frames.length)
        op.fail("n_fft, hop_length and win_length do not fit");
    if (call.has("window"))
        frames.window = op.cast(call["window"], dtype);
    else if (width != frames.length)
        frames.window = op.constant(dtype, 1.0, {std::max<std::int64_t>(width, 1)});
    if (frames.window && width < frames.length) {
        const std::int64_t before = (frames.length - width) / 2;
        frames.window = op("Pad", *frames.window, op.integers({before, frames.length - width - before}));
    }
    return frames;
}

/// [batch, length] of real numbers to [batch, frames, bins, 2].
Operand framed(Op& op, const Operand& signal, const Frames& frames, bool isOneSided)
{
    const Operand step = op.constant(ir::DType::Int64, frames.step);
    const Operand length = op.constant(ir::DType::Int64, frames.length);
    return op("STFT", op("Unsqueeze", signal, op.integers({-1})), step, frames.window, length,
        Attributes{{"onesided", isOneSided ? 1 : 0}});
}

/// The short-time transform of `signal`, which has been padded.
Result<Values> shortTime(Op& op, const Call& call, const Operand& signal)
{
    const ir::DType dtype = realTypeOf(call.output().dtype);
    const bool wasComplex = call.isComplex("self");
    if (call.has("window") && call.isComplex("window"))
        return call.unsupported("its window is complex");
    const bool isOneSided = call.has("onesided") ? call.boolean("onesided") : !wasComplex;
    if (isOneSided && wasComplex)
        return call.unsupported("a complex input has no half spectrum");
    const Frames frames = framesOf(op, call, dtype);
    Operand result;
    if (wasComplex) {
        const Operand real = framed(op, partOf(op, signal, 0), frames, false);
        const Operand imaginary = framed(op, partOf(op, signal, 1), frames, false);
        result =
            joined(op, partOf(op, real, 0) - partOf(op, imaginary, 1), partOf(op, real, 1) + partOf(op, imaginary, 0));
    } else {
        result = framed(op, signal, frames, isOneSided);
    }
    if (call.boolean("normalized"))
        result = result / std::sqrt(static_cast<double>(frames.length));
    return Values{op("Transpose", result, Attributes{{"perm", std::vector<std::int64_t>{0, 2, 1, 3}}})};
}

/// The signal as a batch.
Operand batchOf(Op& op, const Call& call, bool isBatch)
{
    const Operand self = op.cast(call["self"], realTypeOf(call.output().dtype));
    return isBatch ? self : op.unsqueeze(self, {0});
}

Result<Values> shortTimeOf(Op& op, const Call& call, std::int64_t padding, const std::string& mode)
{
    const std::int64_t rank = call.rankOf(call["self"]) - (call.isComplex("self") ? 1 : 0);
    if (rank != 1 && rank != 2)
        return call.unsupported("its input is neither a signal nor a batch of them");
    if (call.has("align_to_window") && call.boolean("align_to_window"))
        return call.unsupported("its frames are aligned to the window");
    if (call.has("return_complex") && !call.boolean("return_complex") && ir::isComplex(call.output().dtype))
        return call.unsupported("return_complex and its result do not agree");
    Operand signal = batchOf(op, call, rank == 2);
    if (padding > 0)
        signal = op(
            "Pad", signal, op.integers({padding, padding}), std::nullopt, op.integers({1}), Attributes{{"mode", mode}});
    auto result = shortTime(op, call, signal);
    if (!result || rank == 2)
        return result;
    return Values{op("Squeeze", result->front(), op.integers({0}))};
}

/// aten::stft(Tensor self, int n_fft, int? hop_length=None, int? win_length=None, Tensor? window=None, bool
/// normalized=False, bool? onesided=None, bool? return_complex=None, bool? align_to_window=None) -> Tensor
Result<Values> stft(Op& op, const Call& call)
{
    return shortTimeOf(op, call, 0, "constant");
}

/// aten::stft.center(Tensor self, int n_fft, int? hop_length=None, int? win_length=None, Tensor? window=None, bool
/// center=True, str pad_mode="reflect", bool normalized=False, bool? onesided=None, bool? return_complex=None, bool?
/// align_to_window=None) -> Tensor
Result<Values> stftCenter(Op& op, const Call& call)
{
    const std::string mode = call.text("pad_mode");
    const bool isKnown = mode == "constant" || mode == "reflect" || mode == "replicate";
    if (!isKnown)
        return call.unsupported("pad_mode is none of constant, reflect and replicate");
    return shortTimeOf(
        op, call, call.boolean("center") ? call.integer("n_fft") / 2 : 0, mode == "replicate" ? "edge" : mode);
}

/// Frames [batch, length, count] added up, each `step` after the one before: [batch, 1, total].
Operand overlapped(Op& op, const Operand& frames, const Frames& shape, const Scalar& total)
{
    return op("Col2Im", frames, op.shape({total}), op.integers({shape.length}),
        Attributes{{"strides", std::vector<std::int64_t>{shape.step}}});
}

/// aten::istft(Tensor self, int n_fft, int? hop_length=None, int? win_length=None, Tensor? window=None, bool
/// center=True, bool normalized=False, bool? onesided=None, int? length=None, bool return_complex=False) -> Tensor
Result<Values> istft(Op& op, const Call& call)
{
    const ir::DType dtype = realTypeOf(call.output().dtype);
    if (!call.isComplex("self") || call.boolean("return_complex") || (call.has("window") && call.isComplex("window")))
        return call.unsupported("its result or window is complex, or its input is not");
    const std::int64_t rank = call.rankOf(call["self"]) - 1;
    if (rank != 2 && rank != 3)
        return call.unsupported("its input is neither a spectrogram nor a batch of them");
    const Frames frames = framesOf(op, call, dtype);
    Operand spectrum = batchOf(op, call, rank == 3);
    if (call.boolean("normalized"))
        spectrum = spectrum * std::sqrt(static_cast<double>(frames.length));
    const Scalar count = op.size(spectrum, 2);
    const Scalar total = (count - 1) * frames.step + frames.length;
    // Of a whole spectrum torch takes the first half, too.
    const Operand signals = realInverse(op, spectrum, 1, Scalar(frames.length));
    const Operand window =
        op("Unsqueeze", frames.window ? *frames.window : op.constant(dtype, 1.0, {frames.length}), op.integers({1}));
    const Operand sum = overlapped(op, signals * window, frames, total);
    const Operand envelope =
        overlapped(op, op("Expand", window * window, op.shape({1, frames.length, count})), frames, total);
    const std::int64_t start = call.boolean("center") ? frames.length / 2 : 0;
    const Scalar end = call.has("length") ? Scalar(start + call.integer("length")) : total - start;
    const Scalar missing = call.has("length") ? larger(end - total, 0) : Scalar(0);
    Operand signal = op("Slice", sum / envelope, op.integers({start}), op.shape({end}), op.integers({2}));
    if (!missing.is(0))
        signal = op("Pad", signal, op.shape({0, missing}), std::nullopt, op.integers({2}));
    return Values{op("Squeeze", signal, rank == 3 ? op.integers({1}) : op.integers({0, 1}))};
}

constexpr Lowering kSpectral[] = {
    {"aten.bartlett_window.default", bartlett},
    {"aten.bartlett_window.periodic", bartlettPeriodic},
    {"aten.blackman_window.default", blackman},
    {"aten.blackman_window.periodic", blackmanPeriodic},
    {"aten.hamming_window.default", hamming},
    {"aten.hamming_window.periodic", hammingPeriodic},
    {"aten.hamming_window.periodic_alpha", hammingAlpha},
    {"aten.hamming_window.periodic_alpha_beta", hammingAlphaBeta},
    {"aten.hann_window.default", hann},
    {"aten.hann_window.periodic", hannPeriodic},
    {"aten.istft.default", istft, 18, true},
    {"aten.kaiser_window.beta", kaiserBeta},
    {"aten.kaiser_window.default", kaiser},
    {"aten.kaiser_window.periodic", kaiserPeriodic},
    {"aten.stft.center", stftCenter},
    {"aten.stft.center", stftCenter, 18, true},
    {"aten.stft.default", stft},
    {"aten.stft.default", stft, 18, true},
};

} // namespace

std::span<const Lowering> spectral()
{
    return kSpectral;
}

} // namespace sidelight::lowering::aten
