// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
//
// A function call is one box until it is open; then its body's nodes stand in its frame, formal inputs stand for the values given, results for the call's
// outputs. Bodies of If, Loop and Scan stand in frames of their own within the call's and may read values of the graphs around them.
// Equal neighbouring calls of module functions are folded into one box.
#include "core/display/build.h"
#include "core/display/graph_builder.h"
#include "core/display/onnx_defaults.h"
#include "core/display/onnx_text.h"
#include "core/display/path_types.h"
#include "core/onnxir/bodies.h"
#include "core/support/text.h"

#include <algorithm>
#include <unordered_map>

namespace sidelight::display {
namespace {

constexpr std::size_t kDeepestNesting = 24;
constexpr std::size_t kFewestRepeats = 3;
constexpr std::size_t kMostWeightRows = 6;

/// What an ONNX value is in the drawing: a source, or an initializer that is a row of its readers.
struct Binding {
    std::vector<Source> sources;
    std::string row;
    bool hidden = false;
    NodePath origin;
    std::uint64_t elements = 0; ///< Of a hidden initializer.
};
struct ValueHash {
    std::size_t operator()(const Value& value) const noexcept { return std::hash<Value>{}(value); }
};
using Bindings = std::unordered_map<Value, Binding, ValueHash>;

struct Scope {
    const ir::Graph<onnxir::Node>& graph;
    NodePath path;
    ClusterId cluster = kNoCluster;
    const Scope* outer = nullptr; ///< Of a body that may read values of the graph around it.
    Bindings bindings;
    std::size_t depth = 0;
};

class OnnxDisplay {
public:
    OnnxDisplay(const onnxir::Model& model, const DisplayOptions& options) : model_(model), builder_(options), types_(model, options.types) {}

    DisplayGraph run()
    {
        if (!model_.graphs.contains(kMainGraph))
            return builder_.finish();
        Scope scope{model_.main(), {}, kNoCluster, nullptr, {}, 0};
        for (const NodeId id : scope.graph.order())
            if (scope.graph[id].kind == onnxir::Kind::Input)
                addValueBox(scope, id);
        addNodes(scope);
        for (const NodeId id : scope.graph.order())
            if (scope.graph[id].kind == onnxir::Kind::Output)
                addOutputBox(scope, id);
        return builder_.finish();
    }

private:
    // Inputs, initializers, outputs.

    void addValueBox(Scope& scope, NodeId id)
    {
        const onnxir::Node& node = scope.graph[id];
        DisplayNode box;
        box.ref = scope.path / id;
        box.key = keyOf(box.ref);
        box.title = node.name;
        box.role = node.kind == onnxir::Kind::Input ? Role::Input : Role::Constant;
        box.category = onnxNodeCategory(model_, node);
        box.cluster = scope.cluster;
        if (node.tensor)
            box.rows.push_back({tensorText(*node.tensor), {}});
        const std::uint32_t at = builder_.addBox(std::move(box));
        builder_.show(scope.path / id, at);
        bindOutputs(scope, id, at);
    }

    void addOutputBox(Scope& scope, NodeId id)
    {
        const onnxir::Node& node = scope.graph[id];
        DisplayNode box;
        box.ref = scope.path / id;
        box.key = keyOf(box.ref);
        box.title = node.name;
        box.role = Role::Output;
        box.cluster = scope.cluster;
        const Binding* read = node.inputs.empty() || !node.inputs[0] ? nullptr : find(scope, *node.inputs[0]);
        if (read && read->hidden)
            box.rows.push_back({"initializer", read->row});
        const std::uint32_t at = builder_.addBox(std::move(box));
        builder_.show(scope.path / id, at);
        if (read)
            connect(*read, at);
    }

    void bindOutputs(Scope& scope, NodeId id, std::uint32_t box)
    {
        const onnxir::Node& node = scope.graph[id];
        for (std::uint32_t i = 0; i < node.outputs.size(); ++i)
            scope.bindings[{id, i}]
                = {{{box, scope.path / id, i, sizesText(types_.of(scope.path, scope.graph, {id, i})), node.outputs[i].name}}, {}, false, {}, 0};
    }

