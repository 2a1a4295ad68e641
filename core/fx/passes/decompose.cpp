// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "core/fx/passes/decompose_calls.h"
#include "core/fx/passes/pipeline.h"
#include "core/fx/schema.h"
#include "core/support/rules.h"

#include <algorithm>

namespace sidelight::fx::passes {

namespace {

Status decomposeOperators(PassContext& context)
{
    if (!context.services.evaluator || !context.services.lowered) {
        context.skipped = "there is no evaluator to decompose with";
        return {};
    }
    const std::vector<std::string>& lowered = *context.services.lowered;
    const auto isLowered = [&](std::string_view overload) { return std::binary_search(lowered.begin(), lowered.end(), overload); };
    const auto isCandidate = [&](const Node& node) {
        if (isLowered(node.overload()) || !isComposite(node))
            return false;
        const std::string_view twin = functionalTwin(node.overload());
        return twin.empty() || !isLowered(twin); // functionalize puts the twin in its place.
    };
    const ExportedProgram& program = context.unit();
    const auto ids = program.graphs.ids();
    const bool any = std::any_of(ids.begin(), ids.end(), [&](GraphId graph) {
        const auto order = program.graphs[graph].order();
        return std::any_of(order.begin(), order.end(), [&](NodeId id) { return isCandidate(program.graphs[graph][id]); });
    });
    return decomposeCalls(context, {isCandidate, any ? withInPlaceForms(lowered) : lowered, rules::kNoLowering});
}

constexpr std::string_view kHelp = R"(Looks for calls of operators that have no lowering to ONNX, but a composite kernel in PyTorch: one that is written in terms of other operators.

Makes those calls of it: libtorch runs the kernel on random numbers in a process of its own, and what it calls is recorded. With symbolic sizes it runs at
three assignments of the symbols; the recordings must be one but for integers that are an expression over the call's own sizes. A result keeps the type that
the program gave it.

Leaves operators whose kernel looks at numbers, gives something else at other sizes, or ends in a part that can neither be kept nor taken apart: a note says
which and why. Without an evaluator the pass is skipped.

Before:
    %cosine : call_function[target=torch.ops.aten.cosine_embedding_loss.default](args = (%a, %b, %target))
After:
    %mul : call_function[target=torch.ops.aten.mul.Tensor](args = (%a, %b))
    %sum_1 : call_function[target=torch.ops.aten.sum.dim_IntList](args = (%mul, [1]))
    (and so on, down to operators that have a lowering)
)";

} // namespace

constinit const Pass kDecompose{
    .id = "decompose",
    .summary = "Takes operators without a lowering apart by their composite kernels, in the evaluator.",
    .run = decomposeOperators,
    .help = kHelp,
    .tolerance = 1e-5, // A kernel may sum in another order at sizes other than those that it was traced at.
};

} // namespace sidelight::fx::passes
