// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <compare>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <vector>

namespace sidelight::ir {

/// Assigned once, never reused, unique in a Unit, stable across snapshots.
enum class NodeId : std::uint32_t {};
/// Main graph, FX subgraphs, ONNX functions, If/Loop/Scan bodies.
enum class GraphId : std::uint32_t {};
constexpr NodeId kNoNode{std::numeric_limits<std::uint32_t>::max()};
/// Every Unit's main graph.
constexpr GraphId kMainGraph{0};
constexpr std::uint32_t index(NodeId id) { return static_cast<std::uint32_t>(id); }
constexpr std::uint32_t index(GraphId id) { return static_cast<std::uint32_t>(id); }

/// One output of a node. In FX a node has output 0 only; multi-output calls are read by operator.getitem nodes.
struct Value {
    NodeId node = kNoNode;
    std::uint32_t output = 0;
    friend auto operator<=>(const Value&, const Value&) = default;
};

/// One read of a value: `slot` counts the node's inputs in visitInputs order.
struct Use {
    NodeId user = kNoNode;
    std::uint32_t slot = 0;
    friend auto operator<=>(const Use&, const Use&) = default;
};

/// An ordered set of immutable nodes. Copying it is the snapshot: chunks are shared until written (copy on write). Every node has an
/// order label (64 bits); order chunks are sorted by label, so a position is a binary search and an insertion copies one chunk of at
/// most 512 entries, at either end of 50,000 nodes alike: labels start in the middle of their range. When two neighbours leave no label between
/// them, the labels of the smallest stretch of chunks with room are renewed.
template <class Node>
class Graph {
public:
    using NodePtr = std::shared_ptr<const Node>;

    [[nodiscard]] std::size_t size() const { return size_; }
    [[nodiscard]] bool empty() const { return size_ == 0; }
    [[nodiscard]] bool contains(NodeId id) const { return find(id) != nullptr; }
    [[nodiscard]] const Node& operator[](NodeId id) const
    {
        const Node* node = find(id);
        assert(node);
        return *node;
    }
    /// The node, or null when it is not in this graph.
    [[nodiscard]] const Node* find(NodeId id) const
    {
        const Slot* slot = slotOf(id);
        return slot ? slot->node.get() : nullptr;
    }
    [[nodiscard]] NodePtr shared(NodeId id) const
    {
        const Slot* slot = slotOf(id);
        return slot ? slot->node : nullptr;
    }

    /// Ids in order.
    class Order {
    public:
        class Iterator {
        public:
            using value_type = NodeId;
            using difference_type = std::ptrdiff_t;
            using iterator_category = std::forward_iterator_tag;
            using pointer = const NodeId*;
            using reference = NodeId;
            Iterator() = default;
            Iterator(const Graph* graph, std::size_t chunk, std::size_t at) : graph_(graph), chunk_(chunk), at_(at) {}
            NodeId operator*() const { return (*graph_->order_[chunk_])[at_].id; }
            Iterator& operator++()
            {
                if (++at_ == graph_->order_[chunk_]->size()) {
                    ++chunk_;
                    at_ = 0;
                }
                return *this;
            }
            Iterator operator++(int)
            {
                Iterator old = *this;
                ++*this;
                return old;
            }
            friend bool operator==(const Iterator&, const Iterator&) = default;

        private:
            const Graph* graph_ = nullptr;
            std::size_t chunk_ = 0;
            std::size_t at_ = 0;
        };
        explicit Order(const Graph* graph) : graph_(graph) {}
        [[nodiscard]] Iterator begin() const { return {graph_, 0, 0}; }
        [[nodiscard]] Iterator end() const { return {graph_, graph_->order_.size(), 0}; }

    private:
        const Graph* graph_;
    };
    [[nodiscard]] Order order() const { return Order(this); }
    /// A copy of the order, safe to iterate while the graph is edited.
    [[nodiscard]] std::vector<NodeId> orderCopy() const
    {
        std::vector<NodeId> ids;
        ids.reserve(size_);
        for (const NodeId id : order())
            ids.push_back(id);
        return ids;
    }