    [[nodiscard]] static const Binding* find(const Scope& scope, Value value)
    {
        for (const Scope* at = &scope; at; at = at->outer)
            if (const auto found = at->bindings.find(value); found != at->bindings.end())
                return &found->second;
        return nullptr;
    }

    void connect(const Binding& binding, std::uint32_t box)
    {
        if (binding.hidden && !firstReader_.contains(binding.origin)) {
            firstReader_.emplace(binding.origin, box);
            builder_.show(binding.origin, box);
        }
        for (const Source& source : binding.sources)
            builder_.connect(source, box);
    }

    [[nodiscard]] static bool isConstant(const onnxir::Node& node)
    {
        return node.kind == onnxir::Kind::Operator && node.op.domain.empty() && node.op.op_type == "Constant" && node.attributes.size() == 1;
    }

    /// Initializers and constants are rows of their readers; an initializer that nothing reads is a box, and so is a constant that an output reads.
    void bindInitializers(Scope& scope)
    {
        std::unordered_map<NodeId, bool> read;
        for (const NodeId id : scope.graph.order())
            onnxir::visitInputs(scope.graph[id], [&](Value value, std::uint32_t) {
                read.emplace(value.node, true).first->second &= scope.graph[id].kind == onnxir::Kind::Operator;
            });
        for (const NodeId id : scope.graph.order()) {
            const onnxir::Node& node = scope.graph[id];
            if (const auto readers = read.find(id); isConstant(node) && readers != read.end() && readers->second)
                scope.bindings[{id, 0}] = {{}, attributeText(node, node.attributes.front()), true, scope.path / id, 0};
            if (node.kind != onnxir::Kind::Initializer)
                continue;
            if (!read.contains(id) && scope.depth == 0 && !hasBodies_) {
                addValueBox(scope, id);
                continue;
            }
            const std::int64_t elements = node.tensor ? std::max<std::int64_t>(node.tensor->elementCount(), 0) : 0;
            scope.bindings[{id, 0}] = {{}, node.tensor ? tensorText(*node.tensor) : std::string(), true, scope.path / id, static_cast<std::uint64_t>(elements)};
        }
    }

    // Nodes.

    /// Calls of one function with weights and results of equal sizes.
    [[nodiscard]] bool isEqualCall(const Scope& scope, const onnxir::Node& one, const onnxir::Node& other) const
    {
        if (one.op != other.op || one.inputs.size() != other.inputs.size() || one.outputs.size() != other.outputs.size())
            return false;
        for (std::size_t i = 0; i < one.outputs.size(); ++i)
            if (!(one.outputs[i].type == other.outputs[i].type))
                return false;
        const auto rowOf = [&](const std::optional<Value>& input) {
            const Binding* binding = input ? find(scope, *input) : nullptr;
            return binding && binding->hidden ? binding->row : std::string();
        };
        for (std::size_t i = 0; i < one.inputs.size(); ++i)
            if (rowOf(one.inputs[i]) != rowOf(other.inputs[i]))
                return false;
        return true;
    }

    /// Neighbouring calls of one module function with nothing else in between.
    [[nodiscard]] std::size_t runLength(const Scope& scope, const std::vector<NodeId>& nodes, std::size_t first) const
    {
        const onnxir::Node& node = scope.graph[nodes[first]];
        if (!builder_.options().foldRepeats || node.op.domain != kModuleDomain || !model_.functionBody(node.op))
            return 1;
        std::size_t end = first + 1;
        while (end < nodes.size() && isEqualCall(scope, node, scope.graph[nodes[end]]))
            ++end;
        return end - first >= kFewestRepeats ? end - first : 1;
    }

    void addNodes(Scope& scope)
    {
        hasBodies_ = hasBodies_ || std::ranges::any_of(model_.graphs.ids(), [&](GraphId id) { return id != kMainGraph && !model_.functionOf(id); });
        bindInitializers(scope);
        std::vector<NodeId> nodes;
        for (const NodeId id : scope.graph.order())
            if (scope.graph[id].kind == onnxir::Kind::Operator && !scope.bindings.contains({id, 0}))
                nodes.push_back(id);
        for (std::size_t i = 0; i < nodes.size();) {
            const std::size_t length = runLength(scope, nodes, i);
            if (length == 1)
                addNode(scope, nodes[i]);
            else
                addRun(scope, {nodes.begin() + static_cast<std::ptrdiff_t>(i), nodes.begin() + static_cast<std::ptrdiff_t>(i + length)});
            i += length;
        }
    }

