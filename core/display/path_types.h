// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/display/build.h"
#include "core/onnxir/model.h"

#include <map>
#include <vector>

namespace sidelight::display {

/// Types of values by path. A body that several calls share says only what they agree on; the type of one call's value is then found on the call that it is
/// the result of, in the body that makes it, or among the known types.
class PathTypes {
public:
    PathTypes(const onnxir::Model& model, const KnownTypes* known) : model_(model), known_(known) {}

    /// Of an output of the node `graph[id]` that is shown below the call `outer`.
    [[nodiscard]] onnxir::ValueType of(const NodePath& outer, const ir::Graph<onnxir::Node>& graph, Value value);

private:
    /// What a body returns.
    struct Results {
        std::vector<std::optional<Value>> values;
        std::map<Value, std::uint32_t> first; ///< By value: which result it is.
    };
    const Results& resultsOf(GraphId body);
    bool refine(onnxir::ValueType& type, const NodePath& path, const onnxir::Node& node, std::uint32_t output) const;

    const onnxir::Model& model_;
    const KnownTypes* known_;
    std::map<GraphId, Results> results_;
};

} // namespace sidelight::display
