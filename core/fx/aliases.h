// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/fx/program.h"

#include <set>
#include <unordered_map>
#include <vector>

namespace sidelight::fx {

/// Which values of a graph may share memory, whatever the order of calls: views, in-place results, elements of split lists, placeholders of tied
/// state. `same` is narrower: values that are certainly the whole of the same tensor (`detach`, in-place results).
class AliasClasses {
public:
    AliasClasses(const ExportedProgram& program, GraphId graph);

    /// Values that may share memory with `id`, itself included, in graph order.
    [[nodiscard]] const std::vector<NodeId>& members(NodeId id) const;
    /// Whether both are the whole of the same tensor.
    [[nodiscard]] bool isSame(NodeId left, NodeId right) const { return find(same_, left) == find(same_, right); }

private:
    using Forest = std::unordered_map<NodeId, NodeId>;
    static NodeId find(const Forest& forest, NodeId id);
    static void join(Forest& forest, NodeId left, NodeId right);
    void learnCall(const ir::Graph<Node>& graph, NodeId id);
    void learnPlaceholders(const ExportedProgram& program, GraphId graph);

    Forest shared_;
    Forest same_;
    std::unordered_map<NodeId, std::vector<NodeId>> members_; ///< By root of shared_.
};

/// Values whose memory some call of the graph writes: merging or folding one would change what the write reaches.
std::set<NodeId> writtenValues(const ExportedProgram& program, GraphId graph);

} // namespace sidelight::fx
