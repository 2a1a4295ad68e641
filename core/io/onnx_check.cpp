// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/io/onnx_check.h"

#include "core/io/onnx_proto.h"
#include "core/onnxir/element_type.h"
#include "core/support/rules.h"
#include "core/support/text.h"

#include <onnx/checker.h>
#include <onnx/onnx_pb.h>
#include <onnx/shape_inference/implementation.h>

#include <exception>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace sidelight::io {

namespace {

constexpr std::uint64_t kReadBytes = 1024;
constexpr std::string_view kInventedSymbol = "unk__";

struct CheckedModel
{
    onnx::ModelProto proto;
    std::unordered_map<Value, std::string> names;
};

/// Data for small tensors only. In bodies, which have no inputs to stand in, zeros.
Status fillSmall(const onnxir::Node& initializer, bool isMain, onnx::TensorProto& tensor)
{
    const ir::Tensor& source = *initializer.tensor;
    const std::uint64_t bytes = onnxir::rawByteCount(source.dtype, source.sizes).value_or(0);
    const bool readable = source.storage && source.storage->hasData();
    if (readable && (bytes <= kReadBytes || source.dtype == ir::DType::String))
        return fillInline(source, tensor);
    if (!isMain && bytes > 0)
        tensor.set_raw_data(std::string(bytes, '\0'));
    return {};
}

/// Initializers without data become inputs.
void declareLarge(onnx::GraphProto& graph)
{
    google::protobuf::RepeatedPtrField<onnx::TensorProto> kept;
    for (auto& tensor : *graph.mutable_initializer()) {
        bool empty = false;
        for (const std::int64_t size : tensor.dims())
            empty = empty || size == 0;
        if (empty || tensor.has_raw_data() || tensor.string_data_size() > 0) {
            kept.Add()->Swap(&tensor);
            continue;
        }
        auto* input = graph.add_input();
        input->set_name(tensor.name());
        auto* type = input->mutable_type()->mutable_tensor_type();
        type->set_elem_type(tensor.data_type());
        type->mutable_shape();
        for (const std::int64_t size : tensor.dims())
            type->mutable_shape()->add_dim()->set_dim_value(size);
    }
    graph.mutable_initializer()->Swap(&kept);
}

Status build(const onnxir::Model& model, CheckedModel& checked)
{
    const auto* mainGraph = model.graphs.find(kMainGraph);
    const DataFill fillData = [&](NodeId id, const onnxir::Node& initializer, onnx::TensorProto& tensor) {
        return fillSmall(initializer, mainGraph && mainGraph->contains(id), tensor);
    };
    if (Status status = buildProto(model, fillData, checked.proto, &checked.names); !status)
        return status;
    declareLarge(*checked.proto.mutable_graph());
    return {};
}

/// The text between `from` and `to` after position `start`.
std::string between(const std::string& text, std::string_view from, std::string_view to, std::size_t start = 0)
{
    const std::size_t begin = text.find(from, start);
    if (begin == std::string::npos)
        return {};
    const std::size_t end = text.find(to, begin + from.size());
    return end == std::string::npos ? std::string() : text.substr(begin + from.size(), end - begin - from.size());
}

Diagnostic finding(std::string_view message, std::string nodeName)
{
    while (!message.empty() && (message.back() == '\n' || message.back() == ' '))
        message.remove_suffix(1);
    std::vector<support::Location> locations;
    if (!nodeName.empty())
        locations.push_back({std::move(nodeName), "onnx-node", {}, 0, {}, {}});
    return support::diagnose(
        rules::kCheckerFailed, concat("onnx's checker: ", support::plainText(message)), std::move(locations));
}

/// "… ==> Context: Bad node spec for node. Name: NAME OpType: TYPE"
Diagnostic fromChecker(const std::string& what)
{
    const std::string name = between(what, "Bad node spec for node. Name: ", " OpType: ");
    return finding(what.substr(0, what.find("\n\n==> Context:")), name);
}

/// "[ShapeInferenceError] Inference error(s): (op_type:X, node name: NAME): why\n(op_type:…"
std::vector<Diagnostic> fromInference(const std::string& what)
{
    static constexpr std::string_view kOpType = "(op_type:";
    std::vector<Diagnostic> findings;
    std::size_t at = what.find(kOpType);
    while (at != std::string::npos) {
        std::size_t next = what.find(concat("\n", kOpType), at);
        const std::string one = what.substr(at, next == std::string::npos ? next : next - at);
        findings.push_back(finding(concat("shape inference: ", one), between(one, "node name: ", "): ")));
        at = next == std::string::npos ? next : next + 1;
    }
    if (findings.empty())
        findings.push_back(finding(what, {}));
    return findings;
}

onnxir::ValueType withoutInventions(onnxir::ValueType type)
{
    for (auto& size : type.sizes)
        if (size && support::startsWith(size->text(), kInventedSymbol))
            size.reset();
    return type;
}

std::size_t unknownSizes(const onnxir::ValueType& type)
{
    std::size_t count = 0;
    for (const auto& size : type.sizes)
        count += size ? 0 : 1;
    return count;
}

bool tellsMore(const onnxir::ValueType& inferred, const onnxir::ValueType& known)
{
    using Kind = onnxir::ValueType::Kind;
    if (inferred.kind == Kind::Unknown)
        return false;
    if (known.kind == Kind::Unknown)
        return true;
    if (inferred.kind != known.kind || inferred.dtype != known.dtype || !inferred.hasShape)
        return false;
    return !known.hasShape ||
           (inferred.sizes.size() == known.sizes.size() && unknownSizes(inferred) < unknownSizes(known));
}

class TypeCollector
{
public:
    TypeCollector(const onnxir::Model& model, const std::unordered_map<Value, std::string>& names)
        : model_(model), names_(names)
    {}

