// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/io/onnx_reader.h"

#include "core/io/onnx_proto.h"
#include "core/io/onnx_scan.h"
#include "core/io/onnx_tensor_reader.h"
#include "core/io/onnx_text_reader.h"
#include "core/support/rules.h"
#include "core/support/text.h"

#include <onnx/onnx_pb.h>

#include <algorithm>
#include <limits>
#include <new>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace sidelight::io {

namespace {

using onnxir::Kind;
using onnxir::Model;
using onnxir::Node;
using onnxir::ValueType;

Diagnostic invalid(std::string message, std::string nodeName = {})
{
    std::vector<support::Location> locations;
    if (!nodeName.empty())
        locations.push_back({std::move(nodeName), "onnx-node", {}, 0, {}, {}});
    return support::diagnose(rules::kOnnxInvalid, std::move(message), std::move(locations));
}

template <class Entries>
onnxir::Properties propertiesOf(const Entries& entries)
{
    onnxir::Properties properties;
    for (const auto& entry : entries)
        properties.emplace_back(entry.key(), entry.value());
    return properties;
}

template <class Imports>
std::map<std::string, std::int64_t> opsetsOf(const Imports& imports)
{
    std::map<std::string, std::int64_t> opsets;
    for (const auto& import : imports)
        opsets[import.domain() == "ai.onnx" ? std::string() : import.domain()] = import.version();
    return opsets;
}

/// Names that a graph and the graphs around it give.
struct Scope
{
    const Scope* outer = nullptr;
    std::unordered_map<std::string, Value> values{};

    [[nodiscard]] std::optional<Value> find(const std::string& name) const
    {
        for (const Scope* scope = this; scope; scope = scope->outer)
            if (const auto found = scope->values.find(name); found != scope->values.end())
                return found->second;
        return std::nullopt;
    }
};

using Types = std::unordered_map<std::string, ValueType>;

class ModelReader
{
public:
    ModelReader(std::shared_ptr<const support::File> file, DiagnosticLog& log)
        : tensors_(std::move(file), log), log_(&log)
    {}

    Result<Model> read(const onnx::ModelProto& proto, const std::vector<std::optional<RawExtent>>& rawData)
    {
        onnxir::ModelInfo info;
        info.ir_version = proto.ir_version();
        info.producer_name = proto.producer_name();
        info.producer_version = proto.producer_version();
        info.domain = proto.domain();
        info.model_version = proto.model_version();
        info.graph_name = proto.graph().name();
        info.doc_string = proto.doc_string();
        info.metadata_props = propertiesOf(proto.metadata_props());
        model_.signature = std::make_shared<const onnxir::ModelInfo>(std::move(info));
        model_.opsets = opsetsOf(proto.opset_import());
        if (proto.training_info_size() > 0)
            note("training_info is left out");
        if (Status status = readGraph(proto.graph(), kMainGraph, nullptr, &rawData); !status)
            return status.error();
        for (const auto& function : proto.functions())
            if (Status status = readFunction(function); !status)
                return status.error();
        return std::move(model_);
    }

private:
    using Graph = ir::Graph<Node>;

    void note(std::string what)
    {
        Diagnostic diagnostic = invalid(std::move(what));
        diagnostic.level = Level::Note;
        log_->append(std::move(diagnostic));
    }

    Status define(Scope& scope, const std::string& name, Value value)
    {
        if (!name.empty() && !scope.values.emplace(name, value).second)
            return invalid(concat("two values are called ", support::plainText(name)), name);
        return {};
    }

    Status addInput(Graph& graph, Scope& scope, const std::string& name, ValueType type)
    {
        Node node;
        node.kind = Kind::Input;
        node.name = name;
        node.outputs = {{name, std::move(type)}};
        return add(graph, scope, std::move(node));
    }

    Status add(Graph& graph, Scope& scope, Node node)
    {
        const NodeId id = model_.newNodeId();
        for (std::uint32_t i = 0; i < node.outputs.size(); ++i)
            if (Status status = define(scope, node.outputs[i].name, {id, i}); !status)
                return status;
        graph.insert(id, std::make_shared<const Node>(std::move(node)));
        return {};
    }

    Status addOutput(Graph& graph, const Scope& scope, const std::string& name)
    {
        const auto value = scope.find(name);
        if (!value)
            return invalid(concat("the output ", support::plainText(name), " is given by no node"), name);
        Node node;
        node.kind = Kind::Output;
        node.name = name;
        node.inputs = {*value};
        graph.insert(model_.newNodeId(), std::make_shared<const Node>(std::move(node)));
        return {};
    }

