// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/fx/program.h"

#include <functional>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace sidelight::fx {

/// For each node of `graph` the nodes whose values nobody reads after it: torch.fx.Interpreter.user_to_last_uses, and the node itself when nobody reads it.
std::unordered_map<NodeId, std::vector<NodeId>> lastUses(const ir::Graph<Node>& graph);

namespace detail {
Diagnostic whileRunning(const ir::Graph<Node>& graph, NodeId id, Diagnostic error);
Diagnostic noHook(const Node& node);
Diagnostic noValue(const ir::Graph<Node>& graph, NodeId id);
Diagnostic wrongInputs(std::size_t placeholders, std::size_t given);
} // namespace detail

/// torch.fx.Interpreter: runs a graph node by node over values of any type `T` (numbers, shapes, costs, code); a class of one's own overrides the hooks of the
/// opcodes. A hook is given the node and, in visitInputs order, the values that it reads. A value is freed after its last use. A failure names the node.
template <class T>
class Interpreter {
public:
    using Inputs = std::vector<const T*>;

    /// `program` must outlive the interpreter.
    explicit Interpreter(const ExportedProgram& program, GraphId graph = kMainGraph, bool freesValues = true)
        : program_(program), graph_(graph), freesValues_(freesValues)
    {
    }
    virtual ~Interpreter() = default;
    Interpreter(const Interpreter&) = delete;
    Interpreter& operator=(const Interpreter&) = delete;

    /// Runs all nodes on one value for each placeholder, in order; what `output` gives.
    Result<std::vector<T>> run(std::vector<T> inputs)
    {
        values_.clear();
        inputs_ = std::move(inputs);
        next_ = 0;
        std::size_t placeholders = 0;
        for (const NodeId id : graph().order())
            placeholders += graph()[id].op == Op::Placeholder && takesInput(graph()[id]) ? 1 : 0;
        if (placeholders != inputs_.size())
            return detail::wrongInputs(placeholders, inputs_.size());
        const auto last = lastUses(graph());
        for (const NodeId id : graph().order()) {
            const Node& node = graph()[id];
            Inputs read;
            NodeId missing = kNoNode;
            visitInputs(node, [&](Value value, std::uint32_t) {
                const auto found = values_.find(value.node);
                read.push_back(found == values_.end() ? nullptr : &found->second);
                missing = found == values_.end() ? value.node : missing;
            });
            if (missing != kNoNode)
                return detail::whileRunning(graph(), id, detail::noValue(graph(), missing));
            current_ = id;
            if (node.op == Op::Output) {
                auto outputs = output(node, read);
                return outputs ? std::move(outputs) : detail::whileRunning(graph(), id, outputs.error());
            }
            auto value = runNode(node, read);
            if (!value)
                return detail::whileRunning(graph(), id, value.error());
            values_.insert_or_assign(id, std::move(*value));
            if (const auto free = last.find(id); freesValues_ && free != last.end())
                for (const NodeId used : free->second)
                    values_.erase(used);
        }
        return std::vector<T>();
    }

    [[nodiscard]] const ExportedProgram& program() const { return program_; }
    [[nodiscard]] const ir::Graph<Node>& graph() const { return program_.graphs[graph_]; }
    /// The value of a node that has run and is not freed, or null.
    [[nodiscard]] const T* valueOf(NodeId id) const
    {
        const auto found = values_.find(id);
        return found == values_.end() ? nullptr : &found->second;
    }

protected:
    /// Runs any node but the output: calls the hook of its opcode.
    virtual Result<T> runNode(const Node& node, const Inputs& inputs)
    {
        switch (node.op) {
        case Op::Placeholder: return placeholder(node);
        case Op::GetAttr: return getAttr(node);
        case Op::CallFunction: return callFunction(node, inputs);
        case Op::CallMethod: return callMethod(node, inputs);
        case Op::CallModule: return callModule(node, inputs);
        case Op::Output: break;
        }
        return detail::noHook(node);
    }
    /// Whether run() is given a value for this placeholder; one that it is not must be made by an override of `placeholder`.
    [[nodiscard]] virtual bool takesInput(const Node&) const { return true; }
    /// The next input.
    virtual Result<T> placeholder(const Node&) { return std::move(inputs_[next_++]); }
    virtual Result<T> getAttr(const Node& node) { return detail::noHook(node); }
    virtual Result<T> callFunction(const Node& node, const Inputs&) { return detail::noHook(node); }
    virtual Result<T> callMethod(const Node& node, const Inputs&) { return detail::noHook(node); }
    virtual Result<T> callModule(const Node& node, const Inputs&) { return detail::noHook(node); }
    /// The values that the output node reads, in order.
    virtual Result<std::vector<T>> output(const Node&, const Inputs& inputs)
    {
        std::vector<T> values;
        for (const T* value : inputs)
            values.push_back(*value);
        return values;
    }
    /// The node that is running.
    [[nodiscard]] NodeId current() const { return current_; }

private:
    const ExportedProgram& program_;
    GraphId graph_;
    bool freesValues_;
    std::unordered_map<NodeId, T> values_;
    std::vector<T> inputs_;
    std::size_t next_ = 0;
    NodeId current_ = kNoNode;
};

} // namespace sidelight::fx
