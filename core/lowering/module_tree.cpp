// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/lowering/module_tree.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <string_view>
#include <utility>

namespace sidelight::lowering {

namespace {

/// The groups of one level, with a topological order that is kept while edges come.
class Quotient {
public:
    std::size_t add()
    {
        successors_.emplace_back();
        predecessors_.emplace_back();
        rank_.push_back(rank_.size());
        return rank_.size() - 1;
    }

    /// Makes `from` come before `to`; false (and no change) when one of them already comes after `to` by force.
    bool addEdges(const std::vector<std::size_t>& from, std::size_t to)
    {
        std::size_t upper = 0;
        for (const std::size_t node : from)
            upper = std::max(upper, rank_[node]);
        if (!from.empty() && upper > rank_[to]) {
            const std::vector<std::size_t> after = reach(to, successors_, [&](std::size_t node) { return rank_[node] <= upper; });
            for (const std::size_t node : from)
                if (std::ranges::find(after, node) != after.end())
                    return false;
        }
        for (const std::size_t node : from)
            addEdge(node, to);
        return true;
    }

    [[nodiscard]] std::vector<std::size_t> order() const
    {
        std::vector<std::size_t> nodes(rank_.size());
        std::iota(nodes.begin(), nodes.end(), std::size_t{0});
        std::ranges::sort(nodes, {}, [&](std::size_t node) { return rank_[node]; });
        return nodes;
    }

private:
    using Adjacency = std::vector<std::vector<std::size_t>>;

    template <class Within>
    static std::vector<std::size_t> reach(std::size_t start, const Adjacency& edges, Within within)
    {
        std::vector<std::size_t> found{start};
        std::map<std::size_t, bool> seen{{start, true}};
        for (std::size_t i = 0; i < found.size(); ++i)
            for (const std::size_t next : edges[found[i]])
                if (within(next) && seen.try_emplace(next, true).second)
                    found.push_back(next);
        return found;
    }

    void addEdge(std::size_t from, std::size_t to)
    {
        if (std::ranges::find(predecessors_[to], from) != predecessors_[to].end())
            return;
        successors_[from].push_back(to);
        predecessors_[to].push_back(from);
        const std::size_t lower = rank_[to];
        const std::size_t upper = rank_[from];
        if (upper < lower)
            return;
        auto after = reach(to, successors_, [&](std::size_t node) { return rank_[node] <= upper; });
        auto before = reach(from, predecessors_, [&](std::size_t node) { return rank_[node] >= lower; });
        const auto byRank = [&](std::size_t node) { return rank_[node]; };
        std::ranges::sort(after, {}, byRank);
        std::ranges::sort(before, {}, byRank);
        std::vector<std::size_t> nodes = before;
        nodes.insert(nodes.end(), after.begin(), after.end());
        std::vector<std::size_t> ranks;
        for (const std::size_t node : nodes)
            ranks.push_back(rank_[node]);
        std::ranges::sort(ranks);
        for (std::size_t i = 0; i < nodes.size(); ++i)
            rank_[nodes[i]] = ranks[i];
    }

    Adjacency successors_;
    Adjacency predecessors_;
    std::vector<std::size_t> rank_;
};

class Grouping {
public:
    explicit Grouping(const std::vector<ModuleItem>& items) : items_(items), groupOf_(items.size()), level_(items.size(), 0) {}

    std::vector<ModuleChild> group(const std::vector<std::size_t>& members, std::size_t depth)
    {
        const std::size_t stamp = ++stamps_;
        for (const std::size_t item : members)
            level_[item] = stamp;
        Quotient quotient;
        std::vector<Run> runs;
        std::map<std::string_view, std::size_t> open;
        std::map<std::string_view, std::size_t> partCounts;
        for (const std::size_t item : members) {
            const auto& stack = items_[item].stack;
            const fx::ModuleFrame* frame = depth < stack.size() ? stack[depth] : nullptr;
            const auto known = frame ? open.find(frame->key) : open.end();
            if (known != open.end() && quotient.addEdges(readsOf(item, stamp, known->second), known->second)) {
                groupOf_[item] = known->second;
                runs[known->second].members.push_back(item);
                continue;
            }
            const std::size_t run = quotient.add();
            groupOf_[item] = run;
            runs.push_back({frame, frame ? ++partCounts[frame->key] : 1, {item}});
            quotient.addEdges(readsOf(item, stamp, run), run);
            if (frame)
                open[frame->key] = run;
        }
        std::vector<ModuleChild> children;
        for (const std::size_t run : quotient.order())
            children.push_back(childOf(runs[run], partCounts, depth));
        return children;
    }

private:
    struct Run {
        const fx::ModuleFrame* frame;
        std::size_t part;
        std::vector<std::size_t> members;
    };

    /// Runs of this level, other than `self`, that `item` reads.
    [[nodiscard]] std::vector<std::size_t> readsOf(std::size_t item, std::size_t stamp, std::size_t self) const
    {
        std::vector<std::size_t> runs;
        for (const std::size_t read : items_[item].reads)
            if (level_[read] == stamp && groupOf_[read] != self)
                runs.push_back(groupOf_[read]);
        std::ranges::sort(runs);
        runs.erase(std::unique(runs.begin(), runs.end()), runs.end());
        return runs;
    }

    ModuleChild childOf(const Run& run, const std::map<std::string_view, std::size_t>& partCounts, std::size_t depth)
    {
        if (!run.frame)
            return run.members.front();
        auto group = std::make_unique<ModuleGroup>();
        group->frame = run.frame;
        group->part = run.part;
        group->parts = partCounts.at(run.frame->key);
        group->children = this->group(run.members, depth + 1);
        return group;
    }

    const std::vector<ModuleItem>& items_;
    std::vector<std::size_t> groupOf_;
    std::vector<std::size_t> level_;
    std::size_t stamps_ = 0;
};

} // namespace

std::vector<ModuleChild> groupByModule(const std::vector<ModuleItem>& items)
{
    std::vector<std::size_t> all(items.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    return Grouping(items).group(all, 0);
}

} // namespace sidelight::lowering
