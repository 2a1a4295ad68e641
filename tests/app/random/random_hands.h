// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/main_window.h"
#include "tests/app/random/flight_recorder.h"

#include <QPointer>
#include <QStringList>
#include <QWindow>

#include <random>

namespace sidelight::app::testing {

/// Does what people's hands do, without sense: clicks, drags, wheels, types, drops files, changes files on disk. One
/// action at a turn of the event loop, so that menus and dialogs with loops of their own are driven too.
class RandomHands final : public QObject
{
    Q_OBJECT

public:
    /// `folder` holds the `models` that are opened; nothing outside it is written.
    RandomHands(QString folder, QStringList models, std::uint64_t seed, FlightRecorder& recorder);

    /// Until `drive` is called with null.
    void drive(MainWindow* window);

private:
    struct Spot
    {
        QPointer<QWindow> window;
        QPointF at;
    };
    struct Habit
    {
        int weight;
        const char* name;
        void (RandomHands::*act)();
    };
    static const std::vector<Habit>& habits();

    void act();
    void stayInFolder();
    void goOnDragging();
    void handlePopup(QWidget* popup);
    void handleDialog(QWidget* dialog);

    void clickBox();
    void openBox();
    void dragView();
    void turnWheel();
    void hover();
    void askForToolTip();
    void pressShortcut();
    void pressKey();
    void trigger();
    void clickWidget();
    void findText();
    void resizeWindow();
    void openModel();
    void dropModel();
    void changeFile();
    void floatDock();
    void readAloud();

    [[nodiscard]] std::uint64_t below(std::uint64_t bound) { return bound == 0 ? 0 : engine_() % bound; }
    template <class Item>
    const Item& oneOf(const std::vector<Item>& items)
    {
        return items[below(items.size())];
    }
    [[nodiscard]] bool oneIn(std::uint64_t count) { return below(count) == 0; }
    [[nodiscard]] QPoint pointIn(const QSize& size);
    [[nodiscard]] static Spot spotOf(QWidget* widget, const QPoint& at);
    [[nodiscard]] views::GraphView* someView();
    [[nodiscard]] QPoint pointOn(views::GraphView* view);
    [[nodiscard]] QWidget* someWidget(QWidget* parent);
    void mouse(const Spot& spot, QEvent::Type type, Qt::MouseButton button, Qt::KeyboardModifiers modifiers = {});
    void click(const Spot& spot, Qt::MouseButton button, Qt::KeyboardModifiers modifiers = {});
    void key(QWidget* receiver, int key, Qt::KeyboardModifiers modifiers = {}, const QString& text = {});
    void type(QWidget* receiver, const QString& text);
    void record(const QString& detail);

    QString folder_;
    QStringList models_;
    std::mt19937_64 engine_;
    FlightRecorder& recorder_;
    MainWindow* window_ = nullptr;
    QString habit_;
    int depth_ = 0; ///< Of event loops within event loops.
    int timestamp_ = 1;
    Qt::MouseButtons held_;
    Spot drag_; ///< Where a button is held down.
    int dragMoves_ = 0;
    int popupTurns_ = 0;
    int dialogTurns_ = 0;
};

} // namespace sidelight::app::testing
