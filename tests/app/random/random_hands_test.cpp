// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
// Random mouse and keys for SIDELIGHT_RANDOM_SECONDS (60), from SIDELIGHT_RANDOM_SEED (1): nothing may crash, hang or
// make Qt complain, and afterwards the window works as on the first day.
#include "tests/app/random/random_hands.h"
#include "tests/app/waiting.h"
#include "views/panels/graph_pane.h"
#include "views/panels/start_page.h"
#include "views/scene/graph_view.h"

#include <QAction>
#include <QApplication>
#include <QDesktopServices>
#include <QDir>
#include <QElapsedTimer>
#include <QMutex>
#include <QTemporaryDir>
#include <QTimer>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>

namespace sidelight::app {
namespace {

using testing::waitUntil;

/// Warnings that were heard; Qt's handler knows no context.
struct Complaints
{
    QMutex mutex;
    QStringList texts;
};
Complaints& complaints()
{
    static Complaints heard;
    return heard;
}

void hear(QtMsgType type, const QMessageLogContext&, const QString& text)
{
    // What the offscreen platform cannot do is no fault of ours.
    if ((type != QtWarningMsg && type != QtCriticalMsg) ||
        text.startsWith(QLatin1String("This plugin does not support")))
        return;
    const QMutexLocker lock(&complaints().mutex);
    if (complaints().texts.size() < 20 && !complaints().texts.contains(text))
        complaints().texts << text;
}

std::uint64_t numberFrom(const char* variable, std::uint64_t otherwise)
{
    bool isNumber = false;
    const auto number = qEnvironmentVariable(variable).toULongLong(&isNumber);
    return isNumber ? number : otherwise;
}

/// Copies of the samples, an export and files that are no models.
QStringList modelsIn(const QString& folder)
{
    const QString source = QStringLiteral(SIDELIGHT_SOURCE_DIR);
    QStringList models;
    for (const char* file : {"/resources/samples/mlp.pt2", "/resources/samples/resnet18.pt2",
             "/resources/samples/vit.pt2", "/resources/samples/gpt.pt2", "/tests/fixtures/pt2/cond.pt2",
             "/tests/fixtures/pt2/broken_interrupted_save.pt2", "/tests/core/runtime/fixtures/mlp.onnx"}) {
        const QString from = source + QLatin1String(file);
        models << folder + QLatin1Char('/') + QFileInfo(from).fileName();
        EXPECT_TRUE(QFile::copy(from, models.last())) << file;
        QFile::setPermissions(models.last(), QFile::ReadOwner | QFile::WriteOwner);
    }
    return models;
}

/// Takes the place of the desktop's file manager and browser.
class NoDesktop final : public QObject
{
    Q_OBJECT

public:
    NoDesktop()
    {
        for (const char* scheme : {"file", "http", "https"})
            QDesktopServices::setUrlHandler(QLatin1String(scheme), this, "open");
    }
    ~NoDesktop() override
    {
        for (const char* scheme : {"file", "http", "https"})
            QDesktopServices::unsetUrlHandler(QLatin1String(scheme));
    }

public slots:
    void open(const QUrl&) {}
};

/// The window still opens, paints and closes a model.
void expectUsable(MainWindow& window, const QString& model)
{
    for (int dialogs = 10; dialogs > 0 && QApplication::activeModalWidget(); --dialogs) {
        QApplication::activeModalWidget()->close();
        QApplication::processEvents();
    }
    EXPECT_EQ(QApplication::activeModalWidget(), nullptr);
    EXPECT_TRUE(waitUntil([&] { return !window.current() || window.current()->isSettled(); }));
    for (int models = 100; models > 0 && window.current(); --models)
        window.actions()[Act::CloseModel]->trigger();
    EXPECT_EQ(window.current(), nullptr);
    window.showNormal();
    window.resize(1200, 800);
    EXPECT_TRUE(window.startPage()->isVisible());
    ModelSession* session = window.openModel(model.toStdString());
    EXPECT_TRUE(waitUntil([&] { return session->state() == ModelSession::State::Ready && session->isSettled(); }))
        << session->failure().toStdString();
    EXPECT_TRUE(window.pane(Side::Fx)->view()->scene() || window.pane(Side::Onnx)->view()->scene());
}

TEST(RandomHands, FindNothingThatBreaksTheWindow)
{
    const std::uint64_t seed = numberFrom("SIDELIGHT_RANDOM_SEED", 1);
    const auto seconds = static_cast<qint64>(numberFrom("SIDELIGHT_RANDOM_SECONDS", 60));
    RecordProperty("seed", std::to_string(seed));
    const QTemporaryDir folder;
    ASSERT_TRUE(QDir::setCurrent(folder.path()));
    const QString pristine = QStringLiteral(SIDELIGHT_SOURCE_DIR "/resources/samples/mlp.pt2");
    Settings settings(folder.filePath(QStringLiteral("settings.ini")));
    NoDesktop noDesktop;
    Workspace workspace;
    testing::FlightRecorder recorder(seed);
    testing::RandomHands hands(folder.path(), modelsIn(folder.path()), seed, recorder);
    qInstallMessageHandler(hear);
    QElapsedTimer clock;
    clock.start();
    int windows = 0;
    // A window that was closed by hand is followed by another.
    while (clock.elapsed() < seconds * 1000) {
        MainWindow window(workspace, settings);
        window.resize(1200, 800);
        window.QWidget::show();
        ++windows;
        // The time may be up by now: a window takes some of it to be made.
        const auto left = std::max<qint64>(0, seconds * 1000 - clock.elapsed());
        QTimer::singleShot(static_cast<int>(left), &window, [] { QApplication::exit(); });
        hands.drive(&window);
        QApplication::exec();
        hands.drive(nullptr);
        if (clock.elapsed() >= seconds * 1000)
            expectUsable(window, pristine);
    }
    qInstallMessageHandler(nullptr);
    std::printf("%llu actions in %d windows\n", static_cast<unsigned long long>(recorder.count()), windows);
    EXPECT_GT(recorder.count(), static_cast<std::uint64_t>(seconds));
    EXPECT_TRUE(complaints().texts.isEmpty()) << complaints().texts.join(QLatin1Char('\n')).toStdString();
    if (::testing::Test::HasFailure())
        recorder.print();
}

} // namespace
} // namespace sidelight::app

#include "random_hands_test.moc"
