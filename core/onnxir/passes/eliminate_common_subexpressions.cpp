// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
// The first node with a key (operator and inputs, as already merged) and equal attributes stays. One walk in order suffices.
#include "core/onnxir/passes/operators.h"
#include "core/onnxir/passes/pipeline.h"
#include "core/support/text.h"

#include <algorithm>
#include <set>
#include <string>
#include <unordered_map>
#include <variant>
#include <vector>

namespace sidelight::onnxir::passes {
namespace {

bool isRandom(const Node& node)
{
    constexpr std::string_view kNames[] = {"Bernoulli", "Dropout", "Multinomial", "RandomNormal", "RandomNormalLike", "RandomUniform", "RandomUniformLike"};
    return std::any_of(std::begin(kNames), std::end(kNames), [&](std::string_view name) { return isOperator(node, name); });
}

bool hasBody(const Node& node)
{
    return std::any_of(node.attributes.begin(), node.attributes.end(), [](const Attribute& attribute) {
        return std::holds_alternative<GraphId>(attribute.value) || std::holds_alternative<std::vector<GraphId>>(attribute.value);
    });
}

/// Functions that contain chance, bodies or calls of such functions.
std::set<GraphId> unsafeFunctions(const Model& model)
{
    std::set<GraphId> found;
    for (bool again = true; again;) {
        again = false;
        for (const auto& [graph, function] : model.functions) {
            if (found.count(graph) != 0)
                continue;
            for (const NodeId id : model.graphs[graph].order()) {
                const Node& node = model.graphs[graph][id];
                const auto body = model.functionBody(node.op);
                if (isRandom(node) || hasBody(node) || (body && found.count(*body) != 0))
                    again = found.insert(graph).second;
            }
        }
    }
    return found;
}

bool haveEqualOutputs(const Node& left, const Node& right)
{
    return left.outputs.size() == right.outputs.size() && std::equal(left.outputs.begin(), left.outputs.end(), right.outputs.begin(), [](const auto& a, const auto& b) {
               return a.name.empty() == b.name.empty() && a.type == b.type;
           });
}

std::string keyOf(const Node& node)
{
    std::string key = concat(node.op.domain, '\n', node.op.op_type, '\n', node.op.overload, '\n');
    for (const auto& input : node.inputs)
        key += input ? concat(index(input->node), '.', input->output, ' ') : std::string("- ");
    return key;
}

/// Two results of a graph cannot be one value.
bool isEitherFree(const Rewriter& rewriter, NodeId left, NodeId right)
{
    for (std::uint32_t output = 0; output < rewriter.node(left).outputs.size(); ++output)
        if (isResult(rewriter, {left, output}) && isResult(rewriter, {right, output}))
            return false;
    return true;
}

Status mergeIn(Rewriter& rewriter, GraphId graph, const std::set<GraphId>& unsafe)
{
    std::unordered_map<std::string, std::vector<NodeId>> seen;
    for (const NodeId id : rewriter.graph(graph).orderCopy()) {
        const Node& node = rewriter.graph(graph)[id];
        rewriter.visit(id);
        const auto body = node.kind == Kind::Operator ? rewriter.unit().functionBody(node.op) : std::nullopt;
        const bool isOwn = body || node.op.domain.empty(); // Operators of other domains are not known.
        if (node.kind != Kind::Operator || !isOwn || isRandom(node) || hasBody(node) || (body && unsafe.count(*body) != 0))
            continue;
        std::vector<NodeId>& earlier = seen[keyOf(node)];
        const auto first = std::find_if(earlier.begin(), earlier.end(), [&](NodeId other) {
            const Node& candidate = rewriter.graph(graph)[other];
            return candidate.attributes == node.attributes && haveEqualOutputs(candidate, node) && isEitherFree(rewriter, other, id);
        });
        if (first == earlier.end()) {
            earlier.push_back(id);
            continue;
        }
        rewriter.match();
        const auto outputs = static_cast<std::uint32_t>(node.outputs.size());
        for (std::uint32_t output = 0; output < outputs; ++output)
            rewriter.replaceAllUsesWith({id, output}, {*first, output});
        if (const Status status = rewriter.erase(id); !status)
            return status;
    }
    return {};
}

Status eliminateCommonSubexpressions(PassContext& context)
{
    const std::set<GraphId> unsafe = unsafeFunctions(context.unit());
    for (const GraphId graph : context.unit().graphs.ids())
        if (const Status status = mergeIn(context.rewriter, graph, unsafe); !status)
            return status;
    return {};
}

constexpr std::string_view kHelp = R"(Looks for nodes with the operator, inputs and attributes of an earlier one in the same graph: operators of ai.onnx, and calls of the model's own functions.

Makes the readers of the later one read the earlier one, and erases the later. One walk suffices: merged nodes make their readers equal too.

Leaves random operators and functions that contain some, If, Loop and Scan, operators of other domains, nodes whose values have other types, and two nodes that
both are results of the graph.

Before:
    a = Exp(x)
    b = Exp(x)
    y = Add(a, b)
After:
    a = Exp(x)
    y = Add(a, a)
)";

} // namespace

constinit const Pass kCommonSubexpressionElimination{
    .id = "common-node-elimination",
    .summary = "Replaces nodes that repeat an earlier one.",
    .run = eliminateCommonSubexpressions,
    .help = kHelp,
    .standard = false,
};

} // namespace sidelight::onnxir::passes
