// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/onnxir/passes/operators.h"
#include "core/onnxir/passes/pipeline.h"

#include <algorithm>

namespace sidelight::onnxir::passes {
namespace {

/// Operators that give back their first input where its shape does not change.
bool onlyShapes(const Node& node)
{
    constexpr std::string_view kNames[] = {"Reshape", "Expand", "Flatten", "Squeeze", "Unsqueeze", "Tile"};
    return std::any_of(std::begin(kNames), std::end(kNames), [&](std::string_view name) { return isOperator(node, name); });
}

/// Operators of any number of inputs that give back a lone one.
bool isVariadic(const Node& node)
{
    constexpr std::string_view kNames[] = {"Concat", "Max", "Mean", "Min", "Sum"};
    return std::any_of(std::begin(kNames), std::end(kNames), [&](std::string_view name) { return isOperator(node, name); });
}

bool isAll(const Rewriter& rewriter, std::optional<Value> value, std::int64_t wanted)
{
    const auto numbers = value ? constantIntegers(rewriter, *value) : std::nullopt;
    return numbers && std::all_of(numbers->begin(), numbers->end(), [&](std::int64_t number) { return number == wanted; });
}

bool isNoOp(const Rewriter& rewriter, NodeId id, const Node& node)
{
    const auto input = inputAt(node, 0);
    if (!input || node.outputs.empty())
        return false;
    const bool same = haveSameShape(typeOf(rewriter, *input), node.outputs.front().type);
    if (onlyShapes(node))
        return same;
    if (isOperator(node, "Slice")) // The whole of each axis, unless backwards.
        return same && (!inputAt(node, 4) || isAll(rewriter, inputAt(node, 4), 1));
    if (isOperator(node, "Pad"))
        return isAll(rewriter, inputAt(node, 1), 0);
    if (isOperator(node, "Dropout")) {
        const bool hasMask = node.outputs.size() > 1 && !rewriter.uses({id, 1}).empty();
        return !hasMask && (!inputAt(node, 2) || isAll(rewriter, inputAt(node, 2), 0));
    }
    return isVariadic(node) && node.inputs.size() == 1;
}

Status eliminateNoOps(PassContext& context)
{
    Rewriter& rewriter = context.rewriter;
    for (const GraphId graph : context.unit().graphs.ids())
        for (const NodeId id : rewriter.graph(graph).orderCopy()) {
            const Node& node = rewriter.graph(graph)[id];
            rewriter.visit(id);
            if (node.kind != Kind::Operator || !isNoOp(rewriter, id, node) || !canForward(rewriter, graph, id, *node.inputs.front()))
                continue;
            rewriter.match();
            if (const Status status = rewriter.deleteAndForward(id, *node.inputs.front()); !status)
                return status;
        }
    return {};
}

constexpr std::string_view kHelp = R"(Looks for operators that give back their input: Reshape, Expand, Flatten, Squeeze, Unsqueeze and Tile to the shape that it has already, Slice of the whole,
Pad by nothing, Concat, Sum, Mean, Max and Min of one input, Dropout outside training; in the main graph, in functions and in the bodies of If, Loop and Scan.

Makes their readers read the input, and erases them. What gave them their shape is left to dead-node-removal.

Leaves those whose shape is not known in full (run shape-inference before), that step backwards or whose amounts are computed, a Dropout whose mask is read,
and those that a graph's output needs because their input is an input, an initializer, or an output already.

Before:
    same = Reshape(x, shape)        (x and same are FLOAT[batch, 8])
    y = Relu(same)
After:
    y = Relu(x)
)";

} // namespace

constinit const Pass kNoOpElimination{
    .id = "no-op-elimination",
    .summary = "Removes operators that give back their input as it is.",
    .run = eliminateNoOps,
    .help = kHelp,
    .standard = false,
};

} // namespace sidelight::onnxir::passes
