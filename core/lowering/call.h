// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/fx/program.h"
#include "core/fx/schema.h"
#include "core/lowering/op.h"

#include <complex>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sidelight::lowering {

/// One output of an FX call with several: `Value{node, 0}` is the list itself, so component `index` is output `index + 1`.
constexpr Value componentOf(NodeId node, std::size_t index) { return {node, static_cast<std::uint32_t>(index + 1)}; }

/// What a Call needs to know of the program around it.
class CallScope {
public:
    virtual ~CallScope() = default;
    /// The value behind getitem nodes: a component of a call with several outputs.
    [[nodiscard]] virtual Value resolve(Value value) const = 0;
    [[nodiscard]] virtual const ir::Type& typeOf(Value resolved) const = 0;
    /// The constant that a value stands for (a constant input), or null.
    [[nodiscard]] virtual const fx::Argument* constantOf(Value resolved) const = 0;
    /// A tensor one of whose sizes is this symbol, and which.
    [[nodiscard]] virtual std::optional<std::pair<Value, std::int64_t>> sourceOf(std::string_view symbol) const = 0;
    /// The steps of an FX subgraph, within the region that `op` builds; `inputs` are its placeholders' values.
    virtual Result<Values> inlineSubgraph(Op& op, GraphId graph, const Values& inputs) = 0;
    /// The GraphId that a get_attr of a subgraph names.
    [[nodiscard]] virtual std::optional<GraphId> subgraphOf(Value value) const = 0;
};

/// One FX call whose arguments are bound to the names of its ATen schema; what is left out takes the schema's default. Reading an argument that is
/// not what the lowering can use (a symbolic number where ONNX wants an attribute) notes an error in the Op and gives a stand-in.
class Call {
public:
    /// Binds `node`; inputs of the body are declared in the order of the schema. Fails with FXE0014 when arguments and schema do not match.
    static Result<Call> bind(const fx::Node& node, CallScope& scope, Op& op);

    [[nodiscard]] const fx::Node& node() const { return *node_; }
    [[nodiscard]] std::int64_t opset() const { return op_->opset(); }

    /// The argument as a value; a number becomes a 0-d tensor.
    Operand operator[](std::string_view name) const;
    [[nodiscard]] std::optional<Operand> optional(std::string_view name) const;
    [[nodiscard]] Values list(std::string_view name) const;
    [[nodiscard]] std::vector<std::optional<Operand>> optionalList(std::string_view name) const;
    [[nodiscard]] bool takes(std::string_view name) const; ///< Whether the schema has it.
    [[nodiscard]] bool has(std::string_view name) const; ///< Whether it is given and not None.
    [[nodiscard]] Scalar number(std::string_view name) const;
    [[nodiscard]] std::optional<Scalar> optionalNumber(std::string_view name) const;
    [[nodiscard]] std::int64_t integer(std::string_view name) const;
    [[nodiscard]] double real(std::string_view name) const;
    [[nodiscard]] bool boolean(std::string_view name) const;
    [[nodiscard]] std::string text(std::string_view name) const;
    [[nodiscard]] std::optional<ir::DType> dtype(std::string_view name) const;
    [[nodiscard]] Sizes sizes(std::string_view name) const;
    /// A list of plain integers; `count` repeats a single one (`int[2]` takes a scalar).
    [[nodiscard]] std::vector<std::int64_t> integers(std::string_view name, std::size_t count = 0) const;
    [[nodiscard]] std::vector<double> reals(std::string_view name) const;
    [[nodiscard]] const fx::Argument* argument(std::string_view name) const;
    /// Whether the argument is a complex tensor; its operand has a last dimension of 2 more.
    [[nodiscard]] bool isComplex(std::string_view name) const;
    /// The complex number that the argument is, if it is one.
    [[nodiscard]] std::optional<std::complex<double>> complexNumber(std::string_view name) const;
    /// The same call on one part (0: real, 1: imaginary) of each complex tensor among its inputs and outputs.
    [[nodiscard]] Call onPart(std::int64_t part) const;
    /// Types of the FX values behind the body's formal inputs.
    [[nodiscard]] std::vector<ir::Type> inputTypes() const;

    /// Type of an output; an untyped one when there is none.
    [[nodiscard]] const ir::TensorType& output(std::size_t index = 0) const;
    [[nodiscard]] std::size_t outputCount() const;
    /// A dimension counted from the front.
    [[nodiscard]] std::int64_t dim(std::string_view name, std::int64_t rank) const;
    /// Dimensions counted from the front, sorted; all of them when the argument is None or empty.
    [[nodiscard]] std::vector<std::int64_t> dims(std::string_view name, std::int64_t rank) const;
    [[nodiscard]] std::int64_t rankOf(const Operand& value) const;

    /// Builds the graph of `name` (an FX subgraph) as a region that captures `operands`.
    [[nodiscard]] Region subgraph(std::string_view name, const Values& operands) const;
    /// Builds the graph of `name` in the region that is open, and gives its results.
    [[nodiscard]] Values inlined(std::string_view name, const Values& operands) const;

    /// FXE0008: this call cannot be lowered as it is.
    [[nodiscard]] Diagnostic unsupported(std::string_view why) const;

    /// The FX values behind the body's formal inputs.
    [[nodiscard]] const std::vector<Value>& inputs() const { return inputs_; }

private:
    struct Bound {
        std::string name;
        fx::Argument argument;
    };
    Call(const fx::Node& node, CallScope& scope, Op& op) : node_(&node), scope_(&scope), op_(&op), result_(node.val) {}
    Status bindArguments();
    void declareInputs(const fx::Argument& argument, const std::string& name);
    Operand operandOf(Value value) const;
    Operand declare(Value value, const std::string& name);
    Scalar scalarOf(const fx::Argument& argument, std::string_view name) const;
    Scalar scalarOf(const ir::Dim& dim) const;

    const fx::Node* node_;
    CallScope* scope_;
    Op* op_;
    ir::Type result_; ///< The node's, or that of one part.
    std::vector<Bound> bound_;
    std::vector<Value> inputs_;
    std::vector<Operand> operands_;
};

/// Whether a call reads or gives complex tensors.
bool isComplexCall(const fx::Node& node, const CallScope& scope);

/// The ONNX type of an FX value; a Python number is a 0-d tensor, a complex tensor a real one with a last dimension of 2.
onnxir::ValueType valueTypeOf(const ir::Type& type);

/// The type of the parts of a complex type; any other is its own.
ir::DType realTypeOf(ir::DType complex);

/// Names of the arguments of a Python function among FX targets (`operator.add`), or empty.
std::vector<std::string> pythonParameters(std::string_view target);

} // namespace sidelight::lowering