    Status readGraph(const onnx::GraphProto& proto, GraphId id, const Scope* outer,
        const std::vector<std::optional<RawExtent>>* rawData)
    {
        if (proto.sparse_initializer_size() > 0)
            return invalid(
                concat("graph ", support::plainText(proto.name()), " has sparse initializers, which cannot be read"));
        if (proto.quantization_annotation_size() > 0)
            note("quantization_annotation is left out");
        Graph graph;
        Scope scope{outer};
        Types types;
        std::unordered_set<std::string> initializers;
        for (const auto& tensor : proto.initializer())
            initializers.insert(tensor.name());
        for (const auto& info : proto.value_info())
            types[info.name()] = typeFromProto(info.type());
        for (const auto& info : proto.output())
            types[info.name()] = typeFromProto(info.type());
        for (const auto& input : proto.input()) {
            if (initializers.count(input.name()) != 0)
                note(concat(
                    "the input ", support::plainText(input.name()), " has a default and is read as an initializer"));
            else if (Status status = addInput(graph, scope, input.name(), typeFromProto(input.type())); !status)
                return status;
        }
        for (int i = 0; i < proto.initializer_size(); ++i) {
            const auto at = static_cast<std::size_t>(i);
            const auto raw = rawData && at < rawData->size() ? (*rawData)[at] : std::nullopt;
            if (Status status = readInitializer(proto.initializer(i), raw, graph, scope); !status)
                return status;
        }
        for (const auto& node : proto.node())
            if (Status status = readNode(node, types, graph, scope); !status)
                return status;
        for (const auto& output : proto.output())
            if (Status status = addOutput(graph, scope, output.name()); !status)
                return status;
        model_.graphs.add(id, std::move(graph));
        return {};
    }

    Status readInitializer(
        const onnx::TensorProto& proto, const std::optional<RawExtent>& raw, Graph& graph, Scope& scope)
    {
        auto tensor = tensors_.read(proto, raw);
        if (!tensor)
            return tensor.error();
        Node node;
        node.kind = Kind::Initializer;
        node.name = proto.name();
        std::vector<ir::Dim> sizes;
        for (const std::int64_t size : (*tensor)->sizes)
            sizes.push_back(ir::Dim::constant(size));
        node.outputs = {{proto.name(), ValueType::tensor((*tensor)->dtype, sizes)}};
        node.tensor = std::move(*tensor);
        return add(graph, scope, std::move(node));
    }

    Status readFunction(const onnx::FunctionProto& proto)
    {
        auto function = std::make_shared<onnxir::Function>();
        function->id = {proto.domain() == "ai.onnx" ? std::string() : proto.domain(), proto.name(), proto.overload()};
        function->attributes.assign(proto.attribute().begin(), proto.attribute().end());
        function->opsets = opsetsOf(proto.opset_import());
        function->doc_string = proto.doc_string();
        function->displayName = proto.name();
        for (auto& property : propertiesOf(proto.metadata_props())) {
            if (property.first == kKeyDisplayName)
                function->displayName = std::move(property.second);
            else
                function->metadata_props.push_back(std::move(property));
        }
        const GraphId id = model_.newGraphId();
        Graph graph;
        Scope scope;
        for (const auto& attribute : proto.attribute_proto())
            if (Status status = readAttribute(attribute, scope, function->attributeDefaults); !status)
                return status;
        Types types;
        for (const auto& info : proto.value_info())
            types[info.name()] = typeFromProto(info.type());
        for (const auto& input : proto.input())
            if (Status status = addInput(graph, scope, input, types[input]); !status)
                return status;
        for (const auto& node : proto.node())
            if (Status status = readNode(node, types, graph, scope); !status)
                return status;
        for (const auto& output : proto.output())
            if (Status status = addOutput(graph, scope, output); !status)
                return status;
        model_.graphs.add(id, std::move(graph));
        model_.functions[id] = std::move(function);
        return {};
    }

    Status readNode(const onnx::NodeProto& proto, const Types& types, Graph& graph, Scope& scope)
    {
        Node node;
        node.op = {proto.domain() == "ai.onnx" ? std::string() : proto.domain(), proto.op_type(), proto.overload()};
        node.name = proto.name();
        node.doc_string = proto.doc_string();
        node.metadata_props = propertiesOf(proto.metadata_props());
        for (const auto& name : proto.input()) {
            const auto value = name.empty() ? std::nullopt : scope.find(name);
            if (!name.empty() && !value)
                return invalid(concat("node ", support::plainText(proto.name()), " reads ", support::plainText(name),
                                   ", which nothing before it gives"),
                    proto.name());
            node.inputs.push_back(value);
        }
        const NodeId id = model_.newNodeId();
        for (const auto& attribute : proto.attribute())
            if (Status status = readAttribute(attribute, scope, node.attributes); !status)
                return status;
        std::stable_sort(node.attributes.begin(), node.attributes.end(),
            [](const auto& a, const auto& b) { return a.name < b.name; });
        for (const auto& name : proto.output()) {
            const auto type = types.find(name);
            node.outputs.push_back({name, type == types.end() ? ValueType{} : type->second});
            if (Status status = define(scope, name, {id, static_cast<std::uint32_t>(node.outputs.size() - 1)}); !status)
                return status;
        }
        graph.insert(id, std::make_shared<const Node>(std::move(node)));
        return {};
    }

