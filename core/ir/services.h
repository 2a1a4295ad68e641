// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/ir/tensor.h"
#include "core/ir/type.h"
#include "core/support/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace sidelight::fx {
struct Decomposition;
struct ExportedProgram;
struct Node;
} // namespace sidelight::fx

namespace sidelight::onnxir {
struct Model;
} // namespace sidelight::onnxir

namespace sidelight::ir {

template <class Unit> class Rewriter;

/// Evaluates FX nodes with PyTorch's own kernels (libtorch in a child process).
class Evaluator {
public:
    virtual ~Evaluator() = default;
    /// Evaluates one call_function node whose Value arguments are `inputs`, in visitInputs order. Returns one tensor for each output.
    /// Fails with SL9002 for an operator that is never evaluated, SL9001 when the child crashed, hung or grew too large.
    virtual Result<std::vector<Tensor>> evaluate(const fx::Node& node, const std::vector<Tensor>& inputs) = 0;
    /// Takes a call apart by its composite kernel, run on random numbers: its Value arguments are tensors of the constant sizes in `inputs`, in visitInputs order.
    /// Operators of `kept` ("aten.add.Tensor") stay whole, others with a composite kernel are taken apart in turn. Fails as evaluate does, and with SL9001 when a
    /// part can neither be kept nor taken apart.
    virtual Result<fx::Decomposition> decompose(const fx::Node& node, const std::vector<TensorType>& inputs, const std::vector<std::string>& kept) = 0;
};

/// What onnx's own operator schemas know.
class OnnxSchemas {
public:
    virtual ~OnnxSchemas() = default;
    /// Markdown documentation of an operator at `opset`, or empty.
    [[nodiscard]] virtual std::string documentation(std::string_view domain, std::string_view opType, std::int64_t opset) const = 0;
    /// Names of formal inputs (the last repeats when variadic).
    [[nodiscard]] virtual std::vector<std::string> inputNames(std::string_view domain, std::string_view opType, std::int64_t opset) const = 0;
    /// Version of the schema that `opset` selects; 0 when there is none.
    [[nodiscard]] virtual std::int64_t sinceVersion(std::string_view domain, std::string_view opType, std::int64_t opset) const = 0;
    /// Gives values whose type the model does not tell the one that onnx\'s shape inference finds.
    virtual void addInferredTypes(Rewriter<onnxir::Model>& rewriter) const = 0;
    /// The newest opset of the default domain.
    [[nodiscard]] virtual std::int64_t newestOpset() const = 0;
};

/// Engines that a pass may use; a pass whose service is absent is Skipped with a note.
struct Services {
    Evaluator* evaluator = nullptr;
    const OnnxSchemas* schemas = nullptr;
    const std::vector<std::string>* lowered = nullptr; ///< Overloads that lowering has bodies for, ascending.
};

} // namespace sidelight::ir
