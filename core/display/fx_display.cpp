// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
//
// Each graph is walked in the order of its module tree. Parameters, buffers, scalars and symbolic sizes become rows of their readers; getitem becomes an
// output of the call that it reads; a subgraph's placeholders stand for the operands of its call, its results for the call's outputs.
#include "core/display/build.h"
#include "core/display/categories.h"
#include "core/display/fx_text.h"
#include "core/display/graph_builder.h"
#include "core/display/module_tree.h"
#include "core/support/text.h"

#include <algorithm>
#include <set>
#include <unordered_map>

namespace sidelight::display {
namespace {

constexpr std::size_t kDeepestNesting = 24;
constexpr std::size_t kMostUnreadRows = 3;
constexpr std::size_t kLongestRowText = 40;

/// What a node's value is in the drawing.
struct Binding {
    std::vector<Source> sources; ///< More than one where branches meet.
    std::string row;             ///< Shown as a row of the readers instead: sizes of a parameter, text of a scalar.
    bool hidden = false;         ///< No edges: `row` says it all.
    NodePath origin;             ///< Of a hidden value: the node itself.
};
using Bindings = std::unordered_map<NodeId, std::vector<Binding>>; ///< By node, one for each output.

std::string shortened(std::string text)
{
    if (text.size() <= kLongestRowText)
        return text;
    std::size_t end = kLongestRowText - 1;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80)
        --end;
    return text.substr(0, end) + "…";
}

/// One graph (main or a body) while it is put on the canvas.
struct Scope {
    const ir::Graph<fx::Node>& graph;
    NodePath path;
    ClusterId cluster = kNoCluster;
    Bindings bindings;
    std::unordered_map<NodeId, std::vector<NodeId>> users;
    std::size_t depth = 0;
    BoxKey prefix; ///< Of module keys.
};

class FxDisplay {
public:
    FxDisplay(const fx::ExportedProgram& program, const DisplayOptions& options) : program_(program), builder_(options) {}

    DisplayGraph run()
    {
        if (!program_.graphs.contains(kMainGraph))
            return builder_.finish();
        Scope scope{program_.main(), {}, kNoCluster, {}, {}, 0, {}};
        collectUsers(scope);
        addPlaceholders(scope);
        addNodes(scope);
        addOutputs(scope);
        addUnread(scope);
        return builder_.finish();
    }

private:
    static void collectUsers(Scope& scope)
    {
        for (const NodeId id : scope.graph.order())
            fx::visitInputs(scope.graph[id], [&](Value value, std::uint32_t) { scope.users[value.node].push_back(id); });
    }

    // Placeholders of the main graph.

    [[nodiscard]] const fx::InputSpec* specOf(const std::string& name) const
    {
        if (specs_.empty() && program_.signature)
            for (const fx::InputSpec& spec : program_.signature->inputs)
                specs_.emplace(spec.name, &spec);
        const auto found = specs_.find(name);
        return found == specs_.end() ? nullptr : found->second;
    }

    void addPlaceholders(Scope& scope)
    {
        for (const NodeId id : scope.graph.order()) {
            const fx::Node& node = scope.graph[id];
            if (node.op != fx::Op::Placeholder)
                continue;
            const fx::InputSpec* spec = specOf(node.name);
            const bool isState = spec && spec->kind != fx::InputKind::UserInput;
            const std::vector<NodeId>& users = scope.users[id];
            const bool onlyReturned = std::ranges::all_of(users, [&](NodeId user) { return scope.graph[user].op == fx::Op::Output; });
            if (isState && users.empty())
                unread_.push_back(id);
            else if (isState && !onlyReturned)
                bindRow(scope, id, spec->kind == fx::InputKind::ConstantInput ? shortened(argumentText(spec->constant, noValue)) : parameterText(node.val));
            else
                addPlaceholderBox(scope, id, spec, isState);
        }
    }

    static std::string noValue(Value) { return "value"; }

    void bindRow(Scope& scope, NodeId id, std::string row)
    {
        Binding binding;
        binding.row = std::move(row);
        binding.hidden = true;
        binding.origin = scope.path / id;
        scope.bindings[id] = {std::move(binding)};
    }

    void addPlaceholderBox(Scope& scope, NodeId id, const fx::InputSpec* spec, bool isState)
    {
        const fx::Node& node = scope.graph[id];
        DisplayNode box;
        box.ref = scope.path / id;
        box.key = keyOf(box.ref);
        box.title = isState && !spec->target.empty() ? spec->target : node.name;
        box.subtitle = "%" + node.name;
        box.role = isState ? Role::Constant : Role::Input;
        box.category = isState ? Category::Constant : Category::None;
        box.cluster = scope.cluster;
        if (isState)
            box.rows.push_back({parameterText(node.val), {}});
        place(scope, id, std::move(box));
    }

