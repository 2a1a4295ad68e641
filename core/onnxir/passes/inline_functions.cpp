// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
// Inlining. Every graph is searched for calls of the functions that shall not stay, callers before callees, so that a callee's body is still the
// original one when it is copied. A copied node hands down the origins of its call: those below the copied body node, with the first path element
// removed; a node without any takes the call's own. Calls elsewhere whose origins lead through an inlined call are re-pointed at the copies in the end.
#include "core/onnxir/bodies.h"
#include "core/onnxir/passes/pipeline.h"
#include "core/onnxir/passes/unique_names.h"

#include "core/ir/pass_table.h"
#include "core/support/text.h"

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace sidelight::onnxir::passes {
namespace {

constexpr std::string_view kModuleDomain = "pkg.torch.module";

/// Which functions a level keeps.
bool stays(const OpId& id, std::string_view level)
{
    if (level == "both")
        return true;
    if (level == "none")
        return false;
    return (id.domain == kModuleDomain) == (level == "module");
}

/// Value and node names of one graph and what surrounds it.
class Names {
public:
    void take(const Node& node)
    {
        nodes_.take(node.name);
        for (const ValueInfo& output : node.outputs)
            values_.take(output.name);
    }
    std::string value(const std::string& wanted) { return values_.make(wanted); }
    std::string node(const std::string& wanted) { return nodes_.make(wanted); }

private:
    UniqueNames values_;
    UniqueNames nodes_;
};

/// The copies of a body's nodes that one inlined call left.
using Copies = std::map<NodeId, NodeId>;

class Inliner {
public:
    Inliner(PassContext& context, std::string level) : rewriter_(context.rewriter), context_(context), level_(std::move(level)) {}

    void run()
    {
        for (const GraphId root : callersFirst()) {
            const auto function = rewriter_.unit().functionOf(root);
            if (function && !stays(function->id, level_))
                continue; // All calls of it go; it is removed as dead later.
            imports_ = function ? function->opsets : std::map<std::string, std::int64_t>{};
            Names names;
            for (const GraphId graph : nested(root))
                for (const NodeId id : rewriter_.graph(graph).order())
                    names.take(rewriter_.graph(graph)[id]);
            std::vector<GraphId> graphs = nested(root);
            for (std::size_t i = 0; i < graphs.size(); ++i)
                inlineIn(graphs[i], names);
            if (function && imports_ != function->opsets) {
                Function changed = *function;
                changed.opsets = imports_;
                rewriter_.setFunction(root, std::make_shared<const Function>(std::move(changed)));
            }
        }
        repointOrigins();
    }

private:
    /// Main graph and function bodies, each before those it calls.
    std::vector<GraphId> callersFirst() const
    {
        std::vector<GraphId> done;
        std::set<GraphId> seen;
        std::vector<std::pair<GraphId, bool>> stack{{kMainGraph, false}};
        while (!stack.empty()) {
            const auto [graph, finished] = stack.back();
            stack.pop_back();
            if (finished) {
                done.push_back(graph);
                continue;
            }
            if (!seen.insert(graph).second)
                continue;
            stack.emplace_back(graph, true);
            for (const GraphId inner : nested(graph))
                for (const NodeId id : rewriter_.graph(inner).order())
                    if (const auto body = calledBody(rewriter_.graph(inner)[id]))
                        stack.emplace_back(*body, false);
        }
        std::reverse(done.begin(), done.end());
        return done;
    }

    /// `root` and the graphs of its nodes' attributes, at any depth.
    std::vector<GraphId> nested(GraphId root) const
    {
        std::vector<GraphId> graphs{root};
        for (std::size_t i = 0; i < graphs.size(); ++i)
            for (const NodeId id : rewriter_.graph(graphs[i]).order())
                visitBodies(rewriter_.graph(graphs[i])[id], [&](const std::string&, GraphId body) { graphs.push_back(body); });
        return graphs;
    }

    std::optional<GraphId> calledBody(const Node& node) const
    {
        return node.kind == Kind::Operator ? rewriter_.unit().functionBody(node.op) : std::nullopt;
    }

    void inlineIn(GraphId graph, Names& names)
    {
        std::vector<NodeId> pending = rewriter_.graph(graph).orderCopy();
        std::reverse(pending.begin(), pending.end());
        while (!pending.empty()) {
            const NodeId id = pending.back();
            pending.pop_back();
            const Node& node = rewriter_.graph(graph)[id];
            rewriter_.visit(id);
            if (const auto body = calledBody(node); body && !stays(node.op, level_)) {
                const std::vector<NodeId> made = inlineCall(graph, id, *body, names);
                pending.insert(pending.end(), made.rbegin(), made.rend());
                continue;
            }
            for (const Attribute& attribute : node.attributes)
                if (const auto* inner = std::get_if<GraphId>(&attribute.value))
                    inlineIn(*inner, names);
        }
    }

    std::vector<NodeId> inlineCall(GraphId graph, NodeId call, GraphId body, Names& names)
    {
        const Node caller = rewriter_.graph(graph)[call];
        rewriter_.match();
        const auto callee = rewriter_.unit().functionOf(body);
        imports_.insert(callee->opsets.begin(), callee->opsets.end());
        std::map<Value, std::optional<Value>> values;
        std::map<Value, std::size_t> results = resultsOf(body);
        std::vector<NodeId> made;
        Copies& copies = copies_[call];
        std::size_t input = 0;
        for (const NodeId id : rewriter_.graph(body).orderCopy()) {
            const Node node = rewriter_.graph(body)[id];
            if (node.kind == Kind::Input)
                values[{id, 0}] = input < caller.inputs.size() ? caller.inputs[input] : std::nullopt, ++input;
            if (node.kind != Kind::Operator)
                continue;
            Node copy = copied(node, id, caller, values, names);
            for (std::uint32_t output = 0; output < copy.outputs.size(); ++output) {
                const auto result = results.find({id, output});
                const bool isNamed = result != results.end() && result->second < caller.outputs.size() && !caller.outputs[result->second].name.empty();
                if (isNamed)
                    copy.outputs[output] = caller.outputs[result->second];
                else if (!copy.outputs[output].name.empty())
                    copy.outputs[output].name = names.value(copy.outputs[output].name);
            }
            const NodeId fresh = rewriter_.insert(graph, call, std::move(copy));
            copies[id] = fresh;
            made.push_back(fresh);
            for (std::uint32_t output = 0; output < node.outputs.size(); ++output)
                values[{id, output}] = Value{fresh, output};
        }
        replaceResults(call, body, values);
        return made;
    }

    /// Values of the body that are results, with the number of the first result each is.
    std::map<Value, std::size_t> resultsOf(GraphId body) const
    {
        std::map<Value, std::size_t> results;
        std::size_t number = 0;
        for (const NodeId id : rewriter_.graph(body).order()) {
            const Node& node = rewriter_.graph(body)[id];
            if (node.kind == Kind::Output)
                results.emplace(*node.inputs.front(), number++);
        }
        return results;
    }

    /// `node` of the body as it stands at the call. Bodies of its attributes are copied too.
    Node copied(const Node& node, NodeId id, const Node& caller, const std::map<Value, std::optional<Value>>& values, Names& names)
    {
        Node copy = node;
        for (auto& input : copy.inputs) {
            const auto found = input ? values.find(*input) : values.end();
            if (found != values.end())
                input = found->second;
        }
        copy.name = names.node(copy.name);
        handDown(copy, id, caller);
        // An attribute that refers to one the call leaves out is left out too.
        std::erase_if(copy.attributes, [&](const Attribute& attribute) {
            const auto* reference = std::get_if<AttributeRef>(&attribute.value);
            return reference && !caller.attribute(reference->name);
        });
        for (Attribute& attribute : copy.attributes) {
            if (const auto* inner = std::get_if<GraphId>(&attribute.value))
                attribute.value = copyGraph(*inner, caller, values, names);
            else if (const auto* reference = std::get_if<AttributeRef>(&attribute.value))
                attribute.value = AttributeValue(caller.attribute(reference->name)->value);
        }
        return copy;
    }

    GraphId copyGraph(GraphId from, const Node& caller, std::map<Value, std::optional<Value>> values, Names& names)
    {
        const GraphId to = rewriter_.addGraph();
        for (const NodeId id : rewriter_.graph(from).orderCopy()) {
            const Node node = rewriter_.graph(from)[id];
            Node copy = copied(node, id, caller, values, names);
            if (node.kind == Kind::Output)
                copy.name = copy.inputs.front() ? valueName(*copy.inputs.front()) : node.name;
            for (ValueInfo& output : copy.outputs)
                if (!output.name.empty())
                    output.name = names.value(output.name);
            if (node.kind == Kind::Input)
                copy.name = copy.outputs.front().name;
            const NodeId fresh = rewriter_.insert(to, kNoNode, std::move(copy));
            for (std::uint32_t output = 0; output < node.outputs.size(); ++output)
                values[{id, output}] = Value{fresh, output};
        }
        return to;
    }

    std::string valueName(Value value) const { return rewriter_.node(value.node).outputs[value.output].name; }

    /// Gives a copy the origins and metadata that the call has for it.
    void handDown(Node& copy, NodeId id, const Node& caller) const
    {
        copy.origins.clear();
        for (const Origin& origin : caller.origins)
            if (!origin.path.empty() && origin.path.front() == id)
                copy.origins.push_back({{origin.path.begin() + 1, origin.path.end()}, origin.fx, origin.properties});
        const bool own = std::any_of(copy.origins.begin(), copy.origins.end(), [](const Origin& o) { return o.path.empty(); });
        if (!own)
            for (const Origin& origin : caller.origins)
                if (origin.path.empty())
                    copy.origins.insert(copy.origins.begin(), origin);
        if (!own)
            mergeProperties(copy.metadata_props, caller.metadata_props);
        for (const Origin& origin : copy.origins)
            if (origin.path.empty() && origin.properties)
                mergeProperties(copy.metadata_props, *origin.properties);
    }

    static void mergeProperties(Properties& into, const Properties& from)
    {
        for (const auto& [key, value] : from) {
            const auto found = std::find_if(into.begin(), into.end(), [&k = key](const auto& property) { return property.first == k; });
            if (found == into.end())
                into.emplace_back(key, value);
        }
    }

    void replaceResults(NodeId call, GraphId body, const std::map<Value, std::optional<Value>>& values)
    {
        std::uint32_t number = 0;
        for (const NodeId id : rewriter_.graph(body).orderCopy()) {
            const Node node = rewriter_.graph(body)[id];
            if (node.kind != Kind::Output)
                continue;
            const auto found = values.find(*node.inputs.front());
            if (found != values.end() && found->second)
                rewriter_.replaceAllUsesWith({call, number}, *found->second);
            ++number;
        }
        const Status erased = rewriter_.erase(call);
        if (!erased)
            context_.log.append(erased.error());
    }

    /// Origins of calls that stay lead through calls that are gone: lead them to the copies.
    void repointOrigins()
    {
        for (const GraphId graph : rewriter_.unit().graphs.ids())
            for (const NodeId id : rewriter_.graph(graph).orderCopy()) {
                const Node& node = rewriter_.graph(graph)[id];
                const bool affected = std::any_of(node.origins.begin(), node.origins.end(), [&](const Origin& origin) { return isStale(origin); });
                if (!affected)
                    continue;
                Node changed = node;
                changed.origins.clear();
                for (const Origin& origin : node.origins)
                    addRepointed(origin, 0, changed.origins, node.origins);
                std::sort(changed.origins.begin(), changed.origins.end(), [](const Origin& a, const Origin& b) { return a.path < b.path; });
                changed.origins.erase(std::unique(changed.origins.begin(), changed.origins.end(), [](const Origin& a, const Origin& b) { return a.path == b.path; }),
                                      changed.origins.end());
                rewriter_.setCause(id);
                rewriter_.update(id, std::move(changed));
            }
    }
    bool isStale(const Origin& origin) const
    {
        return std::any_of(origin.path.begin(), origin.path.end(), [&](NodeId id) { return copies_.count(id) != 0; });
    }
    void addRepointed(const Origin& origin, std::size_t at, std::vector<Origin>& out, const std::vector<Origin>& all) const
    {
        while (at < origin.path.size() && copies_.count(origin.path[at]) == 0)
            ++at;
        if (at == origin.path.size()) {
            out.push_back(origin);
            return;
        }
        const Copies& copies = copies_.at(origin.path[at]);
        Origin moved = origin;
        if (at + 1 < origin.path.size()) {
            // Through the gone call to a node of its body: that node's copy.
            const auto copy = copies.find(origin.path[at + 1]);
            if (copy == copies.end())
                return;
            moved.path.erase(moved.path.begin() + static_cast<std::ptrdiff_t>(at));
            moved.path[at] = copy->second;
            addRepointed(moved, at, out, all);
            return;
        }
        // The gone call itself: its FX node is that of each copy that has none of its own.
        for (const auto& [body, copy] : copies) {
            std::vector<NodeId> below = origin.path;
            below.push_back(body);
            if (std::any_of(all.begin(), all.end(), [&](const Origin& other) { return other.path == below; }))
                continue;
            moved.path[at] = copy;
            addRepointed(moved, at, out, all);
        }
    }

    Rewriter& rewriter_;
    PassContext& context_;
    std::string level_;
    std::map<std::string, std::int64_t> imports_; ///< Opsets that the function being rewritten needs.
    std::map<NodeId, Copies> copies_;
};

Status inlineFunctions(PassContext& context)
{
    if (Status status = ir::checkOptions(kInline, context.options); !status)
        return status;
    const auto level = ir::optionOf<std::string>(kInline, context.options, "level");
    if (level != "both")
        Inliner(context, level).run();
    return {};
}

constexpr std::string_view kHelp = R"(Looks for calls of the model's own functions, in the main graph, in functions that stay, and in bodies. Option level says which functions stay: those of
operators, of modules, both or none.

Makes copies of the function's nodes at the call, with names of their own; attributes that the call gives take the place of references to them. Each copy
takes over which FX node and which source line it stands for.

Leaves functions that stay. Those that nothing calls any more are removed by dead-node-removal.

Before (level none):
    h = Linear(x, weight, bias)
After:
    product = MatMul(x, weight)
    h = Add(product, bias)
)";

constexpr std::string_view kLevels[] = {"none", "operator", "module", "both"};
constexpr ir::PassOption kOptions[] = {
    {"level", std::string_view("both"), "Which functions stay: those of operators, of modules, both or none.", kLevels},
};

} // namespace

constinit const Pass kInline{
    .id = "inline",
    .summary = "Inlines calls of functions that the chosen level does not keep.",
    .run = inlineFunctions,
    .help = kHelp,
    .options = kOptions,
};

} // namespace sidelight::onnxir::passes
