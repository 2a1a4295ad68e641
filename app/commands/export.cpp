// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/commands.h"
#include "app/terminal.h"
#include "core/io/sarif_writer.h"
#include "core/session/export.h"
#include "core/support/rules.h"
#include "core/support/text.h"

#include <cstdio>
#include <map>

namespace sidelight::app {
namespace {

io::Weights weightsOf(const std::string& name)
{
    static const std::map<std::string, io::Weights> kNames{
        {"embed", io::Weights::Embed}, {"external", io::Weights::External}, {"per-tensor", io::Weights::PerTensor}, {"none", io::Weights::None}};
    return kNames.at(name);
}

/// Writes the SARIF log when asked; its failure is an error of its own.
bool writeLog(const Arguments& arguments, const std::vector<Diagnostic>& diagnostics, bool successful)
{
    if (arguments.sarif.empty())
        return true;
    io::RunInfo run;
    run.toolVersion = SIDELIGHT_VERSION;
    run.arguments = arguments.words;
    run.model = arguments.models.front();
    run.successful = successful;
    const Status status = io::writeSarif(diagnostics, run, arguments.sarif);
    if (!status)
        report(status.error());
    return status.ok();
}

void printResult(const Arguments& arguments, const session::Document& document, const io::WrittenFiles& written)
{
    std::chrono::nanoseconds total{};
    for (const auto& stage : document.stages)
        total += stage.elapsed;
    if (!arguments.json) {
        std::printf("%s: opset %lld, %zu nodes, %zu functions, %s\n", support::plainText(written.files.front().string()).c_str(),
                    static_cast<long long>(arguments.open.opset), document.model().main().size(), document.model().functions.size(),
                    milliseconds(total).c_str());
        for (std::size_t i = 1; i < written.files.size(); ++i)
            std::printf("%s\n", support::plainText(written.files[i].string()).c_str());
        return;
    }
    json::Array files;
    for (const auto& file : written.files)
        files.push_back(file.string());
    const json::Object result{{"files", std::move(files)},
                              {"bytes", static_cast<std::int64_t>(written.bytes)},
                              {"opset", arguments.open.opset},
                              {"nodes", document.model().main().size()},
                              {"functions", document.model().functions.size()},
                              {"diagnostics", toJson(document.diagnostics())}};
    std::printf("%s\n", json::print(result, 2).c_str());
}

} // namespace

Exit runExport(const Arguments& arguments)
{
    Progress progress;
    session::OpenOptions open = arguments.open;
    open.progress = [&](std::string_view stage) { progress.stage(stage); };
    const auto document = session::openDocument(arguments.models.front(), open);
    if (!document) {
        report(document.error());
        writeLog(arguments, {document.error()}, false);
        return Exit::Errors;
    }
    std::vector<Diagnostic> diagnostics = (*document)->diagnostics();
    if (!(*document)->exportable) {
        if (!(*document)->hasProgram() && (*document)->onnx.records.empty())
            diagnostics.push_back(support::diagnose(rules::kTargetRefused, concat(arguments.models.front().string(), " is ONNX already; give --edits to change it on the way")));
        report(diagnostics, false);
        writeLog(arguments, diagnostics, false);
        return Exit::Errors;
    }
    io::WriteOptions options;
    options.weights = weightsOf(arguments.weights);
    options.overwrite = arguments.force;
    options.progress = [&](std::uint64_t done, std::uint64_t total) { progress.advance("writing", done, total); };
    const auto written = session::exportDocument(**document, arguments.output, options);
    report(diagnostics, false);
    if (!written) {
        report(written.error());
        diagnostics.push_back(written.error());
        writeLog(arguments, diagnostics, false);
        return Exit::Errors;
    }
    if (!writeLog(arguments, diagnostics, true))
        return Exit::Errors;
    printResult(arguments, **document, *written);
    return Exit::Fine;
}

} // namespace sidelight::app
