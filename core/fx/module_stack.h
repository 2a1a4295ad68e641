// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/fx/node.h"
#include "core/support/text.h"

#include <string>
#include <string_view>

namespace sidelight::fx {

/// The frame that torch.export puts around calls that belong to no module.
inline constexpr std::string_view kNoModule = "_empty_nn_module_stack_from_metadata_hook";

/// Whether an entry of nn_module_stack stands for a module of the model; the root is one.
inline bool isModule(const ModuleFrame& frame)
{
    return frame.key != kNoModule && frame.path != kNoModule;
}

/// "Linear" of "torch.nn.modules.linear.Linear".
inline std::string_view shortClassName(std::string_view className) { return className.substr(className.rfind('.') + 1); }

/// How a module call is titled: "layers.0 · EncoderLayer"; its class alone for the root, its path alone without a class.
inline std::string titleOf(const ModuleFrame& frame)
{
    const std::string_view className = shortClassName(frame.className);
    return frame.path.empty() ? std::string(className) : className.empty() ? frame.path : concat(frame.path, " · ", className);
}

} // namespace sidelight::fx
