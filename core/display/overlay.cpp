// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
//
// A pass is drawn as the union of its graphs before and after, so that boxes keep their places while the user steps inside it.
#include "core/display/overlay.h"

#include "core/display/build.h"

#include <optional>

namespace sidelight::display {
namespace {

/// The nodes that a box stands for: its own, its members, and hidden ones that it shows.
std::vector<std::vector<NodeId>> contentOf(const DisplayGraph& graph)
{
    std::vector<std::vector<NodeId>> content(graph.nodes.size());
    for (const auto& [path, box] : graph.boxOf)
        content[box].push_back(path.leaf());
    return content;
}

Delta deltaOf(const Deltas& deltas, NodeId node)
{
    const auto found = deltas.find(node);
    return found == deltas.end() ? Delta::None : found->second;
}

Delta common(const Deltas& deltas, const std::vector<NodeId>& nodes)
{
    std::optional<Delta> all;
    for (const NodeId node : nodes) {
        const Delta one = deltaOf(deltas, node);
        if (all && *all != one)
            return Delta::Changed;
        all = one;
    }
    return all.value_or(Delta::None);
}

void colourNode(DisplayNode& node, const Deltas& deltas, const std::vector<NodeId>& content, const std::function<bool(NodeId)>& isKnown)
{
    const bool isOne = node.role != Role::Module && node.members.size() <= 1;
    if (node.role == Role::Stub) {
        node.delta = Delta::None;
        return;
    }
    if (isOne) {
        node.pending = !isKnown(node.ref.leaf());
        node.delta = deltaOf(deltas, node.ref.leaf());
        // A parameter in a row that came, went or changed changes the box.
        if (node.delta == Delta::None && !node.pending)
            for (const NodeId id : content)
                if (deltaOf(deltas, id) != Delta::None && deltaOf(deltas, id) != Delta::Moved)
                    node.delta = Delta::Changed;
        return;
    }
    std::vector<NodeId> members;
    for (const NodePath& member : node.members)
        members.push_back(member.leaf());
    node.pending = std::ranges::none_of(members, isKnown);
    node.delta = common(deltas, members);
}

template <class Unit, class Show>
DisplayGraph overlay(const Unit& before, const Unit& after, const Show& show)
{
    Unit both = after;
    both.graphs = unionOf(before.graphs, after.graphs);
    if constexpr (requires { both.functions; })
        both.functions.insert(before.functions.begin(), before.functions.end());
    DisplayGraph graph = show(both);
    colour(graph, deltasOf(before.graphs, after.graphs), [](NodeId) { return true; });
    return graph;
}

template <class Unit>
void mark(DisplayGraph& graph, const Unit& before, const Unit& at)
{
    const auto isIn = [](const Unit& unit, NodeId node) { return unit.graphs.graphOf(node).has_value(); };
    colour(graph, deltasOf(before.graphs, at.graphs), [&](NodeId node) { return isIn(before, node) || isIn(at, node); });
}

} // namespace

std::vector<NodeId> movedNodes(const std::vector<NodeId>& before, const std::vector<NodeId>& after)
{
    if (before == after)
        return {};
    std::unordered_map<NodeId, std::size_t> place;
    for (std::size_t i = 0; i < before.size(); ++i)
        place.emplace(before[i], i);
    // Longest increasing subsequence of old places in the new order; what is not in it moved.
    std::vector<std::size_t> tails;                        // Index in `after` of the smallest tail for each length.
    std::vector<std::size_t> previous(after.size(), after.size());
    for (std::size_t i = 0; i < after.size(); ++i) {
        const std::size_t old = place[after[i]];
        const auto at = std::ranges::lower_bound(tails, old, {}, [&](std::size_t t) { return place[after[t]]; });
        if (at != tails.begin())
            previous[i] = *(at - 1);
        if (at == tails.end())
            tails.push_back(i);
        else
            *at = i;
    }
    std::vector<char> stays(after.size(), 0);
    for (std::size_t i = tails.empty() ? after.size() : tails.back(); i != after.size(); i = previous[i])
        stays[i] = 1;
    std::vector<NodeId> moved;
    for (std::size_t i = 0; i < after.size(); ++i)
        if (!stays[i])
            moved.push_back(after[i]);
    return moved;
}

void colour(DisplayGraph& graph, const Deltas& deltas, const std::function<bool(NodeId)>& isKnown)
{
    const std::vector<std::vector<NodeId>> content = contentOf(graph);
    for (std::size_t n = 0; n < graph.nodes.size(); ++n)
        colourNode(graph.nodes[n], deltas, content[n], isKnown);
    for (DisplayEdge& edge : graph.edges) {
        const Delta from = graph.nodes[edge.from].delta;
        const Delta to = graph.nodes[edge.to].delta;
        const bool erased = from == Delta::Erased || to == Delta::Erased;
        const bool added = from == Delta::Added || to == Delta::Added;
        edge.pending = graph.nodes[edge.from].pending || graph.nodes[edge.to].pending;
        edge.delta = erased ? Delta::Erased : added && !edge.pending ? Delta::Added : Delta::None;
    }
}

DisplayGraph overlayFx(const fx::ExportedProgram& before, const fx::ExportedProgram& after, const DisplayOptions& options)
{
    return overlay(before, after, [&](const fx::ExportedProgram& both) { return displayFx(both, options); });
}

DisplayGraph overlayOnnx(const onnxir::Model& before, const onnxir::Model& after, const DisplayOptions& options)
{
    return overlay(before, after, [&](const onnxir::Model& both) { return displayOnnx(both, options); });
}

void markFx(LaidOutGraph& overlay, const fx::ExportedProgram& before, const fx::ExportedProgram& at)
{
    mark(overlay.graph, before, at);
}

void markOnnx(LaidOutGraph& overlay, const onnxir::Model& before, const onnxir::Model& at)
{
    mark(overlay.graph, before, at);
}

} // namespace sidelight::display
