// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/onnxir/print.h"
#include "core/support/text.h"

#include <algorithm>
#include <array>
#include <vector>

namespace sidelight::onnxir {

namespace {

using Row = std::array<std::string, 6>;

std::string_view kindText(Kind kind)
{
    switch (kind) {
    case Kind::Input:
        return "input";
    case Kind::Initializer:
        return "initializer";
    case Kind::Operator:
        return "operator";
    case Kind::Output:
        break;
    }
    return "output";
}

std::string valueText(const Model& model, GraphId graph, Value value)
{
    const Node* node = model.graphs[graph].find(value.node);
    for (const GraphId around : node ? std::vector<GraphId>{} : model.graphs.ids())
        if ((node = model.graphs[around].find(value.node)))
            break;
    return node && value.output < node->outputs.size() ? support::plainText(node->outputs[value.output].name) : "?";
}

Row rowOf(const Model& model, GraphId graph, const Node& node)
{
    Row row{std::string(kindText(node.kind)), support::plainText(node.name), {}, {}, {}, {}};
    if (node.kind == Kind::Operator)
        row[2] = support::plainText(concat(node.op.domain, node.op.domain.empty() ? "" : ".", node.op.op_type,
            node.op.overload.empty() ? "" : ":", node.op.overload));
    for (const auto& input : node.inputs)
        row[3] += concat(row[3].empty() ? "" : ", ", input ? valueText(model, graph, *input) : std::string("-"));
    for (const ValueInfo& output : node.outputs)
        row[4] += concat(
            row[4].empty() ? "" : ", ", support::plainText(output.name), ": ", support::plainText(toText(output.type)));
    PrintOptions options;
    options.largestTensor = 8;
    for (const Attribute& attribute : node.attributes)
        row[5] += concat(
            row[5].empty() ? "" : ", ", support::plainText(attribute.name), "=", printValue(attribute.value, options));
    return row;
}

/// Code points, which is what a terminal's columns come nearest to.
std::size_t width(std::string_view text)
{
    return static_cast<std::size_t>(
        std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

std::string lineOf(const Row& row, const std::array<std::size_t, 6>& widths)
{
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i)
        line += concat(row[i], std::string(widths[i] - width(row[i]), ' '), i + 1 < row.size() ? "  " : "");
    line.erase(line.find_last_not_of(' ') + 1);
    return line + '\n';
}

} // namespace

std::string printTabular(const Model& model, GraphId graph)
{
    if (!model.graphs.contains(graph))
        return {};
    std::vector<Row> rows{{"kind", "name", "op", "inputs", "outputs", "attributes"}, {}};
    for (const NodeId id : model.graphs[graph].order())
        rows.push_back(rowOf(model, graph, model.graphs[graph][id]));
    std::array<std::size_t, 6> widths{};
    for (const Row& row : rows)
        for (std::size_t i = 0; i < row.size(); ++i)
            widths[i] = std::max(widths[i], width(row[i]));
    for (std::size_t i = 0; i < widths.size(); ++i)
        rows[1][i] = std::string(widths[i], '-');
    std::string out;
    for (const Row& row : rows)
        out += lineOf(row, widths);
    return out;
}

} // namespace sidelight::onnxir