    /// State that nothing reads, all in one box.
    void addUnread(const Scope& scope)
    {
        if (unread_.empty())
            return;
        DisplayNode box;
        box.key = "unread";
        box.ref = scope.path / unread_.front();
        box.title = "not read";
        box.subtitle = "parameters, buffers and constants that nothing reads";
        box.role = Role::Constant;
        box.category = Category::Constant;
        for (std::size_t i = 0; i < unread_.size(); ++i) {
            box.members.push_back(scope.path / unread_[i]);
            if (i == kMostUnreadRows)
                box.rows.push_back({concat("and ", unread_.size() - i, " more"), {}});
            if (i >= kMostUnreadRows)
                continue;
            const fx::Node& node = scope.graph[unread_[i]];
            const fx::InputSpec* spec = specOf(node.name);
            box.rows.push_back({shortened(spec && !spec->target.empty() ? spec->target : node.name), parameterText(node.val)});
        }
        const std::uint32_t at = builder_.addBox(std::move(box));
        for (const NodeId id : unread_)
            builder_.show(scope.path / id, at);
    }

    // Nodes and modules.

    /// Sizes and arithmetic on them, read as scalars only: rows of their readers.
    [[nodiscard]] bool isScalarHelper(const Scope& scope, NodeId id) const
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

    [[nodiscard]] static bool isGetItem(const Scope& scope, const fx::Node& node)
    {
        if (node.target != "operator.getitem" || node.args.size() != 2 || !node.args[1].as<std::int64_t>())
            return false;
        const Value* value = node.args[0].as<Value>();
        const fx::Node* producer = value ? scope.graph.find(value->node) : nullptr;
        return producer && producer->op == fx::Op::CallFunction && !producer->val.isTensor();
    }

    /// Nodes that have a box of their own; the others are bound on the way.
    std::vector<NodeId> visibleNodes(Scope& scope)
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

    void addNodes(Scope& scope)
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
                if (builder_.isOpen(scope.prefix + next->key))
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

    struct Frame {
        ClusterId cluster;
        std::uint32_t at;
        std::uint32_t end;
        const std::vector<std::uint32_t>* groups;
        std::size_t nextGroup;
    };

    static std::string moduleTitle(const ModuleGroup& group) { return group.className.empty() ? group.path : concat(group.path, " · ", group.className); }

    ClusterId addModuleFrame(const Scope& scope, const ModuleGroup& group)
    {
        Cluster cluster;
        cluster.key = scope.prefix + group.key;
        cluster.parent = scope.cluster;
        cluster.title = moduleTitle(group);
        cluster.repeat = group.repeat;
        return builder_.addFrame(std::move(cluster));
    }

