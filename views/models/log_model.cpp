// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "views/models/log_model.h"

#include "views/support/text.h"

namespace sidelight::views {
namespace {

constexpr std::size_t kMostEntries = 5000;

} // namespace

void LogModel::append(const QString& text)
{
    if (entries_.size() >= kMostEntries) {
        beginRemoveRows({}, 0, 0);
        entries_.erase(entries_.begin());
        endRemoveRows();
    }
    const int row = static_cast<int>(entries_.size());
    beginInsertRows({}, row, row);
    entries_.push_back({QTime::currentTime(), text});
    endInsertRows();
}

int LogModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(entries_.size());
}

QVariant LogModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Entry& entry = entries_[static_cast<std::size_t>(index.row())];
    if (role == Qt::DisplayRole)
        return QStringLiteral("%1  %2").arg(entry.time.toString(QStringLiteral("HH:mm:ss.zzz")), entry.text);
    return role == Qt::ToolTipRole ? QVariant(toolTipText(entry.text)) : QVariant();
}

} // namespace sidelight::views
