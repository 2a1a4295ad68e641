// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/fx/node.h"
#include "core/onnxir/model.h"

#include <cstddef>
#include <string>
#include <vector>

namespace sidelight::lowering {

/// metadata_props of what was lowered from `node`, under torch.onnx's keys and in its form. `text` is the node as print(graph) shows it.
onnxir::Properties propertiesOf(const fx::Node& node, std::string text);

/// The same for a module call: `stack` leads to it.
onnxir::Properties propertiesOf(const std::vector<const fx::ModuleFrame*>& stack, std::size_t depth);

/// The module calls around `node`, the root left out.
std::vector<const fx::ModuleFrame*> moduleStackOf(const fx::Node& node);

} // namespace sidelight::lowering
