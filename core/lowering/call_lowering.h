// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lowering/call.h"
#include "core/lowering/function_table.h"

#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

namespace sidelight::lowering {

/// One FX call, lowered: a function of the table that takes and gives FX values. Without a function it is a call that has no lowering.
struct LoweredCall {
    NodeId fx = kNoNode;
    std::optional<std::size_t> function;
    std::vector<Value> inputs;
    std::vector<Value> outputs;
    std::vector<onnxir::ValueType> outputTypes;
    std::vector<StepOrigin> inner; ///< FX nodes of subgraphs, below the call.
};

/// Lowers the calls of a program one by one into the function table, and finds all that cannot be.
class CallLowering final : public CallScope {
public:
    CallLowering(const fx::ExportedProgram& program, std::int64_t opset, FunctionTable& table, DiagnosticLog& log);

    LoweredCall lower(NodeId id, const fx::Node& node);
    [[nodiscard]] const fx::Node& node(NodeId id) const { return *nodes_[ir::index(id)]; }
    [[nodiscard]] std::shared_ptr<const onnxir::Properties> properties(NodeId id) const;

    Value resolve(Value value) const override;
    const ir::Type& typeOf(Value resolved) const override;
    const fx::Argument* constantOf(Value resolved) const override;
    std::optional<std::pair<Value, std::int64_t>> sourceOf(std::string_view symbol) const override;
    Result<Values> inlineSubgraph(Op& op, GraphId graph, const Values& inputs) override;
    std::optional<GraphId> subgraphOf(Value value) const override;

private:
    void indexNodes();
    void readAliases();
    void markRead(Value value);
    /// FXE0008 as a warning, where ONNX Runtime could not run what the call becomes.
    void warnOfMissingKernel(const fx::Node& node, const Body& body);
    Result<LoweredCall> tryLower(NodeId id, const fx::Node& node);
    [[nodiscard]] std::vector<Value> componentsOf(NodeId id, const fx::Node& node) const;
    [[nodiscard]] LoweredCall placeholder(NodeId id, const fx::Node& node) const;
    [[nodiscard]] Diagnostic noLowering(const fx::Node& node) const;

    const fx::ExportedProgram& program_;
    std::int64_t opset_;
    FunctionTable& table_;
    DiagnosticLog& log_;
    std::vector<const fx::Node*> nodes_; ///< By id.
    std::unordered_map<NodeId, GraphId> homes_;
    std::unordered_map<NodeId, std::size_t> users_;
    std::unordered_map<Value, Value> aliases_;
    std::unordered_map<Value, fx::Argument> constants_;
    std::unordered_map<std::string, std::pair<Value, std::int64_t>> symbols_;
    std::set<Value> read_;
    std::size_t failures_ = 0;
};

} // namespace sidelight::lowering
