// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/fx/print.h"

#include "core/support/text.h"

#include <algorithm>
#include <array>
#include <cmath>

// What Python prints of a graph: Node.format_node, tabulate's "simple" table, and str() and repr() of what arguments
// hold.

namespace sidelight::fx {
namespace {

enum class Style : std::uint8_t
{
    Format,
    Repr
}; ///< fx's _format_arg (%node, bare text) or Python's repr (node, 'text').

/// A part of a complex number prints as a float without ".0".
std::string complexPart(double value)
{
    std::string text = support::pythonFloat(value);
    if (text.size() > 2 && text.substr(text.size() - 2) == ".0")
        text.resize(text.size() - 2);
    return text;
}

std::string complexText(const std::complex<double>& value)
{
    std::string imaginary = complexPart(value.imag());
    if (value.real() == 0 && !std::signbit(value.real()))
        return concat(imaginary, 'j');
    if (imaginary.front() != '-')
        imaginary.insert(imaginary.begin(), '+');
    return concat('(', complexPart(value.real()), imaginary, "j)");
}

std::string deviceText(const ir::Device& device, Style style)
{
    if (style == Style::Format)
        return device.index ? concat(device.type, ':', *device.index) : device.type;
    return device.index ? concat("device(type='", device.type, "', index=", *device.index, ')')
                        : concat("device(type='", device.type, "')");
}

/// str() of an operator: "aten.add.Tensor", "cond", "<built-in function mul>".
std::string operatorText(std::string_view target)
{
    constexpr std::string_view kHigherOrder = "torch.ops.higher_order.";
    constexpr std::string_view kOps = "torch.ops.";
    if (support::startsWith(target, kHigherOrder))
        return std::string(target.substr(kHigherOrder.size()));
    if (support::startsWith(target, kOps))
        return std::string(target.substr(kOps.size()));
    for (const std::string_view module : {"_operator.", "operator.", "math."})
        if (support::startsWith(target, module))
            return concat("<built-in function ", target.substr(module.size()), '>');
    return std::string(target);
}

class Printer
{
public:
    Printer(const ir::Graph<Node>& graph, Style style, const NodeNaming* naming = nullptr)
        : graph_(graph), style_(style), naming_(naming)
    {}

    std::string operator()(const Argument& argument) const
    {
        return std::visit([this](const auto& content) { return print(content); }, argument.content);
    }
    std::string tuple(const std::vector<Argument>& items) const
    {
        return concat('(', joined(items), items.size() == 1 ? ",)" : ")");
    }
    std::string dict(const std::vector<std::pair<std::string, Argument>>& items) const
    {
        std::vector<std::string> parts;
        for (const auto& [key, value] : items)
            parts.push_back(concat(print(key), ": ", (*this)(value)));
        return concat('{', support::join(parts, ", "), '}');
    }

private:
    std::string joined(const std::vector<Argument>& items) const
    {
        std::string out;
        for (const Argument& item : items) {
            if (&item != &items.front())
                out += ", ";
            out += (*this)(item);
        }
        return out;
    }
    std::string print(const None&) const { return "None"; }
    std::string print(const Value& value) const
    {
        const Node* node = graph_.find(value.node);
        const std::string name = !node ? "?" : naming_ ? (*naming_)(value.node) : node->name;
        return style_ == Style::Format ? concat('%', name) : name;
    }
    std::string print(bool value) const { return value ? "True" : "False"; }
    std::string print(std::int64_t value) const { return concat(value); }
    std::string print(double value) const { return support::pythonFloat(value); }
    std::string print(const std::string& text) const
    {
        return style_ == Style::Format ? text : support::pythonString(text);
    }
    std::string print(const std::complex<double>& value) const { return complexText(value); }
    std::string print(const ir::Dim& dim) const { return dim.text(); }
    std::string print(ir::DType dtype) const { return concat("torch.", ir::name(dtype)); }
    std::string print(const ir::Device& device) const { return deviceText(device, style_); }
    std::string print(ir::Layout layout) const { return concat("torch.", ir::name(layout)); }
    std::string print(ir::MemoryFormat format) const { return concat("torch.", ir::name(format)); }
    std::string print(GraphId graph) const { return concat("<graph ", ir::index(graph), '>'); }
    std::string print(const OperatorRef& reference) const
    {
        return style_ == Style::Format ? operatorText(reference.target)
                                       : concat("<OpOverload(op='", operatorText(reference.target), "')>");
    }
    std::string print(const CustomObject& object) const { return concat('<', object.classFqn, ' ', object.name, '>'); }
    std::string print(const ArgumentList& list) const { return concat('[', joined(list), ']'); }
    std::string print(const ArgumentTuple& items) const { return tuple(items.items); }
    std::string print(const ArgumentDict& items) const
    {
        std::vector<std::string> parts;
        for (std::size_t at = 0; at < items.keys.size(); ++at)
            parts.push_back(concat(print(items.keys[at]), ": ", (*this)(items.values[at])));
        return concat('{', support::join(parts, ", "), '}');
    }

