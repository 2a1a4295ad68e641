// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/io/onnx_proto.h"

#include "core/onnxir/element_type.h"
#include "core/support/rules.h"
#include "core/support/text.h"

#include <onnx/onnx_pb.h>

#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace sidelight::io {

namespace {

using onnxir::Kind;
using onnxir::Model;
using onnxir::Node;

Diagnostic lintFailure(std::string message)
{
    return support::diagnose(rules::kLint, std::move(message));
}

template <class Entries>
void fillProperties(const onnxir::Properties& properties, Entries& entries)
{
    for (const auto& [key, value] : properties) {
        auto* entry = entries.Add();
        entry->set_key(key);
        entry->set_value(value);
    }
}

template <class Opsets>
void fillOpsets(const std::map<std::string, std::int64_t>& opsets, Opsets& imports)
{
    for (const auto& [domain, version] : opsets) {
        auto* import = imports.Add();
        import->set_domain(domain);
        import->set_version(version);
    }
}

class ProtoBuilder
{
public:
    ProtoBuilder(const Model& model, const DataFill& fillData) : model_(model), fillData_(fillData) {}

    Status build(onnx::ModelProto& proto)
    {
        const onnxir::ModelInfo info = model_.signature ? *model_.signature : onnxir::ModelInfo{};
        proto.set_ir_version(info.ir_version);
        if (!info.producer_name.empty())
            proto.set_producer_name(info.producer_name);
        if (!info.producer_version.empty())
            proto.set_producer_version(info.producer_version);
        if (!info.domain.empty())
            proto.set_domain(info.domain);
        if (info.model_version != 0)
            proto.set_model_version(info.model_version);
        if (!info.doc_string.empty())
            proto.set_doc_string(info.doc_string);
        fillProperties(info.metadata_props, *proto.mutable_metadata_props());
        fillOpsets(model_.opsets, *proto.mutable_opset_import());
        if (!model_.graphs.contains(kMainGraph))
            return lintFailure("the model has no main graph");
        std::unordered_set<std::string> taken;
        if (Status status = fillGraph(
                kMainGraph, info.graph_name.empty() ? "main_graph" : info.graph_name, taken, *proto.mutable_graph());
            !status)
            return status;
        for (const auto& [graph, function] : model_.functions)
            if (Status status = fillFunction(graph, *function, *proto.add_functions()); !status)
                return status;
        return {};
    }

    [[nodiscard]] std::unordered_map<Value, std::string> takeNames() { return std::move(names_); }

private:
    const std::string* nameOf(Value value) const
    {
        const auto found = names_.find(value);
        return found == names_.end() || found->second.empty() ? nullptr : &found->second;
    }

    /// Gives every value of the graph its name. Names in one scope (a graph and those around it) differ.
    Status nameValues(GraphId id, std::unordered_set<std::string>& taken)
    {
        const auto& graph = model_.graphs[id];
        std::unordered_map<Value, std::string> outputNames;
        for (const NodeId nodeId : graph.order()) {
            const Node& node = graph[nodeId];
            if (node.kind != Kind::Output || node.inputs.size() != 1 || !node.inputs[0])
                continue;
            const Value value = *node.inputs[0];
            const Node* source = graph.find(value.node);
            if (!source || source->kind != Kind::Operator || value.output >= source->outputs.size())
                continue;
            const bool keepsName = source->outputs[value.output].name == node.name;
            if (keepsName)
                outputNames[value] = node.name;
            else
                outputNames.emplace(value, node.name);
        }
        for (const NodeId nodeId : graph.order()) {
            const Node& node = graph[nodeId];
            for (std::uint32_t i = 0; i < node.outputs.size(); ++i) {
                const Value value{nodeId, i};
                const auto renamed = outputNames.find(value);
                const std::string& own = node.kind == Kind::Operator ? node.outputs[i].name : node.name;
                const std::string& name = renamed == outputNames.end() ? own : renamed->second;
                if (!name.empty() && !taken.insert(name).second)
                    return lintFailure(concat("two values are called ", support::plainText(name)));
                names_[value] = name;
            }
        }
        return {};
    }

