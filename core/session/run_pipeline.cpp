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

/// Number of records of `done`, from the one at `first` on, that are what the first of `steps` would give again.
template <class Unit>
std::size_t sameSteps(const Steps<Unit>& steps, const ir::Trace<Unit>& done, std::size_t first)
{
    std::size_t same = 0;
    while (same < steps.size() && first + same < done.records.size()) {
        const auto& step = steps[same];
        const ir::PassRecord<Unit>& record = done.records[first + same];
        const bool ran = record.outcome == ir::Outcome::Unchanged || record.outcome == ir::Outcome::Modified;
        const bool wasOff = record.outcome == ir::Outcome::Skipped && record.diagnostics.empty();
        if (step.pass != record.pass || step.options != record.options || (step.enabled ? !ran : !wasOff))
            break;
        ++same;
    }
    return same;
}

/// Goes on with the records of `done` that hold for `steps`; `first` records stand before those of the steps.
template <class Unit>
ir::Trace<Unit> resume(const ir::Trace<Unit>& done, std::size_t first, const Steps<Unit>& steps, const std::optional<PipelineEnd>& end, const ir::RunOptions<Unit>& run)
{
    const std::size_t same = end ? 0 : sameSteps(steps, done, first);
    const auto kept = done.records.begin() + static_cast<std::ptrdiff_t>(first + same);
    ir::Trace<Unit> trace{done.initial, {done.records.begin(), kept}};
    ir::Trace<Unit> rest = runUntil(trace.final(), Steps<Unit>(steps.begin() + static_cast<std::ptrdiff_t>(same), steps.end()), end, run);
    for (auto& record : rest.records)
        trace.records.push_back(std::move(record));
    return trace;
}

ir::RunOptions<fx::ExportedProgram> fxOptions(const ir::Services& services, std::stop_token stop)
{
    ir::RunOptions<fx::ExportedProgram> run;
    run.services = services;
    run.stop = std::move(stop);
    run.lint = [](const fx::ExportedProgram& unit) { return fx::lint(unit); };
    return run;
}

ir::RunOptions<onnxir::Model> onnxOptions(const ir::Services& services, std::stop_token stop)
{
    ir::RunOptions<onnxir::Model> run;
    run.services = services;
    run.stop = std::move(stop);
    run.lint = [](const onnxir::Model& unit) { return onnxir::lint(unit); };
    return run;
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
    return runUntil(std::move(program), steps, end, fxOptions(services, std::move(stop)));
}

fx::Trace resumeFxPasses(const fx::Trace& done, const std::vector<fx::PassStep>& steps, const std::optional<PipelineEnd>& end, const ir::Services& services,
                         std::stop_token stop)
{
    return resume(done, 0, steps, end, fxOptions(services, std::move(stop)));
}

onnxir::Trace runOnnxPasses(lowering::Lowered lowered, const std::vector<onnxir::PassStep>& steps, const std::optional<PipelineEnd>& end,
                            const ir::Services& services, std::stop_token stop)
{
    onnxir::Trace trace{std::move(lowered.initial), {}};
    trace.records.push_back(std::move(lowered.record));
    return failed(trace) ? trace : resume(trace, 1, steps, end, onnxOptions(services, std::move(stop)));
}

onnxir::Trace resumeOnnxPasses(const onnxir::Trace& done, const std::vector<onnxir::PassStep>& steps, const std::optional<PipelineEnd>& end,
                               const ir::Services& services, std::stop_token stop)
{
    // The lowering is no pass of the table.
    const bool isLowered = !done.records.empty() && (!done.records.front().pass || done.records.front().pass->id == "lower");
    return resume(done, isLowered ? 1 : 0, steps, end, onnxOptions(services, std::move(stop)));
}

} // namespace sidelight::session
