// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/commands.h"
#include "app/terminal.h"
#include "core/io/pt2_reader.h"
#include "core/io/pt2_writer.h"
#include "core/runtime/evaluator_client.h"
#include "core/session/reduce.h"
#include "core/support/rules.h"
#include "core/support/text.h"

#include <cstdio>

namespace sidelight::app {
namespace {

json::Value toJson(const session::ProgramSize& size)
{
    return json::Object{{"calls", size.calls}, {"inputs", size.inputs}, {"outputs", size.outputs}, {"weight_elements", static_cast<std::int64_t>(size.weightElements)}};
}

std::string textOf(const session::ProgramSize& size)
{
    return concat(size.calls, size.calls == 1 ? " call, " : " calls, ", size.inputs, size.inputs == 1 ? " input, " : " inputs, ", size.outputs,
                  size.outputs == 1 ? " output, " : " outputs, ", size.weightElements, " elements of weights");
}

/// What was written must fail as what was in memory did.
Status checkWritten(const std::filesystem::path& path, runtime::EvaluatorClient& evaluator, const session::ReduceOptions& options)
{
    const auto back = io::readPt2(path);
    if (!back)
        return back.error();
    const auto verdict = session::judgePipeline(back->program, evaluator, options);
    if (!verdict)
        return verdict.error();
    if (verdict->kind != session::Verdict::Kind::Bad)
        return support::diagnose(rules::kWriteFailed, concat(path.string(), " was written, but the check does not fail on it when it is read back", verdict->reason.empty() ? "" : ": ", verdict->reason));
    return {};
}

} // namespace

Exit runReduce(const Arguments& arguments)
{
    const auto fail = [](const Diagnostic& diagnostic) {
        report(diagnostic);
        return Exit::Errors;
    };
    Progress progress;
    auto check = session::readGraphCheck(arguments.check);
    if (!check)
        return fail(check.error());
    session::ReduceOptions options;
    options.check = std::move(*check);
    options.open = arguments.open;
    options.pass = arguments.pass;
    options.progress = [&](std::string_view what) { progress.stage(what); };
    const std::filesystem::path& model = arguments.models.front();
    if (session::isOnnxFile(model))
        return fail(support::diagnose(rules::kUsage, concat(model.string(), " is an ONNX model: no pass ran on it; give a .pt2")));
    const auto read = io::readPt2(model);
    if (!read)
        return fail(read.error());
    io::Pt2WriteOptions write;
    write.overwrite = arguments.force;
    write.inputs = {model};
    if (const Status target = io::checkPt2Target(read->program, arguments.output, write); !target)
        return fail(target.error());
    runtime::EvaluatorClient evaluator;
    const auto reduced = session::reduce(read->program, evaluator, options);
    if (!reduced)
        return fail(reduced.error());
    const auto written = io::writePt2(reduced->program, arguments.output, write);
    if (!written)
        return fail(written.error());
    report(written->diagnostics, true);
    if (const Status still = checkWritten(arguments.output, evaluator, options); !still)
        return fail(still.error());
    if (arguments.json) {
        const json::Value result = json::Object{{"file", arguments.output.string()}, {"before", toJson(reduced->before)}, {"after", toJson(reduced->after)},
                                                {"tried", reduced->tried},           {"evaluated", reduced->evaluated},   {"reason", reduced->reason}};
        std::printf("%s\n", json::print(result, 2).c_str());
        return Exit::Fine;
    }
    std::printf("before: %s\n", textOf(reduced->before).c_str());
    std::printf("after:  %s\n", textOf(reduced->after).c_str());
    if (!reduced->reason.empty())
        std::printf("reason: %s\n", support::plainText(reduced->reason).c_str());
    if (!reduced->evaluated)
        std::printf("the program could not be evaluated, so no call was replaced by an input\n");
    std::printf("wrote %s after %zu tries\n", arguments.output.string().c_str(), reduced->tried);
    return Exit::Fine;
}

} // namespace sidelight::app
