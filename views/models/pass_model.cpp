// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "views/models/pass_model.h"

#include "views/support/core_words.h"
#include "views/support/text.h"

#include <algorithm>

namespace sidelight::views {
namespace {

QString countsText(const PassItem& item)
{
    switch (item.outcome) {
    case PassItem::Outcome::Loaded:
        return PassModel::tr("%n nodes", nullptr, static_cast<int>(item.nodes));
    case PassItem::Outcome::Unchanged:
        return PassModel::tr("no effect");
    case PassItem::Outcome::Skipped:
        return PassModel::tr("skipped");
    case PassItem::Outcome::Failed:
    case PassItem::Outcome::Modified:
        break;
    }
    QStringList parts;
    if (item.outcome == PassItem::Outcome::Failed)
        parts << PassModel::tr("failed");
    if (item.added > 0)
        parts << QStringLiteral("+%1").arg(item.added);
    if (item.changed > 0)
        parts << QStringLiteral("~%1").arg(item.changed);
    if (item.erased > 0)
        parts << QStringLiteral("\u2212%1").arg(item.erased);
    if (item.moved > 0)
        parts << QStringLiteral("\u2195%1").arg(item.moved);
    if (parts.isEmpty())
        parts << PassModel::tr("metadata");
    return parts.join(QLatin1Char(' '));
}

QString nameOf(const PassItem& item)
{
    return item.outcome == PassItem::Outcome::Loaded ? PassModel::tr("loaded") : shown(item.id);
}

} // namespace

void PassModel::setItems(std::vector<PassItem> items)
{
    beginResetModel();
    items_ = std::move(items);
    position_ = {};
    endResetModel();
}

void PassModel::setPosition(const Position& position)
{
    position_ = position;
    if (!items_.empty())
        emit dataChanged(index(0), index(rowCount() - 1), {StateRole, Qt::AccessibleTextRole});
}

ChangeCounts PassModel::counts() const
{
    ChangeCounts counts;
    for (const PassItem& item : items_)
        counts.push_back(item.changes);
    return counts;
}

QString PassModel::positionText() const
{
    if (items_.empty())
        return {};
    if (position_.item >= items_.size())
        return std::ranges::any_of(
                   items_, [](const PassItem& item) { return item.outcome == PassItem::Outcome::Failed; })
                   ? tr("stopped: failed")
                   : tr("all passes ran");
    const PassItem& item = items_[position_.item];
    if (item.outcome == PassItem::Outcome::Loaded)
        return tr("as loaded");
    if (item.changes == 0)
        return tr("no changes");
    return tr("step %1 / %2").arg(position_.change).arg(item.changes);
}

int PassModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(items_.size());
}

PassModel::State PassModel::stateOf(std::size_t item) const
{
    if (item == position_.item)
        return State::Current;
    return item < position_.item ? State::Done : State::Ahead;
}

QVariant PassModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const auto row = static_cast<std::size_t>(index.row());
    const PassItem& item = items_[row];
    switch (role) {
    case Qt::DisplayRole:
        return nameOf(item);
    case CountsRole:
        return countsText(item);
    case StateRole:
        return QVariant::fromValue(static_cast<int>(stateOf(row)));
    case OutcomeRole:
        return QVariant::fromValue(static_cast<int>(item.outcome));
    case IsFirstOfOnnxRole:
        return item.side == PassItem::Side::Onnx && (row == 0 || items_[row - 1].side == PassItem::Side::Fx);
    case Qt::AccessibleTextRole: {
        const QString state = stateOf(row) == State::Current ? tr("current")
                              : stateOf(row) == State::Done  ? tr("done")
                                                             : tr("ahead");
        return tr("%1, %2, %3").arg(nameOf(item), countsText(item), state);
    }
    case Qt::ToolTipRole: {
        QString text = nameOf(item);
        if (!item.summary.empty())
            text += QLatin1Char('\n') + coreWord("pass", item.summary);
        if (item.outcome != PassItem::Outcome::Loaded)
            text += QLatin1Char('\n') + tr("%1 in %2").arg(countsText(item), durationText(item.seconds));
        return toolTipText(text);
    }
    default:
        return {};
    }
}

} // namespace sidelight::views
