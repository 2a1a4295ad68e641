// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "views/support/elided_label.h"

#include <QPainter>

namespace sidelight::views {

ElidedLabel::ElidedLabel(Qt::TextElideMode mode, QWidget* parent) : QLabel(parent), mode_(mode)
{
    setTextFormat(Qt::PlainText);
}

QSize ElidedLabel::sizeHint() const
{
    return {fontMetrics().horizontalAdvance(text()) + 2 + contentsMargins().left() + contentsMargins().right(),
        QLabel::sizeHint().height()};
}

void ElidedLabel::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setPen(palette().color(foregroundRole()));
    painter.setFont(font());
    painter.drawText(
        contentsRect(), static_cast<int>(alignment()), fontMetrics().elidedText(text(), mode_, contentsRect().width()));
}

} // namespace sidelight::views
