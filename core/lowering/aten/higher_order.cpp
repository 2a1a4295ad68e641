// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/lowering/aten/families.h"

#include "core/lowering/aten/operands.h"

#include <utility>
#include <vector>

namespace sidelight::lowering::aten {

namespace {

/// torch.ops.higher_order.cond(pred, true_fn, false_fn, operands)
Result<Values> cond(Op& op, const Call& call)
{
    const Operand predicate = truth(op, call["pred"]);
    const Values operands = call.list("operands");
    Step branch;
    branch.op.op_type = "If";
    branch.inputs = {predicate.rank().value_or(0) == 0 ? predicate.index() : op.reshape(predicate, {}).index()};
    branch.regionNames = {"else_branch", "then_branch"};
    branch.regions.push_back(call.subgraph("false_fn", operands));
    branch.regions.push_back(call.subgraph("true_fn", operands));
    if (branch.regions[0].results.size() != call.outputCount() || branch.regions[1].results.size() != call.outputCount())
        return call.unsupported("its branches do not give as many tensors as it does");
    std::vector<onnxir::ValueType> types;
    if (call.node().val.kind == ir::Type::Kind::List)
        for (const ir::Type& element : call.node().val.elements)
            types.push_back(valueTypeOf(element));
    else
        types.push_back(valueTypeOf(call.node().val));
    return op.emitStep(std::move(branch), std::move(types));
}

constexpr Lowering kHigherOrder[] = {
    {"higher_order.cond", cond},
};

} // namespace

std::span<const Lowering> higherOrder()
{
    return kHigherOrder;
}

} // namespace sidelight::lowering::aten
