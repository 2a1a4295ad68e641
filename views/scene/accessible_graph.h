// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace sidelight::views {

class GraphView;

/// Makes graph views readable by assistive technology: each box is a child with name, place and action, made when asked
/// for.
void installAccessibleGraphs();
/// The boxes of `view` are new.
void notifyAccessibleGraph(GraphView* view);
/// Another box of `view` is current.
void notifyAccessibleFocus(GraphView* view);

} // namespace sidelight::views
