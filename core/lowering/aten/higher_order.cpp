// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/lowering/aten/families.h"

#include "core/lowering/aten/operands.h"

#include <functional>
#include <limits>
#include <utility>
#include <vector>

namespace sidelight::lowering::aten {

namespace {

std::vector<onnxir::ValueType> resultTypes(const Call& call)
{
    if (call.node().val.kind != ir::Type::Kind::List)
        return {valueTypeOf(call.node().val)};
    std::vector<onnxir::ValueType> types;
    for (const ir::Type& element : call.node().val.elements)
        types.push_back(valueTypeOf(element));
    return types;
}

/// A 0-d bool.
Operand asCondition(Op& op, const Operand& value)
{
    const Operand condition = truth(op, value);
    return condition.rank().value_or(0) == 0 ? condition : op.reshape(condition, {});
}

/// torch.ops.higher_order.cond(pred, true_fn, false_fn, operands)
Result<Values> cond(Op& op, const Call& call)
{
    const Operand predicate = asCondition(op, call["pred"]);
    const Values operands = call.list("operands");
    Step branch;
    branch.op.op_type = "If";
    branch.inputs = {predicate.index()};
    branch.regionNames = {"else_branch", "then_branch"};
    branch.regions.push_back(call.subgraph("false_fn", operands));
    branch.regions.push_back(call.subgraph("true_fn", operands));
    if (branch.regions[0].results.size() != call.outputCount() ||
        branch.regions[1].results.size() != call.outputCount())
        return call.unsupported("its branches do not give as many tensors as it does");
    return op.emitStep(std::move(branch), resultTypes(call));
}

/// The region of a Loop: iteration and condition come first, the next condition is the first result.
Region loopBody(Op& op, const Call& call, const Values& carried, const Values& captured)
{
    std::vector<onnxir::ValueType> types{
        onnxir::ValueType::tensor(ir::DType::Int64, {}), onnxir::ValueType::tensor(ir::DType::Bool, {})};
    for (const Operand& value : carried)
        types.push_back(value.type());
    return op.region(types, [&](const Values& formals) {
        Values inputs(formals.begin() + 2, formals.end());
        inputs.insert(inputs.end(), captured.begin(), captured.end());
        const Values next = call.inlined("body_fn", inputs);
        Values again = next;
        again.insert(again.end(), captured.begin(), captured.end());
        Values results = call.inlined("cond_fn", again);
        if (results.size() != 1 || next.size() != carried.size()) {
            op.fail("its graphs do not give as many tensors as are carried");
            return Values{};
        }
        results.front() = asCondition(op, results.front());
        for (std::size_t i = 0; i < next.size(); ++i)
            results.push_back(op.cast(next[i], carried[i].dtype()));
        return results;
    });
}

/// torch.ops.higher_order.while_loop(cond_fn, body_fn, carried_inputs, additional_inputs)
Result<Values> whileLoop(Op& op, const Call& call)
{
    const Values carried = call.list("carried_inputs");
    const Values captured = call.list("additional_inputs");
    Values inputs = carried;
    inputs.insert(inputs.end(), captured.begin(), captured.end());
    const Values first = call.inlined("cond_fn", inputs);
    if (first.size() != 1 || carried.size() != call.outputCount())
        return call.unsupported("its graphs do not give as many tensors as are carried");
    Step loop;
    loop.op.op_type = "Loop";
    loop.inputs = {kNoValue, asCondition(op, first.front()).index()};
    for (const Operand& value : carried)
        loop.inputs.push_back(value.index());
    loop.regionNames = {"body"};
    loop.regions.push_back(loopBody(op, call, carried, captured));
    return op.emitStep(std::move(loop), resultTypes(call));
}

/// The type of one slice along the first dimension.
onnxir::ValueType sliceType(const Operand& value)
{
    onnxir::ValueType type = value.type();
    if (!type.sizes.empty())
        type.sizes.erase(type.sizes.begin());
    return type;
}

/// A Scan along first dimensions: `states` are carried, `sequences` taken slice by slice; `body` makes the next states
/// and the slices of the results.
Values scanned(Op& op, const Values& states, const Values& sequences, std::vector<onnxir::ValueType> types,
    const std::function<Values(const Values&)>& body)
{
    Step scan;
    scan.op.op_type = "Scan";
    scan.attributes = {{"num_scan_inputs", static_cast<std::int64_t>(sequences.size())}};
    std::vector<onnxir::ValueType> formals;
    for (const Operand& state : states) {
        scan.inputs.push_back(state.index());
        formals.push_back(state.type());
    }
    for (const Operand& sequence : sequences) {
        scan.inputs.push_back(sequence.index());
        formals.push_back(sliceType(sequence));
    }
    scan.regionNames = {"body"};
    scan.regions.push_back(op.region(formals, [&](const Values& values) {
        Values results = body(values);
        for (Operand& result : results) // A slice that is a state too is a value of its own.
            result = op("Identity", result);
        if (results.size() != types.size())
            op.fail("its graph does not give as many tensors as it does");
        return results;
    }));
    return op.emitStep(std::move(scan), std::move(types));
}

/// torch.ops.higher_order.map_impl(f, xs, pos_args)
Result<Values> map(Op& op, const Call& call)
{
    const Values sequences = call.list("xs");
    const Values captured = call.list("pos_args");
    if (sequences.empty())
        return call.unsupported("it maps nothing");
    return scanned(op, {}, sequences, resultTypes(call), [&](const Values& slices) {
        Values inputs = slices;
        inputs.insert(inputs.end(), captured.begin(), captured.end());
        return call.inlined("f", inputs);
    });
}

/// torch.ops.higher_order.scan(combine_fn, init, xs, additional_inputs)
Result<Values> scan(Op& op, const Call& call)
{
    const Values captured = call.list("additional_inputs");
    if (call.list("xs").empty())
        return call.unsupported("it scans nothing");
    return scanned(op, call.list("init"), call.list("xs"), resultTypes(call), [&](const Values& values) {
        Values inputs = values;
        inputs.insert(inputs.end(), captured.begin(), captured.end());
        return call.inlined("combine_fn", inputs);
    });
}

/// torch.ops.higher_order.associative_scan(combine_fn, xs, additional_inputs)
/// From the first slice on, one after the other: the operation is associative.
Result<Values> associativeScan(Op& op, const Call& call)
{
    const Values sequences = call.list("xs");
    const Values captured = call.list("additional_inputs");
    Values firsts;
    Values rests;
    std::vector<onnxir::ValueType> types;
    for (const Operand& sequence : sequences) {
        firsts.push_back(
            op.typed(op("Gather", sequence, op.constant(ir::DType::Int64, std::int64_t{0}), Attributes{{"axis", 0}}),
                sliceType(sequence)));
        rests.push_back(op.slice(sequence, 0, 1, std::numeric_limits<std::int64_t>::max()));
        types.push_back(sliceType(sequence));
    }
    for (const Operand& rest : rests)
        types.push_back(rest.type());
    if (sequences.empty() || call.outputCount() != sequences.size())
        return call.unsupported("it does not give one tensor for each that it scans");
    const Values results = scanned(op, firsts, rests, std::move(types), [&](const Values& values) {
        Values inputs = values;
        inputs.insert(inputs.end(), captured.begin(), captured.end());
        const Values next = call.inlined("combine_fn", inputs);
        Values all = next;
        all.insert(all.end(), next.begin(), next.end());
        return all;
    });
    Values whole;
    for (std::size_t i = 0; i < sequences.size(); ++i)
        whole.push_back(op.concat({op("Unsqueeze", firsts[i], op.integers({0})), results[sequences.size() + i]}, 0));
    return whole;
}

constexpr Lowering kHigherOrder[] = {
    {"higher_order.associative_scan", associativeScan},
    {"higher_order.cond", cond},
    {"higher_order.map_impl", map},
    {"higher_order.scan", scan},
    {"higher_order.while_loop", whileLoop},
};

} // namespace

std::span<const Lowering> higherOrder()
{
    return kHigherOrder;
}

} // namespace sidelight::lowering::aten
