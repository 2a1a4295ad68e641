// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
//
// Higher-order operators: those that do nothing but call their subgraphs.

#include "core/runtime/evaluator/graph_runner.h"
#include "core/runtime/evaluator/torch_values.h"

#include <ATen/Functions.h>
#include <ATen/autocast_mode.h>
#include <c10/util/Exception.h>

#include <algorithm>
#include <string_view>

namespace sidelight::runtime::evaluator {
namespace {

using Values = GraphRunner::Values;

c10::IValue tupleOf(Values values)
{
    return c10::ivalue::Tuple::create(std::move(values));
}

Values joined(Values left, const Values& right)
{
    left.insert(left.end(), right.begin(), right.end());
    return left;
}

bool isTrue(const c10::IValue& value)
{
    const c10::IValue item = itemOf(value);
    return item.isInt() ? item.toInt() != 0 : item.toBool();
}

void checkCount(const fx::Node& node, std::size_t count)
{
    TORCH_CHECK(node.args.size() >= count, node.target, " needs ", count, " arguments");
}

/// One step's slice of each tensor along its first dimension.
Values slices(const Values& tensors, std::int64_t at)
{
    Values out;
    for (const c10::IValue& tensor : tensors)
        out.emplace_back(tensor.toTensor().select(0, at));
    return out;
}

std::int64_t stepsOf(const Values& tensors)
{
    TORCH_CHECK(!tensors.empty(), "there is nothing to go over");
    return tensors.front().toTensor().size(0);
}

/// Stacks the steps' outputs: rows[step][output] to one tensor an output.
Values stacked(const std::vector<Values>& rows)
{
    TORCH_CHECK(!rows.empty(), "a loop over an empty dimension has no output");
    Values out;
    for (std::size_t i = 0; i < rows.front().size(); ++i) {
        std::vector<at::Tensor> column;
        for (const Values& row : rows)
            column.push_back(row[i].toTensor());
        out.emplace_back(at::stack(column));
    }
    return out;
}

/// Autocast as it was, again, at the end of the scope.
class AutocastScope
{
public:
    AutocastScope(at::ScalarType dtype, bool enabled)
        : wasEnabled_(at::autocast::is_autocast_enabled(at::kCPU)), oldType_(at::autocast::get_autocast_dtype(at::kCPU))
    {
        at::autocast::set_autocast_enabled(at::kCPU, enabled);
        at::autocast::set_autocast_dtype(at::kCPU, dtype);
    }
    ~AutocastScope()
    {
        at::autocast::set_autocast_enabled(at::kCPU, wasEnabled_);
        at::autocast::set_autocast_dtype(at::kCPU, oldType_);
        at::autocast::clear_cache();
    }
    AutocastScope(const AutocastScope&) = delete;
    AutocastScope& operator=(const AutocastScope&) = delete;

private:
    bool wasEnabled_;
    at::ScalarType oldType_;
};

} // namespace

c10::IValue GraphRunner::callHigherOrder(std::string_view name, const fx::Node& node)
{
    if (name == "cond") {
        checkCount(node, 4);
        return tupleOf(call(node.args[isTrue(evaluate(node.args[0])) ? 1 : 2], listOf(node.args[3])));
    }
    if (name == "while_loop")
        return whileLoop(node);
    if (name == "map_impl" || name == "map")
        return map(node);
    if (name == "scan")
        return scan(node);
    if (name == "wrap_with_autocast")
        return withAutocast(node);
    if (name == "wrap_with_set_grad_enabled" || name == "invoke_subgraph" || name == "wrap") {
        // (enabled, subgraph, *inputs), (subgraph, identifier, *inputs), (subgraph, *inputs)
        const std::size_t subgraph = name == "wrap_with_set_grad_enabled" ? 1 : 0;
        const std::size_t first = name == "wrap" ? 1 : 2;
        checkCount(node, first);
        return tupleOf(call(node.args[subgraph], listFrom(node, first)));
    }
    TORCH_CHECK(false, "unknown higher-order operator ", name);
}

c10::IValue GraphRunner::whileLoop(const fx::Node& node)
{
    checkCount(node, 3);
    Values carried = listOf(node.args[2]);
    const Values additional = node.args.size() > 3 ? listOf(node.args[3]) : Values();
    while (true) {
        const Values inputs = joined(carried, additional);
        const Values goOn = call(node.args[0], inputs);
        TORCH_CHECK(goOn.size() == 1, "the condition of while_loop gives ", goOn.size(), " values");
        if (!isTrue(goOn.front()))
            return tupleOf(std::move(carried));
        carried = call(node.args[1], inputs);
    }
}

c10::IValue GraphRunner::map(const fx::Node& node)
{
    checkCount(node, 2);
    const Values over = listOf(node.args[1]);
    const Values additional = node.args.size() > 2 ? listOf(node.args[2]) : Values();
    std::vector<Values> rows;
    for (std::int64_t i = 0; i < stepsOf(over); ++i)
        rows.push_back(call(node.args[0], joined(slices(over, i), additional)));
    return tupleOf(stacked(rows));
}

c10::IValue GraphRunner::scan(const fx::Node& node)
{
    checkCount(node, 3);
    Values carried = listOf(node.args[1]);
    const Values over = listOf(node.args[2]);
    const Values additional = node.args.size() > 3 ? listOf(node.args[3]) : Values();
    std::vector<Values> rows;
    for (std::int64_t i = 0; i < stepsOf(over); ++i) {
        const Values outputs = call(node.args[0], joined(joined(carried, slices(over, i)), additional));
        TORCH_CHECK(outputs.size() >= carried.size(), "the body of scan gives too few values");
        const auto split = outputs.begin() + static_cast<std::ptrdiff_t>(carried.size());
        rows.emplace_back(split, outputs.end());
        carried.assign(outputs.begin(), split);
    }
    return tupleOf(joined(std::move(carried), stacked(rows)));
}

/// wrap_with_autocast(device_type, dtype, enabled, cache_enabled, subgraph, *inputs)
c10::IValue GraphRunner::withAutocast(const fx::Node& node)
{
    checkCount(node, 5);
    const c10::IValue dtype = evaluate(node.args[1]);
    const auto type =
        dtype.isNone() ? at::autocast::get_autocast_dtype(at::kCPU) : static_cast<at::ScalarType>(dtype.toInt());
    const Values inputs = listFrom(node, 5);
    const AutocastScope scope(type, isTrue(evaluate(node.args[2])));
    return tupleOf(call(node.args[4], inputs));
}

} // namespace sidelight::runtime::evaluator
