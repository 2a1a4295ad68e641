// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/commands/each_pass.h"

#include "app/terminal.h"
#include "core/runtime/evaluator_client.h"
#include "core/session/exact_match.h"
#include "core/support/rules.h"
#include "core/support/text.h"

#include <cstdio>

namespace sidelight::app {
namespace {

std::string nameOf(const session::Document& document, const session::PassMatch& match)
{
    if (match.firstNode == kNoNode)
        return {};
    if (match.isOnnx) {
        const onnxir::Node* node = document.onnx.records[match.record].after.main().find(match.firstNode);
        return node ? node->name : std::string();
    }
    const fx::Node* node = document.fx.records[match.record].after.main().find(match.firstNode);
    return node ? concat("%", node->name) : std::string();
}

void print(const session::Document& document, const session::PassMatch& match)
{
    std::printf("%-5s %-34s %-17s", match.isOnnx ? "onnx" : "fx", match.pass.c_str(), std::string(session::name(match.match)).c_str());
    if (match.match != session::Match::BitEqual && match.match != session::Match::Unknown)
        std::printf("max abs %.3g, max ulp %llu", match.maxAbsolute, static_cast<unsigned long long>(match.maxUlp));
    const std::string first = nameOf(document, match);
    if (!first.empty())
        std::printf(", first at %s", support::plainText(first).c_str());
    std::printf("%s%s\n", match.reason.empty() ? "" : ": ", support::plainText(match.reason).c_str());
}

json::Value toJsonLine(const session::Document& document, const session::PassMatch& match)
{
    return json::Object{{"graph", match.isOnnx ? "onnx" : "fx"},
                        {"pass", match.pass},
                        {"match", session::name(match.match)},
                        {"max_abs", match.maxAbsolute},
                        {"max_ulp", static_cast<std::int64_t>(match.maxUlp)},
                        {"reason", match.reason},
                        {"first_node", nameOf(document, match)},
                        {"diagnostics", toJson(match.diagnostics)}};
}

} // namespace

Exit verifyEachPass(const Arguments& arguments)
{
    Progress progress;
    session::OpenOptions open = arguments.open;
    open.check = false;
    open.progress = [&](std::string_view stage) { progress.stage(stage); };
    const auto document = session::openDocument(arguments.models.front(), open);
    if (!document) {
        report(document.error());
        return Exit::Errors;
    }
    runtime::EvaluatorClient evaluator;
    session::MatchOptions options;
    options.progress = [&](std::string_view pass) { progress.stage(concat("comparing ", pass)); };
    const auto matches = session::matchPasses(**document, evaluator, options);
    if (!matches) {
        report(matches.error());
        return Exit::Errors;
    }
    bool isFine = true;
    json::Array list;
    for (const session::PassMatch& match : *matches) {
        if (arguments.json)
            list.push_back(toJsonLine(**document, match));
        else
            print(**document, match);
        isFine = isFine && match.match != session::Match::Differs && match.diagnostics.empty();
        report(match.diagnostics, true);
    }
    if (arguments.json)
        std::printf("%s\n", json::print(list, 2).c_str());
    report((*document)->diagnostics(), false);
    return isFine && ((*document)->exportable || (*document)->isPaired()) ? Exit::Fine : Exit::Errors;
}

} // namespace sidelight::app
