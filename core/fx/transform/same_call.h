// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/fx/program.h"
#include "core/support/result.h"

#include <vector>

namespace sidelight::fx {

/// Arguments of one call, null where there is none: by the schema's order with its defaults, else (no schema, or one that the call does not fit) as they are
/// given, keywords by name.
std::vector<const Argument*> orderedArguments(const Node& node);

/// Whether a call gives its schema's arguments: no unknown name, none twice, not too many, none left out. Fails with FXE0014 and the schema. A call without a
/// schema (custom operators, Python's own) has any.
Status checkArguments(const Node& node);

/// Whether the first two of orderedArguments(node) may change places and the result stays the same to the last bit.
bool isCommutative(const Node& node);

/// Whether two nodes are equal but for their arguments: opcode, target, names of keywords; attributes hold the same tensor, unless one is not known, or equal bodies.
bool isSameCall(const ExportedProgram& left, const Node& leftNode, const ExportedProgram& right, const Node& rightNode);

/// Whether two graphs are equal but for the names of their nodes.
bool isSameBody(const ExportedProgram& left, GraphId leftGraph, const ExportedProgram& right, GraphId rightGraph);

} // namespace sidelight::fx
