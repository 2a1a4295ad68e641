// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/display/flat_graph.h"

#include <memory>

namespace sidelight::display {

/// Graphviz' dot in this process. It cannot be interrupted and is not thread-safe: one thread at a time, small graphs only. The context
/// is made at the first use.
class GraphvizLayout {
public:
    GraphvizLayout();
    ~GraphvizLayout();
    GraphvizLayout(const GraphvizLayout&) = delete;
    GraphvizLayout& operator=(const GraphvizLayout&) = delete;

    /// Returns false when dot failed, or when its drawing has an edge through a box, overlapping boxes or a cut that is not alone in its rank.
    bool layOut(const FlatGraph& graph, FlatLayout& out);

private:
    struct Context;
    std::unique_ptr<Context> context_;
};

} // namespace sidelight::display
