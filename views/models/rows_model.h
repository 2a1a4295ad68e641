// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAbstractTableModel>
#include <QStringList>

#include <optional>
#include <vector>

namespace sidelight::views {

/// One row of a table of texts.
struct TableRow
{
    enum class Tone : std::uint8_t
    {
        Plain,
        Quiet, ///< Something that did nothing.
        Good,
        Bad,
    };
    QStringList cells;
    Tone tone = Tone::Plain;
    std::optional<bool> checked; ///< A box before the first cell.
};

/// Tables of the pass debugger: texts in columns, one row the current one, some cells to be edited.
class RowsModel final : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Role
    {
        ToneRole = Qt::UserRole,
        IsCurrentRole
    };

    using QAbstractTableModel::QAbstractTableModel;

    void setTitles(const QStringList& titles);
    void setRows(std::vector<TableRow> rows);
    /// -1: none.
    void setCurrent(int row);
    /// Cells of this column are edited in place.
    void setEditableColumn(int column) { editableColumn_ = column; }
    [[nodiscard]] const std::vector<TableRow>& rows() const { return rows_; }
    [[nodiscard]] int current() const { return current_; }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;

signals:
    void rowChecked(int row, bool isOn);
    void cellEdited(int row, const QString& text);

private:
    QStringList titles_;
    std::vector<TableRow> rows_;
    int current_ = -1;
    int editableColumn_ = -1;
};

} // namespace sidelight::views
