// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/ir/pass.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

/// The smallest Unit that Graph, Change, Rewriter and Trace work on.
namespace sidelight::ir::toy {

struct Node {
    std::string name;
    std::vector<Value> inputs;
    std::string madeBy;
    friend bool operator==(const Node&, const Node&) = default;
};
template <class Visit>
void visitInputs(const Node& node, Visit&& visit)
{
    for (std::uint32_t slot = 0; slot < node.inputs.size(); ++slot)
        visit(node.inputs[slot], slot);
}
template <class Map>
void mapInputs(Node& node, Map&& map)
{
    for (Value& input : node.inputs)
        input = map(input);
}
inline void inheritFrom(Node& node, const Node& origin, std::string_view pass) { node.madeBy = concat(pass, " of ", origin.name); }

struct Unit {
    using Node = toy::Node;
    using Signature = std::string;
    using Function = std::string;

    GraphTable<Node> graphs;
    std::shared_ptr<const Signature> signature;
    std::map<std::string, std::shared_ptr<const Tensor>> state;
    std::map<GraphId, std::shared_ptr<const Function>> functions;
    std::map<std::string, std::int64_t> opsets;
    std::uint32_t nextNode = 0;
    std::uint32_t nextGraph = 1;

    Unit() { graphs.add(kMainGraph, {}); }
    const Graph<Node>& main() const { return graphs[kMainGraph]; }
    NodeId newNodeId() { return NodeId{nextNode++}; }
    GraphId newGraphId() { return GraphId{nextGraph++}; }
    void assignSignature(std::shared_ptr<const Signature> value) { signature = std::move(value); }
    void assignState(const std::string& name, std::shared_ptr<const Tensor> tensor)
    {
        tensor ? void(state[name] = std::move(tensor)) : void(state.erase(name));
    }
    std::shared_ptr<const Tensor> stateOf(const std::string& name) const
    {
        const auto found = state.find(name);
        return found == state.end() ? nullptr : found->second;
    }
    void assignFunction(GraphId id, std::shared_ptr<const Function> function)
    {
        function ? void(functions[id] = std::move(function)) : void(functions.erase(id));
    }
    std::shared_ptr<const Function> functionOf(GraphId id) const
    {
        const auto found = functions.find(id);
        return found == functions.end() ? nullptr : found->second;
    }
    void assignOpset(const std::string& domain, std::optional<std::int64_t> version)
    {
        version ? void(opsets[domain] = *version) : void(opsets.erase(domain));
    }
    std::optional<std::int64_t> opsetOf(const std::string& domain) const
    {
        const auto found = opsets.find(domain);
        return found == opsets.end() ? std::nullopt : std::optional(found->second);
    }
    friend bool operator==(const Unit& left, const Unit& right)
    {
        return left.graphs == right.graphs && (left.signature == right.signature || *left.signature == *right.signature) &&
               left.state == right.state && left.functions == right.functions && left.opsets == right.opsets;
    }
};

/// Names and inputs in order: `a b(a) c(a,b)`.
inline std::string text(const Graph<Node>& graph)
{
    std::string out;
    for (const NodeId id : graph.order()) {
        out += concat(out.empty() ? "" : " ", graph[id].name);
        std::string inputs;
        for (const Value value : graph[id].inputs)
            inputs += concat(inputs.empty() ? "" : ",", graph[value.node].name);
        if (!inputs.empty())
            out += concat('(', inputs, ')');
    }
    return out;
}
inline std::string text(const Unit& unit) { return text(unit.main()); }

} // namespace sidelight::ir::toy
