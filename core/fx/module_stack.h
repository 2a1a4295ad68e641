// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/fx/node.h"

#include <string_view>

namespace sidelight::fx {

/// The frame that torch.export puts around calls that belong to no module.
inline constexpr std::string_view kNoModule = "_empty_nn_module_stack_from_metadata_hook";

/// Whether an entry of nn_module_stack stands for a module of the model; the root is one.
inline bool isModule(const ModuleFrame& frame)
{
    return frame.key != kNoModule && frame.path != kNoModule;
}

} // namespace sidelight::fx
