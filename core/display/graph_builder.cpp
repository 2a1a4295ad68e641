// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/display/graph_builder.h"

#include "core/display/box_metrics.h"
#include "core/support/text.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace sidelight::display {
namespace {

constexpr std::uint32_t kNearRanks = 3;     ///< A reader this close is reached by an edge.
constexpr std::uint32_t kFarthestRanks = 250; ///< Beyond this even a single reader gets a stub.

using ValueKey = std::tuple<std::uint32_t, NodePath, std::uint32_t>;

/// Longest paths from the top, then each box as low as its first reader lets it: what hangs on sources alone stands by its reader.
std::vector<std::uint32_t> ranksOf(const DisplayGraph& graph)
{
    std::vector<std::vector<std::uint32_t>> entering(graph.nodes.size());
    std::vector<std::vector<std::uint32_t>> leaving(graph.nodes.size());
    for (const DisplayEdge& edge : graph.edges) {
        if (edge.from >= edge.to)
            continue;
        entering[edge.to].push_back(edge.from);
        leaving[edge.from].push_back(edge.to);
    }
    std::vector<std::uint32_t> rank(graph.nodes.size(), 0);
    for (std::uint32_t n = 0; n < rank.size(); ++n)
        for (const std::uint32_t from : entering[n])
            rank[n] = std::max(rank[n], rank[from] + 1);
    for (std::size_t n = rank.size(); n-- > 0;) {
        if (leaving[n].empty())
            continue;
        const auto first = std::ranges::min_element(leaving[n], {}, [&](std::uint32_t to) { return rank[to]; });
        rank[n] = std::max(rank[n], rank[*first] - 1);
    }
    return rank;
}

/// Edges that become stubs: those to distant readers of values with many of them.
std::vector<char> hubEdges(const DisplayGraph& graph, std::size_t hubReaders)
{
    const std::vector<std::uint32_t> rank = ranksOf(graph);
    const auto distance = [&](const DisplayEdge& edge) { return edge.from < edge.to ? rank[edge.to] - rank[edge.from] : 1; };
    std::map<ValueKey, std::size_t> distant;
    for (const DisplayEdge& edge : graph.edges)
        if (distance(edge) > kNearRanks)
            ++distant[{edge.from, edge.producer, edge.output}];
    std::vector<char> cut(graph.edges.size(), 0);
    for (std::size_t e = 0; e < graph.edges.size(); ++e) {
        const DisplayEdge& edge = graph.edges[e];
        const std::uint32_t ranks = distance(edge);
        cut[e] = ranks > kNearRanks && (ranks > kFarthestRanks || distant[{edge.from, edge.producer, edge.output}] >= hubReaders);
    }
    return cut;
}

} // namespace

BoxKey keyOf(const NodePath& path)
{
    std::string key = "n";
    for (std::size_t i = 0; i < path.nodes.size(); ++i)
        key += concat(i == 0 ? "" : "/", ir::index(path.nodes[i]));
    return key;
}

NodePath operator/(const NodePath& path, NodeId node)
{
    NodePath longer = path;
    longer.nodes.push_back(node);
    return longer;
}

std::string shortCount(std::uint64_t count)
{
    constexpr std::array<std::string_view, 5> kUnits = {"", " k", " M", " G", " T"};
    if (count < 1000)
        return concat(count);
    auto value = static_cast<double>(count);
    std::size_t unit = 0;
    while (value >= 999.5 && unit + 1 < kUnits.size()) {
        value /= 1000;
        ++unit;
    }
    const auto tenths = static_cast<std::uint64_t>(std::llround(value * 10));
    if (tenths >= 1000 || tenths % 10 == 0)
        return concat((tenths + 5) / 10, kUnits[unit]);
    return concat(tenths / 10, ".", tenths % 10, kUnits[unit]);
}

GraphBuilder::GraphBuilder(const DisplayOptions& options) : options_(options) {}

bool GraphBuilder::isOpen(const BoxKey& key, ClusterId parent) const
{
    const Expansion& expansion = options_.expansion;
    if (expansion.all || expansion.open.contains(key) || expansion.below.contains(key))
        return true;
    if (expansion.depth == 0 && expansion.below.empty())
        return false;
    std::size_t depth = 0;
    for (ClusterId frame = parent; frame != kNoCluster; frame = graph_.clusters[index(frame)].parent) {
        if (expansion.below.contains(graph_.clusters[index(frame)].key))
            return true;
        ++depth;
    }
    return depth < expansion.depth;
}

