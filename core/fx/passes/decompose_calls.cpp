// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
//
// A call is taken apart by its composite kernel, which runs on small tensors in the evaluator. With symbolic sizes it runs at three assignments of the symbols; the decompositions must be one but for integers that are expressions over the call's own sizes.

#include "core/fx/passes/decompose_calls.h"

#include "core/fx/calls.h"
#include "core/fx/decomposition.h"
#include "core/fx/names.h"
#include "core/fx/passes/decomposition_sizes.h"
#include "core/fx/schema.h"
#include "core/fx/shape_rules.h"
#include "core/support/rules.h"
#include "core/support/text.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace sidelight::fx::passes {

namespace {

/// The dimensions, numbers and symbols of what one call is given.
struct CallSizes {
    std::vector<ir::TensorType> tensors; ///< By Value of the call; of DType::Undefined where it is a number.
    std::vector<ir::Dim> atoms;
    std::vector<std::string> symbols;
};

class Decomposer {
public:
    Decomposer(PassContext& context, GraphId graph, const DecompositionGoal& goal)
        : context_(context), rewriter_(context.rewriter), graph_(graph), goal_(goal), names_(rewriter_.graph(graph))
    {
    }

    Status run()
    {
        for (const NodeId id : rewriter_.graph(graph_).orderCopy()) {
            if (!rewriter_.contains(id)) // A getitem of a call that is taken apart by now.
                continue;
            rewriter_.visit(id);
            if (!goal_.isCandidate(rewriter_.graph(graph_)[id]))
                continue;
            const Node node = rewriter_.graph(graph_)[id];
            if (context_.stop.stop_requested())
                return {};
            rewriter_.match();
            const auto made = decompose(node);
            if (made) {
                if (Status status = replace(id, node, *made); !status)
                    return status;
                continue;
            }
            Diagnostic why = support::diagnose(
                goal_.rule, concat(node.overload(), " was not decomposed: ", made.error().message), {locationOf(node)});
            why.level = Level::Note;
            context_.log.append(std::move(why));
        }
        return {};
    }

private:
    [[nodiscard]] std::optional<CallSizes> sizesOf(const Node& node) const
    {
        CallSizes sizes;
        std::set<std::string> symbols;
        bool isKnown = true;
        const auto addAtom = [&](const ir::Dim& dim) {
            for (const std::string& symbol : dim.symbols())
                symbols.insert(symbol);
            if (!dim.isConstant() && std::find(sizes.atoms.begin(), sizes.atoms.end(), dim) == sizes.atoms.end())
                sizes.atoms.push_back(dim);
        };
        visitInputs(node, [&](Value value, std::uint32_t) {
            const ir::Type& type = rewriter_.node(value.node).val;
            sizes.tensors.push_back(type.isTensor() ? type.tensor : ir::TensorType{});
            if (!type.isTensor()) {
                isKnown = isKnown && type.kind == ir::Type::Kind::Int && type.value;
                if (type.value)
                    addAtom(*type.value);
                return;
            }
            ir::TensorType& tensor = sizes.tensors.back();
            if (tensor.strides.size() != tensor.rank())
                tensor.strides = contiguousStrides(tensor.sizes);
            ir::Dim count = ir::Dim::constant(1);
            for (const ir::Dim& size : tensor.sizes) {
                addAtom(size);
                count = count * size;
            }
            for (const ir::Dim& stride : tensor.strides)
                addAtom(stride);
            addAtom(count);
        });
        addDims(node, addAtom);
        if (!isKnown)
            return std::nullopt;
        sizes.symbols.assign(symbols.begin(), symbols.end());
        return sizes;
    }

    template <class Visit>
    static void addDims(const Node& node, const Visit& visit)
    {
        for (const Argument& argument : node.args)
            visitDims(argument, visit);
        for (const auto& [key, argument] : node.kwargs)
            visitDims(argument, visit);
    }
    template <class Visit>
    static void visitDims(const Argument& argument, const Visit& visit)
    {
        if (const auto* dim = argument.as<ir::Dim>())
            visit(*dim);
        else if (const auto* list = argument.as<ArgumentList>())
            for (const Argument& item : *list)
                visitDims(item, visit);
    }

