// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/pass_case.h"

#include "core/io/onnx_reader.h"
#include "core/onnxir/print.h"
#include "core/session/program_text.h"
#include "core/session/run_pipeline.h"
#include "core/session/tensor_text.h"
#include "core/support/file.h"
#include "core/support/rules.h"
#include "core/support/scratch_folder.h"
#include "core/support/text.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace sidelight::session {
namespace {

constexpr std::string_view kHeading = "# A run of one pass, by sidelight passes --save-test: the step, the graph before, the graph after.\n";
constexpr std::string_view kBefore = "--- before\n";
constexpr std::string_view kAfter = "--- after\n";

Result<fx::ExportedProgram> read(const std::string& text, const fx::ExportedProgram*) { return parseWholeProgram(text); }

Result<onnxir::Model> read(const std::string& text, const onnxir::Model*)
{
    const support::ScratchFolder scratch;
    const std::filesystem::path file = scratch.path() / "case.onnxtxt";
    if (const Status written = support::writeText(file, text); !written)
        return written.error();
    DiagnosticLog log; // Tensors without data are meant.
    return io::readOnnx(file, log);
}

template <class Unit>
Result<std::string> run(const ir::PassStep<Unit>& step, const std::string& before)
{
    auto unit = read(before, static_cast<const Unit*>(nullptr));
    if (!unit)
        return unit.error();
    const std::vector<std::string> lowered = loweredAt(OpenOptions().opset);
    ir::RunOptions<Unit> options;
    options.services = {nullptr, &onnxSchemas(), &lowered};
    const std::vector<ir::PassStep<Unit>> steps = {step};
    const auto trace = ir::runPasses<Unit>(std::move(*unit), steps, options);
    const auto& record = trace.records.front();
    if (record.outcome == ir::Outcome::Failed || record.outcome == ir::Outcome::Skipped)
        return record.diagnostics.empty() ? support::diagnose(rules::kFxPass, concat(step.pass->id, " did not run")) : record.diagnostics.back();
    return caseText(record.after);
}

/// "line 7 is `…`, not `…`" for the first line in which the texts differ.
std::string firstDifference(std::string_view given, std::string_view expected)
{
    for (std::size_t line = 1;; ++line) {
        const std::string_view left = given.substr(0, given.find('\n'));
        const std::string_view right = expected.substr(0, expected.find('\n'));
        if (left != right || given.empty() || expected.empty())
            return concat("line ", line, " is `", support::plainText(left), "`, not `", support::plainText(right), '`');
        given.remove_prefix(std::min(left.size() + 1, given.size()));
        expected.remove_prefix(std::min(right.size() + 1, expected.size()));
    }
}

template <class Unit>
std::optional<PassCase> findRun(const ir::Trace<Unit>& trace, std::string_view pass, std::vector<ir::PassStep<Unit>> Pipeline::*steps)
{
    for (std::size_t i = 0; i < trace.records.size(); ++i) {
        const auto& record = trace.records[i];
        if (record.pass->id != pass || record.outcome == ir::Outcome::Skipped || record.outcome == ir::Outcome::Failed)
            continue;
        PassCase found;
        (found.step.*steps).push_back({record.pass, record.options, true});
        found.before = caseText(trace.before(i));
        found.after = caseText(record.after);
        return found;
    }
    return std::nullopt;
}

} // namespace

std::string caseText(const fx::ExportedProgram& program) { return printWholeProgram(program); }

std::string caseText(const onnxir::Model& model)
{
    onnxir::Model bare = model;
    onnxir::Rewriter rewriter(bare, "case");
    for (const GraphId graph : model.graphs.ids())
        for (const NodeId id : model.graphs[graph].order()) {
            onnxir::Node node = model.graphs[graph][id];
            if (node.kind != onnxir::Kind::Initializer || !node.tensor)
                continue;
            node.tensor = std::make_shared<const ir::Tensor>(withinText(*node.tensor));
            rewriter.update(id, std::move(node));
        }
    onnxir::PrintOptions options;
    options.largestTensor = kMostElementsInText;
    return onnxir::printText(bare, options);
}

std::string printPassCase(const PassCase& passCase)
{
    return concat(kHeading, json::print(presetOf(passCase.step)), '\n', kBefore, passCase.before, kAfter, passCase.after);
}

Result<PassCase> parsePassCase(std::string_view text)
{
    const std::size_t before = text.find(kBefore);
    const std::size_t after = before == std::string_view::npos ? before : text.find(kAfter, before);
    if (after == std::string_view::npos)
        return support::diagnose(rules::kExpressionInvalid, "a test of a pass has the lines '--- before' and '--- after'");
    std::string_view head = text.substr(0, before);
    while (support::startsWith(head, "#"))
        head.remove_prefix(std::min(head.find('\n') + 1, head.size()));
    auto step = readPipeline(head, "the step");
    if (!step)
        return step.error();
    PassCase passCase{std::move(*step), std::string(text.substr(before + kBefore.size(), after - before - kBefore.size())), std::string(text.substr(after + kAfter.size()))};
    if (passCase.step.fx.size() + passCase.step.onnx.size() != 1)
        return support::diagnose(rules::kExpressionInvalid, R"(a test of a pass has one step, such as {"fx": [{"pass": "functionalize"}], "onnx": []})");
    return passCase;
}

Result<std::string> runPassCase(const PassCase& passCase)
{
    return passCase.step.fx.empty() ? run(passCase.step.onnx.front(), passCase.before) : run(passCase.step.fx.front(), passCase.before);
}

Result<PassCase> passCaseOf(const Document& document, std::string_view pass)
{
    auto found = findRun(document.fx, pass, &Pipeline::fx);
    if (!found)
        found = findRun(document.onnx, pass, &Pipeline::onnx);
    if (!found || pass == "lower")
        return support::diagnose(rules::kUnknownPass, concat("no pass '", pass, "' ran here (see 'sidelight passes'); enable it with --passes FILE"));
    const auto again = runPassCase(*found);
    if (!again)
        return support::diagnose(rules::kFxPass, concat(pass, " cannot be saved as a test: run on the text it fails: ", again.error().message));
    if (*again != found->after)
        return support::diagnose(rules::kFxPass, concat(pass, " cannot be saved as a test, as text does not carry all that it read (tensors of over ", kMostElementsInText,
                                                        " elements, storages that are shared, stack traces): run on the text, ", firstDifference(*again, found->after)));
    return std::move(*found);
}

} // namespace sidelight::session
