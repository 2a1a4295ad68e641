// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "views/models/diagnostic_model.h"
#include "views/support/palette.h"

#include <QPointer>
#include <QWidget>

class QLabel;
class QTableView;
class QToolButton;

namespace sidelight::views {

/// Findings as a table, by level; activating one shows its node.
class DiagnosticsPanel final : public QWidget
{
    Q_OBJECT

public:
    explicit DiagnosticsPanel(QWidget* parent = nullptr);

    void setModel(DiagnosticModel* model);

    void setColors(const Palette& palette);
    [[nodiscard]] QTableView* table() const { return table_; }
    [[nodiscard]] QWidget* filterBar() const { return filterBar_; }
    void selectDiagnostic(int row);
    /// That shows `rows` findings whole.
    [[nodiscard]] int heightOf(int rows) const;
    /// What an empty table says.
    void setHint(const QString& hint);

signals:
    void diagnosticActivated(const Diagnostic& diagnostic);

private:
    void addLevelButton(Level level);
    void follow();

    QPointer<DiagnosticModel> model_;
    DiagnosticFilter* filter_;
    QTableView* table_;
    QWidget* filterBar_;
    QLabel* hint_;
    std::vector<std::pair<Level, QToolButton*>> levelButtons_;
};

} // namespace sidelight::views