std::uint32_t GraphBuilder::addBox(DisplayNode node)
{
    graph_.nodes.push_back(std::move(node));
    return static_cast<std::uint32_t>(graph_.nodes.size() - 1);
}

ClusterId GraphBuilder::addFrame(Cluster cluster)
{
    graph_.clusters.push_back(std::move(cluster));
    return ClusterId{static_cast<std::uint32_t>(graph_.clusters.size() - 1)};
}

void GraphBuilder::connect(const Source& source, std::uint32_t to)
{
    if (source.box == to)
        return;
    std::vector<std::uint32_t>& known = between_[{source.box, to}];
    const auto isSame = [&](std::uint32_t e) { return graph_.edges[e].producer == source.producer && graph_.edges[e].output == source.output; };
    if (std::ranges::any_of(known, isSame))
        return;
    known.push_back(static_cast<std::uint32_t>(graph_.edges.size()));
    graph_.edges.push_back({source.box, to, source.label, source.name, source.producer, source.output, Delta::None, false, {}});
}

void GraphBuilder::show(const NodePath& path, std::uint32_t box)
{
    graph_.boxOf.insert_or_assign(path, box);
}

void GraphBuilder::show(const NodePath& path, ClusterId frame)
{
    graph_.frameOf.insert_or_assign(path, frame);
}

void GraphBuilder::cutHubs()
{
    const std::vector<char> cut = hubEdges(graph_, options_.hubReaders);
    if (std::ranges::none_of(cut, [](char c) { return c != 0; }))
        return;
    // A stub stands before its reader, so that boxes stay in topological order.
    std::vector<std::vector<std::uint32_t>> stubsOf(graph_.nodes.size());
    for (std::uint32_t e = 0; e < graph_.edges.size(); ++e)
        if (cut[e])
            stubsOf[graph_.edges[e].to].push_back(e);
    std::vector<DisplayNode> nodes;
    std::vector<std::uint32_t> moved(graph_.nodes.size());
    std::vector<std::uint32_t> stubOf(graph_.edges.size());
    for (std::uint32_t n = 0; n < graph_.nodes.size(); ++n) {
        for (const std::uint32_t e : stubsOf[n]) {
            DisplayNode stub;
            stub.key = concat("s:", keyOf(graph_.edges[e].producer), ".", graph_.edges[e].output, ">", graph_.nodes[n].key);
            stub.ref = graph_.edges[e].producer;
            stub.title = graph_.edges[e].name;
            stub.note = graph_.edges[e].label;
            stub.role = Role::Stub;
            stub.cluster = graph_.nodes[n].cluster;
            stubOf[e] = static_cast<std::uint32_t>(nodes.size());
            nodes.push_back(std::move(stub));
        }
        moved[n] = static_cast<std::uint32_t>(nodes.size());
        nodes.push_back(std::move(graph_.nodes[n]));
    }
    graph_.nodes = std::move(nodes);
    for (std::uint32_t e = 0; e < graph_.edges.size(); ++e) {
        DisplayEdge& edge = graph_.edges[e];
        edge.to = moved[edge.to];
        edge.from = cut[e] ? stubOf[e] : moved[edge.from];
        if (cut[e])
            edge.label.clear();
    }
    for (auto& [path, box] : graph_.boxOf)
        box = moved[box];
}

void GraphBuilder::sumBadges()
{
    const auto add = [](Badge& sum, const Badge& badge) {
        sum.level = std::max(sum.level, badge.level);
        sum.count += badge.count;
    };
    for (const auto& [path, badge] : options_.badges) {
        if (const auto box = findBox(graph_, path))
            add(graph_.nodes[*box].badge, badge);
        else if (const auto frame = graph_.frameOf.find(path); frame != graph_.frameOf.end())
            add(graph_.clusters[index(frame->second)].badge, badge);
    }
}

DisplayGraph GraphBuilder::finish()
{
    cutHubs();
    sumBadges();
    for (DisplayNode& node : graph_.nodes)
        node.size = measureBox(node, *options_.measure);
    for (DisplayEdge& edge : graph_.edges)
        edge.labelSize = measureLabel(edge.label, *options_.measure);
    return std::move(graph_);
}

std::optional<std::uint32_t> findBox(const DisplayGraph& graph, const NodePath& path)
{
    NodePath at = path;
    while (!at.nodes.empty()) {
        if (const auto found = graph.boxOf.find(at); found != graph.boxOf.end())
            return found->second;
        if (graph.frameOf.contains(at))
            return std::nullopt;
        at.nodes.pop_back();
    }
    return std::nullopt;
}

} // namespace sidelight::display
