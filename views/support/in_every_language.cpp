// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "views/support/in_every_language.h"

#include <QEvent>
#include <QWidget>

namespace sidelight::views {
namespace {

class LanguageFollower final : public QObject
{
public:
    LanguageFollower(QWidget* widget, std::function<void()> write) : QObject(widget), write_(std::move(write)) {}

    bool eventFilter(QObject* watched, QEvent* event) override
    {
        if (event->type() == QEvent::LanguageChange)
            write_();
        return QObject::eventFilter(watched, event);
    }

private:
    std::function<void()> write_;
};

} // namespace

void inEveryLanguage(QWidget* widget, std::function<void()> write)
{
    write();
    widget->installEventFilter(new LanguageFollower(widget, std::move(write)));
}

} // namespace sidelight::views
