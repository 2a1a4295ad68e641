// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/fx/program.h"

#include <cstdint>
#include <string>
#include <vector>

namespace sidelight::display {

/// A module call of an FX graph: a stretch of `ModuleTree::order`, or a run of equal calls folded into one (`repeat` > 1).
struct ModuleGroup {
    std::string path;       ///< "layers.0"; a run: "layers.0 … layers.11".
    std::string className;  ///< Last part: "EncoderLayer".
    std::string key;        ///< "m:layers.0", "m:layers.0@1" for a second stretch; a run: "m:layers.0*12".
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    std::uint32_t repeat = 1;
    std::vector<std::uint32_t> children; ///< Groups within, in order; their nodes are not repeated in between.
};
/// The nodes of a graph put in an order in which each module's are together, still topological, and the modules over it.
struct ModuleTree {
    std::vector<NodeId> order;
    std::vector<ModuleGroup> groups;
    std::vector<std::uint32_t> roots;
};

/// Groups `nodes` (in graph order) by nn_module_stack. Frames that all share are left out; so is a module around a single node. A module whose nodes depend
/// on others in between becomes several stretches. At least three equal neighbours become a run when `foldRepeats`.
ModuleTree makeModuleTree(const ir::Graph<fx::Node>& graph, const std::vector<NodeId>& nodes, bool foldRepeats);

} // namespace sidelight::display
