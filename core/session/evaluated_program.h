// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/runtime/evaluator_client.h"
#include "core/session/exact_match.h"

#include <string>
#include <vector>

namespace sidelight::session {

/// How two lists of values compare.
struct ValueMatch {
    Match match = Match::BitEqual;
    double maxAbsolute = 0;
    std::uint64_t maxUlp = 0;
    std::string reason; ///< Of the first that differs.
};

/// Compares by position, bit by bit; where bits differ, |a−b| may be `tolerance` times the largest magnitude of the tensor before.
ValueMatch compareOutputs(const std::vector<runtime::NamedTensor>& before, const std::vector<runtime::NamedTensor>& after, double tolerance);

/// What a program gave at one input set.
struct EvaluatedProgram {
    std::vector<runtime::NamedTensor> outputs; ///< User outputs, then the mutated values.
    runtime::RunResult run;                    ///< With intermediates.
    ir::Dim::Bindings symbols;
};

/// Names of the buffers and inputs that `program`, after functionalization, says are mutated.
std::vector<std::string> mutatedPlaceholders(const fx::ExportedProgram& program);

/// Evaluates at any point of the pipeline: a value among `mutated` is read from the output that holds it, or back from its placeholder.
Result<EvaluatedProgram> evaluateProgram(runtime::EvaluatorClient& evaluator, const fx::ExportedProgram& program, const std::vector<ir::Tensor>& inputs,
                                         const std::vector<std::string>& mutated, std::uint64_t seed);

/// The first node of `after` in order whose value is not that of the same node before, or of the one that it replaced: a placeholder by its state, a call by what it
/// gave. kNoNode when there is none.
NodeId firstDifference(const fx::ExportedProgram& before, const EvaluatedProgram& valuesBefore, const fx::ExportedProgram& after,
                       const EvaluatedProgram& valuesAfter, double tolerance);

/// SL2007 for each node of the main graph whose recorded dtype or shape (and, where `record` made or changed the node, strides) is not what it gave.
std::vector<Diagnostic> staleTypes(const fx::ExportedProgram& program, const EvaluatedProgram& values, const ir::PassRecord<fx::ExportedProgram>* record);

} // namespace sidelight::session
