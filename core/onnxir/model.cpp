// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/onnxir/model.h"

#include <algorithm>

namespace sidelight::onnxir {

namespace {

template <class T>
bool sameContent(const std::shared_ptr<const T>& left, const std::shared_ptr<const T>& right)
{
    return left == right || (left && right && *left == *right);
}

} // namespace

std::optional<GraphId> Model::functionBody(const OpId& op) const
{
    for (const auto& [graph, function] : functions)
        if (function->id == op)
            return graph;
    return std::nullopt;
}

void Model::assignFunction(GraphId graph, std::shared_ptr<const Function> function)
{
    if (function)
        functions[graph] = std::move(function);
    else
        functions.erase(graph);
}

std::shared_ptr<const Function> Model::functionOf(GraphId graph) const
{
    const auto found = functions.find(graph);
    return found == functions.end() ? nullptr : found->second;
}

void Model::assignOpset(const std::string& domain, std::optional<std::int64_t> version)
{
    if (version)
        opsets[domain] = *version;
    else
        opsets.erase(domain);
}

std::optional<std::int64_t> Model::opsetOf(const std::string& domain) const
{
    const auto found = opsets.find(domain);
    return found == opsets.end() ? std::nullopt : std::optional(found->second);
}

bool operator==(const Model& left, const Model& right)
{
    const bool sameFunctions =
        std::equal(left.functions.begin(), left.functions.end(), right.functions.begin(), right.functions.end(),
            [](const auto& a, const auto& b) { return a.first == b.first && sameContent(a.second, b.second); });
    return sameFunctions && sameContent(left.signature, right.signature) && left.opsets == right.opsets &&
           left.graphs == right.graphs;
}

} // namespace sidelight::onnxir
