// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
//
// A match is searched upwards from the pattern's first anchor, which is tried on each node of its target in order: what is left to compare is a list of goals
// (argument of the pattern, argument of the graph). A goal that fits adds those of its arguments; operands that commute add them in either order, and whatever
// fails further on comes back to the last such choice. Further anchors are looked for among the readers of what has been matched. Refused matches come back too:
// another choice may do. The cost of an anchor depends on the pattern alone, and is bounded.

#include "core/fx/transform/fusion.h"
#include "core/fx/transform/replace_pattern.h"
#include "core/fx/transform/same_call.h"
#include "core/fx/transform/writers.h"
#include "core/support/rules.h"
#include "core/support/text.h"

#include <algorithm>
#include <deque>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>

namespace sidelight::fx {

namespace {

constexpr std::size_t kMostSteps = 100'000; ///< Of the search from one anchor.

/// Readers of each node of one graph, in order.
class Readers {
public:
    explicit Readers(const ir::Graph<Node>& graph)
    {
        for (const NodeId id : graph.order())
            visitInputs(graph[id], [&](Value value, std::uint32_t) {
                auto& list = readers_[value.node];
                if (list.empty() || list.back() != id)
                    list.push_back(id);
            });
    }
    [[nodiscard]] const std::vector<NodeId>& of(NodeId id) const
    {
        static const std::vector<NodeId> kNone;
        const auto found = readers_.find(id);
        return found == readers_.end() ? kNone : found->second;
    }

private:
    std::unordered_map<NodeId, std::vector<NodeId>> readers_;
};

/// How to get from a node of the pattern that is matched already down to an anchor.
struct Path {
    NodeId from = kNoNode; ///< kNoNode: the anchor shares nothing with those before it.
    std::vector<NodeId> down;
};

const std::vector<Argument>* itemsOf(const Argument& argument)
{
    if (const auto* list = argument.as<ArgumentList>())
        return list;
    const auto* tuple = argument.as<ArgumentTuple>();
    return tuple ? &tuple->items : nullptr;
}

class Matcher {
public:
    Matcher(const ExportedProgram& program, GraphId graph, const Pattern& pattern, const PatternOptions& options)
        : program_(program), graphId_(graph), graph_(program.graphs[graph]), pattern_(pattern), options_(options), readers_(graph_), writers_(program, graph)
    {
        std::set<NodeId> reached;
        for (const NodeId anchor : pattern.anchors()) {
            paths_.push_back(pathTo(anchor, reached));
            reachUpwards(anchor, reached);
        }
        for (const NodeId id : pattern.nodes())
            visitInputs(pattern.graph()[id], [&](Value value, std::uint32_t) { ++readCount_[value.node]; });
    }

    std::vector<Match> run()
    {
        const NodeId first = pattern_.anchors().front();
        for (const NodeId id : graph_.order()) {
            if (!isSame(first, id))
                continue;
            steps_ = 0;
            refusal_.clear();
            anchor_ = id;
            goals_.assign(1, Goal{nullptr, nullptr, first, id});
            const bool found = solve(0);
            if (!found && steps_ >= kMostSteps)
                refusal_ = "the search has too many choices";
            if (!found && !refusal_.empty() && options_.refused)
                options_.refused(
                    support::diagnose(rules::kNodeChanged, concat("the pattern fits %", support::plainText(graph_[id].name), " and is not replaced: ", refusal_),
                                      {locationOf(graph_[id])}));
        }
        return std::move(matches_);
    }

private:
    /// Two arguments that must fit, or (null) two nodes.
    struct Goal {
        const Argument* pattern = nullptr;
        const Argument* graph = nullptr;
        NodeId patternNode = kNoNode;
        NodeId node = kNoNode;
    };

    [[nodiscard]] bool isSame(NodeId patternNode, NodeId id) const { return isSameCall(pattern_.program(), pattern_.graph()[patternNode], program_, graph_[id]); }

    void reachUpwards(NodeId id, std::set<NodeId>& reached) const
    {
        if (reached.insert(id).second)
            visitInputs(pattern_.graph()[id], [&](Value value, std::uint32_t) { reachUpwards(value.node, reached); });
    }
    [[nodiscard]] Path pathTo(NodeId anchor, const std::set<NodeId>& reached) const
    {
        std::unordered_map<NodeId, NodeId> below;
        std::deque<NodeId> open = {anchor};
        while (!open.empty()) {
            const NodeId id = open.front();
            open.pop_front();
            if (reached.count(id) != 0) {
                Path path{id, {}};
                for (NodeId at = id; at != anchor;)
                    path.down.push_back(at = below.at(at));
                return path;
            }
            visitInputs(pattern_.graph()[id], [&](Value value, std::uint32_t) {
                if (value.node != anchor && below.emplace(value.node, id).second)
                    open.push_back(value.node);
            });
        }
        return {};
    }

