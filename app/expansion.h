// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/display/display_graph.h"

#include <functional>
#include <string>
#include <vector>

namespace sidelight::app {

/// Keys that open the boxes called `names`: a module path (with the modules around it), a function's or an operator's
/// title, a node's `%name`, "depth:2" (the two outer levels), or "all". Boxes inside others come up when those are open, so the graph is built anew until
/// nothing more is found.
display::Expansion expansionFor(const std::vector<std::string>& names,
    const std::function<display::DisplayGraph(const display::Expansion&)>& build);

} // namespace sidelight::app
