// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/fx/program.h"

#include <functional>
#include <string>
#include <unordered_set>
#include <vector>

namespace sidelight::fx {

/// What becomes one group of nodes: a match that is to be replaced, a region that is to be a call.
struct Group {
    std::unordered_set<NodeId> nodes;
    std::vector<Value> inputs;   ///< What it reads from outside.
    std::vector<NodeId> results; ///< Of `nodes`, those that are read outside.
};

/// The nodes that read a value, each at least once.
using ReadersOf = std::function<std::vector<NodeId>(NodeId)>;

/// Where a group can be computed at once.
struct Placement {
    NodeId before = kNoNode;       ///< The node that it goes in front of.
    std::vector<NodeId> postponed; ///< Nodes between, which read a result, in order: they go behind the group, in front of `before`.
    std::string obstacle;          ///< Why there is no place; empty when there is one.
};

/// In front of the first reader of a result (behind the last result when nobody reads one), or right behind the last input when that comes later.
Placement placementOf(const ExportedProgram& program, GraphId graph, const Group& group, const ReadersOf& readersOf);

} // namespace sidelight::fx
