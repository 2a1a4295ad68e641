// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/fx/node.h"
#include "core/ir/pass.h"
#include "core/ir/tensor.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace sidelight::fx {

/// torch.export.graph_signature.InputKind.
enum class InputKind : std::uint8_t { UserInput, Parameter, Buffer, ConstantTensor, CustomObj, Token, ConstantInput };
/// torch.export.graph_signature.OutputKind.
enum class OutputKind : std::uint8_t { UserOutput, LossOutput, BufferMutation, ParameterMutation, GradientToParameter, GradientToUserInput, UserInputMutation, Token };

struct InputSpec {
    InputKind kind = InputKind::UserInput;
    std::string name;        ///< Of the placeholder.
    std::string target;      ///< FQN for parameters, buffers, constants; class for custom objects.
    bool persistent = true;  ///< Buffers.
    Argument constant;       ///< ConstantInput: its value.
    friend bool operator==(const InputSpec&, const InputSpec&) = default;
};
struct OutputSpec {
    OutputKind kind = OutputKind::UserOutput;
    Argument value;          ///< A Value in the main graph, or a constant leaf.
    std::string target;      ///< FQN or input name for mutations and gradients.
    friend bool operator==(const OutputSpec&, const OutputSpec&) = default;
};
/// torch.export.ExportGraphSignature, in placeholder and output order.
struct GraphSignature {
    std::vector<InputSpec> inputs;
    std::vector<OutputSpec> outputs;
    friend bool operator==(const GraphSignature&, const GraphSignature&) = default;
};

/// Makes outputs that name `from` name `to`; whether any did.
bool replaceValue(GraphSignature& signature, Value from, Value to);

/// One module call of the module call graph; trees are pytree JSON as stored.
struct ModuleCall {
    std::string fqn;
    std::string inSpec;
    std::string outSpec;
    std::vector<std::string> forwardArgNames;
    std::vector<std::string> inputs;
    std::vector<std::string> outputs;
    friend bool operator==(const ModuleCall&, const ModuleCall&) = default;
};

/// What does not change by passes: facts of the file.
struct ProgramInfo {
    std::string torchVersion;
    std::string schemaVersion; ///< "8.20".
    std::string dialect;       ///< "TRAINING", "ATEN".
    std::vector<ModuleCall> moduleCalls;
    std::vector<std::string> guards;
    std::map<std::string, std::int64_t, std::less<>> hints;      ///< Example value of each symbol; never reaches an export.
    std::vector<std::pair<ir::Dim, ir::Range>> ranges;           ///< range_constraints, keys may be expressions.
    std::vector<std::shared_ptr<const ir::Tensor>> sampleInputs; ///< Tensor leaves of args then kwargs; null for a leaf that is no tensor.
    std::vector<Argument> sampleArguments;                       ///< All leaves; a tensor leaf is None here.
    std::shared_ptr<const support::File> file;
};

/// torch.export.ExportedProgram: a value. Copying it is a snapshot.
struct ExportedProgram {
    using Node = fx::Node;
    using Signature = GraphSignature;
    struct Function {
        friend bool operator==(const Function&, const Function&) = default;
    };
    using State = std::map<std::string, std::shared_ptr<const ir::Tensor>, std::less<>>;

    ir::GraphTable<Node> graphs;
    std::shared_ptr<const GraphSignature> signature;
    std::shared_ptr<const State> state;              ///< Parameters, buffers, constants by FQN or constant name.
    std::map<std::string, std::int64_t> opsets;      ///< opset_version of the file.
    std::shared_ptr<const ProgramInfo> info;

    [[nodiscard]] const ir::Graph<Node>& main() const { return graphs[kMainGraph]; }
    [[nodiscard]] std::shared_ptr<const ir::Tensor> stateOf(std::string_view name) const;

    // For Change and the Rewriter.
    NodeId newNodeId() { return NodeId{nextNode++}; }
    GraphId newGraphId() { return GraphId{nextGraph++}; }
    void assignSignature(std::shared_ptr<const GraphSignature> value) { signature = std::move(value); }
    void assignState(const std::string& name, std::shared_ptr<const ir::Tensor> tensor);
    void assignFunction(GraphId, std::shared_ptr<const Function>) {}
    [[nodiscard]] std::shared_ptr<const Function> functionOf(GraphId) const { return nullptr; }
    void assignOpset(const std::string& domain, std::optional<std::int64_t> version);
    [[nodiscard]] std::optional<std::int64_t> opsetOf(const std::string& domain) const;

    std::uint32_t nextNode = 0;
    std::uint32_t nextGraph = 1;
    std::shared_ptr<State> ownState; ///< `state` again where assignState made it: while nobody else holds it, it is changed in place.

    /// Equal graphs, signature and state; counters and file facts are not compared.
    friend bool operator==(const ExportedProgram& left, const ExportedProgram& right);
};

using Pass = ir::Pass<ExportedProgram>;
using PassContext = ir::PassContext<ExportedProgram>;
using PassStep = ir::PassStep<ExportedProgram>;
using Rewriter = ir::Rewriter<ExportedProgram>;
using Trace = ir::Trace<ExportedProgram>;

/// A name that no node of `graph` has, made as torch.fx makes them: `base`, `base_1`, ….
std::string uniqueName(const ir::Graph<Node>& graph, std::string_view base);

/// The node named `name`, or kNoNode.
NodeId findByName(const ir::Graph<Node>& graph, std::string_view name);

/// Location of a node for diagnostics: `%name` and the innermost Python frame outside torch itself.
support::Location locationOf(const Node& node);

} // namespace sidelight::fx
