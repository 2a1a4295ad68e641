// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/fx/transform/interpreter.h"
#include "core/ir/services.h"

#include <vector>

namespace sidelight::fx {

/// What one node gives: its tensor, those of a list, or a number as a tensor without dimensions.
using Tensors = std::vector<ir::Tensor>;

/// Runs a main graph with PyTorch's kernels, call by call. Is given the user inputs; parameters, buffers and constants come from the program's state. Calls with
/// subgraphs are refused (the whole program is run by the evaluator's client). Hooks can be overridden further, to look at each value for example.
class EvaluatorInterpreter : public Interpreter<Tensors> {
public:
    EvaluatorInterpreter(const ExportedProgram& program, ir::Evaluator& evaluator, bool freesValues = true);

protected:
    [[nodiscard]] bool takesInput(const Node& node) const override;
    Result<Tensors> placeholder(const Node& node) override;
    Result<Tensors> getAttr(const Node& node) override;
    Result<Tensors> callFunction(const Node& node, const Inputs& inputs) override;

private:
    [[nodiscard]] Result<Tensors> stateOf(const std::string& name) const;

    ir::Evaluator& evaluator_;
    std::unordered_map<std::string, const InputSpec*> specs_; ///< Of the placeholders that are no user inputs, by name.
};

} // namespace sidelight::fx