    /// The node after `id` in order, or kNoNode.
    [[nodiscard]] NodeId next(NodeId id) const
    {
        const Place place = placeOf(id);
        const Chunk& chunk = *order_[place.chunk];
        if (place.at + 1 < chunk.size())
            return chunk[place.at + 1].id;
        return place.chunk + 1 < order_.size() ? order_[place.chunk + 1]->front().id : kNoNode;
    }
    /// The node before `id` in order, or kNoNode.
    [[nodiscard]] NodeId previous(NodeId id) const
    {
        const Place place = placeOf(id);
        if (place.at > 0)
            return (*order_[place.chunk])[place.at - 1].id;
        return place.chunk > 0 ? order_[place.chunk - 1]->back().id : kNoNode;
    }
    [[nodiscard]] NodeId front() const { return order_.empty() ? kNoNode : order_.front()->front().id; }
    [[nodiscard]] NodeId back() const { return order_.empty() ? kNoNode : order_.back()->back().id; }
    /// Whether `left` comes before `right`; both must be in the graph.
    [[nodiscard]] bool precedes(NodeId left, NodeId right) const { return slotOf(left)->label < slotOf(right)->label; }

    // Mutation is for Change::apply and the Rewriter only.

    /// Inserts before `before`, or at the end for kNoNode.
    void insert(NodeId id, NodePtr node, NodeId before = kNoNode)
    {
        assert(node && !contains(id));
        const std::uint64_t label = labelBefore(before);
        insertInOrder({label, id});
        slotForWrite(id) = {std::move(node), label};
        ++size_;
    }
    void replace(NodeId id, NodePtr node)
    {
        assert(node && contains(id));
        slotForWrite(id).node = std::move(node);
    }
    void remove(NodeId id)
    {
        removeFromOrder(id);
        slotForWrite(id) = {};
        --size_;
    }
    /// Moves before `before`, or to the end for kNoNode.
    void move(NodeId id, NodeId before)
    {
        if (before == id)
            return;
        NodePtr node = shared(id);
        remove(id);
        insert(id, std::move(node), before);
    }

    /// Equal nodes (by value) with equal ids in equal order.
    friend bool operator==(const Graph& left, const Graph& right)
    {
        if (left.size_ != right.size_)
            return false;
        auto r = right.order().begin();
        for (const NodeId id : left.order()) {
            if (*r != id)
                return false;
            const NodePtr a = left.shared(id);
            const NodePtr b = right.shared(id);
            if (a != b && !(*a == *b))
                return false;
            ++r;
        }
        return true;
    }

private:
    static constexpr std::size_t kChunk = 256;
    static constexpr std::uint64_t kGap = std::uint64_t{1} << 32; ///< Between neighbours; 2^31 nodes fit.
    static constexpr std::uint64_t kRoom = std::uint64_t{1} << 16;
    static constexpr std::uint64_t kFirstLabel = std::uint64_t{1} << 63;
    struct Entry {
        std::uint64_t label;
        NodeId id;
    };
    using Chunk = std::vector<Entry>;
    struct Slot {
        NodePtr node;
        std::uint64_t label = 0;
    };
    using Page = std::array<Slot, kChunk>;
    struct Place {
        std::size_t chunk;
        std::size_t at;
    };

