// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "core/fx/names.h"

namespace sidelight::fx {

NameScope::NameScope(const ir::Graph<Node>& graph)
{
    for (const NodeId id : graph.order())
        names_.create(graph[id].name);
}

} // namespace sidelight::fx
