// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lowering/call.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace sidelight::lowering {

/// Builds the body of one call.
using LoweringFunction = Result<Values> (*)(Op& op, const Call& call);

/// One row of a family's table.
struct Lowering {
    std::string_view target; ///< As fx::Node::overload() spells it: "aten.addmv.default", "operator.add".
    LoweringFunction function;
    std::int64_t since_opset = 18; ///< The oldest opset whose operators it uses.
    bool isComplex = false;        ///< For calls that read or give complex tensors, and only for those.
};

/// The row of `target` with the newest since_opset that `opset` allows, or null; of the rows for complex calls, or of the others.
const Lowering* findLowering(std::string_view target, std::int64_t opset, bool isComplex = false);

/// Rows that `opset` selects, sorted by target. A target that has none but rows for complex calls is there with one of those.
std::vector<const Lowering*> loweringsAt(std::int64_t opset);

} // namespace sidelight::lowering
