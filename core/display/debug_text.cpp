// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/display/display_graph.h"

#include "core/display/categories.h"
#include "core/support/text.h"

#include <array>

namespace sidelight::display {
namespace {

std::string_view name(Role role)
{
    constexpr std::array<std::string_view, 8> kNames = {"input", "output", "operator", "constant", "function", "module", "subgraph", "stub"};
    return kNames[static_cast<std::size_t>(role)];
}
std::string_view name(Delta delta)
{
    constexpr std::array<std::string_view, 5> kNames = {"", " added", " changed", " erased", " moved"};
    return kNames[static_cast<std::size_t>(delta)];
}

std::string frameOf(ClusterId cluster)
{
    return cluster == kNoCluster ? std::string() : concat(" in f", index(cluster));
}

std::string badgeText(const Badge& badge)
{
    return badge.count == 0 ? std::string() : concat(" !", badge.count, " ", support::levelName(badge.level));
}

void appendNode(std::string& text, std::size_t at, const DisplayNode& node)
{
    text += concat("b", at, " ", name(node.role), " '", node.title, "' ", display::name(node.category), frameOf(node.cluster), " key ", node.key);
    for (const Row& row : node.rows)
        text += concat(" | ", row.name, row.value.empty() ? "" : "=", row.value);
    text += concat(node.repeat > 1 ? concat(" x", node.repeat) : "", node.isFunction ? " function" : "", node.expandable ? " +" : "", name(node.delta),
                   node.pending ? " pending" : "", badgeText(node.badge), "\n");
}

} // namespace

std::string debugText(const DisplayGraph& graph)
{
    std::string text;
    for (std::size_t c = 0; c < graph.clusters.size(); ++c) {
        const Cluster& cluster = graph.clusters[c];
        text += concat("f", c, " '", cluster.title, "'", frameOf(cluster.parent), " key ", cluster.key, cluster.repeat > 1 ? concat(" x", cluster.repeat) : "",
                       cluster.isFunction ? " function" : "", badgeText(cluster.badge), "\n");
    }
    for (std::size_t n = 0; n < graph.nodes.size(); ++n)
        appendNode(text, n, graph.nodes[n]);
    for (const DisplayEdge& edge : graph.edges)
        text += concat("b", edge.from, " -> b", edge.to, edge.name.empty() ? "" : " ", edge.name, edge.label.empty() ? "" : " ", edge.label, name(edge.delta),
                       edge.pending ? " pending" : "", "\n");
    return text;
}

} // namespace sidelight::display
