// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "views/models/diff_model.h"

#include "views/support/text.h"

namespace sidelight::views {

void DiffModel::setLines(std::vector<DiffLine> lines)
{
    beginResetModel();
    lines_ = std::move(lines);
    endResetModel();
}

int DiffModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(lines_.size());
}

QVariant DiffModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const DiffLine& line = lines_[static_cast<std::size_t>(index.row())];
    switch (role) {
    case Qt::DisplayRole:
        return line.kind == DiffLine::Kind::Gap ? tr("%n equal line(s)", nullptr, static_cast<int>(line.count))
                                                : shownLines(line.text);
    case Qt::AccessibleTextRole: {
        const QString text = shownLines(line.text);
        if (line.kind == DiffLine::Kind::Inserted)
            return tr("inserted: %1").arg(text);
        return line.kind == DiffLine::Kind::Removed ? tr("removed: %1").arg(text) : text;
    }
    case KindRole:
        return static_cast<int>(line.kind);
    case BeforeRole:
        return static_cast<qulonglong>(line.before);
    case AfterRole:
        return static_cast<qulonglong>(line.after);
    default:
        return {};
    }
}

} // namespace sidelight::views
