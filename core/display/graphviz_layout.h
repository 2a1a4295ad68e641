// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/display/layered.h"

namespace sidelight::display {

/// Graphviz' dot in this process. It orders and places the items of ranks that are already given; we draw. It cannot be
/// interrupted and is not thread-safe: one thread at a time, small pieces only. Orders each rank and gives each item its
/// x. Returns false, leaving `layers` alone, when dot failed or did not keep to the ranks.
bool placeByGraphviz(layered::Layers& layers);

} // namespace sidelight::display
