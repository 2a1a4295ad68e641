// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/ir/graph.h"

#include <unordered_set>

namespace sidelight::ir {

/// Whether `to` is `from` or, in the order of `graph`, made from what it gives.
template <class Node>
bool isMadeFrom(const Graph<Node>& graph, NodeId to, NodeId from)
{
    std::unordered_set<NodeId> made = {from};
    for (NodeId at = from; at != kNoNode; at = graph.next(at)) {
        bool reads = false;
        visitInputs(graph[at], [&](Value value, std::uint32_t) { reads = reads || made.count(value.node) != 0; });
        if (reads)
            made.insert(at);
        if (at == to)
            break;
    }
    return made.count(to) != 0;
}

} // namespace sidelight::ir
