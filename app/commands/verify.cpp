// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/commands.h"
#include "app/commands/each_pass.h"
#include "app/terminal.h"
#include "app/verification.h"
#include "core/io/npz.h"
#include "core/runtime/inputs.h"
#include "core/runtime/verify.h"
#include "core/session/export.h"
#include "core/session/read_program.h"
#include "core/support/rules.h"
#include "core/support/scratch_folder.h"
#include "core/support/text.h"

#include <cstdio>
#include <filesystem>
#include <optional>

namespace sidelight::app {
namespace {

Result<std::vector<ir::Tensor>> arraysOf(const std::filesystem::path& path)
{
    auto arrays = io::readNpz(path);
    if (!arrays)
        return arrays.error();
    std::vector<ir::Tensor> tensors;
    for (auto& array : *arrays)
        tensors.push_back(std::move(array.second));
    return tensors;
}

/// Inputs and expectation, from files where they are named.
Result<runtime::VerifyOptions> optionsOf(const Arguments& arguments, const fx::ExportedProgram& program)
{
    runtime::VerifyOptions options;
    if (arguments.inputs.empty()) {
        auto inputs = runtime::sampleInputs(program);
        if (!inputs)
            return inputs.error();
        options.inputs = std::move(*inputs);
    } else {
        auto arrays = arraysOf(arguments.inputs);
        if (!arrays)
            return arrays.error();
        auto inputs = runtime::inputsFromArrays(program, std::move(*arrays));
        if (!inputs)
            return inputs.error();
        options.inputs = std::move(*inputs);
    }
    if (!arguments.expected.empty()) {
        auto expected = arraysOf(arguments.expected);
        if (!expected)
            return expected.error();
        options.expected = std::move(*expected);
    }
    return options;
}

/// The file to check: the one that was named, or a new export.
Result<std::filesystem::path> exported(const Arguments& arguments, const support::ScratchFolder& scratch, Progress& progress)
{
    if (!arguments.onnx.empty())
        return arguments.onnx;
    if (scratch.path().empty())
        return support::diagnose(rules::kWriteFailed, "no temporary folder can be made; set TMPDIR to one that can be written");
    session::OpenOptions open = arguments.open;
    open.progress = [&](std::string_view stage) { progress.stage(stage); };
    const auto document = session::openDocument(arguments.models.front(), open);
    if (!document)
        return document.error();
    report((*document)->diagnostics(), false);
    io::WriteOptions options;
    options.weights = io::Weights::External;
    const auto written = session::exportDocument(**document, scratch.path() / "model.onnx", options);
    if (!written)
        return written.error();
    return written->files.front();
}

void print(const runtime::VerifyReport& result, bool asJson)
{
    json::Array outputs;
    for (const auto& output : result.outputs) {
        const auto& c = output.comparison;
        outputs.push_back(json::Object{{"name", output.name},
                                       {"equal", c.equal},
                                       {"max_abs", c.maxAbsolute},
                                       {"max_rel", c.maxRelative},
                                       {"max_ulp", static_cast<std::int64_t>(c.maxUlp)},
                                       {"reason", c.reason}});
        if (!asJson)
            std::printf("%-8s %-24s %s%s max abs %.3g, max ulp %llu%s%s\n", c.equal ? "equal" : "DIFFERS", support::plainText(output.name).c_str(),
                        std::string(ir::name(output.dtype)).c_str(), sizesText(output.sizes).c_str(), c.maxAbsolute,
                        static_cast<unsigned long long>(c.maxUlp), c.reason.empty() ? "" : ": ", support::plainText(c.reason).c_str());
    }
    if (asJson)
        std::printf("%s\n", json::print(json::Object{{"equal", result.equal()}, {"outputs", std::move(outputs)}, {"diagnostics", toJson(result.diagnostics)}}, 2).c_str());
}

} // namespace

Exit runVerify(const Arguments& arguments)
{
    const auto fail = [](const Diagnostic& diagnostic) {
        report(diagnostic);
        return Exit::Errors;
    };
    if (arguments.eachPass)
        return verifyEachPass(arguments);
    Progress progress;
    const auto pt2 = session::readProgram(arguments.models.front());
    if (!pt2)
        return fail(pt2.error());
    const auto options = optionsOf(arguments, pt2->program);
    if (!options)
        return fail(options.error());
    const support::ScratchFolder scratch;
    const auto model = exported(arguments, scratch, progress);
    if (!model)
        return fail(model.error());
    progress.stage("evaluating");
    runtime::EvaluatorClient evaluator;
    const auto result = runtime::verify(evaluator, pt2->program, *model, *options);
    if (!result)
        return fail(result.error());
    print(*result, arguments.json);
    report(result->diagnostics, true);
    return result->equal() ? Exit::Fine : Exit::Errors;
}

} // namespace sidelight::app
