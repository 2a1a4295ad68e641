// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
// What RandomHands does, one function a habit.
#include "tests/app/random/random_hands.h"

#include "views/panels/graph_pane.h"
#include "views/scene/graph_view.h"

#include <QAccessible>
#include <QAction>
#include <QApplication>
#include <QDockWidget>
#include <QDropEvent>
#include <QFile>
#include <QFileInfo>
#include <QHelpEvent>
#include <QLineEdit>
#include <QMimeData>
#include <QUrl>
#include <QWheelEvent>

namespace sidelight::app::testing {

const std::vector<RandomHands::Habit>& RandomHands::habits()
{
    static const std::vector<Habit> kHabits{{20, "click box", &RandomHands::clickBox},
        {12, "open box", &RandomHands::openBox}, {8, "drag view", &RandomHands::dragView},
        {12, "wheel", &RandomHands::turnWheel}, {12, "hover", &RandomHands::hover},
        {4, "tool tip", &RandomHands::askForToolTip}, {14, "shortcut", &RandomHands::pressShortcut},
        {14, "key", &RandomHands::pressKey}, {4, "trigger", &RandomHands::trigger},
        {14, "click widget", &RandomHands::clickWidget}, {6, "find", &RandomHands::findText},
        {3, "resize", &RandomHands::resizeWindow}, {4, "open model", &RandomHands::openModel},
        {2, "drop model", &RandomHands::dropModel}, {2, "change file", &RandomHands::changeFile},
        {2, "float dock", &RandomHands::floatDock}, {3, "read aloud", &RandomHands::readAloud}};
    return kHabits;
}

void RandomHands::clickBox()
{
    static const std::vector<Qt::KeyboardModifiers> kModifiers{{}, {}, {}, Qt::ControlModifier, Qt::ShiftModifier};
    if (views::GraphView* view = someView())
        click(spotOf(view, pointOn(view)), oneIn(8) ? Qt::RightButton : Qt::LeftButton, oneOf(kModifiers));
}

void RandomHands::openBox()
{
    views::GraphView* view = someView();
    if (!view)
        return;
    const Spot spot = spotOf(view, pointOn(view));
    mouse(spot, QEvent::MouseButtonPress, Qt::LeftButton);
    mouse(spot, QEvent::MouseButtonRelease, Qt::LeftButton);
    mouse(spot, QEvent::MouseButtonPress, Qt::LeftButton);
    mouse(spot, QEvent::MouseButtonRelease, Qt::LeftButton);
    timestamp_ += 600;
}

/// Begins a drag, which the next actions go on with: in a view, or by any other widget's handle.
void RandomHands::dragView()
{
    QWidget* from = oneIn(3) ? someWidget(window_) : someView();
    if (!from)
        return;
    static const std::vector<Qt::KeyboardModifiers> kModifiers{{}, {}, Qt::ShiftModifier};
    drag_ = spotOf(from, pointIn(from->size()));
    dragMoves_ = 2 + static_cast<int>(below(8));
    mouse(drag_, QEvent::MouseButtonPress, oneIn(6) ? Qt::MiddleButton : Qt::LeftButton, oneOf(kModifiers));
}

void RandomHands::turnWheel()
{
    QWidget* under = oneIn(5) ? someWidget(window_) : someView();
    if (!under)
        return;
    const QPoint at = pointIn(under->size());
    static const std::vector<int> kAngles{120, -120, 120, -120, 7, -7, 1200, -1200};
    const int angle = oneOf(kAngles);
    record(QStringLiteral("%1 at %2,%3").arg(angle).arg(at.x()).arg(at.y()));
    QWheelEvent event(at, under->mapToGlobal(at), {}, oneIn(5) ? QPoint(angle, 0) : QPoint(0, angle), held_,
        oneIn(2) ? Qt::ControlModifier : Qt::NoModifier, Qt::NoScrollPhase, false);
    QApplication::sendEvent(under, &event);
}

void RandomHands::hover()
{
    QWidget* under = oneIn(4) ? someWidget(window_) : someView();
    if (!under)
        return;
    auto* view = qobject_cast<views::GraphView*>(under);
    mouse(spotOf(under, view ? pointOn(view) : pointIn(under->size())), QEvent::MouseMove, Qt::NoButton);
}

void RandomHands::askForToolTip()
{
    QWidget* under = oneIn(3) ? someWidget(window_) : someView();
    if (!under)
        return;
    auto* view = qobject_cast<views::GraphView*>(under);
    const QPoint at = view ? pointOn(view) : pointIn(under->size());
    record(QString::fromLatin1(under->metaObject()->className()));
    QHelpEvent event(QEvent::ToolTip, at, under->mapToGlobal(at));
    QApplication::sendEvent(under, &event);
}

void RandomHands::pressShortcut()
{
    const QList<QAction*> actions = window_->actions().all();
    const QAction* action = actions[static_cast<qsizetype>(below(static_cast<std::uint64_t>(actions.size())))];
    if (action->shortcut().isEmpty() || (action == window_->actions()[Act::Quit] && !oneIn(20)))
        return;
    const QKeyCombination keys = action->shortcut()[0];
    QWidget* focus = window_->focusWidget();
    key(focus ? focus : window_, keys.key(), keys.keyboardModifiers());
}

void RandomHands::pressKey()
{
    static const std::vector<int> kKeys{Qt::Key_Left, Qt::Key_Right, Qt::Key_Up, Qt::Key_Down, Qt::Key_Tab,
        Qt::Key_Backtab, Qt::Key_Return, Qt::Key_Escape, Qt::Key_Space, Qt::Key_Home, Qt::Key_End, Qt::Key_PageUp,
        Qt::Key_PageDown, Qt::Key_Backspace, Qt::Key_Delete, Qt::Key_F, Qt::Key_Z, Qt::Key_Menu};
    static const std::vector<Qt::KeyboardModifiers> kModifiers{
        {}, {}, {}, {}, Qt::ShiftModifier, Qt::ControlModifier, Qt::AltModifier};
    QWidget* focus = window_->focusWidget();
    const int one = oneOf(kKeys);
    key(focus ? focus : window_, one, oneOf(kModifiers), one < 0x80 ? QString(QChar(one).toLower()) : QString());
}

void RandomHands::trigger()
{
    const QList<QAction*> actions = window_->actions().all();
    QAction* action = actions[static_cast<qsizetype>(below(static_cast<std::uint64_t>(actions.size())))];
    if (action == window_->actions()[Act::Quit] && !oneIn(20))
        return;
    record(action->text());
    action->trigger();
}

void RandomHands::clickWidget()
{
    QWidget* widget = someWidget(window_);
    if (!widget)
        return;
    record(QString::fromLatin1(widget->metaObject()->className()) + QLatin1Char('#') + widget->objectName());
    click(spotOf(widget, pointIn(widget->size())), oneIn(10) ? Qt::RightButton : Qt::LeftButton);
}

void RandomHands::findText()
{
    static const std::vector<QString> kTexts{QStringLiteral("relu"), QStringLiteral("op:linear"),
        QStringLiteral("shape:64"), QStringLiteral("/w.*t$/"), QStringLiteral("/(/"), QStringLiteral("x"), QString(),
        QStringLiteral("\u65e5\u672c\u202e<img src=file:///x>"), QStringLiteral("op:"),
        QString(3000, QLatin1Char('a'))};
    const QString& text = oneOf(kTexts);
    record(text.left(20));
    if (oneIn(3)) {
        window_->find(text);
        return;
    }
    window_->findField()->setFocus();
    window_->findField()->selectAll();
    type(window_->findField(), text.left(20));
    if (oneIn(2))
        key(window_->findField(), Qt::Key_Return);
}

void RandomHands::resizeWindow()
{
    const QPoint size = pointIn({1600, 1000});
    record(QStringLiteral("%1x%2").arg(size.x()).arg(size.y()));
    window_->resize(size.x(), size.y());
}

void RandomHands::openModel()
{
    const QString model = models_[static_cast<qsizetype>(below(static_cast<std::uint64_t>(models_.size())))];
    record(QFileInfo(model).fileName());
    session::OpenOptions options;
    static constexpr lowering::FunctionLevel kLevels[] = {lowering::FunctionLevel::None,
        lowering::FunctionLevel::Operator, lowering::FunctionLevel::Module, lowering::FunctionLevel::Both};
    options.functions = kLevels[below(std::size(kLevels))];
    window_->openModel(model.toStdString(), options);
}

void RandomHands::dropModel()
{
    QMimeData data;
    QList<QUrl> urls;
    for (std::uint64_t left = 1 + below(2); left > 0; --left)
        urls << QUrl::fromLocalFile(models_[static_cast<qsizetype>(below(static_cast<std::uint64_t>(models_.size())))]);
    if (oneIn(5))
        urls << QUrl(QStringLiteral("https://example.invalid/model.pt2"));
    data.setUrls(urls);
    record(QFileInfo(urls.first().toLocalFile()).fileName());
    const QPoint at = pointIn(window_->size());
    QDragEnterEvent enter(at, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(window_, &enter);
    QDropEvent drop(at, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(window_, &drop);
}

/// Cuts a model short while it may be read, or makes it whole again.
void RandomHands::changeFile()
{
    const QString path = models_[static_cast<qsizetype>(below(static_cast<std::uint64_t>(models_.size())))];
    const QString whole = path + QStringLiteral(".whole");
    if (!QFile::exists(whole))
        QFile::copy(path, whole);
    if (oneIn(2)) {
        const auto size = static_cast<qint64>(below(static_cast<std::uint64_t>(QFileInfo(path).size()) + 1));
        record(QStringLiteral("cut %1 to %2").arg(QFileInfo(path).fileName()).arg(size));
        QFile::resize(path, size);
        return;
    }
    record(QStringLiteral("mend ") + QFileInfo(path).fileName());
    QFile::remove(path);
    QFile::copy(whole, path);
}

void RandomHands::floatDock()
{
    const QList<QDockWidget*> docks = window_->findChildren<QDockWidget*>();
    QDockWidget* dock = docks[static_cast<qsizetype>(below(static_cast<std::uint64_t>(docks.size())))];
    record(dock->objectName());
    dock->setFloating(!dock->isFloating());
}

/// What a screen reader asks for.
void RandomHands::readAloud()
{
    views::GraphView* view = someView();
    QAccessibleInterface* graph = view ? QAccessible::queryAccessibleInterface(view) : nullptr;
    if (!graph)
        return;
    record(QStringLiteral("%1 children").arg(graph->childCount()));
    for (int left = 20; left > 0 && graph->childCount() > 0; --left) {
        const auto at = static_cast<int>(below(static_cast<std::uint64_t>(graph->childCount())));
        if (QAccessibleInterface* box = graph->child(at)) {
            (void)box->text(QAccessible::Name);
            (void)box->text(QAccessible::Description);
            (void)graph->childAt(box->rect().center().x(), box->rect().center().y());
            (void)box->relations();
        }
    }
}

} // namespace sidelight::app::testing