    Status fillGraph(
        GraphId id, const std::string& name, std::unordered_set<std::string>& taken, onnx::GraphProto& proto)
    {
        proto.set_name(name);
        std::unordered_set<std::string> scope = taken;
        if (Status status = nameValues(id, scope); !status)
            return status;
        const auto& graph = model_.graphs[id];
        std::unordered_set<std::string> outputs;
        for (const NodeId nodeId : graph.order())
            if (graph[nodeId].kind == Kind::Output)
                outputs.insert(graph[nodeId].name);
        for (const NodeId nodeId : graph.order()) {
            const Node& node = graph[nodeId];
            Status status;
            if (node.kind == Kind::Input)
                status = fillValueInfo(node.name, typeOf({nodeId, 0}), *proto.add_input());
            else if (node.kind == Kind::Initializer)
                status = fillInitializer(nodeId, node, *proto.add_initializer());
            else if (node.kind == Kind::Output)
                status = fillOutput(node, graph, scope, proto);
            else
                status = fillOperator(nodeId, node, scope, *proto.mutable_node());
            if (status && node.kind == Kind::Operator)
                status = fillValueInfos(nodeId, node, outputs, *proto.mutable_value_info());
            if (!status)
                return status;
        }
        return {};
    }

    Status fillFunction(GraphId id, const onnxir::Function& function, onnx::FunctionProto& proto)
    {
        if (!model_.graphs.contains(id))
            return lintFailure(concat("the function ", support::plainText(function.id.op_type), " has no body"));
        proto.set_name(function.id.op_type);
        proto.set_domain(function.id.domain);
        if (!function.id.overload.empty())
            proto.set_overload(function.id.overload);
        if (!function.doc_string.empty())
            proto.set_doc_string(function.doc_string);
        for (const std::string& attribute : function.attributes)
            proto.add_attribute(attribute);
        fillOpsets(function.opsets, *proto.mutable_opset_import());
        fillProperties(function.metadata_props, *proto.mutable_metadata_props());
        if (!function.displayName.empty() && function.displayName != function.id.op_type)
            fillProperties({{std::string(kKeyDisplayName), function.displayName}}, *proto.mutable_metadata_props());
        std::unordered_set<std::string> scope;
        for (const onnxir::Attribute& attribute : function.attributeDefaults)
            if (Status status = fillAttribute(attribute, function.id.op_type, scope, *proto.add_attribute_proto());
                !status)
                return status;
        return fillFunctionBody(id, scope, proto);
    }

    Status fillFunctionBody(GraphId id, std::unordered_set<std::string>& scope, onnx::FunctionProto& proto)
    {
        if (Status status = nameValues(id, scope); !status)
            return status;
        const auto& graph = model_.graphs[id];
        for (const NodeId nodeId : graph.order()) {
            const Node& node = graph[nodeId];
            Status status;
            if (node.kind == Kind::Input) {
                proto.add_input(node.name);
                status = fillValueInfos(nodeId, node, {}, *proto.mutable_value_info());
            } else if (node.kind == Kind::Initializer) {
                status = lintFailure(concat("the function ", proto.name(), " has an initializer; functions have none"));
            } else if (node.kind == Kind::Output) {
                proto.add_output(node.name);
                status = fillIdentity(node, scope, *proto.mutable_node());
            } else {
                status = fillOperator(nodeId, node, scope, *proto.mutable_node());
                if (status)
                    status = fillValueInfos(nodeId, node, {}, *proto.mutable_value_info());
            }
            if (!status)
                return status;
        }
        return {};
    }

    onnxir::ValueType typeOf(Value value) const
    {
        const Node* node = nullptr;
        for (const GraphId id : model_.graphs.ids())
            if ((node = model_.graphs[id].find(value.node)))
                break;
        return node && value.output < node->outputs.size() ? node->outputs[value.output].type : onnxir::ValueType{};
    }

    Status fillValueInfo(const std::string& name, const onnxir::ValueType& type, onnx::ValueInfoProto& proto) const
    {
        proto.set_name(name);
        return type.kind == onnxir::ValueType::Kind::Unknown ? Status{} : fillType(type, *proto.mutable_type());
    }

