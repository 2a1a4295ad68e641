// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/display/graphviz_layout.h"
#include "core/display/layered.h"
#include "core/display/segment.h"

#include <gtest/gtest.h>

namespace sidelight::display {
namespace {

using Pieces = std::vector<std::vector<std::uint32_t>>;

FlatGraph graphOf(std::uint32_t nodes, const std::vector<std::pair<std::uint32_t, std::uint32_t>>& edges)
{
    FlatGraph graph;
    for (std::uint32_t i = 0; i < nodes; ++i)
        graph.nodes.push_back({{100, 22}, false, false, 0});
    for (const auto& [from, to] : edges)
        graph.edges.push_back({from, to, kAnyPort, kAnyPort, 0, {}});
    return graph;
}

TEST(CutIntoPieces, CutsWhereOneNodeCarriesEverything)
{
    // 0 -> 1, 2 -> 3 -> 4, with 0 -> 3 as well.
    EXPECT_EQ(cutIntoPieces(graphOf(5, {{0, 1}, {0, 2}, {1, 3}, {2, 3}, {0, 3}, {3, 4}})), (Pieces{{0, 1, 2, 3}, {3, 4}}));
}

TEST(CutIntoPieces, DoesNotCutUnderAnEdge)
{
    EXPECT_EQ(cutIntoPieces(graphOf(4, {{0, 1}, {1, 2}, {2, 3}, {0, 3}})), (Pieces{{0, 1, 2, 3}}));
}

TEST(CutIntoPieces, PutsSourcesBeforeTheirReadersAndResultsAfterTheirProducers)
{
    // 0 and 1 are sources, 1 is read late; 5 is a result of 2.
    EXPECT_EQ(cutIntoPieces(graphOf(6, {{0, 2}, {2, 3}, {1, 4}, {3, 4}, {2, 5}, {3, 4}})).size(), 3u);
}

TEST(CutIntoPieces, PutsWhatNothingIsJoinedToLast)
{
    EXPECT_EQ(cutIntoPieces(graphOf(4, {{1, 2}, {2, 3}})), (Pieces{{1, 2}, {2, 3, 0}}));
}

TEST(LayOutLevel, RemembersEqualPieces)
{
    PieceMemory memory;
    FlatLayout layout;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> edges;
    for (std::uint32_t i = 0; i + 1 < 1000; ++i)
        edges.emplace_back(i, i + 1);
    ASSERT_TRUE(layOutLevel(graphOf(1000, edges), {}, memory, layout));
    EXPECT_EQ(memory.known.size(), 3u);
    EXPECT_EQ(memory.reused, 996u);
}

TEST(PlaceByGraphviz, KeepsRanksAndPlacesItemsApart)
{
    const FlatGraph graph = graphOf(6, {{0, 1}, {0, 2}, {0, 3}, {1, 4}, {2, 4}, {3, 5}, {0, 5}});
    layered::Layers layers = layered::makeLayers(graph);
    ASSERT_TRUE(placeByGraphviz(layers));
    for (const auto& rank : layers.ranks)
        for (std::size_t i = 1; i < rank.size(); ++i)
            EXPECT_GE(layers.items[rank[i]].x - layers.items[rank[i - 1]].x, layers.items[rank[i - 1]].right + layers.items[rank[i]].left - 1);
}

TEST(Separate, FindsTheNearestPlacesThatKeepTheGaps)
{
    std::vector<double> wanted{0, 0, 100};
    layered::separate(wanted, {1, 1, 1}, {0, 10, 10});
    EXPECT_EQ(wanted, (std::vector<double>{-5, 5, 100}));
}

} // namespace
} // namespace sidelight::display
