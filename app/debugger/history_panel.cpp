// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "app/debugger/history_panel.h"

#include "app/debugger/change_places.h"
#include "views/support/in_every_language.h"
#include "views/support/text.h"

#include <QTableView>

namespace sidelight::app {
namespace {

std::shared_ptr<const std::vector<session::HistoryStep>> stepsOf(
    const session::Document& document, Side side, NodeId node)
{
    return std::make_shared<const std::vector<session::HistoryStep>>(
        side == Side::Fx ? session::historyOfFx(document, node) : session::historyOfOnnx(document, node));
}

} // namespace

HistoryPanel::HistoryPanel(Workspace& workspace, QWidget* parent) : SessionPanel(workspace, parent)
{
    connect(this, &RowsPanel::rowActivated, this, &HistoryPanel::activate);
    views::inEveryLanguage(this, [this] {
        setAccessibleName(tr("History of the node"));
        table()->setAccessibleName(tr("History of the node"));
        setTitles({tr("Where"), tr("Whose"), tr("Change"), tr("Node"), tr("Before"), tr("After"), tr("Code")});
    });
}

std::optional<std::pair<Side, NodeId>> HistoryPanel::selected() const
{
    if (!document())
        return std::nullopt;
    const ModelSession::Link& link = session()->link();
    const std::set<NodePath>& paths = link.origin == Side::Fx ? link.fx : link.onnx;
    if (paths.empty() || paths.begin()->nodes.empty())
        return std::nullopt;
    return std::pair(link.origin, paths.begin()->leaf());
}

void HistoryPanel::refresh()
{
    const auto node = selected();
    if (!node) {
        job_.cancel();
        steps_ = nullptr;
        setRows({}, tr("Select a node to follow it through the passes."));
        return;
    }
    const auto work = [shown = document(), node = *node](std::stop_token, const TellProgress&) {
        return stepsOf(*shown, node.first, node.second);
    };
    job_.start(workspace().general(), work, [this](std::shared_ptr<const Steps> steps) {
        steps_ = std::move(steps);
        fill();
    });
}

void HistoryPanel::fill()
{
    using Relation = session::HistoryStep::Relation;
    const auto at = document();
    if (!at || !steps_)
        return;
    const auto here = placeOfPosition(*at, session()->position());
    std::vector<views::TableRow> rows;
    int current = -1;
    for (const session::HistoryStep& step : *steps_) {
        const QString whose = step.relation == Relation::Itself     ? tr("itself")
                              : step.relation == Relation::Ancestor ? tr("came from")
                              : step.relation == Relation::Lowered  ? tr("ONNX")
                                                                    : tr("became");
        const QString where = step.place ? QStringLiteral("%1:%2").arg(views::shown(step.pass)).arg(step.place->change)
                                         : views::shown(step.pass);
        const session::ChangeText& text = step.text;
        if (!step.place || *step.place <= here)
            current = static_cast<int>(rows.size());
        rows.push_back({{where, whose, views::shown(text.kind), views::shown(text.node), views::shown(text.before),
                            views::shown(text.after), views::shown(text.code)},
            step.relation == Relation::Itself ? views::TableRow::Tone::Plain : views::TableRow::Tone::Quiet, {}});
    }
    setRows(std::move(rows), tr("No pass touched this node."));
    setCurrent(current);
}

void HistoryPanel::activate(int row)
{
    const auto at = document();
    if (!at || !steps_ || row < 0 || static_cast<std::size_t>(row) >= steps_->size())
        return;
    const auto& place = (*steps_)[static_cast<std::size_t>(row)].place;
    session()->goTo(place ? positionOfPlace(*at, *place) : views::Position{});
}

void HistoryPanel::runToNode()
{
    const auto node = selected();
    const auto at = document();
    if (!node) {
        emit said(tr("Select a node first"));
        return;
    }
    const auto here = placeOfPosition(*at, session()->position());
    const auto steps = stepsOf(*at, node->first, node->second);
    const session::HistoryStep* first = nullptr;
    const session::HistoryStep* next = nullptr;
    for (const session::HistoryStep& step : *steps) {
        if (!step.place || step.relation == session::HistoryStep::Relation::Ancestor)
            continue;
        first = first ? first : &step;
        if (!next && here < *step.place)
            next = &step;
    }
    // Behind the last change of the node it begins again at the first.
    const session::HistoryStep* goal = next ? next : first;
    if (goal)
        session()->goTo(positionOfPlace(*at, *goal->place));
    else
        emit said(tr("No pass touched this node."));
}

} // namespace sidelight::app
