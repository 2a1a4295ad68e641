// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/display/layered.h"

#include <memory>

namespace sidelight::display {

/// Graphviz' dot in this process. It orders and places the items of ranks that are already given; we draw. It cannot be interrupted and is not
/// thread-safe: one thread at a time, small pieces only. The context is made at the first use.
class GraphvizLayout {
public:
    GraphvizLayout();
    ~GraphvizLayout();
    GraphvizLayout(const GraphvizLayout&) = delete;
    GraphvizLayout& operator=(const GraphvizLayout&) = delete;

    /// Orders each rank and gives each item its x. Returns false, leaving `layers` alone, when dot failed or did not keep to the ranks.
    bool place(layered::Layers& layers);

private:
    struct Context;
    std::unique_ptr<Context> context_;
};

} // namespace sidelight::display