    /// The call at one assignment: numbers in the place of symbolic ones, and of Values that are none of tensors.
    [[nodiscard]] std::optional<Argument> bound(const Argument& argument, const ir::Dim::Bindings& bindings) const
    {
        if (const auto* dim = argument.as<ir::Dim>()) {
            const auto number = dim->evaluate(bindings);
            return number ? std::optional<Argument>(*number) : std::nullopt;
        }
        if (const auto* value = argument.as<Value>()) {
            const ir::Type& type = rewriter_.node(value->node).val;
            if (type.isTensor())
                return argument;
            const auto number = type.value ? type.value->evaluate(bindings) : std::nullopt;
            return number ? std::optional<Argument>(*number) : std::nullopt;
        }
        const auto* list = argument.as<ArgumentList>();
        if (!list)
            return argument;
        ArgumentList items;
        for (const Argument& item : *list) {
            auto one = bound(item, bindings);
            if (!one)
                return std::nullopt;
            items.push_back(std::move(*one));
        }
        return items;
    }

    [[nodiscard]] Result<Decomposition> trace(const Node& node, const CallSizes& sizes, const ir::Dim::Bindings& bindings)
    {
        const Diagnostic unknown = support::diagnose(goal_.rule, "a size of its arguments has no value");
        Node call = node;
        for (Argument& argument : call.args) {
            auto one = bound(argument, bindings);
            if (!one)
                return unknown;
            argument = std::move(*one);
        }
        for (auto& [key, argument] : call.kwargs) {
            auto one = bound(argument, bindings);
            if (!one)
                return unknown;
            argument = std::move(*one);
        }
        std::vector<ir::TensorType> types;
        for (const ir::TensorType& symbolic : sizes.tensors) {
            if (symbolic.dtype == ir::DType::Undefined)
                continue; // A number, which is no Value of `call` any more.
            ir::TensorType type = symbolic;
            for (std::vector<ir::Dim>* dims : {&type.sizes, &type.strides})
                for (ir::Dim& dim : *dims) {
                    const auto number = dim.evaluate(bindings);
                    if (!number || *number < 0)
                        return unknown;
                    dim = ir::Dim::constant(*number);
                }
            types.push_back(std::move(type));
        }
        return context_.services.evaluator->decompose(call, types, goal_.kept);
    }

    [[nodiscard]] Result<Decomposition> decompose(const Node& node)
    {
        const auto sizes = sizesOf(node);
        if (!sizes)
            return support::diagnose(goal_.rule, "an argument is neither a tensor nor an integer");
        if (sizes->symbols.empty())
            return trace(node, *sizes, {});
        const auto assignments = chooseSizes(sizes->symbols, *context_.unit().info);
        std::vector<Decomposition> traced;
        for (const ir::Dim::Bindings& bindings : assignments) {
            auto one = trace(node, *sizes, bindings);
            if (!one)
                return one.error();
            traced.push_back(std::move(*one));
        }
        return generalize(traced, assignments, sizes->atoms);
    }

    Status replace(NodeId id, const Node& node, const Decomposition& made)
    {
        std::map<std::pair<NodeId, std::uint32_t>, Argument> values;
        std::set<NodeId> own;
        for (const Decomposition::Call& call : made.calls)
            own.insert(call.id);
        const auto lookup = [&](Value value) -> const Argument* {
            if (own.count(value.node) == 0)
                return nullptr;
            return &values.at({value.node, value.output});
        };
        for (const Decomposition::Call& call : made.calls) {
            Node part = call.node;
            substitute(part, lookup);
            part.name = names_.make(part.name);
            part.meta = node.meta;
            const ir::Type type = part.val;
            const NodeId copy = rewriter_.insertingBefore(id, std::move(part), id);
            parts_.insert(copy);
            if (type.kind != ir::Type::Kind::List) {
                values[{call.id, 0}] = Value{copy};
                continue;
            }
            for (std::uint32_t output = 0; output < type.elements.size(); ++output)
                values[{call.id, output}] = Value{getItem(id, node, copy, type, output)};
        }
        std::vector<Argument> results;
        for (const Argument& result : made.results) {
            const auto* value = result.as<Value>();
            const Argument* known = value ? lookup(*value) : nullptr;
            results.push_back(known ? *known : result);
        }
        return replaceResults(id, node, results);
    }

