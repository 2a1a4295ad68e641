// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
//
// A display graph taken apart into levels: one for the top and one for each open frame. An edge between levels becomes one flat edge in each level that
// it crosses, joined at entry and exit ports on the frames.
#pragma once

#include "core/display/display_graph.h"
#include "core/display/flat_graph.h"

#include <cstdint>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

namespace sidelight::display {

/// What a flat node of a level stands for.
struct LevelItem {
    enum class Kind : std::uint8_t { Node, Frame, Entry, Exit };
    Kind kind = Kind::Node;
    std::uint32_t index = 0; ///< Of the display node or cluster; ports: of the first edge.
};
/// An end of a flat edge that lies on the frame of a child: the child level and the item number of its port.
struct FramePort {
    std::uint32_t level = 0;
    std::uint32_t item = 0;
};
struct LevelEdge {
    std::uint32_t from = 0; ///< Items.
    std::uint32_t to = 0;
    std::uint32_t value = 0;
    Size label;
    bool fromFrame = false;
    bool toFrame = false;
    FramePort fromPort;
    FramePort toPort;
};
struct Level {
    std::uint32_t parent = 0;
    std::uint32_t depth = 0;
    std::vector<LevelItem> items; ///< Entries, then content, then exits.
    std::vector<LevelEdge> edges;
};
/// One stretch of a display edge: a flat edge of a level.
struct Stretch {
    std::uint32_t level = 0;
    std::uint32_t edge = 0;
};
struct Levels {
    std::vector<Level> levels;                   ///< The top, then one for each cluster.
    std::vector<std::uint32_t> outerFirst;       ///< Level numbers, parents before children.
    std::vector<std::vector<Stretch>> stretches; ///< By display edge, from source to target.
};

Levels makeLevels(const DisplayGraph& graph);

} // namespace sidelight::display
