// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/fx/aliases.h"
#include "core/fx/transform/fusion.h"

#include <optional>
#include <utility>
#include <vector>

namespace sidelight::fx {

/// Calls of a graph that write to memory, and what they write to: a group of nodes must not be moved across one that touches what it reads.
class Writers {
public:
    Writers(const ExportedProgram& program, GraphId graphId);

    /// A node outside `group` that would be crossed by moving the group to stand before `to`: one that writes what the group touches, or reads what it writes.
    [[nodiscard]] NodeId crossing(const ir::Graph<Node>& graph, const Group& group, NodeId to) const;

private:
    std::vector<std::pair<NodeId, std::vector<NodeId>>> writers_; ///< In order.
    std::optional<AliasClasses> classes_;                         ///< Where there is a writer.
};

} // namespace sidelight::fx