    template <class Entries>
    Status fillValueInfos(
        NodeId id, const Node& node, const std::unordered_set<std::string>& except, Entries& entries) const
    {
        for (std::uint32_t i = 0; i < node.outputs.size(); ++i) {
            const std::string* name = nameOf({id, i});
            const auto kind = node.outputs[i].type.kind;
            if (!name || kind == onnxir::ValueType::Kind::Unknown || kind == onnxir::ValueType::Kind::Map ||
                except.count(*name) != 0)
                continue;
            if (Status status = fillValueInfo(*name, node.outputs[i].type, *entries.Add()); !status)
                return status;
        }
        return {};
    }

    Status fillInitializer(NodeId id, const Node& node, onnx::TensorProto& proto)
    {
        if (!node.tensor)
            return lintFailure(concat("the initializer ", support::plainText(node.name), " has no tensor"));
        if (node.name.empty())
            return lintFailure("an initializer has no name; ONNX cannot hold it");
        proto.set_name(node.name);
        fillTensorHead(*node.tensor, proto);
        return fillData_(id, node, proto);
    }

    static void fillTensorHead(const ir::Tensor& tensor, onnx::TensorProto& proto)
    {
        for (const std::int64_t size : tensor.sizes)
            proto.add_dims(size);
        proto.set_data_type(onnxir::elementType(tensor.dtype));
    }

    Status fillOutput(
        const Node& node, const ir::Graph<Node>& graph, std::unordered_set<std::string>& scope, onnx::GraphProto& proto)
    {
        const std::string* source = node.inputs.size() == 1 && node.inputs[0] ? nameOf(*node.inputs[0]) : nullptr;
        if (source && *source == node.name && !graph.contains(node.inputs[0]->node))
            return lintFailure(concat("the output ", support::plainText(node.name),
                " of a body has the name of a value outside; name it otherwise"));
        if (Status status = fillIdentity(node, scope, *proto.mutable_node()); !status)
            return status;
        return fillValueInfo(node.name, typeOf(*node.inputs[0]), *proto.add_output());
    }

    /// Nothing to do where the value bears the output's name.
    template <class Nodes>
    Status fillIdentity(const Node& output, std::unordered_set<std::string>& scope, Nodes& nodes)
    {
        const std::string* source = output.inputs.size() == 1 && output.inputs[0] ? nameOf(*output.inputs[0]) : nullptr;
        if (!source)
            return lintFailure(concat("the output ", support::plainText(output.name), " has no value"));
        if (*source == output.name)
            return {};
        if (output.name.empty() || !scope.insert(output.name).second)
            return lintFailure(
                concat("the output ", support::plainText(output.name), " has the name of another value, or none"));
        auto* identity = nodes.Add();
        identity->add_input(*source);
        identity->add_output(output.name);
        identity->set_op_type("Identity");
        return {};
    }

    template <class Nodes>
    Status fillOperator(NodeId id, const Node& node, std::unordered_set<std::string>& scope, Nodes& nodes)
    {
        auto& proto = *nodes.Add();
        for (const auto& input : node.inputs) {
            const std::string* name = input ? nameOf(*input) : nullptr;
            if (input && !name)
                return lintFailure(
                    concat("node ", support::plainText(node.name), " reads a value that nothing before it gives"));
            proto.add_input(name ? *name : std::string());
        }
        for (std::uint32_t i = 0; i < node.outputs.size(); ++i) {
            const std::string* name = nameOf({id, i});
            proto.add_output(name ? *name : std::string());
        }
        if (!node.name.empty())
            proto.set_name(node.name);
        proto.set_op_type(node.op.op_type);
        if (!node.op.domain.empty())
            proto.set_domain(node.op.domain);
        if (!node.op.overload.empty())
            proto.set_overload(node.op.overload);
        if (!node.doc_string.empty())
            proto.set_doc_string(node.doc_string);
        fillProperties(node.metadata_props, *proto.mutable_metadata_props());
        const std::string& owner = node.name.empty() ? node.op.op_type : node.name;
        for (const onnxir::Attribute& attribute : node.attributes)
            if (Status status = fillAttribute(attribute, owner, scope, *proto.add_attribute()); !status)
                return status;
        return {};
    }

