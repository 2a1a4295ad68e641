// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
//
// Barycentre sweeps down and up, keeping the order with the fewest crossings; small graphs then swap neighbours while that helps.
// Crossings between two ranks are inversions, counted with a Fenwick tree.
#include "core/display/layered.h"

#include <algorithm>

namespace sidelight::display::layered {
namespace {

/// Where a segment's end is among the items of its rank; ports break ties within an item.
double keyAt(const Layers& layers, std::uint32_t item, double port)
{
    const Item& it = layers.items[item];
    return layers.position[item] + 0.5 + 0.49 * port / std::max(it.left + it.right, 1.0);
}

std::size_t crossingsBelow(const Layers& layers, std::size_t rank)
{
    struct Ends {
        double upper;
        double lower;
    };
    std::vector<Ends> ends;
    for (const std::uint32_t item : layers.ranks[rank])
        for (const std::uint32_t s : layers.below[item])
            ends.push_back({keyAt(layers, item, layers.segments[s].upperPort), keyAt(layers, layers.segments[s].lower, layers.segments[s].lowerPort)});
    std::ranges::sort(ends, [](const Ends& a, const Ends& b) { return a.upper != b.upper ? a.upper < b.upper : a.lower < b.lower; });
    std::vector<double> keys;
    for (const Ends& e : ends)
        keys.push_back(e.lower);
    std::ranges::sort(keys);
    keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
    std::vector<std::size_t> tree(keys.size() + 1, 0);
    std::size_t crossings = 0;
    std::size_t seen = 0;
    for (const Ends& e : ends) {
        const auto at = static_cast<std::size_t>(std::ranges::lower_bound(keys, e.lower) - keys.begin()) + 1;
        std::size_t notRight = 0;
        for (std::size_t i = at; i > 0; i &= i - 1)
            notRight += tree[i];
        crossings += seen - notRight;
        for (std::size_t i = at; i < tree.size(); i += i & (~i + 1))
            ++tree[i];
        ++seen;
    }
    return crossings;
}

std::size_t allCrossings(const Layers& layers)
{
    std::size_t crossings = 0;
    for (std::size_t r = 0; r + 1 < layers.ranks.size(); ++r)
        crossings += crossingsBelow(layers, r);
    return crossings;
}

void renumber(Layers& layers, std::size_t rank)
{
    for (std::uint32_t i = 0; i < layers.ranks[rank].size(); ++i)
        layers.position[layers.ranks[rank][i]] = i;
}

/// Sorts a rank by the mean place of its items' neighbours above (or below).
void sortRank(Layers& layers, std::size_t rank, bool down)
{
    std::vector<std::pair<double, std::uint32_t>> keyed;
    keyed.reserve(layers.ranks[rank].size());
    for (const std::uint32_t item : layers.ranks[rank]) {
        double sum = 0;
        const auto& segments = down ? layers.above[item] : layers.below[item];
        for (const std::uint32_t s : segments) {
            const Segment& segment = layers.segments[s];
            sum += down ? keyAt(layers, segment.upper, segment.upperPort) : keyAt(layers, segment.lower, segment.lowerPort);
        }
        keyed.emplace_back(segments.empty() ? layers.position[item] + 0.5 : sum / static_cast<double>(segments.size()), item);
    }
    std::ranges::stable_sort(keyed, {}, &std::pair<double, std::uint32_t>::first);
    for (std::size_t i = 0; i < keyed.size(); ++i)
        layers.ranks[rank][i] = keyed[i].second;
    renumber(layers, rank);
}

/// Crossings among the segments of two neighbours on one side, left before right, minus those after swapping them.
std::ptrdiff_t gainOfSwap(const Layers& layers, const std::vector<std::uint32_t>& left, const std::vector<std::uint32_t>& right, bool down)
{
    std::ptrdiff_t gain = 0;
    const auto keyOf = [&](std::uint32_t s) {
        const Segment& segment = layers.segments[s];
        return down ? keyAt(layers, segment.lower, segment.lowerPort) : keyAt(layers, segment.upper, segment.upperPort);
    };
    for (const std::uint32_t l : left)
        for (const std::uint32_t r : right)
            gain += keyOf(l) > keyOf(r) ? 1 : keyOf(l) < keyOf(r) ? -1 : 0;
    return gain;
}

bool swapNeighbours(Layers& layers)
{
    bool improved = false;
    for (std::vector<std::uint32_t>& rank : layers.ranks) {
        for (std::size_t i = 0; i + 1 < rank.size(); ++i) {
            const std::uint32_t a = rank[i];
            const std::uint32_t b = rank[i + 1];
            if (gainOfSwap(layers, layers.above[a], layers.above[b], false) + gainOfSwap(layers, layers.below[a], layers.below[b], true) <= 0)
                continue;
            std::swap(rank[i], rank[i + 1]);
            std::swap(layers.position[a], layers.position[b]);
            improved = true;
        }
    }
    return improved;
}

} // namespace

bool orderRanks(Layers& layers, const std::stop_token& stop)
{
    const std::size_t work = layers.items.size() + layers.segments.size();
    const int sweeps = work > 100'000 ? 3 : work > 20'000 ? 6 : 12;
    auto best = layers.ranks;
    std::size_t fewest = allCrossings(layers);
    for (int sweep = 0; sweep < sweeps && fewest > 0; ++sweep) {
        const bool down = sweep % 2 == 0;
        for (std::size_t i = 0; i < layers.ranks.size(); ++i) {
            if (i % 64 == 0 && stop.stop_requested())
                return false;
            sortRank(layers, down ? i : layers.ranks.size() - 1 - i, down);
        }
        const std::size_t crossings = allCrossings(layers);
        if (crossings < fewest) {
            fewest = crossings;
            best = layers.ranks;
        }
    }
    layers.ranks = std::move(best);
    for (std::size_t r = 0; r < layers.ranks.size(); ++r)
        renumber(layers, r);
    if (fewest > 0 && work < 4'000)
        for (int round = 0; round < 8 && swapNeighbours(layers); ++round)
            if (stop.stop_requested())
                return false;
    return true;
}

} // namespace sidelight::display::layered
