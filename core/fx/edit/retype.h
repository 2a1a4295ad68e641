// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/fx/program.h"

#include <vector>

namespace sidelight::fx {

/// Derives the types of `readers`, which read a value of the type `before` and now read one of `now`, and of what follows them: one change for each node whose
/// type is another now. A node whose type cannot be told is marked unknown; where nothing but strides changed, dtype and sizes stay.
void retype(Rewriter& rewriter, GraphId graph, const std::vector<NodeId>& readers, const ir::Type& before, const ir::Type& now);

/// `inferred` with what inference does not tell taken from the type that the node had.
ir::Type withOld(ir::Type inferred, const ir::Type& old);

} // namespace sidelight::fx
