// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/session/document.h"
#include "core/session/graph_check.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>
#include <string_view>

namespace sidelight::session {

struct ReduceOptions {
    GraphCheck check;
    OpenOptions open;      ///< The pipeline, the opset, and how the model is lowered.
    std::string pass;      ///< Run this pass alone (an ONNX pass after the lowering); empty: all, FX and ONNX.
    std::stop_token stop;
    std::function<void(std::string_view)> progress; ///< Called with what is being tried.
};

/// How large a program is.
struct ProgramSize {
    std::size_t calls = 0;   ///< Of all graphs.
    std::size_t inputs = 0;  ///< Of users.
    std::size_t outputs = 0;
    std::uint64_t weightElements = 0;
    friend bool operator==(const ProgramSize&, const ProgramSize&) = default;
};
ProgramSize sizeOf(const fx::ExportedProgram& program);

struct Reduced {
    fx::ExportedProgram program; ///< With its sample inputs.
    ProgramSize before;
    ProgramSize after;
    std::string reason;       ///< What the check says of it.
    std::size_t tried = 0;    ///< Candidates that were judged.
    bool evaluated = true;    ///< False: the program could not be evaluated, so no call was replaced by an input.
};

/// Runs the pipeline on `program` and tells what the check says after it: Bad is the failure.
Result<Verdict> judgePipeline(const fx::ExportedProgram& program, runtime::EvaluatorClient& evaluator, const ReduceOptions& options);

/// Makes a program smaller, as long as the check fails after the pipeline: fewer calls, inputs and outputs, then smaller sizes, then plainer weights. The same
/// program gives the same result. Fails with SL9004 when the check does not fail on `program`, SL2004 for an unknown pass, SL9003 when it was stopped.
Result<Reduced> reduce(const fx::ExportedProgram& program, runtime::EvaluatorClient& evaluator, const ReduceOptions& options);

} // namespace sidelight::session
