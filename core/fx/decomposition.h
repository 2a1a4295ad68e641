// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/fx/node.h"

#include <vector>

namespace sidelight::fx {

/// A call taken apart into calls of other operators, as PyTorch's composite kernel makes them at given sizes.
struct Decomposition {
    struct Call {
        NodeId id = kNoNode; ///< Of this decomposition only; above every id of a unit.
        Node node;           ///< Values name inputs of the call by their own ids, or earlier calls. `val` is set, with constant sizes.
    };
    std::vector<Call> calls; ///< In order of execution; calls that write in place and views are as PyTorch made them.
    ArgumentList results;    ///< What the call returns: Values or None, one for each output.
};

} // namespace sidelight::fx
