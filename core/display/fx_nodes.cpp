// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/display/categories.h"
#include "core/display/fx_canvas.h"

#include <algorithm>
#include <set>

namespace sidelight::display {

bool FxCanvas::isScalarHelper(const FxScope& scope, NodeId id) const
{
    const fx::Node& node = scope.graph[id];
    if (node.op != fx::Op::CallFunction || node.val.isTensor() || !node.val.value)
        return false;
    const std::string_view target = node.overload();
    const bool isSize = target.starts_with("aten.sym_size") || target.starts_with("aten.sym_numel") || target.starts_with("aten.sym_stride");
    if (!isSize && !target.starts_with("operator.") && !target.starts_with("math.") && !target.starts_with("torch.sym_"))
        return false;
    const auto users = scope.users.find(id);
    return users != scope.users.end() && std::ranges::none_of(users->second, [&](NodeId user) {
        const fx::Node& reader = scope.graph[user];
        return reader.op == fx::Op::Output || reader.overload().starts_with("higher_order.");
    });
}

bool FxCanvas::isGetItem(const FxScope& scope, const fx::Node& node)
{
    if (node.target != "operator.getitem" || node.args.size() != 2 || !node.args[1].as<std::int64_t>())
        return false;
    const Value* value = node.args[0].as<Value>();
    const fx::Node* producer = value ? scope.graph.find(value->node) : nullptr;
    return producer && producer->op == fx::Op::CallFunction && !producer->val.isTensor();
}

std::vector<NodeId> FxCanvas::visibleNodes(FxScope& scope)
{
    std::vector<NodeId> visible;
    for (const NodeId id : scope.graph.order()) {
        const fx::Node& node = scope.graph[id];
        if (node.op == fx::Op::Placeholder || node.op == fx::Op::Output || isGetItem(scope, node) || node.subgraph != kMainGraph)
            continue;
        if (node.op == fx::Op::GetAttr && !scope.users[id].empty())
            bindRow(scope, id, parameterText(node.val));
        else if (isScalarHelper(scope, id))
            bindRow(scope, id, shortened(node.val.value->text()));
        else
            visible.push_back(id);
    }
    return visible;
}

void FxCanvas::addNodes(FxScope& scope)
{
    const ModuleTree tree = makeModuleTree(scope.graph, visibleNodes(scope), builder_.options().foldRepeats);
    std::vector<Frame> stack{{scope.cluster, 0, static_cast<std::uint32_t>(tree.order.size()), &tree.roots, 0}};
    const ClusterId outer = scope.cluster;
    while (!stack.empty()) {
        Frame& frame = stack.back();
        scope.cluster = frame.cluster;
        const ModuleGroup* next = frame.nextGroup < frame.groups->size() ? &tree.groups[(*frame.groups)[frame.nextGroup]] : nullptr;
        if (next && next->begin == frame.at) {
            ++frame.nextGroup;
            frame.at = next->end;
            if (builder_.isOpen(scope.prefix + next->key, scope.cluster))
                stack.push_back({addModuleFrame(scope, *next), next->begin, next->end, &next->children, 0});
            else
                addModuleBox(scope, tree, *next);
        } else if (frame.at < frame.end) {
            addNode(scope, tree.order[frame.at++]);
        } else {
            stack.pop_back();
        }
    }
    scope.cluster = outer;
    showHidden(scope);
}

ClusterId FxCanvas::addModuleFrame(const FxScope& scope, const ModuleGroup& group)
{
    Cluster cluster;
    cluster.key = scope.prefix + group.key;
    cluster.parent = scope.cluster;
    cluster.title = moduleTitle(group);
    cluster.repeat = group.repeat;
    return builder_.addFrame(std::move(cluster));
}

void FxCanvas::addModuleBox(FxScope& scope, const ModuleTree& tree, const ModuleGroup& group)
{
    DisplayNode box;
    box.key = scope.prefix + group.key;
    box.title = moduleTitle(group);
    box.subtitle = group.path;
    box.module = group.path.substr(0, group.path.find(" … "));
    box.role = Role::Module;
    box.category = classCategory(group.className);
    box.cluster = scope.cluster;
    box.expandable = true;
    box.repeat = group.repeat;
    box.rows = moduleRows(scope, tree, group);
    const std::uint32_t at = builder_.addBox(std::move(box));
    for (std::uint32_t i = group.begin; i < group.end; ++i) {
        const NodeId id = tree.order[i];
        readInputs(scope, id, at, nullptr);
        builder_.show(scope.path / id, at);
        builder_.box(at).members.push_back(scope.path / id);
        bindOutputs(scope, id, at);
    }
}

std::vector<Row> FxCanvas::moduleRows(const FxScope& scope, const ModuleTree& tree, const ModuleGroup& group) const
{
    std::set<NodeId> parameters;
    std::uint64_t elements = 0;
    for (std::uint32_t i = group.begin; i < group.end; ++i)
        fx::visitInputs(scope.graph[tree.order[i]], [&](Value value, std::uint32_t) {
            const fx::Node* node = scope.graph.find(value.node);
            if (!node || node->op != fx::Op::Placeholder || !node->val.isTensor() || !parameters.insert(value.node).second)
                return;
            const auto bound = scope.bindings.find(value.node);
            if (bound == scope.bindings.end() || bound->second.empty() || !bound->second.front().hidden)
                return;
            std::uint64_t count = 1;
            for (const ir::Dim& size : node->val.tensor.sizes)
                count *= static_cast<std::uint64_t>(std::max<std::int64_t>(size.asConstant().value_or(0), 0));
            elements += count;
        });
    std::vector<Row> rows{{"nodes", concat(group.end - group.begin)}};
    if (elements > 0)
        rows.push_back({"parameters", shortCount(elements)});
    return rows;
}

void FxCanvas::addNode(FxScope& scope, NodeId id)
{
    const fx::Node& node = scope.graph[id];
    const std::vector<std::pair<std::string, GraphId>> bodies = bodiesOf(scope, node);
    const NodePath path = scope.path / id;
    if (!bodies.empty() && scope.depth < kDeepestNesting && builder_.isOpen(keyOf(path), scope.cluster)) {
        addOpenCall(scope, id, bodies);
        return;
    }
    DisplayNode box = operatorBox(scope, id);
    box.expandable = !bodies.empty() && scope.depth < kDeepestNesting;
    place(scope, id, std::move(box));
}

DisplayNode FxCanvas::operatorBox(const FxScope& scope, NodeId id) const
{
    const fx::Node& node = scope.graph[id];
    DisplayNode box;
    box.ref = scope.path / id;
    box.key = keyOf(box.ref);
    box.title = operatorName(node);
    box.subtitle = "%" + node.name;
    box.role = node.op == fx::Op::GetAttr ? Role::Constant : Role::Operator;
    box.category = fxCategory(node);
    box.cluster = scope.cluster;
    return box;
}

void FxCanvas::place(FxScope& scope, NodeId id, DisplayNode box)
{
    const bool isCall = box.role == Role::Operator;
    const std::uint32_t at = builder_.addBox(std::move(box));
    readInputs(scope, id, at, isCall ? &builder_.box(at).rows : nullptr);
    builder_.show(scope.path / id, at);
    bindOutputs(scope, id, at);
}

void FxCanvas::readInputs(FxScope& scope, NodeId id, std::uint32_t box, std::vector<Row>* rows)
{
    for (const NamedArgument& named : namedArguments(scope.graph[id])) {
        if (!named.argument)
            continue;
        bool hasEdges = false;
        std::size_t hidden = 0;
        const fx::Argument& argument = *named.argument;
        eachValue(argument, [&](Value value) {
            if (const FxBinding* binding = bindingOf(scope, value); binding && binding->hidden)
                ++hidden;
            else if (isBody(scope, value))
                builder_.show(scope.path / value.node, box);
            else
                hasEdges = true;
            connectValue(scope, value, box);
        });
        const bool showRow = !hasEdges && !argument.isNone() && !named.isDefault && !isMinor(named.name) && !isBodyArgument(scope, argument);
        if (rows && showRow)
            rows->push_back({named.name, shortened(rowText(scope, argument))});
        else if (rows && hidden > 0 && hasEdges)
            addListRows(scope, named, rows);
    }
}

bool FxCanvas::isMinor(std::string_view name)
{
    return name == "device" || name == "layout" || name == "pin_memory" || name == "cudnn_enable" || name == "cudnn_enabled";
}

void FxCanvas::addListRows(const FxScope& scope, const NamedArgument& named, std::vector<Row>* rows) const
{
    std::size_t at = 0;
    eachValue(*named.argument, [&](Value value) {
        if (const FxBinding* binding = bindingOf(scope, value); binding && binding->hidden)
            rows->push_back({concat(named.name, "[", at, "]"), binding->row});
        ++at;
    });
}

std::string FxCanvas::rowText(const FxScope& scope, const fx::Argument& argument) const
{
    return argumentText(argument, [&](Value value) {
        const FxBinding* binding = bindingOf(scope, value);
        return binding && binding->hidden ? binding->row : std::string("value");
    });
}

const FxBinding* FxCanvas::bindingOf(const FxScope& scope, Value value)
{
    const auto found = scope.bindings.find(value.node);
    if (found == scope.bindings.end() || found->second.empty())
        return nullptr;
    return &found->second[std::min<std::size_t>(value.output, found->second.size() - 1)];
}

void FxCanvas::connectValue(FxScope& scope, Value value, std::uint32_t box)
{
    const FxBinding* binding = bindingOf(scope, value);
    if (!binding)
        return;
    if (binding->hidden)
        firstReader_.emplace(binding->origin, box);
    for (const Source& source : binding->sources)
        builder_.connect(source, box);
}

void FxCanvas::bindOutputs(FxScope& scope, NodeId id, std::uint32_t box)
{
    const fx::Node& node = scope.graph[id];
    const auto source = [&](std::uint32_t output, const ir::Type& type, const std::string& name) {
        return FxBinding{{{box, scope.path / id, output, edgeText(type), name}}, {}, false, {}};
    };
    scope.bindings[id] = {source(0, node.val, node.name)};
    for (const NodeId user : scope.users[id]) {
        const fx::Node& reader = scope.graph[user];
        if (!isGetItem(scope, reader))
            continue;
        const auto output = static_cast<std::uint32_t>(*reader.args[1].as<std::int64_t>());
        scope.bindings[user] = {source(output, reader.val, reader.name)};
        builder_.show(scope.path / user, box);
    }
}

void FxCanvas::showHidden(FxScope& scope)
{
    std::vector<NodeId> order = scope.graph.orderCopy();
    for (auto id = order.rbegin(); id != order.rend(); ++id) {
        const auto bound = scope.bindings.find(*id);
        const NodePath path = scope.path / *id;
        if (bound == scope.bindings.end() || bound->second.empty() || !bound->second.front().hidden)
            continue;
        if (const auto reader = firstReader_.find(path); reader != firstReader_.end()) {
            builder_.show(path, reader->second);
            boxOfHidden_[path] = reader->second;
            continue;
        }
        for (const NodeId user : scope.users[*id])
            if (const auto reader = boxOfHidden_.find(scope.path / user); reader != boxOfHidden_.end()) {
                builder_.show(path, reader->second);
                boxOfHidden_[path] = reader->second;
                break;
            }
    }
}

} // namespace sidelight::display
