// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/ir/pass.h"
#include "core/onnxir/node.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace sidelight::onnxir {

/// A model-local function: FunctionProto without its nodes, which are the graph of the same GraphId. The body's Input and Output nodes give the
/// formal inputs and outputs in order.
struct Function {
    OpId id;
    std::vector<std::string> attributes; ///< Required attribute names.
    std::map<std::string, std::int64_t> opsets;
    Properties metadata_props;
    std::string doc_string;
    std::string displayName; ///< For people: "Linear", "aten.linear".
    std::vector<Attribute> attributeDefaults{}; ///< Optional attributes with their defaults, sorted by name (FunctionProto.attribute_proto).
    friend bool operator==(const Function&, const Function&) = default;
};

/// The ModelProto's own fields.
struct ModelInfo {
    std::int64_t ir_version = 10;
    std::string producer_name;
    std::string producer_version;
    std::string graph_name = "main_graph";
    std::string doc_string;
    Properties metadata_props;
    std::string domain{};
    std::int64_t model_version = 0;
    friend bool operator==(const ModelInfo&, const ModelInfo&) = default;
};

/// An ONNX model: a value. Copying it is a snapshot. Body graphs of If, Loop and Scan may read values of enclosing graphs.
struct Model {
    using Node = onnxir::Node;
    using Signature = ModelInfo;
    using Function = onnxir::Function;

    ir::GraphTable<Node> graphs;
    std::shared_ptr<const ModelInfo> signature;
    std::map<GraphId, std::shared_ptr<const Function>> functions; ///< In order of id, callees may come after callers.
    std::map<std::string, std::int64_t> opsets;                   ///< opset_import by domain ("" is ai.onnx).

    [[nodiscard]] const ir::Graph<Node>& main() const { return graphs[kMainGraph]; }
    /// The function that `op` calls, if it is model-local.
    [[nodiscard]] std::optional<GraphId> functionBody(const OpId& op) const;

    // For Change and the Rewriter.
    NodeId newNodeId() { return NodeId{nextNode++}; }
    GraphId newGraphId() { return GraphId{nextGraph++}; }
    void assignSignature(std::shared_ptr<const ModelInfo> value) { signature = std::move(value); }
    void assignState(const std::string&, std::shared_ptr<const ir::Tensor>) {}
    [[nodiscard]] std::shared_ptr<const ir::Tensor> stateOf(const std::string&) const { return nullptr; }
    void assignFunction(GraphId graph, std::shared_ptr<const Function> function);
    [[nodiscard]] std::shared_ptr<const Function> functionOf(GraphId graph) const;
    void assignOpset(const std::string& domain, std::optional<std::int64_t> version);
    [[nodiscard]] std::optional<std::int64_t> opsetOf(const std::string& domain) const;

    std::uint32_t nextNode = 0;
    std::uint32_t nextGraph = 1;

    friend bool operator==(const Model& left, const Model& right);
};

using Pass = ir::Pass<Model>;
using PassContext = ir::PassContext<Model>;
using PassStep = ir::PassStep<Model>;
using Rewriter = ir::Rewriter<Model>;
using Trace = ir::Trace<Model>;

// torch.onnx's own metadata_props keys.
inline constexpr std::string_view kKeyNamespace = "namespace";
inline constexpr std::string_view kKeyFxNode = "pkg.torch.onnx.fx_node";
inline constexpr std::string_view kKeyNameScopes = "pkg.torch.onnx.name_scopes";
inline constexpr std::string_view kKeyClassHierarchy = "pkg.torch.onnx.class_hierarchy";
inline constexpr std::string_view kKeyStackTrace = "pkg.torch.onnx.stack_trace";

} // namespace sidelight::onnxir
