// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/onnxir/node.h"

#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace sidelight::onnxir {

/// Calls visit(attribute name, body) for each graph that `node` holds (If's branches, Loop's and Scan's bodies), in the order of its attributes.
template <class Visit>
void visitBodies(const Node& node, Visit&& visit)
{
    for (const Attribute& attribute : node.attributes) {
        if (const auto* one = std::get_if<GraphId>(&attribute.value))
            visit(attribute.name, *one);
        else if (const auto* many = std::get_if<std::vector<GraphId>>(&attribute.value))
            for (const GraphId each : *many)
                visit(attribute.name, each);
    }
}

/// The graphs that `node` holds.
std::vector<GraphId> bodiesOf(const Node& node);
/// The same with the names of their attributes.
std::vector<std::pair<std::string, GraphId>> namedBodiesOf(const Node& node);

} // namespace sidelight::onnxir
