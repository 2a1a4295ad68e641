// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lowering/lower.h"
#include "core/session/document.h"

namespace sidelight::session {

/// The pipeline that `options` ask for: the preset or the default one, without the skipped passes, function bodies kept as `options.functions` says where the
/// preset does not say it. Fails with SL2004 for a pass that does not exist, or an end that does not run.
Result<Pipeline> pipelineOf(const OpenOptions& options);

/// Runs the FX passes, linting after each. What comes after `end` is Skipped; changes of its step beyond those it names are taken back, with a note.
fx::Trace runFxPasses(fx::ExportedProgram program, const std::vector<fx::PassStep>& steps, const std::optional<PipelineEnd>& end, const ir::Services& services,
                      std::stop_token stop);

/// Runs the ONNX passes over what lowering gave; the lowering is the first record of the trace. `end` as for the FX passes.
onnxir::Trace runOnnxPasses(lowering::Lowered lowered, const std::vector<onnxir::PassStep>& steps, const std::optional<PipelineEnd>& end,
                            const ir::Services& services, std::stop_token stop);

/// The same where `done` began with the same program: its records of steps that are the first of `steps` are taken over. None are with an `end`.
fx::Trace resumeFxPasses(const fx::Trace& done, const std::vector<fx::PassStep>& steps, const std::optional<PipelineEnd>& end, const ir::Services& services,
                         std::stop_token stop);
/// The same where `done` is of the same lowered program, or of the same model that was opened by itself (without a lowering).
onnxir::Trace resumeOnnxPasses(const onnxir::Trace& done, const std::vector<onnxir::PassStep>& steps, const std::optional<PipelineEnd>& end,
                               const ir::Services& services, std::stop_token stop);

/// The overloads that have a lowering at `opset`, for ir::Services.
std::vector<std::string> loweredAt(std::int64_t opset);

/// Whether the last step of a trace failed.
template <class Unit>
bool failed(const ir::Trace<Unit>& trace)
{
    return !trace.records.empty() && trace.records.back().outcome == ir::Outcome::Failed;
}

} // namespace sidelight::session
