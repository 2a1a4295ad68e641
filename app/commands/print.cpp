// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/commands.h"
#include "app/terminal.h"
#include "core/display/build.h"
#include "core/fx/print.h"
#include "core/fx/print_program.h"
#include "core/onnxir/print.h"
#include "core/session/position.h"
#include "core/session/read_program.h"
#include "core/support/rules.h"
#include "core/support/text.h"

#include <cstdio>
#include <string>

namespace sidelight::app {
namespace {

std::string dotOf(const display::DisplayGraph& graph) { return display::toDot(graph, "model"); }

std::string printFx(const fx::ExportedProgram& program, const std::string& format)
{
    if (format == "code")
        return fx::printCode(program, kMainGraph);
    if (format == "tabular")
        return fx::printTabular(program, kMainGraph);
    if (format == "text")
        return fx::printProgram(program);
    if (format == "dot") {
        const display::FixedTextMeasure measure;
        display::DisplayOptions options;
        options.expansion.all = true;
        options.measure = &measure;
        return dotOf(display::displayFx(program, options));
    }
    return fx::printGraph(program, kMainGraph);
}

Result<std::string> printOnnx(const onnxir::Model& model, const std::string& format)
{
    if (format == "code")
        return support::diagnose(rules::kUsage, "an ONNX graph has no Python code; use --format text or tabular");
    if (format == "tabular")
        return onnxir::printTabular(model);
    if (format == "dot") {
        const display::FixedTextMeasure measure;
        display::DisplayOptions options;
        options.expansion.all = true;
        options.measure = &measure;
        return dotOf(display::displayOnnx(model, options));
    }
    return onnxir::printText(model);
}

Exit put(const Result<std::string>& text)
{
    if (!text) {
        report(text.error());
        return text.error().ruleId == rules::kUsage.id ? Exit::Usage : Exit::Errors;
    }
    // What Python writes has no such characters, and names in a broken file are no orders to a terminal.
    const std::string plain = plainLines(*text);
    std::fwrite(plain.data(), 1, plain.size(), stdout);
    if (!plain.empty() && plain.back() != '\n')
        std::fputc('\n', stdout);
    return Exit::Fine;
}

/// The graph as loaded needs no pass to run.
Exit printLoaded(const Arguments& arguments)
{
    const auto read = session::readProgram(arguments.models.front());
    if (!read) {
        report(read.error());
        return Exit::Errors;
    }
    report(read->diagnostics, false);
    return put(printFx(read->program, arguments.format));
}

} // namespace

Exit runPrint(const Arguments& arguments)
{
    const bool onnx = arguments.graph == GraphKind::Onnx || session::isOnnxFile(arguments.models.front());
    if (!onnx && !arguments.after)
        return printLoaded(arguments);
    session::OpenOptions open = arguments.open;
    open.check = false;
    open.lower = onnx;
    const auto document = session::openDocument(arguments.models.front(), open);
    if (!document) {
        report(document.error());
        return Exit::Errors;
    }
    report((*document)->diagnostics(), false);
    if (!onnx) {
        const auto program = session::programAfter(**document, *arguments.after);
        return program ? put(printFx(**program, arguments.format)) : put(program.error());
    }
    const auto model = session::modelAfter(**document, arguments.after);
    return model ? put(printOnnx(**model, arguments.format)) : put(model.error());
}

} // namespace sidelight::app
