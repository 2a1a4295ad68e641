// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/onnxir/edit/retype.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

namespace sidelight::onnxir {
namespace {

/// Whether `inferred` says nothing that `known` denies: onnx knows fewer sizes, and not the names that we have for them.
bool agrees(const ValueType& inferred, const ValueType& known)
{
    if (inferred.kind != known.kind || inferred.dtype != known.dtype || (inferred.hasShape && !known.hasShape))
        return false;
    if (!inferred.hasShape)
        return true;
    return inferred.sizes.size() == known.sizes.size() &&
           std::equal(inferred.sizes.begin(), inferred.sizes.end(), known.sizes.begin(), [](const auto& left, const auto& right) { return !left || left == right; });
}

} // namespace

void retype(Rewriter& rewriter, GraphId graphId, const std::vector<NodeId>& changed, const ir::OnnxSchemas* schemas)
{
    Model copy = rewriter.unit();
    Rewriter scratch(copy, "manual-onnx-edits");
    std::unordered_set<NodeId> open(changed.begin(), changed.end());
    std::vector<NodeId> asked;
    for (const NodeId id : copy.graphs[graphId].orderCopy()) {
        Node node = copy.graphs[graphId][id];
        bool reads = open.count(id) != 0;
        visitInputs(node, [&](Value value, std::uint32_t) { reads = reads || open.count(value.node) != 0; });
        if (!reads || node.kind != Kind::Operator)
            continue;
        open.insert(id);
        asked.push_back(id);
        for (ValueInfo& output : node.outputs)
            output.type = {};
        scratch.update(id, std::move(node));
    }
    if (schemas)
        schemas->addInferredTypes(scratch);
    // From the changed ones on, as far as it makes a difference.
    std::unordered_set<NodeId> differing(changed.begin(), changed.end());
    for (const NodeId id : asked) {
        Node node = rewriter.graph(graphId)[id];
        bool reads = differing.count(id) != 0;
        visitInputs(node, [&](Value value, std::uint32_t) { reads = reads || differing.count(value.node) != 0; });
        if (!reads)
            continue;
        bool differs = false;
        for (std::size_t i = 0; i < node.outputs.size(); ++i) {
            const ValueType& inferred = copy.graphs[graphId][id].outputs[i].type;
            if (agrees(inferred, node.outputs[i].type))
                continue;
            differs = true;
            node.outputs[i].type = inferred;
        }
        if (!differs) {
            differing.erase(id);
            continue;
        }
        differing.insert(id);
        rewriter.update(id, std::move(node));
    }
}

} // namespace sidelight::onnxir
