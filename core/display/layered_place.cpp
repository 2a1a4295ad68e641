// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
//
// Coordinates within ranks. Each item wants to stand below (or above) the mean of its neighbours; with the order fixed, the nearest
// places that keep the gaps are an isotonic regression, solved exactly by pooling adjacent violators in linear time. Sweeps down and
// up pass wishes along; at the end long ways are pulled straight where there is room.
#include "core/display/layered.h"

#include <algorithm>
#include <limits>

namespace sidelight::display::layered {
namespace {

double gapBetween(const Item& left, const Item& right)
{
    return left.right + right.left;
}

void addWish(const Layers& layers, std::uint32_t item, bool above, double& sum, double& weight)
{
    for (const std::uint32_t s : above ? layers.above[item] : layers.below[item]) {
        const Segment& segment = layers.segments[s];
        const double x = above ? layers.items[segment.upper].x + segment.upperPort - segment.lowerPort
                               : layers.items[segment.lower].x + segment.lowerPort - segment.upperPort;
        sum += x * segment.weight;
        weight += segment.weight;
    }
}

void placeRank(Layers& layers, std::size_t rank, bool above, bool below)
{
    const std::vector<std::uint32_t>& order = layers.ranks[rank];
    std::vector<double> wanted;
    std::vector<double> weights;
    std::vector<double> gaps;
    for (std::size_t i = 0; i < order.size(); ++i) {
        double sum = 0;
        double weight = 0;
        if (above)
            addWish(layers, order[i], true, sum, weight);
        if (below)
            addWish(layers, order[i], false, sum, weight);
        wanted.push_back(weight > 0 ? sum / weight : layers.items[order[i]].x);
        weights.push_back(weight > 0 ? weight : 0.01);
        gaps.push_back(i == 0 ? 0 : gapBetween(layers.items[order[i - 1]], layers.items[order[i]]));
    }
    separate(wanted, weights, gaps);
    for (std::size_t i = 0; i < order.size(); ++i)
        layers.items[order[i]].x = wanted[i];
}

/// Where item `i` may stand between its neighbours.
std::pair<double, double> freedom(const Layers& layers, std::uint32_t item)
{
    constexpr double kFar = std::numeric_limits<double>::infinity();
    const std::vector<std::uint32_t>& order = layers.ranks[layers.items[item].rank];
    const std::uint32_t at = layers.position[item];
    const double low = at == 0 ? -kFar : layers.items[order[at - 1]].x + gapBetween(layers.items[order[at - 1]], layers.items[item]);
    const double high = at + 1 == order.size() ? kFar : layers.items[order[at + 1]].x - gapBetween(layers.items[item], layers.items[order[at + 1]]);
    return {low, high};
}

/// Puts the dummies of a chain on one vertical line where their neighbours leave room for it.
void straighten(Layers& layers, std::uint32_t first, std::uint32_t end)
{
    double low = -std::numeric_limits<double>::infinity();
    double high = -low;
    double sum = 0;
    std::uint32_t begin = first;
    const auto flush = [&](std::uint32_t until) {
        if (begin == until)
            return;
        const double x = std::clamp(sum / (until - begin), low, high);
        for (std::uint32_t i = begin; i < until; ++i)
            layers.items[i].x = x;
    };
    for (std::uint32_t i = first; i < end; ++i) {
        const auto [l, h] = freedom(layers, i);
        if (std::max(low, l) > std::min(high, h)) {
            flush(i);
            begin = i;
            low = l;
            high = h;
            sum = 0;
        }
        low = std::max(low, l);
        high = std::min(high, h);
        sum += layers.items[i].x;
    }
    flush(end);
}

} // namespace

void separate(std::vector<double>& wanted, const std::vector<double>& weights, const std::vector<double>& gaps)
{
    struct Pool {
        double sum;
        double weight;
        std::size_t count;
        [[nodiscard]] double mean() const { return sum / weight; }
    };
    std::vector<Pool> pools;
    double offset = 0;
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        offset += gaps[i];
        pools.push_back({(wanted[i] - offset) * weights[i], weights[i], 1});
        while (pools.size() > 1 && pools[pools.size() - 2].mean() >= pools.back().mean()) {
            const Pool last = pools.back();
            pools.pop_back();
            pools.back().sum += last.sum;
            pools.back().weight += last.weight;
            pools.back().count += last.count;
        }
    }
    offset = 0;
    std::size_t i = 0;
    for (const Pool& pool : pools) {
        for (std::size_t k = 0; k < pool.count; ++k, ++i) {
            offset += gaps[i];
            wanted[i] = pool.mean() + offset;
        }
    }
}

bool placeItems(Layers& layers, const std::stop_token& stop)
{
    const int rounds = layers.items.size() > 100'000 ? 2 : layers.items.size() > 20'000 ? 4 : 8;
    const std::size_t count = layers.ranks.size();
    for (std::size_t r = 0; r < count; ++r) {
        double x = 0;
        for (std::size_t i = 0; i < layers.ranks[r].size(); ++i) {
            Item& item = layers.items[layers.ranks[r][i]];
            x += i == 0 ? 0 : gapBetween(layers.items[layers.ranks[r][i - 1]], item);
            item.x = x;
        }
        for (const std::uint32_t item : layers.ranks[r])
            layers.items[item].x -= x / 2;
    }
    for (int round = 0; round < rounds; ++round) {
        for (std::size_t i = 0; i < 2 * count; ++i) {
            if (i % 64 == 0 && stop.stop_requested())
                return false;
            const bool down = i < count;
            const bool both = round + 1 >= rounds / 2;
            placeRank(layers, down ? i : 2 * count - 1 - i, down || both, !down || both);
        }
    }
    straightenChains(layers);
    return true;
}

void straightenChains(Layers& layers)
{
    std::vector<std::uint32_t> chainLength(layers.items.size(), 0);
    for (const Path& path : layers.paths) {
        if (path.loop || path.gutter)
            continue;
        const std::uint32_t between = layers.items[path.lower].rank - layers.items[path.upper].rank - 1;
        if (between > 0)
            chainLength[path.firstDummy] = std::max(chainLength[path.firstDummy], between);
    }
    for (std::uint32_t i = 0; i < chainLength.size(); ++i)
        if (chainLength[i] > 0)
            straighten(layers, i, i + chainLength[i]);
}

void alignCuts(const FlatGraph& graph, Layers& layers)
{
    const std::vector<std::uint32_t>& first = layers.ranks.front();
    const std::vector<std::uint32_t>& last = layers.ranks.back();
    if (layers.ranks.size() > 1 && first.size() == 1 && last.size() == 1 && graph.nodes[first[0]].atTop && graph.nodes[last[0]].atBottom)
        layers.items[last[0]].x = layers.items[first[0]].x + graph.nodes[first[0]].axisFromMiddle() - graph.nodes[last[0]].axisFromMiddle();
}

} // namespace sidelight::display::layered
