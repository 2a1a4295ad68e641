// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "views/support/palette.h"

#include <QWidget>

#include <memory>

class QLabel;
class QTextBrowser;

namespace sidelight::display {
struct Inspection;
}

namespace sidelight::views {

/// Every field of the selected thing as selectable text, with links.
class Inspector final : public QWidget
{
    Q_OBJECT

public:
    explicit Inspector(QWidget* parent = nullptr);
    ~Inspector() override;

    void setColors(const Palette& palette);
    void setInspection(const display::Inspection& inspection, const QColor& chipColor);
    void clear(const QString& hint);
    /// What is shown, as it copies.
    [[nodiscard]] QString plainText() const;

signals:
    /// "fx:12", "onnx:3/40", "file:/path/model.py:88".
    void linkActivated(const QString& link);

private:
    void rebuild();

    QLabel* title_;
    QLabel* subtitle_;
    QLabel* chip_;
    QTextBrowser* body_;
    std::unique_ptr<display::Inspection> inspection_;
    QColor chipColor_;
    QString hint_;
    const Palette* palette_ = &lightPalette();
};

} // namespace sidelight::views
