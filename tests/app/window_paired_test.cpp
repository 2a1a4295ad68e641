// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
// A program beside an export that torch.onnx made of it.

#include "tests/app/window_fixture.h"
#include "views/panels/inspector.h"

#include <QAction>
#include <QDropEvent>
#include <QMimeData>
#include <QTabBar>
#include <QUrl>

namespace sidelight::app {
namespace {

using testing::waitUntil;
using testing::Window;

QString fixture(const char* name)
{
    return QStringLiteral(SIDELIGHT_SOURCE_DIR "/tests/fixtures/paired/%1").arg(QLatin1String(name));
}

struct PairedWindow : Window
{
    /// Drops both files on the window, the export first.
    void drop(const QStringList& files)
    {
        window.QWidget::show();
        QMimeData data;
        QList<QUrl> urls;
        for (const QString& file : files)
            urls << QUrl::fromLocalFile(file);
        data.setUrls(urls);
        QDragEnterEvent enter(QPoint(400, 300), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(&window, &enter);
        ASSERT_TRUE(enter.isAccepted());
        QDropEvent drop(QPointF(400, 300), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(&window, &drop);
        for (const Side side : {Side::Fx, Side::Onnx})
            window.pane(side)->view()->setMotionAllowed(false);
        ASSERT_TRUE(waitUntil([&] { return window.current()->state() != ModelSession::State::Loading && !window.current()->isBusy(); }));
    }
    void click(Side side, const std::string& title)
    {
        views::GraphView* view = window.pane(side)->view();
        const std::uint32_t box = boxTitled(side, title);
        QTest::mouseClick(view, Qt::LeftButton, Qt::NoModifier, view->positionOf(box));
    }
    std::set<std::string> namesOf(Side side)
    {
        const ModelSession::Link& link = window.current()->link();
        const session::Document& document = *window.current()->document();
        std::set<std::string> names;
        for (const NodePath& path : side == Side::Fx ? link.fx : link.onnx) {
            if (side == Side::Fx)
                names.insert(document.program().graphs[*document.program().graphs.graphOf(path.leaf())][path.leaf()].name);
            else
                names.insert(document.model().graphs[*document.model().graphs.graphOf(path.leaf())][path.leaf()].name);
        }
        return names;
    }
};

TEST_F(PairedWindow, ShowsAProgramAndAnExportSideBySideWhenBothAreDropped)
{
    drop({fixture("blocks.onnx"), fixture("blocks.pt2")});
    ASSERT_EQ(window.current()->state(), ModelSession::State::Ready) << window.current()->failure().toStdString();
    EXPECT_EQ(window.findChild<QTabBar*>(QStringLiteral("modelTabs"))->count(), 1);
    EXPECT_TRUE(window.windowTitle().startsWith(QStringLiteral("blocks.pt2 + blocks.onnx"))) << window.windowTitle().toStdString();
    EXPECT_TRUE(window.pane(Side::Onnx)->note().startsWith(QStringLiteral("blocks.onnx"))) << window.pane(Side::Onnx)->note().toStdString();
    EXPECT_TRUE(window.current()->document()->isPaired());
    // What somebody else exported is not exported once more.
    EXPECT_FALSE(window.actions()[Act::Export]->isEnabled());
    EXPECT_FALSE(window.actions()[Act::Verify]->isEnabled());
}

TEST_F(PairedWindow, LinksNodesByTheNamesThatTorchOnnxWrote)
{
    drop({fixture("blocks.pt2"), fixture("blocks.onnx")});
    click(Side::Onnx, "ReduceSum");
    EXPECT_EQ(namesOf(Side::Fx), std::set<std::string>{"sum_1"});
    click(Side::Fx, "gt");
    EXPECT_EQ(namesOf(Side::Onnx), std::set<std::string>{"node_gt"});
    EXPECT_TRUE(waitUntil([&] { return window.current()->isSettled(); }));
    EXPECT_TRUE(window.inspector()->plainText().contains(QStringLiteral("node_gt"))) << window.inspector()->plainText().toStdString();
}

TEST_F(PairedWindow, LinksCallsThatWereMadeFunctionalByLineAndModule)
{
    // %relu_ of the program was exported as %relu: neither name nor target are the same.
    drop({fixture("blocks.pt2"), fixture("blocks.onnx")});
    const session::Document& document = *window.current()->document();
    std::vector<std::string> partners;
    for (const NodeId id : document.model().main().order()) {
        const onnxir::Node& node = document.model().main()[id];
        if (node.op.op_type == "Relu" && !node.origins.empty())
            partners.push_back(document.fx.initial.main()[node.origins.front().fx].name);
    }
    EXPECT_EQ(partners, (std::vector<std::string>{"relu_", "relu__1"}));
}

TEST_F(PairedWindow, LinksIntoTheBranchesOfAnIf)
{
    drop({fixture("blocks.pt2"), fixture("blocks.onnx")});
    window.actions()[Act::ExpandAll]->trigger();
    settle();
    click(Side::Onnx, "Sin");
    EXPECT_EQ(namesOf(Side::Fx), std::set<std::string>{"sin"});
}

TEST_F(PairedWindow, SaysWhyANodeHasNoPartner)
{
    drop({fixture("blocks.pt2"), fixture("blocks.onnx")});
    const session::Document& document = *window.current()->document();
    // torch.onnx merged equal initializers: the weights of the second norm are those of the first.
    const NodeId weight = fx::findByName(document.fx.initial.main(), "p_blocks_1_norm_weight");
    ASSERT_NE(weight, kNoNode);
    window.current()->select(Side::Fx, {{{weight}}});
    EXPECT_TRUE(window.statusText().contains(QStringLiteral("pkg.torch.onnx.fx_node"))) << window.statusText().toStdString();
}

TEST_F(PairedWindow, GivesTheCommandThatShowsTheSame)
{
    drop({fixture("blocks.pt2"), fixture("blocks.onnx")});
    EXPECT_EQ(window.findChild<QWidget*>(QStringLiteral("commandLabel"))->property("text").toString(),
        QStringLiteral("sidelight blocks.pt2 blocks.onnx"));
}

TEST_F(PairedWindow, OpensTwoProgramsEachInATab)
{
    drop({fixture("blocks.pt2"), testing::samplePath("mlp.pt2")});
    EXPECT_EQ(window.findChild<QTabBar*>(QStringLiteral("modelTabs"))->count(), 2);
}

TEST_F(PairedWindow, SaysWhatIsWrongWithTheExport)
{
    const QString broken = folder.filePath(QStringLiteral("broken.onnx"));
    QFile file(broken);
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write("\x08\x0a\xff\xff\xff");
    file.close();
    drop({fixture("blocks.pt2"), broken});
    EXPECT_EQ(window.current()->state(), ModelSession::State::Failed);
    EXPECT_TRUE(window.current()->failure().contains(QStringLiteral("broken.onnx"))) << window.current()->failure().toStdString();
}

TEST_F(PairedWindow, OpensTheBranchesOfAnIfInTabs)
{
    drop({fixture("blocks.onnx")});
    ASSERT_TRUE(waitUntil([&] { return window.current() && window.current()->state() == ModelSession::State::Ready && window.current()->isSettled(); }));
    views::GraphView* view = window.pane(Side::Onnx)->view();
    view->setMotionAllowed(false);
    const onnxir::Model& model = window.current()->document()->model();
    NodeId holder = kNoNode;
    for (const NodeId id : model.main().order())
        if (model.main()[id].op.op_type == "If")
            holder = id;
    ASSERT_NE(holder, kNoNode);
    const QString name = QString::fromStdString(model.main()[holder].name);
    const auto thenBranch = std::get<GraphId>(model.main()[holder].attribute("then_branch")->value);
    const std::size_t operators = static_cast<std::size_t>(std::ranges::count_if(model.graphs[thenBranch].orderCopy(),
        [&](NodeId id) { return model.graphs[thenBranch][id].kind == onnxir::Kind::Operator; }));
    ModelSession* whole = window.current();
    whole->select(Side::Onnx, {NodePath{{holder}}});
    QTest::keyClick(view, Qt::Key_Return, Qt::AltModifier);
    const auto* tabs = window.findChild<QTabBar*>(QStringLiteral("modelTabs"));
    ASSERT_EQ(tabs->count(), 3);
    EXPECT_EQ(tabs->tabText(1), QStringLiteral("then_branch \u00B7 ") + name);
    EXPECT_EQ(tabs->tabText(2), QStringLiteral("else_branch \u00B7 ") + name);
    ASSERT_TRUE(waitUntil([&] { return window.current()->state() == ModelSession::State::Ready && window.current()->isSettled(); }));
    EXPECT_TRUE(window.current()->isBody());
    // Nothing that a branch reads is missing: what comes from around it is an input or a weight of its own.
    for (const int tab : {1, 2}) {
        const_cast<QTabBar*>(tabs)->setCurrentIndex(tab);
        const onnxir::Model& body = window.current()->document()->model();
        std::size_t found = 0;
        for (const NodeId id : body.main().order()) {
            found += body.main()[id].kind == onnxir::Kind::Operator ? 1 : 0;
            onnxir::visitInputs(body.main()[id], [&](Value value, std::uint32_t) { EXPECT_TRUE(body.main().contains(value.node)); });
        }
        EXPECT_EQ(tab != 1 || found == operators, true) << found;
    }
    // From a node inside, only the branch that holds it, which is open already.
    const_cast<QTabBar*>(tabs)->setCurrentIndex(0);
    NodeId inner = kNoNode;
    for (const NodeId id : whole->document()->model().graphs[thenBranch].order())
        if (whole->document()->model().graphs[thenBranch][id].kind == onnxir::Kind::Operator)
            inner = id;
    whole->select(Side::Onnx, {NodePath{{holder, inner}}});
    window.actions()[Act::OpenBody]->trigger();
    EXPECT_EQ(tabs->count(), 3);
    EXPECT_EQ(tabs->currentIndex(), 1);
}

} // namespace
} // namespace sidelight::app
