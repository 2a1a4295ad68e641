// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "app/printed_diff.h"

#include "core/fx/print.h"
#include "core/onnxir/print.h"
#include "views/support/text.h"

#include <QCoreApplication>

#include <algorithm>

namespace sidelight::app {
namespace {

constexpr std::size_t kContext = 3;

QString say(const char* text)
{
    return QCoreApplication::translate("printed diff", text);
}

std::string print(const fx::ExportedProgram& unit)
{
    return fx::printGraph(unit);
}
std::string print(const onnxir::Model& unit)
{
    onnxir::PrintOptions options;
    options.largestTensor = 4; // A diff is about the graph.
    return onnxir::printText(unit, options);
}

template <class Unit>
std::pair<std::vector<views::DiffLine>, QString> diffIn(
    const ir::Trace<Unit>& trace, std::size_t record, std::size_t change)
{
    const std::string before = print(trace.before(record));
    const std::string after = print(trace.at({record, change}));
    const QString pass = views::shown(trace.records[record].pass->id);
    if (before == after)
        return {{}, say("%1 changes nothing that is printed.").arg(pass)};
    return {views::diffLines(before, after, kContext), {}};
}

} // namespace

std::pair<std::vector<views::DiffLine>, QString> printedDiff(
    const session::Document& document, const views::Position& position)
{
    const std::size_t fxRecords = document.fx.records.size();
    if (position.item == 0)
        return {{}, document.hasProgram() ? say("This is the program as loaded. Step to see what a pass changes.")
                                          : say("This is a model as loaded: no pass ran on it.")};
    if (position.item <= fxRecords)
        return diffIn(document.fx, position.item - 1, position.change);
    const std::size_t record = position.item - 1 - fxRecords;
    if (record < document.onnx.records.size())
        return diffIn(document.onnx, record, position.change);
    return {{}, say("All passes ran. Choose a pass above to see what it changed.")};
}

} // namespace sidelight::app