    /// "layers.0 · EncoderLayer" for a call of a module, "layers.0 … layers.11 · EncoderLayer" for several.
    [[nodiscard]] std::string callTitle(const Scope& scope, NodeId first, NodeId last) const
    {
        const std::string name = onnxTitle(model_, scope.graph[first]);
        const std::string module = modulePathOf(model_, scope.path / first);
        if (module.empty())
            return name;
        return first == last ? concat(module, " · ", name) : concat(module, " … ", modulePathOf(model_, scope.path / last), " · ", name);
    }

    void addRun(Scope& scope, const std::vector<NodeId>& run)
    {
        const BoxKey key = concat(keyOf(scope.path / run.front()), "*", run.size());
        const auto repeat = static_cast<std::uint32_t>(run.size());
        if (builder_.isOpen(key, scope.cluster)) {
            Cluster cluster;
            cluster.key = key;
            cluster.parent = scope.cluster;
            cluster.title = callTitle(scope, run.front(), run.back());
            cluster.isFunction = true;
            cluster.repeat = repeat;
            const ClusterId outer = std::exchange(scope.cluster, builder_.addFrame(std::move(cluster)));
            for (const NodeId id : run)
                addNode(scope, id);
            scope.cluster = outer;
            return;
        }
        DisplayNode box = operatorBox(scope, run.front());
        box.key = key;
        box.repeat = repeat;
        box.expandable = true;
        box.title = callTitle(scope, run.front(), run.back());
        box.subtitle = concat(scope.graph[run.front()].name, " … ", scope.graph[run.back()].name);
        for (const NodeId id : run)
            box.members.push_back(scope.path / id);
        const std::uint32_t at = builder_.addBox(std::move(box));
        for (const NodeId id : run) {
            readInputs(scope, id, at, id == run.front() ? &builder_.box(at).rows : nullptr);
            builder_.show(scope.path / id, at);
            bindOutputs(scope, id, at);
        }
    }

    DisplayNode operatorBox(const Scope& scope, NodeId id) const
    {
        const onnxir::Node& node = scope.graph[id];
        DisplayNode box;
        box.ref = scope.path / id;
        box.key = keyOf(box.ref);
        box.title = callTitle(scope, id, id);
        box.subtitle = node.name;
        box.module = modulePathOf(model_, box.ref);
        box.isFunction = model_.functionBody(node.op).has_value();
        box.role = box.isFunction ? Role::FunctionCall : Role::Operator;
        box.category = onnxNodeCategory(model_, node);
        box.cluster = scope.cluster;
        if (!node.op.domain.empty() && !box.isFunction)
            box.note = node.op.domain;
        return box;
    }

    void addNode(Scope& scope, NodeId id)
    {
        const onnxir::Node& node = scope.graph[id];
        const auto function = model_.functionBody(node.op);
        const auto bodies = onnxir::namedBodiesOf(node);
        const bool expandable = scope.depth < kDeepestNesting && ((function && model_.graphs.contains(*function)) || !bodies.empty());
        if (expandable && builder_.isOpen(keyOf(scope.path / id), scope.cluster)) {
            function ? openFunction(scope, id, *function) : openBodies(scope, id, bodies);
            return;
        }
        DisplayNode box = operatorBox(scope, id);
        box.expandable = expandable;
        const std::uint32_t at = builder_.addBox(std::move(box));
        readInputs(scope, id, at, &builder_.box(at).rows);
        for (const auto& [name, graph] : bodies)
            readCaptures(scope, graph, at);
        builder_.show(scope.path / id, at);
        bindOutputs(scope, id, at);
    }

