// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/corpus/first_difference.h"

#include "core/io/onnx_writer.h"
#include "core/onnxir/passes/pipeline.h"
#include "core/runtime/compare.h"
#include "core/runtime/verify.h"
#include "core/support/text.h"
#include "tests/support/temporary_folder.h"

#include <map>
#include <optional>
#include <set>
#include <utility>

namespace sidelight::corpus {
namespace {

/// The lowered model without functions.
onnxir::Model inlined(const session::Document& document)
{
    ir::PassStep<onnxir::Model> step{onnxir::passes::find("inline"), {{"level", std::string("none")}}, true};
    return ir::runPasses<onnxir::Model>(document.onnx.records.front().after, std::span(&step, 1)).final();
}

/// Makes every value that is named as a node of the program an output. Returns their names.
std::set<std::string> exposeValues(onnxir::Model& model, const fx::ExportedProgram& program)
{
    ir::Rewriter<onnxir::Model> rewriter(model, "expose");
    std::set<std::string> outputs;
    for (const NodeId id : model.main().order())
        if (model.main()[id].kind == onnxir::Kind::Output)
            outputs.insert(model.main()[id].name);
    for (const NodeId id : model.main().orderCopy()) {
        const onnxir::Node node = model.main()[id];
        for (std::uint32_t i = 0; i < node.outputs.size() && node.kind == onnxir::Kind::Operator; ++i) {
            const std::string& name = node.outputs[i].name;
            if (fx::findByName(program.main(), name) == kNoNode || !outputs.insert(name).second)
                continue;
            onnxir::Node output;
            output.kind = onnxir::Kind::Output;
            output.name = name;
            output.inputs = {Value{id, i}};
            rewriter.insert(kMainGraph, kNoNode, std::move(output));
        }
    }
    return outputs;
}

/// Names and tensors that the exposed model is fed with.
std::vector<runtime::NamedTensor> feed(const onnxir::Model& model, const std::vector<ir::Tensor>& inputs)
{
    std::vector<runtime::NamedTensor> named;
    std::size_t at = 0;
    for (const NodeId id : model.main().order())
        if (model.main()[id].kind == onnxir::Kind::Input && at < inputs.size())
            named.emplace_back(model.main()[id].name, inputs[at++]);
    return named;
}

} // namespace

std::string firstDifference(
    const session::Document& document, const std::vector<ir::Tensor>& inputs, runtime::EvaluatorClient& evaluator)
{
    const fx::ExportedProgram& program = document.program();
    onnxir::Model model = inlined(document);
    exposeValues(model, program);
    const testing::TemporaryFolder scratch;
    if (!io::writeOnnx(model, scratch.path() / "exposed.onnx"))
        return {};
    const auto actual = evaluator.runOnnx(scratch.path() / "exposed.onnx", feed(model, inputs));
    runtime::RunOptions options;
    options.keepIntermediates = true;
    const auto expected = evaluator.runProgram(program, inputs, options);
    if (!actual || !expected)
        return {};
    std::map<std::string, const ir::Tensor*> values;
    for (const auto& [name, tensor] : *actual)
        values[name] = &tensor;
    for (const NodeId id : program.main().order()) {
        const fx::Node& node = program.main()[id];
        const auto found = values.find(node.name);
        const auto reference = expected->intermediates.find(id);
        if (found == values.end() || reference == expected->intermediates.end() || reference->second.size() != 1)
            continue;
        const auto comparison = runtime::compare(*found->second, reference->second.front());
        if (comparison && !comparison->equal) {
            const auto location = fx::locationOf(node);
            return concat("; first wrong: %", node.name, " ", node.overload(), " (", location.file, ":", location.line, ")");
        }
    }
    return {};
}

} // namespace sidelight::corpus
