// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/fx/node.h"
#include "core/support/result.h"

#include <functional>
#include <optional>
#include <string_view>

namespace sidelight::fx {

/// The value of a node's name; nothing when there is no such node.
using NodeNamed = std::function<std::optional<Value>(std::string_view)>;

/// Reads one argument as reprArgument prints it, or with `%` before nodes: numbers, inf, nan, None, True, 'text', torch.float32 and its like,
/// device(type='cpu'), operators, symbolic sizes, lists, tuples, dicts. Fails with SL1014 at the column that does not parse.
Result<Argument> parseArgument(std::string_view text, const NodeNamed& nodeNamed);

/// Reads one line of a graph: `%add : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%x, 1), kwargs = {})` as formatNode prints it, or
/// `add = torch.ops.aten.add.Tensor(x, 1)` as code. A line without a name gives a node without one. The node has no type.
Result<Node> parseNodeLine(std::string_view line, const NodeNamed& nodeNamed);

} // namespace sidelight::fx
