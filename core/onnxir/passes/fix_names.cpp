// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/onnxir/passes/pipeline.h"

#include "core/support/text.h"

#include <algorithm>
#include <set>
#include <string>
#include <variant>
#include <vector>

namespace sidelight::onnxir::passes {
namespace {

/// Names of values in reach and of nodes. A name is kept where it is the first of its kind.
struct Scope {
    std::set<std::string> values;
    std::set<std::string> nodes;
};

std::string unique(std::set<std::string>& taken, const std::string& name, const std::string& fallback)
{
    const std::string& base = name.empty() ? fallback : name;
    if (taken.insert(base).second)
        return base;
    for (std::size_t i = 1;; ++i) {
        std::string next = concat(base, "_", i);
        if (taken.insert(next).second)
            return next;
    }
}

void fixGraph(Rewriter& rewriter, GraphId graph, Scope scope)
{
    const std::vector<NodeId> order = rewriter.graph(graph).orderCopy();
    // Names of inputs, initializers and outputs are the program's: they come first.
    for (const NodeId id : order) {
        const Node& node = rewriter.graph(graph)[id];
        if (node.kind == Kind::Input || node.kind == Kind::Initializer)
            scope.values.insert(node.name);
    }
    std::set<Value> results;
    for (const NodeId id : order) {
        const Node& node = rewriter.graph(graph)[id];
        if (node.kind == Kind::Output && node.inputs.front() && scope.values.insert(node.name).second)
            results.insert(*node.inputs.front());
    }
    for (const NodeId id : order) {
        Node node = rewriter.graph(graph)[id];
        if (node.kind != Kind::Operator)
            continue;
        node.name = unique(scope.nodes, node.name, node.op.op_type);
        for (std::uint32_t output = 0; output < node.outputs.size(); ++output) {
            if (results.count({id, output}) != 0 || (node.outputs[output].name.empty() && rewriter.uses({id, output}).empty()))
                continue;
            node.outputs[output].name = unique(scope.values, node.outputs[output].name, node.name);
        }
        rewriter.setCause(id);
        rewriter.update(id, node);
        for (const Attribute& attribute : node.attributes) {
            if (const auto* one = std::get_if<GraphId>(&attribute.value))
                fixGraph(rewriter, *one, scope);
            else if (const auto* many = std::get_if<std::vector<GraphId>>(&attribute.value))
                for (const GraphId inner : *many)
                    fixGraph(rewriter, inner, scope);
        }
    }
}

} // namespace

Status fixNames(PassContext& context)
{
    fixGraph(context.rewriter, kMainGraph, {});
    for (const auto& [graph, function] : context.unit().functions)
        fixGraph(context.rewriter, graph, {});
    return {};
}

} // namespace sidelight::onnxir::passes
