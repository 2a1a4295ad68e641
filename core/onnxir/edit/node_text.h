// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/onnxir/node.h"
#include "core/support/result.h"

#include <functional>
#include <optional>
#include <string_view>

namespace sidelight::onnxir {

/// The value of a name in the graph that a node is written for; nothing when there is none.
using ValueNamed = std::function<std::optional<Value>(std::string_view)>;

/// Reads operator, attributes and inputs of a node in ONNX text syntax: `Conv <strides = [2, 2]> (x, w, , b)`, `my.domain.Op (x)`. Attributes may stand before
/// or after the inputs. An attribute written as `old` has it keeps the value that it has there, also a body (`then_branch = graph`) or a tensor that is too
/// large to print. Fails with SL1014 at the first column that does not parse, and with a name that is not there.
Result<Node> parseNode(std::string_view text, const ValueNamed& valueNamed, const Node* old = nullptr);

/// What parseNode reads back; inputs by `nameOf`.
std::string formatNode(const Node& node, const std::function<std::string(Value)>& nameOf);

} // namespace sidelight::onnxir
