// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/fx/node.h"

#include <string_view>

namespace sidelight::fx {

/// The entry of NodeMeta::custom of a node whose type nobody knows; lint takes such a node as it is.
inline constexpr std::string_view kUnknownType = "unknown";
/// Whether `node` has no type and says so.
bool isMarkedUnknown(const Node& node);
/// Gives `node` the type `type`; sets the mark when it is unknown, and takes it away when it is not.
void assignType(Node& node, ir::Type type);

} // namespace sidelight::fx
