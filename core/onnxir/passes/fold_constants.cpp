// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
// One walk in order: what is folded is a constant for the nodes behind it. In functions, which have no initializers, a node becomes a Constant in its place.
#include "core/onnxir/passes/fold_evaluation.h"
#include "core/onnxir/passes/operators.h"
#include "core/onnxir/passes/pipeline.h"

#include <cstdint>
#include <limits>
#include <memory>
#include <set>
#include <utility>
#include <vector>

namespace sidelight::onnxir::passes {
namespace {

constexpr ir::PassOption kOptions[] = {
    {"max-bytes", std::int64_t{1} << 20, "The largest tensor, in bytes, that is read or made; 0 for any size."},
};

ir::Tensor tensorOf(Block block) { return ir::Tensor::fromBytes(block.dtype, std::move(block.sizes), std::move(block.bytes)); }

void becomeConstant(Rewriter& rewriter, NodeId id, ir::Tensor value)
{
    Node constant = rewriter.node(id);
    constant.op = {{}, "Constant", {}};
    constant.inputs.clear();
    std::vector<ir::Dim> sizes;
    for (const std::int64_t size : value.sizes)
        sizes.push_back(ir::Dim::constant(size));
    constant.outputs.front().type = ValueType::tensor(value.dtype, sizes);
    constant.attributes = {{"value", std::make_shared<const ir::Tensor>(std::move(value))}};
    rewriter.update(id, std::move(constant));
}

Status foldIn(PassContext& context, GraphId graph, bool isInFunction, std::int64_t limit)
{
    Rewriter& rewriter = context.rewriter;
    NodeId place = placeOfInitializers(rewriter, graph);
    for (const NodeId id : rewriter.graph(graph).orderCopy()) {
        if (context.stop.stop_requested())
            return {};
        rewriter.visit(id);
        const Node& node = rewriter.graph(graph)[id];
        if (!isInFunction && isResult(rewriter, {id, 0}))
            continue;
        auto result = evaluateNode(rewriter, node, limit);
        if (!result)
            continue;
        rewriter.match();
        if (isInFunction) {
            becomeConstant(rewriter, id, tensorOf(std::move(*result)));
            continue;
        }
        const auto next = replaceByInitializer(rewriter, id, place, std::make_shared<const ir::Tensor>(tensorOf(std::move(*result))));
        if (!next)
            return next.error();
        place = *next;
    }
    return {};
}

Status foldConstants(PassContext& context)
{
    const auto given = ir::optionOf<std::int64_t>(kConstantNodeFolding, context.options, "max-bytes");
    const std::int64_t limit = given > 0 ? given : std::numeric_limits<std::int64_t>::max();
    const std::set<GraphId> inFunctions = graphsInFunctions(context.unit());
    for (const GraphId graph : outerFirst(context.unit()))
        if (const Status status = foldIn(context, graph, inFunctions.count(graph) != 0, limit); !status)
            return status;
    return {};
}

constexpr std::string_view kHelp = R"(Looks for operators all of whose inputs are initializers or Constant nodes, and for Shape and Size of what has a known shape, in the main graph, in functions
and in the bodies of If, Loop and Scan, which see the constants around them:
    Identity, Reshape, Squeeze, Unsqueeze, Flatten, Expand, Transpose, Slice, Gather, Concat, Where and ConstantOfShape of any type;
    Add, Sub, Mul, Div, Neg, Abs and comparisons of integers and floats, Mod, Min, Max, Range, ReduceProd, ReduceSum, ReduceMax and ReduceMin of integers, Sqrt,
    Floor and Ceil of floats, And, Or, Xor and Not;
    Cast between bool, integers, float32 and float64.

Makes an initializer of what they give, under the same name; in functions, which cannot have initializers, a Constant. All of these have one right result, so that no bit
changes.

Leaves other operators, tensors over max-bytes (1 MiB; 0 for any size), integers that overflow, floats that no integer holds, what the model tells another type of, and results
of the graph. What nobody reads any more is left to dead-node-removal.

Before:
    shape = Shape(x)                (x is FLOAT[2, 8])
    last = Gather(shape, one)
    y = Mul(z, last)
After:
    last = Initializer()            (8)
    y = Mul(z, last)
)";

} // namespace

constinit const Pass kConstantNodeFolding{
    .id = "constant-node-folding",
    .summary = "Computes ahead what operators give for constants and known shapes.",
    .run = foldConstants,
    .help = kHelp,
    .options = kOptions,
    .standard = false,
};

} // namespace sidelight::onnxir::passes
