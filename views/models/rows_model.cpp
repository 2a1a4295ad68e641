// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "views/models/rows_model.h"

#include "views/support/text.h"

namespace sidelight::views {

void RowsModel::setTitles(const QStringList& titles)
{
    if (titles.size() == titles_.size()) {
        titles_ = titles;
        if (!titles.isEmpty())
            emit headerDataChanged(Qt::Horizontal, 0, static_cast<int>(titles.size()) - 1);
        return;
    }
    beginResetModel();
    titles_ = titles;
    endResetModel();
}

void RowsModel::setRows(std::vector<TableRow> rows)
{
    beginResetModel();
    rows_ = std::move(rows);
    current_ = -1;
    endResetModel();
}

void RowsModel::setCurrent(int row)
{
    if (row == current_)
        return;
    const int last = static_cast<int>(titles_.size()) - 1;
    for (const int changed : {current_, row}) {
        current_ = row;
        if (changed >= 0 && changed < rowCount() && last >= 0)
            emit dataChanged(index(changed, 0), index(changed, last), {IsCurrentRole});
    }
}

int RowsModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

int RowsModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(titles_.size());
}

QVariant RowsModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const TableRow& row = rows_[static_cast<std::size_t>(index.row())];
    switch (role) {
    case Qt::DisplayRole:
    case Qt::EditRole:
        return row.cells.value(index.column());
    case Qt::ToolTipRole:
        return toolTipText(row.cells.value(index.column()));
    case Qt::CheckStateRole:
        return index.column() == 0 && row.checked ? QVariant(*row.checked ? Qt::Checked : Qt::Unchecked) : QVariant();
    case ToneRole:
        return static_cast<int>(row.tone);
    case IsCurrentRole:
        return index.row() == current_;
    default:
        return {};
    }
}

QVariant RowsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    return orientation == Qt::Horizontal && role == Qt::DisplayRole ? QVariant(titles_.value(section)) : QVariant();
}

Qt::ItemFlags RowsModel::flags(const QModelIndex& index) const
{
    Qt::ItemFlags flags = QAbstractTableModel::flags(index);
    if (!index.isValid())
        return flags;
    if (index.column() == 0 && rows_[static_cast<std::size_t>(index.row())].checked)
        flags |= Qt::ItemIsUserCheckable;
    if (index.column() == editableColumn_)
        flags |= Qt::ItemIsEditable;
    return flags;
}

bool RowsModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return false;
    TableRow& row = rows_[static_cast<std::size_t>(index.row())];
    if (role == Qt::CheckStateRole && index.column() == 0 && row.checked) {
        row.checked = value.toInt() == Qt::Checked;
        emit dataChanged(index, index, {role});
        emit rowChecked(index.row(), *row.checked);
        return true;
    }
    if (role == Qt::EditRole && index.column() == editableColumn_) {
        emit cellEdited(index.row(), value.toString());
        return true;
    }
    return false;
}

} // namespace sidelight::views
