// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/fx/program.h"

#include <optional>
#include <string>
#include <vector>

namespace sidelight::fx {

/// torch.promote_types: the smallest type that both fit in; Undefined gives the other.
ir::DType promoteTypes(ir::DType left, ir::DType right);

/// What torch's implicit type promotion does in one call.
struct Promotion {
    ir::DType compute = ir::DType::Undefined; ///< The type that the participating tensors are cast to.
    bool comparison = false;                  ///< The result is bool whatever the computation's type.
    std::vector<std::string> arguments;       ///< Names of the arguments (tensors or lists of tensors) that take part.
};

/// The promotion that `node` asks for, whether or not its tensors have that type already; nothing for operators that promote nothing.
std::optional<Promotion> promotionOf(const ir::Graph<Node>& graph, const Node& node);

} // namespace sidelight::fx
