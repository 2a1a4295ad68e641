// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
//
// Value numbering: a call's key is its target, its arguments (values by id, as already merged) and its module stack. The first call with a key
// stays, later ones are replaced by it. One walk in order suffices, because readers come after what they read.

#include "core/fx/aliases.h"
#include "core/fx/calls.h"
#include "core/fx/passes/pipeline.h"
#include "core/support/text.h"

#include <algorithm>
#include <bit>
#include <set>
#include <type_traits>
#include <unordered_map>

namespace sidelight::fx::passes {

namespace {

void appendKey(std::string& key, const Argument& argument);

void appendList(std::string& key, char open, const std::vector<Argument>& items)
{
    key += open;
    for (const Argument& item : items)
        appendKey(key, item);
    key += ']';
}

/// Text that two arguments share only when they are equal; strings carry their length.
void appendKey(std::string& key, const Argument& argument)
{
    const auto text = [&](char kind, std::string_view content) { key += concat(kind, content.size(), ':', content); };
    const auto bits = [](double value) { return std::to_string(std::bit_cast<std::uint64_t>(value)); };
    key += concat('<', argument.content.index(), '>');
    std::visit(
        [&](const auto& content) {
            using T = std::decay_t<decltype(content)>;
            if constexpr (std::is_same_v<T, Value>)
                text('%', concat(index(content.node), '.', content.output));
            else if constexpr (std::is_same_v<T, bool> || std::is_same_v<T, std::int64_t>)
                text('i', concat(content));
            else if constexpr (std::is_same_v<T, double>)
                text('f', bits(content));
            else if constexpr (std::is_same_v<T, std::complex<double>>)
                text('c', concat(bits(content.real()), ',', bits(content.imag())));
            else if constexpr (std::is_same_v<T, std::string>)
                text('s', content);
            else if constexpr (std::is_same_v<T, ir::Dim>)
                text('d', content.text());
            else if constexpr (std::is_same_v<T, ir::Device>)
                text('v', concat(content.type, ':', content.index.value_or(-1)));
            else if constexpr (std::is_same_v<T, GraphId>)
                text('g', concat(index(content)));
            else if constexpr (std::is_same_v<T, OperatorRef>)
                text('o', content.target);
            else if constexpr (std::is_same_v<T, CustomObject>)
                text('b', concat(content.name, '\n', content.classFqn));
            else if constexpr (std::is_enum_v<T>)
                text('e', concat(static_cast<int>(content)));
            else if constexpr (std::is_same_v<T, ArgumentList>)
                appendList(key, '[', content);
            else if constexpr (std::is_same_v<T, ArgumentTuple>)
                appendList(key, '(', content.items);
            else if constexpr (std::is_same_v<T, ArgumentDict>) {
                for (const std::string& name : content.keys)
                    text('k', name);
                appendList(key, '{', content.values);
            }
        },
        argument.content);
}

std::string keyOf(const Node& node)
{
    std::string key = concat(static_cast<int>(node.op), node.target, '\n', index(node.subgraph), '\n');
    for (const Argument& argument : node.args)
        appendKey(key, argument);
    for (const auto& [name, argument] : node.kwargs) {
        key += concat('\n', name, '=');
        appendKey(key, argument);
    }
    return concat(key, '\n', moduleStackKey(node));
}

bool haveEqualTypes(const Node& left, const Node& right)
{
    ir::Type a = left.val;
    ir::Type b = right.val;
    a.tensor.requiresGrad = b.tensor.requiresGrad = false;
    return a == b;
}

Status mergeIn(PassContext& context, GraphId graphId)
{
    Rewriter& rewriter = context.rewriter;
    const std::set<NodeId> written = writtenValues(context.unit(), graphId);
    std::unordered_map<std::string, NodeId> firstOf;
    for (const NodeId id : rewriter.graph(graphId).orderCopy()) {
        const Node& node = rewriter.graph(graphId)[id];
        rewriter.visit(id);
        if ((node.op != Op::CallFunction && node.op != Op::GetAttr) || written.count(id) != 0 || !isDeterministic(context.unit(), node))
            continue;
        const auto [first, isNew] = firstOf.emplace(keyOf(node), id);
        if (isNew || !haveEqualTypes(node, rewriter.graph(graphId)[first->second]))
            continue;
        rewriter.match();
        if (Status status = rewriter.deleteAndForward(id, {first->second}); !status)
            return status;
    }
    return {};
}

Status eliminateCommonSubexpressions(PassContext& context)
{
    for (const GraphId graph : context.unit().graphs.ids())
        if (Status status = mergeIn(context, graph); !status)
            return status;
    return {};
}

constexpr std::string_view kHelp = R"(Looks for calls with the target, arguments and module of an earlier one in the same graph.

Makes the later one's readers read the earlier one and erases the later. One walk suffices: merged calls make their readers equal too.

Leaves random calls, calls with an effect, calls whose tensor is written to somewhere, equal calls of different modules (each module keeps its own nodes),
and calls that differ in nothing but a number's type (1 and 1.0).

Before:
    %add : call_function[target=torch.ops.aten.add.Tensor](args = (%x, 1))
    %add_1 : call_function[target=torch.ops.aten.add.Tensor](args = (%x, 1))
    %mul : call_function[target=torch.ops.aten.mul.Tensor](args = (%add, %add_1))
After:
    %add : call_function[target=torch.ops.aten.add.Tensor](args = (%x, 1))
    %mul : call_function[target=torch.ops.aten.mul.Tensor](args = (%add, %add))
)";

} // namespace

constinit const Pass kCommonSubexpressionElimination{
    .id = "common-subexpression-elimination",
    .summary = "Replaces calls that repeat an earlier one.",
    .run = eliminateCommonSubexpressions,
    .help = kHelp,
};

} // namespace sidelight::fx::passes
