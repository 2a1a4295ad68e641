// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/shown_graph.h"
#include "core/session/body.h"

#include <set>
#include <vector>

namespace sidelight::app {

/// What "Open body in a tab" opens for the selected nodes of one side: the function that the node calls, each graph that it holds, or else the body
/// that it lies in; for an FX selection the subgraphs that the node reads, or the module around all that is selected (a part of it where only a part is
/// selected). Several bodies in the order of the node's attributes; none where there is nothing to open.
std::vector<session::Body> bodiesAt(
    const session::Document& document, const views::Position& position, Side side, const std::set<NodePath>& selected);

} // namespace sidelight::app
