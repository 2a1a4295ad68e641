// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "views/support/palette.h"

#include <QAbstractButton>
#include <QPointer>

class QAction;

namespace sidelight::views {

/// A button for an action: its text at the left, its shortcut small at the right.
class ActionButton final : public QAbstractButton
{
    Q_OBJECT

public:
    enum class Kind : std::uint8_t
    {
        Plain,
        Primary
    };
    explicit ActionButton(QAction* action, Kind kind = Kind::Plain, QWidget* parent = nullptr);

    void setColors(const Palette& palette);
    void setShowingShortcut(bool isShowing);
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void follow();
    [[nodiscard]] QString shortcutText() const;

    QPointer<QAction> action_;
    Kind kind_;
    bool isShowingShortcut_ = true;
    const Palette* palette_ = &lightPalette();
};

} // namespace sidelight::views