    bool solve(std::size_t at)
    {
        if (++steps_ > kMostSteps)
            return false;
        if (at == goals_.size())
            return matchNextAnchor(at);
        const Goal goal = goals_[at];
        if (goal.patternNode != kNoNode)
            return solveNode(at, goal.patternNode, goal.node);
        if (!goal.pattern || !goal.graph)
            return goal.pattern == goal.graph && solve(at + 1);
        if (const auto* value = goal.pattern->as<Value>()) {
            if (pattern_.graph()[value->node].op == Op::Placeholder)
                return solveWildcard(at, value->node, goal.graph);
            const auto* other = goal.graph->as<Value>();
            return other && value->output == other->output && graph_.contains(other->node) && solveNode(at, value->node, other->node);
        }
        return solveLiteral(at, *goal.pattern, *goal.graph);
    }
    bool solveWildcard(std::size_t at, NodeId placeholder, const Argument* argument)
    {
        const auto [bound, isNew] = wildcards_.emplace(placeholder, argument);
        if (!isNew)
            return (bound->second == argument || *bound->second == *argument) && solve(at + 1);
        if (solve(at + 1))
            return true;
        wildcards_.erase(placeholder);
        return false;
    }
    bool solveLiteral(std::size_t at, const Argument& left, const Argument& right)
    {
        const auto* items = itemsOf(left);
        const auto* others = itemsOf(right);
        const auto* dict = left.as<ArgumentDict>();
        const auto* otherDict = right.as<ArgumentDict>();
        if (dict && otherDict && dict->keys == otherDict->keys) {
            items = &dict->values;
            others = &otherDict->values;
        }
        if (items && others) {
            if (items->size() != others->size())
                return false;
            const std::size_t size = goals_.size();
            for (std::size_t i = 0; i < items->size(); ++i)
                goals_.push_back({&(*items)[i], &(*others)[i]});
            if (solve(at + 1))
                return true;
            goals_.resize(size);
            return false;
        }
        if (const auto* body = left.as<GraphId>(); body && right.as<GraphId>())
            return isSameBody(pattern_.program(), *body, program_, *right.as<GraphId>()) && solve(at + 1);
        return !right.as<Value>() && (options_.ignoreLiterals || left == right) && solve(at + 1);
    }
    bool solveNode(std::size_t at, NodeId patternNode, NodeId id)
    {
        if (const auto known = images_.find(patternNode); known != images_.end())
            return known->second == id && solve(at + 1);
        if (owners_.count(id) != 0 || !isSame(patternNode, id))
            return false;
        const Node& wanted = pattern_.graph()[patternNode];
        const auto arguments = orderedArguments(wanted);
        auto others = orderedArguments(graph_[id]);
        if (arguments.size() != others.size())
            return false;
        images_.emplace(patternNode, id);
        owners_.emplace(id, patternNode);
        const std::size_t size = goals_.size();
        const bool swaps = options_.commute && others.size() >= 2 && isCommutative(wanted) && isCommutative(graph_[id]) && !isEitherWayTheSame(arguments);
        for (int order = 0; order < (swaps ? 2 : 1); ++order) {
            if (order == 1)
                std::swap(others[0], others[1]);
            for (std::size_t i = 0; i < arguments.size(); ++i)
                goals_.push_back({arguments[i], others[i]});
            if (solve(at + 1))
                return true;
            goals_.resize(size);
        }
        images_.erase(patternNode);
        owners_.erase(id);
        return false;
    }
    /// Two wildcards that nothing else of the pattern reads.
    [[nodiscard]] bool isEitherWayTheSame(const std::vector<const Argument*>& arguments) const
    {
        return std::all_of(arguments.begin(), arguments.begin() + 2, [&](const Argument* argument) {
            const Value* value = argument ? argument->as<Value>() : nullptr;
            return value && pattern_.graph()[value->node].op == Op::Placeholder && readCount_.at(value->node) == 1;
        });
    }

