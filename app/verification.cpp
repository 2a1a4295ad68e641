// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "app/verification.h"

#include "core/runtime/inputs.h"
#include "core/session/export.h"
#include "core/support/rules.h"
#include "core/support/scratch_folder.h"
#include "core/support/text.h"

#include <cstdio>

namespace sidelight::app {

Result<runtime::VerifyReport> verifyDocument(const session::Document& document, const VerificationProgress& progress)
{
    const auto tell = [&](std::string_view stage) {
        if (progress.tell)
            progress.tell(stage);
    };
    const fx::ExportedProgram& program = document.fx.initial;
    auto inputs = runtime::sampleInputs(program);
    if (!inputs)
        return inputs.error();
    const support::ScratchFolder scratch;
    if (scratch.path().empty())
        return support::diagnose(
            rules::kWriteFailed, "no temporary folder can be made; set TMPDIR to one that can be written");
    tell("exporting");
    io::WriteOptions write;
    write.weights = io::Weights::External;
    write.stop = progress.stop;
    const auto written = session::exportDocument(document, scratch.path() / "model.onnx", write);
    if (!written)
        return written.error();
    tell("evaluating");
    runtime::EvaluatorOptions evaluating;
    evaluating.stop = progress.stop;
    runtime::EvaluatorClient evaluator(evaluating);
    runtime::VerifyOptions options;
    options.inputs = std::move(*inputs);
    return runtime::verify(evaluator, program, written->files.front(), std::move(options));
}

std::string describe(const runtime::VerifiedOutput& output)
{
    const runtime::Comparison& compared = output.comparison;
    char numbers[96];
    std::snprintf(numbers, sizeof numbers, ", max abs %.3g, max ulp %llu", compared.maxAbsolute,
        static_cast<unsigned long long>(compared.maxUlp));
    std::string text = compared.equal ? "equal" : "differs";
    text += numbers;
    return compared.reason.empty() ? text : concat(text, ": ", compared.reason);
}

display::InspectorSection verificationSection(const runtime::VerifyReport& report, std::string_view output)
{
    display::InspectorSection section{"verified against PyTorch", {}};
    for (const runtime::VerifiedOutput& one : report.outputs)
        if (output.empty() || one.name == output)
            section.rows.push_back({one.name, describe(one), {}, false});
    return section;
}

} // namespace sidelight::app
