// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/fx/program.h"
#include "core/fx/schema.h"

#include <string>
#include <string_view>
#include <vector>

namespace sidelight::fx {

/// Whether `node` is a call that PyTorch would take: a target that the schema table, Python's own functions or another call of the program know, and arguments
/// that its schema allows. Fails with FXE0010: near names for an unknown target, the schema for a wrong argument.
Status checkCall(const ExportedProgram& program, const ir::Graph<Node>& graph, const Node& node);

/// "torch.ops.aten.add.Tensor" for "aten.add.Tensor"; other targets as they are.
std::string fullTarget(std::string_view target);
/// Every target that can be written: all overloads of the table and Python's functions on sizes, ascending.
std::vector<std::string> knownTargets();
/// The start of a call: a placeholder for each argument that must be given, such as `(self, dim)`.
std::string callTemplate(const Schema& schema);

} // namespace sidelight::fx