    Result<GraphId> readBody(const onnx::GraphProto& proto, const Scope& scope)
    {
        const GraphId id = model_.newGraphId();
        if (Status status = readGraph(proto, id, &scope, nullptr); !status)
            return status.error();
        return id;
    }

    Status readAttribute(const onnx::AttributeProto& proto, const Scope& scope, std::vector<onnxir::Attribute>& into)
    {
        auto value = attributeValue(proto, scope);
        if (!value)
            return value.error();
        into.push_back({proto.name(), std::move(*value)});
        return {};
    }

    Result<onnxir::AttributeValue> attributeValue(const onnx::AttributeProto& proto, const Scope& scope)
    {
        using Proto = onnx::AttributeProto;
        if (!proto.ref_attr_name().empty())
            return onnxir::AttributeValue(
                onnxir::AttributeRef{proto.ref_attr_name(), static_cast<onnxir::AttributeRef::Type>(proto.type())});
        switch (proto.type()) {
        case Proto::INT:
            return onnxir::AttributeValue(std::int64_t{proto.i()});
        case Proto::FLOAT:
            return onnxir::AttributeValue(proto.f());
        case Proto::STRING:
            return onnxir::AttributeValue(proto.s());
        case Proto::INTS:
            return onnxir::AttributeValue(std::vector<std::int64_t>(proto.ints().begin(), proto.ints().end()));
        case Proto::FLOATS:
            return onnxir::AttributeValue(std::vector<float>(proto.floats().begin(), proto.floats().end()));
        case Proto::STRINGS:
            return onnxir::AttributeValue(std::vector<std::string>(proto.strings().begin(), proto.strings().end()));
        case Proto::TYPE_PROTO:
            return onnxir::AttributeValue(typeFromProto(proto.tp()));
        case Proto::TENSOR: {
            auto tensor = tensors_.read(proto.t());
            if (!tensor)
                return tensor.error();
            return onnxir::AttributeValue(std::move(*tensor));
        }
        case Proto::GRAPH: {
            const auto body = readBody(proto.g(), scope);
            if (!body)
                return body.error();
            return onnxir::AttributeValue(*body);
        }
        case Proto::GRAPHS: {
            std::vector<GraphId> bodies;
            for (const auto& each : proto.graphs()) {
                const auto body = readBody(each, scope);
                if (!body)
                    return body.error();
                bodies.push_back(*body);
            }
            return onnxir::AttributeValue(std::move(bodies));
        }
        default:
            return invalid(concat("attribute ", support::plainText(proto.name()), " is of a kind that cannot be read (",
                static_cast<int>(proto.type()), ")"));
        }
    }

    Model model_;
    OnnxTensorReader tensors_;
    DiagnosticLog* log_;
};

Result<Model> readSkeleton(std::string_view bytes, const std::vector<std::optional<RawExtent>>& rawData,
    std::shared_ptr<const support::File> file, DiagnosticLog& log)
{
    const std::string origin = file ? file->path().string() : std::string("the model");
    try {
        onnx::ModelProto proto;
        const bool fits = bytes.size() <= static_cast<std::size_t>(std::numeric_limits<int>::max());
        if (!fits || !proto.ParseFromArray(bytes.data(), static_cast<int>(bytes.size())) || !proto.has_graph())
            return invalid(concat(origin, ": is no ONNX model"));
        return ModelReader(std::move(file), log).read(proto, rawData);
    } catch (const std::bad_alloc&) {
        return invalid(concat(origin, ": needs more memory than there is"));
    } catch (const std::exception& error) {
        return invalid(concat(origin, ": cannot be read: ", std::string_view(error.what())));
    }
}

} // namespace

Result<Model> readOnnx(const std::filesystem::path& path, DiagnosticLog& log)
{
    const auto file = support::File::open(path);
    if (!file)
        return file.error();
    if (isOnnxText(**file)) {
        const auto bytes = readOnnxText(**file);
        if (!bytes)
            return bytes.error();
        return readSkeleton(*bytes, {}, *file, log);
    }
    const auto scanned = scanOnnx(**file);
    if (!scanned)
        return scanned.error();
    return readSkeleton(scanned->skeleton, scanned->rawData, *file, log);
}

Result<Model> parseOnnx(std::string_view bytes, DiagnosticLog& log)
{
    return readSkeleton(bytes, {}, nullptr, log);
}

} // namespace sidelight::io
