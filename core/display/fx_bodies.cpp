// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/display/fx_canvas.h"

namespace sidelight::display {

bool FxCanvas::isBody(const FxScope& scope, Value value) const
{
    const fx::Node* node = scope.graph.find(value.node);
    return node && node->op == fx::Op::GetAttr && node->subgraph != kMainGraph;
}

bool FxCanvas::isBodyArgument(const FxScope& scope, const fx::Argument& argument) const
{
    const Value* value = argument.as<Value>();
    return argument.as<GraphId>() || (value && isBody(scope, *value));
}

std::vector<std::pair<std::string, GraphId>> FxCanvas::bodiesOf(const FxScope& scope, const fx::Node& node) const
{
    std::vector<std::pair<std::string, GraphId>> bodies;
    const auto consider = [&](const std::string& name, const fx::Argument& argument) {
        const Value* value = argument.as<Value>();
        if (const GraphId* graph = argument.as<GraphId>(); graph && program_.graphs.contains(*graph))
            bodies.emplace_back(name, *graph);
        else if (value && isBody(scope, *value) && program_.graphs.contains(scope.graph[value->node].subgraph))
            bodies.emplace_back(scope.graph[value->node].target, scope.graph[value->node].subgraph);
    };
    for (const NamedArgument& named : namedArguments(node))
        if (named.argument)
            consider(named.name, *named.argument);
    return bodies;
}

std::vector<fx::Argument> FxCanvas::operandsOf(const fx::Node& node, std::size_t firstOperand)
{
    std::vector<fx::Argument> operands;
    for (std::size_t i = firstOperand; i < node.args.size(); ++i) {
        if (const auto* list = node.args[i].as<fx::ArgumentList>())
            operands.insert(operands.end(), list->begin(), list->end());
        else if (const auto* tuple = node.args[i].as<fx::ArgumentTuple>())
            operands.insert(operands.end(), tuple->items.begin(), tuple->items.end());
        else
            operands.push_back(node.args[i]);
    }
    return operands;
}

void FxCanvas::addOpenCall(FxScope& scope, NodeId id, const std::vector<std::pair<std::string, GraphId>>& bodies)
{
    const fx::Node& node = scope.graph[id];
    const NodePath path = scope.path / id;
    Cluster call;
    call.key = keyOf(path);
    call.ref = path;
    call.parent = scope.cluster;
    call.title = operatorName(node);
    const ClusterId frame = builder_.addFrame(std::move(call));
    std::size_t firstOperand = 0;
    std::vector<Value> own; ///< What the call itself reads: the predicate.
    for (std::size_t i = 0; i < node.args.size(); ++i) {
        if (isBodyArgument(scope, node.args[i]))
            firstOperand = i + 1;
        else if (const Value* value = node.args[i].as<Value>(); value && firstOperand == 0)
            own.push_back(*value);
    }
    const ClusterId outer = std::exchange(scope.cluster, frame);
    if (own.empty()) {
        builder_.show(path, frame);
    } else {
        DisplayNode box = operatorBox(scope, id);
        box.key += "?";
        const std::uint32_t at = builder_.addBox(std::move(box));
        builder_.show(path, at);
        for (const Value value : own)
            connectValue(scope, value, at);
    }
    scope.cluster = outer;
    std::vector<FxBinding> results;
    for (const auto& [name, graph] : bodies)
        addBody(scope, {path, frame, name, graph}, operandsOf(node, firstOperand), results);
    bindResults(scope, id, std::move(results));
}

void FxCanvas::addBody(const FxScope& outer, const Body& body, const std::vector<fx::Argument>& operands, std::vector<FxBinding>& results)
{
    Cluster cluster;
    cluster.key = concat(keyOf(body.call), "/g", ir::index(body.graph));
    cluster.parent = body.frame;
    cluster.title = body.name;
    FxScope scope{program_.graphs[body.graph], body.call, builder_.addFrame(cluster), {}, {}, outer.depth + 1, cluster.key + "/"};
    collectUsers(scope);
    std::size_t next = 0;
    for (const NodeId id : scope.graph.order()) {
        if (scope.graph[id].op != fx::Op::Placeholder)
            continue;
        const fx::Argument* operand = next < operands.size() ? &operands[next] : nullptr;
        ++next;
        const Value* value = operand ? operand->as<Value>() : nullptr;
        if (const FxBinding* bound = value ? bindingOf(outer, *value) : nullptr) {
            scope.bindings[id] = {*bound};
            if (bound->hidden)
                scope.bindings[id].front().origin = scope.path / id;
        } else if (operand && !value && !operand->isNone()) {
            bindRow(scope, id, shortened(argumentText(*operand, noValue)));
        } else {
            addPlaceholderBox(scope, id, nullptr, false);
        }
    }
    addNodes(scope);
    showBoundPlaceholders(scope);
    collectResults(scope, results);
}

void FxCanvas::showBoundPlaceholders(const FxScope& scope)
{
    for (const NodeId id : scope.graph.order()) {
        const auto bound = scope.bindings.find(id);
        if (scope.graph[id].op == fx::Op::Placeholder && bound != scope.bindings.end() && !bound->second.front().sources.empty())
            builder_.show(scope.path / id, bound->second.front().sources.front().box);
    }
}

void FxCanvas::collectResults(FxScope& scope, std::vector<FxBinding>& results)
{
    for (const NodeId id : scope.graph.order()) {
        if (scope.graph[id].op != fx::Op::Output)
            continue;
        std::size_t at = 0;
        fx::visitInputs(scope.graph[id], [&](Value value, std::uint32_t) {
            if (at == results.size())
                results.emplace_back();
            if (const FxBinding* binding = bindingOf(scope, value)) {
                results[at].sources.insert(results[at].sources.end(), binding->sources.begin(), binding->sources.end());
                if (!binding->sources.empty())
                    builder_.show(scope.path / id, binding->sources.front().box);
            }
            ++at;
        });
    }
}

void FxCanvas::bindResults(FxScope& scope, NodeId id, std::vector<FxBinding> results)
{
    for (const NodeId user : scope.users[id]) {
        const fx::Node& reader = scope.graph[user];
        if (!isGetItem(scope, reader))
            continue;
        const auto output = static_cast<std::size_t>(*reader.args[1].as<std::int64_t>());
        if (output >= results.size())
            continue;
        scope.bindings[user] = {results[output]};
        if (!results[output].sources.empty())
            builder_.show(scope.path / user, results[output].sources.front().box);
    }
    scope.bindings[id] = std::move(results);
}

} // namespace sidelight::display
