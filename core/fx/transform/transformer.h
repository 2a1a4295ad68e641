// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/fx/program.h"
#include "core/fx/transform/graph_calls.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace sidelight::fx {

/// What becomes of a node: itself, another under its id, nothing (std::nullopt), or what its readers read instead (deleteAndForward).
class Transformed {
public:
    Transformed(Node node) : content_(std::move(node)) {}
    Transformed(std::nullopt_t) : content_(std::monostate()) {}

    [[nodiscard]] const Node* node() const { return std::get_if<Node>(&content_); }
    [[nodiscard]] const Value* forwarded() const { return std::get_if<Value>(&content_); }

private:
    explicit Transformed(Value value) : content_(value) {}
    friend Transformed deleteAndForward(Value input);
    std::variant<std::monostate, Node, Value> content_;
};

/// Deletes the node; its readers read `input`: one of its own inputs, or a value that the hook inserted before it.
inline Transformed deleteAndForward(Value input) { return Transformed(input); }

/// The nodes of one module call: those of one entry of nn_module_stack, whatever is called inside, or one call_module node.
struct ModuleRegion {
    ModuleFrame module;        ///< For a call_module node `path` is its target.
    std::vector<NodeId> nodes; ///< In order.
};

/// torch.fx.Transformer: a class of one's own overrides hooks, and the transformer goes through a graph, once, in order. `transformNode` is asked for each node;
/// as it stands it asks the hook of the node's opcode. Nodes that hooks insert are not asked about. Then `transformModule` is asked for each module call, outer
/// ones first. Transformers that are registered with one run after it, in order of registration. A failure names transformer, hook and node.
class Transformer {
public:
    Transformer();
    virtual ~Transformer();
    Transformer(const Transformer&) = delete;
    Transformer& operator=(const Transformer&) = delete;

    /// What provenance and messages call it.
    [[nodiscard]] virtual std::string name() const { return "transformer"; }
    Transformer& add(std::unique_ptr<Transformer> next);

    /// The program with `graph` transformed. The given one stays as it is, also on failure; what comes out is checked by lint.
    Result<ExportedProgram> transform(const ExportedProgram& program, GraphId graph = kMainGraph);
    /// Changes the rewriter's program, one recorded change after the other. After a failure the graph is as it was at that moment.
    Status transformInPlace(Rewriter& rewriter, GraphId graph = kMainGraph);

protected:
    virtual Result<Transformed> transformNode(const Node& node);
    virtual Result<Transformed> placeholder(const Node& node) { return Transformed(node); }
    virtual Result<Transformed> getAttr(const Node& node) { return Transformed(node); }
    virtual Result<Transformed> callFunction(const Node& node) { return Transformed(node); }
    virtual Result<Transformed> callMethod(const Node& node) { return Transformed(node); }
    virtual Result<Transformed> callModule(const Node& node) { return Transformed(node); }
    virtual Result<Transformed> output(const Node& node) { return Transformed(node); }
    virtual Status transformModule(const ModuleRegion&) { return {}; }

    // For hooks, while a graph is transformed.

    [[nodiscard]] const ExportedProgram& program() const;
    [[nodiscard]] const ir::Graph<Node>& graph() const;
    /// The node that the hook is asked about.
    [[nodiscard]] NodeId current() const;
    /// The graph's own calls; new nodes go in front of the current one.
    [[nodiscard]] GraphCalls& graphCalls();
    /// Inserts a node before the current one, which it inherits from.
    Result<Value> insertBefore(Node node, ir::CodeLocation where = ir::CodeLocation::current());
    /// Values of a region that are read outside, and values that it reads from outside, in order.
    [[nodiscard]] std::vector<Value> outputsOf(const ModuleRegion& region) const;
    [[nodiscard]] std::vector<Value> inputsOf(const ModuleRegion& region) const;
    /// Puts a call behind `output`, which it reads: `[](Value v) { return callTo("aten.mul.Tensor", {v, 2}); }`. All that read `output` outside the region read the
    /// call instead, which belongs to the region's module.
    Result<Value> wrapOutput(const ModuleRegion& region, Value output, const std::function<Node(Value)>& wrapper, ir::CodeLocation where = ir::CodeLocation::current());

private:
    struct Run;

    Status transformNodes();
    Status transformModules();
    Status take(NodeId id, const Transformed& transformed);
    [[nodiscard]] Diagnostic failed(NodeId id, Diagnostic error) const;

    std::vector<std::unique_ptr<Transformer>> next_;
    std::unique_ptr<Run> run_; ///< While a graph is transformed.
};

} // namespace sidelight::fx
