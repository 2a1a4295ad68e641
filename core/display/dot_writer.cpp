// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/display/build.h"
#include "core/support/text.h"

namespace sidelight::display {
namespace {

/// A quoted DOT string; what a terminal or a viewer could take for more than text is escaped.
std::string dotString(std::string_view text)
{
    std::string out = "\"";
    for (const char c : support::plainText(text)) {
        if (c == '"' || c == '\\')
            out += '\\';
        out += c;
    }
    return out + "\"";
}

std::string labelOf(const DisplayNode& node)
{
    std::string label = node.title;
    if (node.repeat > 1)
        label += concat(" ×", node.repeat);
    std::string text = dotString(label);
    text.pop_back();
    for (const Row& row : node.rows) {
        const std::string line = dotString(row.name + (row.value.empty() ? "" : " ") + row.value);
        text += "\\n" + line.substr(1, line.size() - 2);
    }
    return text + "\"";
}

class Writer {
public:
    explicit Writer(const DisplayGraph& graph) : graph_(graph), inside_(graph.clusters.size() + 1), nodes_(graph.clusters.size() + 1)
    {
        for (std::size_t c = 0; c < graph.clusters.size(); ++c)
            inside_[slot(graph.clusters[c].parent)].push_back(c);
        for (std::size_t n = 0; n < graph.nodes.size(); ++n)
            nodes_[slot(graph.nodes[n].cluster)].push_back(n);
    }

    std::string run(std::string_view name)
    {
        text_ = concat("digraph ", dotString(name), " {\n  node [shape=box];\n");
        // Open frames on a stack of `next child`; the top level is the last slot.
        std::vector<std::pair<std::size_t, std::size_t>> open{{graph_.clusters.size(), 0}};
        writeNodes(graph_.clusters.size(), 1);
        while (!open.empty()) {
            auto& [level, next] = open.back();
            if (next == inside_[level].size()) {
                open.pop_back();
                if (!open.empty())
                    text_ += std::string(open.size() * 2, ' ') + "}\n";
                continue;
            }
            const std::size_t cluster = inside_[level][next++];
            const std::string indent(open.size() * 2, ' ');
            text_ += concat(indent, "subgraph cluster_", cluster, " {\n", indent, "  label=", dotString(graph_.clusters[cluster].title), ";\n");
            open.emplace_back(cluster, 0);
            writeNodes(cluster, open.size());
        }
        for (const DisplayEdge& edge : graph_.edges)
            text_ += concat("  n", edge.from, " -> n", edge.to, edge.label.empty() ? "" : concat(" [label=", dotString(edge.label), "]"), ";\n");
        return text_ + "}\n";
    }

private:
    [[nodiscard]] std::size_t slot(ClusterId id) const { return id == kNoCluster ? graph_.clusters.size() : index(id); }
    void writeNodes(std::size_t level, std::size_t depth)
    {
        for (const std::size_t n : nodes_[level])
            text_ += concat(std::string(depth * 2, ' '), "n", n, " [label=", labelOf(graph_.nodes[n]), "];\n");
    }

    const DisplayGraph& graph_;
    std::vector<std::vector<std::size_t>> inside_;
    std::vector<std::vector<std::size_t>> nodes_;
    std::string text_;
};

} // namespace

std::string toDot(const DisplayGraph& graph, std::string_view name)
{
    return Writer(graph).run(name);
}

} // namespace sidelight::display
