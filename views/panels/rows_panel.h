// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "views/models/rows_model.h"
#include "views/support/palette.h"

#include <QWidget>

class QHBoxLayout;
class QLabel;
class QTableView;

namespace sidelight::views {

/// A table of texts with a bar of controls above it; a hint stands where it is empty. Rows copy as text.
class RowsPanel : public QWidget
{
    Q_OBJECT

public:
    explicit RowsPanel(QWidget* parent = nullptr);

    void setColors(const Palette& palette);
    void setTitles(const QStringList& titles);
    /// Widths follow the rows.
    void setRows(std::vector<TableRow> rows, const QString& emptyHint);
    /// Marks a row as where the session stands, and shows it.
    void setCurrent(int row);
    [[nodiscard]] RowsModel* model() const { return model_; }
    [[nodiscard]] QTableView* table() const { return table_; }
    /// The row that has the cursor; -1 when none has.
    [[nodiscard]] int cursorRow() const;
    void setCursorRow(int row);
    /// Where controls go.
    [[nodiscard]] QHBoxLayout* bar() const { return bar_; }
    [[nodiscard]] QString hint() const;

signals:
    void rowActivated(int row);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    void fitColumns();
    void revealCurrent();
    void copyRows() const;

    RowsModel* model_;
    QTableView* table_;
    QLabel* hint_;
    QHBoxLayout* bar_;
};

} // namespace sidelight::views
