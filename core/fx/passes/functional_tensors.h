// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/fx/passes/view_inverse.h"

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

namespace sidelight::fx::passes {

/// What each tensor of a graph holds while its calls are read in order: torch's FunctionalTensorWrapper for a whole
/// graph.
///
/// A tensor is a base or a view of another one. A write to a view counts its base's clock on and is pending; it is
/// written back, by the inverse of its chain of views, when something outside the view is read. A view older than its
/// base's clock is made anew when it is read, from its parent's value. So nothing is emitted that nobody reads, and all
/// work goes by reads and writes, not by the number of views.
class FunctionalTensors
{
public:
    explicit FunctionalTensors(Emitter& emitter) : emitter_(emitter) {}

    /// `id` is a tensor of its own.
    void addBase(NodeId id);
    /// `id` names what `source` names; as an object too when in-place views of one change the other.
    void addSame(NodeId id, NodeId source, bool isObject);
    /// `id` is a view of `source`: the call itself, or an element of a list of views.
    void addView(NodeId id, NodeId source);
    /// `id` names from now on what node `value` holds, a tensor of its own.
    void addBaseHeldBy(NodeId id, NodeId value);
    /// All names of the object `id` name its view `view` from now on: `unsqueeze_`.
    void renameTo(NodeId id, NodeId view);

    /// The node that holds what `id` names now; emits what it takes before the emitter's reader.
    NodeId read(NodeId id);
    /// The same for the tensor that `id` named at first, whatever in-place views made of the name.
    NodeId readFirst(NodeId id);
    /// `id` holds the value of node `value` from now on; `writer` is the call that wrote. It must have been read right
    /// before.
    void write(NodeId id, NodeId value, NodeId writer);

    [[nodiscard]] bool contains(NodeId id) const { return names_.count(id) != 0; }
    /// The node that made the base of what `id` names.
    [[nodiscard]] NodeId baseOf(NodeId id) const { return tensors_[tensors_[tensorOf(id)].base].maker; }
    [[nodiscard]] bool haveOneBase(NodeId left, NodeId right) const;
    /// Whether `id` is `other` or a view of it.
    [[nodiscard]] bool isWithin(NodeId id, NodeId other) const;
    /// Whether the base of what `id` named at first was written.
    [[nodiscard]] bool isWritten(NodeId id) const;
    /// Why a write to `id` cannot reach its base; empty when it can.
    [[nodiscard]] std::string whyNotWritable(NodeId id) const;

private:
    using Index = std::size_t;
    static constexpr Index kNone = static_cast<Index>(-1);
    struct Tensor
    {
        Index parent = kNone;
        Index base = kNone;
        NodeId maker = kNoNode;  ///< Placeholder or call.
        NodeId value = kNoNode;  ///< Holds it as of `time`.
        std::uint64_t time = 0;  ///< Of the base's clock.
        std::uint64_t clock = 0; ///< Of a base: its number of writes.
        Index pending = kNone;   ///< Of a base: the view whose last write is not written back yet.
        NodeId writer = kNoNode; ///< Of that write.
    };
    /// A Python object: in-place views change which tensor it names.
    struct Object
    {
        Index tensor;
        Index first;
    };
    struct Name
    {
        std::size_t object;
        bool isOwn; ///< While the tensor has never been written, the name's own node is as good as any.
    };

    Index add(Tensor tensor);
    [[nodiscard]] Index tensorOf(NodeId id) const { return objects_[names_.at(id).object].tensor; }
    [[nodiscard]] bool isWithin(Index tensor, Index other) const;
    NodeId read(Index tensor);
    NodeId makeAnew(Index tensor);
    void writeBack(Index base);
    [[nodiscard]] bool isElement(Index tensor) const;
    [[nodiscard]] ViewStep stepOf(Index tensor, Index& parent) const;

    Emitter& emitter_;
    std::vector<Tensor> tensors_;
    std::vector<Object> objects_;
    std::unordered_map<NodeId, Name> names_;
};

} // namespace sidelight::fx::passes
