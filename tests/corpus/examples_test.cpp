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
#include <regex>
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

ir::Tensor tensorFor(const ir::TensorType& type, Numbers& numbers, Draw draw, std::int64_t symbol)
{
    std::vector<std::int64_t> sizes;
    std::size_t count = 1;
    for (const ir::Dim& size : type.sizes) {
        sizes.push_back(size.asConstant().value_or(symbol));
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

std::vector<ir::Tensor> inputsOf(const fx::ExportedProgram& program, Draw draw, std::uint64_t seed, std::int64_t symbol = kSymbol)
{
    Numbers numbers(seed);
    std::vector<ir::Tensor> inputs;
    for (const NodeId id : program.main().order()) {
        const fx::Node& node = program.main()[id];
        if (node.op != fx::Op::Placeholder)
            continue;
        if (node.val.isTensor())
            inputs.push_back(tensorFor(node.val.tensor, numbers, draw, symbol));
        else if (node.val.kind == ir::Type::Kind::Float)
            inputs.push_back(ir::Tensor::fromValues<double>(ir::DType::Float64, {}, std::array{2.5}));
        else
            inputs.push_back(ir::Tensor::fromValues<std::int64_t>(ir::DType::Int64, {}, std::array{symbol}));
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

/// The call with the first size of its first tensor by name, wherever a tensor begins with that size; empty when it has no such size.
std::string withSymbol(std::string_view call)
{
    static const std::regex kFirstSize(R"(\b([a-z]+[0-9]+|b8)\[([0-9]+))");
    const std::string text(call);
    std::smatch first;
    if (!std::regex_search(text, first, kFirstSize))
        return {};
    const std::string size = first[2];
    std::string out;
    auto rest = text.cbegin();
    for (std::sregex_iterator match(text.begin(), text.end(), kFirstSize), end; match != end; ++match) {
        out.append(rest, (*match)[0].first);
        out += (*match)[2] == size ? concat((*match)[1].str(), "[n") : (*match)[0].str();
        rest = (*match)[0].second;
    }
    return out.append(rest, text.cend());
}

/// Whether PyTorch takes `program` at these inputs and answers with the sizes that it says.
bool isLegal(const fx::ExportedProgram& program, const std::vector<ir::Tensor>& inputs, std::int64_t size, runtime::EvaluatorClient& evaluator)
{
    const auto run = evaluator.runProgram(program, inputs);
    if (!run)
        return false;
    const auto& specs = program.signature->outputs;
    for (std::size_t i = 0; i < specs.size() && i < run->outputs.size(); ++i) {
        const Value* value = specs[i].value.as<Value>();
        const ir::Type* type = value ? &program.main()[value->node].val : nullptr;
        if (!type || !type->isTensor())
            continue;
        if (type->tensor.rank() != run->outputs[i].sizes.size())
            return false;
        for (std::size_t axis = 0; axis < type->tensor.rank(); ++axis)
            if (const auto predicted = type->tensor.sizes[axis].evaluate({{"n", size}}); predicted && *predicted != run->outputs[i].sizes[axis])
                return false;
    }
    return true;
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

/// Calls that are not equal to PyTorch's in a case, by the reason why.
using Exceptions = std::map<std::string_view, std::vector<std::string_view>>;

/// With a NaN or an infinity in their float inputs.
const Exceptions& plantedExceptions()
{
    static const Exceptions kExceptions{
        {"PyTorch's transforms meet NaN and infinity in another order of sums",
            {"aten._fft_r2c.default", "aten.fft_fft2.default", "aten.fft_hfft.default", "aten.fft_ihfft.default", "aten.fft_irfft.default",
             "aten.fft_irfft2.default", "aten.fft_irfftn.default", "aten.fft_rfft.default", "aten.fft_rfft2.default", "aten.fft_rfftn.default",
             "aten.stft.center", "aten.stft.default"}},
        {"ONNX Runtime's MaxPool passes over NaN",
            {"aten.adaptive_max_pool1d.default", "aten.adaptive_max_pool2d.default", "aten.max_pool1d.default",
             "aten.max_pool1d_with_indices.default", "aten.max_pool2d.default", "aten.max_pool2d_with_indices.default", "aten.max_pool3d.default"}},
        {"PyTorch refuses what is not between 0 and 1",
            {"aten.binary_cross_entropy.default"}},
        {"a NaN or an infinity in the middle leaves the boundaries unsorted",
            {"aten.bucketize.Scalar", "aten.bucketize.Tensor", "aten.searchsorted.Scalar", "aten.searchsorted.Tensor"}},
        {"LAPACK refuses such matrices, or answers by its own order of steps",
            {"aten.cholesky.default", "aten.cholesky_inverse.default", "aten.linalg_cholesky.default", "aten.linalg_cholesky_ex.default",
             "aten.linalg_eigvalsh.default", "aten.linalg_lu.default", "aten.linalg_lu_factor.default", "aten.linalg_matrix_norm.str_ord",
             "aten.linalg_qr.default", "aten.linalg_slogdet.default", "aten.linalg_solve_triangular.default",
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

bool isException(const Exceptions& exceptions, std::string_view target)
{
    return std::ranges::any_of(exceptions, [&](const auto& entry) { return std::ranges::find(entry.second, target) != entry.second.end(); });
}

/// An exception that differs no more is one too many.
void expectNeeded(const Exceptions& exceptions, const std::set<std::string_view>& differing)
{
    for (const auto& [why, targets] : exceptions)
        for (const std::string_view target : targets)
            EXPECT_TRUE(differing.contains(target)) << target << " needs to be no exception any more: " << why;
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
        const bool isKnown = isException(plantedExceptions(), example.target);
        for (const Draw draw : {Draw::OneNan, Draw::OneInfinity}) {
            const std::string problem = problemOf(example, 18, evaluator, draw);
            if (problem.empty())
                continue;
            differing.insert(example.target);
            if (!isKnown) {
                EXPECT_EQ(problem, "") << example.call << (draw == Draw::OneNan ? " with a NaN" : " with an infinity");
            }
        }
    }
    expectNeeded(plantedExceptions(), differing);
}

/// Where a size is 0.
const Exceptions& emptyExceptions()
{
    static const Exceptions kExceptions{
        {"ONNX Runtime's reductions of no elements keep the axis, or start from another number",
            {"aten._cdist_forward.default", "aten.abs.default", "aten.any.default", "aten.any.dims", "aten.bucketize.Scalar", "aten.bucketize.Tensor",
             "aten.cdist.default", "aten.isin.Scalar_Tensor", "aten.isin.Tensor_Scalar", "aten.isin.Tensor_Tensor", "aten.linalg_matrix_norm.str_ord",
             "aten.linalg_norm.default", "aten.pairwise_distance.default", "aten.repeat_interleave.Tensor", "aten.repeat_interleave.self_Tensor",
             "aten.searchsorted.Scalar", "aten.searchsorted.Tensor"}},
        {"ONNX Runtime refuses an empty tensor in one of the body's operators",
            {"aten.addmv.default", "aten.cholesky.default", "aten.cosine_embedding_loss.default", "aten.digamma.default",
             "aten.grid_sampler_3d.default", "aten.group_norm.default", "aten.index_add.default", "aten.lgamma.default",
             "aten.linalg_multi_dot.default", "aten.max_unpool2d.default", "aten.max_unpool3d.default", "aten.median.default", "aten.mv.default",
             "aten.mvlgamma.default", "aten.nanmedian.default", "aten.roll.default", "aten.special_digamma.default", "aten.special_gammaln.default",
             "aten.special_multigammaln.default", "aten.special_psi.default"}},
        {"ONNX Runtime's TopK, CumSum and CumProd divide by the size",
            {"aten.argsort.default", "aten.argsort.stable", "aten.cummax.default", "aten.cummin.default", "aten.cumprod.default",
             "aten.kthvalue.default", "aten.logcumsumexp.default", "aten.median.dim", "aten.nanmedian.dim", "aten.sort.default", "aten.sort.stable",
             "aten.topk.default"}},
        {"ONNX Runtime's mean of nothing is 0, PyTorch's NaN",
            {"aten.binary_cross_entropy.default", "aten.binary_cross_entropy_with_logits.default", "aten.huber_loss.default", "aten.l1_loss.default",
             "aten.mean.default", "aten.mse_loss.default", "aten.multi_margin_loss.default", "aten.multilabel_margin_loss.default",
             "aten.poisson_nll_loss.default", "aten.smooth_l1_loss.default", "aten.soft_margin_loss.default", "aten.std_mean.default",
             "aten.triplet_margin_loss.default", "aten.var_mean.default"}},
        {"ONNX Runtime's recurrent kernels end the process",
            {"aten.gru_cell.default", "aten.lstm_cell.default"}},
    };
    return kExceptions;
}

TEST(SymbolicExamples, AreEqualToPyTorchAtOtherSizes)
{
    runtime::EvaluatorOptions options;
    options.program = SIDELIGHT_EVALUATOR_PROGRAM;
    runtime::EvaluatorClient evaluator(options);
    std::size_t compared = 0;
    std::size_t refused = 0;
    std::set<std::string_view> differing;
    for (const lowering::Example& example : lowering::examples()) {
        const fx::Schema* schema = fx::findSchema(example.target);
        const std::string call = withSymbol(example.call);
        const auto program = call.empty() ? Result<fx::ExportedProgram>(Diagnostic()) : fx::parseCall(call);
        if (!schema || schema->has(fx::SchemaTag::NondeterministicSeeded) || exempt().contains(example.target) || !program)
            continue;
        lowering::LowerOptions lower;
        lower.schemas = &session::onnxSchemas();
        const lowering::Lowered lowered = lowering::lower(*program, lower);
        if (lowered.record.outcome == ir::Outcome::Failed) {
            ++refused;
            continue;
        }
        const testing::TemporaryFolder scratch;
        const auto written = io::writeOnnx(lowered.record.after, scratch.path() / "model.onnx");
        ASSERT_TRUE(written) << call;
        for (const std::int64_t size : {5, 1, 0}) {
            const std::vector<ir::Tensor> inputs = inputsOf(*program, Draw::Plain, 1, size);
            if (!isLegal(*program, inputs, size, evaluator))
                continue;
            ++compared;
            runtime::VerifyOptions verify;
            verify.inputs = inputs;
            const auto report = runtime::verify(evaluator, *program, scratch.path() / "model.onnx", std::move(verify));
            const std::string problem = !report ? support::toText(report.error()) : report->equal() ? std::string() : support::toText(report->diagnostics.front());
            if (!problem.empty() && size == 0)
                differing.insert(example.target);
            if (size != 0 || !isException(emptyExceptions(), example.target)) {
                EXPECT_EQ(problem, "") << call << " at n = " << size;
            }
        }
    }
    expectNeeded(emptyExceptions(), differing);
    EXPECT_GE(compared, 1900u);
    EXPECT_LE(refused, 5u) << "splits of a size by name, and combinations of so many";
}

INSTANTIATE_TEST_SUITE_P(AtOpset, Examples, ::testing::Values(18, 26));

} // namespace
} // namespace sidelight::corpus
