// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/ir/dim.h"
#include "core/ir/graph.h"
#include "core/ir/type.h"

#include <complex>
#include <concepts>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace sidelight::fx {

/// torch.fx opcodes.
enum class Op : std::uint8_t { Placeholder, GetAttr, CallFunction, CallMethod, CallModule, Output };
/// "call_function" as torch.fx spells it.
std::string_view name(Op op);

struct None {
    friend bool operator==(const None&, const None&) = default;
};
/// An operator passed as an argument (`as_operator`), by target.
struct OperatorRef {
    std::string target;
    friend bool operator==(const OperatorRef&, const OperatorRef&) = default;
};
/// A custom (script) object, opaque to us.
struct CustomObject {
    std::string name;
    std::string classFqn;
    friend bool operator==(const CustomObject&, const CustomObject&) = default;
};

struct Argument;
using ArgumentList = std::vector<Argument>;
/// A dict argument with string keys, in order: keys[i] has values[i].
struct ArgumentDict {
    std::vector<std::string> keys;
    std::vector<Argument> values;
    friend bool operator==(const ArgumentDict&, const ArgumentDict&);
};
/// A tuple argument; prints with parentheses where a list prints with brackets.
struct ArgumentTuple {
    std::vector<Argument> items;
    friend bool operator==(const ArgumentTuple&, const ArgumentTuple&);
};

/// What an FX node takes. A symbolic size that an earlier node computes is a Value; `Dim` stands for an expression that no node holds.
struct Argument {
    using Content = std::variant<None, Value, bool, std::int64_t, double, std::string, std::complex<double>, ir::Dim, ir::DType, ir::Device, ir::Layout,
                                 ir::MemoryFormat, GraphId, OperatorRef, CustomObject, ArgumentList, ArgumentTuple, ArgumentDict>;
    Content content;

    Argument() = default;
    template <class T>
        requires(!std::same_as<T, Argument> && std::constructible_from<Content, T>)
    Argument(T value) : content(std::move(value))
    {
    }
    Argument(int value) : content(std::int64_t{value}) {}
    Argument(const char* value) : content(std::string(value)) {}

    template <class T>
    [[nodiscard]] const T* as() const
    {
        return std::get_if<T>(&content);
    }
    [[nodiscard]] bool isNone() const { return content.index() == 0; }
    friend bool operator==(const Argument&, const Argument&) = default;
};

inline bool operator==(const ArgumentDict& left, const ArgumentDict& right) { return left.keys == right.keys && left.values == right.values; }
inline bool operator==(const ArgumentTuple& left, const ArgumentTuple& right) { return left.items == right.items; }

/// One frame of the Python stack that made a node, outermost first. Interned.
struct SourceFrame {
    std::string file;
    std::int64_t line = 0;
    std::string function;
    std::string code;
    friend bool operator==(const SourceFrame&, const SourceFrame&) = default;
};
/// One entry of nn_module_stack, outermost first.
struct ModuleFrame {
    std::string key;       ///< "L__self___blocks_0"; `@n` on repeated calls.
    std::string path;      ///< FQN, "blocks.0"; empty for the root.
    std::string className; ///< "torch.nn.modules.linear.Linear".
    friend bool operator==(const ModuleFrame&, const ModuleFrame&) = default;
};
/// One step of a node's history: torch.fx.traceback.NodeSource. Newest first.
struct NodeSource {
    std::string name;   ///< Name of the node it came from.
    std::string target;
    std::string pass;   ///< Who replaced it.
    std::string action; ///< "create", "replace".
    NodeId node = kNoNode; ///< Its id in our unit; kNoNode when it is from Python's own history.
    friend bool operator==(const NodeSource&, const NodeSource&) = default;
};