    const Slot* slotOf(NodeId id) const
    {
        const std::size_t page = index(id) / kChunk;
        if (page < firstPage_ || page - firstPage_ >= pages_.size() || !pages_[page - firstPage_])
            return nullptr;
        const Slot& slot = (*pages_[page - firstPage_])[index(id) % kChunk];
        return slot.node ? &slot : nullptr;
    }
    Slot& slotForWrite(NodeId id)
    {
        const std::size_t page = index(id) / kChunk;
        if (pages_.empty())
            firstPage_ = page;
        if (page < firstPage_) {
            pages_.insert(pages_.begin(), firstPage_ - page, nullptr);
            firstPage_ = page;
        }
        if (page - firstPage_ >= pages_.size())
            pages_.resize(page - firstPage_ + 1);
        std::shared_ptr<Page>& shared = pages_[page - firstPage_];
        if (!shared)
            shared = std::make_shared<Page>();
        else if (shared.use_count() > 1)
            shared = std::make_shared<Page>(*shared);
        return (*shared)[index(id) % kChunk];
    }
    Chunk& chunkForWrite(std::size_t at)
    {
        std::shared_ptr<Chunk>& shared = order_[at];
        if (shared.use_count() > 1)
            shared = std::make_shared<Chunk>(*shared);
        return *shared;
    }
    Place placeOf(NodeId id) const
    {
        const Slot* slot = slotOf(id);
        assert(slot);
        const std::uint64_t label = slot->label;
        const auto chunk = std::upper_bound(order_.begin(), order_.end(), label,
                                            [](std::uint64_t l, const std::shared_ptr<Chunk>& c) { return l < c->front().label; }) - 1;
        const auto at = std::lower_bound((*chunk)->begin(), (*chunk)->end(), label, [](const Entry& e, std::uint64_t l) { return e.label < l; });
        return {static_cast<std::size_t>(chunk - order_.begin()), static_cast<std::size_t>(at - (*chunk)->begin())};
    }
    std::uint64_t labelBefore(NodeId before)
    {
        if (order_.empty())
            return kFirstLabel;
        for (;;) {
            if (before == kNoNode) {
                const std::uint64_t last = order_.back()->back().label;
                if (last < std::numeric_limits<std::uint64_t>::max() - kGap)
                    return last + kGap;
                relabelAll();
                continue;
            }
            const std::uint64_t high = slotOf(before)->label;
            const NodeId prior = previous(before);
            if (prior == kNoNode && high > kGap)
                return high - kGap;
            const std::uint64_t low = prior == kNoNode ? 0 : slotOf(prior)->label;
            if (high - low > 1)
                return low + (high - low) / 2;
            makeRoom(placeOf(before).chunk);
        }
    }
    /// Renews labels around `chunk`, in a stretch wide enough that its neighbours' labels leave kRoom for each entry.
    void makeRoom(std::size_t chunk)
    {
        for (std::size_t reach = 1; reach < order_.size(); reach *= 2) {
            const std::size_t first = chunk > reach ? chunk - reach : 0;
            const std::size_t last = std::min(chunk + reach, order_.size());
            if (first == 0 && last == order_.size())
                break;
            std::uint64_t steps = 1;
            for (std::size_t c = first; c < last; ++c)
                steps += order_[c]->size();
            // At either end of the graph there is room beyond the last label, unless it is used up.
            const std::uint64_t wide = kGap * steps;
            std::uint64_t low = first == 0 ? 0 : order_[first - 1]->back().label;
            const std::uint64_t high = last < order_.size() ? order_[last]->front().label : std::numeric_limits<std::uint64_t>::max();
            if (first == 0 && high > wide)
                low = high - wide;
            const std::uint64_t gap = std::min(kGap, (high - low) / steps);
            if (gap >= kRoom) {
                renumber(first, last, low, gap);
                return;
            }
        }
        relabelAll();
    }
    /// Renews all labels, centred in their range.
    void relabelAll() { renumber(0, order_.size(), kFirstLabel - kGap / 2 * size_, kGap); }
    void renumber(std::size_t first, std::size_t last, std::uint64_t label, std::uint64_t gap)
    {
        for (std::size_t c = first; c < last; ++c) {
            for (Entry& entry : chunkForWrite(c)) {
                label += gap;
                entry.label = label;
                slotForWrite(entry.id).label = label;
            }
        }
    }
    void insertInOrder(Entry entry)
    {
        if (order_.empty()) {
            order_.push_back(std::make_shared<Chunk>(Chunk{entry}));
            return;
        }
        auto chunk = std::upper_bound(order_.begin(), order_.end(), entry.label,
                                      [](std::uint64_t l, const std::shared_ptr<Chunk>& c) { return l < c->front().label; });
        if (chunk != order_.begin())
            --chunk;
        const auto c = static_cast<std::size_t>(chunk - order_.begin());
        Chunk& entries = chunkForWrite(c);
        const auto at = std::lower_bound(entries.begin(), entries.end(), entry.label, [](const Entry& e, std::uint64_t l) { return e.label < l; });
        entries.insert(at, entry);
        if (entries.size() > 2 * kChunk) {
            auto upper = std::make_shared<Chunk>(entries.begin() + kChunk, entries.end());
            entries.resize(kChunk);
            order_.insert(order_.begin() + static_cast<std::ptrdiff_t>(c) + 1, std::move(upper));
        }
    }
    void removeFromOrder(NodeId id)
    {
        const Place place = placeOf(id);
        Chunk& chunk = chunkForWrite(place.chunk);
        chunk.erase(chunk.begin() + static_cast<std::ptrdiff_t>(place.at));
        if (chunk.empty())
            order_.erase(order_.begin() + static_cast<std::ptrdiff_t>(place.chunk));
    }

