// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/commands.h"
#include "app/commands/pass_pages.h"
#include "app/terminal.h"
#include "core/ir/pass_table.h"
#include "core/session/change_text.h"
#include "core/session/coverage.h"
#include "core/session/pass_case.h"
#include "core/session/statistics.h"
#include "core/support/file.h"
#include "core/support/rules.h"
#include "core/support/text.h"

#include <cstdio>
#include <filesystem>
#include <system_error>

namespace sidelight::app {
namespace {

using support::plainText;

/// What one pass did, a line or an object.
struct Line {
    std::string graph;
    std::string id;
    std::string outcome;
    session::Counts counts;
    std::chrono::nanoseconds elapsed{};
};

template <class Unit>
void add(std::vector<Line>& lines, const char* graph, const ir::Trace<Unit>& trace)
{
    for (const auto& record : trace.records)
        lines.push_back({graph, std::string(record.pass->id), std::string(ir::name(record.outcome)), session::countChanges(record), record.elapsed});
}

json::Value toJson(const Line& line)
{
    return json::Object{{"graph", line.graph},
                        {"id", line.id},
                        {"outcome", line.outcome},
                        {"added", line.counts.added},
                        {"changed", line.counts.changed},
                        {"erased", line.counts.erased},
                        {"moved", line.counts.moved},
                        {"nanoseconds", static_cast<std::int64_t>(line.elapsed.count())}};
}

void print(const std::vector<Line>& lines, bool asJson)
{
    if (asJson) {
        json::Array array;
        for (const Line& line : lines)
            array.push_back(toJson(line));
        std::printf("%s\n", json::print(array, 2).c_str());
        return;
    }
    for (const Line& line : lines)
        std::printf("%-5s %-34s %-9s +%zu ~%zu -%zu  %s\n", line.graph.c_str(), line.id.c_str(), line.outcome.c_str(), line.counts.added,
                    line.counts.changed, line.counts.erased, milliseconds(line.elapsed).c_str());
}

/// "kind %node: before → after", with the code that did it.
void print(const std::string& pass, const std::vector<session::ChangeText>& changes)
{
    for (std::size_t i = 0; i < changes.size(); ++i) {
        const session::ChangeText& change = changes[i];
        std::printf("%s:%zu %s%s%s %s  (%s)\n", pass.c_str(), i + 1, change.kind.c_str(), change.graph.empty() ? "" : " in ", plainText(change.graph).c_str(),
                    plainText(change.node).c_str(), change.code.c_str());
        if (!change.before.empty())
            std::printf("  - %s\n", plainText(change.before).c_str());
        if (!change.after.empty())
            std::printf("  + %s\n", plainText(change.after).c_str());
    }
}

json::Value toJson(const std::vector<session::TargetCoverage>& coverage)
{
    json::Array targets;
    for (const auto& target : coverage) {
        json::Array unchanged(target.unchanged.begin(), target.unchanged.end());
        json::Array fellThrough(target.fellThrough.begin(), target.fellThrough.end());
        targets.push_back(json::Object{{"target", target.target},
                                       {"visited", target.visited},
                                       {"matched", target.matched},
                                       {"changed", target.changed},
                                       {"matched_unchanged", std::move(unchanged)},
                                       {"fell_through", std::move(fellThrough)}});
    }
    return targets;
}

std::string namesText(const std::vector<std::string>& names)
{
    constexpr std::size_t kShown = 4;
    std::string text;
    for (std::size_t i = 0; i < names.size() && i < kShown; ++i)
        text += concat(i == 0 ? "" : " ", plainText(names[i]));
    return names.size() > kShown ? concat(text, " … ", names.size(), " in all") : text;
}

void print(const std::vector<session::TargetCoverage>& coverage, bool asJson)
{
    if (asJson) {
        std::printf("%s\n", json::print(toJson(coverage), 2).c_str());
        return;
    }
    std::printf("%-44s %8s %8s %8s %8s\n", "target", "visited", "matched", "changed", "fell through");
    for (const auto& target : coverage) {
        std::printf("%-44s %8zu %8zu %8zu %8zu", plainText(target.target).c_str(), target.visited, target.matched, target.changed, target.fellThrough.size());
        if (!target.unchanged.empty())
            std::printf("  matched and left: %s", namesText(target.unchanged).c_str());
        if (!target.fellThrough.empty())
            std::printf("  fell through: %s", namesText(target.fellThrough).c_str());
        std::printf("\n");
    }
}

/// Shows the record of `pass` in one trace by `show(before, record)`; false when it did not run there.
template <class Unit, class Show>
bool showRecord(const ir::Trace<Unit>& trace, const std::string& pass, Show&& show)
{
    bool found = false;
    for (std::size_t i = 0; i < trace.records.size(); ++i) {
        if (trace.records[i].pass->id != pass || trace.records[i].outcome == ir::Outcome::Skipped)
            continue;
        show(trace.before(i), trace.records[i]);
        found = true;
    }
    return found;
}

/// What a pass noted, such as the nodes that a rule file prints.
void printNotes(const std::vector<Diagnostic>& diagnostics)
{
    for (const Diagnostic& diagnostic : diagnostics)
        if (diagnostic.level == Level::Note)
            std::printf("%s\n", plainLines(diagnostic.message).c_str());
}

/// One pass: coverage, or every change and note.
bool showPass(const session::Document& document, const Arguments& arguments)
{
    const auto onFx = [&](const fx::ExportedProgram& before, const ir::PassRecord<fx::ExportedProgram>& record) {
        if (arguments.coverage)
            return print(session::coverageOf(before, record), arguments.json);
        print(arguments.pass, session::describeChanges(before, record));
        printNotes(record.diagnostics);
    };
    const auto onOnnx = [&](const onnxir::Model& before, const ir::PassRecord<onnxir::Model>& record) {
        if (arguments.coverage)
            return print(session::coverageOf(before, record), arguments.json);
        print(arguments.pass, session::describeChanges(before, record, arguments.pass == "lower" ? &document.program() : nullptr));
        printNotes(record.diagnostics);
    };
    return showRecord(document.fx, arguments.pass, onFx) || showRecord(document.onnx, arguments.pass, onOnnx);
}

Exit saveTest(const session::Document& document, const Arguments& arguments)
{
    const auto fail = [](const Diagnostic& problem) {
        report(problem);
        return Exit::Errors;
    };
    std::error_code problem;
    if (!arguments.force && std::filesystem::exists(arguments.saveTest, problem))
        return fail(support::diagnose(rules::kWriteFailed, concat(arguments.saveTest.string(), " exists; --force replaces it")));
    const auto passCase = session::passCaseOf(document, arguments.pass);
    if (!passCase)
        return fail(passCase.error());
    if (const Status written = support::writeText(arguments.saveTest, session::printPassCase(*passCase)); !written)
        return fail(written.error());
    std::printf("wrote %s\n", plainText(arguments.saveTest.string()).c_str());
    return Exit::Fine;
}

Exit showDocument(const session::Document& document, const Arguments& arguments)
{
    if (arguments.replay) {
        const Status status = session::checkReplay(document);
        if (!status) {
            report(status.error());
            return Exit::Errors;
        }
        std::printf("every change applied and taken back: both ends are exact\n");
        return Exit::Fine;
    }
    if (!arguments.saveTest.empty())
        return saveTest(document, arguments);
    if (arguments.trace == "json") {
        std::printf("%s\n", json::print(session::traceJson(document), 2).c_str());
    } else if (!arguments.pass.empty()) {
        if (!showPass(document, arguments)) {
            report(support::diagnose(rules::kUnknownPass, concat("no pass '", arguments.pass, "' ran here (see 'sidelight passes'); enable it with --passes FILE")));
            return Exit::Errors;
        }
    } else {
        std::vector<Line> lines;
        add(lines, "fx", document.fx);
        add(lines, "onnx", document.onnx);
        print(lines, arguments.json);
    }
    report(document.diagnostics(), false);
    return document.exportable ? Exit::Fine : Exit::Errors;
}

} // namespace

Exit runPasses(const Arguments& arguments)
{
    if (!arguments.explain.empty())
        return explainPass(arguments.explain);
    const session::Pipeline pipeline = arguments.open.pipeline ? *arguments.open.pipeline : session::defaultPipeline();
    if (arguments.preset) {
        session::Pipeline shown = pipeline;
        if (const Status status = session::skipPasses(shown, arguments.open.skippedPasses); !status) {
            report(status.error());
            return Exit::Errors;
        }
        std::printf("%s\n", json::print(session::presetOf(shown), 2).c_str());
        return Exit::Fine;
    }
    if (arguments.models.empty()) {
        listPasses(pipeline, arguments.json);
        return Exit::Fine;
    }
    session::OpenOptions open = arguments.open;
    open.check = false;
    const auto document = session::openDocument(arguments.models.front(), open);
    if (!document) {
        report(document.error());
        return Exit::Errors;
    }
    return showDocument(**document, arguments);
}

} // namespace sidelight::app
