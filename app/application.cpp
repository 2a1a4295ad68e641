// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "app/application.h"

#include "app/language.h"
#include "views/support/fonts.h"

#include <QApplication>
#include <QFile>
#include <QIcon>

#include <ctime>
#include <unistd.h>

namespace sidelight::app {

void prepareApplication(bool isOffscreen)
{
    const bool hasDisplay = qEnvironmentVariableIsSet("DISPLAY") || qEnvironmentVariableIsSet("WAYLAND_DISPLAY");
    if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM") && (isOffscreen || !hasDisplay))
        qputenv("QT_QPA_PLATFORM", "offscreen");
}

void styleApplication()
{
    QApplication::setApplicationName(QStringLiteral("sidelight"));
    QApplication::setApplicationDisplayName(QStringLiteral("Sidelight"));
    QApplication::setApplicationVersion(QStringLiteral(SIDELIGHT_VERSION));
    QApplication::setDesktopFileName(QStringLiteral("sidelight"));
    QApplication::setStyle(QStringLiteral("Fusion"));
    setLanguage(Language::English);
    views::loadFonts();
    QApplication::setFont(views::wordFont(12));
    QApplication::setWindowIcon(QIcon(QStringLiteral(":/icons/sidelight.svg")));
}

double secondsSinceStart()
{
    QFile stat(QStringLiteral("/proc/self/stat"));
    if (!stat.open(QIODevice::ReadOnly))
        return 0;
    const QByteArray line = stat.readAll();
    const QList<QByteArray> fields = line.mid(line.lastIndexOf(')') + 2).split(' ');
    timespec now{};
    clock_gettime(CLOCK_BOOTTIME, &now);
    // Field 22 of the file is the start in clock ticks since boot.
    const double started = fields.value(19).toDouble() / static_cast<double>(sysconf(_SC_CLK_TCK));
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9 - started;
}

} // namespace sidelight::app
