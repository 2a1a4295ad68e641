// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/lowering/aten/families.h"

namespace sidelight::lowering::aten {

namespace {

/// aten::relu(Tensor self) -> Tensor
Result<Values> relu(Op& op, const Call& call)
{
    return Values{op("Relu", call["self"])};
}

/// aten::sigmoid(Tensor self) -> Tensor
Result<Values> sigmoid(Op& op, const Call& call)
{
    return Values{op("Sigmoid", call["self"])};
}

constexpr Lowering kActivation[] = {
    {"aten.relu.default", relu},
    {"aten.sigmoid.default", sigmoid},
};

} // namespace

std::span<const Lowering> activation()
{
    return kActivation;
}

} // namespace sidelight::lowering::aten
