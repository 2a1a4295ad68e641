// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "app/window.h"

#include "app/application.h"
#include "app/grab_script.h"
#include "app/main_window.h"
#include "views/panels/graph_pane.h"
#include "views/scene/graph_view.h"

#include <QApplication>
#include <QIcon>
#include <QPainter>
#include <QTemporaryDir>

#include <cstdio>

namespace sidelight::app {
namespace {

/// Runs the script on the window, saves its picture, ends the application.
void grab(MainWindow& window, const Arguments& arguments)
{
    for (const Side side : {Side::Fx, Side::Onnx})
        window.pane(side)->view()->setMotionAllowed(false);
    auto* script = new GrabScript(window, arguments.actions, &window);
    QObject::connect(script, &GrabScript::ended, &window, [&window, target = arguments.grab](const QString& problem) {
        if (!problem.isEmpty()) {
            std::fprintf(stderr, "sidelight: %s\n", problem.toUtf8().constData());
            QApplication::exit(static_cast<int>(Exit::Usage));
            return;
        }
        QPixmap picture = window.grab();
        if (QWidget* dialog = QApplication::activeModalWidget()) {
            QPainter painter(&picture);
            const QPixmap front = dialog->grab();
            painter.drawPixmap(window.rect().center() - front.rect().center(), front);
        }
        const bool isSaved = picture.save(QString::fromStdString(target.string()), "PNG");
        if (!isSaved)
            std::fprintf(stderr, "sidelight: %s cannot be written\n", target.string().c_str());
        QApplication::exit(static_cast<int>(isSaved ? Exit::Fine : Exit::Errors));
    });
    script->start();
}

} // namespace

int runWindow(int argc, char** argv, const Arguments& arguments)
{
    const bool isGrabbing = !arguments.grab.empty();
    prepareApplication(isGrabbing);
    QApplication application(argc, argv);
    styleApplication();
    // Pictures neither read nor leave what a user set.
    const QTemporaryDir scratch;
    Settings settings(isGrabbing ? scratch.filePath(QStringLiteral("settings.ini")) : QString());
    if (isGrabbing)
        settings.setAppearance(views::Appearance::Light);
    setLanguage(settings.language());
    Workspace workspace;
    MainWindow window(workspace, settings);
    if (qEnvironmentVariableIsSet("SIDELIGHT_TIME_TO_PAINT")) {
        QObject::connect(
            &window, &MainWindow::graphPainted, &application,
            [&application] {
                std::printf("%.3f\n", secondsSinceStart());
                std::fflush(stdout);
                application.quit();
            },
            Qt::SingleShotConnection);
    }
    window.QWidget::show();
    window.openModels(arguments.models, arguments.open);
    if (isGrabbing)
        grab(window, arguments);
    return QApplication::exec();
}

} // namespace sidelight::app
