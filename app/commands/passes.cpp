// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/commands.h"
#include "app/terminal.h"
#include "core/fx/passes/pipeline.h"
#include "core/onnxir/passes/pipeline.h"
#include "core/session/statistics.h"
#include "core/support/text.h"

#include <cstdio>

namespace sidelight::app {
namespace {

/// One line of the list: a pass, whether the default pipeline has it, and what it did when there is a model.
struct Line {
    std::string graph;
    std::string id;
    std::string summary;
    std::string outcome;
    session::Counts counts;
    std::chrono::nanoseconds elapsed{};
};

std::string_view name(ir::Outcome outcome)
{
    switch (outcome) {
    case ir::Outcome::Unchanged:
        return "unchanged";
    case ir::Outcome::Modified:
        return "modified";
    case ir::Outcome::Failed:
        return "failed";
    case ir::Outcome::Skipped:
        return "skipped";
    }
    return "";
}

template <class Unit>
void add(std::vector<Line>& lines, const char* graph, const ir::Trace<Unit>& trace)
{
    for (const auto& record : trace.records)
        lines.push_back({graph, std::string(record.pass->id), std::string(record.pass->summary), std::string(name(record.outcome)),
                         session::countChanges(record), record.elapsed});
}

template <class Unit>
void add(std::vector<Line>& lines, const char* graph, const std::vector<ir::PassStep<Unit>>& steps)
{
    for (const auto& step : steps)
        lines.push_back({graph, std::string(step.pass->id), std::string(step.pass->summary), {}, {}, {}});
}

json::Value toJson(const Line& line, bool ran)
{
    json::Object object{{"graph", line.graph}, {"id", line.id}, {"summary", line.summary}};
    if (ran) {
        object.emplace_back("outcome", line.outcome);
        object.emplace_back("added", line.counts.added);
        object.emplace_back("changed", line.counts.changed);
        object.emplace_back("erased", line.counts.erased);
        object.emplace_back("moved", line.counts.moved);
        object.emplace_back("nanoseconds", static_cast<std::int64_t>(line.elapsed.count()));
    }
    return object;
}

void print(const std::vector<Line>& lines, bool ran, bool asJson)
{
    if (asJson) {
        json::Array array;
        for (const Line& line : lines)
            array.push_back(toJson(line, ran));
        std::printf("%s\n", json::print(array, 2).c_str());
        return;
    }
    for (const Line& line : lines) {
        if (ran)
            std::printf("%-5s %-34s %-9s +%zu ~%zu -%zu  %s\n", line.graph.c_str(), line.id.c_str(), line.outcome.c_str(), line.counts.added,
                        line.counts.changed, line.counts.erased, milliseconds(line.elapsed).c_str());
        else
            std::printf("%-5s %-34s %s\n", line.graph.c_str(), line.id.c_str(), line.summary.c_str());
    }
}

} // namespace

Exit runPasses(const Arguments& arguments)
{
    std::vector<Line> lines;
    if (arguments.models.empty()) {
        add(lines, "fx", fx::passes::defaultPipeline());
        lines.push_back({"onnx", "lower", "Lower every FX call to ONNX, with function bodies.", {}, {}, {}});
        add(lines, "onnx", onnxir::passes::defaultPipeline());
        print(lines, false, arguments.json);
        return Exit::Fine;
    }
    session::OpenOptions open = arguments.open;
    open.check = false;
    const auto document = session::openDocument(arguments.models.front(), open);
    if (!document) {
        report(document.error());
        return Exit::Errors;
    }
    add(lines, "fx", (*document)->fx);
    add(lines, "onnx", (*document)->onnx);
    print(lines, true, arguments.json);
    report((*document)->diagnostics(), false);
    return (*document)->exportable ? Exit::Fine : Exit::Errors;
}

} // namespace sidelight::app