    const ir::Graph<Node>& graph_;
    Style style_;
    const NodeNaming* naming_;
};

using Row = std::array<std::string, 5>;

/// Characters of UTF-8 text, for column widths.
std::size_t width(std::string_view text)
{
    return static_cast<std::size_t>(
        std::count_if(text.begin(), text.end(), [](char c) { return (c & '\xC0') != '\x80'; }));
}

std::string tabulate(const std::vector<Row>& rows)
{
    constexpr std::size_t kMinimumPadding = 2;
    std::array<std::size_t, 5> widths{};
    for (const Row& row : rows)
        for (std::size_t column = 0; column < row.size(); ++column)
            widths[column] =
                std::max(widths[column], width(row[column]) + (&row == &rows.front() ? kMinimumPadding : 0));
    std::string out;
    const auto append = [&out](std::string line) {
        line.resize(line.find_last_not_of(' ') + 1);
        out += line;
        out += '\n';
    };
    for (std::size_t at = 0; at < rows.size(); ++at) {
        std::string line;
        std::string rule;
        for (std::size_t column = 0; column < widths.size(); ++column) {
            const std::string_view gap = column == 0 ? "" : "  ";
            line += concat(gap, rows[at][column], std::string(widths[column] - width(rows[at][column]), ' '));
            rule += concat(gap, std::string(widths[column], '-'));
        }
        append(line);
        if (at == 0)
            append(rule);
    }
    return out;
}

} // namespace

std::unordered_map<NodeId, std::size_t> userCounts(const ir::Graph<Node>& graph)
{
    std::unordered_map<NodeId, std::size_t> counts;
    counts.reserve(graph.size());
    std::vector<NodeId> inputs;
    for (const NodeId id : graph.order()) {
        inputs.clear();
        visitInputs(graph[id], [&inputs](Value value, std::uint32_t) { inputs.push_back(value.node); });
        std::sort(inputs.begin(), inputs.end());
        inputs.erase(std::unique(inputs.begin(), inputs.end()), inputs.end());
        for (const NodeId input : inputs)
            ++counts[input];
    }
    return counts;
}

std::string formatArgument(const ir::Graph<Node>& graph, const Argument& argument)
{
    return Printer(graph, Style::Format)(argument);
}
std::string reprArgument(const ir::Graph<Node>& graph, const Argument& argument, const NodeNaming& naming)
{
    return Printer(graph, Style::Repr, naming ? &naming : nullptr)(argument);
}

std::string formatNode(const ir::Graph<Node>& graph, const Node& node, std::size_t users)
{
    const Printer format(graph, Style::Format);
    const Printer repr(graph, Style::Repr);
    const std::string head =
        concat('%', node.name, " : [num_users=", users, "] = ", name(node.op), "[target=", node.target, ']');
    switch (node.op) {
    case Op::Placeholder:
        return node.args.empty() ? head : concat(head, "(default=", repr(node.args[0]), ')');
    case Op::GetAttr:
        return head;
    case Op::Output:
        return concat("return ", node.args.empty() ? "None" : repr(node.args[0]));
    default:
        return concat(head, "(args = ", format.tuple(node.args), ", kwargs = ", format.dict(node.kwargs), ')');
    }
}

std::string printGraph(const ExportedProgram& program, GraphId id)
{
    const ir::Graph<Node>& graph = program.graphs[id];
    const auto users = userCounts(graph);
    std::string out = "graph():";
    for (const NodeId node : graph.order()) {
        const auto count = users.find(node);
        out += concat("\n    ", formatNode(graph, graph[node], count == users.end() ? 0 : count->second));
    }
    return out;
}

std::string printTabular(const ExportedProgram& program, GraphId id)
{
    const ir::Graph<Node>& graph = program.graphs[id];
    const Printer repr(graph, Style::Repr);
    std::vector<Row> rows{{"opcode", "name", "target", "args", "kwargs"}};
    for (const NodeId at : graph.order()) {
        const Node& node = graph[at];
        const std::string target = node.op == Op::CallFunction ? operatorText(node.target) : node.target;
        rows.push_back({std::string(name(node.op)), node.name, target, repr.tuple(node.args), repr.dict(node.kwargs)});
    }
    return tabulate(rows);
}

} // namespace sidelight::fx