/// meta of a node. Shared by nodes; never changed in place.
struct NodeMeta {
    std::vector<SourceFrame> stack_trace;
    std::vector<ModuleFrame> nn_module_stack;
    std::vector<NodeSource> from_node;
    std::string torch_fn;
    std::vector<std::pair<std::string, std::string>> custom; ///< Any other metadata entry as text.
    friend bool operator==(const NodeMeta&, const NodeMeta&) = default;
};

/// An FX node. Has one output; multi-output calls have a Type::List and are read by operator.getitem.
/// `target`: "torch.ops.aten.add.Tensor", "operator.getitem", "math.trunc", "torch.sym_max", "torch.ops.higher_order.cond"; a placeholder's is its name;
/// a get_attr's is the attribute. A subgraph is a get_attr whose `subgraph` is set.
struct Node {
    Op op = Op::CallFunction;
    std::string name;
    std::string target;
    std::vector<Argument> args;
    std::vector<std::pair<std::string, Argument>> kwargs;
    ir::Type val; ///< meta["val"].
    std::shared_ptr<const NodeMeta> meta;
    GraphId subgraph = kMainGraph; ///< For get_attr of a subgraph; kMainGraph means none.

    /// The overload name as Sidelight's tables spell it: "aten.add.Tensor" for "torch.ops.aten.add.Tensor".
    [[nodiscard]] std::string_view overload() const;
    [[nodiscard]] const NodeMeta& metadata() const; ///< An empty one when `meta` is null.
    /// Equal by content; meta is compared by value.
    friend bool operator==(const Node& left, const Node& right);
};

/// Calls visit(Value, slot) for each Value in args, then kwargs, depth first; slots count them.
template <class Visit>
void visitInputs(const Node& node, Visit&& visit);
/// Replaces each Value in args and kwargs by map(Value).
template <class Map>
void mapInputs(Node& node, Map&& map);
/// Takes over `origin`'s metadata where `node` has none and records `pass` in from_node; `originId` is its id in the unit.
void inheritFrom(Node& node, const Node& origin, std::string_view pass, NodeId originId = kNoNode);

namespace detail {
template <class Visit>
void visitArgument(const Argument& argument, Visit& visit, std::uint32_t& slot)
{
    if (const auto* value = argument.as<Value>()) {
        visit(*value, slot++);
    } else if (const auto* list = argument.as<ArgumentList>()) {
        for (const Argument& item : *list)
            visitArgument(item, visit, slot);
    } else if (const auto* tuple = argument.as<ArgumentTuple>()) {
        for (const Argument& item : tuple->items)
            visitArgument(item, visit, slot);
    } else if (const auto* dict = argument.as<ArgumentDict>()) {
        for (const Argument& item : dict->values)
            visitArgument(item, visit, slot);
    }
}
template <class Map>
void mapArgument(Argument& argument, Map& map)
{
    if (auto* value = std::get_if<Value>(&argument.content)) {
        *value = map(*value);
    } else if (auto* list = std::get_if<ArgumentList>(&argument.content)) {
        for (Argument& item : *list)
            mapArgument(item, map);
    } else if (auto* tuple = std::get_if<ArgumentTuple>(&argument.content)) {
        for (Argument& item : tuple->items)
            mapArgument(item, map);
    } else if (auto* dict = std::get_if<ArgumentDict>(&argument.content)) {
        for (Argument& item : dict->values)
            mapArgument(item, map);
    }
}
} // namespace detail

template <class Visit>
void visitInputs(const Node& node, Visit&& visit)
{
    std::uint32_t slot = 0;
    for (const Argument& argument : node.args)
        detail::visitArgument(argument, visit, slot);
    for (const auto& [key, argument] : node.kwargs)
        detail::visitArgument(argument, visit, slot);
}
template <class Map>
void mapInputs(Node& node, Map&& map)
{
    for (Argument& argument : node.args)
        detail::mapArgument(argument, map);
    for (auto& [key, argument] : node.kwargs)
        detail::mapArgument(argument, map);
}

} // namespace sidelight::fx