    NodeId getItem(NodeId before, const Node& call, NodeId list, const ir::Type& type, std::uint32_t output)
    {
        Node item;
        item.name = names_.make("getitem");
        item.target = "operator.getitem";
        item.args = {Value{list}, std::int64_t{output}};
        item.val = elementType(type, output);
        item.meta = call.meta;
        return *parts_.insert(rewriter_.insertingBefore(before, std::move(item), before)).first;
    }

    /// Readers of the call read the results; a result keeps the type that the program gave it.
    Status replaceResults(NodeId id, const Node& node, const std::vector<Argument>& results)
    {
        const auto replaceOne = [&](NodeId old, const Argument& result) -> Status {
            const auto* value = result.as<Value>();
            if (!value)
                return support::diagnose(rules::kFxPass, concat("%", node.name, " gives no tensor when it is decomposed"), {locationOf(node)});
            if (parts_.count(value->node) != 0) {
                Node typed = rewriter_.node(value->node);
                typed.val = rewriter_.node(old).val;
                rewriter_.update(value->node, std::move(typed));
            }
            rewriter_.replaceAllUsesWith({old}, *value);
            return {};
        };
        if (node.val.kind != ir::Type::Kind::List) {
            if (results.size() != 1)
                return support::diagnose(rules::kFxPass, concat("%", node.name, " has one result and is decomposed into ", results.size()), {locationOf(node)});
            if (Status status = replaceOne(id, results.front()); !status)
                return status;
            return rewriter_.erase(id);
        }
        std::set<NodeId> readers;
        for (const ir::Use& use : rewriter_.uses({id}))
            readers.insert(use.user);
        for (const NodeId reader : readers) {
            const Node& item = rewriter_.node(reader);
            const auto* at = item.target == "operator.getitem" && item.args.size() > 1 ? item.args[1].as<std::int64_t>() : nullptr;
            if (!at || *at < 0 || static_cast<std::size_t>(*at) >= results.size())
                return support::diagnose(rules::kFxPass, concat("%", item.name, " reads a decomposed result as a whole"), {locationOf(item)});
            if (Status status = replaceOne(reader, results[static_cast<std::size_t>(*at)]); !status)
                return status;
            if (Status status = rewriter_.erase(reader); !status)
                return status;
        }
        return rewriter_.erase(id);
    }

    PassContext& context_;
    Rewriter& rewriter_;
    GraphId graph_;
    const DecompositionGoal& goal_;
    NameScope names_;
    std::set<NodeId> parts_; ///< Nodes that decompositions put in.
};

} // namespace

Status decomposeCalls(PassContext& context, const DecompositionGoal& goal)
{
    for (const GraphId graph : context.unit().graphs.ids())
        if (Status status = Decomposer(context, graph, goal).run(); !status)
            return status;
    return {};
}

std::vector<std::string> withInPlaceForms(std::vector<std::string> overloads)
{
    std::sort(overloads.begin(), overloads.end());
    const std::size_t count = overloads.size();
    for (std::size_t i = 0; i < schemaCount(); ++i) {
        const std::string_view twin = functionalTwin(schemaKey(i));
        if (!twin.empty() && std::binary_search(overloads.begin(), overloads.begin() + static_cast<std::ptrdiff_t>(count), twin))
            overloads.emplace_back(schemaKey(i));
    }
    return overloads;
}

bool isComposite(const Node& node)
{
    if (node.op != Op::CallFunction || !support::startsWith(node.target, "torch.ops.") || isAssertion(node))
        return false;
    const Schema* schema = findSchema(node.target);
    return schema && (schema->has(SchemaTag::CompositeImplicit) || schema->has(SchemaTag::CompositeExplicit));
}

} // namespace sidelight::fx::passes
