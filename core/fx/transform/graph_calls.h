// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/fx/names.h"
#include "core/fx/program.h"

#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace sidelight::fx {

/// A call that is to be made: `callTo("aten.mul.Tensor", {x, 2})`.
Node callTo(std::string_view overload, std::vector<Argument> args, std::vector<std::pair<std::string, Argument>> kwargs = {});

/// A program like `program` whose main graph is empty: what a new torch.fx.Graph is to a GraphModule.
ExportedProgram emptyLike(const ExportedProgram& program);

/// torch.fx.Graph's own calls, by its names, over a Rewriter: each edit is a change of its log. Names are made unique, calls must give what their schema takes,
/// types are inferred, and the signature keeps step with placeholders and output. Made for one graph; other edits of its names go by this object too.
class GraphCalls {
public:
    explicit GraphCalls(Rewriter& rewriter, GraphId graph = kMainGraph);

    [[nodiscard]] const ir::Graph<Node>& graph() const { return rewriter_->graph(graphId_); }

    /// Ends an insertingBefore or insertingAfter when it goes out of scope.
    class [[nodiscard]] InsertPoint {
    public:
        InsertPoint(GraphCalls& calls, NodeId before) : calls_(&calls), outer_(calls.before_) { calls.before_ = before; }
        ~InsertPoint() { calls_->before_ = outer_; }
        InsertPoint(const InsertPoint&) = delete;
        InsertPoint& operator=(const InsertPoint&) = delete;

    private:
        GraphCalls* calls_;
        NodeId outer_;
    };
    /// New nodes go in front of `id`, or behind it in the order of their making, as long as the result lives; else in front of the output.
    InsertPoint insertingBefore(NodeId id) { return {*this, id}; }
    InsertPoint insertingAfter(NodeId id) { return {*this, graph().next(id)}; }

    /// Inserts a node; it is named after its target when it has no name, and inherits from `origin`. A placeholder goes behind the others, whatever the insert point.
    Result<Value> createNode(Node node, NodeId origin = kNoNode, ir::CodeLocation where = ir::CodeLocation::current());
    /// Copies a node of `source`, whose values `map` translates. For a main graph built anew in emptyLike(source): copies placeholders and output too.
    Result<Value> nodeCopy(const ExportedProgram& source, const Node& node, const std::unordered_map<NodeId, Argument>& map);
    /// Replaces a node by `node` under its id, as createNode makes one; an equal one is no change.
    Status updateNode(NodeId id, Node node, ir::CodeLocation where = ir::CodeLocation::current());
    /// Refuses a node that is read, and the output.
    Status eraseNode(NodeId id);
    void replaceAllUsesWith(Value from, Value to) { rewriter_->replaceAllUsesWith(from, to); }

    /// Moves nodes behind what they read, as few as need it; fails with SL2002 in a cycle.
    Status reorder();
    /// Of the whole program, by the pass; whether anything went.
    Result<bool> eliminateDeadCode();
    [[nodiscard]] std::vector<Diagnostic> lint() const;

    /// Python's str(graph), graph.print_tabular() and graph_module.code.
    [[nodiscard]] std::string print() const;
    [[nodiscard]] std::string printTabular() const;
    [[nodiscard]] std::string pythonCode() const;

private:
    [[nodiscard]] Status check(NodeId before, const Node& node) const;
    void complete(Node& node) const;
    void declareInput(std::size_t position, const std::string& name);
    void renameInput(const std::string& from, const std::string& to);

    Rewriter* rewriter_;
    GraphId graphId_;
    NameScope names_;
    NodeId before_ = kNoNode;
};

} // namespace sidelight::fx
