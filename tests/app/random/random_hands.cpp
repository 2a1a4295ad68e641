// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/app/random/random_hands.h"

#include "views/panels/graph_pane.h"
#include "views/scene/graph_view.h"

#include <QAction>
#include <QApplication>
#include <QFileDialog>
#include <QMenu>
#include <QTest>
#include <QTimer>

namespace sidelight::app::testing {
namespace {

constexpr int kMostLoops = 4;        ///< Event loops within event loops, until menus are only left.
constexpr int kMostPopupTurns = 12;  ///< Actions in one menu before it is left.
constexpr int kMostDialogTurns = 40; ///< The same of a dialog.

QString nameOf(const QObject* object)
{
    const QString name = object->objectName();
    const QString kind = QString::fromLatin1(object->metaObject()->className());
    return name.isEmpty() ? kind : kind + QLatin1Char('#') + name;
}

} // namespace

RandomHands::RandomHands(QString folder, QStringList models, std::uint64_t seed, FlightRecorder& recorder)
    : folder_(std::move(folder)), models_(std::move(models)), engine_(seed), recorder_(recorder)
{}

void RandomHands::drive(MainWindow* window)
{
    window_ = window;
    drag_ = {};
    held_ = {};
    if (window_)
        QTimer::singleShot(0, this, &RandomHands::act);
}

/// One action. The next is timed before, because this one may run an event loop of its own: a menu's.
void RandomHands::act()
{
    if (!window_)
        return;
    QTimer::singleShot(oneIn(40) ? 150 : static_cast<int>(below(6)), this, &RandomHands::act);
    if (depth_ > 2 * kMostLoops)
        return;
    ++depth_;
    stayInFolder();
    if (QWidget* popup = QApplication::activePopupWidget()) {
        handlePopup(popup);
    } else if (QWidget* dialog = QApplication::activeModalWidget()) {
        popupTurns_ = 0;
        handleDialog(dialog);
    } else if (drag_.window) {
        popupTurns_ = dialogTurns_ = 0;
        goOnDragging();
    } else {
        popupTurns_ = dialogTurns_ = 0;
        int at = 0;
        for (const Habit& habit : habits())
            at += habit.weight;
        at = static_cast<int>(below(static_cast<std::uint64_t>(at)));
        for (const Habit& habit : habits()) {
            at -= habit.weight;
            if (at < 0) {
                habit_ = QString::fromLatin1(habit.name);
                (this->*habit.act)();
                break;
            }
        }
    }
    --depth_;
}

/// Exports go to our folder whatever model is open, and file dialogs, which can delete files, are left at once.
void RandomHands::stayInFolder()
{
    ExportDialog* dialog = window_->exportDialog();
    if (dialog && dialog->state() != ExportDialog::State::Running && !dialog->chosen().target.startsWith(folder_))
        dialog->setTarget(folder_ + QStringLiteral("/out.onnx"));
    for (QWidget* widget : QApplication::topLevelWidgets())
        if (auto* files = qobject_cast<QFileDialog*>(widget); files && files->isVisible())
            files->reject();
}

void RandomHands::goOnDragging()
{
    habit_ = QStringLiteral("drag");
    if (--dragMoves_ > 0) {
        drag_.at += QPointF(pointIn({120, 120})) - QPointF(60, 60);
        mouse(drag_, QEvent::MouseMove, Qt::NoButton);
        return;
    }
    mouse(drag_, QEvent::MouseButtonRelease, held_ & Qt::MiddleButton ? Qt::MiddleButton : Qt::LeftButton);
    drag_ = {};
}

void RandomHands::handlePopup(QWidget* popup)
{
    habit_ = QStringLiteral("popup ") + nameOf(popup);
    static const std::vector<int> kKeys{
        Qt::Key_Down, Qt::Key_Down, Qt::Key_Up, Qt::Key_Right, Qt::Key_Left, Qt::Key_Return, Qt::Key_Escape};
    if (++popupTurns_ > kMostPopupTurns || depth_ > kMostLoops) {
        record(QStringLiteral("close"));
        popup->close();
        return;
    }
    const auto* menu = qobject_cast<QMenu*>(popup);
    const bool wouldQuit = menu && menu->activeAction() == window_->actions()[Act::Quit];
    if (oneIn(3))
        click(spotOf(popup, pointIn(popup->size())), Qt::LeftButton);
    else
        key(popup, wouldQuit && !oneIn(20) ? Qt::Key_Up : oneOf(kKeys));
}

void RandomHands::handleDialog(QWidget* dialog)
{
    habit_ = QStringLiteral("dialog ") + nameOf(dialog);
    static const std::vector<int> kKeys{Qt::Key_Tab, Qt::Key_Tab, Qt::Key_Down, Qt::Key_Up, Qt::Key_Space,
        Qt::Key_Return, Qt::Key_Backspace, Qt::Key_PageDown, Qt::Key_Escape};
    static const std::vector<QString> kTexts{QStringLiteral("out"), QStringLiteral("step"), QStringLiteral("op:relu"),
        QStringLiteral("20"), QStringLiteral("\u65e5\u672c"), QStringLiteral(".."), QStringLiteral(" ")};
    if (++dialogTurns_ > kMostDialogTurns) {
        dialogTurns_ = 0;
        key(dialog, Qt::Key_Escape);
        if (dialog->isVisible())
            dialog->close();
        return;
    }
    QWidget* focus = dialog->focusWidget() ? dialog->focusWidget() : dialog;
    if (oneIn(2)) {
        if (QWidget* widget = someWidget(dialog))
            click(spotOf(widget, pointIn(widget->size())), Qt::LeftButton);
    } else if (oneIn(4)) {
        type(focus, oneOf(kTexts));
    } else {
        key(focus, oneOf(kKeys));
    }
}

QPoint RandomHands::pointIn(const QSize& size)
{
    const int x = static_cast<int>(below(static_cast<std::uint64_t>(std::max(size.width(), 1))));
    return {x, static_cast<int>(below(static_cast<std::uint64_t>(std::max(size.height(), 1))))};
}

RandomHands::Spot RandomHands::spotOf(QWidget* widget, const QPoint& at)
{
    return {widget->window()->windowHandle(), widget->mapTo(widget->window(), at)};
}

views::GraphView* RandomHands::someView()
{
    views::GraphView* one = window_->pane(oneIn(2) ? Side::Fx : Side::Onnx)->view();
    if (one->isVisible())
        return one;
    one = window_->pane(one == window_->pane(Side::Fx)->view() ? Side::Onnx : Side::Fx)->view();
    return one->isVisible() ? one : nullptr;
}

/// Mostly on a box.
QPoint RandomHands::pointOn(views::GraphView* view)
{
    if (view->scene() && !view->scene()->laidOut().boxes.empty() && !oneIn(4)) {
        const QPoint at = view->positionOf(static_cast<std::uint32_t>(below(view->scene()->laidOut().boxes.size())));
        if (view->rect().contains(at))
            return at;
    }
    return pointIn(view->size());
}

QWidget* RandomHands::someWidget(QWidget* parent)
{
    std::vector<QWidget*> visible;
    for (QWidget* widget : parent->findChildren<QWidget*>())
        if (widget->isVisible() && !widget->isWindow() && !widget->size().isEmpty())
            visible.push_back(widget);
    return visible.empty() ? nullptr : oneOf(visible);
}

void RandomHands::mouse(const Spot& spot, QEvent::Type type, Qt::MouseButton button, Qt::KeyboardModifiers modifiers)
{
    if (!spot.window)
        return;
    if (type == QEvent::MouseButtonPress)
        held_ |= button;
    if (type == QEvent::MouseButtonRelease)
        held_ &= ~Qt::MouseButtons(button);
    record(QStringLiteral("%1 at %2,%3").arg(static_cast<int>(type)).arg(spot.at.x()).arg(spot.at.y()));
    qt_handleMouseEvent(
        spot.window, spot.at, spot.window->mapToGlobal(spot.at), held_, button, type, modifiers, timestamp_ += 20);
}

void RandomHands::click(const Spot& spot, Qt::MouseButton button, Qt::KeyboardModifiers modifiers)
{
    mouse(spot, QEvent::MouseMove, Qt::NoButton, modifiers);
    mouse(spot, QEvent::MouseButtonPress, button, modifiers);
    mouse(spot, QEvent::MouseButtonRelease, button, modifiers);
    timestamp_ += 600; // Not the first half of a double click.
}

void RandomHands::key(QWidget* receiver, int key, Qt::KeyboardModifiers modifiers, const QString& text)
{
    record(QStringLiteral("key ") + QKeySequence(QKeyCombination(modifiers, static_cast<Qt::Key>(key))).toString());
    const QPointer<QWindow> window = receiver->window()->windowHandle();
    if (!window)
        return;
    timestamp_ += 20;
    const QPointer<QWidget> alive = receiver;
    if (qt_sendShortcutOverrideEvent(receiver, static_cast<ulong>(timestamp_), key, modifiers, text))
        return;
    if (alive && window)
        qt_handleKeyEvent(window, QEvent::KeyPress, key, modifiers, text);
    if (window)
        qt_handleKeyEvent(window, QEvent::KeyRelease, key, modifiers, text);
}

void RandomHands::type(QWidget* receiver, const QString& text)
{
    const QPointer<QWidget> alive = receiver;
    for (const QChar c : text)
        if (alive)
            key(alive, c.toUpper().unicode(), {}, QString(c));
}

void RandomHands::record(const QString& detail)
{
    recorder_.record(QString(depth_ - 1, QLatin1Char('>')) + habit_ + QStringLiteral(": ") + detail);
}

} // namespace sidelight::app::testing
