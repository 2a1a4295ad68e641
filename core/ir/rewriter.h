// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/ir/change.h"
#include "core/support/result.h"
#include "core/support/rules.h"
#include "core/support/text.h"

#include <algorithm>
#include <cassert>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace sidelight::ir {

/// What a pass looked at: nodes in the order of the first visit. Those that were visited and not matched fell through.
struct Coverage {
    std::vector<NodeId> visited;
    std::vector<NodeId> matched; ///< Of them, those that the pass's pattern fits; what it then did to them is in the changes.
};

/// The only way to mutate a Unit (fx::ExportedProgram, onnxir::Model): keeps def-use chains over all its graphs, records every edit, and
/// stamps provenance. A Unit's Node has, found by argument-dependent lookup: `visitInputs(node, f(Value, slot))`, `mapInputs(node, f(Value) -> Value)`
/// and `inheritFrom(node, origin, pass)` (which carries metadata over and adds `from_node`).
template <class Unit>
class Rewriter {
public:
    using Node = typename Unit::Node;

    /// `pass` is the id that provenance names.
    Rewriter(Unit& unit, std::string pass) : unit_(&unit), pass_(std::move(pass)) {}

    [[nodiscard]] const Unit& unit() const { return *unit_; }
    [[nodiscard]] const Graph<Node>& graph(GraphId id) const { return unit_->graphs[id]; }
    [[nodiscard]] const Node& node(NodeId id) const { return graph(graphOf(id))[id]; }
    [[nodiscard]] GraphId graphOf(NodeId id) const
    {
        buildIndex();
        const auto found = homes_.find(id);
        assert(found != homes_.end());
        return found->second;
    }
    [[nodiscard]] bool contains(NodeId id) const
    {
        buildIndex();
        return homes_.count(id) != 0;
    }
    /// Reads of `value` in all graphs, in the order they came to be.
    [[nodiscard]] const std::vector<Use>& uses(Value value) const
    {
        static const std::vector<Use> kNone;
        buildIndex();
        const auto found = uses_.find(value);
        return found == uses_.end() ? kNone : found->second;
    }
    /// Whether any output of `id` is read.
    [[nodiscard]] bool hasUsers(NodeId id) const
    {
        buildIndex();
        const auto found = userCount_.find(id);
        return found != userCount_.end() && found->second > 0;
    }

    /// The node that the changes to come are made for; each change carries it.
    void setCause(NodeId cause) { cause_ = cause; }
    /// Begins looking at `id`: it is the cause of the changes to come, and is counted as visited.
    void visit(NodeId id)
    {
        cause_ = id;
        coverage_.visited.push_back(id);
    }
    /// Says that the pass's pattern fits the node being visited.
    void match() { coverage_.matched.push_back(cause_); }

