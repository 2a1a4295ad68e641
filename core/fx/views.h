// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/fx/program.h"

#include <cstdint>
#include <string_view>

namespace sidelight::fx {

/// What the result of a call has to do with the memory of its arguments.
enum class Relation : std::uint8_t
{
    Fresh,      ///< Memory of its own.
    SameObject, ///< The very argument `source`: `relu_`, `contiguous` of a contiguous tensor.
    SameTensor, ///< Another name for the whole of `source`: `detach`.
    View,       ///< Certainly a view of `source`, or a list of views of it.
    Unknown,    ///< Perhaps a view of some of its arguments.
};

/// A call's relation to its argument `source` (kNoNode when it is fresh or unknown).
struct Aliasing
{
    Relation relation = Relation::Fresh;
    NodeId source = kNoNode;
};

/// Decides from schema, arguments and the recorded types: whether `reshape` copies shows in the strides.
/// operator.getitem is fresh here: an element is what its list is.
Aliasing aliasingOf(const ir::Graph<Node>& graph, const Node& node);

/// Whether `type` has known strides that are those of a contiguous tensor; axes of size 1 may have any.
bool isContiguous(const ir::Type& type);
/// The type of a value that holds what a tensor of `type` held: its own memory, dense strides kept, others made
/// contiguous.
ir::Type valueType(const ir::Type& type);

} // namespace sidelight::fx
