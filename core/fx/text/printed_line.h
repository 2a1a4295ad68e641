// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/fx/text/argument_text.h"
#include "core/fx/text/scanner.h"
#include "core/ir/type.h"

#include <optional>

namespace sidelight::fx::text {

/// A node of a line, and the type that stands beside it.
struct TypedNode {
    Node node;
    std::optional<ir::Type> type;
    std::size_t at = 0; ///< Where its name stands.
};

/// Reads `%name : [num_users=1] = op[target=…](args = (…), kwargs = {…})`, where torch.fx writes texts without quotes, or `return (…)`, up to the end of the line.
/// `num_users` may be missing, a type may stand before it or in a comment at the end.
TypedNode readPrintedLine(Scanner& scanner, const NodeNamed& nodeNamed);

} // namespace sidelight::fx::text
