// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/fx/program.h"
#include "core/lowering/lower.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sidelight::lowering::testing {

/// Sizes of a tensor: numbers, or names of symbols.
struct Size {
    ir::Dim dim;
    Size(int value) : dim(ir::Dim::constant(value)) {}
    Size(const char* symbol) : dim(ir::Dim::symbol(symbol)) {}
};
ir::Type f32(std::vector<Size> sizes);
ir::Type i64(std::vector<Size> sizes);
ir::Type tensor(ir::DType dtype, std::vector<Size> sizes);

using Arguments = std::vector<fx::Argument>;
using KeywordArguments = std::vector<std::pair<std::string, fx::Argument>>;

/// Writes an ExportedProgram node by node, as a test reads.
class ProgramBuilder {
public:
    ProgramBuilder();

    Value input(const std::string& name, ir::Type type);
    /// A parameter; its placeholder is `p_` and the FQN with underscores.
    Value parameter(const std::string& fqn, std::vector<std::int64_t> sizes);
    Value constantInput(const std::string& name, fx::Argument value);
    /// A call; `target` is as Python prints it ("torch.ops.aten.relu.default", "operator.add").
    Value call(const std::string& name, const std::string& target, Arguments args, ir::Type type, KeywordArguments kwargs = {});
    Value getitem(const std::string& name, Value list, int index);
    /// Calls to come are made in these module calls (path, class), outermost first; the root comes by itself.
    ProgramBuilder& in(std::vector<std::pair<std::string, std::string>> modules);
    void output(std::vector<fx::Argument> values);
    void mutation(fx::OutputKind kind, const std::string& target, Value value);

    /// A subgraph: what `make` writes goes into it.
    GraphId beginSubgraph();
    void endSubgraph();
    Value subgraph(const std::string& name, GraphId graph);

    fx::ExportedProgram finish();
    [[nodiscard]] const fx::ExportedProgram& program() const { return program_; }

private:
    Value insert(fx::Node node);
    fx::ExportedProgram program_;
    fx::GraphSignature signature_;
    std::vector<fx::OutputSpec> mutations_;
    std::vector<fx::Argument> results_;
    std::vector<fx::ModuleFrame> stack_;
    std::vector<GraphId> open_;
    std::shared_ptr<fx::ProgramInfo> info_;
};

/// The model as text, with its functions: one line a node.
std::string textOf(const onnxir::Model& model);
/// The nodes of the body of the function named `opType`, one a line; a missing function says so.
std::string bodyOf(const onnxir::Model& model, const std::string& opType);
/// Ids and messages of the record's diagnostics.
std::string diagnosticsOf(const Lowered& lowered);

/// The body that a call in fx::parseCall's text is lowered to, or its diagnostics.
std::string bodyOfCall(std::string_view call, std::int64_t opset = 18);

} // namespace sidelight::lowering::testing
