// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/fx/program.h"

namespace sidelight::fx {

// Implemented in core/fx/infer/, a table of rules for each family.

/// The type of a call from the types of what it reads, for a node that a rewrite or a hand made: elementwise operators, casts, copies, creation by given sizes,
/// views, matrix products, reductions, concatenation, softmax and normalization, getitem and arithmetic of sizes. Unknown when the operator is another or an
/// argument is not known.
ir::Type inferType(const ir::Graph<Node>& graph, const Node& node);

/// Gives each call of `graph` without a type the one that inferType finds, in order: one change for each.
void inferTypes(Rewriter& rewriter, GraphId graph);

} // namespace sidelight::fx
