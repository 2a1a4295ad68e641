// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
//
// Each overload's own test call: inputs made here, evaluated by PyTorch's kernels, lowered, run in ONNX Runtime, compared. Float inputs lie in
// (0, 1), vectors among them are sorted, square matrices symmetric and positive definite, so that every operator is defined there; integers are 0 or 1.
// What is drawn at random is compared by type, shape and statistics.
#include "core/fx/parse_call.h"
#include "core/fx/schema.h"
#include "core/io/onnx_writer.h"
#include "core/lowering/examples.h"
#include "core/runtime/verify.h"
#include "core/session/document.h"
#include "tests/support/temporary_folder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <cstring>
#include <limits>
#include <map>
#include <set>
#include <string>
#include <string_view>

namespace sidelight::corpus {
namespace {

/// The same numbers everywhere.
class Numbers {
public:
    explicit Numbers(std::uint64_t seed) : state_(seed * 7919u) {}
    double uniform()
    {
        state_ = state_ * 6364136223846793005u + 1442695040888963407u;
        return (static_cast<double>(state_ >> 40) + 0.5) * 0x1p-24;
    }
    bool flag() { return uniform() < 0.5; }

private:
    std::uint64_t state_;
};

/// Makes each matrix of the last two dimensions symmetric, and its diagonal more than what stands beside it.
template <class T>
void makeDefinite(std::vector<T>& values, std::int64_t size)
{
    using Real = decltype(std::abs(T()));
    const auto n = static_cast<std::size_t>(size);
    for (std::size_t base = 0; base + n * n <= values.size(); base += n * n)
        for (std::size_t row = 0; row < n; ++row) {
            for (std::size_t column = 0; column < row; ++column)
                values[base + row * n + column] = values[base + column * n + row];
            values[base + row * n + row] += static_cast<Real>(size);
        }
}

template <class T>
ir::Tensor reals(ir::DType dtype, const std::vector<std::int64_t>& sizes, std::size_t count, Numbers& numbers)
{
    using Real = decltype(std::abs(T()));
    std::vector<Real> drawn(count);
    for (Real& value : drawn)
        value = static_cast<Real>(numbers.uniform());
    if (sizes.size() == 1)
        std::ranges::sort(drawn);
    std::vector<T> values(drawn.begin(), drawn.end());
    if (sizes.size() >= 2 && sizes[sizes.size() - 1] == sizes[sizes.size() - 2])
        makeDefinite(values, sizes.back());
    return ir::Tensor::fromValues<T>(dtype, sizes, values);
}

template <class T>
ir::Tensor flags(ir::DType dtype, const std::vector<std::int64_t>& sizes, std::size_t count, Numbers& numbers)
{
    std::vector<T> values(count);
    for (T& value : values)
        value = static_cast<T>(numbers.flag() || sizes.empty() ? 1 : 0);
    return ir::Tensor::fromValues<T>(dtype, sizes, values);
}

ir::Tensor bfloats(const std::vector<std::int64_t>& sizes, std::size_t count, Numbers& numbers)
{
    std::vector<std::uint16_t> values(count);
    for (std::uint16_t& value : values)
        value = static_cast<std::uint16_t>(0x3F00u + (numbers.flag() ? 0x40u : 0u)); // 0.5 or 0.75.
    return ir::Tensor::fromValues<std::uint16_t>(ir::DType::BFloat16, sizes, values);
}

/// NaN, infinities, zeros of both signs, and numbers on both sides of 0 and 1.
ir::Tensor extremes(const std::vector<std::int64_t>& sizes, std::size_t count, Numbers& numbers)
{
    constexpr float kInfinity = std::numeric_limits<float>::infinity();
    constexpr std::array kValues{std::numeric_limits<float>::quiet_NaN(), kInfinity, -kInfinity, 0.0F, -0.0F, 0.5F, -0.5F, 1.0F, -1.0F, 2.5F, -2.5F, 3.0F};
    std::vector<float> values(count);
    for (float& value : values)
        value = kValues[static_cast<std::size_t>(numbers.uniform() * static_cast<double>(kValues.size()))];
    return ir::Tensor::fromValues<float>(ir::DType::Float32, sizes, values);
}

/// What float32 inputs hold.
enum class Draw : std::uint8_t {
    Plain,   ///< Between 0 and 1.
    Extreme, ///< NaN, infinities, zeros of both signs and others, in any order.
    OneNan,  ///< Plain, with one NaN.
    OneInfinity,
};

constexpr std::int64_t kSymbol = 4; ///< What every symbol stands for.

ir::Tensor withOne(ir::Tensor tensor, float value, Numbers& numbers)
{
    const auto bytes = ir::readContiguous(tensor);
    std::vector<float> values(bytes->size() / sizeof(float));
    std::memcpy(values.data(), bytes->data(), bytes->size());
    if (!values.empty())
        values[static_cast<std::size_t>(numbers.uniform() * static_cast<double>(values.size()))] = value;
    return ir::Tensor::fromValues<float>(ir::DType::Float32, tensor.sizes, values);
}

ir::Tensor tensorFor(const ir::TensorType& type, Numbers& numbers, Draw draw)
{
    std::vector<std::int64_t> sizes;
    std::size_t count = 1;
    for (const ir::Dim& size : type.sizes) {
        sizes.push_back(size.asConstant().value_or(kSymbol));
        count *= static_cast<std::size_t>(sizes.back());
    }
    if (draw == Draw::Extreme && type.dtype == ir::DType::Float32)
        return extremes(sizes, count, numbers);
    if (draw != Draw::Plain && type.dtype == ir::DType::Float32) {
        using Limits = std::numeric_limits<float>;
        return withOne(reals<float>(type.dtype, sizes, count, numbers), draw == Draw::OneNan ? Limits::quiet_NaN() : Limits::infinity(), numbers);
    }
    switch (type.dtype) {
    case ir::DType::Float32: return reals<float>(type.dtype, sizes, count, numbers);
    case ir::DType::Float64: return reals<double>(type.dtype, sizes, count, numbers);
    case ir::DType::BFloat16: return bfloats(sizes, count, numbers);
    case ir::DType::Bool:
    case ir::DType::UInt8: return flags<std::uint8_t>(type.dtype, sizes, count, numbers);
    case ir::DType::Int32: return flags<std::int32_t>(type.dtype, sizes, count, numbers);
    case ir::DType::Int64: return flags<std::int64_t>(type.dtype, sizes, count, numbers);
    case ir::DType::Complex64: return reals<std::complex<float>>(type.dtype, sizes, count, numbers);
    case ir::DType::Complex128: return reals<std::complex<double>>(type.dtype, sizes, count, numbers);
    default: ADD_FAILURE() << "no input of type " << ir::name(type.dtype); return {};
    }
}

std::vector<ir::Tensor> inputsOf(const fx::ExportedProgram& program, Draw draw, std::uint64_t seed)
{
    Numbers numbers(seed);
    std::vector<ir::Tensor> inputs;
    for (const NodeId id : program.main().order()) {
        const fx::Node& node = program.main()[id];
        if (node.op != fx::Op::Placeholder)
            continue;
        if (node.val.isTensor())
            inputs.push_back(tensorFor(node.val.tensor, numbers, draw));
        else if (node.val.kind == ir::Type::Kind::Float)
            inputs.push_back(ir::Tensor::fromValues<double>(ir::DType::Float64, {}, std::array{2.5}));
        else
            inputs.push_back(ir::Tensor::fromValues<std::int64_t>(ir::DType::Int64, {}, std::array{kSymbol}));
    }
    return inputs;
}

/// Calls that are not held against PyTorch here, and why.
const std::map<std::string_view, std::string_view>& exempt()
{
    static const std::map<std::string_view, std::string_view> kExempt{
        {"aten._grouped_mm.default", "PyTorch has it for bfloat16 only, which ONNX Runtime does not multiply"},
        {"aten.cauchy.default", "it has neither a mean nor a deviation to compare"},
        {"aten.linalg_eigh.default", "eigenvectors are equal up to their signs"},
        {"transformers.grouped_mm_fallback.default", "the evaluator runs ATen only"},
    };
    return kExempt;
}

/// What is wrong with the example at `opset`, or nothing.
std::string problemOf(const lowering::Example& example, std::int64_t opset, runtime::EvaluatorClient& evaluator, Draw draw = Draw::Plain, std::uint64_t seed = 1)
{
    const auto program = fx::parseCall(example.call);
    if (!program)
        return support::toText(program.error());
    lowering::LowerOptions options;
    options.opset = opset;
    options.schemas = &session::onnxSchemas();
    const lowering::Lowered lowered = lowering::lower(*program, options);
    for (const Diagnostic& diagnostic : lowered.record.diagnostics)
        if (diagnostic.level == Level::Error)
            return support::toText(diagnostic);
    const testing::TemporaryFolder scratch;
    const auto written = io::writeOnnx(lowered.record.after, scratch.path() / "model.onnx");
    if (!written)
        return support::toText(written.error());
    runtime::VerifyOptions verify;
    verify.inputs = inputsOf(*program, draw, seed);
    const fx::Schema* schema = fx::findSchema(example.target);
    verify.deterministic = !schema || !schema->has(fx::SchemaTag::NondeterministicSeeded);
    const auto report = runtime::verify(evaluator, *program, scratch.path() / "model.onnx", std::move(verify));
    if (!report)
        return support::toText(report.error());
    return report->equal() ? std::string() : support::toText(report->diagnostics.front());
}

class Examples : public ::testing::TestWithParam<std::int64_t> {};

TEST_P(Examples, AreEqualToPyTorch)
{
    runtime::EvaluatorOptions options;
    options.program = SIDELIGHT_EVALUATOR_PROGRAM;
    runtime::EvaluatorClient evaluator(options);
    for (const lowering::Example& example : lowering::examples())
        if (!exempt().contains(example.target)) {
            EXPECT_EQ(problemOf(example, GetParam(), evaluator), "") << example.call;
        }
}

TEST(ExtremeExamples, AreEqualToPyTorch)
{
    runtime::EvaluatorOptions options;
    options.program = SIDELIGHT_EVALUATOR_PROGRAM;
    runtime::EvaluatorClient evaluator(options);
    for (const lowering::Example& example : lowering::examples()) {
        const fx::Schema* schema = fx::findSchema(example.target);
        if (!schema || !schema->has(fx::SchemaTag::Pointwise) || schema->has(fx::SchemaTag::NondeterministicSeeded) || example.call.find("c64") != std::string_view::npos)
            continue;
        // The second argument of a polynomial is a degree.
        if (exempt().contains(example.target) || example.target.find("polynomial") != std::string_view::npos)
            continue;
        for (const std::uint64_t seed : {1, 2, 3})
            EXPECT_EQ(problemOf(example, 18, evaluator, Draw::Extreme, seed), "") << example.call << " with seed " << seed;
    }
}

/// Calls that answer a NaN or an infinity in their float inputs otherwise than PyTorch does, by the reason why.
const std::map<std::string_view, std::vector<std::string_view>>& plantedExceptions()
{
    static const std::map<std::string_view, std::vector<std::string_view>> kExceptions{
        {"PyTorch's transforms meet NaN and infinity in another order of sums",
            {"aten._fft_r2c.default", "aten.fft_fft2.default", "aten.fft_hfft.default", "aten.fft_ihfft.default", "aten.fft_irfft.default",
             "aten.fft_irfft2.default", "aten.fft_irfftn.default", "aten.fft_rfft.default", "aten.fft_rfft2.default", "aten.fft_rfftn.default",
             "aten.stft.center", "aten.stft.default"}},
        {"ONNX Runtime's MaxPool passes over NaN",
            {"aten.adaptive_max_pool1d.default", "aten.adaptive_max_pool2d.default", "aten.max_pool1d.default",
             "aten.max_pool1d_with_indices.default", "aten.max_pool2d.default", "aten.max_pool2d_with_indices.default", "aten.max_pool3d.default"}},
        {"ONNX Runtime's ReduceMax, ReduceMin and ArgMax pass over NaN",
            {"aten.amax.default", "aten.amin.default", "aten.aminmax.default", "aten.argmax.default", "aten.max.default", "aten.max.dim",
             "aten.min.default", "aten.min.dim"}},
        {"ONNX Runtime's TopK has no place for NaN",
            {"aten.argsort.default", "aten.argsort.stable", "aten.searchsorted.Scalar", "aten.searchsorted.Tensor", "aten.sort.stable",
             "aten.topk.default"}},
        {"PyTorch refuses what is not between 0 and 1",
            {"aten.binary_cross_entropy.default"}},
        {"a NaN or an infinity in the middle leaves the boundaries unsorted",
            {"aten.bucketize.Scalar", "aten.bucketize.Tensor"}},
        {"LAPACK refuses such matrices, or answers by its own order of steps",
            {"aten.cholesky.default", "aten.cholesky_inverse.default", "aten.linalg_cholesky.default", "aten.linalg_cholesky_ex.default",
             "aten.linalg_eigvalsh.default", "aten.linalg_lu.default", "aten.linalg_lu_factor.default", "aten.linalg_matrix_norm.default",
             "aten.linalg_matrix_norm.str_ord", "aten.linalg_qr.default", "aten.linalg_slogdet.default", "aten.linalg_solve_triangular.default",
             "aten.linalg_svdvals.default", "aten.qr.default", "aten.slogdet.default"}},
        {"ONNX Runtime multiplies the padding's zeros with the kernel, PyTorch leaves them out",
            {"aten.conv2d.padding", "aten.conv3d.padding"}},
        {"PyTorch casts an infinity to an integer, which has no meaning",
            {"aten.fake_quantize_per_channel_affine.default"}},
        {"a NaN or infinite place in the grid: ONNX Runtime and PyTorch round it to other corners",
            {"aten.grid_sampler.default", "aten.grid_sampler_2d.default", "aten.grid_sampler_3d.default"}},
        {"ONNX Runtime's norm of a group with an infinity is the infinity, PyTorch's NaN",
            {"aten.group_norm.default", "aten.native_group_norm.default"}},
        {"ONNX Runtime's recurrent kernels clip NaN",
            {"aten.gru_cell.default", "aten.lstm_cell.default", "aten.rnn_relu_cell.default"}},
        {"PyTorch's running mean of an infinity is NaN, ONNX Runtime's the infinity",
            {"aten.std_mean.correction", "aten.std_mean.default", "aten.std_mean.dim", "aten.var_mean.correction", "aten.var_mean.default",
             "aten.var_mean.dim"}},
        {"ONNX Runtime's Resize multiplies neighbours of weight 0",
            {"aten.upsample_linear1d.default", "aten.upsample_linear1d.vec"}},
    };
    return kExceptions;
}

bool isPlantedException(std::string_view target)
{
    return std::ranges::any_of(plantedExceptions(), [&](const auto& entry) { return std::ranges::find(entry.second, target) != entry.second.end(); });
}

TEST(PlantedExamples, AreEqualToPyTorchWithANanOrAnInfinity)
{
    runtime::EvaluatorOptions options;
    options.program = SIDELIGHT_EVALUATOR_PROGRAM;
    runtime::EvaluatorClient evaluator(options);
    std::set<std::string_view> differing;
    for (const lowering::Example& example : lowering::examples()) {
        const fx::Schema* schema = fx::findSchema(example.target);
        if (!schema || schema->has(fx::SchemaTag::Pointwise) || schema->has(fx::SchemaTag::NondeterministicSeeded) || exempt().contains(example.target) ||
            example.call.find("f32[") == std::string_view::npos)
            continue;
        const bool isException = isPlantedException(example.target);
        for (const Draw draw : {Draw::OneNan, Draw::OneInfinity}) {
            const std::string problem = problemOf(example, 18, evaluator, draw);
            if (problem.empty())
                continue;
            differing.insert(example.target);
            if (!isException) {
                EXPECT_EQ(problem, "") << example.call << (draw == Draw::OneNan ? " with a NaN" : " with an infinity");
            }
        }
    }
    for (const auto& [why, targets] : plantedExceptions())
        for (const std::string_view target : targets)
            EXPECT_TRUE(differing.contains(target)) << target << " needs to be no exception any more: " << why;
}

INSTANTIATE_TEST_SUITE_P(AtOpset, Examples, ::testing::Values(18, 26));

} // namespace
} // namespace sidelight::corpus
