// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/export_dialog.h"
#include "tests/app/window_fixture.h"

#include <QAction>
#include <QFile>

namespace sidelight::app {
namespace {

using testing::samplePath;
using testing::waitUntil;
using testing::Window;

struct ExportAgain : Window
{
    ModelSession* openCopy(const char* sample)
    {
        const QString copy = folder.filePath(QLatin1String(sample));
        QFile::copy(samplePath(sample), copy);
        window.QWidget::show();
        ModelSession* session = window.openModel(copy.toStdString());
        EXPECT_TRUE(waitUntil([&] { return session->state() == ModelSession::State::Ready && session->isSettled(); }));
        return session;
    }
    ExportDialog* end()
    {
        EXPECT_TRUE(waitUntil([&] { return window.exportDialog()->state() != ExportDialog::State::Running; }));
        return window.exportDialog();
    }
};

TEST_F(ExportAgain, WritesNoOtherModelOverTheLastOne)
{
    openCopy("mlp.pt2");
    window.actions()[Act::Export]->trigger();
    const QString target = folder.filePath(QStringLiteral("mine.onnx"));
    window.exportDialog()->setTarget(target);
    window.exportDialog()->setWeights(io::Weights::External);
    window.exportDialog()->start();
    ASSERT_EQ(end()->state(), ExportDialog::State::Written);
    window.exportDialog()->reject();
    ASSERT_TRUE(waitUntil([&] { return !window.exportDialog(); }));
    const auto size = QFileInfo(target).size();

    openCopy("gpt.pt2");
    window.actions()[Act::RepeatExport]->trigger();
    ASSERT_EQ(end()->state(), ExportDialog::State::Written) << window.exportDialog()->resultText().toStdString();
    EXPECT_EQ(window.exportDialog()->chosen().target, folder.filePath(QStringLiteral("gpt.onnx")));
    EXPECT_TRUE(QFile::exists(folder.filePath(QStringLiteral("gpt.onnx.data")))) << "its other options are taken";
    EXPECT_EQ(QFileInfo(target).size(), size);
}

} // namespace
} // namespace sidelight::app
