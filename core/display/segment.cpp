// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
//
// Nodes in an order in which sources stand just before their first reader and results just after their producer. A node that no edge
// passes over in that order, with edges on both sides, is a cut: all that flows there flows through it. Pieces between cuts are laid
// out on their own, with the cut alone in the first or last rank, and stacked so that the shared node coincides.
#include "core/display/segment.h"

#include "core/display/graphviz_layout.h"
#include "core/display/layered.h"

#include <algorithm>
#include <cstring>

namespace sidelight::display {
namespace {

struct Neighbours {
    std::vector<std::vector<std::uint32_t>> up;
    std::vector<std::vector<std::uint32_t>> down;
};

Neighbours neighboursOf(const FlatGraph& graph)
{
    Neighbours n{std::vector<std::vector<std::uint32_t>>(graph.nodes.size()), std::vector<std::vector<std::uint32_t>>(graph.nodes.size())};
    for (const FlatEdge& edge : graph.edges) {
        if (edge.from == edge.to)
            continue;
        n.down[std::min(edge.from, edge.to)].push_back(std::max(edge.from, edge.to));
        n.up[std::max(edge.from, edge.to)].push_back(std::min(edge.from, edge.to));
    }
    return n;
}

std::vector<std::uint32_t> readingOrder(const FlatGraph& graph, const Neighbours& n)
{
    const auto count = static_cast<std::uint32_t>(graph.nodes.size());
    std::vector<char> floating(count, 0);
    std::vector<std::vector<std::uint32_t>> results(count); ///< By producer: nodes that follow it at once.
    std::vector<char> isResult(count, 0);
    for (std::uint32_t v = 0; v < count; ++v) {
        if (graph.nodes[v].atTop || graph.nodes[v].atBottom)
            continue;
        floating[v] = !n.down[v].empty()
            && std::ranges::all_of(n.up[v], [&](std::uint32_t u) { return floating[u] && n.down[u].size() == 1; });
        if (n.down[v].empty() && !n.up[v].empty()) {
            results[*std::ranges::max_element(n.up[v])].push_back(v);
            isResult[v] = 1;
        }
    }
    std::vector<std::uint32_t> order;
    std::vector<char> emitted(count, 0);
    std::vector<std::uint32_t> stack;
    const auto emit = [&](std::uint32_t root) {
        stack.push_back(root);
        while (!stack.empty()) {
            const std::uint32_t v = stack.back();
            if (emitted[v]) {
                stack.pop_back();
                continue;
            }
            const std::size_t before = stack.size();
            for (const std::uint32_t u : n.up[v])
                if (!emitted[u] && (floating[u] || isResult[v]))
                    stack.push_back(u);
            if (stack.size() != before)
                continue;
            stack.pop_back();
            emitted[v] = 1;
            order.push_back(v);
            for (auto it = results[v].rbegin(); it != results[v].rend(); ++it)
                stack.push_back(*it);
        }
    };
    const auto isJoined = [&](std::uint32_t v) { return !n.up[v].empty() || !n.down[v].empty(); };
    for (std::uint32_t v = 0; v < count; ++v)
        if (!floating[v] && !isResult[v] && !graph.nodes[v].atBottom && (isJoined(v) || graph.nodes[v].atTop))
            emit(v);
    for (std::uint32_t v = 0; v < count; ++v)
        if (isJoined(v) && !graph.nodes[v].atBottom)
            emit(v);
    for (std::uint32_t v = 0; v < count; ++v)
        emit(v);
    return order;
}

FlatGraph pieceOf(const FlatGraph& graph, const std::vector<std::uint32_t>& nodes, bool cutAbove, bool cutBelow)
{
    FlatGraph piece;
    for (const std::uint32_t v : nodes)
        piece.nodes.push_back(graph.nodes[v]);
    if (cutAbove)
        piece.nodes.front().atTop = true;
    if (cutBelow)
        piece.nodes.back().atBottom = true;
    return piece;
}

template <class T>
void appendBytes(std::string& out, const T& value)
{
    char bytes[sizeof(T)];
    std::memcpy(bytes, &value, sizeof(T));
    out.append(bytes, sizeof(T));
}

/// Equal for pieces of exactly equal form.
std::string keyOf(const FlatGraph& piece)
{
    std::string key;
    key.reserve(piece.nodes.size() * 34 + piece.edges.size() * 44);
    appendBytes(key, piece.nodes.size());
    for (const FlatNode& node : piece.nodes) {
        appendBytes(key, node.size.width);
        appendBytes(key, node.size.height);
        appendBytes(key, node.gapBelow);
        appendBytes(key, node.axis);
        key.push_back(static_cast<char>((node.atTop ? 1 : 0) + (node.atBottom ? 2 : 0)));
    }
    for (const FlatEdge& edge : piece.edges) {
        appendBytes(key, edge.from);
        appendBytes(key, edge.to);
        appendBytes(key, edge.fromPort);
        appendBytes(key, edge.toPort);
        appendBytes(key, edge.value);
        appendBytes(key, edge.label.width);
        appendBytes(key, edge.label.height);
    }
    return key;
}

/// Graphviz is asked for what is small and not plain.
bool suitsGraphviz(const layered::Layers& layers, const FlatOptions& options)
{
    const bool isPlain = std::ranges::all_of(layers.ranks, [](const auto& rank) { return rank.size() == 1; });
    return !isPlain && layers.items.size() <= options.largestPiece && layers.segments.size() <= 4 * options.largestPiece;
}

std::shared_ptr<const FlatLayout> layOutPiece(const FlatGraph& piece, const FlatOptions& options, PieceMemory& memory)
{
    const std::string key = keyOf(piece);
    if (const auto found = memory.known.find(key); found != memory.known.end()) {
        ++memory.reused;
        return found->second;
    }
    auto layout = std::make_shared<FlatLayout>();
    if (!piece.nodes.empty()) {
        layered::Layers layers = layered::makeLayers(piece);
        if (suitsGraphviz(layers, options) && placeByGraphviz(layers))
            layered::straightenChains(layers);
        else if (!layered::orderRanks(layers, options.stop) || !layered::placeItems(layers, options.stop))
            return nullptr;
        layered::alignCuts(piece, layers);
        layered::drawLayers(piece, layers, *layout);
    }
    memory.known.emplace(key, layout);
    return layout;
}

struct Extent {
    double left = 0;
    double right = 0;
    double bottom = 0;
};

/// Puts a piece into the level, moved by `by`.
void place(const FlatLayout& piece, const std::vector<std::uint32_t>& nodes, const std::vector<std::uint32_t>& edges, Point by, FlatLayout& out)
{
    for (std::size_t i = 0; i < nodes.size(); ++i)
        out.at[nodes[i]] = {piece.at[i].x + by.x, piece.at[i].y + by.y};
    for (std::size_t i = 0; i < edges.size(); ++i) {
        std::vector<Point>& route = out.routes[edges[i]];
        route = piece.routes[i];
        for (Point& p : route)
            p = {p.x + by.x, p.y + by.y};
        if (piece.labels[i].width > 0)
            out.labels[edges[i]] = {piece.labels[i].x + by.x, piece.labels[i].y + by.y, piece.labels[i].width, piece.labels[i].height};
    }
}

} // namespace

std::vector<std::vector<std::uint32_t>> cutIntoPieces(const FlatGraph& graph)
{
    const Neighbours n = neighboursOf(graph);
    const std::vector<std::uint32_t> order = readingOrder(graph, n);
    std::vector<std::uint32_t> position(order.size());
    for (std::uint32_t i = 0; i < order.size(); ++i)
        position[order[i]] = i;
    std::size_t firstAllowed = 0;
    std::size_t lastAllowed = order.size();
    for (std::uint32_t v = 0; v < order.size(); ++v) {
        if (graph.nodes[v].atTop)
            firstAllowed = std::max<std::size_t>(firstAllowed, position[v] + 1);
        if (graph.nodes[v].atBottom)
            lastAllowed = std::min<std::size_t>(lastAllowed, position[v]);
    }
    std::vector<std::vector<std::uint32_t>> pieces(1);
    std::uint32_t reach = 0;
    for (std::uint32_t p = 0; p < order.size(); ++p) {
        const std::uint32_t v = order[p];
        pieces.back().push_back(v);
        if (p >= firstAllowed && p < lastAllowed && reach <= p && !n.up[v].empty() && !n.down[v].empty())
            pieces.push_back({v});
        for (const std::uint32_t w : n.down[v])
            reach = std::max(reach, position[w]);
    }
    return pieces;
}

bool layOutLevel(const FlatGraph& graph, const FlatOptions& options, PieceMemory& memory, FlatLayout& out)
{
    out = {std::vector<Point>(graph.nodes.size()), std::vector<std::vector<Point>>(graph.edges.size()), std::vector<Rect>(graph.edges.size()), {}};
    const std::vector<std::vector<std::uint32_t>> pieces = cutIntoPieces(graph);
    std::vector<std::uint32_t> pieceOfUpper(graph.nodes.size(), 0);
    for (std::uint32_t p = 0; p < pieces.size(); ++p)
        for (std::size_t i = 0; i < pieces[p].size(); ++i)
            if (i + 1 < pieces[p].size() || p + 1 == pieces.size())
                pieceOfUpper[pieces[p][i]] = p;
    std::vector<std::vector<std::uint32_t>> edgesOf(pieces.size());
    for (std::uint32_t e = 0; e < graph.edges.size(); ++e)
        if (graph.edges[e].from != graph.edges[e].to)
            edgesOf[pieceOfUpper[std::min(graph.edges[e].from, graph.edges[e].to)]].push_back(e);

    std::vector<std::uint32_t> local(graph.nodes.size(), 0);
    Extent extent;
    for (std::uint32_t p = 0; p < pieces.size(); ++p) {
        if (options.stop.stop_requested())
            return false;
        FlatGraph piece = pieceOf(graph, pieces[p], p > 0, p + 1 < pieces.size());
        for (std::uint32_t i = 0; i < pieces[p].size(); ++i)
            local[pieces[p][i]] = i;
        for (const std::uint32_t e : edgesOf[p]) {
            FlatEdge edge = graph.edges[e];
            edge.from = local[edge.from];
            edge.to = local[edge.to];
            piece.edges.push_back(edge);
        }
        const auto layout = layOutPiece(piece, options, memory);
        if (!layout)
            return false;
        Point by;
        if (p > 0)
            by = {out.at[pieces[p].front()].x - layout->at.front().x, out.at[pieces[p].front()].y - layout->at.front().y};
        place(*layout, pieces[p], edgesOf[p], by, out);
        extent.left = std::min(extent.left, by.x);
        extent.right = std::max(extent.right, by.x + layout->size.width);
        extent.bottom = std::max(extent.bottom, by.y + layout->size.height);
    }
    for (Point& p : out.at)
        p.x -= extent.left;
    for (std::vector<Point>& route : out.routes)
        for (Point& p : route)
            p.x -= extent.left;
    for (Rect& label : out.labels)
        if (label.width > 0)
            label.x -= extent.left;
    out.size = {extent.right - extent.left, extent.bottom};
    return true;
}

} // namespace sidelight::display