    std::vector<std::shared_ptr<Chunk>> order_;
    std::vector<std::shared_ptr<Page>> pages_;
    std::size_t firstPage_ = 0;
    std::size_t size_ = 0;
};

/// All graphs of a Unit by id, main graph first. Copying shares the graphs' chunks.
template <class Node>
class GraphTable {
public:
    [[nodiscard]] bool contains(GraphId id) const { return index(id) < graphs_.size() && graphs_[index(id)]; }
    [[nodiscard]] const Graph<Node>& operator[](GraphId id) const
    {
        assert(contains(id));
        return *graphs_[index(id)];
    }
    [[nodiscard]] const Graph<Node>* find(GraphId id) const { return contains(id) ? graphs_[index(id)].get() : nullptr; }
    /// Ids in use, ascending.
    [[nodiscard]] std::vector<GraphId> ids() const
    {
        std::vector<GraphId> ids;
        for (std::size_t i = 0; i < graphs_.size(); ++i)
            if (graphs_[i])
                ids.push_back(GraphId{static_cast<std::uint32_t>(i)});
        return ids;
    }
    /// The graph that holds `node`, if any.
    [[nodiscard]] std::optional<GraphId> graphOf(NodeId node) const
    {
        for (std::size_t i = 0; i < graphs_.size(); ++i)
            if (graphs_[i] && graphs_[i]->contains(node))
                return GraphId{static_cast<std::uint32_t>(i)};
        return std::nullopt;
    }

    // Mutation is for Change::apply and the Rewriter only.

    Graph<Node>& forWrite(GraphId id)
    {
        std::shared_ptr<Graph<Node>>& graph = graphs_[index(id)];
        if (graph.use_count() > 1)
            graph = std::make_shared<Graph<Node>>(*graph);
        return *graph;
    }
    void add(GraphId id, Graph<Node> graph)
    {
        if (index(id) >= graphs_.size())
            graphs_.resize(index(id) + 1);
        graphs_[index(id)] = std::make_shared<Graph<Node>>(std::move(graph));
    }
    void remove(GraphId id) { graphs_[index(id)] = nullptr; }

    friend bool operator==(const GraphTable& left, const GraphTable& right)
    {
        const auto ids = left.ids();
        return ids == right.ids() && std::all_of(ids.begin(), ids.end(), [&](GraphId id) { return left[id] == right[id]; });
    }

private:
    std::vector<std::shared_ptr<Graph<Node>>> graphs_;
};

/// A node by its path: the call nodes from the main graph down to the node. Nodes of a shared body have one path for each call.
struct NodePath {
    std::vector<NodeId> nodes;

    [[nodiscard]] NodeId leaf() const { return nodes.empty() ? kNoNode : nodes.back(); }
    friend auto operator<=>(const NodePath&, const NodePath&) = default;
};

} // namespace sidelight::ir

namespace sidelight {
using ir::GraphId;
using ir::kMainGraph;
using ir::kNoNode;
using ir::NodeId;
using ir::NodePath;
using ir::Value;
} // namespace sidelight

template <>
struct std::hash<sidelight::ir::NodeId> {
    std::size_t operator()(sidelight::ir::NodeId id) const noexcept { return sidelight::ir::index(id); }
};
template <>
struct std::hash<sidelight::ir::Value> {
    std::size_t operator()(const sidelight::ir::Value& value) const noexcept
    {
        return (std::size_t{sidelight::ir::index(value.node)} << 8) ^ value.output;
    }
};
