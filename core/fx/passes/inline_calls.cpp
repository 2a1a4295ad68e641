// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
//
// The body of an autocast region holds its operators as the user called them; the casts that autocast makes show only in the result types, and are
// written out here.

#include "core/fx/passes/inline_calls.h"

#include "core/fx/calls.h"
#include "core/fx/names.h"
#include "core/fx/schema.h"
#include "core/fx/shape_rules.h"
#include "core/support/rules.h"
#include "core/support/text.h"

#include <algorithm>
#include <set>
#include <unordered_map>

namespace sidelight::fx::passes {

namespace {

constexpr std::string_view kAutocast = "higher_order.wrap_with_autocast";
constexpr std::string_view kInvoke = "higher_order.invoke_subgraph";

bool isHalf(ir::DType dtype) { return dtype == ir::DType::Float16 || dtype == ir::DType::BFloat16; }

/// Casts asked for by the program itself, and calls that choose their type by an argument.
bool choosesItsType(const Node& node, const Schema& schema)
{
    const std::string_view name = schema.name;
    if (name == "aten.to" || name == "aten.type_as" || name == "aten._to_copy" || name == "aten.copy" || support::startsWith(name, "aten.new_"))
        return true;
    const Argument* dtype = argumentOf(node, schema, "dtype");
    return dtype && dtype->as<ir::DType>();
}

/// The type that autocast casts the floating inputs of `node` to, seen from its result; Undefined when it casts none.
ir::DType autocastType(const ir::Graph<Node>& graph, const Node& node)
{
    const Schema* schema = node.op == Op::CallFunction ? findSchema(node.target) : nullptr;
    if (!schema || !node.val.isTensor() || choosesItsType(node, *schema))
        return ir::DType::Undefined;
    bool anyHalf = false;
    bool anySingle = false;
    visitInputs(node, [&](Value value, std::uint32_t) {
        const Node* source = graph.find(value.node);
        if (!source || !source->val.isTensor())
            return;
        anyHalf = anyHalf || isHalf(source->val.tensor.dtype);
        anySingle = anySingle || source->val.tensor.dtype == ir::DType::Float32;
    });
    const ir::DType result = node.val.tensor.dtype;
    if (isHalf(result) && anySingle)
        return result; // The list of operators that run in low precision.
    if (result == ir::DType::Float32 && anyHalf && !anySingle)
        return result; // The list of those that run in float32.
    return ir::DType::Undefined;
}

class Inliner {
public:
    Inliner(PassContext& context, GraphId graph, std::span<const std::string_view> wrappers)
        : context_(context), rewriter_(context.rewriter), graphId_(graph), wrappers_(wrappers), names_(rewriter_.graph(graph))
    {
    }

    /// Inlines until no wrapper is left, wrappers inside bodies too.
    Status run()
    {
        std::vector<NodeId> open = rewriter_.graph(graphId_).orderCopy();
        std::reverse(open.begin(), open.end());
        while (!open.empty()) {
            const NodeId id = open.back();
            open.pop_back();
            if (!rewriter_.contains(id))
                continue;
            rewriter_.visit(id);
            if (const Node& any = rewriter_.graph(graphId_)[id];
                any.op != Op::CallFunction || std::find(wrappers_.begin(), wrappers_.end(), any.overload()) == wrappers_.end())
                continue;
            const Node node = rewriter_.graph(graphId_)[id];
            rewriter_.match();
            std::vector<NodeId> made;
            if (Status status = inlineCall(id, node, node.overload() == kAutocast, made); !status)
                return status;
            open.insert(open.end(), made.rbegin(), made.rend());
        }
        removeBodies();
        return {};
    }

private:
    struct Body {
        GraphId graph = kMainGraph;
        NodeId attribute = kNoNode; ///< The get_attr that names it.
        std::size_t argument = 0;
    };

    [[nodiscard]] std::optional<Body> bodyOf(const Node& call) const
    {
        for (std::size_t at = 0; at < call.args.size(); ++at) {
            if (const auto* graph = call.args[at].as<GraphId>())
                return Body{*graph, kNoNode, at};
            const auto* value = call.args[at].as<Value>();
            if (const Node* source = value ? rewriter_.graph(graphId_).find(value->node) : nullptr)
                if (source->op == Op::GetAttr && source->subgraph != kMainGraph)
                    return Body{source->subgraph, value->node, at};
        }
        return std::nullopt;
    }

    Status inlineCall(NodeId id, const Node& call, bool autocasts, std::vector<NodeId>& made)
    {
        const auto body = bodyOf(call);
        if (!body || !rewriter_.unit().graphs.contains(body->graph))
            return support::diagnose(rules::kFxPass, concat(call.overload(), " has no body to inline"), {locationOf(call)});
        const ir::Graph<Node> content = rewriter_.graph(body->graph);
        const bool* enabled = autocasts && call.args.size() > 2 ? call.args[2].as<bool>() : nullptr;
        const bool casts = autocasts && (!enabled || *enabled);

        std::unordered_map<NodeId, Argument> map;
        const auto lookup = [&](Value value) -> const Argument* {
            const auto found = map.find(value.node);
            return found == map.end() ? nullptr : &found->second;
        };
        std::size_t next = body->argument + (call.overload() == kInvoke ? 2 : 1); // invoke_subgraph has its identifier first.
        std::vector<Argument> results;
        for (const NodeId inner : content.order()) {
            Node node = content[inner];
            if (node.op == Op::Placeholder) {
                if (next >= call.args.size())
                    return support::diagnose(rules::kFxPass, concat(call.overload(), " gives its body too few arguments"), {locationOf(call)});
                map.emplace(inner, call.args[next++]);
                continue;
            }
            substitute(node, lookup);
            if (node.op == Op::Output) {
                results = outputItems(node);
                continue;
            }
            node.name = names_.make(node.name);
            if (casts)
                castInputs(id, node);
            const NodeId copy = rewriter_.insertingBefore(id, std::move(node), id);
            made.push_back(copy);
            map.emplace(inner, Value{copy});
        }
        return replaceCall(id, *body, results);
    }