    /// Inserts before `before` (kNoNode: at the end of `graph`). With an `origin` the new node inherits its metadata and names it in from_node.
    NodeId insert(GraphId graph, NodeId before, Node node, NodeId origin = kNoNode, CodeLocation where = CodeLocation::current())
    {
        if (origin != kNoNode && contains(origin))
            inherit(node, origin);
        const NodeId id = unit_->newNodeId();
        record(NodeChange<Unit>{graph, id, nullptr, std::make_shared<const Node>(std::move(node)), before}, where);
        return id;
    }
    /// Inserts before `anchor` in its graph.
    NodeId insertingBefore(NodeId anchor, Node node, NodeId origin = kNoNode, CodeLocation where = CodeLocation::current())
    {
        return insert(graphOf(anchor), anchor, std::move(node), origin, where);
    }
    /// Inserts right after `anchor` in its graph.
    NodeId insertingAfter(NodeId anchor, Node node, NodeId origin = kNoNode, CodeLocation where = CodeLocation::current())
    {
        const GraphId home = graphOf(anchor);
        return insert(home, graph(home).next(anchor), std::move(node), origin, where);
    }
    /// Replaces the node under its id; nothing is recorded when they are equal.
    void update(NodeId id, Node node, CodeLocation where = CodeLocation::current())
    {
        const GraphId home = graphOf(id);
        const auto before = graph(home).shared(id);
        if (*before == node)
            return;
        record(NodeChange<Unit>{home, id, before, std::make_shared<const Node>(std::move(node)), kNoNode}, where);
    }
    /// Makes every reader of `from` read `to` instead, the graph signature too: one change for each reader. `to` itself may read `from`.
    void replaceAllUsesWith(Value from, Value to, CodeLocation where = CodeLocation::current())
    {
        if (from == to)
            return;
        std::vector<NodeId> users;
        for (const Use& use : uses(from))
            if (users.empty() || users.back() != use.user) // All reads of one user are neighbours: it learns them at once.
                users.push_back(use.user);
        for (const NodeId user : users) {
            if (user == to.node)
                continue;
            Node changed = node(user);
            mapInputs(changed, [&](Value value) { return value == from ? to : value; });
            update(user, std::move(changed), where);
        }
        remapSignature(from, to, where);
    }
    /// Removes a node without users; refuses (SL2001) one that is still read, naming who reads it.
    Status erase(NodeId id, CodeLocation where = CodeLocation::current())
    {
        if (hasUsers(id))
            return support::diagnose(rules::kLint, concat(label(id), " cannot be erased: it is still read by ", readersOf(id), "; replace its uses first"));
        const GraphId home = graphOf(id);
        record(NodeChange<Unit>{home, id, graph(home).shared(id), nullptr, graph(home).next(id)}, where);
        return {};
    }
    /// Makes every reader of output 0 of `id` read `input` instead, then removes `id`. Refuses as erase does when another output is read.
    Status deleteAndForward(NodeId id, Value input, CodeLocation where = CodeLocation::current())
    {
        replaceAllUsesWith({id, 0}, input, where);
        return erase(id, where);
    }
    /// Moves before `before` (kNoNode: to the end).
    void move(NodeId id, NodeId before, CodeLocation where = CodeLocation::current())
    {
        const GraphId home = graphOf(id);
        const NodeId next = graph(home).next(id);
        if (before == id || before == next)
            return;
        record(OrderChange{home, id, next, before}, where);
    }
    GraphId addGraph(Graph<Node> content = {}, CodeLocation where = CodeLocation::current())
    {
        const GraphId id = unit_->newGraphId();
        record(GraphAdded<Unit>{id, std::make_shared<const Graph<Node>>(std::move(content))}, where);
        return id;
    }
    void removeGraph(GraphId id, CodeLocation where = CodeLocation::current())
    {
        record(GraphRemoved<Unit>{id, std::make_shared<const Graph<Node>>(graph(id))}, where);
    }
    void setSignature(typename Unit::Signature signature, CodeLocation where = CodeLocation::current())
    {
        if (unit_->signature && *unit_->signature == signature)
            return;
        record(SignatureChange<Unit>{unit_->signature, std::make_shared<const typename Unit::Signature>(std::move(signature))}, where);
    }
    /// Null removes it.
    void setState(const std::string& name, std::shared_ptr<const Tensor> tensor, CodeLocation where = CodeLocation::current())
    {
        auto before = unit_->stateOf(name);
        if (before != tensor)
            record(StateChange{name, std::move(before), std::move(tensor)}, where);
    }
    /// Null removes it.
    void setFunction(GraphId id, std::shared_ptr<const typename Unit::Function> function, CodeLocation where = CodeLocation::current())
    {
        auto before = unit_->functionOf(id);
        if (before != function && !(before && function && *before == *function))
            record(FunctionChange<Unit>{id, std::move(before), std::move(function)}, where);
    }
    void setOpset(const std::string& domain, std::optional<std::int64_t> version, CodeLocation where = CodeLocation::current())
    {
        const auto before = unit_->opsetOf(domain);
        if (before != version)
            record(OpsetChange{domain, before, version}, where);
    }

