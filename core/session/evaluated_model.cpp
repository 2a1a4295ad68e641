// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/evaluated_model.h"

#include "core/io/onnx_writer.h"
#include "core/runtime/inputs.h"
#include "core/runtime/verify.h"
#include "core/support/rules.h"
#include "core/support/scratch_folder.h"
#include "core/support/text.h"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

namespace sidelight::session {
namespace {

/// Makes the values of the main graph outputs; what each new output holds, in order.
std::vector<Value> exposeValues(onnxir::Model& model)
{
    onnxir::Rewriter rewriter(model, "expose-values");
    std::set<std::string> names;
    for (const NodeId id : model.main().order())
        if (model.main()[id].kind == onnxir::Kind::Output)
            names.insert(model.main()[id].name);
    std::vector<Value> exposed;
    for (const NodeId id : model.main().orderCopy()) {
        const onnxir::Node node = model.main()[id];
        for (std::uint32_t i = 0; i < node.outputs.size() && node.kind == onnxir::Kind::Operator; ++i) {
            if (node.outputs[i].name.empty() || !names.insert(node.outputs[i].name).second)
                continue;
            onnxir::Node output;
            output.kind = onnxir::Kind::Output;
            output.name = node.outputs[i].name;
            output.inputs = {Value{id, i}};
            rewriter.insert(kMainGraph, kNoNode, std::move(output));
            exposed.push_back({id, i});
        }
    }
    return exposed;
}

Result<std::filesystem::path> write(const onnxir::Model& model, const support::ScratchFolder& scratch)
{
    if (scratch.path().empty())
        return support::diagnose(rules::kWriteFailed, "no temporary folder can be made; set TMPDIR to one that can be written");
    io::WriteOptions options;
    options.weights = io::Weights::External;
    const auto written = io::writeOnnx(model, scratch.path() / "model.onnx", options);
    if (!written)
        return written.error();
    return written->files.front();
}

} // namespace

Result<EvaluatedModel> evaluateModel(runtime::EvaluatorClient& evaluator, const onnxir::Model& model, const std::vector<ir::Tensor>& inputs, bool everyValue)
{
    onnxir::Model shown = model;
    const std::vector<Value> exposed = everyValue ? exposeValues(shown) : std::vector<Value>();
    const support::ScratchFolder scratch;
    const auto path = write(shown, scratch);
    if (!path)
        return path.error();
    std::vector<runtime::NamedTensor> feed;
    for (const NodeId id : model.main().order())
        if (model.main()[id].kind == onnxir::Kind::Input && feed.size() < inputs.size())
            feed.emplace_back(model.main()[id].name, runtime::viewAsReal(inputs[feed.size()]));
    auto outputs = evaluator.runOnnx(*path, feed, false);
    if (!outputs)
        return outputs.error();
    EvaluatedModel evaluated;
    const std::size_t own = outputs->size() - std::min(outputs->size(), exposed.size());
    for (std::size_t i = own; i < outputs->size(); ++i)
        evaluated.values[exposed[i - own]] = std::move((*outputs)[i].second);
    outputs->resize(own);
    evaluated.outputs = std::move(*outputs);
    return evaluated;
}

ValueMatch compareWithProgram(runtime::EvaluatorClient& evaluator, const fx::ExportedProgram& program, const onnxir::Model& model,
                              const std::vector<ir::Tensor>& inputs, std::uint64_t seed)
{
    const support::ScratchFolder scratch;
    const auto path = write(model, scratch);
    if (!path)
        return {Match::Unknown, 0, 0, path.error().message};
    runtime::VerifyOptions options;
    options.inputs = inputs;
    options.seed = seed;
    const auto report = runtime::verify(evaluator, program, *path, std::move(options));
    if (!report)
        return {Match::Unknown, 0, 0, report.error().message};
    ValueMatch match;
    for (const auto& output : report->outputs) {
        match.maxAbsolute = std::max(match.maxAbsolute, output.comparison.maxAbsolute);
        match.maxUlp = std::max(match.maxUlp, output.comparison.maxUlp);
    }
    if (!report->equal()) {
        match.match = Match::Differs;
        match.reason = report->diagnostics.front().message;
    } else if (match.maxUlp > 0) {
        match.match = Match::Within;
    }
    return match;
}

NodeId firstDifference(const EvaluatedModel& before, const onnxir::Model& after, const EvaluatedModel& valuesAfter, double tolerance)
{
    for (const NodeId id : after.main().order()) {
        const auto count = static_cast<std::uint32_t>(after.main()[id].outputs.size());
        for (std::uint32_t i = 0; i < count; ++i) {
            const auto then = before.values.find({id, i});
            const auto now = valuesAfter.values.find({id, i});
            if (then == before.values.end() || now == valuesAfter.values.end())
                continue;
            if (compareOutputs({{"", then->second}}, {{"", now->second}}, tolerance).match == Match::Differs)
                return id;
        }
    }
    return kNoNode;
}

} // namespace sidelight::session
