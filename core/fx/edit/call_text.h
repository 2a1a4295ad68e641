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

/// Reads `target(args, name=value)` as Python's graph_module.code has it: nodes with or without `%`, numbers, texts, None, True, torch.float32 and its like,
/// device(type='cpu'), lists, tuples, dicts. Fails with SL1014 at the first column that does not parse.
Result<Node> parseCallText(std::string_view text, const NodeNamed& nodeNamed);
/// Reads one argument.
Result<Argument> parseArgumentText(std::string_view text, const NodeNamed& nodeNamed);

} // namespace sidelight::fx
