// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/fx/node.h"
#include "core/ir/type.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sidelight::runtime {

constexpr std::uint32_t kProtocolVersion = 4;
/// Stands for "no tensor" where a tensor's index is expected.
constexpr std::uint32_t kNoTensor = 0xffffffff;

/// Bytes of a storage: a stretch of one of the message's descriptors.
struct StorageRef
{
    std::uint32_t descriptor = 0;
    std::uint64_t offset = 0;
    std::uint64_t length = 0;
    friend bool operator==(const StorageRef&, const StorageRef&) = default;
};
/// A strided view of a storage of the same table, in elements.
struct TensorRef
{
    ir::DType dtype = ir::DType::Undefined;
    std::vector<std::int64_t> sizes;
    std::vector<std::int64_t> strides;
    std::int64_t storageOffset = 0;
    std::uint32_t storage = 0;
    friend bool operator==(const TensorRef&, const TensorRef&) = default;
};
/// Tensors of one message; those that share memory share a storage.
struct TensorTable
{
    std::vector<StorageRef> storages;
    std::vector<TensorRef> tensors;
    friend bool operator==(const TensorTable&, const TensorTable&) = default;
};

struct WireNode
{
    NodeId id = kNoNode;
    fx::Node node; ///< Without types, metadata and sizes.
};
struct WireGraph
{
    GraphId id = kMainGraph;
    std::vector<WireNode> nodes;
};
/// What a placeholder or get_attr node holds before anything runs: a tensor of the table, or a constant.
struct Binding
{
    NodeId node = kNoNode;
    std::uint32_t tensor = kNoTensor;
    fx::Argument constant;
};

/// Evaluate graphs[0] in order, subgraphs as they are called.
struct RunRequest
{
    std::vector<WireGraph> graphs;
    std::vector<Binding> bindings;
    fx::ArgumentList results;     ///< Evaluated after the last node; lists are flattened.
    std::vector<NodeId> readBack; ///< Placeholders whose tensor is wanted as it is afterwards.
    bool keepIntermediates = false;
    std::uint64_t seed = 0;
    TensorTable tensors;
};

/// Run a model file in ONNX Runtime.
struct OnnxRequest
{
    std::string path;
    std::vector<std::pair<std::string, std::uint32_t>> inputs; ///< Name and tensor.
    bool optimize = true; ///< Whether ONNX Runtime may rewrite the graph, and so sum in another order.
    TensorTable tensors;
};

/// Tensors of one node, or of all results: indices into the table; kNoTensor for None.
struct NodeTensors
{
    NodeId node = kNoNode;
    std::string name; ///< Of an ONNX output.
    std::vector<std::uint32_t> tensors;
    std::vector<std::vector<std::int64_t>> strides; ///< Of intermediates: as the node gave them, one for each tensor.
    friend bool operator==(const NodeTensors&, const NodeTensors&) = default;
};
struct DoneReply
{
    std::vector<NodeTensors>
        groups; ///< Results first, then readBack, then intermediates; for ONNX one group an output.
    TensorTable tensors;
};

/// Take one call apart.
struct DecomposeRequest
{
    fx::Node call;
    std::vector<NodeId> inputs;     ///< The call's Values, in visitInputs order.
    std::vector<TensorRef> types;   ///< Of the inputs; their storage is not read.
    std::vector<std::string> kept;  ///< Overloads that stay whole.
};
struct DecomposedReply
{
    std::vector<WireNode> calls;
    std::vector<std::vector<TensorRef>> types; ///< Of what each call gave, by output.
    fx::ArgumentList results;
};

enum class FailureKind : std::uint8_t
{
    Operator,    ///< The operator or the runtime raised an error.
    Refused,     ///< Never evaluated.
    OutOfMemory, ///< Over the limit; the process lives on.
    Protocol,    ///< The request made no sense.
};
struct FailedReply
{
    FailureKind kind = FailureKind::Operator;
    std::string message;
};

std::string encode(const RunRequest& request);
std::string encode(const OnnxRequest& request);
std::string encode(const DoneReply& reply);
std::string encode(const DecomposeRequest& request);
std::string encode(const DecomposedReply& reply);
std::string encode(const FailedReply& reply);
std::optional<RunRequest> decodeRunRequest(std::string_view payload);
std::optional<OnnxRequest> decodeOnnxRequest(std::string_view payload);
std::optional<DoneReply> decodeDoneReply(std::string_view payload);
std::optional<DecomposeRequest> decodeDecomposeRequest(std::string_view payload);
std::optional<DecomposedReply> decodeDecomposedReply(std::string_view payload);
std::optional<FailedReply> decodeFailedReply(std::string_view payload);

} // namespace sidelight::runtime
