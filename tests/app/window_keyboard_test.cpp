// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
// A whole session of the pass debugger by keys alone: which pass made this relu, what did it do, and what if it were another?
// SIDELIGHT_PICTURE_FOLDER names where each state is saved as a picture.

#include "app/debugger/changes_panel.h"
#include "app/debugger/debugger.h"
#include "app/debugger/history_panel.h"
#include "app/edits/edit_dialog.h"
#include "app/edits/editor.h"
#include "app/export_dialog.h"
#include "app/locate.h"
#include "tests/app/window_fixture.h"

#include <QAction>
#include <QApplication>
#include <QFile>
#include <QLineEdit>

namespace sidelight::app {
namespace {

using testing::waitUntil;

struct KeyboardWindow : testing::Window
{
    /// A key goes to what has the focus, as the window system would send it.
    void key(Qt::Key code, Qt::KeyboardModifiers modifiers = {})
    {
        QWidget* focus = QApplication::focusWidget();
        QTest::keyClick(focus ? focus : &window, code, modifiers);
        settleAll();
    }
    void type(const char* text)
    {
        ASSERT_NE(QApplication::focusWidget(), nullptr);
        QTest::keyClicks(QApplication::focusWidget(), QString::fromUtf8(text));
    }
    void settleAll()
    {
        EXPECT_TRUE(waitUntil([&] { return window.isSettled() && window.current()->state() != ModelSession::State::Loading; }));
    }
    void picture(const char* name)
    {
        const QString place = qEnvironmentVariable("SIDELIGHT_PICTURE_FOLDER");
        EXPECT_TRUE(place.isEmpty() || window.grab().save(place + QLatin1Char('/') + QLatin1String(name) + QStringLiteral(".png")));
    }
    display::BoxKey boxKeyOf(Side side, const std::string& subtitle)
    {
        const auto& nodes = window.pane(side)->view()->scene()->laidOut().graph.nodes;
        const auto found = std::ranges::find(nodes, subtitle, &display::DisplayNode::subtitle);
        EXPECT_NE(found, nodes.end()) << subtitle;
        return found == nodes.end() ? display::BoxKey() : found->key;
    }
    std::string passHere()
    {
        const views::Position at = window.current()->position();
        const auto& items = window.current()->passes()->items();
        return at.item < items.size() ? items[at.item].id : "end";
    }
};

TEST_F(KeyboardWindow, FindsChangesAndWritesWithoutAMouse)
{
    window.resize(1600, 1000);
    ModelSession* session = open("resnet18.pt2");
    window.activateWindow();
    EXPECT_TRUE(waitUntil([&] { return window.isActiveWindow(); }));
    settleAll();

    // To the beginning, and to the first pass that does something.
    key(Qt::Key_F5, Qt::ControlModifier | Qt::ShiftModifier);
    EXPECT_EQ(session->position().item, 0U);
    key(Qt::Key_F10);
    EXPECT_EQ(passHere(), "functionalize");
    EXPECT_EQ(session->position().change, 1U);
    picture("keys_step");

    // To the change that an expression names.
    key(Qt::Key_5, Qt::ControlModifier);
    QLineEdit* stop = window.debugger()->changes()->stopField();
    for (int tab = 0; tab < 60 && !stop->hasFocus(); ++tab)
        key(Qt::Key_Tab);
    ASSERT_TRUE(stop->hasFocus()) << "the field can be reached by Tab";
    type("op:relu_ and module:layer2");
    key(Qt::Key_F5);
    EXPECT_EQ(passHere(), "functionalize");
    const std::size_t stopped = session->position().change;
    EXPECT_GT(stopped, 1U);
    picture("keys_stop");
    key(Qt::Key_F5);
    EXPECT_GT(session->position().change, stopped);
    key(Qt::Key_F5, Qt::ControlModifier);
    EXPECT_EQ(session->position().change, stopped);

    // A node is found by name, and followed.
    key(Qt::Key_F5, Qt::ShiftModifier);
    key(Qt::Key_F, Qt::ControlModifier);
    EXPECT_TRUE(window.findField()->hasFocus());
    type("relu_3");
    EXPECT_TRUE(waitUntil([&] { return !window.pane(Side::Fx)->view()->highlights().found.empty(); }));
    key(Qt::Key_Return);
    const auto node = findFxNode(session->document()->fx, "%relu_3");
    ASSERT_TRUE(node);
    EXPECT_EQ(session->link().fx, std::set<NodePath>{NodePath{{*node}}});
    key(Qt::Key_1, Qt::AltModifier);
    key(Qt::Key_6, Qt::ControlModifier);
    EXPECT_GE(window.debugger()->history()->model()->rowCount(), 3);
    picture("keys_history");

    // It gets another name by hand, and its own back.
    key(Qt::Key_1, Qt::AltModifier);
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_F2);
    ASSERT_TRUE(waitUntil([&] { return window.editor()->dialog() && window.editor()->dialog()->isActiveWindow(); }));
    ASSERT_TRUE(window.editor()->dialog()->nameField()->hasFocus());
    type("gate");
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
    EXPECT_TRUE(waitUntil([&] { return window.editor()->dialog() == nullptr; }));
    window.activateWindow();
    EXPECT_TRUE(waitUntil([&] { return window.isActiveWindow(); }));
    settleAll();
    EXPECT_TRUE(findFxNode(session->document()->fx, "%gate"));
    const views::GraphView* view = window.pane(Side::Fx)->view();
    const QRectF box = view->camera().toView(view->size()).mapRect(*view->scene()->placeOf(boxKeyOf(Side::Fx, "%gate")));
    EXPECT_TRUE(QRectF(view->rect()).contains(box)) << "what was edited stays in sight";
    picture("keys_edit");
    key(Qt::Key_Z, Qt::ControlModifier);
    EXPECT_FALSE(findFxNode(session->document()->fx, "%gate"));

    // What is left is written.
    key(Qt::Key_E, Qt::ControlModifier | Qt::ShiftModifier);
    ASSERT_TRUE(waitUntil([&] { return window.exportDialog() && window.exportDialog()->isActiveWindow(); }));
    ExportDialog* dialog = window.exportDialog();
    const QString target = folder.filePath(QStringLiteral("keys.onnx"));
    auto* field = qobject_cast<QLineEdit*>(QApplication::focusWidget());
    ASSERT_NE(field, nullptr) << "the file's name has the focus";
    QTest::keyClick(field, Qt::Key_A, Qt::ControlModifier);
    QTest::keyClicks(field, target);
    QTest::keyClick(field, Qt::Key_Return);
    EXPECT_TRUE(waitUntil([&] { return dialog->state() == ExportDialog::State::Written || dialog->state() == ExportDialog::State::Failed; }));
    EXPECT_EQ(dialog->state(), ExportDialog::State::Written) << dialog->resultText().toStdString();
    EXPECT_TRUE(QFile::exists(target));
    picture("keys_export");
    QTest::keyClick(dialog, Qt::Key_Escape);
    EXPECT_TRUE(waitUntil([&] { return window.exportDialog() == nullptr; }));
}

} // namespace
} // namespace sidelight::app
