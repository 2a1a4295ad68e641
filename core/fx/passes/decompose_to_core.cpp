// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "core/fx/passes/decompose_calls.h"
#include "core/fx/passes/pipeline.h"
#include "core/fx/schema.h"
#include "core/support/rules.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace sidelight::fx::passes {

namespace {

constexpr std::string_view kAsStrided = "aten.as_strided.default";

/// Core ATen, and views that lowering knows: their kernels are as_strided, which is core but says less than they do.
std::vector<std::string> wholeOverloads(const std::vector<std::string>* lowered)
{
    std::vector<std::string> whole;
    for (std::size_t i = 0; i < schemaCount(); ++i) {
        const std::string_view overload = schemaKey(i);
        const Schema* schema = findSchema(overload);
        if (!schema || overload == kAsStrided)
            continue;
        const bool isLoweredView = schema->isView() && lowered && std::binary_search(lowered->begin(), lowered->end(), overload);
        if (schema->has(SchemaTag::Core) || isLoweredView)
            whole.emplace_back(overload);
    }
    return whole;
}

Status decomposeToCore(PassContext& context)
{
    if (!context.services.evaluator) {
        context.skipped = "there is no evaluator to decompose with";
        return {};
    }
    const std::vector<std::string> whole = wholeOverloads(context.services.lowered);
    const auto isCandidate = [&](const Node& node) {
        if (!isComposite(node) || findSchema(node.target)->has(SchemaTag::Core) || std::find(whole.begin(), whole.end(), node.overload()) != whole.end())
            return false;
        const std::string_view twin = functionalTwin(node.overload());
        const Schema* functional = twin.empty() ? nullptr : findSchema(twin);
        return !functional || !functional->has(SchemaTag::Core); // functionalize puts the twin in its place.
    };
    return decomposeCalls(context, {isCandidate, withInPlaceForms(whole), rules::kFxPass});
}

constexpr std::string_view kHelp = R"(Looks for calls of operators that are not in PyTorch's Core ATen set (tag core) and have a composite kernel: one that is written in terms of other operators.

Makes those calls of it, down to Core ATen, as decompose does for operators without a lowering: libtorch runs the kernel in a process of its own and what it
calls is recorded, at three sizes of each symbol. It is what run_decompositions() does in Python, by PyTorch's C++ kernels in place of its Python ones.

Leaves views that can be lowered (t, transpose, chunk), whose kernels are as_strided, operators that have only a kernel of their own, and calls whose parts cannot all be kept or taken apart: a note
(FXE0010) says which and why. Without an evaluator the pass is skipped. Sums may be taken in another order: numbers may move by 1e-5 of a tensor's largest.

Before:
    %linear : call_function[target=torch.ops.aten.linear.default](args = (%x, %p_weight, %p_bias))
After:
    %t : call_function[target=torch.ops.aten.t.default](args = (%p_weight,))
    %addmm : call_function[target=torch.ops.aten.addmm.default](args = (%p_bias, %x, %t))
)";

} // namespace

constinit const Pass kDecomposeToCore{
    .id = "decompose-to-core",
    .summary = "Takes operators outside Core ATen apart by their composite kernels, in the evaluator.",
    .run = decomposeToCore,
    .help = kHelp,
    .standard = false,
    .tolerance = 1e-5,
};

} // namespace sidelight::fx::passes
