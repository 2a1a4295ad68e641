// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/first_wrong_node.h"

#include "core/onnxir/passes/pipeline.h"
#include "core/runtime/compare.h"
#include "core/session/evaluated_model.h"

#include <map>
#include <span>
#include <string>

namespace sidelight::session {
namespace {

/// The lowered model without functions.
onnxir::Model inlined(const Document& document)
{
    ir::PassStep<onnxir::Model> step{onnxir::passes::find("inline"), {{"level", std::string("none")}}, true};
    return ir::runPasses<onnxir::Model>(document.onnx.records.front().after, std::span(&step, 1)).final();
}

} // namespace

NodeId firstWrongNode(const Document& document, const std::vector<ir::Tensor>& inputs, runtime::EvaluatorClient& evaluator)
{
    const fx::ExportedProgram& program = document.program();
    const onnxir::Model model = inlined(document);
    const auto actual = evaluateModel(evaluator, model, inputs, true);
    runtime::RunOptions options;
    options.keepIntermediates = true;
    const auto expected = evaluator.runProgram(program, inputs, options);
    if (!actual || !expected)
        return kNoNode;
    std::map<std::string, const ir::Tensor*> values;
    for (const auto& [name, tensor] : actual->outputs)
        values[name] = &tensor;
    for (const auto& [value, tensor] : actual->values)
        values[model.main()[value.node].outputs[value.output].name] = &tensor;
    for (const NodeId id : program.main().order()) {
        const auto found = values.find(program.main()[id].name);
        const auto reference = expected->intermediates.find(id);
        if (found == values.end() || reference == expected->intermediates.end() || reference->second.size() != 1)
            continue;
        const auto comparison = runtime::compare(*found->second, reference->second.front());
        if (comparison && !comparison->equal)
            return id;
    }
    return kNoNode;
}

} // namespace sidelight::session
