// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/lowering/aten/families.h"

namespace sidelight::lowering::aten {

namespace {

/// aten::linear(Tensor input, Tensor weight, Tensor? bias=None) -> Tensor
Result<Values> linear(Op& op, const Call& call)
{
    const Operand input = call["input"];
    const Operand weight = call["weight"];
    const auto bias = call.optional("bias");
    if (input.rank() == 2 && weight.rank() == 2 && bias)
        return Values{op("Gemm", input, weight, *bias, Attributes{{"transB", 1}})};
    const Operand product = op("MatMul", input, weight.rank() == 1 ? weight : op("Transpose", weight, Attributes{{"perm", std::vector<std::int64_t>{1, 0}}}));
    return Values{bias ? product + *bias : product};
}

constexpr Lowering kLinalg[] = {
    {"aten.linear.default", linear},
};

} // namespace

std::span<const Lowering> linalg()
{
    return kLinalg;
}

} // namespace sidelight::lowering::aten
