// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/ir/graph.h"
#include "core/ir/tensor.h"

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace sidelight::ir {

/// A place in our own source: which code made a change. (std::source_location is missing from clang 14.)
struct CodeLocation {
    const char* file = "";
    int line = 0;
    static constexpr CodeLocation current(const char* file = __builtin_FILE(), int line = __builtin_LINE()) { return {file, line}; }
};

/// One node inserted (no `before`), erased (no `after`) or replaced by another of the same id. `next` is the node it stands before.
template <class Unit>
struct NodeChange {
    GraphId graph{};
    NodeId id = kNoNode;
    std::shared_ptr<const typename Unit::Node> before;
    std::shared_ptr<const typename Unit::Node> after;
    NodeId next = kNoNode; ///< Meaningful for insertion and erasure.
};
/// One node moved within its graph.
struct OrderChange {
    GraphId graph{};
    NodeId id = kNoNode;
    NodeId nextBefore = kNoNode;
    NodeId nextAfter = kNoNode;
};
/// The graph signature (FX) or the model's own fields (ONNX) replaced.
template <class Unit>
struct SignatureChange {
    std::shared_ptr<const typename Unit::Signature> before;
    std::shared_ptr<const typename Unit::Signature> after;
};
/// A tensor of the program's state added, replaced or removed.
struct StateChange {
    std::string name;
    std::shared_ptr<const Tensor> before;
    std::shared_ptr<const Tensor> after;
};
/// An ONNX function declared, replaced or removed; its body is the graph of the same id.
template <class Unit>
struct FunctionChange {
    GraphId graph{};
    std::shared_ptr<const typename Unit::Function> before;
    std::shared_ptr<const typename Unit::Function> after;
};
/// A whole graph (a body) with its nodes.
template <class Unit>
struct GraphAdded {
    GraphId graph{};
    std::shared_ptr<const Graph<typename Unit::Node>> content;
};
template <class Unit>
struct GraphRemoved {
    GraphId graph{};
    std::shared_ptr<const Graph<typename Unit::Node>> content;
};
struct OpsetChange {
    std::string domain;
    std::optional<std::int64_t> before;
    std::optional<std::int64_t> after;
};

/// One entry of the edit log: what changed, because of which node, and which code did it.
template <class Unit>
struct Change {
    using What = std::variant<NodeChange<Unit>, OrderChange, SignatureChange<Unit>, StateChange, FunctionChange<Unit>, GraphAdded<Unit>,
                              GraphRemoved<Unit>, OpsetChange>;
    What what;
    NodeId cause = kNoNode; ///< For lowering: the FX node. For passes: the node that was being rewritten.
    CodeLocation where;
};

namespace detail {

template <class Unit>
void put(Unit& unit, const NodeChange<Unit>& change, bool forward)
{
    const auto& from = forward ? change.before : change.after;
    const auto& to = forward ? change.after : change.before;
    auto& graph = unit.graphs.forWrite(change.graph);
    if (!from) {
        graph.insert(change.id, to, change.next);
        unit.nextNode = std::max(unit.nextNode, index(change.id) + 1); // Ids are never reused, also in a unit made by replaying.
    } else if (!to) {
        graph.remove(change.id);
    } else {
        graph.replace(change.id, to);
    }
}
template <class Unit>
void put(Unit& unit, const OrderChange& change, bool forward)
{
    unit.graphs.forWrite(change.graph).move(change.id, forward ? change.nextAfter : change.nextBefore);
}
template <class Unit>
void put(Unit& unit, const SignatureChange<Unit>& change, bool forward)
{
    unit.assignSignature(forward ? change.after : change.before);
}
template <class Unit>
void put(Unit& unit, const StateChange& change, bool forward)
{
    unit.assignState(change.name, forward ? change.after : change.before);
}
template <class Unit>
void put(Unit& unit, const FunctionChange<Unit>& change, bool forward)
{
    unit.assignFunction(change.graph, forward ? change.after : change.before);
}
template <class Unit>
void put(Unit& unit, const GraphAdded<Unit>& change, bool forward)
{
    forward ? unit.graphs.add(change.graph, *change.content) : unit.graphs.remove(change.graph);
    unit.nextGraph = std::max(unit.nextGraph, index(change.graph) + 1);
}
template <class Unit>
void put(Unit& unit, const GraphRemoved<Unit>& change, bool forward)
{
    forward ? unit.graphs.remove(change.graph) : unit.graphs.add(change.graph, *change.content);
}
template <class Unit>
void put(Unit& unit, const OpsetChange& change, bool forward)
{
    unit.assignOpset(change.domain, forward ? change.after : change.before);
}

} // namespace detail

/// Does `change` to the unit it was recorded on, at the state before it.
template <class Unit>
void apply(Unit& unit, const Change<Unit>& change)
{
    std::visit([&](const auto& what) { detail::put(unit, what, true); }, change.what);
}
/// Undoes `change` on the unit at the state after it.
template <class Unit>
void revert(Unit& unit, const Change<Unit>& change)
{
    std::visit([&](const auto& what) { detail::put(unit, what, false); }, change.what);
}

} // namespace sidelight::ir
