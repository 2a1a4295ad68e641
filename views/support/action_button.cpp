// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "views/support/action_button.h"

#include "views/support/fonts.h"
#include "views/support/text.h"

#include <QAction>
#include <QPainter>

namespace sidelight::views {
namespace {

constexpr int kPadding = 10;
constexpr int kHeight = 28;

QString plainText(const QString& text)
{
    return withoutMnemonicMark(text).remove(QStringLiteral("\u2026"));
}

} // namespace

ActionButton::ActionButton(QAction* action, Kind kind, QWidget* parent)
    : QAbstractButton(parent), action_(action), kind_(kind)
{
    setFocusPolicy(Qt::TabFocus);
    setAttribute(Qt::WA_Hover);
    connect(this, &QAbstractButton::clicked, action, &QAction::trigger);
    connect(action, &QAction::changed, this, &ActionButton::follow);
    follow();
}

void ActionButton::follow()
{
    if (!action_)
        return;
    setEnabled(action_->isEnabled());
    setText(plainText(action_->text()));
    setAccessibleName(text());
    setToolTip(toolTipText(action_->statusTip()));
    updateGeometry();
    update();
}

void ActionButton::setColors(const Palette& palette)
{
    palette_ = &palette;
    update();
}

void ActionButton::setShowingShortcut(bool isShowing)
{
    isShowingShortcut_ = isShowing;
    updateGeometry();
}

QString ActionButton::shortcutText() const
{
    if (!action_ || !isShowingShortcut_)
        return {};
    QString text = action_->shortcut().toString(QKeySequence::PortableText);
    return text.replace(QStringLiteral("Shift+"), QStringLiteral("\u21E7"))
        .replace(QStringLiteral("Ctrl+"), QStringLiteral("^"));
}

QSize ActionButton::sizeHint() const
{
    int width = 2 * kPadding + QFontMetrics(wordFont(13, kind_ == Kind::Primary)).horizontalAdvance(text());
    if (const QString keys = shortcutText(); !keys.isEmpty())
        width += 16 + QFontMetrics(wordFont(10)).horizontalAdvance(keys);
    return {width, kHeight};
}

void ActionButton::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Palette& p = *palette_;
    const bool isPrimary = kind_ == Kind::Primary && isEnabled();
    QColor fill = isPrimary ? p.accent : p.background;
    if (isEnabled() && (isDown() || underMouse()))
        fill = isPrimary ? (isDown() ? p.accent.darker(120) : p.accent.darker(108)) : p.hover;
    painter.setBrush(isEnabled() ? fill : p.chrome);
    painter.setPen(QPen(hasFocus() ? p.text : isPrimary ? fill : p.line, hasFocus() ? 1.6 : 1));
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6);
    const QColor ink = !isEnabled() ? p.erased : isPrimary ? p.accentText : p.text;
    const QRect inner = rect().adjusted(kPadding, 0, -kPadding, 0);
    const QString keys = shortcutText();
    painter.setPen(ink);
    painter.setFont(wordFont(13, kind_ == Kind::Primary));
    const int side = keys.isEmpty() ? Qt::AlignHCenter : Qt::AlignLeft;
    painter.drawText(inner, side | int{Qt::AlignVCenter}, text());
    if (!keys.isEmpty()) {
        painter.setFont(wordFont(10));
        painter.setPen(isPrimary ? p.accentText : isEnabled() ? p.secondaryText : p.erased);
        painter.drawText(inner, Qt::AlignRight | Qt::AlignVCenter, keys);
    }
}

} // namespace sidelight::views