    void collect(GraphId id, const onnx::GraphProto& proto)
    {
        std::unordered_map<std::string, const onnx::TypeProto*> types;
        std::unordered_map<std::string, const onnx::NodeProto*> producers;
        for (const auto& info : proto.value_info())
            types[info.name()] = &info.type();
        for (const auto& info : proto.output())
            types[info.name()] = &info.type();
        for (const auto& info : proto.input())
            types[info.name()] = &info.type();
        for (const auto& node : proto.node())
            for (const std::string& output : node.output())
                producers[output] = &node;
        const auto& graph = model_.graphs[id];
        for (const NodeId nodeId : graph.order())
            collectNode(nodeId, graph[nodeId], types, producers);
    }
    [[nodiscard]] InferredTypes take() { return std::move(inferred_); }

private:
    void collectNode(NodeId id, const onnxir::Node& node,
        const std::unordered_map<std::string, const onnx::TypeProto*>& types,
        const std::unordered_map<std::string, const onnx::NodeProto*>& producers)
    {
        const onnx::NodeProto* producer = nullptr;
        for (std::uint32_t i = 0; i < node.outputs.size(); ++i) {
            const auto name = names_.find({id, i});
            if (name == names_.end() || name->second.empty())
                continue;
            if (const auto found = producers.find(name->second); found != producers.end())
                producer = found->second;
            const auto type = types.find(name->second);
            if (type == types.end())
                continue;
            auto inferred = withoutInventions(typeFromProto(*type->second));
            if (tellsMore(inferred, node.outputs[i].type))
                inferred_[{id, i}] = std::move(inferred);
        }
        for (const onnxir::Attribute& attribute : node.attributes) {
            const auto* body = std::get_if<GraphId>(&attribute.value);
            if (!body || !producer)
                continue;
            for (const auto& candidate : producer->attribute())
                if (candidate.name() == attribute.name && candidate.has_g())
                    collect(*body, candidate.g());
        }
    }

    const onnxir::Model& model_;
    const std::unordered_map<Value, std::string>& names_;
    InferredTypes inferred_;
};

} // namespace

std::vector<Diagnostic> checkModel(const onnxir::Model& model)
{
    CheckedModel checked;
    try {
        if (Status status = build(model, checked); !status)
            return {status.error()};
        onnx::checker::check_model(checked.proto, false);
    } catch (const std::exception& error) {
        return {fromChecker(error.what())};
    }
    try {
        onnx::shape_inference::InferShapes(
            checked.proto, onnx::OpSchemaRegistry::Instance(), onnx::ShapeInferenceOptions(true, 1, false));
    } catch (const std::exception& error) {
        return fromInference(error.what());
    }
    return {};
}

InferredTypes inferTypes(const onnxir::Model& model)
{
    try {
        CheckedModel checked;
        if (!build(model, checked))
            return {};
        onnx::shape_inference::DataValueMap values;
        onnx::shape_inference::InferShapes(
            checked.proto, onnx::OpSchemaRegistry::Instance(), onnx::ShapeInferenceOptions(false, 0, true), &values);
        TypeCollector collector(model, checked.names);
        collector.collect(kMainGraph, checked.proto.graph());
        return collector.take();
    } catch (const std::exception&) {
        return {};
    }
}

void addTypes(onnxir::Rewriter& rewriter, const InferredTypes& types)
{
    for (auto at = types.begin(); at != types.end();) {
        const NodeId id = at->first.node;
        const bool isKnown = rewriter.contains(id);
        onnxir::Node node = isKnown ? rewriter.node(id) : onnxir::Node{};
        for (; at != types.end() && at->first.node == id; ++at)
            if (at->first.output < node.outputs.size())
                node.outputs[at->first.output].type = at->second;
        if (isKnown)
            rewriter.update(id, std::move(node));
    }
}

} // namespace sidelight::io
