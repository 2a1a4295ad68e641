// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/fx/text/argument_text.h"

namespace sidelight::fx {

/// Reads `target(args, name=value)` as Python's graph_module.code has it, nodes with or without `%`. Fails with SL1014.
inline Result<Node> parseCallText(std::string_view text, const NodeNamed& nodeNamed) { return parseNodeLine(text, nodeNamed); }

/// Reads one argument of it.
inline Result<Argument> parseArgumentText(std::string_view text, const NodeNamed& nodeNamed) { return parseArgument(text, nodeNamed); }

} // namespace sidelight::fx
