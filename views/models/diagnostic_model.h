// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/support/result.h"

#include <QAbstractTableModel>
#include <QSortFilterProxyModel>

#include <array>
#include <vector>

namespace sidelight::views {

/// Findings as a table.
class DiagnosticModel final : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column
    {
        LevelColumn,
        RuleColumn,
        NameColumn,
        NodeColumn,
        MessageColumn,
        SourceColumn,
        ColumnCount
    };
    enum Role
    {
        LevelRole = Qt::UserRole
    };

    using QAbstractTableModel::QAbstractTableModel;

    void setDiagnostics(std::vector<Diagnostic> diagnostics);
    [[nodiscard]] const std::vector<Diagnostic>& diagnostics() const { return diagnostics_; }
    [[nodiscard]] std::size_t count(Level level) const;
    /// "2 warnings · 1 note".
    [[nodiscard]] QString summary() const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    std::vector<Diagnostic> diagnostics_;
};

/// Hides levels that are not asked for.
class DiagnosticFilter final : public QSortFilterProxyModel
{
    Q_OBJECT

public:
    using QSortFilterProxyModel::QSortFilterProxyModel;
    void setShown(Level level, bool isShown);

protected:
    [[nodiscard]] bool filterAcceptsRow(int row, const QModelIndex& parent) const override;

private:
    std::array<bool, 4> isShown_{true, true, true, true};
};

/// The location that names a node, else the first; null when there is none.
const support::Location* nodeLocation(const Diagnostic& diagnostic);

} // namespace sidelight::views