    void readInputs(Scope& scope, NodeId id, std::uint32_t box, std::vector<Row>* rows)
    {
        const onnxir::Node& node = scope.graph[id];
        for (std::size_t i = 0; i < node.inputs.size(); ++i) {
            const Binding* binding = node.inputs[i] ? find(scope, *node.inputs[i]) : nullptr;
            if (!binding)
                continue;
            connect(*binding, box);
            if (binding->hidden && rows)
                rows->push_back({inputName(model_, node, i), binding->row});
        }
        if (!rows)
            return;
        if (rows->size() > kMostWeightRows && model_.functionBody(node.op))
            *rows = summary(scope, node);
        // As in Netron, what says the same as its absence takes no room in the box; the inspector has it.
        for (const onnxir::Attribute& attribute : node.attributes)
            if (!std::holds_alternative<GraphId>(attribute.value) && !std::holds_alternative<std::vector<GraphId>>(attribute.value) &&
                !isDefaultAttribute(node, attribute))
                rows->push_back({attribute.name, attributeText(node, attribute)});
    }

    /// What a call of a large module reads, in two rows; its body shows them all.
    [[nodiscard]] std::vector<Row> summary(const Scope& scope, const onnxir::Node& node) const
    {
        std::size_t count = 0;
        std::uint64_t elements = 0;
        onnxir::visitInputs(node, [&](Value value, std::uint32_t) {
            const Binding* binding = find(scope, value);
            if (!binding || !binding->hidden)
                return;
            ++count;
            elements += binding->elements;
        });
        return {{"initializers", concat(count)}, {"parameters", shortCount(elements)}};
    }

    /// Edges for what a closed body reads from outside.
    void readCaptures(Scope& scope, GraphId body, std::uint32_t box)
    {
        std::vector<GraphId> open{body};
        for (std::size_t i = 0; i < open.size() && i < 1000; ++i) {
            const ir::Graph<onnxir::Node>* graph = model_.graphs.find(open[i]);
            if (!graph)
                continue;
            for (const NodeId id : graph->order()) {
                onnxir::visitInputs((*graph)[id], [&](Value value, std::uint32_t) {
                    if (const Binding* binding = graph->contains(value.node) ? nullptr : find(scope, value))
                        connect(*binding, box);
                });
                for (const auto& [name, inner] : onnxir::namedBodiesOf((*graph)[id]))
                    open.push_back(inner);
            }
        }
    }

    // Open calls.

    void openFunction(Scope& scope, NodeId id, GraphId body)
    {
        const onnxir::Node& node = scope.graph[id];
        const NodePath path = scope.path / id;
        Cluster cluster;
        cluster.key = keyOf(path);
        cluster.ref = path;
        cluster.parent = scope.cluster;
        cluster.title = callTitle(scope, id, id);
        cluster.isFunction = true;
        Scope inner{model_.graphs[body], path, builder_.addFrame(std::move(cluster)), nullptr, {}, scope.depth + 1};
        builder_.show(path, inner.cluster);
        bindFormals(scope, inner, node.inputs, 0);
        addNodes(inner);
        std::vector<Binding> results = resultsOf(inner);
        for (std::uint32_t i = 0; i < node.outputs.size() && i < results.size(); ++i)
            scope.bindings[{id, i}] = std::move(results[i]);
    }

    /// Input nodes of a body stand for the actual inputs from `first` on; one without is a box.
    void bindFormals(const Scope& outer, Scope& inner, const std::vector<std::optional<Value>>& actual, std::size_t first)
    {
        std::size_t next = first;
        for (const NodeId id : inner.graph.order()) {
            if (inner.graph[id].kind != onnxir::Kind::Input)
                continue;
            const std::optional<Value> value = next < actual.size() ? actual[next] : std::nullopt;
            ++next;
            const Binding* bound = value ? find(outer, *value) : nullptr;
            if (!bound) {
                addValueBox(inner, id);
                continue;
            }
            Binding& own = inner.bindings[{id, 0}] = *bound;
            if (own.hidden)
                own.origin = inner.path / id;
            else if (!own.sources.empty())
                builder_.show(inner.path / id, own.sources.front().box);
        }
    }

