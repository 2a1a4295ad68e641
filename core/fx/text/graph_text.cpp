// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/fx/text/graph_text.h"

#include "core/fx/calls.h"
#include "core/fx/text/code_text.h"
#include "core/fx/text/graph_builder.h"
#include "core/fx/text/printed_line.h"
#include "core/fx/text/scanner.h"
#include "core/fx/text/signature_text.h"
#include "core/ir/tensor.h"
#include "core/support/text.h"

#include <memory>
#include <utility>

namespace sidelight::fx {
namespace {

using text::GraphBuilder;
using text::Scanner;

/// The lines of printGraph; `graph():` may be missing.
void readPrinted(Scanner& scanner, ExportedProgram& program)
{
    GraphBuilder graph(program, kMainGraph);
    const NodeNamed names = [&graph](std::string_view name) { return graph.named(name); };
    scanner.skipLines();
    if (scanner.accept("graph")) {
        scanner.expect('(');
        scanner.expect(')');
        scanner.expect(':');
    }
    for (scanner.skipLines(); !scanner.failed() && !scanner.atEnd() && !text::atSignature(scanner); scanner.skipLines()) {
        const std::size_t start = scanner.at();
        if (graph.hasOutput())
            return scanner.fail("the end after return; one graph at a time", start);
        text::TypedNode line = text::readPrintedLine(scanner, names);
        if (scanner.failed())
            return;
        if (line.node.op != Op::Output && graph.isTaken(line.node.name))
            return scanner.refuse(concat("the name %", support::plainText(line.node.name), " is given twice"), line.at);
        if (line.node.op == Op::Placeholder && !graph.graph().empty() && graph.graph()[graph.graph().back()].op != Op::Placeholder)
            return scanner.refuse("placeholders come before other nodes", line.at);
        graph.add(std::move(line.node), line.type);
    }
    if (!scanner.failed() && !graph.hasOutput())
        return scanner.fail("return, which ends a graph");
    graph.finish();
}

/// Whether the first line that says something belongs to code.
bool isCode(std::string_view text)
{
    Scanner scanner(text);
    scanner.skipLines();
    const std::string_view rest = text.substr(scanner.at());
    for (const std::string_view head : {"def ", "class ", "ExportedProgram:", "import ", "from ", R"(""")"})
        if (support::startsWith(rest, head))
            return true;
    return false;
}

/// Without the carriage returns of Windows and without a byte order mark.
std::string plainLines(std::string_view text)
{
    if (support::startsWith(text, "\xEF\xBB\xBF"))
        text.remove_prefix(3);
    std::string out;
    out.reserve(text.size());
    for (std::size_t at = 0; at < text.size(); ++at)
        if (text[at] != '\r' || at + 1 >= text.size() || text[at + 1] != '\n')
            out += text[at];
    return out;
}

/// A tensor without data for each weight that the signature names and the text gives sizes for: what a model made under FakeTensorMode has.
ExportedProgram::State declaredState(const ExportedProgram& program, const GraphSignature& signature)
{
    ExportedProgram::State state;
    for (const InputSpec& input : signature.inputs) {
        const bool isWeight = input.kind == InputKind::Parameter || input.kind == InputKind::Buffer || input.kind == InputKind::ConstantTensor;
        const NodeId node = isWeight ? findByName(program.main(), input.name) : kNoNode;
        if (node == kNoNode || !program.main()[node].val.isTensor())
            continue;
        const ir::TensorType& type = program.main()[node].val.tensor;
        ir::Tensor tensor;
        tensor.dtype = type.dtype;
        for (const ir::Dim& size : type.sizes)
            if (const auto value = size.asConstant(); value && *value >= 0)
                tensor.sizes.push_back(*value);
        if (tensor.sizes.size() != type.sizes.size())
            continue;
        tensor.strides = ir::contiguousStrides(tensor.sizes);
        ir::Storage storage;
        storage.name = input.target;
        tensor.storage = std::make_shared<const ir::Storage>(std::move(storage));
        state.emplace(input.target, std::make_shared<const ir::Tensor>(std::move(tensor)));
    }
    return state;
}

} // namespace

Result<ExportedProgram> parseGraph(std::string_view text)
{
    const std::string plain = plainLines(text);
    Scanner scanner(plain);
    ExportedProgram program;
    if (isCode(plain))
        text::readCode(scanner, program);
    else
        readPrinted(scanner, program);
    if (scanner.failed())
        return scanner.error();
    GraphSignature signature = text::plainSignature(program.main());
    ProgramInfo info;
    text::readSignature(scanner, signature, info);
    if (scanner.failed())
        return scanner.error();
    program.state = std::make_shared<const ExportedProgram::State>(declaredState(program, signature));
    program.signature = std::make_shared<const GraphSignature>(std::move(signature));
    program.info = std::make_shared<const ProgramInfo>(std::move(info));
    return program;
}

} // namespace sidelight::fx