    bool matchNextAnchor(std::size_t at)
    {
        const auto& anchors = pattern_.anchors();
        const auto next = std::find_if(anchors.begin(), anchors.end(), [&](NodeId anchor) { return images_.count(anchor) == 0; });
        if (next == anchors.end())
            return finish();
        const Path& path = paths_[static_cast<std::size_t>(next - anchors.begin())];
        for (const NodeId candidate : candidatesFor(*next, path)) {
            goals_.push_back({nullptr, nullptr, *next, candidate});
            if (solve(at))
                return true;
            goals_.resize(at);
        }
        return false;
    }
    [[nodiscard]] std::vector<NodeId> candidatesFor(NodeId anchor, const Path& path)
    {
        if (path.from == kNoNode)
            return unconnected(anchor);
        NodeId from = kNoNode;
        if (const auto wildcard = wildcards_.find(path.from); wildcard != wildcards_.end()) {
            const Value* value = wildcard->second->as<Value>();
            if (!value)
                return unconnected(anchor);
            from = value->node;
        } else {
            from = images_.at(path.from);
        }
        std::vector<NodeId> found = {from};
        for (const NodeId step : path.down) {
            std::vector<NodeId> below;
            for (const NodeId id : found)
                for (const NodeId reader : readers_.of(id))
                    if (isSame(step, reader) && std::find(below.begin(), below.end(), reader) == below.end())
                        below.push_back(reader);
            found = std::move(below);
        }
        std::sort(found.begin(), found.end(), [&](NodeId left, NodeId right) { return graph_.precedes(left, right); });
        return found;
    }
    /// Every node of the anchor's target that is not taken; those at the front that are taken are not looked at again.
    [[nodiscard]] std::vector<NodeId> unconnected(NodeId anchor)
    {
        const auto [known, isNew] = byAnchor_.try_emplace(anchor);
        std::deque<NodeId>& list = known->second;
        if (isNew)
            for (const NodeId id : graph_.order())
                if (isSame(anchor, id))
                    list.push_back(id);
        while (!list.empty() && taken_.count(list.front()) != 0)
            list.pop_front();
        std::vector<NodeId> free;
        constexpr std::size_t kMostTried = 64; // One of few that come next; more would cost the square of their number.
        for (std::size_t i = 0; i < list.size() && free.size() < kMostTried; ++i)
            if (taken_.count(list[i]) == 0)
                free.push_back(list[i]);
        return free;
    }

    /// All anchors are matched: accepts the match, or keeps the reason and lets the search go on.
    bool finish()
    {
        Match match;
        match.graph = graphId_;
        match.anchor = anchor_;
        Group group;
        for (const NodeId id : pattern_.nodes()) {
            match.nodes.emplace_back(id, images_.at(id));
            group.nodes.insert(images_.at(id));
        }
        for (const NodeId id : pattern_.placeholders()) {
            match.placeholders.push_back(*wildcards_.at(id));
            if (const Value* value = match.placeholders.back().as<Value>())
                group.inputs.push_back(*value);
        }
        for (const NodeId id : pattern_.returning())
            match.returning.push_back(images_.at(id));
        group.results = match.returning;
        std::string reason = obstacleOf(match, group);
        const bool wanted = reason.empty() && std::all_of(options_.filters.begin(), options_.filters.end(),
                                                          [&](const MatchFilter& filter) { return filter(match, program_); });
        if (!wanted) {
            if (refusal_.empty())
                refusal_ = std::move(reason);
            return false;
        }
        for (const auto& [patternNode, id] : match.nodes)
            taken_.insert(id);
        matches_.push_back(std::move(match));
        images_.clear();
        owners_.clear();
        wildcards_.clear();
        return true;
    }
    [[nodiscard]] std::string named(NodeId id) const { return concat('%', support::plainText(graph_[id].name)); }

    [[nodiscard]] std::string obstacleOf(const Match& match, const Group& group) const
    {
        for (const auto& [patternNode, id] : match.nodes)
            if (taken_.count(id) != 0)
                return concat(named(id), " belongs to an earlier match");
        for (const Value input : group.inputs)
            if (group.nodes.count(input.node) != 0)
                return concat("it reads ", named(input.node), ", which it would replace, through a placeholder too");
        for (const auto& [patternNode, id] : match.nodes)
            if (std::find(match.returning.begin(), match.returning.end(), id) == match.returning.end())
                for (const NodeId reader : readers_.of(id))
                    if (group.nodes.count(reader) == 0)
                        return concat("its inner value ", named(id), " is used outside, by ", named(reader));
        const Placement placement = placementOf(program_, graphId_, group, [&](NodeId id) { return readers_.of(id); });
        if (!placement.obstacle.empty())
            return placement.obstacle;
        if (const NodeId crossed = writers_.crossing(graph_, group, placement.before); crossed != kNoNode)
            return concat(named(crossed), " stands within it and writes what it reads, or reads what it writes");
        return {};
    }

    const ExportedProgram& program_;
    GraphId graphId_;
    const ir::Graph<Node>& graph_;
    const Pattern& pattern_;
    const PatternOptions& options_;
    Readers readers_;
    Writers writers_;
    std::vector<Path> paths_; ///< Of each anchor.
    std::unordered_map<NodeId, std::size_t> readCount_;

    std::vector<Goal> goals_;
    std::unordered_map<NodeId, NodeId> images_; ///< Pattern node to graph node, and back.
    std::unordered_map<NodeId, NodeId> owners_;
    std::unordered_map<NodeId, const Argument*> wildcards_;
    std::size_t steps_ = 0;
    std::string refusal_;
    NodeId anchor_ = kNoNode;

    std::vector<Match> matches_;
    std::unordered_set<NodeId> taken_;
    std::unordered_map<NodeId, std::deque<NodeId>> byAnchor_;
};

} // namespace

std::vector<Match> findMatches(const ExportedProgram& program, GraphId graph, const Pattern& pattern, const PatternOptions& options)
{
    return program.graphs.contains(graph) ? Matcher(program, graph, pattern, options).run() : std::vector<Match>();
}

} // namespace sidelight::fx
