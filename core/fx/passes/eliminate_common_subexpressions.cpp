// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
//
// Value numbering: two calls are one when target, arguments (values by id, as already merged) and module stack are equal. The first stays, later ones are
// replaced by it. One walk in order suffices, because readers come after what they read, and nothing before the walk changes any more: the nodes themselves are
// the keys of the table.

#include "core/fx/aliases.h"
#include "core/fx/calls.h"
#include "core/fx/passes/pipeline.h"

#include <algorithm>
#include <bit>
#include <complex>
#include <cstdint>
#include <functional>
#include <set>
#include <string_view>
#include <type_traits>
#include <unordered_set>
#include <vector>

namespace sidelight::fx::passes {

namespace {

/// A running hash; equal arguments give equal ones.
class Hasher {
public:
    void add(std::uint64_t value) { state_ = (state_ ^ value) * 0x9E3779B97F4A7C15U ^ (state_ >> 29U); }
    void addText(std::string_view text) { add(std::hash<std::string_view>()(text)); }
    void addArgument(const Argument& argument)
    {
        add(argument.content.index());
        std::visit(
            [&](const auto& content) {
                using T = std::decay_t<decltype(content)>;
                if constexpr (std::is_same_v<T, Value>)
                    add((std::uint64_t{index(content.node)} << 32U) | content.output);
                else if constexpr (std::is_same_v<T, double>)
                    add(std::bit_cast<std::uint64_t>(content));
                else if constexpr (std::is_integral_v<T> || std::is_enum_v<T>)
                    add(static_cast<std::uint64_t>(content));
                else if constexpr (std::is_same_v<T, std::string>)
                    addText(content);
                else if constexpr (std::is_same_v<T, OperatorRef>)
                    addText(content.target);
                else if constexpr (std::is_same_v<T, ArgumentList>)
                    addAll(content);
                else if constexpr (std::is_same_v<T, ArgumentTuple>)
                    addAll(content.items);
                else if constexpr (std::is_same_v<T, ArgumentDict>)
                    addAll(content.values);
            },
            argument.content);
    }
    void addAll(const std::vector<Argument>& arguments)
    {
        add(arguments.size());
        for (const Argument& argument : arguments)
            addArgument(argument);
    }
    [[nodiscard]] std::size_t value() const { return static_cast<std::size_t>(state_); }

private:
    std::uint64_t state_ = 0x243F6A8885A308D3U;
};

bool sameBits(double left, double right) { return std::bit_cast<std::uint64_t>(left) == std::bit_cast<std::uint64_t>(right); }

bool allSame(const std::vector<Argument>& left, const std::vector<Argument>& right);

/// Equal, and real numbers to the bit: 0.0 is not -0.0, and NaN is itself.
bool isSame(const Argument& left, const Argument& right)
{
    if (left.content.index() != right.content.index())
        return false;
    if (const auto* real = left.as<double>())
        return sameBits(*real, *right.as<double>());
    if (const auto* complex = left.as<std::complex<double>>())
        return sameBits(complex->real(), right.as<std::complex<double>>()->real()) && sameBits(complex->imag(), right.as<std::complex<double>>()->imag());
    if (const auto* list = left.as<ArgumentList>())
        return allSame(*list, *right.as<ArgumentList>());
    if (const auto* tuple = left.as<ArgumentTuple>())
        return allSame(tuple->items, right.as<ArgumentTuple>()->items);
    if (const auto* dict = left.as<ArgumentDict>())
        return dict->keys == right.as<ArgumentDict>()->keys && allSame(dict->values, right.as<ArgumentDict>()->values);
    return left == right;
}

bool allSame(const std::vector<Argument>& left, const std::vector<Argument>& right)
{
    return std::equal(left.begin(), left.end(), right.begin(), right.end(), isSame);
}

bool haveOneModule(const Node& left, const Node& right)
{
    if (left.meta == right.meta)
        return true;
    const auto& stack = left.metadata().nn_module_stack;
    const auto& other = right.metadata().nn_module_stack;
    return std::equal(stack.begin(), stack.end(), other.begin(), other.end(),
        [](const ModuleFrame& a, const ModuleFrame& b) { return a.key == b.key && a.path == b.path; });
}

bool isSameCall(const Node& left, const Node& right)
{
    return left.op == right.op && left.subgraph == right.subgraph && left.target == right.target && allSame(left.args, right.args) &&
        std::equal(left.kwargs.begin(), left.kwargs.end(), right.kwargs.begin(), right.kwargs.end(),
            [](const auto& a, const auto& b) { return a.first == b.first && isSame(a.second, b.second); }) &&
        haveOneModule(left, right);
}

std::size_t hashOf(const Node& node)
{
    Hasher hasher;
    hasher.addText(node.target);
    hasher.add(index(node.subgraph));
    hasher.addAll(node.args);
    for (const auto& [name, argument] : node.kwargs) {
        hasher.addText(name);
        hasher.addArgument(argument);
    }
    if (!node.metadata().nn_module_stack.empty())
        hasher.addText(node.metadata().nn_module_stack.back().key);
    return hasher.value();
}

/// Whether they differ in nothing but whether a gradient is asked for.
bool haveEqualTypes(const Node& left, const Node& right)
{
    if (left.val == right.val)
        return true;
    if (left.val.tensor.requiresGrad == right.val.tensor.requiresGrad)
        return false;
    ir::Type type = left.val;
    type.tensor.requiresGrad = right.val.tensor.requiresGrad;
    return type == right.val;
}

Status mergeIn(PassContext& context, GraphId graphId)
{
    Rewriter& rewriter = context.rewriter;
    const std::set<NodeId> written = writtenValues(context.unit(), graphId);
    const auto nodeAt = [&](NodeId id) -> const Node& { return rewriter.graph(graphId)[id]; }; // The graph is another object after its first change.
    struct Key {
        std::size_t hash;
        NodeId id;
    };
    const auto hash = [](const Key& key) { return key.hash; };
    const auto equal = [&](const Key& left, const Key& right) { return left.hash == right.hash && isSameCall(nodeAt(left.id), nodeAt(right.id)); };
    std::unordered_set<Key, decltype(hash), decltype(equal)> first(rewriter.graph(graphId).size(), hash, equal);
    for (const NodeId id : rewriter.graph(graphId).orderCopy()) {
        const Node& node = nodeAt(id);
        rewriter.visit(id);
        if ((node.op != Op::CallFunction && node.op != Op::GetAttr) || written.count(id) != 0 || !isDeterministic(context.unit(), node))
            continue;
        const auto [earlier, isNew] = first.insert(Key{hashOf(node), id});
        if (isNew || !haveEqualTypes(node, nodeAt(earlier->id)))
            continue;
        rewriter.match();
        if (Status status = rewriter.deleteAndForward(id, {earlier->id}); !status)
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
