// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/fx/program.h"
#include "core/fx/python_names.h"
#include "core/io/pt2_metadata.h"
#include "core/io/pt2_schema.h"

#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace sidelight::io::pt2 {

constexpr std::string_view kHigherOrder = "torch.ops.higher_order.";

/// The name of the single value that an output is (`{"as_tensor": {"name": …}}`, `{"as_sym_int": {"as_name": …}}`), or
/// null.
const std::string* nameOfOutput(const json::Value& output);

/// What all graphs of one program share while it is read.
struct ProgramReading
{
    SchemaReader schema;
    MetadataReader metadata;
    fx::ExportedProgram program;
    std::vector<std::string>
        constantInputs; ///< By position: the name that the signature gives an input without a name of its own.
};

/// Reads one schema Graph as Python's GraphModuleDeserializer does: the same nodes in the same order under the same
/// names, operator.getitem nodes for calls with several outputs and get_attr nodes for subgraphs. Subgraphs become
/// graphs of the program.
class GraphReader
{
public:
    explicit GraphReader(ProgramReading& reading) : reading_(reading), schema_(reading.schema) {}

    /// Adds the graph to the program under `id`.
    void read(const json::Value& graph, GraphId id);
    /// The node that has the value `name`, or kNoNode.
    [[nodiscard]] NodeId find(std::string_view name) const;

private:
    struct Building
    {
        NodeId id = kNoNode;
        fx::Node node;
        bool erased = false;
    };

    void readValues(const json::Value& graph);
    void readInput(const json::Value& input, std::size_t position);
    void readNode(const json::Value& node);
    void readSymbolicCall(const json::Value& node, fx::Node call, std::string name);
    void readHigherOrderCall(const json::Value& node, fx::Node call, std::string name);
    void readOverloadCall(const json::Value& node, fx::Node call, std::string name);
    void readOutput(const json::Value& graph);
    void readOutputs(const json::Value& node, std::size_t call);
    void makeGetitems(
        std::size_t source, const json::Array& outputs, const fx::Node& call, std::vector<ir::Type>& types);
    void makeGetitem(
        std::size_t source, std::string name, std::int64_t index, const fx::Node& call, std::vector<ir::Type>& types);
    void bindByKind(const json::Value& node, fx::Node& call);
    void bindInOrder(const json::Value& node, fx::Node& call);
    void removeDuplicateGetitems();
    void finish(GraphId id);

    fx::Argument argument(const json::Value& value);
    fx::Argument symbolic(const json::Value& value, std::string_view constantField);
    fx::Argument optionalTensor(const json::Value& value);
    fx::Argument listArgument(const Choice& field);
    fx::Argument subgraph(const json::Value& value);
    fx::Argument outputArgument(const json::Value& value);
    fx::Argument valueNamed(const std::string& name);
    fx::Argument lost(std::string_view what);

    std::size_t create(fx::Node node, std::string candidate);
    void sync(const std::string& name, std::size_t at);
    ir::Type typeOf(const std::string& name);

    ProgramReading& reading_;
    SchemaReader& schema_;
    fx::Namespace names_;
    std::vector<Building> nodes_;
    std::unordered_map<std::string, std::size_t> byName_;
    std::unordered_map<std::string, std::pair<const json::Value*, ir::Type::Kind>>
        values_; ///< Metadata by value name, read at first need.
    std::unordered_map<std::string, ir::Type> types_;
    std::unordered_set<std::string>
        madeBy_;        ///< Names of all outputs of the graph's nodes: tells a cycle from an unknown name.
    std::string place_; ///< "node `add`": where messages point.
    std::vector<std::string> losses_; ///< What the node that is being read lost.
};

} // namespace sidelight::io::pt2
