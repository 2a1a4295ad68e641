// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "core/fx/calls.h"

#include "core/support/text.h"

#include <algorithm>
#include <array>

namespace sidelight::fx {

namespace {

/// What is not in the schema table and yet has no effect.
bool isPythonOperator(std::string_view target)
{
    constexpr std::array<std::string_view, 5> kNamespaces = {"operator.", "math.", "torch.sym_", "builtins.", "_operator."};
    return std::any_of(kNamespaces.begin(), kNamespaces.end(), [&](std::string_view prefix) { return support::startsWith(target, prefix); }) ||
           target == "torch._sym_sqrt" || support::startsWith(target, "torch.utils._sympy.functions");
}

bool subgraphsAre(const ExportedProgram& program, const Node& node, bool (*predicate)(const ExportedProgram&, const Node&))
{
    bool all = true;
    const auto check = [&](GraphId id) {
        if (const auto* body = program.graphs.find(id))
            for (const NodeId inner : body->order())
                if (const Op op = (*body)[inner].op; op != Op::Placeholder && op != Op::Output)
                    all = all && predicate(program, (*body)[inner]);
    };
    visitSubgraphs(node, check);
    visitInputs(node, [&](Value value, std::uint32_t) {
        if (const auto home = program.graphs.graphOf(value.node))
            if (const Node& source = program.graphs[*home][value.node]; source.op == Op::GetAttr)
                visitSubgraphs(source, check);
    });
    return all;
}

bool substituteIn(Argument& argument, const std::function<const Argument*(Value)>& map)
{
    const auto each = [&](std::vector<Argument>& items) {
        bool changed = false;
        for (Argument& item : items)
            changed = substituteIn(item, map) || changed;
        return changed;
    };
    if (const auto* value = argument.as<Value>()) {
        const Argument* replacement = map(*value);
        if (!replacement)
            return false;
        argument = Argument(*replacement);
        return true;
    }
    if (auto* list = std::get_if<ArgumentList>(&argument.content))
        return each(*list);
    if (auto* tuple = std::get_if<ArgumentTuple>(&argument.content))
        return each(tuple->items);
    if (auto* dict = std::get_if<ArgumentDict>(&argument.content))
        return each(dict->values);
    return false;
}

bool isHigherOrder(const Node& node) { return support::startsWith(node.overload(), "higher_order."); }

} // namespace

const Argument* argumentOf(const Node& node, const Schema& schema, std::string_view name)
{
    for (const auto& [key, argument] : node.kwargs)
        if (key == name)
            return &argument;
    for (std::size_t at = 0; at < schema.arguments.size(); ++at) {
        if (schema.arguments[at].name != name)
            continue;
        if (at < node.args.size() && !schema.arguments[at].keywordOnly)
            return &node.args[at];
        return schema.arguments[at].defaultValue ? &*schema.arguments[at].defaultValue : nullptr;
    }
    return nullptr;
}

Argument* givenArgument(Node& node, const Schema& schema, std::string_view name)
{
    for (auto& [key, argument] : node.kwargs)
        if (key == name)
            return &argument;
    for (std::size_t at = 0; at < std::min(schema.arguments.size(), node.args.size()); ++at)
        if (schema.arguments[at].name == name)
            return &node.args[at];
    return nullptr;
}

bool isAssertion(const Node& node)
{
    constexpr std::array<std::string_view, 5> kPrefixes = {"aten._assert_", "aten.sym_constrain_", "aten._functional_assert_",
        "aten._functional_sym_constrain_", "aten._functional_assert"};
    const std::string_view overload = node.overload();
    const std::size_t name = overload.find('.') + 1; // Of most calls the next letter tells.
    return node.op == Op::CallFunction && name < overload.size() && (overload[name] == '_' || overload[name] == 's') &&
           (overload == "torch._check" || overload == "torch._assert" ||
            std::any_of(kPrefixes.begin(), kPrefixes.end(), [&](std::string_view prefix) { return support::startsWith(overload, prefix); }));
}

bool isPure(const ExportedProgram& program, const Node& node)
{
    if (node.op == Op::GetAttr)
        return true;
    if (node.op != Op::CallFunction || isAssertion(node))
        return false;
    if (isHigherOrder(node))
        return subgraphsAre(program, node, isPure);
    if (const Schema* schema = findSchema(node.target))
        return !schema->isMutable();
    return isPythonOperator(node.target);
}

bool isDeterministic(const ExportedProgram& program, const Node& node)
{
    if (!isPure(program, node))
        return false;
    if (isHigherOrder(node))
        return subgraphsAre(program, node, isDeterministic);
    const Schema* schema = findSchema(node.target);
    return !schema || !schema->has(SchemaTag::NondeterministicSeeded);
}

bool substitute(Node& node, const std::function<const Argument*(Value)>& map)
{
    bool changed = false;
    for (Argument& argument : node.args)
        changed = substituteIn(argument, map) || changed;
    for (auto& [key, argument] : node.kwargs)
        changed = substituteIn(argument, map) || changed;
    return changed;
}

void visitSubgraphs(const Node& node, const std::function<void(GraphId)>& visit)
{
    if (node.op == Op::GetAttr && node.subgraph != kMainGraph)
        visit(node.subgraph);
    for (const Argument& argument : node.args)
        if (const auto* graph = argument.as<GraphId>())
            visit(*graph);
    for (const auto& [key, argument] : node.kwargs)
        if (const auto* graph = argument.as<GraphId>())
            visit(*graph);
}

std::string moduleStackKey(const Node& node)
{
    std::string key;
    for (const ModuleFrame& frame : node.metadata().nn_module_stack)
        key += concat(frame.key, '\n', frame.path, '\n');
    return key;
}

NodeId outputOf(const ir::Graph<Node>& graph)
{
    const NodeId last = graph.back();
    return last != kNoNode && graph[last].op == Op::Output ? last : kNoNode;
}

const std::vector<Argument>& outputItems(const Node& output)
{
    if (output.args.size() == 1) {
        if (const auto* list = output.args.front().as<ArgumentList>())
            return *list;
        if (const auto* tuple = output.args.front().as<ArgumentTuple>())
            return tuple->items;
    }
    return output.args;
}

void syncSignature(Rewriter& rewriter)
{
    const ExportedProgram& program = rewriter.unit();
    const NodeId output = outputOf(program.main());
    if (output == kNoNode || !program.signature)
        return;
    const auto& items = outputItems(program.main()[output]);
    GraphSignature signature = *program.signature;
    for (std::size_t at = 0; at < std::min(items.size(), signature.outputs.size()); ++at)
        if (items[at].as<Value>() && signature.outputs[at].value.as<Value>())
            signature.outputs[at].value = items[at];
    rewriter.setSignature(std::move(signature));
}

} // namespace sidelight::fx
