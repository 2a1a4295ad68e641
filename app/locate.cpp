// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "app/locate.h"

#include "core/lowering/provenance.h"
#include "core/onnxir/bodies.h"

#include <algorithm>

namespace sidelight::app {
namespace {

std::string_view withoutPercent(std::string_view text)
{
    if (!text.empty() && text.front() == '%')
        text.remove_prefix(1);
    return text;
}

std::optional<NodeId> findIn(const fx::ExportedProgram& program, std::string_view name)
{
    for (const GraphId graph : program.graphs.ids())
        if (const NodeId node = fx::findByName(program.graphs[graph], name); node != kNoNode)
            return node;
    return std::nullopt;
}

/// The body that a call node opens: a function, or an attribute's graph.
std::optional<GraphId> bodyOf(const onnxir::Model& model, const onnxir::Node& node)
{
    if (const auto body = model.functionBody(node.op))
        return body;
    const std::vector<GraphId> bodies = onnxir::bodiesOf(node);
    return bodies.empty() ? std::nullopt : std::optional(bodies.front());
}

NodeId findIn(const ir::Graph<onnxir::Node>& graph, std::string_view name)
{
    for (const NodeId id : graph.order())
        if (graph[id].name == name)
            return id;
    return kNoNode;
}

void count(display::Badges& badges, const NodePath& path, Level level)
{
    display::Badge& badge = badges[path];
    ++badge.count;
    badge.level = std::max(badge.level, level);
}

/// The get_attr node of a subgraph and its callers lie in the graph above it.
std::optional<NodeId> callerOf(const fx::ExportedProgram& program, GraphId body)
{
    for (const GraphId id : program.graphs.ids()) {
        const auto& graph = program.graphs[id];
        for (const NodeId node : graph.order()) {
            if (graph[node].subgraph != body || body == kMainGraph)
                continue;
            for (const NodeId user : graph.order()) {
                bool isUser = false;
                fx::visitInputs(
                    graph[user], [&](Value value, std::uint32_t) { isUser = isUser || value.node == node; });
                if (isUser)
                    return user;
            }
        }
    }
    return std::nullopt;
}

} // namespace

std::optional<NodeId> findFxNode(const fx::Trace& trace, std::string_view text)
{
    const std::string_view name = withoutPercent(text);
    if (const auto node = findIn(trace.final(), name))
        return node;
    for (auto record = trace.records.rbegin(); record != trace.records.rend(); ++record)
        if (const auto node = findIn(record->after, name))
            return node;
    return findIn(trace.initial, name);
}

std::optional<NodePath> findOnnxNode(const onnxir::Model& model, std::string_view text)
{
    // Names of nodes may hold '/': at each level the longest name that fits is tried last.
    struct Search
    {
        const onnxir::Model& model;
        std::optional<NodePath> in(GraphId graph, std::string_view rest, NodePath path) const
        {
            if (const NodeId leaf = findIn(model.graphs[graph], withoutPercent(rest)); leaf != kNoNode) {
                path.nodes.push_back(leaf);
                return path;
            }
            for (std::size_t slash = rest.find('/'); slash != std::string_view::npos;
                 slash = rest.find('/', slash + 1)) {
                const NodeId call = findIn(model.graphs[graph], withoutPercent(rest.substr(0, slash)));
                const auto body = call == kNoNode ? std::nullopt : bodyOf(model, model.graphs[graph][call]);
                if (!body || path.nodes.size() > 64)
                    continue;
                NodePath below = path;
                below.nodes.push_back(call);
                if (auto found = in(*body, rest.substr(slash + 1), std::move(below)))
                    return found;
            }
            return std::nullopt;
        }
    };
    return Search{model}.in(kMainGraph, text, {});
}

NodePath fxPathOf(const fx::ExportedProgram& program, NodeId node)
{
    NodePath path{{node}};
    auto graph = program.graphs.graphOf(node);
    while (graph && *graph != kMainGraph && path.nodes.size() < 64) {
        const auto caller = callerOf(program, *graph);
        if (!caller)
            break;
        path.nodes.insert(path.nodes.begin(), *caller);
        graph = program.graphs.graphOf(*caller);
    }
    return path;
}

AllBadges badgesOf(const session::Document& document, const std::vector<Diagnostic>& diagnostics)
{
    AllBadges badges;
    const bool hasModel = document.hasModel();
    const lowering::Provenance provenance =
        hasModel ? lowering::provenanceOf(document.model()) : lowering::Provenance{};
    for (const Diagnostic& diagnostic : diagnostics) {
        for (const support::Location& location : diagnostic.locations) {
            if (location.kind == "fx-node") {
                const auto node = findFxNode(document.fx, location.name);
                if (!node)
                    continue;
                count(badges.fx, fxPathOf(document.program(), *node), diagnostic.level);
                if (const auto partners = provenance.toOnnx.find(*node);
                    partners != provenance.toOnnx.end() && !partners->second.empty())
                    count(badges.onnx, partners->second.front(), diagnostic.level);
            } else if ((location.kind == "onnx-node" || location.kind == "tensor") && hasModel) {
                if (const auto path = findOnnxNode(document.model(), location.name))
                    count(badges.onnx, *path, diagnostic.level);
            }
        }
    }
    return badges;
}

} // namespace sidelight::app