    std::vector<Binding> resultsOf(const Scope& inner)
    {
        std::vector<Binding> results;
        for (const NodeId id : inner.graph.order()) {
            const onnxir::Node& node = inner.graph[id];
            if (node.kind != onnxir::Kind::Output)
                continue;
            const Binding* binding = node.inputs.empty() || !node.inputs[0] ? nullptr : find(inner, *node.inputs[0]);
            results.push_back(binding ? *binding : Binding{});
            if (binding && !binding->sources.empty())
                builder_.show(inner.path / id, binding->sources.front().box);
        }
        return results;
    }

    /// If, Loop, Scan: the node itself stays as a box for its own inputs, its bodies stand beside it.
    void openBodies(Scope& scope, NodeId id, const std::vector<std::pair<std::string, GraphId>>& bodies)
    {
        const onnxir::Node& node = scope.graph[id];
        const NodePath path = scope.path / id;
        Cluster call;
        call.key = keyOf(path);
        call.ref = path;
        call.parent = scope.cluster;
        call.title = node.op.op_type;
        const ClusterId frame = builder_.addFrame(std::move(call));
        const std::size_t own = node.op.op_type == "If" ? 1 : node.op.op_type == "Loop" ? 2 : 0;
        const ClusterId outer = std::exchange(scope.cluster, frame);
        DisplayNode box = operatorBox(scope, id);
        box.key += "?";
        std::uint32_t at = 0;
        const bool hasOwn = own > 0 && std::any_of(node.inputs.begin(), node.inputs.begin() + static_cast<std::ptrdiff_t>(std::min(own, node.inputs.size())),
                                                   [](const std::optional<Value>& input) { return input.has_value(); });
        if (hasOwn) {
            at = builder_.addBox(std::move(box));
            builder_.show(path, at);
            for (std::size_t i = 0; i < std::min(own, node.inputs.size()); ++i)
                if (const Binding* binding = node.inputs[i] ? find(scope, *node.inputs[i]) : nullptr) {
                    connect(*binding, at);
                    if (binding->hidden)
                        builder_.box(at).rows.push_back({inputName(model_, node, i), binding->row});
                }
        } else {
            builder_.show(path, frame);
        }
        scope.cluster = outer;
        // A loop's body takes the iteration number and the condition before what is carried.
        const std::size_t skipped = node.op.op_type == "Loop" ? 2 : 0;
        const std::size_t returned = node.op.op_type == "Loop" ? 1 : 0;
        for (const auto& [name, graph] : bodies)
            if (model_.graphs.contains(graph))
                addBody(scope, id, {frame, name, graph, node.op.op_type == "If" ? node.inputs.size() : 0, skipped, returned});
    }

    struct Body {
        ClusterId frame;
        std::string name;
        GraphId graph;
        std::size_t firstActual;
        std::size_t ownFormals; ///< Formal inputs that the operator itself makes.
        std::size_t ownResults;
    };

    void addBody(Scope& scope, NodeId id, const Body& body)
    {
        const NodePath path = scope.path / id;
        Cluster cluster;
        cluster.key = concat(keyOf(path), "/g", ir::index(body.graph));
        cluster.parent = body.frame;
        cluster.title = body.name;
        Scope inner{model_.graphs[body.graph], path, builder_.addFrame(std::move(cluster)), &scope, {}, scope.depth + 1};
        const onnxir::Node& node = scope.graph[id];
        std::vector<std::optional<Value>> actual = node.inputs;
        for (std::size_t i = 0; i < std::min(body.ownFormals, actual.size()); ++i)
            actual[i].reset();
        bindFormals(scope, inner, actual, body.firstActual);
        addNodes(inner);
        const std::vector<Binding> results = resultsOf(inner);
        for (std::size_t i = body.ownResults; i < results.size(); ++i) {
            Binding& bound = scope.bindings[{id, static_cast<std::uint32_t>(i - body.ownResults)}];
            bound.sources.insert(bound.sources.end(), results[i].sources.begin(), results[i].sources.end());
        }
    }

    const onnxir::Model& model_;
    GraphBuilder builder_;
    PathTypes types_;
    std::map<NodePath, std::uint32_t> firstReader_;
    bool hasBodies_ = false; ///< Bodies may read initializers of the graphs around them.
};

} // namespace

DisplayGraph displayOnnx(const onnxir::Model& model, const DisplayOptions& options)
{
    return OnnxDisplay(model, options).run();
}

} // namespace sidelight::display
