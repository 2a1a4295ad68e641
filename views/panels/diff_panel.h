// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "views/models/diff_model.h"
#include "views/support/palette.h"

#include <QWidget>

class QLabel;
class QListView;

namespace sidelight::views {

/// The printed graph before and after the current pass, line by line.
class DiffPanel final : public QWidget
{
    Q_OBJECT

public:
    explicit DiffPanel(QWidget* parent = nullptr);

    void setColors(const Palette& palette);
    void setLines(std::vector<DiffLine> lines, const QString& emptyHint);
    [[nodiscard]] DiffModel* model() const { return model_; }
    /// The selected lines, for the clipboard.
    [[nodiscard]] QString selectedText() const;

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    DiffModel* model_;
    QListView* list_;
    QLabel* hint_;
};

} // namespace sidelight::views
