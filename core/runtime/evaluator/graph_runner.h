// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/runtime/protocol.h"

#include <functional>
#include <memory>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace c10 {
struct IValue;
} // namespace c10

namespace sidelight::runtime::evaluator {

/// Interprets the graphs of a request. A value is dropped after its last reader, so a run needs no more memory than
/// eager PyTorch. Raises c10::Error.
class GraphRunner
{
public:
    using OnRunning = std::function<void(NodeId)>;
    using Values = std::vector<c10::IValue>;

    GraphRunner(const RunRequest& request, OnRunning onRunning);
    ~GraphRunner();
    GraphRunner(const GraphRunner&) = delete;
    GraphRunner& operator=(const GraphRunner&) = delete;

    /// Sets what a placeholder or get_attr node holds.
    void bind(NodeId node, const c10::IValue& value);
    /// Runs the first graph.
    void run();
    [[nodiscard]] c10::IValue evaluate(const fx::Argument& argument) const;
    /// Copies of what each node of the first graph gave, when the request asks for them.
    [[nodiscard]] const std::vector<std::pair<NodeId, c10::IValue>>& intermediates() const;
    /// Strides of each tensor of what was copied, an entry for each intermediate.
    [[nodiscard]] const std::vector<std::vector<std::vector<std::int64_t>>>& strides() const;

private:
    struct Prepared
    {
        const WireGraph* graph;
        std::vector<std::vector<NodeId>> deaths; ///< Values that nobody reads after the node at this position.
    };

    struct Memory;

    [[nodiscard]] const c10::IValue& valueOf(const Value& value) const;
    void runNodes(const Prepared& prepared, bool isMain);
    Values call(const fx::Argument& subgraph, const Values& inputs);
    c10::IValue callFunction(const fx::Node& node);
    c10::IValue callHigherOrder(std::string_view name, const fx::Node& node);
    c10::IValue whileLoop(const fx::Node& node);
    c10::IValue map(const fx::Node& node);
    c10::IValue scan(const fx::Node& node);
    c10::IValue withAutocast(const fx::Node& node);
    [[nodiscard]] const Prepared& graphOf(const fx::Argument& argument) const;
    [[nodiscard]] Values listOf(const fx::Argument& argument) const;
    [[nodiscard]] Values listFrom(const fx::Node& node, std::size_t first) const;

    const RunRequest& request_;
    OnRunning onRunning_;
    std::unordered_map<GraphId, Prepared> graphs_;
    std::unordered_map<NodeId, GraphId> subgraphs_; ///< get_attr nodes that hold a subgraph.
    std::unique_ptr<Memory> memory_;
};

} // namespace sidelight::runtime::evaluator
