// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/run_pipeline.h"

#include "core/fx/lint.h"
#include "core/lowering/registry.h"
#include "core/onnxir/lint.h"
#include "core/support/rules.h"
#include "core/support/text.h"

#include <algorithm>
#include <span>
#include <utility>

namespace sidelight::session {
namespace {

template <class Unit>
using Steps = std::vector<ir::PassStep<Unit>>;

template <class Unit>
bool runs(const Steps<Unit>& steps, const std::string& id)
{
    return std::any_of(steps.begin(), steps.end(), [&](const auto& step) { return step.enabled && step.pass->id == id; });
}

/// Number of steps up to and with the one that `end` names; all when it names none of them.
template <class Unit>
std::size_t lengthUntil(const Steps<Unit>& steps, const std::optional<PipelineEnd>& end)
{
    if (!end)
        return steps.size();
    const auto last = std::find_if(steps.begin(), steps.end(), [&](const auto& step) { return step.enabled && step.pass->id == end->pass; });
    return last == steps.end() ? steps.size() : static_cast<std::size_t>(last - steps.begin()) + 1;
}

/// Takes back the changes of the last record beyond the first `changes`.
template <class Unit>
void cut(ir::Trace<Unit>& trace, std::size_t changes, const ir::RunOptions<Unit>& run)
{
    ir::PassRecord<Unit>& record = trace.records.back();
    if (changes >= record.changes.size())
        return;
    Diagnostic note = support::diagnose(rules::kFxPass, concat("stopped after change ", changes, " of ", record.changes.size(), " of ", record.pass->id,
                                                               ": what follows shows and exports the graph as it is there"));
    note.level = Level::Note;
    record.after = trace.at({trace.records.size() - 1, changes});
    record.changes.resize(changes);
    record.checkpoints.resize(std::min(record.checkpoints.size(), changes / ir::kCheckpointInterval));
    record.diagnostics = run.lint(record.after);
    record.diagnostics.push_back(std::move(note));
}

template <class Unit>
ir::Trace<Unit> runUntil(Unit unit, const Steps<Unit>& steps, const std::optional<PipelineEnd>& end, const ir::RunOptions<Unit>& run)
{
    const std::size_t length = lengthUntil(steps, end);
    ir::Trace<Unit> trace = ir::runPasses<Unit>(std::move(unit), std::span(steps).first(length), run);
    if (trace.records.size() < length || failed(trace) || !end || !runs(steps, end->pass))
        return trace;
    if (end->changes)
        cut(trace, *end->changes, run);
    for (const auto& step : std::span(steps).subspan(length)) {
        ir::PassRecord<Unit> record;
        record.pass = step.pass;
        record.options = step.options;
        record.outcome = ir::Outcome::Skipped;
        record.after = trace.final();
        trace.records.push_back(std::move(record));
    }
    return trace;
}

} // namespace

std::vector<std::string> loweredAt(std::int64_t opset)
{
    std::vector<std::string> overloads;
    for (const lowering::Lowering* row : lowering::loweringsAt(opset))
        overloads.emplace_back(row->target);
    return overloads;
}

Result<Pipeline> pipelineOf(const OpenOptions& options)
{
    Pipeline pipeline = options.pipeline ? *options.pipeline : defaultPipeline();
    if (const Status status = skipPasses(pipeline, options.skippedPasses); !status)
        return status.error();
    // What is on offer and was not chosen does not stand in the trace.
    std::erase_if(pipeline.fx, [](const auto& step) { return !step.enabled && !step.pass->standard; });
    std::erase_if(pipeline.onnx, [](const auto& step) { return !step.enabled && !step.pass->standard; });
    for (auto& step : pipeline.onnx)
        if (step.pass->id == "inline")
            step.options.try_emplace("level", std::string(lowering::name(options.functions)));
    if (options.until && !runs(pipeline.fx, options.until->pass) && !runs(pipeline.onnx, options.until->pass))
        return support::diagnose(rules::kUnknownPass, concat("the pipeline cannot end after ", options.until->pass, ", which does not run; enable it first"));
    return pipeline;
}

fx::Trace runFxPasses(fx::ExportedProgram program, const std::vector<fx::PassStep>& steps, const std::optional<PipelineEnd>& end, const ir::Services& services,
                      std::stop_token stop)
{
    ir::RunOptions<fx::ExportedProgram> run;
    run.services = services;
    run.stop = std::move(stop);
    run.lint = [](const fx::ExportedProgram& unit) { return fx::lint(unit); };
    return runUntil(std::move(program), steps, end, run);
}

onnxir::Trace runOnnxPasses(lowering::Lowered lowered, const std::vector<onnxir::PassStep>& steps, const std::optional<PipelineEnd>& end,
                            const ir::Services& services, std::stop_token stop)
{
    onnxir::Trace trace{std::move(lowered.initial), {}};
    trace.records.push_back(std::move(lowered.record));
    if (failed(trace))
        return trace;
    ir::RunOptions<onnxir::Model> run;
    run.services = services;
    run.stop = std::move(stop);
    run.lint = [](const onnxir::Model& unit) { return onnxir::lint(unit); };
    onnxir::Trace rest = runUntil(trace.final(), steps, end, run);
    for (auto& record : rest.records)
        trace.records.push_back(std::move(record));
    return trace;
}

} // namespace sidelight::session
