// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "core/runtime/protocol.h"

#include "core/runtime/wire.h"

namespace sidelight::runtime {
namespace {

void put(Writer& out, const std::vector<TensorRef>& tensors)
{
    out.put(tensors.size());
    for (const TensorRef& tensor : tensors) {
        out.put(tensor.dtype);
        out.put(tensor.sizes);
        out.put(tensor.strides);
        out.put(tensor.storageOffset);
        out.put(tensor.storage);
    }
}

std::vector<TensorRef> getTensors(Reader& in)
{
    std::vector<TensorRef> tensors;
    for (std::size_t left = in.count(); left > 0 && in.ok(); --left) {
        TensorRef& tensor = tensors.emplace_back();
        tensor.dtype = in.get<ir::DType>();
        tensor.sizes = in.integers();
        tensor.strides = in.integers();
        tensor.storageOffset = in.get<std::int64_t>();
        tensor.storage = in.get<std::uint32_t>();
    }
    return tensors;
}

void put(Writer& out, const TensorTable& table)
{
    out.put(table.storages.size());
    for (const StorageRef& storage : table.storages) {
        out.put(storage.descriptor);
        out.put(storage.offset);
        out.put(storage.length);
    }
    put(out, table.tensors);
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
    table.tensors = getTensors(in);
    return table;
}

void put(Writer& out, const std::vector<WireNode>& nodes)
{
    out.put(nodes.size());
    for (const WireNode& node : nodes) {
        out.put(node.id);
        out.put(node.node);
    }
}

std::vector<WireNode> getNodes(Reader& in)
{
    std::vector<WireNode> nodes;
    for (std::size_t left = in.count(); left > 0 && in.ok(); --left) {
        WireNode& node = nodes.emplace_back();
        node.id = in.get<NodeId>();
        node.node = in.node();
    }
    return nodes;
}

void put(Writer& out, const WireGraph& graph)
{
    out.put(graph.id);
    put(out, graph.nodes);
}

WireGraph getGraph(Reader& in)
{
    const auto id = in.get<GraphId>();
    return {id, getNodes(in)};
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
    out.put(request.optimize);
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
    request.optimize = in.get<bool>();
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
        out.put(group.strides.size());
        for (const std::vector<std::int64_t>& strides : group.strides)
            out.put(strides);
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
        for (std::size_t tensors = in.count(); tensors > 0 && in.ok(); --tensors)
            group.strides.push_back(in.integers());
    }
    reply.tensors = getTable(in);
    return ifFinished(in, std::move(reply));
}

std::string encode(const DecomposeRequest& request)
{
    Writer out;
    out.put(request.call);
    out.put(request.inputs.size());
    for (const NodeId input : request.inputs)
        out.put(input);
    put(out, request.types);
    out.put(request.kept.size());
    for (const std::string& overload : request.kept)
        out.put(std::string_view(overload));
    return out.take();
}

std::optional<DecomposeRequest> decodeDecomposeRequest(std::string_view payload)
{
    Reader in(payload);
    DecomposeRequest request;
    request.call = in.node();
    for (std::size_t left = in.count(); left > 0 && in.ok(); --left)
        request.inputs.push_back(in.get<NodeId>());
    request.types = getTensors(in);
    for (std::size_t left = in.count(); left > 0 && in.ok(); --left)
        request.kept.push_back(in.string());
    if (request.types.size() != request.inputs.size())
        return std::nullopt;
    return ifFinished(in, std::move(request));
}

std::string encode(const DecomposedReply& reply)
{
    Writer out;
    put(out, reply.calls);
    for (const std::vector<TensorRef>& types : reply.types)
        put(out, types);
    out.put(fx::Argument(reply.results));
    return out.take();
}

std::optional<DecomposedReply> decodeDecomposedReply(std::string_view payload)
{
    Reader in(payload);
    DecomposedReply reply;
    reply.calls = getNodes(in);
    for (std::size_t i = 0; i < reply.calls.size() && in.ok(); ++i)
        reply.types.push_back(getTensors(in));
    const fx::Argument results = in.argument();
    const auto* list = results.as<fx::ArgumentList>();
    if (!list)
        return std::nullopt;
    reply.results = *list;
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
