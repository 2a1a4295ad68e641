// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/onnxir/bodies.h"
#include "core/onnxir/passes/pipeline.h"
#include "core/onnxir/passes/unique_names.h"

#include <set>
#include <string>
#include <variant>
#include <vector>

namespace sidelight::onnxir::passes {
namespace {

/// Names of values in reach and of nodes. A name is kept where it is the first of its kind.
struct Scope {
    UniqueNames values;
    UniqueNames nodes;
};

/// `scope` holds the names around a body; it is empty for the main graph and for functions.
void fixGraph(Rewriter& rewriter, GraphId graph, Scope scope, bool isBody)
{
    const std::vector<NodeId> order = rewriter.graph(graph).orderCopy();
    // Names of inputs, initializers and outputs are the program's: they come first.
    for (const NodeId id : order) {
        Node node = rewriter.graph(graph)[id];
        if ((node.kind != Kind::Input && node.kind != Kind::Initializer) || scope.values.take(node.name) || !isBody)
            continue;
        // A body's own input must not hide a value around it.
        node.name = scope.values.make(node.name);
        node.outputs.front().name = node.name;
        rewriter.visit(id);
        rewriter.match();
        rewriter.update(id, std::move(node));
    }
    std::set<Value> results;
    for (const NodeId id : order) {
        const Node& node = rewriter.graph(graph)[id];
        if (node.kind == Kind::Output && node.inputs.front() && scope.values.take(node.name))
            results.insert(*node.inputs.front());
    }
    for (const NodeId id : order) {
        Node node = rewriter.graph(graph)[id];
        if (node.kind != Kind::Operator)
            continue;
        node.name = scope.nodes.make(node.name.empty() ? node.op.op_type : node.name);
        for (std::uint32_t output = 0; output < node.outputs.size(); ++output) {
            if (results.count({id, output}) != 0 || (node.outputs[output].name.empty() && rewriter.uses({id, output}).empty()))
                continue;
            node.outputs[output].name = scope.values.make(node.outputs[output].name.empty() ? node.name : node.outputs[output].name);
        }
        rewriter.visit(id);
        if (!(node == rewriter.graph(graph)[id])) {
            rewriter.match();
            rewriter.update(id, node);
        }
        visitBodies(node, [&](const std::string&, GraphId body) { fixGraph(rewriter, body, scope, true); });
    }
}

Status fixNames(PassContext& context)
{
    fixGraph(context.rewriter, kMainGraph, {}, false);
    for (const auto& [graph, function] : context.unit().functions)
        fixGraph(context.rewriter, graph, {}, false);
    return {};
}

constexpr std::string_view kHelp = R"(Looks for nodes without a name, values that are read and have none, and names that occur twice in what one scope can see: a graph, and the bodies inside it.

Makes new names: the operator's for a node, the node's for its values, with _1, _2 and so on where that is taken.

Leaves the names of inputs, initializers and outputs, which are the program's own, and of every value that has its name first. A body's own input that would
hide a value around it is renamed.

Before:
    relu = Relu(x)
    relu = Relu(relu)
After:
    relu = Relu(x)
    relu_1 = Relu(relu)
)";

} // namespace

constinit const Pass kNameFix{
    .id = "name-fix",
    .summary = "Gives every node and value a name of its own.",
    .run = fixNames,
    .help = kHelp,
};

} // namespace sidelight::onnxir::passes
