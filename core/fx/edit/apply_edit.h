// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/fx/edit/edits.h"
#include "core/fx/program.h"

namespace sidelight::fx {

/// Makes one edit of `graph` (of another one when the edit names it) by `rewriter`, and derives anew the types that follow from it. A refused edit changes
/// nothing and fails with FXE0010 (SL1014 for a call that does not parse), saying why: an unknown node with near names, the users of an erased node, an unknown
/// target, an argument that the schema does not allow, a value that is read before it is made.
Status applyEdit(Rewriter& rewriter, GraphId graph, const Edit& edit);

/// The graph that `path` names ("true_graph_0/inner"), looked for from `graph` on; `graph` itself for an empty path.
Result<GraphId> graphNamed(const ExportedProgram& program, GraphId graph, std::string_view path);
/// The path that graphNamed reads, from the main graph to `graph`; empty for the main graph, and for one that no get_attr leads to.
std::string graphPath(const ExportedProgram& program, GraphId graph);

} // namespace sidelight::fx
