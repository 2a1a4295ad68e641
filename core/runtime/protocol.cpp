// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "core/runtime/protocol.h"

#include "core/runtime/wire.h"

namespace sidelight::runtime {
namespace {

void put(Writer& out, const TensorTable& table)
{
    out.put(table.storages.size());
    for (const StorageRef& storage : table.storages) {
        out.put(storage.descriptor);
        out.put(storage.offset);
        out.put(storage.length);
    }
    out.put(table.tensors.size());
    for (const TensorRef& tensor : table.tensors) {
        out.put(tensor.dtype);
        out.put(tensor.sizes);
        out.put(tensor.strides);
        out.put(tensor.storageOffset);
        out.put(tensor.storage);
    }
}

TensorTable getTable(Reader& in)
{
    TensorTable table;
    for (std::size_t left = in.count(); left > 0 && in.ok(); --left) {
        StorageRef& storage = table.storages.emplace_back();
        storage.descriptor = in.get<std::uint32_t>();
        storage.offset = in.get<std::uint64_t>();
        storage.length = in.get<std::uint64_t>();
    }
    for (std::size_t left = in.count(); left > 0 && in.ok(); --left) {
        TensorRef& tensor = table.tensors.emplace_back();
        tensor.dtype = in.get<ir::DType>();
        tensor.sizes = in.integers();
        tensor.strides = in.integers();
        tensor.storageOffset = in.get<std::int64_t>();
        tensor.storage = in.get<std::uint32_t>();
    }
    return table;
}

void put(Writer& out, const WireGraph& graph)
{
    out.put(graph.id);
    out.put(graph.nodes.size());
    for (const WireNode& node : graph.nodes) {
        out.put(node.id);
        out.put(node.node);
    }
}

WireGraph getGraph(Reader& in)
{
    WireGraph graph;
    graph.id = in.get<GraphId>();
    for (std::size_t left = in.count(); left > 0 && in.ok(); --left) {
        WireNode& node = graph.nodes.emplace_back();
        node.id = in.get<NodeId>();
        node.node = in.node();
    }
    return graph;
}

template <class T>
std::optional<T> ifFinished(const Reader& in, T value)
{
    return in.finished() ? std::optional<T>(std::move(value)) : std::nullopt;
}

} // namespace

std::string encode(const RunRequest& request)
{
    Writer out;
    out.put(request.graphs.size());
    for (const WireGraph& graph : request.graphs)
        put(out, graph);
    out.put(request.bindings.size());
    for (const Binding& binding : request.bindings) {
        out.put(binding.node);
        out.put(binding.tensor);
        out.put(binding.constant);
    }
    out.put(fx::Argument(request.results));
    out.put(request.readBack.size());
    for (const NodeId node : request.readBack)
        out.put(node);
    out.put(static_cast<std::uint8_t>(request.keepIntermediates));
    out.put(request.seed);
    put(out, request.tensors);
    return out.take();
}

std::optional<RunRequest> decodeRunRequest(std::string_view payload)
{
    Reader in(payload);
    RunRequest request;
    for (std::size_t left = in.count(); left > 0 && in.ok(); --left)
        request.graphs.push_back(getGraph(in));
    for (std::size_t left = in.count(); left > 0 && in.ok(); --left) {
        Binding& binding = request.bindings.emplace_back();
        binding.node = in.get<NodeId>();
        binding.tensor = in.get<std::uint32_t>();
        binding.constant = in.argument();
    }
    const fx::Argument results = in.argument();
    if (const auto* list = results.as<fx::ArgumentList>())
        request.results = *list;
    else
        return std::nullopt;
    for (std::size_t left = in.count(); left > 0 && in.ok(); --left)
        request.readBack.push_back(in.get<NodeId>());
    request.keepIntermediates = in.get<std::uint8_t>() != 0;
    request.seed = in.get<std::uint64_t>();
    request.tensors = getTable(in);
    return ifFinished(in, std::move(request));
}

std::string encode(const OnnxRequest& request)
{
    Writer out;
    out.put(std::string_view(request.path));
    out.put(request.inputs.size());
    for (const auto& [name, tensor] : request.inputs) {
        out.put(std::string_view(name));
        out.put(tensor);
    }
    put(out, request.tensors);
    return out.take();
}

std::optional<OnnxRequest> decodeOnnxRequest(std::string_view payload)
{
    Reader in(payload);
    OnnxRequest request;
    request.path = in.string();
    for (std::size_t left = in.count(); left > 0 && in.ok(); --left) {
        std::string name = in.string();
        request.inputs.emplace_back(std::move(name), in.get<std::uint32_t>());
    }
    request.tensors = getTable(in);
    return ifFinished(in, std::move(request));
}

std::string encode(const DoneReply& reply)
{
    Writer out;
    out.put(reply.groups.size());
    for (const NodeTensors& group : reply.groups) {
        out.put(group.node);
        out.put(std::string_view(group.name));
        out.put(group.tensors.size());
        for (const std::uint32_t tensor : group.tensors)
            out.put(tensor);
    }
    put(out, reply.tensors);
    return out.take();
}

std::optional<DoneReply> decodeDoneReply(std::string_view payload)
{
    Reader in(payload);
    DoneReply reply;
    for (std::size_t left = in.count(); left > 0 && in.ok(); --left) {
        NodeTensors& group = reply.groups.emplace_back();
        group.node = in.get<NodeId>();
        group.name = in.string();
        for (std::size_t tensors = in.count(); tensors > 0 && in.ok(); --tensors)
            group.tensors.push_back(in.get<std::uint32_t>());
    }
    reply.tensors = getTable(in);
    return ifFinished(in, std::move(reply));
}

std::string encode(const FailedReply& reply)
{
    Writer out;
    out.put(reply.kind);
    out.put(std::string_view(reply.message));
    return out.take();
}

std::optional<FailedReply> decodeFailedReply(std::string_view payload)
{
    Reader in(payload);
    FailedReply reply;
    reply.kind = in.get<FailureKind>();
    reply.message = in.string();
    return ifFinished(in, std::move(reply));
}

} // namespace sidelight::runtime
