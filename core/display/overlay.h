// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/display/display_graph.h"
#include "core/ir/graph.h"

#include <algorithm>
#include <functional>
#include <map>
#include <unordered_map>
#include <vector>

namespace sidelight::display {

/// `after` with the nodes that only `before` has put back where they stood. Both share their nodes with the union.
template <class Node>
ir::Graph<Node> unionOf(const ir::Graph<Node>& before, const ir::Graph<Node>& after)
{
    ir::Graph<Node> both = after;
    std::vector<NodeId> order = before.orderCopy();
    NodeId next = kNoNode; // The nearest following node of `before` that the union has.
    for (auto id = order.rbegin(); id != order.rend(); ++id) {
        if (!both.contains(*id))
            both.insert(*id, before.shared(*id), next);
        next = *id;
    }
    return both;
}

template <class Node>
ir::GraphTable<Node> unionOf(const ir::GraphTable<Node>& before, const ir::GraphTable<Node>& after)
{
    ir::GraphTable<Node> both = after;
    for (const GraphId id : before.ids())
        both.add(id, after.contains(id) ? unionOf(before[id], after[id]) : before[id]);
    return both;
}

/// What became of each node between two snapshots; nodes that stayed as they were are left out.
using Deltas = std::unordered_map<NodeId, Delta>;

/// Nodes of both graphs that stand in another order: the fewest that must move.
std::vector<NodeId> movedNodes(const std::vector<NodeId>& before, const std::vector<NodeId>& after);

template <class Node>
void addDeltas(const ir::Graph<Node>* before, const ir::Graph<Node>* after, Deltas& deltas)
{
    std::vector<NodeId> orderBefore;
    std::vector<NodeId> orderAfter;
    if (before)
        for (const NodeId id : before->order()) {
            if (!after || !after->contains(id)) {
                deltas[id] = Delta::Erased;
                continue;
            }
            orderBefore.push_back(id);
            const auto old = before->shared(id);
            const auto now = after->shared(id);
            if (old != now && !(*old == *now))
                deltas[id] = Delta::Changed;
        }
    if (after)
        for (const NodeId id : after->order()) {
            if (!before || !before->contains(id))
                deltas[id] = Delta::Added;
            else
                orderAfter.push_back(id);
        }
    for (const NodeId id : movedNodes(orderBefore, orderAfter))
        deltas.emplace(id, Delta::Moved);
}

template <class Node>
Deltas deltasOf(const ir::GraphTable<Node>& before, const ir::GraphTable<Node>& after)
{
    Deltas deltas;
    for (const GraphId id : before.ids())
        addDeltas(&before[id], after.find(id), deltas);
    for (const GraphId id : after.ids())
        if (!before.contains(id))
            addDeltas<Node>(nullptr, &after[id], deltas);
    return deltas;
}

/// Colours boxes and edges: a box takes its node's delta; a box that stands for several is changed when any of them is, and has their common delta when
/// all have the same. `isKnown`: whether a node exists before or at the position; others are pending.
void colour(DisplayGraph& graph, const Deltas& deltas, const std::function<bool(NodeId)>& isKnown);

} // namespace sidelight::display
