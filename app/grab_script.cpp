// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "app/grab_script.h"

#include "app/debugger/changes_panel.h"
#include "app/debugger/debugger.h"
#include "app/edits/editor.h"
#include "app/expansion.h"
#include "app/export_dialog.h"
#include "app/main_window.h"
#include "views/panels/diagnostics_panel.h"
#include "views/panels/graph_pane.h"
#include "views/scene/graph_view.h"
#include "views/support/text.h"

#include <QAction>
#include <QCoreApplication>
#include <QDockWidget>
#include <QElapsedTimer>
#include <QLineEdit>
#include <QMouseEvent>
#include <QTableView>
#include <QTimer>

#include <algorithm>
#include <cstdio>

namespace sidelight::app {
namespace {

constexpr int kPollMs = 5;
constexpr int kStillMs = 40;

void expand(ModelSession& session, Side side, const std::string& name)
{
    const auto& document = *session.document();
    const views::FontTextMeasure measure;
    const auto build = [&](const display::Expansion& expansion) {
        display::DisplayOptions options;
        options.expansion = expansion;
        options.measure = &measure;
        return side == Side::Fx ? display::displayFx(programAt(document, session.position()), options)
                                : display::displayOnnx(modelAt(document, session.position()), options);
    };
    for (const display::BoxKey& key : expansionFor({name}, build).open)
        if (!session.expansion(side).open.contains(key))
            session.toggle(side, key);
}

} // namespace

GrabScript::GrabScript(MainWindow& window, std::vector<std::string> actions, QObject* parent)
    : QObject(parent), window_(window), actions_(std::move(actions))
{}

void GrabScript::start()
{
    QTimer::singleShot(0, this, &GrabScript::advance);
}

void GrabScript::advance()
{
    if (isTiming_ || !window_.isSettled()) {
        QTimer::singleShot(kPollMs, this, &GrabScript::advance);
        return;
    }
    if (next_ >= actions_.size()) {
        // Tiles of far graphs are painted a few in each frame.
        QTimer::singleShot(kStillMs, this, [this] { emit ended(QString()); });
        return;
    }
    const QString action = views::shown(actions_[next_++]);
    if (!run(action.section(QLatin1Char(' '), 0, 0), action.section(QLatin1Char(' '), 1)))
        emit ended(tr("%1 is no action").arg(action));
    else
        QTimer::singleShot(kPollMs, this, &GrabScript::advance);
}

bool GrabScript::click(const QString& title)
{
    for (const Side side : {Side::Fx, Side::Onnx}) {
        views::GraphView* view = window_.pane(side)->view();
        if (!view->scene())
            continue;
        const display::LaidOutGraph& graph = view->scene()->laidOut();
        for (std::size_t box = 0; box < graph.boxes.size(); ++box) {
            if (!graph.graph.nodes[box].expandable || !views::shown(graph.graph.nodes[box].title).contains(title))
                continue;
            const QPointF at = view->camera().toView(view->size()).map(views::expandMark(graph.boxes[box]).center());
            for (const QEvent::Type type : {QEvent::MouseButtonPress, QEvent::MouseButtonRelease}) {
                QMouseEvent event(type, at, view->mapToGlobal(at), Qt::LeftButton,
                    type == QEvent::MouseButtonPress ? Qt::LeftButton : Qt::NoButton, Qt::NoModifier);
                QCoreApplication::sendEvent(view, &event);
            }
            return true;
        }
    }
    return false;
}

bool GrabScript::time(const QString& action)
{
    isTiming_ = true;
    QElapsedTimer clock;
    clock.start();
    connect(
        &window_, &MainWindow::graphPainted, this,
        [this, clock, action] {
            std::printf("%s: %.2f ms\n", action.toUtf8().constData(), static_cast<double>(clock.nsecsElapsed()) * 1e-6);
            isTiming_ = false;
        },
        Qt::SingleShotConnection);
    return run(action.section(QLatin1Char(' '), 0, 0), action.section(QLatin1Char(' '), 1));
}

bool GrabScript::run(const QString& verb, const QString& rest)
{
    ModelSession* session = window_.current();
    if (!session || !session->document()) {
        if (verb != QLatin1String("light") && verb != QLatin1String("dark") && verb != QLatin1String("contrast"))
            return false;
        window_.setAppearance(verb == QLatin1String("dark")       ? views::Appearance::Dark
                              : verb == QLatin1String("contrast") ? views::Appearance::Contrast
                                                                  : views::Appearance::Light);
        return true;
    }
    const int times = std::max(1, rest.toInt());
    const auto is = [&](const char* name) { return verb == QLatin1String(name); };
    const auto repeat = [&](void (ModelSession::*move)()) {
        for (int i = 0; i < times; ++i)
            (session->*move)();
        return true;
    };
    if (is("time"))
        return time(rest);
    if (is("click"))
        return click(rest);
    if (is("step"))
        return repeat(&ModelSession::step);
    if (is("back"))
        return repeat(&ModelSession::stepBack);
    if (is("next-pass"))
        return repeat(&ModelSession::nextPass);
    if (is("finish"))
        return repeat(&ModelSession::finish);
    if (is("restart"))
        return repeat(&ModelSession::restart);
    if (is("pass")) {
        const auto& items = session->passes()->items();
        const auto item = std::ranges::find(items, views::utf8(rest), &views::PassItem::id);
        if (item == items.end())
            return false;
        session->goTo(views::endOfItem(session->passes()->counts(), static_cast<std::size_t>(item - items.begin())));
    } else if (is("expand") || is("expand-onnx")) {
        expand(*session, is("expand") ? Side::Fx : Side::Onnx, views::utf8(rest));
    } else if (is("depth")) {
        session->setExpandedTo(rest.toUInt());
    } else if (is("expand-all") || is("collapse-all")) {
        session->setExpandedAll(is("expand-all"));
    } else if (is("select")) {
        const auto node = findFxNode(session->document()->fx, views::utf8(rest));
        if (!node)
            return false;
        session->select(Side::Fx, {fxPathOf(session->document()->program(), *node)});
        window_.pane(Side::Fx)->view()->revealSelection();
    } else if (is("select-onnx")) {
        const auto path = findOnnxNode(session->document()->model(), views::utf8(rest));
        if (!path)
            return false;
        session->select(Side::Onnx, {*path});
        window_.pane(Side::Onnx)->view()->revealSelection();
    } else if (is("edit") || is("edit-onnx")) {
        if (const QString why = window_.editor()->apply(is("edit") ? Side::Fx : Side::Onnx, rest); !why.isEmpty())
            std::fprintf(stderr, "%s\n", why.toUtf8().constData());
    } else if (is("rename") || is("change") || is("insert")) {
        window_.actions()[is("rename") ? Act::RenameNode : is("change") ? Act::ChangeNode : Act::InsertAfter]->trigger();
    } else if (is("find")) {
        window_.find(rest);
    } else if (is("panel")) {
        constexpr std::pair<const char*, Act> kNames[] = {{"diagnostics", Act::ShowDiagnostics},
            {"passes", Act::ShowPasses}, {"changes", Act::ShowChanges}, {"history", Act::ShowHistory},
            {"coverage", Act::ShowCoverage}, {"diff", Act::ShowDiff}, {"log", Act::ShowLog}};
        const auto named = std::ranges::find_if(kNames, [&](const auto& one) { return rest == QLatin1String(one.first); });
        if (named == std::end(kNames))
            return false;
        window_.showPanel(named->second);
    } else if (is("stop")) {
        window_.debugger()->changes()->stopField()->setText(rest);
        window_.actions()[Act::NextStop]->trigger();
    } else if (is("match") || is("body")) {
        window_.actions()[is("match") ? Act::MatchPasses : Act::OpenBody]->trigger();
    } else if (is("hide")) {
        window_.actions()[rest == QLatin1String("inspector") ? Act::ShowInspector : Act::ShowPanel]->trigger();
    } else if (is("diagnostic")) {
        const int row = rest.toInt();
        if (row < 0 || row >= session->diagnostics()->rowCount())
            return false;
        window_.showDiagnostic(session->diagnostics()->diagnostics()[static_cast<std::size_t>(row)]);
        window_.diagnosticsPanel()->selectDiagnostic(row);
    } else if (is("fit") || is("zoom-selection") || is("zoom") || is("top")) {
        for (const Side side : {Side::Fx, Side::Onnx}) {
            views::GraphView* view = window_.pane(side)->view();
            if (!view->scene())
                continue;
            if (is("fit"))
                view->setCamera(views::fitted(view->scene()->bounds(), view->size(), 1.5));
            else if (is("top"))
                view->setCamera(views::opening(view->scene()->bounds(), view->size(), view->scene()->course()));
            else if (is("zoom"))
                view->setCamera(views::zoomedAt(view->camera(), rest.toDouble(), view->rect().center(), view->size()));
            else
                view->zoomToSelection();
        }
    } else if (is("light") || is("dark") || is("contrast")) {
        window_.setAppearance(is("dark")       ? views::Appearance::Dark
                              : is("contrast") ? views::Appearance::Contrast
                                               : views::Appearance::Light);
    } else if (is("text")) {
        window_.setTextPercent(rest.toInt());
    } else if (is("verify") || is("stack") || is("swap") || is("flow-right") || is("hide-fx") || is("hide-onnx")) {
        window_.actions()[is("verify")       ? Act::Verify
                          : is("stack")      ? Act::StackPanes
                          : is("swap")       ? Act::SwapPanes
                          : is("flow-right") ? Act::FlowRight
                          : is("hide-fx")    ? Act::ShowFx
                                             : Act::ShowOnnx]
            ->trigger();
    } else if (is("edge")) {
        views::GraphView* view = window_.pane(Side::Onnx)->view();
        if (!view->scene() || times >= static_cast<int>(view->scene()->laidOut().graph.edges.size()))
            return false;
        session->inspectEdge(Side::Onnx, view->scene()->laidOut().graph.edges[static_cast<std::size_t>(times)]);
    } else if (is("names")) {
        window_.actions()[Act::ValueNames]->trigger();
    } else if (is("size")) {
        window_.resize(rest.section(QLatin1Char('x'), 0, 0).toInt(), rest.section(QLatin1Char('x'), 1).toInt());
    } else if (is("export-dialog")) {
        window_.exportModel();
    } else if (is("shortcuts") || is("commands")) {
        window_.actions()[is("shortcuts") ? Act::Shortcuts : Act::Palette]->trigger();
    } else {
        return false;
    }
    return true;
}

} // namespace sidelight::app
