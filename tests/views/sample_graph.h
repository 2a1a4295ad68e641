// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/display/display_graph.h"

#include <memory>

namespace sidelight::views::testing {

/// A graph laid out by hand:
///
///     x(1) ──► linear(2) ──► [layers.0: softmax(3), _to_copy(4, added)] ──► matmul(5) ──► output(6)
///
/// with a collapsed function `aten_linear` (7), an erased `alias` (8) and a stub `mask` (9).
std::shared_ptr<const display::LaidOutGraph> sampleGraph();
/// A chain of `count` boxes, one below the other.
std::shared_ptr<const display::LaidOutGraph> chain(std::uint32_t count);

inline NodePath path(std::uint32_t id)
{
    return {{NodeId{id}}};
}

} // namespace sidelight::views::testing
