// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
//
// The parts of the layered layout: ranks and dummies, order within ranks, coordinates, routes. An *item* is a node, or the place
// where a value passes through a rank on its way to a lower one (a dummy). Segments join items of neighbouring ranks.
#pragma once

#include "core/display/flat_graph.h"

#include <cstdint>
#include <stop_token>
#include <utility>
#include <vector>

namespace sidelight::display::layered {

constexpr double kNodeGap = 22;  ///< Between neighbours of a rank.
constexpr double kDummyGap = 12; ///< Between a passing value and its neighbours.
constexpr double kLaneWidth = 8; ///< Between the lanes of very long edges at the right.
constexpr double kLabelInset = 6;

struct Item {
    double left = 0;   ///< Room that it keeps on either side of its centre.
    double right = 0;
    double height = 0;
    std::uint32_t rank = 0;
    bool dummy = false;
    double x = 0;      ///< Centre.
};
/// From an item to one of the next rank; ports are offsets from the items' centres.
struct Segment {
    std::uint32_t upper = 0;
    std::uint32_t lower = 0;
    double upperPort = 0;
    double lowerPort = 0;
    double weight = 1;
};
/// How an edge runs: upper and lower end, and the dummies of its chain in between.
struct Path {
    std::uint32_t upper = 0;
    std::uint32_t lower = 0;
    bool reversed = false;
    bool gutter = false;          ///< Runs in a lane at the right instead of through dummies.
    bool loop = false;            ///< From a node to itself: not drawn.
    std::uint32_t firstDummy = 0; ///< Dummies are numbered downwards from here, one for each rank between the ends.
    double upperPort = 0;         ///< From the centre of the upper node.
    double lowerPort = 0;
};

struct Layers {
    std::vector<Item> items; ///< Nodes first, then dummies.
    std::vector<Segment> segments;
    std::vector<Path> paths; ///< By edge.
    std::vector<std::vector<std::uint32_t>> ranks; ///< Items from left to right.
    std::vector<std::uint32_t> position;           ///< By item: index in its rank.
    std::vector<std::vector<std::uint32_t>> above; ///< By item: segments to the rank above.
    std::vector<std::vector<std::uint32_t>> below;
};

/// Ranks of nodes, dummies and segments.
Layers makeLayers(const FlatGraph& graph);
/// Orders each rank so that few segments cross. False when stopped.
bool orderRanks(Layers& layers, const std::stop_token& stop);
/// Gives each item its x so that values run straight where they can. False when stopped.
bool placeItems(Layers& layers, const std::stop_token& stop);
/// Draws the dummies of each chain on one vertical line where there is room.
void straightenChains(Layers& layers);
/// A node alone in the last rank stands straight below one alone in the first, so that a trunk of pieces stays upright.
void alignCuts(const FlatGraph& graph, Layers& layers);
/// Heights of ranks, routes and labels.
void drawLayers(const FlatGraph& graph, Layers& layers, FlatLayout& out);

/// Values nearest to `wanted` (weighted least squares) of which each is at least `gaps[i]` right of its predecessor.
void separate(std::vector<double>& wanted, const std::vector<double>& weights, const std::vector<double>& gaps);

} // namespace sidelight::display::layered
