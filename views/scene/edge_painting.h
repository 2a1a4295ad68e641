// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "views/scene/node_painting.h"

#include <QPainterPath>

namespace sidelight::views {

QPainterPath pathOf(const display::Route& route);
/// Distance from `point` to the curve, in graph units.
double distanceTo(const display::Route& route, const QPointF& point);

void paintEdges(const Brushwork& work, const std::vector<std::uint32_t>& edges, const Highlights& highlights);
void paintEdgeLabels(const Brushwork& work, const std::vector<std::uint32_t>& edges);

} // namespace sidelight::views
