// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/session/evaluated_program.h"

#include <map>
#include <vector>

namespace sidelight::session {

/// What a model gave in ONNX Runtime at one input set.
struct EvaluatedModel {
    std::vector<runtime::NamedTensor> outputs; ///< Of the model, in its order.
    std::map<Value, ir::Tensor> values;        ///< Every value of the main graph, where they were asked for.
};

/// Writes `model` to a scratch folder and runs it. `everyValue` makes each value that the main graph's operators give an output first.
Result<EvaluatedModel> evaluateModel(runtime::EvaluatorClient& evaluator, const onnxir::Model& model, const std::vector<ir::Tensor>& inputs, bool everyValue);

/// Compares a model with the program that it was lowered from, with the tolerance of "equal".
ValueMatch compareWithProgram(runtime::EvaluatorClient& evaluator, const fx::ExportedProgram& program, const onnxir::Model& model,
                              const std::vector<ir::Tensor>& inputs, std::uint64_t seed);

/// The first operator of `after` in order that gives another value than under its id before; kNoNode when there is none.
NodeId firstDifference(const EvaluatedModel& before, const onnxir::Model& after, const EvaluatedModel& valuesAfter, double tolerance);

} // namespace sidelight::session
