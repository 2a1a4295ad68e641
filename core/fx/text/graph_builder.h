// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/fx/program.h"
#include "core/fx/python_names.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>

namespace sidelight::fx::text {

/// One graph of a program as text tells it, node by node.
class GraphBuilder {
public:
    GraphBuilder(ExportedProgram& program, GraphId id) : program_(&program), id_(id) {}

    [[nodiscard]] const ir::Graph<Node>& graph() const { return graph_; }
    [[nodiscard]] GraphId id() const { return id_; }
    [[nodiscard]] bool hasOutput() const { return !graph_.empty() && graph_[graph_.back()].op == Op::Output; }
    [[nodiscard]] bool isTaken(const std::string& name) const { return used_.count(name) != 0; }
    /// What the text calls `name` here.
    [[nodiscard]] std::optional<Value> named(std::string_view name) const;
    void bind(const std::string& name, Value value) { values_[name] = value; }

    /// Adds a node at the end, under its name, or under a name made of it (of its target, when it has none) where that is taken. Its type is `type`, else what
    /// inferType tells.
    Value add(Node node, const std::optional<ir::Type>& type = std::nullopt);
    void replace(NodeId id, Node node);
    /// Types calls of several results, beside which Python prints no type, by what is read of them, and puts the graph into the program.
    void finish();

private:
    std::string freshName(const std::string& base);
    void typeListsByItems();

    ExportedProgram* program_;
    GraphId id_;
    ir::Graph<Node> graph_;
    Namespace names_;
    std::unordered_set<std::string> used_;
    std::map<std::string, Value, std::less<>> values_;
};

/// A signature by which every placeholder is a user input, every result a user output.
GraphSignature plainSignature(const ir::Graph<Node>& graph);

} // namespace sidelight::fx::text
