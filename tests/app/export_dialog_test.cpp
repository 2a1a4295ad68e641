// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "app/export_command.h"
#include "app/export_dialog.h"
#include "core/io/onnx_reader.h"
#include "tests/app/waiting.h"

#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QDesktopServices>
#include <QDir>
#include <QFileDialog>
#include <QGuiApplication>
#include <QLineEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTest>

#include <gtest/gtest.h>

namespace sidelight::app {
namespace {

using testing::samplePath;
using testing::waitUntil;

struct Dialog : ::testing::Test
{
    QTemporaryDir folder;
    Workspace workspace;
    std::filesystem::path model = samplePath("mlp.pt2").toStdString();

    std::shared_ptr<const session::Document> document()
    {
        auto opened = session::openDocument(model, {});
        EXPECT_TRUE(opened.ok());
        return *opened;
    }
    static bool run(ExportDialog& dialog)
    {
        dialog.start();
        return waitUntil([&] { return dialog.state() != ExportDialog::State::Running; });
    }
    QStringList files() const
    {
        return QDir(folder.path()).entryList(QDir::AllEntries | QDir::NoDotAndDotDot | QDir::Hidden);
    }
};

TEST_F(Dialog, WritesTheModel)
{
    ExportDialog dialog(model, document(), {}, workspace);
    dialog.setTarget(folder.filePath(QStringLiteral("mlp.onnx")));
    ASSERT_TRUE(run(dialog));
    EXPECT_EQ(dialog.state(), ExportDialog::State::Written) << dialog.resultText().toStdString();
    EXPECT_EQ(files(), QStringList{QStringLiteral("mlp.onnx")});
    EXPECT_TRUE(dialog.resultText().contains(QStringLiteral("mlp.onnx")));
}

TEST_F(Dialog, WritesWithAnotherOpsetAndLevelThanTheModelIsShownWith)
{
    ExportDialog dialog(model, document(), {}, workspace);
    dialog.setTarget(folder.filePath(QStringLiteral("mlp.onnx")));
    dialog.opset()->setValue(20);
    dialog.functions()->setCurrentIndex(3);
    EXPECT_TRUE(dialog.command().contains(QStringLiteral("--opset 20 --functions none")))
        << dialog.command().toStdString();
    ASSERT_TRUE(run(dialog));
    EXPECT_EQ(dialog.state(), ExportDialog::State::Written) << dialog.resultText().toStdString();
}

TEST_F(Dialog, WritesWhatEachControlSays)
{
    ExportDialog dialog(model, document(), {}, workspace);
    dialog.show();
    const auto click = [](QWidget* widget) {
        // On the indicator: words may be longer than their clickable part.
        QTest::mouseClick(widget, Qt::LeftButton, Qt::NoModifier, QPoint(8, widget->height() / 2));
    };
    const auto write = [&] {
        click(dialog.startButton());
        EXPECT_TRUE(waitUntil([&] { return dialog.state() != ExportDialog::State::Running; }));
        EXPECT_EQ(dialog.state(), ExportDialog::State::Written) << dialog.resultText().toStdString();
        DiagnosticLog log;
        auto written = io::readOnnx(dialog.target()->text().toStdString(), log);
        EXPECT_TRUE(written.ok());
        return written.ok() ? *std::move(written) : onnxir::Model();
    };
    dialog.target()->selectAll();
    QTest::keyClicks(dialog.target(), folder.filePath(QStringLiteral("a.onnx")));
    EXPECT_FALSE(write().functions.empty());

    dialog.opset()->selectAll();
    QTest::keyClicks(dialog.opset(), QStringLiteral("21"));
    QTest::keyClick(dialog.functions(), Qt::Key_End);
    click(dialog.findChild<QCheckBox*>(QStringLiteral("overwrite")));
    const onnxir::Model plain = write();
    EXPECT_EQ(plain.opsetOf({}), 21);
    EXPECT_TRUE(plain.functions.empty());

    dialog.target()->selectAll();
    QTest::keyClicks(dialog.target(), folder.filePath(QStringLiteral("b.onnx")));
    click(dialog.weightsButton(io::Weights::External));
    write();
    EXPECT_TRUE(files().contains(QStringLiteral("b.onnx.data"))) << files().join(QLatin1Char(' ')).toStdString();
    dialog.target()->selectAll();
    QTest::keyClicks(dialog.target(), folder.filePath(QStringLiteral("c.onnx")));
    click(dialog.weightsButton(io::Weights::PerTensor));
    write();
    EXPECT_TRUE(files().contains(QStringLiteral("c_initializers"))) << files().join(QLatin1Char(' ')).toStdString();
    dialog.target()->selectAll();
    QTest::keyClicks(dialog.target(), folder.filePath(QStringLiteral("d.onnx")));
    click(dialog.weightsButton(io::Weights::None));
    write();
    EXPECT_FALSE(files().contains(QStringLiteral("d.onnx.data")));
    EXPECT_EQ(dialog.command(), QStringLiteral("sidelight export ") + samplePath("mlp.pt2") + QStringLiteral(" -o ") +
                                    folder.filePath(QStringLiteral("d.onnx")) +
                                    QStringLiteral(" --opset 21 --functions none --weights none --force"));
}

TEST_F(Dialog, ChecksAsMuchAsIsAsked)
{
    ExportDialog dialog(model, document(), {}, workspace);
    dialog.setTarget(folder.filePath(QStringLiteral("mlp.onnx")));
    dialog.checksModel()->click();
    EXPECT_TRUE(dialog.command().endsWith(QStringLiteral(" --no-check"))) << dialog.command().toStdString();
    dialog.comparesNumbers()->click();
    EXPECT_TRUE(dialog.command().startsWith(QStringLiteral("sidelight verify "))) << dialog.command().toStdString();
    ASSERT_TRUE(run(dialog));
    // Where no evaluator is built, the comparison says so and nothing is written.
    if (dialog.state() == ExportDialog::State::Failed) {
        EXPECT_TRUE(dialog.resultText().contains(QStringLiteral("SL5"))) << dialog.resultText().toStdString();
        EXPECT_TRUE(files().isEmpty());
        return;
    }
    EXPECT_EQ(dialog.state(), ExportDialog::State::Written);
    EXPECT_TRUE(dialog.resultText().contains(QStringLiteral("1 output equals PyTorch's")) ||
                dialog.resultText().contains(QStringLiteral("equal PyTorch's")))
        << dialog.resultText().toStdString();
}

TEST_F(Dialog, RefusesToReplaceUnlessAsked)
{
    QFile file(folder.filePath(QStringLiteral("mlp.onnx")));
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write("mine");
    file.close();
    ExportDialog dialog(model, document(), {}, workspace);
    dialog.setTarget(file.fileName());
    ASSERT_TRUE(run(dialog));
    EXPECT_EQ(dialog.state(), ExportDialog::State::Failed);
    EXPECT_TRUE(dialog.resultText().contains(QStringLiteral("SL4002"))) << dialog.resultText().toStdString();
    EXPECT_EQ(QFileInfo(file).size(), 4);
    dialog.setOverwriting(true);
    ASSERT_TRUE(run(dialog));
    EXPECT_EQ(dialog.state(), ExportDialog::State::Written);
    EXPECT_GT(QFileInfo(file.fileName()).size(), 4);
}

TEST_F(Dialog, SaysWhyItCannotWrite)
{
    ExportDialog dialog(model, document(), {}, workspace);
    dialog.setTarget(folder.filePath(QStringLiteral("no/such/folder/mlp.onnx")));
    ASSERT_TRUE(run(dialog));
    EXPECT_EQ(dialog.state(), ExportDialog::State::Failed);
    EXPECT_TRUE(dialog.resultText().contains(QStringLiteral("SL4"))) << dialog.resultText().toStdString();
    EXPECT_TRUE(files().isEmpty());
}

TEST_F(Dialog, LeavesNothingBehindWhenCancelled)
{
    ExportDialog dialog(
        model, nullptr, {}, workspace); // Without a document the passes run first, so the cancel always comes in time.
    dialog.setTarget(folder.filePath(QStringLiteral("mlp.onnx")));
    dialog.start();
    dialog.cancel();
    ASSERT_TRUE(waitUntil([&] { return dialog.state() != ExportDialog::State::Running; }));
    EXPECT_EQ(dialog.state(), ExportDialog::State::Cancelled) << dialog.resultText().toStdString();
    EXPECT_TRUE(files().isEmpty());
}

/// Takes what the dialog would hand to the desktop.
class UrlCatcher final : public QObject
{
    Q_OBJECT

public:
    UrlCatcher() { QDesktopServices::setUrlHandler(QStringLiteral("file"), this, "take"); }
    ~UrlCatcher() override { QDesktopServices::unsetUrlHandler(QStringLiteral("file")); }
    QList<QUrl> urls;

public slots:
    void take(const QUrl& url) { urls << url; }
};

QPushButton* buttonWith(const ExportDialog& dialog, const char* text)
{
    for (QPushButton* button : dialog.findChildren<QPushButton*>())
        if (button->text() == QString::fromUtf8(text))
            return button;
    return nullptr;
}

TEST_F(Dialog, IsDrivenByMouseFromChoosingTheFileToOpeningItsFolder)
{
    const UrlCatcher desktop;
    ExportDialog dialog(model, document(), {}, workspace);
    dialog.show();
    QTest::mouseClick(buttonWith(dialog, "Browse\u2026"), Qt::LeftButton);
    auto* chooser = dialog.findChild<QFileDialog*>();
    ASSERT_TRUE(chooser);
    const QString chosen = folder.filePath(QStringLiteral("chosen.onnx"));
    auto* name = chooser->findChild<QLineEdit*>(QStringLiteral("fileNameEdit"));
    ASSERT_TRUE(name);
    name->setText(chosen);
    QTest::keyClick(name, Qt::Key_Return);
    ASSERT_TRUE(waitUntil([&] { return !dialog.findChild<QFileDialog*>() || !chooser->isVisible(); }));
    EXPECT_FALSE(buttonWith(dialog, "Open folder")->isVisible());
    QTest::mouseClick(buttonWith(dialog, "Export"), Qt::LeftButton);
    ASSERT_TRUE(waitUntil([&] { return dialog.state() == ExportDialog::State::Written; })) << dialog.resultText().toStdString();
    EXPECT_EQ(files(), QStringList{QStringLiteral("chosen.onnx")});
    QTest::mouseClick(buttonWith(dialog, "Open folder"), Qt::LeftButton);
    ASSERT_EQ(desktop.urls.size(), 1);
    EXPECT_EQ(QDir(desktop.urls.front().toLocalFile()), QDir(folder.path()));
    QTest::mouseClick(buttonWith(dialog, "Copy command"), Qt::LeftButton);
    EXPECT_TRUE(QGuiApplication::clipboard()->text().contains(QLatin1String("chosen.onnx --functions both")));
    QTest::mouseClick(buttonWith(dialog, "Close"), Qt::LeftButton);
    EXPECT_FALSE(dialog.isVisible());
}

TEST_F(Dialog, KeepsTheFileWhenChoosingAnotherIsGivenUp)
{
    ExportDialog dialog(model, document(), {}, workspace);
    dialog.show();
    const QString before = dialog.command();
    QTest::mouseClick(buttonWith(dialog, "Browse\u2026"), Qt::LeftButton);
    auto* chooser = dialog.findChild<QFileDialog*>();
    ASSERT_TRUE(chooser);
    QTest::keyClick(chooser, Qt::Key_Escape);
    EXPECT_TRUE(waitUntil([&] { return dialog.command() == before && (!dialog.findChild<QFileDialog*>() || !chooser->isVisible()); }));
}

TEST(ExportCommand, QuotesForAShellAndLeavesOutDefaults)
{
    EXPECT_EQ(exportCommand("m.pt2", "m.onnx", {}), "sidelight export m.pt2 -o m.onnx --functions both");
    session::OpenOptions options;
    options.opset = 20;
    options.functions = lowering::FunctionLevel::None;
    EXPECT_EQ(exportCommand("a b'c.pt2", "$(x).onnx", options, io::Weights::External, true),
        "sidelight export 'a b'\\''c.pt2' -o '$(x).onnx' --opset 20 --functions none --weights external --force");
}

TEST(ExportCommand, WritesAnEditedModelBesideWhatWasRead)
{
    EXPECT_EQ(defaultTarget("dir/m.pt2"), std::filesystem::path("dir/m.onnx"));
    EXPECT_EQ(defaultTarget("dir/m.onnx"), std::filesystem::path("dir/m-edited.onnx"));
    session::OpenOptions options;
    options.preset = "mine.json";
    EXPECT_EQ(exportCommand("m.onnx", "m-edited.onnx", options), "sidelight export m.onnx -o m-edited.onnx --passes mine.json");
}

TEST(ExportCommand, SaysWhatPipelineIsYetToBeSaved)
{
    session::OpenOptions options;
    session::Pipeline pipeline = session::defaultPipeline();
    options.pipeline = std::make_shared<const session::Pipeline>(pipeline);
    EXPECT_EQ(exportCommand("m.pt2", "m.onnx", options), "sidelight export m.pt2 -o m.onnx --functions both");
    pipeline.fx.front().enabled = false;
    options.pipeline = std::make_shared<const session::Pipeline>(pipeline);
    EXPECT_EQ(exportCommand("m.pt2", "m.onnx", options),
        "sidelight export m.pt2 -o m.onnx --functions both --passes passes.json  # first save the passes as passes.json");
    options.preset = "mine.json";
    EXPECT_EQ(exportCommand("m.pt2", "m.onnx", options), "sidelight export m.pt2 -o m.onnx --functions both --passes mine.json");
}

} // namespace
} // namespace sidelight::app

#include "export_dialog_test.moc"
