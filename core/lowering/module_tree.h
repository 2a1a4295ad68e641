// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/fx/node.h"

#include <cstddef>
#include <memory>
#include <string>
#include <variant>
#include <vector>

namespace sidelight::lowering {

/// What is to be grouped: one lowered call, which items it reads, and which module calls it was made in (the root left out), outermost first.
struct ModuleItem {
    std::vector<std::size_t> reads; ///< Earlier items, ascending, each once.
    std::vector<const fx::ModuleFrame*> stack;
};

struct ModuleGroup;
using ModuleChild = std::variant<std::size_t, std::unique_ptr<ModuleGroup>>;

/// One module call, or a convex run of it. Children are in topological order.
struct ModuleGroup {
    const fx::ModuleFrame* frame = nullptr;
    std::size_t part = 1;  ///< 1-based number of the run.
    std::size_t parts = 1; ///< Runs that the module call was split into.
    std::vector<ModuleChild> children;
};

/// Groups items by their module calls, nested. A group is convex: no value leaves it and comes back. A module call that is not becomes several maximal
/// runs. The idea: one pass over the items keeps the graph of groups and a topological order of it (Pearce and Kelly's), and an item joins the open run
/// of its module call unless an edge would then close a cycle. Cost: near linear where modules are contiguous.
std::vector<ModuleChild> groupByModule(const std::vector<ModuleItem>& items);

} // namespace sidelight::lowering
