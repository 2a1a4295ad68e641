// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/onnxir/bodies.h"

namespace sidelight::onnxir {

std::vector<GraphId> bodiesOf(const Node& node)
{
    std::vector<GraphId> bodies;
    visitBodies(node, [&](const std::string&, GraphId body) { bodies.push_back(body); });
    return bodies;
}

std::vector<std::pair<std::string, GraphId>> namedBodiesOf(const Node& node)
{
    std::vector<std::pair<std::string, GraphId>> bodies;
    visitBodies(node, [&](const std::string& name, GraphId body) { bodies.emplace_back(name, body); });
    return bodies;
}

} // namespace sidelight::onnxir
