// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "tests/core/ir/toy_unit.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <random>

namespace sidelight::ir {
namespace {

using toy::Node;

std::shared_ptr<const Node> node(std::uint32_t number) { return std::make_shared<const Node>(Node{std::to_string(number), {}, {}}); }

Graph<Node> graphOf(std::uint32_t count)
{
    Graph<Node> graph;
    for (std::uint32_t at = 0; at < count; ++at)
        graph.insert(NodeId{at}, node(at));
    return graph;
}

std::vector<std::uint32_t> numbers(const Graph<Node>& graph)
{
    std::vector<std::uint32_t> ids;
    for (const NodeId id : graph.order())
        ids.push_back(index(id));
    return ids;
}

/// Order, neighbours and precedence all agree with `expected`.
void expectOrder(const Graph<Node>& graph, const std::vector<std::uint32_t>& expected)
{
    ASSERT_EQ(numbers(graph), expected);
    ASSERT_EQ(graph.size(), expected.size());
    for (std::size_t at = 0; at < expected.size(); ++at) {
        const NodeId id{expected[at]};
        ASSERT_EQ(graph.next(id), at + 1 < expected.size() ? NodeId{expected[at + 1]} : kNoNode);
        ASSERT_EQ(graph.previous(id), at > 0 ? NodeId{expected[at - 1]} : kNoNode);
        ASSERT_TRUE(at == 0 || graph.precedes(NodeId{expected[at - 1]}, id));
        ASSERT_EQ(graph[id].name, std::to_string(expected[at]));
    }
}

TEST(Graph, KeepsOrderUnderRandomEdits)
{
    std::mt19937 random(7);
    Graph<Node> graph;
    std::vector<std::uint32_t> expected;
    std::uint32_t next = 0;
    for (int step = 0; step < 6000; ++step) {
        const auto at = expected.empty() ? 0 : random() % (expected.size() + 1);
        const NodeId before = at < expected.size() ? NodeId{expected[at]} : kNoNode;
        switch (expected.size() > 10 ? random() % 5 : 0) {
        default:
            graph.insert(NodeId{next}, node(next), before);
            expected.insert(expected.begin() + static_cast<std::ptrdiff_t>(at), next++);
            break;
        case 3: {
            const auto from = random() % expected.size();
            graph.remove(NodeId{expected[from]});
            expected.erase(expected.begin() + static_cast<std::ptrdiff_t>(from));
            break;
        }
        case 4: {
            const auto from = random() % expected.size();
            const std::uint32_t moved = expected[from];
            if (before == NodeId{moved})
                break;
            graph.move(NodeId{moved}, before);
            expected.erase(expected.begin() + static_cast<std::ptrdiff_t>(from));
            expected.insert(before == kNoNode ? expected.end() : std::find(expected.begin(), expected.end(), index(before)), moved);
            break;
        }
        }
    }
    expectOrder(graph, expected);
}

TEST(Graph, RelabelsWhenInsertionsMeetAtOnePlace)
{
    for (const std::uint32_t anchor : {0u, 1u, 700u, 1999u}) {
        Graph<Node> graph = graphOf(2000);
        std::vector<std::uint32_t> expected = numbers(graph);
        for (std::uint32_t id = 2000; id < 6000; ++id) {
            graph.insert(NodeId{id}, node(id), NodeId{anchor});
            expected.insert(std::find(expected.begin(), expected.end(), anchor), id);
        }
        expectOrder(graph, expected);
        Graph<Node> backwards = graphOf(2000);
        std::vector<std::uint32_t> expectedBackwards = numbers(backwards);
        for (std::uint32_t id = 2000; id < 4000; ++id) {
            const NodeId before = id == 2000 ? NodeId{anchor} : NodeId{id - 1};
            backwards.insert(NodeId{id}, node(id), before);
            expectedBackwards.insert(std::find(expectedBackwards.begin(), expectedBackwards.end(), index(before)), id);
        }
        expectOrder(backwards, expectedBackwards);
    }
}

/// Seconds for `count` insertions, each before `anchor` of a graph of 50,000.
double secondsToInsert(NodeId anchor, std::uint32_t count)
{
    Graph<Node> graph = graphOf(50000);
    const auto start = std::chrono::steady_clock::now();
    for (std::uint32_t at = 0; at < count; ++at) {
        const Graph<Node> snapshot = graph; // Every position is kept.
        graph.insert(NodeId{50000 + at}, node(at), anchor);
    }
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

TEST(Graph, InsertsAtEitherEndOf50000AtTheSamePrice)
{
    const double end = secondsToInsert(kNoNode, 2000);
    const double start = secondsToInsert(NodeId{0}, 2000);
    const double middle = secondsToInsert(NodeId{25000}, 2000);
    EXPECT_LT(start, 10 * end + 0.2);
    EXPECT_LT(middle, 20 * end + 0.2);
}

TEST(Graph, SnapshotSharesNodesAndIsNotTouchedByLaterEdits)
{
    Graph<Node> graph = graphOf(3000);
    const Graph<Node> snapshot = graph;
    graph.replace(NodeId{5}, node(99));
    graph.remove(NodeId{2999});
    graph.insert(NodeId{3000}, node(3000), NodeId{0});
    EXPECT_EQ(snapshot[NodeId{5}].name, "5");
    EXPECT_TRUE(snapshot.contains(NodeId{2999}));
    EXPECT_EQ(snapshot.size(), 3000u);
    EXPECT_EQ(snapshot.front(), NodeId{0});
    EXPECT_EQ(graph.front(), NodeId{3000});
    EXPECT_EQ(snapshot.shared(NodeId{7}), graph.shared(NodeId{7}));
    EXPECT_FALSE(snapshot == graph);
}

TEST(Graph, IsEqualByNodesAndOrderNotByHistory)
{
    Graph<Node> left = graphOf(3);
    Graph<Node> right;
    right.insert(NodeId{2}, node(2));
    right.insert(NodeId{0}, node(0), NodeId{2});
    right.insert(NodeId{1}, node(1), NodeId{2});
    EXPECT_TRUE(left == right);
    right.move(NodeId{0}, kNoNode);
    EXPECT_FALSE(left == right);
    right.move(NodeId{0}, NodeId{1});
    EXPECT_TRUE(left == right);
    right.replace(NodeId{1}, node(7));
    EXPECT_FALSE(left == right);
}

TEST(Graph, AnswersForIdsItNeverHad)
{
    Graph<Node> graph;
    EXPECT_TRUE(graph.empty());
    EXPECT_EQ(graph.find(NodeId{4}), nullptr);
    EXPECT_EQ(graph.front(), kNoNode);
    graph.insert(NodeId{100000}, node(1));
    graph.insert(NodeId{3}, node(3));
    EXPECT_EQ(graph.find(NodeId{50000}), nullptr);
    EXPECT_EQ(graph.find(kNoNode), nullptr);
    EXPECT_EQ(numbers(graph), (std::vector<std::uint32_t>{100000, 3}));
}

TEST(GraphTable, CopiesOnWriteAndListsIds)
{
    GraphTable<Node> table;
    table.add(kMainGraph, graphOf(2));
    table.add(GraphId{3}, graphOf(0));
    const GraphTable<Node> snapshot = table;
    table.forWrite(kMainGraph).remove(NodeId{1});
    table.remove(GraphId{3});
    EXPECT_EQ(snapshot[kMainGraph].size(), 2u);
    EXPECT_EQ(snapshot.ids(), (std::vector{kMainGraph, GraphId{3}}));
    EXPECT_EQ(table.ids(), (std::vector{kMainGraph}));
    EXPECT_EQ(table.find(GraphId{3}), nullptr);
    EXPECT_EQ(snapshot.graphOf(NodeId{1}), kMainGraph);
    EXPECT_EQ(table.graphOf(NodeId{1}), std::nullopt);
}

} // namespace
} // namespace sidelight::ir
