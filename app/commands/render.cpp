// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/commands.h"
#include "app/render.h"
#include "app/terminal.h"
#include "core/support/rules.h"
#include "core/support/text.h"

#include <cstdio>
#include <filesystem>

namespace sidelight::app {

Exit runRender(const Arguments& arguments)
{
    std::error_code error;
    if (!arguments.force && std::filesystem::exists(arguments.output, error)) {
        report(support::diagnose(rules::kTargetRefused, concat(arguments.output.string(), " exists; give --force to replace it")));
        return Exit::Errors;
    }
    if (std::filesystem::equivalent(arguments.output, arguments.models.front(), error)) {
        report(support::diagnose(rules::kTargetRefused,
            concat(arguments.output.string(), " is what the model is read from; name another target")));
        return Exit::Errors;
    }
    const bool onnx = arguments.graph == GraphKind::Onnx || session::isOnnxFile(arguments.models.front());
    session::OpenOptions open = arguments.open;
    open.check = false;
    open.lower = onnx;
    Progress progress;
    open.progress = [&](std::string_view stage) { progress.stage(stage); };
    const auto document = session::openDocument(arguments.models.front(), open);
    if (!document) {
        report(document.error());
        return Exit::Errors;
    }
    report((*document)->diagnostics(), false);
    RenderOptions options;
    options.onnx = onnx;
    options.after = arguments.after;
    options.expand = arguments.expand;
    options.dark = arguments.dark;
    const Status status = renderModel(**document, options, arguments.output);
    if (!status) {
        report(status.error());
        return Exit::Errors;
    }
    std::printf("%s\n", support::plainText(arguments.output.string()).c_str());
    return Exit::Fine;
}

} // namespace sidelight::app