    [[nodiscard]] const std::vector<Change<Unit>>& changes() const { return changes_; }
    [[nodiscard]] std::vector<Change<Unit>> takeChanges() { return std::move(changes_); }
    /// Each node once.
    [[nodiscard]] Coverage takeCoverage()
    {
        for (std::vector<NodeId>* list : {&coverage_.visited, &coverage_.matched}) {
            std::unordered_set<NodeId> seen;
            std::erase_if(*list, [&](NodeId id) { return !seen.insert(id).second; });
        }
        return std::move(coverage_);
    }

private:
    /// How messages call a node: "%add", or its number where it has no name.
    [[nodiscard]] std::string label(NodeId id) const
    {
        if constexpr (requires(const Node& node) { node.name; })
            if (const Node& named = node(id); !named.name.empty())
                return concat("%", named.name);
        return concat("node ", index(id));
    }
    [[nodiscard]] std::string readersOf(NodeId id) const
    {
        std::vector<NodeId> readers;
        for (const auto& [value, list] : uses_)
            if (value.node == id)
                for (const Use& use : list)
                    readers.push_back(use.user);
        std::sort(readers.begin(), readers.end());
        readers.erase(std::unique(readers.begin(), readers.end()), readers.end());
        constexpr std::size_t kNamed = 5;
        std::string text;
        for (std::size_t i = 0; i < readers.size() && i < kNamed; ++i)
            text += concat(i == 0 ? "" : ", ", label(readers[i]));
        if (readers.size() > kNamed)
            text += concat(" and ", readers.size() - kNamed, " more");
        return text;
    }
    void record(typename Change<Unit>::What what, CodeLocation where)
    {
        buildIndex();
        Change<Unit> change{std::move(what), cause_, where};
        unindex(change);
        apply(*unit_, change);
        reindex(change);
        changes_.push_back(std::move(change));
    }
    /// A signature that names values (FX) is kept in step with the output node.
    void remapSignature(Value from, Value to, CodeLocation where)
    {
        if constexpr (requires(typename Unit::Signature& signature) { replaceValue(signature, from, to); }) {
            if (!unit_->signature)
                return;
            typename Unit::Signature changed = *unit_->signature;
            if (replaceValue(changed, from, to))
                setSignature(std::move(changed), where);
        }
    }
    void inherit(Node& node, NodeId origin) const
    {
        if constexpr (requires { inheritFrom(node, node, pass_, origin); })
            inheritFrom(node, this->node(origin), pass_, origin);
        else
            inheritFrom(node, this->node(origin), pass_);
    }
    void unindex(const Change<Unit>& change)
    {
        if (const auto* node = std::get_if<NodeChange<Unit>>(&change.what); node && node->before)
            forget(node->id, *node->before, !node->after);
        if (const auto* removed = std::get_if<GraphRemoved<Unit>>(&change.what))
            for (const NodeId id : removed->content->order())
                forget(id, (*removed->content)[id], true);
    }
    void reindex(const Change<Unit>& change)
    {
        if (const auto* node = std::get_if<NodeChange<Unit>>(&change.what); node && node->after)
            learn(node->graph, node->id, *node->after);
        if (const auto* added = std::get_if<GraphAdded<Unit>>(&change.what))
            for (const NodeId id : added->content->order())
                learn(added->graph, id, (*added->content)[id]);
    }
    void learn(GraphId graph, NodeId id, const Node& node) const
    {
        homes_[id] = graph;
        visitInputs(node, [&](Value value, std::uint32_t slot) {
            uses_[value].push_back({id, slot});
            ++userCount_[value.node];
        });
    }
    void forget(NodeId id, const Node& node, bool gone) const
    {
        visitInputs(node, [&](Value value, std::uint32_t slot) {
            auto& list = uses_[value];
            list.erase(std::find(list.begin(), list.end(), Use{id, slot}));
            --userCount_[value.node];
        });
        if (gone)
            homes_.erase(id);
    }
    void buildIndex() const
    {
        if (indexed_)
            return;
        indexed_ = true;
        for (const GraphId id : unit_->graphs.ids())
            for (const NodeId node : unit_->graphs[id].order())
                learn(id, node, unit_->graphs[id][node]);
    }

    Unit* unit_;
    std::string pass_;
    NodeId cause_ = kNoNode;
    Coverage coverage_;
    std::vector<Change<Unit>> changes_;
    mutable bool indexed_ = false;
    mutable std::unordered_map<NodeId, GraphId> homes_;
    mutable std::unordered_map<Value, std::vector<Use>> uses_;
    mutable std::unordered_map<NodeId, std::size_t> userCount_;
};

} // namespace sidelight::ir
