// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
// Edits by hand, driven by mouse and keys.

#include "app/edits/edit_dialog.h"
#include "app/edits/editor.h"
#include "app/export_dialog.h"
#include "app/locate.h"
#include "core/fx/print.h"
#include "core/onnxir/edit/apply_edit.h"
#include "core/onnxir/print.h"
#include "tests/app/window_fixture.h"
#include "views/support/text.h"

#include <QAbstractItemView>
#include <QAction>
#include <QCheckBox>
#include <QClipboard>
#include <QCompleter>
#include <QFile>
#include <QGuiApplication>
#include <QLineEdit>
#include <QSpinBox>

namespace sidelight::app {
namespace {

using testing::waitUntil;

struct EditWindow : testing::Window
{
    void settleAll()
    {
        window.activateWindow(); // Which a closed dialog does not do offscreen.
        EXPECT_TRUE(waitUntil([&] { return window.isSettled() && window.isActiveWindow() && window.current()->state() == ModelSession::State::Ready; }));
    }
    void selectFx(ModelSession* session, const std::string& name)
    {
        const auto node = findFxNode(session->document()->fx, "%" + name);
        ASSERT_TRUE(node) << name;
        session->select(Side::Fx, {fxPathOf(session->document()->program(), *node)});
        window.pane(Side::Fx)->view()->setFocus();
    }
    static std::string program(const ModelSession* session) { return fx::printGraph(session->document()->program()); }
    static bool has(const ModelSession* session, const std::string& text) { return program(session).find(text) != std::string::npos; }
    EditDialog* dialog() { return window.editor()->dialog(); }
    /// The dialog that has just been asked for, once keys go to it.
    EditDialog* shownDialog()
    {
        EXPECT_TRUE(waitUntil([&] { return dialog() && dialog()->isActiveWindow(); }));
        return dialog();
    }
};

TEST_F(EditWindow, RenamesByF2AndTakesItBackAndMakesItAgain)
{
    ModelSession* session = open("mlp.pt2");
    const std::string before = program(session);
    selectFx(session, "sigmoid_1");
    QTest::keyClick(&window, Qt::Key_F2);
    ASSERT_NE(shownDialog(), nullptr);
    EXPECT_EQ(dialog()->nameField()->text(), QStringLiteral("sigmoid_1"));
    EXPECT_EQ(dialog()->callField(), nullptr);
    QTest::keyClicks(dialog()->nameField(), QStringLiteral("middle"));
    QTest::keyClick(dialog()->nameField(), Qt::Key_Return);
    EXPECT_TRUE(waitUntil([&] { return dialog() == nullptr; }));
    settleAll();
    EXPECT_TRUE(has(session, "%middle : [num_users=1] = call_function[target=torch.ops.aten.sigmoid.default]"));
    EXPECT_EQ(session->passes()->items().at(session->position().item).id, "manual-edits") << "the cursor is on the change";
    EXPECT_EQ(session->position().change, 1u);
    EXPECT_EQ(session->link().fx.size(), 1u) << "the node stays selected";
    EXPECT_TRUE(window.statusText().contains(QLatin1String("rename %sigmoid_1 to middle")) || !window.statusText().isEmpty());

    QTest::keyClick(&window, Qt::Key_Z, Qt::ControlModifier);
    settleAll();
    EXPECT_EQ(program(session), before);
    QTest::keyClick(&window, Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
    settleAll();
    EXPECT_TRUE(has(session, "%middle"));
    EXPECT_FALSE(window.actions()[Act::Redo]->isEnabled());
}

TEST_F(EditWindow, ChangesACallWithCompletionAndTellsARefusalInPlace)
{
    ModelSession* session = open("mlp.pt2");
    selectFx(session, "sigmoid");
    QTest::keyClick(&window, Qt::Key_F2, Qt::ShiftModifier);
    ASSERT_NE(shownDialog(), nullptr);
    QLineEdit* call = dialog()->callField();
    EXPECT_EQ(call->text(), QStringLiteral("torch.ops.aten.sigmoid.default(%linear)"));
    EXPECT_TRUE(dialog()->schema().startsWith(QLatin1String("aten::sigmoid(Tensor self)"))) << dialog()->schema().toStdString();
    call->setSelection(0, static_cast<int>(call->text().indexOf(QLatin1Char('('))));
    QTest::keyClicks(call, QStringLiteral("hardsig"));
    EXPECT_TRUE(dialog()->completer()->popup()->isVisible());
    QTest::keyClick(dialog()->completer()->popup(), Qt::Key_Return);
    EXPECT_EQ(call->text(), QStringLiteral("torch.ops.aten.hardsigmoid.default(%linear)"));
    call->setText(QStringLiteral("torch.ops.aten.hardsigmoid.default(%linear, 3)"));
    QTest::keyClick(call, Qt::Key_Return);
    ASSERT_NE(dialog(), nullptr) << "a refused edit keeps the dialog";
    EXPECT_TRUE(dialog()->problem().contains(QLatin1String("takes 1 argument without a name and is given 2"))) << dialog()->problem().toStdString();
    EXPECT_FALSE(has(session, "hardsigmoid"));
    call->setText(QStringLiteral("torch.ops.aten.hardsigmoid.default(%lin)"));
    call->setCursorPosition(static_cast<int>(call->text().size()) - 1);
    QTest::keyClick(call, Qt::Key_Space, Qt::ControlModifier);
    EXPECT_TRUE(dialog()->completer()->popup()->isVisible()) << "names of values";
    QTest::keyClick(dialog()->completer()->popup(), Qt::Key_Return);
    EXPECT_EQ(call->text(), QStringLiteral("torch.ops.aten.hardsigmoid.default(%linear)"));
    QTest::keyClick(call, Qt::Key_Return);
    EXPECT_TRUE(waitUntil([&] { return dialog() == nullptr; }));
    settleAll();
    EXPECT_TRUE(has(session, "%sigmoid : [num_users=1] = call_function[target=torch.ops.aten.hardsigmoid.default](args = (%linear,)"));
    EXPECT_TRUE(session->document()->exportable);
}

TEST_F(EditWindow, InsertsANodeThatTheReadersRead)
{
    ModelSession* session = open("mlp.pt2");
    selectFx(session, "linear_1");
    QTest::keyClick(&window, Qt::Key_Insert);
    ASSERT_NE(shownDialog(), nullptr);
    EXPECT_EQ(dialog()->callField()->text(), QStringLiteral("torch.ops.aten.relu.default(%linear_1)"));
    EXPECT_EQ(dialog()->nameField()->text(), QStringLiteral("relu")) << "a name that is free";
    EXPECT_TRUE(dialog()->readersBox()->isChecked());
    QTest::keyClick(dialog()->callField(), Qt::Key_Return);
    EXPECT_TRUE(waitUntil([&] { return dialog() == nullptr; }));
    settleAll();
    EXPECT_TRUE(has(session, "%relu : [num_users=1] = call_function[target=torch.ops.aten.relu.default](args = (%linear_1,)"));
    EXPECT_TRUE(has(session, "sigmoid.default](args = (%relu,)"));
    QTest::keyClick(&window, Qt::Key_Z, Qt::ControlModifier);
    settleAll();
    EXPECT_FALSE(has(session, "%relu")) << "both edits are taken back at once";
}

TEST_F(EditWindow, ErasesBypassesAndMovesByKeys)
{
    ModelSession* session = open("mlp.pt2");
    selectFx(session, "sigmoid_1");
    QTest::keyClick(&window, Qt::Key_Delete);
    EXPECT_TRUE(window.statusText().contains(QLatin1String("still read by %linear_2"))) << window.statusText().toStdString();
    QTest::keyClick(&window, Qt::Key_Delete, Qt::ControlModifier);
    settleAll();
    EXPECT_FALSE(has(session, "%sigmoid_1 :"));
    EXPECT_TRUE(has(session, "(%linear_1, %p_fc2_weight"));
    selectFx(session, "linear_2");
    QTest::keyClick(&window, Qt::Key_Up, Qt::AltModifier);
    EXPECT_TRUE(window.statusText().contains(QLatin1String("made later than that place"))) << window.statusText().toStdString();
}

TEST_F(EditWindow, EditsStandBehindThePassThatIsShown)
{
    ModelSession* session = open("mlp.pt2");
    session->restart();
    settleAll();
    selectFx(session, "sigmoid");
    EXPECT_TRUE(window.editor()->apply(Side::Fx, QStringLiteral("rename %sigmoid to first")).isEmpty());
    settleAll();
    EXPECT_EQ(session->passes()->items().at(1).id, "manual-edits");
    EXPECT_EQ(session->position(), (views::Position{1, 1}));
    EXPECT_EQ(window.editor()->apply(Side::Fx, QStringLiteral("rename %sigmoid to second")), QStringLiteral("there is no node %sigmoid here; it could be %sigmoid_1, %sigmoid_2"));
}

TEST_F(EditWindow, EditsTheOnnxGraph)
{
    ModelSession* session = open("mlp.pt2");
    session->select(Side::Onnx, {*findOnnxNode(session->document()->model(), session->document()->model().main()[session->document()->model().main().previous(session->document()->model().main().back())].name)});
    window.pane(Side::Onnx)->view()->setFocus();
    QTest::keyClick(&window, Qt::Key_F2);
    ASSERT_NE(shownDialog(), nullptr);
    const std::string old = views::utf8(dialog()->nameField()->text());
    QTest::keyClicks(dialog()->nameField(), QStringLiteral("result"));
    QTest::keyClick(dialog()->nameField(), Qt::Key_Return);
    EXPECT_TRUE(waitUntil([&] { return dialog() == nullptr; }));
    settleAll();
    EXPECT_EQ(session->document()->onnx.records.back().pass->id, "manual-onnx-edits");
    EXPECT_NE(onnxir::printText(session->document()->model()).find("result"), std::string::npos) << old;
    EXPECT_TRUE(session->document()->exportable);
}

TEST_F(EditWindow, WritesAnOnnxModelThatWasOpenedByItselfOnceItIsEdited)
{
    window.QWidget::show();
    ModelSession* session = window.openModel(SIDELIGHT_SOURCE_DIR "/tests/fixtures/paired/blocks.onnx");
    settleAll();
    EXPECT_FALSE(window.actions()[Act::Export]->isEnabled());
    const onnxir::Model& model = session->document()->model();
    std::string name;
    for (const NodeId id : model.main().order())
        if (model.main()[id].op.op_type == "LayerNormalization" && name.empty())
            name = model.main()[id].name;
    ASSERT_EQ(views::utf8(window.editor()->apply(Side::Onnx, QStringLiteral("rename %%1 to firstNorm").arg(views::shown(name)))), "");
    settleAll();
    ASSERT_TRUE(window.actions()[Act::Export]->isEnabled());
    window.actions()[Act::Export]->trigger();
    ExportDialog* dialog = window.exportDialog();
    ASSERT_NE(dialog, nullptr);
    EXPECT_TRUE(dialog->findChild<QSpinBox*>()->isHidden()) << "it is not lowered";
    EXPECT_TRUE(dialog->command().contains(QLatin1String("blocks-edited.onnx"))) << dialog->command().toStdString();
    const QString target = folder.filePath(QStringLiteral("edited.onnx"));
    dialog->setTarget(target);
    dialog->start();
    EXPECT_TRUE(waitUntil([&] { return dialog->state() == ExportDialog::State::Written || dialog->state() == ExportDialog::State::Failed; }));
    EXPECT_EQ(dialog->state(), ExportDialog::State::Written) << dialog->resultText().toStdString();
    dialog->close();
    const auto written = session::openDocument(views::utf8(target), {});
    ASSERT_TRUE(written.ok());
    EXPECT_NE(onnxir::printText((*written)->model()).find("[firstNorm]"), std::string::npos);
}

TEST_F(EditWindow, DoesNotTakeBackWhatWasChangedInThePipelineSince)
{
    ModelSession* session = open("mlp.pt2");
    EXPECT_TRUE(window.editor()->apply(Side::Fx, QStringLiteral("rename %sigmoid to first")).isEmpty());
    settleAll();
    session::OpenOptions options = session->options();
    session::Pipeline pipeline = *options.pipeline;
    pipeline.fx.front().enabled = false;
    options.pipeline = std::make_shared<const session::Pipeline>(pipeline);
    session->reopen(options);
    settleAll();
    QTest::keyClick(&window, Qt::Key_Z, Qt::ControlModifier);
    settleAll();
    EXPECT_TRUE(has(session, "%first : "));
    EXPECT_FALSE(session->options().pipeline->fx.front().enabled);
    EXPECT_TRUE(window.statusText().contains(QLatin1String("changed since"))) << window.statusText().toStdString();
    EXPECT_FALSE(window.actions()[Act::Undo]->isEnabled());
}

TEST_F(EditWindow, SavesTheEditsThatAnotherModelTakes)
{
    ModelSession* session = open("mlp.pt2");
    EXPECT_FALSE(window.actions()[Act::SaveEdits]->isEnabled());
    EXPECT_TRUE(window.editor()->apply(Side::Fx, QStringLiteral("rename %sigmoid to first")).isEmpty());
    settleAll();
    EXPECT_TRUE(window.actions()[Act::SaveEdits]->isEnabled());
    const QString path = folder.filePath(QStringLiteral("mine.rules"));
    window.editor()->save(path);
    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::ReadOnly));
    EXPECT_TRUE(file.readAll().contains("rename %sigmoid to first\n"));
    window.editor()->save(folder.filePath(QStringLiteral("none/mine.rules")));
    EXPECT_TRUE(window.statusText().contains(QLatin1String("could not be written")));
    (void)session;
}

TEST_F(EditWindow, PastesAPrintedGraphAsATabWithWhatItKnows)
{
    ModelSession* session = open("mlp.pt2");
    QGuiApplication::clipboard()->setText(QString::fromStdString(program(session)));
    QTest::keyClick(&window, Qt::Key_V, Qt::ControlModifier);
    ASSERT_NE(window.current(), session);
    ModelSession* pasted = window.current();
    settleAll();
    EXPECT_EQ(pasted->title(), QStringLiteral("pasted-1.txt"));
    EXPECT_EQ(fx::printGraph(pasted->document()->fx.initial), fx::printGraph(session->document()->program()));
    EXPECT_FALSE(pasted->document()->fx.initial.main()[pasted->document()->fx.initial.main().front()].val.isTensor()) << "the text says no type";
    EXPECT_TRUE(settings.recentFiles().filter(QStringLiteral("pasted")).isEmpty());
    ASSERT_FALSE(pasted->document()->readDiagnostics.empty());
    EXPECT_NE(pasted->document()->readDiagnostics.front().message.find("nodes are unknown"), std::string::npos);
    EXPECT_TRUE(window.editor()->apply(Side::Fx, QStringLiteral("rename %sigmoid to first")).isEmpty()) << "it can be edited";
    settleAll();
    EXPECT_TRUE(has(pasted, "%first"));
}

TEST_F(EditWindow, PastesCodeAndOnnxText)
{
    open("mlp.pt2");
    window.openText(QStringLiteral("def forward(self, x : \"f32[2, 3]\"):\n    relu = torch.ops.aten.relu.default(x);  x = None\n    return (relu,)\n"));
    settleAll();
    ASSERT_TRUE(window.current()->document()) << window.current()->failure().toStdString();
    EXPECT_TRUE(has(window.current(), "torch.ops.aten.relu.default"));
    EXPECT_TRUE(window.current()->document()->exportable) << "all its types are known";
    window.openText(QStringLiteral("<ir_version: 8, opset_import: [\"\" : 18]>\nagraph (float[2] x) => (float[2] y) { y = Relu (x) }\n"));
    settleAll();
    ModelSession* onnx = window.current();
    ASSERT_TRUE(onnx->document()) << onnx->failure().toStdString();
    EXPECT_FALSE(onnx->document()->hasProgram());
    EXPECT_EQ(onnx->title(), QStringLiteral("pasted-2.onnxtxt"));
    EXPECT_TRUE(window.editor()->apply(Side::Onnx, QStringLiteral("set y = Sigmoid (x)")).isEmpty()) << "a model that was opened can be edited";
    settleAll();
    EXPECT_NE(onnxir::printText(onnx->document()->model()).find("Sigmoid"), std::string::npos);
    QTest::keyClick(&window, Qt::Key_Z, Qt::ControlModifier);
    settleAll();
    EXPECT_EQ(onnxir::printText(onnx->document()->model()).find("Sigmoid"), std::string::npos);
}

TEST_F(EditWindow, ABrokenTextIsRefusedWithLineAndColumn)
{
    open("mlp.pt2");
    window.openText(QStringLiteral("graph():\n    %x : [num_users=1] = placeholder[target=x]\n    %y : [num_users=0] = call_function[target=torch.ops.aten.relu.default](args = (%z,), kwargs = {})\n    return x\n"));
    EXPECT_TRUE(waitUntil([&] { return window.current()->state() == ModelSession::State::Failed; }));
    EXPECT_TRUE(window.current()->failure().contains(QLatin1String("line 3"))) << window.current()->failure().toStdString();
    EXPECT_TRUE(window.current()->failure().contains(QLatin1String("column"))) << window.current()->failure().toStdString();
    window.openText(QStringLiteral("<ir_version: 8>\nagraph (float[2] x) => (float[2] y) { y = Relu (x }\n"));
    EXPECT_TRUE(waitUntil([&] { return window.current()->state() == ModelSession::State::Failed; }));
    EXPECT_TRUE(window.current()->failure().contains(QLatin1String("line: 2"))) << window.current()->failure().toStdString();
    QGuiApplication::clipboard()->setText(QString());
    window.actions()[Act::PasteGraph]->trigger();
    EXPECT_TRUE(window.statusText().contains(QLatin1String("Nothing to paste"))) << window.statusText().toStdString();
}

TEST_F(EditWindow, NothingSelectedNothingToEdit)
{
    ModelSession* session = open("mlp.pt2");
    session->select(Side::Fx, {});
    for (const Act act : {Act::RenameNode, Act::ChangeNode, Act::InsertAfter, Act::EraseNode, Act::BypassNode, Act::MoveLater, Act::Undo, Act::Redo})
        EXPECT_FALSE(window.actions()[act]->isEnabled());
    selectFx(session, "tensor_x");
    QTest::keyClick(&window, Qt::Key_F2, Qt::ShiftModifier);
    EXPECT_EQ(dialog(), nullptr);
    EXPECT_TRUE(window.statusText().contains(QLatin1String("is no call"))) << window.statusText().toStdString();
    QTest::keyClick(&window, Qt::Key_Delete);
    EXPECT_TRUE(window.statusText().contains(QLatin1String("is an input of the graph"))) << window.statusText().toStdString();
}

} // namespace
} // namespace sidelight::app
