// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/display/levels.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace sidelight::display {
namespace {

using Value = std::pair<std::uint32_t, std::uint32_t>; ///< Display node and output.
constexpr std::uint32_t kTop = 0;

std::uint32_t levelOf(ClusterId cluster)
{
    return cluster == kNoCluster ? kTop : static_cast<std::uint32_t>(index(cluster)) + 1;
}

class Builder {
public:
    explicit Builder(const DisplayGraph& graph) : graph_(graph) {}

    Levels build()
    {
        makeTree();
        collectPorts();
        fillItems();
        for (std::uint32_t e = 0; e < graph_.edges.size(); ++e)
            addEdge(e);
        return std::move(out_);
    }

private:
    /// Parents of clusters come first in DisplayGraph::clusters.
    void makeTree()
    {
        out_.levels.resize(graph_.clusters.size() + 1);
        for (std::uint32_t c = 0; c < graph_.clusters.size(); ++c) {
            Level& level = out_.levels[c + 1];
            level.parent = levelOf(graph_.clusters[c].parent);
            if (level.parent > c)
                level.parent = kTop;
            level.depth = out_.levels[level.parent].depth + 1;
        }
        out_.outerFirst.resize(out_.levels.size());
        std::iota(out_.outerFirst.begin(), out_.outerFirst.end(), 0u);
        out_.stretches.resize(graph_.edges.size());
        entries_.resize(out_.levels.size());
        exits_.resize(out_.levels.size());
    }

    /// Levels that an edge leaves (from inside out) and enters (from outside in), and the level where it turns.
    struct Way {
        std::vector<std::uint32_t> up;
        std::vector<std::uint32_t> down;
        std::uint32_t top = kTop;
    };
    [[nodiscard]] Way wayOf(const DisplayEdge& edge) const
    {
        Way way;
        std::uint32_t a = levelOf(graph_.nodes[edge.from].cluster);
        std::uint32_t b = levelOf(graph_.nodes[edge.to].cluster);
        while (a != b) {
            if (out_.levels[a].depth >= out_.levels[b].depth) {
                way.up.push_back(a);
                a = out_.levels[a].parent;
            } else {
                way.down.push_back(b);
                b = out_.levels[b].parent;
            }
        }
        std::ranges::reverse(way.down);
        way.top = a;
        return way;
    }

    void collectPorts()
    {
        for (std::uint32_t e = 0; e < graph_.edges.size(); ++e) {
            const Way way = wayOf(graph_.edges[e]);
            const Value value{graph_.edges[e].from, graph_.edges[e].output};
            for (const std::uint32_t level : way.up)
                if (exits_[level].emplace(value, static_cast<std::uint32_t>(exits_[level].size())).second)
                    exitEdges_[{level, value}] = e;
            for (const std::uint32_t level : way.down)
                if (entries_[level].emplace(value, static_cast<std::uint32_t>(entries_[level].size())).second)
                    entryEdges_[{level, value}] = e;
        }
    }

    void fillItems()
    {
        nodeItem_.resize(graph_.nodes.size());
        frameItem_.resize(out_.levels.size());
        // Where each frame's content begins in the order of nodes; empty frames come last.
        std::vector<std::uint32_t> first(out_.levels.size(), std::numeric_limits<std::uint32_t>::max());
        for (std::uint32_t n = 0; n < graph_.nodes.size(); ++n)
            for (std::uint32_t level = levelOf(graph_.nodes[n].cluster); level != kTop && first[level] > n; level = out_.levels[level].parent)
                first[level] = n;
        std::vector<std::vector<std::pair<std::uint32_t, LevelItem>>> content(out_.levels.size());
        for (std::uint32_t n = 0; n < graph_.nodes.size(); ++n)
            content[levelOf(graph_.nodes[n].cluster)].push_back({n, {LevelItem::Kind::Node, n}});
        for (std::uint32_t level = 1; level < out_.levels.size(); ++level)
            content[out_.levels[level].parent].push_back({first[level], {LevelItem::Kind::Frame, level - 1}});
        for (std::uint32_t level = 0; level < out_.levels.size(); ++level) {
            std::vector<LevelItem>& items = out_.levels[level].items;
            items.resize(entries_[level].size());
            for (const auto& [value, at] : entries_[level])
                items[at] = {LevelItem::Kind::Entry, entryEdges_[{level, value}]};
            std::ranges::stable_sort(content[level], {}, [](const auto& entry) { return entry.first; });
            for (const auto& [place, item] : content[level]) {
                (item.kind == LevelItem::Kind::Node ? nodeItem_[item.index] : frameItem_[item.index + 1]) = static_cast<std::uint32_t>(items.size());
                items.push_back(item);
            }
            firstExit_.push_back(static_cast<std::uint32_t>(items.size()));
            items.resize(items.size() + exits_[level].size());
            for (const auto& [value, at] : exits_[level])
                items[firstExit_[level] + at] = {LevelItem::Kind::Exit, exitEdges_[{level, value}]};
        }
    }

    void addEdge(std::uint32_t e)
    {
        const DisplayEdge& edge = graph_.edges[e];
        const Way way = wayOf(edge);
        const Value value{edge.from, edge.output};
        LevelEdge next{nodeItem_[edge.from], 0, edge.output, edge.labelSize, false, false, {}, {}};
        for (const std::uint32_t level : way.up) {
            next.to = firstExit_[level] + exits_[level].at(value);
            addStretch(e, level, next, value);
            next = {frameItem_[level], 0, 0, {}, true, false, {level, next.to}, {}};
        }
        std::uint32_t level = way.top;
        for (const std::uint32_t inner : way.down) {
            next.to = frameItem_[inner];
            next.toFrame = true;
            next.toPort = {inner, entries_[inner].at(value)};
            addStretch(e, level, next, value);
            next = {entries_[inner].at(value), 0, 0, {}, false, false, {}, {}};
            level = inner;
        }
        next.to = nodeItem_[edge.to];
        addStretch(e, level, next, value);
    }

    /// Edges of one value between the same items are one flat edge.
    void addStretch(std::uint32_t e, std::uint32_t level, const LevelEdge& edge, Value value)
    {
        std::vector<LevelEdge>& edges = out_.levels[level].edges;
        const auto [known, isNew] = known_.emplace(std::tuple{level, edge.from, edge.to, value}, static_cast<std::uint32_t>(edges.size()));
        if (isNew)
            edges.push_back(edge);
        out_.stretches[e].push_back({level, known->second});
    }

    const DisplayGraph& graph_;
    Levels out_;
    std::vector<std::map<Value, std::uint32_t>> entries_;
    std::vector<std::map<Value, std::uint32_t>> exits_;
    std::map<std::pair<std::uint32_t, Value>, std::uint32_t> entryEdges_;
    std::map<std::pair<std::uint32_t, Value>, std::uint32_t> exitEdges_;
    std::vector<std::uint32_t> firstExit_;
    std::vector<std::uint32_t> nodeItem_;
    std::vector<std::uint32_t> frameItem_;
    std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t, Value>, std::uint32_t> known_;
};

} // namespace

Levels makeLevels(const DisplayGraph& graph)
{
    return Builder(graph).build();
}

} // namespace sidelight::display
