// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/lowering/runtime_kernels.h"

#include <algorithm>

namespace sidelight::lowering {

namespace {

bool takes(const RuntimeKernel& kernel, ir::DType dtype)
{
    return (kernel.types >> static_cast<unsigned>(dtype) & 1u) != 0;
}

/// The newest of `rows` (one operator's) for `input` that `opset` allows, or null.
const RuntimeKernel* newest(std::span<const RuntimeKernel> rows, std::uint32_t input, std::int64_t opset)
{
    const RuntimeKernel* best = nullptr;
    for (const RuntimeKernel& row : rows)
        if (row.input == input && row.since_version <= opset)
            best = &row;
    return best;
}

std::optional<MissingKernel> missingIn(const Step& step, const Body& body, std::int64_t opset)
{
    // clang 14 cannot take libstdc++'s ranges::equal_range: its subrange does not compile there.
    const std::span<const RuntimeKernel> all = runtimeKernels();
    const std::string_view opType = step.op.op_type;
    const auto first = std::ranges::lower_bound(all, opType, {}, &RuntimeKernel::op_type);
    const auto last = std::ranges::upper_bound(all, opType, {}, &RuntimeKernel::op_type);
    const std::span<const RuntimeKernel> own(first, last);
    if (step.function || !step.op.domain.empty() || own.empty())
        return std::nullopt;
    for (std::uint32_t input = 0; input < step.inputs.size(); ++input) {
        const RuntimeKernel* kernel = newest(own, input, opset);
        const ir::DType dtype = step.inputs[input] == kNoValue ? ir::DType::Undefined : body.values[step.inputs[input]].type.dtype;
        if (kernel && kernel->types == 0)
            return MissingKernel{kernel->op_type, ir::DType::Undefined};
        if (kernel && dtype != ir::DType::Undefined && !takes(*kernel, dtype))
            return MissingKernel{kernel->op_type, dtype};
    }
    return std::nullopt;
}

} // namespace

std::optional<MissingKernel> missingKernel(const Body& body, std::int64_t opset)
{
    std::optional<MissingKernel> found;
    auto look = [&](const Step& step) {
        if (!found)
            found = missingIn(step, body, opset);
    };
    visitSteps(body.region, look);
    return found;
}

} // namespace sidelight::lowering