    Status fillAttribute(const onnxir::Attribute& attribute, const std::string& owner,
        std::unordered_set<std::string>& scope, onnx::AttributeProto& proto)
    {
        proto.set_name(attribute.name);
        if (const auto* body = std::get_if<GraphId>(&attribute.value)) {
            proto.set_type(onnx::AttributeProto::GRAPH);
            return fillBody(*body, concat(owner, "_", attribute.name), scope, *proto.mutable_g());
        }
        if (const auto* bodies = std::get_if<std::vector<GraphId>>(&attribute.value)) {
            proto.set_type(onnx::AttributeProto::GRAPHS);
            for (const GraphId each : *bodies)
                if (Status status = fillBody(
                        each, concat(owner, "_", attribute.name, "_", proto.graphs_size()), scope, *proto.add_graphs());
                    !status)
                    return status;
            return {};
        }
        if (const auto* tensor = std::get_if<std::shared_ptr<const ir::Tensor>>(&attribute.value)) {
            proto.set_type(onnx::AttributeProto::TENSOR);
            if (!*tensor || onnxir::elementType((*tensor)->dtype) == 0)
                return lintFailure(concat("attribute ", attribute.name, " of ", support::plainText(owner),
                    " has no tensor that ONNX can hold"));
            fillTensorHead(**tensor, *proto.mutable_t());
            return fillInline(**tensor, *proto.mutable_t());
        }
        if (const auto* type = std::get_if<onnxir::ValueType>(&attribute.value)) {
            proto.set_type(onnx::AttributeProto::TYPE_PROTO);
            return fillType(*type, *proto.mutable_tp());
        }
        fillPlain(attribute.value, proto);
        return {};
    }

    Status fillBody(
        GraphId body, const std::string& name, std::unordered_set<std::string>& scope, onnx::GraphProto& proto)
    {
        if (!model_.graphs.contains(body) || !open_.insert(body).second)
            return lintFailure(concat("the body ", support::plainText(name), " does not exist or contains itself"));
        Status status = fillGraph(body, name, scope, proto);
        open_.erase(body);
        return status;
    }

    static void fillPlain(const onnxir::AttributeValue& value, onnx::AttributeProto& proto)
    {
        if (const auto* integer = std::get_if<std::int64_t>(&value)) {
            proto.set_type(onnx::AttributeProto::INT);
            proto.set_i(*integer);
        } else if (const auto* number = std::get_if<float>(&value)) {
            proto.set_type(onnx::AttributeProto::FLOAT);
            proto.set_f(*number);
        } else if (const auto* text = std::get_if<std::string>(&value)) {
            proto.set_type(onnx::AttributeProto::STRING);
            proto.set_s(*text);
        } else if (const auto* integers = std::get_if<std::vector<std::int64_t>>(&value)) {
            proto.set_type(onnx::AttributeProto::INTS);
            proto.mutable_ints()->Add(integers->begin(), integers->end());
        } else if (const auto* numbers = std::get_if<std::vector<float>>(&value)) {
            proto.set_type(onnx::AttributeProto::FLOATS);
            proto.mutable_floats()->Add(numbers->begin(), numbers->end());
        } else if (const auto* texts = std::get_if<std::vector<std::string>>(&value)) {
            proto.set_type(onnx::AttributeProto::STRINGS);
            for (const std::string& each : *texts)
                proto.add_strings(each);
        } else if (const auto* reference = std::get_if<onnxir::AttributeRef>(&value)) {
            proto.set_type(static_cast<onnx::AttributeProto::AttributeType>(reference->type));
            proto.set_ref_attr_name(reference->name);
        }
    }

    const Model& model_;
    const DataFill& fillData_;
    std::unordered_map<Value, std::string> names_;
    std::set<GraphId> open_;
};

} // namespace

Status buildProto(const Model& model, const DataFill& fillData, onnx::ModelProto& proto,
    std::unordered_map<Value, std::string>* names)
{
    ProtoBuilder builder(model, fillData);
    Status status = builder.build(proto);
    if (names)
        *names = builder.takeNames();
    return status;
}

} // namespace sidelight::io
