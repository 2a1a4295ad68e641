// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "views/support/line_diff.h"

#include <QAbstractListModel>

namespace sidelight::views {

/// Lines of a text diff.
class DiffModel final : public QAbstractListModel
{
    Q_OBJECT

public:
    enum Role
    {
        KindRole = Qt::UserRole,
        BeforeRole,
        AfterRole
    };

    using QAbstractListModel::QAbstractListModel;

    void setLines(std::vector<DiffLine> lines);
    [[nodiscard]] const std::vector<DiffLine>& lines() const { return lines_; }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;

private:
    std::vector<DiffLine> lines_;
};

} // namespace sidelight::views
