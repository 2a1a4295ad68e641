// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/display/layered.h"

#include <algorithm>
#include <map>
#include <numeric>

namespace sidelight::display::layered {
namespace {

constexpr std::size_t kDummyBudget = 250'000; ///< Longer ways than these go through the gutter.
// What pulls more: values to the next box, so that the main path runs straight and what skips over it bows around.
constexpr double kNeighbourWeight = 3;
constexpr double kSideWeight = 1;
constexpr double kStraightWeight = 8; ///< Of a long way for itself.

struct Ends {
    std::vector<std::vector<std::uint32_t>> down; ///< By node: edges to lower nodes.
    std::vector<std::vector<std::uint32_t>> up;
};

Ends endsOf(const FlatGraph& graph, std::vector<Path>& paths)
{
    Ends ends{std::vector<std::vector<std::uint32_t>>(graph.nodes.size()), std::vector<std::vector<std::uint32_t>>(graph.nodes.size())};
    paths.resize(graph.edges.size());
    for (std::uint32_t e = 0; e < graph.edges.size(); ++e) {
        const FlatEdge& edge = graph.edges[e];
        Path& path = paths[e];
        path.loop = edge.from == edge.to;
        path.reversed = edge.from > edge.to;
        path.upper = std::min(edge.from, edge.to);
        path.lower = std::max(edge.from, edge.to);
        if (path.loop)
            continue;
        ends.down[path.upper].push_back(e);
        ends.up[path.lower].push_back(e);
    }
    return ends;
}

/// Longest paths from the top; entry nodes alone in the first rank, exit nodes in the last.
std::vector<std::uint32_t> longestPathRanks(const FlatGraph& graph, const std::vector<Path>& paths, const Ends& ends)
{
    const bool hasTop = std::ranges::any_of(graph.nodes, &FlatNode::atTop);
    std::vector<std::uint32_t> rank(graph.nodes.size(), 0);
    std::uint32_t last = 0;
    for (std::uint32_t v = 0; v < graph.nodes.size(); ++v) {
        if (graph.nodes[v].atTop)
            continue;
        rank[v] = hasTop ? 1 : 0;
        for (const std::uint32_t e : ends.up[v])
            rank[v] = std::max(rank[v], rank[paths[e].upper] + 1);
        if (!graph.nodes[v].atBottom)
            last = std::max(last, rank[v] + 1);
    }
    for (std::uint32_t v = 0; v < graph.nodes.size(); ++v) {
        if (graph.nodes[v].atBottom)
            rank[v] = std::max(last, 1u);
        else if (ends.up[v].empty() && ends.down[v].empty() && !graph.nodes[v].atTop && last > 0)
            rank[v] = last - 1; // What nothing is joined to stands at the end.
    }
    return rank;
}

/// Moves sources, and nodes that only sources feed, down to their readers.
void sinkSources(const FlatGraph& graph, const std::vector<Path>& paths, const Ends& ends, std::vector<std::uint32_t>& rank)
{
    std::vector<char> floating(graph.nodes.size(), 0);
    for (std::uint32_t v = 0; v < graph.nodes.size(); ++v) {
        floating[v] = !graph.nodes[v].atTop && !graph.nodes[v].atBottom
            && std::ranges::all_of(ends.up[v], [&](std::uint32_t e) {
                   const std::uint32_t u = paths[e].upper;
                   return floating[u] && ends.down[u].size() == 1;
               });
    }
    for (std::size_t i = graph.nodes.size(); i-- > 0;) {
        const bool fansOut = ends.down[i].size() > ends.up[i].size() && !graph.nodes[i].atTop && !graph.nodes[i].atBottom;
        if ((!floating[i] && !fansOut) || ends.down[i].empty())
            continue;
        std::uint32_t lowest = rank[paths[ends.down[i].front()].lower];
        for (const std::uint32_t e : ends.down[i])
            lowest = std::min(lowest, rank[paths[e].lower]);
        rank[i] = std::max(rank[i], lowest - 1);
    }
}

/// Renumbers ranks without gaps; returns their number.
std::uint32_t closeGaps(std::vector<std::uint32_t>& rank)
{
    std::vector<std::uint32_t> used = rank;
    std::ranges::sort(used);
    used.erase(std::unique(used.begin(), used.end()), used.end());
    for (std::uint32_t& r : rank)
        r = static_cast<std::uint32_t>(std::ranges::lower_bound(used, r) - used.begin());
    return static_cast<std::uint32_t>(used.size());
}

/// Where values leave a node: entry ports as given, else spread over the width in order of value.
void choosePorts(const FlatGraph& graph, const Ends& ends, std::vector<Path>& paths)
{
    const auto fromCentre = [&](std::uint32_t node, double port) { return port == kAnyPort ? 0.0 : port - graph.nodes[node].size.width / 2; };
    for (std::uint32_t e = 0; e < paths.size(); ++e) {
        const FlatEdge& edge = graph.edges[e];
        Path& path = paths[e];
        path.upperPort = fromCentre(path.upper, path.reversed ? edge.toPort : edge.fromPort);
        path.lowerPort = fromCentre(path.lower, path.reversed ? edge.fromPort : edge.toPort);
    }
    for (std::uint32_t v = 0; v < graph.nodes.size(); ++v) {
        std::vector<std::uint32_t> values;
        for (const std::uint32_t e : ends.down[v])
            if (!paths[e].reversed && graph.edges[e].fromPort == kAnyPort)
                values.push_back(graph.edges[e].value);
        std::ranges::sort(values);
        values.erase(std::unique(values.begin(), values.end()), values.end());
        if (values.size() < 2)
            continue;
        const double step = graph.nodes[v].size.width / static_cast<double>(values.size() + 1);
        for (const std::uint32_t e : ends.down[v]) {
            if (paths[e].reversed || graph.edges[e].fromPort != kAnyPort)
                continue;
            const auto at = std::ranges::lower_bound(values, graph.edges[e].value) - values.begin();
            paths[e].upperPort = step * static_cast<double>(at + 1) - graph.nodes[v].size.width / 2;
        }
    }
}

/// Edges of one node that carry one value share their dummies.
struct Chain {
    std::vector<std::uint32_t> edges;
    std::uint32_t upper = 0;
    std::uint32_t length = 0;
};

std::vector<Chain> chainsOf(const FlatGraph& graph, const std::vector<Path>& paths, const Ends& ends, const std::vector<std::uint32_t>& rank)
{
    std::vector<Chain> chains;
    for (std::uint32_t u = 0; u < graph.nodes.size(); ++u) {
        std::map<std::pair<double, std::uint32_t>, std::size_t> known;
        for (const std::uint32_t e : ends.down[u]) {
            std::size_t at = chains.size();
            if (!paths[e].reversed)
                at = known.emplace(std::pair{paths[e].upperPort, graph.edges[e].value}, chains.size()).first->second;
            if (at == chains.size())
                chains.push_back({{}, u, 0});
            chains[at].edges.push_back(e);
            chains[at].length = std::max(chains[at].length, rank[paths[e].lower] - rank[u] - 1);
        }
    }
    return chains;
}

/// Sends the longest chains through the gutter until the rest fits the budget.
void chooseGutter(const std::vector<Chain>& chains, std::vector<Path>& paths)
{
    std::vector<std::size_t> byLength(chains.size());
    std::iota(byLength.begin(), byLength.end(), std::size_t{0});
    std::ranges::stable_sort(byLength, std::greater{}, [&](std::size_t c) { return chains[c].length; });
    std::size_t total = 0;
    for (const Chain& chain : chains)
        total += chain.length;
    for (const std::size_t c : byLength) {
        if (total <= kDummyBudget)
            return;
        total -= chains[c].length;
        for (const std::uint32_t e : chains[c].edges)
            paths[e].gutter = true;
    }
}

void addChain(const Chain& chain, const std::vector<std::uint32_t>& rank, Layers& layers)
{
    const auto firstDummy = static_cast<std::uint32_t>(layers.items.size());
    std::uint32_t deepest = 0;
    for (const std::uint32_t e : chain.edges)
        if (!layers.paths[e].gutter)
            deepest = std::max(deepest, rank[layers.paths[e].lower] - rank[chain.upper] - 1);
    for (std::uint32_t i = 0; i < deepest; ++i) {
        layers.items.push_back({kDummyGap / 2, kDummyGap / 2, 0, rank[chain.upper] + 1 + i, true, 0});
        const std::uint32_t upper = i == 0 ? chain.upper : firstDummy + i - 1;
        const double port = i == 0 ? layers.paths[chain.edges.front()].upperPort : 0;
        layers.segments.push_back({upper, firstDummy + i, port, 0, i == 0 ? kSideWeight : kStraightWeight});
    }
    for (const std::uint32_t e : chain.edges) {
        Path& path = layers.paths[e];
        if (path.gutter)
            continue;
        path.firstDummy = firstDummy;
        const std::uint32_t between = rank[path.lower] - rank[path.upper] - 1;
        const std::uint32_t upper = between == 0 ? path.upper : firstDummy + between - 1;
        layers.segments.push_back({upper, path.lower, between == 0 ? path.upperPort : 0.0, path.lowerPort, between == 0 ? kNeighbourWeight : kSideWeight});
    }
}

/// Room right of a node for the labels of its values.
double labelRoom(const FlatGraph& graph, const Layers& layers, const std::vector<std::uint32_t>& edges)
{
    double room = 0;
    for (const std::uint32_t e : edges)
        if (graph.edges[e].label.width > 0 && !layers.paths[e].reversed)
            room = std::max(room, layers.paths[e].upperPort + kLabelInset + graph.edges[e].label.width - kNodeGap / 2);
    return room;
}

} // namespace

Layers makeLayers(const FlatGraph& graph)
{
    Layers layers;
    const Ends ends = endsOf(graph, layers.paths);
    std::vector<std::uint32_t> rank = longestPathRanks(graph, layers.paths, ends);
    sinkSources(graph, layers.paths, ends, rank);
    const std::uint32_t rankCount = closeGaps(rank);
    choosePorts(graph, ends, layers.paths);
    for (std::uint32_t v = 0; v < graph.nodes.size(); ++v) {
        const Size size = graph.nodes[v].size;
        const double right = std::max(size.width / 2, labelRoom(graph, layers, ends.down[v]));
        layers.items.push_back({size.width / 2 + kNodeGap / 2, right + kNodeGap / 2, size.height, rank[v], false, 0});
    }
    const std::vector<Chain> chains = chainsOf(graph, layers.paths, ends, rank);
    chooseGutter(chains, layers.paths);
    for (const Chain& chain : chains)
        addChain(chain, rank, layers);

    layers.ranks.resize(rankCount);
    layers.position.resize(layers.items.size());
    for (std::uint32_t i = 0; i < layers.items.size(); ++i) {
        layers.position[i] = static_cast<std::uint32_t>(layers.ranks[layers.items[i].rank].size());
        layers.ranks[layers.items[i].rank].push_back(i);
    }
    layers.above.resize(layers.items.size());
    layers.below.resize(layers.items.size());
    for (std::uint32_t s = 0; s < layers.segments.size(); ++s) {
        layers.below[layers.segments[s].upper].push_back(s);
        layers.above[layers.segments[s].lower].push_back(s);
    }
    return layers;
}

} // namespace sidelight::display::layered