    void castInputs(NodeId before, Node& node)
    {
        const ir::DType dtype = autocastType(rewriter_.graph(graphId_), node);
        if (dtype == ir::DType::Undefined)
            return;
        std::unordered_map<NodeId, Argument> casts;
        substitute(node, [&](Value value) -> const Argument* {
            const auto known = casts.find(value.node);
            if (known != casts.end())
                return &known->second;
            const Node* source = rewriter_.graph(graphId_).find(value.node);
            if (!source || !source->val.isTensor() || source->val.tensor.dtype == dtype)
                return nullptr;
            if (source->val.tensor.dtype != ir::DType::Float32 && !isHalf(source->val.tensor.dtype))
                return nullptr;
            Node cast;
            cast.name = names_.make("_to_copy");
            cast.target = "torch.ops.aten._to_copy.default";
            cast.args = {value};
            cast.kwargs = {{"dtype", dtype}};
            cast.val = castType(source->val, dtype);
            cast.meta = node.meta;
            context_.log.append(support::diagnose(rules::kTypePromotion,
                concat(node.overload(), " casts %", source->name, " from ", ir::name(source->val.tensor.dtype), " to ", ir::name(dtype), " under autocast"),
                {locationOf(node)}));
            return &casts.emplace(value.node, Value{rewriter_.insertingBefore(before, std::move(cast), before)}).first->second;
        });
    }

    Status replaceCall(NodeId id, const Body& body, const std::vector<Argument>& results)
    {
        std::vector<NodeId> readers;
        for (const ir::Use& use : rewriter_.uses({id}))
            if (readers.empty() || readers.back() != use.user)
                readers.push_back(use.user);
        for (const NodeId reader : readers) {
            const Node& node = rewriter_.node(reader);
            const auto* at = node.target == "operator.getitem" && node.args.size() > 1 ? node.args[1].as<std::int64_t>() : nullptr;
            if (!at || *at < 0 || static_cast<std::size_t>(*at) >= results.size())
                return support::diagnose(rules::kFxPass, concat("%", node.name, " reads the result of a wrapper as a whole"), {locationOf(node)});
            replaceWith(reader, results[static_cast<std::size_t>(*at)]);
            if (!rewriter_.hasUsers(reader))
                if (Status status = rewriter_.erase(reader); !status)
                    return status;
        }
        if (Status status = rewriter_.erase(id); !status)
            return status;
        if (body.attribute != kNoNode && !rewriter_.hasUsers(body.attribute)) {
            if (Status status = rewriter_.erase(body.attribute); !status)
                return status;
        }
        bodies_.insert(body.graph);
        return {};
    }

    void replaceWith(NodeId old, const Argument& result)
    {
        if (const auto* value = result.as<Value>()) {
            rewriter_.replaceAllUsesWith({old}, *value);
            return;
        }
        std::vector<NodeId> users;
        for (const ir::Use& use : rewriter_.uses({old}))
            users.push_back(use.user);
        for (const NodeId user : users) {
            Node changed = rewriter_.node(user);
            if (substitute(changed, [&](Value value) { return value.node == old ? &result : nullptr; }))
                rewriter_.update(user, std::move(changed));
        }
    }

    /// Removes the bodies that no node names any more; one may name another.
    void removeBodies()
    {
        while (!bodies_.empty()) {
            std::set<GraphId> named;
            for (const GraphId graph : rewriter_.unit().graphs.ids())
                for (const NodeId id : rewriter_.graph(graph).order())
                    visitSubgraphs(rewriter_.graph(graph)[id], [&](GraphId body) { named.insert(body); });
            const std::size_t removed = std::erase_if(bodies_, [&](GraphId body) {
                if (named.count(body) != 0)
                    return false;
                rewriter_.removeGraph(body);
                return true;
            });
            if (removed == 0)
                return;
        }
    }

    PassContext& context_;
    Rewriter& rewriter_;
    GraphId graphId_;
    std::span<const std::string_view> wrappers_;
    NameScope names_;
    std::set<GraphId> bodies_; ///< Of calls that were inlined.
};

} // namespace

Status inlineCalls(PassContext& context, std::span<const std::string_view> wrappers)
{
    for (const GraphId graph : context.unit().graphs.ids()) {
        if (!context.unit().graphs.contains(graph))
            continue; // A body that was inlined meanwhile.
        if (Status status = Inliner(context, graph, wrappers).run(); !status)
            return status;
    }
    return {};
}

} // namespace sidelight::fx::passes
