// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "core/runtime/verify.h"

#include "core/runtime/inputs.h"
#include "core/support/rules.h"
#include "core/support/text.h"

#include <algorithm>
#include <cmath>
#include <string_view>

namespace sidelight::runtime {
namespace {

constexpr std::string_view kMutated = ".mutated";

bool isSixteenBit(ir::DType dtype)
{
    return dtype == ir::DType::Float16 || dtype == ir::DType::BFloat16 || dtype == ir::DType::Complex32;
}

bool holdsSixteenBit(const ir::Type& type)
{
    return (type.isTensor() && isSixteenBit(type.tensor.dtype)) ||
           std::any_of(type.elements.begin(), type.elements.end(), holdsSixteenBit);
}

Tolerance defaultTolerance(const fx::ExportedProgram& program)
{
    for (const GraphId graph : program.graphs.ids())
        for (const NodeId id : program.graphs[graph].order())
            if (holdsSixteenBit(program.graphs[graph][id].val))
                return Tolerance::ModelHalf;
    return Tolerance::Model;
}

bool isUserOutput(const fx::OutputSpec& spec)
{
    return spec.kind == fx::OutputKind::UserOutput || spec.kind == fx::OutputKind::LossOutput;
}

/// What each output of the model must be, in the model's order.
struct Expectation
{
    std::vector<ir::Tensor> tensors;
};

Result<Expectation> fromProgram(EvaluatorClient& evaluator, const fx::ExportedProgram& program,
    const std::vector<NamedTensor>& outputs, const VerifyOptions& options)
{
    RunOptions run;
    run.seed = options.seed;
    for (const auto& [name, tensor] : outputs) {
        if (name.size() <= kMutated.size() || !std::string_view(name).ends_with(kMutated))
            continue;
        const NodeId placeholder =
            placeholderOf(program, std::string_view(name).substr(0, name.size() - kMutated.size()));
        if (placeholder != kNoNode)
            run.readBack.push_back(placeholder);
    }
    Result<RunResult> result = evaluator.runProgram(program, options.inputs, run);
    if (!result.ok())
        return result.error();
    Expectation expectation;
    std::vector<NamedTensor> mutated;
    for (std::size_t i = 0; i < program.signature->outputs.size() && i < result->outputs.size(); ++i) {
        const fx::OutputSpec& spec = program.signature->outputs[i];
        if (!isUserOutput(spec))
            mutated.emplace_back(concat(spec.target, kMutated), result->outputs[i]);
        else if (result->outputs[i].dtype != ir::DType::Undefined)
            expectation.tensors.push_back(result->outputs[i]);
    }
    std::size_t readBack = 0;
    for (std::size_t i = expectation.tensors.size(); i < outputs.size(); ++i) {
        const auto& name = outputs[i].first;
        const auto known =
            std::find_if(mutated.begin(), mutated.end(), [&](const NamedTensor& entry) { return entry.first == name; });
        const bool isMutated =
            std::string_view(name).ends_with(kMutated) &&
            placeholderOf(program, std::string_view(name).substr(0, name.size() - kMutated.size())) != kNoNode;
        if (known != mutated.end())
            expectation.tensors.push_back(known->second);
        else if (isMutated && readBack < result->readBack.size())
            expectation.tensors.push_back(result->readBack[readBack]);
        readBack += isMutated ? 1 : 0;
    }
    return expectation;
}

struct Statistics
{
    double mean = 0;
    double deviation = 0;
    bool finite = true;
};

Result<Statistics> statisticsOf(const ir::Tensor& tensor)
{
    // The comparison with zeros of the same shape would not give a mean; the elements are read as float32 or float64,
    // others pass.
    Statistics statistics;
    const auto bytes = ir::readContiguous(tensor);
    if (!bytes.ok())
        return bytes.error();
    const bool isFloat = tensor.dtype == ir::DType::Float32;
    if (!isFloat && tensor.dtype != ir::DType::Float64)
        return statistics;
    const std::size_t size = ir::itemSize(tensor.dtype);
    const auto count = static_cast<double>(bytes->size() / size);
    const auto value = [&](std::size_t at) {
        return isFloat ? static_cast<double>(*reinterpret_cast<const float*>(bytes->data() + at))
                       : *reinterpret_cast<const double*>(bytes->data() + at);
    };
    for (std::size_t at = 0; at < bytes->size(); at += size)
        statistics.mean += value(at) / count;
    for (std::size_t at = 0; at < bytes->size(); at += size)
        statistics.deviation += (value(at) - statistics.mean) * (value(at) - statistics.mean) / count;
    statistics.deviation = std::sqrt(statistics.deviation);
    statistics.finite = std::isfinite(statistics.mean);
    return statistics;
}

/// Equal dtype and shape, and a mean and spread that two draws of one distribution could have (six standard errors).
Result<Comparison> compareStatistics(const ir::Tensor& a, const ir::Tensor& b)
{
    Comparison result;
    if (a.dtype != b.dtype || a.sizes != b.sizes)
        return compare(a, b);
    const auto left = statisticsOf(a);
    if (!left.ok())
        return left.error();
    const auto right = statisticsOf(b);
    if (!right.ok())
        return right.error();
    const double count = std::max<double>(1, static_cast<double>(a.elementCount()));
    const double spread = std::max(left->deviation, right->deviation);
    const double slack = 6 * spread * std::sqrt(2 / count) + 1e-4;
    result.maxAbsolute = std::abs(left->mean - right->mean);
    result.equal =
        left->finite == right->finite &&
        (!left->finite || (result.maxAbsolute <= slack && std::abs(left->deviation - right->deviation) <= slack));
    if (!result.equal)
        result.reason = concat("mean ", left->mean, " and deviation ", left->deviation, " instead of ", right->mean,
            " and ", right->deviation);
    return result;
}

Diagnostic differs(const std::filesystem::path& model, std::string message, const std::string& output)
{
    Diagnostic diagnostic = support::diagnose(rules::kOutputDiffers, concat(model.string(), ": ", message));
    if (!output.empty())
        diagnostic.locations.push_back({output, "tensor", {}, 0, {}, {}});
    return diagnostic;
}

} // namespace

Result<VerifyReport> verify(EvaluatorClient& evaluator, const fx::ExportedProgram& program,
    const std::filesystem::path& model, VerifyOptions options)
{
    if (Result<ir::Dim::Bindings> fits = bindSymbols(program, options.inputs); !fits.ok())
        return fits.error();
    const std::vector<NodeId> placeholders = userInputs(program);
    std::vector<NamedTensor> inputs;
    for (std::size_t i = 0; i < placeholders.size(); ++i)
        inputs.emplace_back(program.main()[placeholders[i]].name, viewAsReal(options.inputs[i]));
    Result<std::vector<NamedTensor>> outputs = evaluator.runOnnx(model, inputs);
    if (!outputs.ok())
        return outputs.error();

    Expectation expectation;
    if (options.expected) {
        expectation.tensors = std::move(*options.expected);
    } else {
        Result<Expectation> evaluated = fromProgram(evaluator, program, *outputs, options);
        if (!evaluated.ok())
            return evaluated.error();
        expectation = std::move(*evaluated);
    }

    VerifyReport report;
    const Tolerance tolerance = options.tolerance.value_or(defaultTolerance(program));
    // Given outputs leave out mutated values; evaluated ones name every output of the model.
    if (expectation.tensors.size() > outputs->size() ||
        (!options.expected && expectation.tensors.size() < outputs->size()))
        report.diagnostics.push_back(
            differs(model, concat(outputs->size(), " outputs instead of ", expectation.tensors.size()), {}));
    for (std::size_t i = 0; i < std::min(outputs->size(), expectation.tensors.size()); ++i) {
        const auto& [name, actual] = (*outputs)[i];
        ir::Tensor expected = ir::isComplex(actual.dtype) ? expectation.tensors[i] : viewAsReal(expectation.tensors[i]);
        if (expected.dtype == ir::DType::UInt16 && actual.dtype == ir::DType::BFloat16)
            expected.dtype = ir::DType::BFloat16;
        Result<Comparison> comparison =
            options.deterministic ? compare(actual, expected, tolerance) : compareStatistics(actual, expected);
        if (!comparison.ok())
            return comparison.error();
        if (!comparison->equal && report.diagnostics.empty())
            report.diagnostics.push_back(
                differs(model, concat("output ", name, " differs from PyTorch ", comparison->reason), name));
        report.outputs.push_back({name, actual.dtype, actual.sizes, std::move(*comparison)});
    }
    return report;
}

} // namespace sidelight::runtime
