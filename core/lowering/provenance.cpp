// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/lowering/provenance.h"

#include <algorithm>

namespace sidelight::lowering {

NodeId Provenance::fxOf(const NodePath& path) const
{
    NodePath prefix = path;
    while (!prefix.nodes.empty()) {
        const auto found = toFx.find(prefix);
        if (found != toFx.end())
            return found->second;
        prefix.nodes.pop_back();
    }
    return kNoNode;
}

Provenance provenanceOf(const onnxir::Model& model)
{
    Provenance provenance;
    if (!model.graphs.contains(kMainGraph))
        return provenance;
    for (const NodeId id : model.main().order()) {
        for (const onnxir::Origin& origin : model.main()[id].origins) {
            if (origin.fx == kNoNode)
                continue;
            NodePath path{{id}};
            path.nodes.insert(path.nodes.end(), origin.path.begin(), origin.path.end());
            provenance.toOnnx[origin.fx].push_back(path);
            provenance.toFx.emplace(std::move(path), origin.fx);
        }
    }
    return provenance;
}

std::string toText(const onnxir::Model& model, const NodePath& path)
{
    std::string text;
    for (std::size_t i = 0; i < path.nodes.size(); ++i) {
        const bool isLeaf = i + 1 == path.nodes.size();
        const auto graph = model.graphs.graphOf(path.nodes[i]);
        text += isLeaf ? "%" : "";
        text += graph ? model.graphs[*graph][path.nodes[i]].name : "?";
        text += isLeaf ? "" : "/";
    }
    return text;
}

} // namespace sidelight::lowering
