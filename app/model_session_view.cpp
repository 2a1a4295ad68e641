// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
// Where a ModelSession stands in the passes, and what is open in its graphs.

#include "app/model_session.h"

#include <utility>

namespace sidelight::app {

void ModelSession::goTo(const views::Position& position)
{
    if (!document_ || position == passes_->position())
        return;
    const Place fxBefore = placeOf(*document_, Side::Fx, passes_->position());
    const Place onnxBefore = placeOf(*document_, Side::Onnx, passes_->position());
    passes_->setPosition(position);
    emit positionChanged();
    if (placeOf(*document_, Side::Fx, position) != fxBefore)
        makeGraph(Side::Fx);
    if (placeOf(*document_, Side::Onnx, position) != onnxBefore)
        makeGraph(Side::Onnx);
    inspect();
}

void ModelSession::step()
{
    goTo(views::stepped(passes_->counts(), position()));
}

void ModelSession::stepBack()
{
    goTo(views::steppedBack(passes_->counts(), position()));
}

void ModelSession::nextPass()
{
    goTo(views::nextPass(passes_->counts(), position()));
}

void ModelSession::finish()
{
    goTo(views::endOf(passes_->counts()));
}

void ModelSession::restart()
{
    goTo(views::startOf(passes_->counts()));
}

void ModelSession::toggle(Side side, const display::BoxKey& key)
{
    display::Expansion& expansion = pane(side).expansion;
    if (expansion.all || expansion.depth > 0 || !expansion.below.empty()) {
        // One box opens or closes: everything else stays as it is now.
        expansion = {.open = std::move(expansion.open), .below = {}, .depth = 0, .all = false};
        if (pane(side).shown && pane(side).shown->graph)
            for (const display::Cluster& cluster : pane(side).shown->graph->graph.clusters)
                expansion.open.insert(cluster.key);
    }
    if (!expansion.open.erase(key))
        expansion.open.insert(key);
    makeGraph(side, key);
}

void ModelSession::expandBelow(Side side, const display::BoxKey& key)
{
    pane(side).expansion.below.insert(key);
    makeGraph(side, key);
}

void ModelSession::setExpandedAll(bool isAll)
{
    setExpansion({.open = {}, .below = {}, .depth = 0, .all = isAll});
}

void ModelSession::setExpandedTo(std::size_t depth)
{
    setExpansion({.open = {}, .below = {}, .depth = depth, .all = false});
}

void ModelSession::setExpansion(const display::Expansion& expansion)
{
    for (const Side side : {Side::Fx, Side::Onnx}) {
        pane(side).expansion = expansion;
        makeGraph(side);
    }
}

void ModelSession::setLeftToRight(bool isLeftToRight)
{
    if (std::exchange(isLeftToRight_, isLeftToRight) == isLeftToRight)
        return;
    makeGraph(Side::Fx);
    makeGraph(Side::Onnx);
}

} // namespace sidelight::app
