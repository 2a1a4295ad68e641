// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/onnxir/edit/graph_path.h"

#include "core/onnxir/bodies.h"
#include "core/support/rules.h"
#include "core/support/text.h"

#include <algorithm>
#include <optional>
#include <set>

namespace sidelight::onnxir {

bool makes(const Node& node, std::string_view value)
{
    return std::any_of(node.outputs.begin(), node.outputs.end(), [&](const ValueInfo& output) { return output.name == value; });
}

std::string editName(const Node& node)
{
    for (const ValueInfo& output : node.outputs)
        if (!output.name.empty())
            return output.name;
    return node.name;
}

Result<GraphId> graphNamed(const Model& model, GraphId graph, std::string_view path)
{
    if (path.empty())
        return graph;
    const auto parts = support::split(path, '/');
    std::size_t at = 0;
    for (const auto& [id, function] : model.functions)
        if (at == 0 && (function->id.op_type == parts[0] || concat(function->id.domain, ".", function->id.op_type) == parts[0])) {
            graph = id;
            at = 1;
        }
    for (; at < parts.size(); at += 2) {
        std::optional<GraphId> body;
        for (const NodeId id : model.graphs[graph].order()) {
            const Node& node = model.graphs[graph][id];
            if (at + 1 < parts.size() && (node.name == parts[at] || makes(node, parts[at])))
                visitBodies(node, [&](const std::string& name, GraphId one) { body = name == parts[at + 1] && model.graphs.contains(one) ? one : body; });
        }
        if (!body)
            return support::diagnose(rules::kFxPass, concat("there is no function or body '", support::plainText(path), "'; name a function, or a node and the attribute that holds its body"));
        graph = *body;
    }
    return graph;
}

std::string graphPath(const Model& model, GraphId graph)
{
    std::string path;
    std::set<GraphId> seen;
    while (graph != kMainGraph && seen.insert(graph).second) {
        const std::string rest = path.empty() ? std::string() : concat("/", path);
        if (const auto function = model.functionOf(graph))
            return concat(function->id.domain.empty() ? function->id.op_type : concat(function->id.domain, ".", function->id.op_type), rest);
        std::optional<GraphId> outer;
        for (const GraphId id : model.graphs.ids())
            for (const NodeId at : model.graphs[id].order())
                visitBodies(model.graphs[id][at], [&](const std::string& name, GraphId body) {
                    if (body != graph || outer)
                        return;
                    outer = id;
                    path = concat(editName(model.graphs[id][at]), "/", name, rest);
                });
        if (!outer)
            return {};
        graph = *outer;
    }
    return path;
}

} // namespace sidelight::onnxir
