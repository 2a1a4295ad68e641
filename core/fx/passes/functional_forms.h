// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/fx/node.h"
#include "core/fx/schema.h"

#include <string>

namespace sidelight::fx::passes {

/// The overload to call instead of one that writes; empty when there is none.
std::string functionalFormOf(const Schema& schema);
/// Normalizations that update running statistics, most of them without saying so in their schema.
bool updatesStatistics(const Node& node, const Schema& schema);
/// Of those, the ones that have a functional form.
bool hasFunctionalForm(const Schema& schema);
/// Whether any call of the graph writes.
bool writes(const ir::Graph<Node>& graph);
/// Number of elements of a tensor of this type.
ir::Dim countOf(const ir::Type& type);

} // namespace sidelight::fx::passes
