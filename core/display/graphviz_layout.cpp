// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/display/graphviz_layout.h"

#include <graphviz/cgraph.h>
#include <graphviz/gvc.h>

#include <algorithm>
#include <cmath>
#include <string>

namespace sidelight::display {
namespace {

constexpr double kPointsPerInch = 72;

void set(void* object, const char* name, const std::string& value)
{
    agsafeset(object, const_cast<char*>(name), const_cast<char*>(value.c_str()), const_cast<char*>(""));
}

std::string inches(double points)
{
    return std::to_string(points / kPointsPerInch); // Writes in the locale in which Graphviz reads.
}

/// Numbered boxes in given ranks: a spine of invisible nodes, one for each rank, holds the ranks apart.
class Piece {
public:
    explicit Piece(const layered::Layers& layers) : graph_(agopen(const_cast<char*>("piece"), Agdirected, nullptr))
    {
        set(graph_, "nodesep", "0");
        set(graph_, "ranksep", "0.3");
        for (std::size_t i = 0; i < layers.items.size(); ++i)
            items_.push_back(addNode(std::to_string(i), layers.items[i].left + layers.items[i].right));
        for (std::size_t r = 0; r < layers.ranks.size(); ++r)
            addRank(r, layers.ranks[r]);
        for (std::size_t s = 0; s < layers.segments.size(); ++s) {
            const layered::Segment& segment = layers.segments[s];
            set(addEdge(items_[segment.upper], items_[segment.lower]), "weight", std::to_string(std::lround(segment.weight)));
        }
    }
    ~Piece() { agclose(graph_); }
    Piece(const Piece&) = delete;
    Piece& operator=(const Piece&) = delete;

    [[nodiscard]] Agraph_t* graph() const { return graph_; }
    [[nodiscard]] const std::vector<Agnode_t*>& items() const { return items_; }

private:
    Agnode_t* addNode(const std::string& name, double width)
    {
        Agnode_t* node = agnode(graph_, const_cast<char*>(name.c_str()), 1);
        set(node, "shape", "box");
        set(node, "fixedsize", "true");
        set(node, "label", "");
        set(node, "width", inches(width));
        set(node, "height", "0.2");
        return node;
    }
    Agedge_t* addEdge(Agnode_t* from, Agnode_t* to)
    {
        return agedge(graph_, from, to, const_cast<char*>(std::to_string(edges_++).c_str()), 1);
    }
    void addRank(std::size_t rank, const std::vector<std::uint32_t>& order)
    {
        Agnode_t* spine = addNode("s" + std::to_string(rank), 1);
        Agraph_t* row = agsubg(graph_, const_cast<char*>(("r" + std::to_string(rank)).c_str()), 1);
        set(row, "rank", "same");
        agsubnode(row, spine, 1);
        for (const std::uint32_t item : order)
            agsubnode(row, items_[item], 1);
        if (spine_) {
            Agedge_t* edge = addEdge(spine_, spine);
            set(edge, "weight", "0");
            set(edge, "style", "invis");
        }
        spine_ = spine;
    }

    Agraph_t* graph_;
    std::vector<Agnode_t*> items_;
    Agnode_t* spine_ = nullptr;
    std::size_t edges_ = 0;
};

/// Takes places over when each rank is one row.
bool takePlaces(const Piece& piece, layered::Layers& layers)
{
    std::vector<std::vector<std::uint32_t>> ranks = layers.ranks;
    for (std::vector<std::uint32_t>& rank : ranks) {
        for (const std::uint32_t item : rank)
            if (std::abs(ND_coord(piece.items()[item]).y - ND_coord(piece.items()[rank.front()]).y) > 0.5)
                return false;
        std::ranges::stable_sort(rank, {}, [&](std::uint32_t item) { return ND_coord(piece.items()[item]).x; });
    }
    layers.ranks = std::move(ranks);
    for (const std::vector<std::uint32_t>& rank : layers.ranks)
        for (std::uint32_t i = 0; i < rank.size(); ++i) {
            layered::Item& item = layers.items[rank[i]];
            layers.position[rank[i]] = i;
            item.x = ND_coord(piece.items()[rank[i]]).x + (item.left - item.right) / 2;
        }
    return true;
}

class Context
{
public:
    Context() { agseterr(AGMAX); }
    ~Context() { gvFreeContext(gvc_); }
    Context(const Context&) = delete;
    Context& operator=(const Context&) = delete;
    [[nodiscard]] GVC_t* get() const { return gvc_; }

private:
    GVC_t* gvc_ = gvContext();
};

} // namespace

bool placeByGraphviz(layered::Layers& layers)
{
    // Each new context leaks the configuration that it read, so a thread keeps its one.
    thread_local const Context context;
    const Piece piece(layers);
    set(piece.graph(), "splines", "false"); // Places only.
    if (gvLayout(context.get(), piece.graph(), "dot") != 0)
        return false;
    const bool taken = takePlaces(piece, layers);
    gvFreeLayout(context.get(), piece.graph());
    return taken;
}

} // namespace sidelight::display
