// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "views/models/diagnostic_model.h"

#include "views/support/text.h"

#include <QDir>

#include <algorithm>

namespace sidelight::views {
namespace {

QString fileName(const std::string& file)
{
    const QString path = shown(file);
    return path.mid(path.lastIndexOf(QLatin1Char('/')) + 1);
}

QString sourceText(const Diagnostic& diagnostic)
{
    for (const support::Location& location : diagnostic.locations) {
        if (!location.file.empty() && location.line > 0)
            return QStringLiteral("%1:%2").arg(fileName(location.file)).arg(location.line);
        if (!location.file.empty())
            return fileName(location.file);
    }
    return {};
}

QString levelText(Level level)
{
    switch (level) {
    case Level::Error:
        return DiagnosticModel::tr("error");
    case Level::Warning:
        return DiagnosticModel::tr("warning");
    case Level::Note:
        return DiagnosticModel::tr("note");
    case Level::None:
        break;
    }
    return DiagnosticModel::tr("none");
}

QString toolTip(const Diagnostic& diagnostic)
{
    QString text = shown(diagnostic.message);
    for (const support::Location& location : diagnostic.locations) {
        if (!location.code.empty())
            text += QLatin1Char('\n') + shown(location.code);
        if (!location.file.empty())
            text += QStringLiteral("\n%1:%2").arg(shown(location.file)).arg(location.line);
    }
    for (const support::Fix& fix : diagnostic.fixes)
        text += QLatin1Char('\n') + shown(fix.description);
    return toolTipText(text);
}

} // namespace

const support::Location* nodeLocation(const Diagnostic& diagnostic)
{
    const auto isNode = [](const support::Location& location) {
        return location.kind == "fx-node" || location.kind == "onnx-node";
    };
    const auto found = std::ranges::find_if(diagnostic.locations, isNode);
    if (found != diagnostic.locations.end())
        return &*found;
    return diagnostic.locations.empty() ? nullptr : &diagnostic.locations.front();
}

void DiagnosticModel::setDiagnostics(std::vector<Diagnostic> diagnostics)
{
    beginResetModel();
    diagnostics_ = std::move(diagnostics);
    endResetModel();
}

std::size_t DiagnosticModel::count(Level level) const
{
    return static_cast<std::size_t>(std::ranges::count(diagnostics_, level, &Diagnostic::level));
}

QString DiagnosticModel::summary() const
{
    QStringList parts;
    if (const auto errors = count(Level::Error); errors > 0)
        parts << (errors == 1 ? tr("1 error") : tr("%1 errors").arg(errors));
    if (const auto warnings = count(Level::Warning); warnings > 0)
        parts << (warnings == 1 ? tr("1 warning") : tr("%1 warnings").arg(warnings));
    if (const auto notes = count(Level::Note); notes > 0)
        parts << (notes == 1 ? tr("1 note") : tr("%1 notes").arg(notes));
    return parts.isEmpty() ? tr("no findings") : parts.join(QStringLiteral(" \u00B7 "));
}

int DiagnosticModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(diagnostics_.size());
}

int DiagnosticModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant DiagnosticModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Diagnostic& diagnostic = diagnostics_[static_cast<std::size_t>(index.row())];
    if (role == LevelRole)
        return static_cast<int>(diagnostic.level);
    if (role == Qt::ToolTipRole)
        return toolTip(diagnostic);
    if (role == Qt::AccessibleTextRole && index.column() == LevelColumn)
        return levelText(diagnostic.level);
    if (role != Qt::DisplayRole)
        return {};
    switch (index.column()) {
    case RuleColumn:
        return shown(diagnostic.ruleId);
    case NameColumn:
        return shown(diagnostic.ruleName);
    case NodeColumn: {
        const support::Location* location = nodeLocation(diagnostic);
        return location ? shown(location->name) : QString();
    }
    case MessageColumn:
        return shown(diagnostic.message);
    case SourceColumn:
        return sourceText(diagnostic);
    default:
        return {};
    }
}

QVariant DiagnosticModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case LevelColumn:
        return tr("Level");
    case RuleColumn:
        return tr("Rule");
    case NameColumn:
        return tr("Name");
    case NodeColumn:
        return tr("Node");
    case MessageColumn:
        return tr("Message");
    case SourceColumn:
        return tr("Source");
    default:
        return {};
    }
}

void DiagnosticFilter::setShown(Level level, bool isShown)
{
    isShown_[static_cast<std::size_t>(level)] = isShown;
    invalidateFilter();
}

bool DiagnosticFilter::filterAcceptsRow(int row, const QModelIndex& parent) const
{
    const int level = sourceModel()->index(row, 0, parent).data(DiagnosticModel::LevelRole).toInt();
    return level < 0 || level >= int(isShown_.size()) || isShown_[static_cast<std::size_t>(level)];
}

} // namespace sidelight::views
