// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/commands.h"
#include "app/terminal.h"
#include "core/runtime/evaluator_client.h"
#include "core/session/bisect.h"
#include "core/support/text.h"

#include <cstdio>

namespace sidelight::app {
namespace {

using support::plainText;

void print(const session::Culprit& culprit)
{
    const session::ChangeText& text = culprit.text;
    if (culprit.change == 0)
        std::printf("%s: the check fails after the lowering\n", culprit.pass.c_str());
    else
        std::printf("%s: the check fails from change %zu on: %s%s%s %s\n", culprit.pass.c_str(), culprit.change, text.kind.c_str(),
                    text.graph.empty() ? "" : " in ", plainText(text.graph).c_str(), plainText(text.node).c_str());
    if (!culprit.reason.empty())
        std::printf("  reason: %s\n", plainText(culprit.reason).c_str());
    if (culprit.change == 0 && !text.node.empty())
        std::printf("  first wrong: %s\n", plainText(text.before).c_str());
    if (culprit.change != 0 && !text.before.empty())
        std::printf("  - %s\n", plainText(text.before).c_str());
    if (!text.after.empty())
        std::printf("  + %s\n", plainText(text.after).c_str());
    if (!text.code.empty())
        std::printf("  made by %s\n", text.code.c_str());
    if (culprit.untold > 0)
        std::printf("  the %zu changes before it could not be judged: one of them may be it\n", culprit.untold);
}

json::Value toJson(const session::Culprit& culprit)
{
    return json::Object{{"graph", culprit.isOnnx ? "onnx" : "fx"}, {"pass", culprit.pass},          {"change", culprit.change},
                        {"untold", culprit.untold},                {"kind", culprit.text.kind},     {"node", culprit.text.node},
                        {"before", culprit.text.before},           {"after", culprit.text.after},   {"code", culprit.text.code},
                        {"reason", culprit.reason}};
}

} // namespace

Exit runBisect(const Arguments& arguments)
{
    const auto fail = [](const Diagnostic& diagnostic) {
        report(diagnostic);
        return Exit::Errors;
    };
    Progress progress;
    session::BisectOptions options;
    auto check = session::readGraphCheck(arguments.check);
    if (!check)
        return fail(check.error());
    options.check = std::move(*check);
    options.pass = arguments.pass;
    options.progress = [&](std::string_view what) { progress.stage(concat("checking ", what)); };
    session::OpenOptions open = arguments.open;
    open.check = false;
    const auto document = session::openDocument(arguments.models.front(), open);
    if (!document)
        return fail(document.error());
    runtime::EvaluatorClient evaluator;
    const auto found = session::bisect(**document, evaluator, options);
    if (!found)
        return fail(found.error());
    if (!*found) {
        std::printf("%s", arguments.json ? "null\n" : "the check holds after every pass\n");
        return Exit::Fine;
    }
    if (arguments.json)
        std::printf("%s\n", json::print(toJson(**found), 2).c_str());
    else
        print(**found);
    return Exit::Errors;
}

} // namespace sidelight::app
