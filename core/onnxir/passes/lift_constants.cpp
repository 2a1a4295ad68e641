// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/onnxir/passes/operators.h"
#include "core/onnxir/passes/pipeline.h"

#include <set>

namespace sidelight::onnxir::passes {
namespace {

Status liftIn(Rewriter& rewriter, GraphId graph)
{
    NodeId place = placeOfInitializers(rewriter, graph);
    for (const NodeId id : rewriter.graph(graph).orderCopy()) {
        const Node& node = rewriter.graph(graph)[id];
        rewriter.visit(id);
        const auto tensor = isOperator(node, "Constant") ? tensorOfConstant(node) : nullptr;
        if (!tensor || isResult(rewriter, {id, 0}))
            continue;
        rewriter.match();
        const auto next = replaceByInitializer(rewriter, id, place, tensor);
        if (!next)
            return next.error();
        place = *next;
    }
    return {};
}

Status liftConstants(PassContext& context)
{
    const std::set<GraphId> inFunctions = graphsInFunctions(context.unit());
    for (const GraphId graph : context.unit().graphs.ids())
        if (inFunctions.count(graph) == 0) // Functions have no initializers.
            if (const Status status = liftIn(context.rewriter, graph); !status)
                return status;
    return {};
}

constexpr std::string_view kHelp = R"(Looks for Constant nodes in the main graph and in the bodies of If, Loop and Scan.

Makes an initializer of the same name of each, in front of the operators of its graph.

Leaves the Constant nodes of functions and of the bodies in them, which cannot have initializers (inline comes before), those that hold strings or sparse tensors,
and a Constant that is a result of its graph.

Before:
    two = Constant(value_float=2.0)
    y = Mul(x, two)
After:
    two = Initializer()
    y = Mul(x, two)
)";

} // namespace

constinit const Pass kConstantLifting{
    .id = "constant-lifting",
    .summary = "Makes Constant nodes initializers.",
    .run = liftConstants,
    .help = kHelp,
    .standard = false,
};

} // namespace sidelight::onnxir::passes
