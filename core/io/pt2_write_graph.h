// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/fx/program.h"
#include "core/fx/schema.h"
#include "core/io/pt2_write_values.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

namespace sidelight::io::pt2 {

/// Writes one graph as the schema's Graph, as Python's GraphModuleSerializer does: the inverse of GraphReader.
class GraphWriter
{
public:
    GraphWriter(const fx::ExportedProgram& program, GraphId id, ValueWriter& values);

    json::Value write();
    /// The argument that stands for a value or a constant leaf, as in outputs and in signatures.
    json::Value argument(const fx::Argument& argument, const fx::SchemaType* type = nullptr);
    /// Of the placeholder at `position` (from 0), or null.
    [[nodiscard]] const fx::Node* placeholder(std::size_t position) const;

private:
    using Types = std::map<std::string, json::Value>;

    void indexGetitems();
    json::Value input(const fx::Node& node, std::size_t position);
    json::Value call(NodeId id, const fx::Node& node);
    json::Array inputs(const fx::Node& node, const fx::Schema* schema);
    json::Array outputs(NodeId id, const fx::Node& node, const fx::Schema* schema);
    json::Value output(const std::string& name, const ir::Type& type);
    json::Value listOutput(NodeId source, const ir::Type& type, const std::string& unused);
    json::Value value(Value read);
    json::Value list(const std::vector<fx::Argument>& items, const fx::SchemaType* type);
    json::Value refuse(std::string_view what);
    [[nodiscard]] ir::Type::Kind kindOf(const fx::Argument& argument) const;
    [[nodiscard]] const fx::Node* valueNode(const fx::Argument& argument) const;

    const fx::ExportedProgram& program_;
    const ir::Graph<fx::Node>& graph_;
    GraphId id_;
    ValueWriter& values_;
    const fx::Node* at_ = nullptr;                                        ///< The node that is being written.
    std::unordered_map<NodeId, std::map<std::int64_t, NodeId>> getitems_; ///< First getitem of each index.
    std::unordered_map<NodeId, NodeId> kept_;                             ///< Further getitems of an index.
    Types tensors_;
    Types integers_;
    Types floats_;
    Types booleans_;
};

} // namespace sidelight::io::pt2