    void addModuleBox(Scope& scope, const ModuleTree& tree, const ModuleGroup& group)
    {
        DisplayNode box;
        box.key = scope.prefix + group.key;
        box.title = moduleTitle(group);
        box.subtitle = group.path;
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

    [[nodiscard]] std::vector<Row> moduleRows(const Scope& scope, const ModuleTree& tree, const ModuleGroup& group) const
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

    /// Boxes for a node by itself.
    void addNode(Scope& scope, NodeId id)
    {
        const fx::Node& node = scope.graph[id];
        const std::vector<std::pair<std::string, GraphId>> bodies = bodiesOf(scope, node);
        const NodePath path = scope.path / id;
        if (!bodies.empty() && scope.depth < kDeepestNesting && builder_.isOpen(keyOf(path))) {
            addOpenCall(scope, id, bodies);
            return;
        }
        DisplayNode box = operatorBox(scope, id);
        box.expandable = !bodies.empty() && scope.depth < kDeepestNesting;
        place(scope, id, std::move(box));
    }

    DisplayNode operatorBox(const Scope& scope, NodeId id) const
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

    /// Adds the box and its edges and makes it the source of the node's values.
    void place(Scope& scope, NodeId id, DisplayNode box)
    {
        const bool isCall = box.role == Role::Operator;
        const std::uint32_t at = builder_.addBox(std::move(box));
        readInputs(scope, id, at, isCall ? &builder_.box(at).rows : nullptr);
        builder_.show(scope.path / id, at);
        bindOutputs(scope, id, at);
    }

    /// Edges from what a node reads to `box`; what is hidden becomes a row.
    void readInputs(Scope& scope, NodeId id, std::uint32_t box, std::vector<Row>* rows)
    {
        for (const NamedArgument& named : namedArguments(scope.graph[id])) {
            if (!named.argument)
                continue;
            bool hasEdges = false;
            std::size_t hidden = 0;
            const fx::Argument& argument = *named.argument;
            eachValue(argument, [&](Value value) {
                if (const Binding* binding = bindingOf(scope, value); binding && binding->hidden)
                    ++hidden;
                else if (!isBody(scope, value))
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

    /// Arguments that say how rather than what; the inspector shows them.
    [[nodiscard]] static bool isMinor(std::string_view name)
    {
        return name == "device" || name == "layout" || name == "pin_memory" || name == "cudnn_enable" || name == "cudnn_enabled";
    }

    /// Parameters among other values of a list: each a row of its own.
    void addListRows(const Scope& scope, const NamedArgument& named, std::vector<Row>* rows) const
    {
        std::size_t at = 0;
        eachValue(*named.argument, [&](Value value) {
            if (const Binding* binding = bindingOf(scope, value); binding && binding->hidden)
                rows->push_back({concat(named.name, "[", at, "]"), binding->row});
            ++at;
        });
    }

    [[nodiscard]] std::string rowText(const Scope& scope, const fx::Argument& argument) const
    {
        return argumentText(argument, [&](Value value) {
            const Binding* binding = bindingOf(scope, value);
            return binding && binding->hidden ? binding->row : std::string("value");
        });
    }

    template <class Visit>
    static void eachValue(const fx::Argument& argument, Visit visit)
    {
        std::uint32_t slot = 0;
        const auto forward = [&](Value value, std::uint32_t) { visit(value); };
        fx::detail::visitArgument(argument, forward, slot);
    }

    [[nodiscard]] static const Binding* bindingOf(const Scope& scope, Value value)
    {
        const auto found = scope.bindings.find(value.node);
        if (found == scope.bindings.end() || found->second.empty())
            return nullptr;
        return &found->second[std::min<std::size_t>(value.output, found->second.size() - 1)];
    }

    void connectValue(Scope& scope, Value value, std::uint32_t box)
    {
        const Binding* binding = bindingOf(scope, value);
        if (!binding)
            return;
        if (binding->hidden)
            firstReader_.emplace(binding->origin, box);
        for (const Source& source : binding->sources)
            builder_.connect(source, box);
    }

    /// The values of a node that has a box: one, or those that its getitem nodes read.
    void bindOutputs(Scope& scope, NodeId id, std::uint32_t box)
    {
        const fx::Node& node = scope.graph[id];
        const auto source = [&](std::uint32_t output, const ir::Type& type, const std::string& name) {
            return Binding{{{box, scope.path / id, output, edgeText(type), name}}, {}, false, {}};
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

    /// Hidden nodes are shown by their first reader.
    void showHidden(Scope& scope)
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

    // Calls with bodies.

    [[nodiscard]] bool isBody(const Scope& scope, Value value) const
    {
        const fx::Node* node = scope.graph.find(value.node);
        return node && node->op == fx::Op::GetAttr && node->subgraph != kMainGraph;
    }
    [[nodiscard]] bool isBodyArgument(const Scope& scope, const fx::Argument& argument) const
    {
        const Value* value = argument.as<Value>();
        return argument.as<GraphId>() || (value && isBody(scope, *value));
    }

    [[nodiscard]] std::vector<std::pair<std::string, GraphId>> bodiesOf(const Scope& scope, const fx::Node& node) const
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

    /// Operands of a call in the order of its bodies' placeholders: all values after the bodies.
    [[nodiscard]] static std::vector<fx::Argument> operandsOf(const fx::Node& node, std::size_t firstOperand)
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

    void addOpenCall(Scope& scope, NodeId id, const std::vector<std::pair<std::string, GraphId>>& bodies)
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
        std::vector<Binding> results;
        for (const auto& [name, graph] : bodies)
            addBody(scope, {path, frame, name, graph}, operandsOf(node, firstOperand), results);
        bindResults(scope, id, std::move(results));
    }

    struct Body {
        NodePath call;
        ClusterId frame;
        std::string name;
        GraphId graph;
    };

    void addBody(const Scope& outer, const Body& body, const std::vector<fx::Argument>& operands, std::vector<Binding>& results)
    {
        Cluster cluster;
        cluster.key = concat(keyOf(body.call), "/g", ir::index(body.graph));
        cluster.parent = body.frame;
        cluster.title = body.name;
        Scope scope{program_.graphs[body.graph], body.call, builder_.addFrame(cluster), {}, {}, outer.depth + 1, cluster.key + "/"};
        collectUsers(scope);
        std::size_t next = 0;
        for (const NodeId id : scope.graph.order()) {
            if (scope.graph[id].op != fx::Op::Placeholder)
                continue;
            const fx::Argument* operand = next < operands.size() ? &operands[next] : nullptr;
            ++next;
            const Value* value = operand ? operand->as<Value>() : nullptr;
            if (const Binding* bound = value ? bindingOf(outer, *value) : nullptr) {
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

    /// A placeholder of a body that stands for an operand is shown by the box that makes the operand.
    void showBoundPlaceholders(const Scope& scope)
    {
        for (const NodeId id : scope.graph.order()) {
            const auto bound = scope.bindings.find(id);
            if (scope.graph[id].op == fx::Op::Placeholder && bound != scope.bindings.end() && !bound->second.front().sources.empty())
                builder_.show(scope.path / id, bound->second.front().sources.front().box);
        }
    }

    /// Adds what a body returns to the sources of the call's outputs.
    void collectResults(Scope& scope, std::vector<Binding>& results)
    {
        for (const NodeId id : scope.graph.order()) {
            if (scope.graph[id].op != fx::Op::Output)
                continue;
            std::size_t at = 0;
            fx::visitInputs(scope.graph[id], [&](Value value, std::uint32_t) {
                if (at == results.size())
                    results.emplace_back();
                if (const Binding* binding = bindingOf(scope, value)) {
                    results[at].sources.insert(results[at].sources.end(), binding->sources.begin(), binding->sources.end());
                    if (!binding->sources.empty())
                        builder_.show(scope.path / id, binding->sources.front().box);
                }
                ++at;
            });
        }
    }

    void bindResults(Scope& scope, NodeId id, std::vector<Binding> results)
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

    // Results of the main graph.

    void addOutputs(Scope& scope)
    {
        for (const NodeId id : scope.graph.order()) {
            const fx::Node& node = scope.graph[id];
            if (node.op != fx::Op::Output)
                continue;
            std::vector<Value> leaves;
            fx::visitInputs(node, [&](Value value, std::uint32_t) { leaves.push_back(value); });
            for (std::uint32_t i = 0; i < leaves.size(); ++i)
                addOutputBox(scope, id, leaves[i], i, leaves.size());
        }
    }

    void addOutputBox(Scope& scope, NodeId id, Value value, std::uint32_t at, std::size_t count)
    {
        const auto& specs = program_.signature ? program_.signature->outputs : kNoOutputs;
        const fx::OutputSpec* spec = at < specs.size() ? &specs[at] : nullptr;
        DisplayNode box;
        box.ref = scope.path / id;
        box.key = count == 1 ? keyOf(box.ref) : concat(keyOf(box.ref), ".", at);
        box.role = Role::Output;
        box.title = count == 1 ? "output" : concat("output ", at);
        if (spec && spec->kind != fx::OutputKind::UserOutput && !spec->target.empty()) {
            box.title = spec->target;
            box.rows.push_back({kindText(spec->kind), {}});
        }
        if (const fx::Node* read = scope.graph.find(value.node))
            box.subtitle = "%" + read->name;
        const std::uint32_t index = builder_.addBox(std::move(box));
        if (at == 0)
            builder_.show(scope.path / id, index);
        connectValue(scope, value, index);
    }

    static std::string kindText(fx::OutputKind kind)
    {
        switch (kind) {
        case fx::OutputKind::UserOutput: return "output";
        case fx::OutputKind::LossOutput: return "loss";
        case fx::OutputKind::BufferMutation: return "buffer mutation";
        case fx::OutputKind::ParameterMutation: return "parameter mutation";
        case fx::OutputKind::GradientToParameter: return "gradient of parameter";
        case fx::OutputKind::GradientToUserInput: return "gradient of input";
        case fx::OutputKind::UserInputMutation: return "input mutation";
        case fx::OutputKind::Token: return "token";
        }
        return "output";
    }

    static inline const std::vector<fx::OutputSpec> kNoOutputs{};

    const fx::ExportedProgram& program_;
    GraphBuilder builder_;
    mutable std::map<std::string, const fx::InputSpec*> specs_;
    std::vector<NodeId> unread_;
    std::map<NodePath, std::uint32_t> firstReader_;
    std::map<NodePath, std::uint32_t> boxOfHidden_;
};

} // namespace

DisplayGraph displayFx(const fx::ExportedProgram& program, const DisplayOptions& options)
{
    return FxDisplay(program, options).run();
}

} // namespace sidelight::display
