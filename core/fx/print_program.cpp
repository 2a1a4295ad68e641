// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/fx/print_program.h"

#include "core/fx/print.h"
#include "core/support/text.h"

#include <string_view>

namespace sidelight::fx {
namespace {

std::string_view name(InputKind kind)
{
    switch (kind) {
    case InputKind::UserInput:
        return "USER_INPUT";
    case InputKind::Parameter:
        return "PARAMETER";
    case InputKind::Buffer:
        return "BUFFER";
    case InputKind::ConstantTensor:
        return "CONSTANT_TENSOR";
    case InputKind::CustomObj:
        return "CUSTOM_OBJ";
    case InputKind::Token:
        return "TOKEN";
    case InputKind::ConstantInput:
        return "CONSTANT_INPUT";
    }
    return "";
}

std::string_view name(OutputKind kind)
{
    switch (kind) {
    case OutputKind::UserOutput:
        return "USER_OUTPUT";
    case OutputKind::LossOutput:
        return "LOSS_OUTPUT";
    case OutputKind::BufferMutation:
        return "BUFFER_MUTATION";
    case OutputKind::ParameterMutation:
        return "PARAMETER_MUTATION";
    case OutputKind::GradientToParameter:
        return "GRADIENT_TO_PARAMETER";
    case OutputKind::GradientToUserInput:
        return "GRADIENT_TO_USER_INPUT";
    case OutputKind::UserInputMutation:
        return "USER_INPUT_MUTATION";
    case OutputKind::Token:
        return "TOKEN";
    }
    return "";
}

void printNodes(std::string& out, const ir::Graph<Node>& graph)
{
    const auto users = userCounts(graph);
    for (const NodeId id : graph.order()) {
        const Node& node = graph[id];
        const auto count = users.find(id);
        out += concat("    ", formatNode(graph, node, count == users.end() ? 0 : count->second));
        if (node.op != Op::Output && node.val.kind != ir::Type::Kind::Unknown)
            out += concat("  # ", ir::toText(node.val));
        out += '\n';
    }
}

} // namespace

std::string printProgram(const ExportedProgram& program)
{
    std::string out;
    for (const GraphId id : program.graphs.ids()) {
        out += id == kMainGraph ? std::string("graph():\n") : concat("subgraph ", ir::index(id), ":\n");
        printNodes(out, program.graphs[id]);
    }
    out += "\ngraph signature:\n";
    for (const InputSpec& input : program.signature->inputs)
        out += concat("    ", input.name, ": ", name(input.kind), input.target.empty() ? "" : " target='", input.target, input.target.empty() ? "" : "'",
                      input.kind == InputKind::Buffer ? (input.persistent ? " persistent=True" : " persistent=False") : "", '\n');
    for (const OutputSpec& output : program.signature->outputs)
        out += concat("    ", formatArgument(program.main(), output.value), ": ", name(output.kind), output.target.empty() ? "" : " target='",
                      output.target, output.target.empty() ? "" : "'", '\n');
    if (!program.info->ranges.empty())
        out += "range constraints:\n";
    for (const auto& [dim, range] : program.info->ranges)
        out += concat("    ", dim.text(), ": [", range.min, ", ", range.max ? std::to_string(*range.max) : std::string("inf"), "]\n");
    return out;
}

} // namespace sidelight::fx
