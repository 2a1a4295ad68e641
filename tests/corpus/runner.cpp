// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/corpus/runner.h"

#include "core/io/npz.h"
#include "core/io/pt2_reader.h"
#include "core/runtime/inputs.h"
#include "core/runtime/verify.h"
#include "core/session/export.h"
#include "core/support/file.h"
#include "core/support/json.h"
#include "core/support/text.h"
#include "tests/corpus/first_difference.h"
#include "tests/support/temporary_folder.h"

#include <utility>

namespace sidelight::corpus {
namespace {

namespace fs = std::filesystem;

Result<std::vector<ir::Tensor>> arraysOf(const fs::path& path)
{
    auto arrays = io::readNpz(path);
    if (!arrays)
        return arrays.error();
    std::vector<ir::Tensor> tensors;
    for (auto& array : *arrays)
        tensors.push_back(std::move(array.second));
    return tensors;
}

bool isDeterministic(const fs::path& folder)
{
    const auto text = support::readText(folder / "case.json");
    if (!text)
        return true;
    const auto facts = json::parse(*text, "case.json");
    const json::Value* flag = facts ? facts->find("deterministic") : nullptr;
    return !flag || !flag->asBool() || *flag->asBool();
}

std::string oneLine(const Diagnostic& diagnostic) { return support::toText(diagnostic); }

/// One set of inputs: "", "2", ….
struct Numbers {
    std::string suffix;
    std::vector<ir::Tensor> inputs;
    std::vector<ir::Tensor> expected;
};

Result<Numbers> numbersOf(const fs::path& folder, const std::string& suffix, const fx::ExportedProgram& program)
{
    auto arrays = arraysOf(folder / ("inputs" + suffix + ".npz"));
    if (!arrays)
        return arrays.error();
    auto inputs = runtime::inputsFromArrays(program, std::move(*arrays));
    if (!inputs)
        return inputs.error();
    auto expected = arraysOf(folder / ("expected" + suffix + ".npz"));
    if (!expected)
        return expected.error();
    return Numbers{suffix, std::move(*inputs), std::move(*expected)};
}

/// Compares at one set; fills in what was wrong.
void compareAt(const Numbers& numbers, const fx::ExportedProgram& program, const fs::path& model, bool deterministic,
    runtime::EvaluatorClient& evaluator, CaseResult& result)
{
    runtime::VerifyOptions verify;
    verify.inputs = numbers.inputs;
    verify.expected = numbers.expected;
    verify.deterministic = deterministic;
    const auto report = runtime::verify(evaluator, program, model, verify);
    if (!report) {
        result.valid = result.equal = false;
        result.reason = oneLine(report.error());
    } else if (!report->equal()) {
        result.equal = false;
        result.reason = concat("inputs", numbers.suffix, ": ", oneLine(report->diagnostics.front()));
    }
}

} // namespace

CaseResult runCase(const fs::path& folder, const RunnerOptions& options, runtime::EvaluatorClient& evaluator)
{
    CaseResult result;
    result.name = folder.filename().string();
    if (!fs::exists(folder / "model.pt2") || !fs::exists(folder / "inputs.npz")) {
        result.skipped = true;
        result.reason = "no model.pt2 with inputs.npz";
        return result;
    }
    const auto document = session::openDocument(folder / "model.pt2", options.open);
    if (!document) {
        result.reason = oneLine(document.error());
        return result;
    }
    const testing::TemporaryFolder scratch;
    const fs::path model = scratch.path() / "model.onnx";
    const auto written = session::exportDocument(**document, model, {});
    if (!written) {
        result.reason = oneLine(written.error());
        return result;
    }
    result.exported = result.valid = result.equal = true;
    const fx::ExportedProgram& program = (*document)->fx.initial;
    for (const std::string suffix : {"", "2"}) {
        if (!fs::exists(folder / ("inputs" + suffix + ".npz")) || !result.equal)
            continue;
        const auto numbers = numbersOf(folder, suffix, program);
        if (!numbers) {
            result.equal = false;
            result.reason = oneLine(numbers.error());
            return result;
        }
        compareAt(*numbers, program, model, isDeterministic(folder), evaluator, result);
        if (result.valid && !result.equal && options.locate)
            result.reason += firstDifference(**document, numbers->inputs, evaluator);
    }
    return result;
}

} // namespace sidelight::corpus
