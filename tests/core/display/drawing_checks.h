// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/display/build.h"

#include <string>

namespace sidelight::display {

/// What is wrong with a drawing, one line a fault: overlapping boxes, content outside its frame, edges through boxes or frames that are not theirs, routes
/// that do not begin and end on their boxes' borders, labels over boxes, labels or outside the drawing. Empty when it is fine.
std::string faultsOf(const LaidOutGraph& drawing);

/// Boxes n0…; for graphs in tests.
class GraphMaker {
public:
    std::uint32_t node(double width = 100, double height = 44, ClusterId cluster = kNoCluster);
    ClusterId cluster(std::string title, ClusterId parent = kNoCluster);
    void edge(std::uint32_t from, std::uint32_t to, std::string label = {}, std::uint32_t output = 0);
    DisplayGraph graph;
};

} // namespace sidelight::display
