// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "app/debugger/coverage_panel.h"

#include "core/session/coverage.h"
#include "views/support/in_every_language.h"
#include "views/support/text.h"

#include <QTableView>

#include <algorithm>

namespace sidelight::app {
namespace {

std::vector<session::TargetCoverage> coverageAt(const session::Document& document, std::size_t item)
{
    const std::size_t fxRecords = document.fx.records.size();
    if (item == 0)
        return {};
    if (item <= fxRecords)
        return session::coverageOf(document.fx.before(item - 1), document.fx.records[item - 1]);
    const std::size_t record = item - 1 - fxRecords;
    if (record >= document.onnx.records.size())
        return {};
    return session::coverageOf(document.onnx.before(record), document.onnx.records[record]);
}

QString namesText(const std::vector<std::string>& names)
{
    constexpr std::size_t kMost = 40;
    QStringList shown;
    for (std::size_t i = 0; i < std::min(names.size(), kMost); ++i)
        shown << views::shown(names[i]);
    if (names.size() > kMost)
        shown << QStringLiteral("\u2026");
    return shown.join(QLatin1Char(' '));
}

} // namespace

CoveragePanel::CoveragePanel(Workspace& workspace, QWidget* parent) : SessionPanel(workspace, parent)
{
    views::inEveryLanguage(this, [this] {
        setAccessibleName(tr("Coverage of the pass"));
        table()->setAccessibleName(tr("Coverage of the pass"));
        setTitles({tr("Target"), tr("Visited"), tr("Matched"), tr("Changed"), tr("Matched and left"), tr("Fell through"),
            tr("Which")});
    });
}

void CoveragePanel::refresh()
{
    const auto shown = document();
    if (!shown) {
        setRows({}, tr("Nothing is open."));
        return;
    }
    std::vector<views::TableRow> rows;
    for (const session::TargetCoverage& target : coverageAt(*shown, session()->position().item)) {
        const auto number = [](std::size_t count) { return count == 0 ? QStringLiteral("\u2013") : QString::number(count); };
        rows.push_back({{views::shown(target.target), number(target.visited), number(target.matched),
                            number(target.changed), namesText(target.unchanged), number(target.fellThrough.size()),
                            namesText(target.fellThrough)},
            target.changed > 0   ? views::TableRow::Tone::Good
            : target.matched > 0 ? views::TableRow::Tone::Plain
                                 : views::TableRow::Tone::Quiet,
            {}});
    }
    setRows(std::move(rows), session()->position().item == 0 || session()->position().item >= session()->passes()->items().size()
                                 ? tr("Choose a pass above to see which nodes it looked at.")
                                 : tr("This pass looks at no nodes one by one."));
}

} // namespace sidelight::app
