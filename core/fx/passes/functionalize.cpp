// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
//
// In-place calls become their functional twins, in graph order. A write to %x is safe when every other value that may share memory with %x is
// either the whole of the same tensor (its later readers are sent to the new value, as %x's are) or is not read after the write. Everything else
// (a write through a view that is read elsewhere, a write under a view that lives on) keeps its call and gets SL2003.
// What placeholders hold at the end is appended to the outputs as buffer, parameter or user input mutation.

#include "core/fx/aliases.h"
#include "core/fx/calls.h"
#include "core/fx/names.h"
#include "core/fx/passes/pipeline.h"
#include "core/fx/promotion.h"
#include "core/fx/schema.h"
#include "core/fx/shape_rules.h"
#include "core/support/rules.h"
#include "core/support/text.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>

namespace sidelight::fx::passes {

namespace {

constexpr std::string_view kTorchOps = "torch.ops.";

bool takesTheSame(const Schema& twin, const Schema& schema)
{
    return !twin.isMutable() && std::equal(twin.arguments.begin(), twin.arguments.end(), schema.arguments.begin(), schema.arguments.end(),
                                    [](const SchemaArgument& a, const SchemaArgument& b) { return a.type == b.type; });
}

/// The functional overload, also where the twin names its first argument otherwise (dropout's `input`).
std::string twinOf(const Schema& schema)
{
    const std::string_view known = functionalTwin(schema.key());
    if (!known.empty() || schema.name.empty() || schema.name.back() != '_')
        return std::string(known);
    const std::string base = schema.name.substr(0, schema.name.size() - 1);
    for (const std::string& name : {base, base + "_functional"})
        if (const Schema* twin = findSchema(concat(name, '.', schema.overload)); twin && takesTheSame(*twin, schema))
            return twin->key();
    return {};
}

/// The overload to call instead; empty when there is none.
std::string functionalFormOf(const Schema& schema)
{
    if (schema.name == "aten.resize_" || schema.name == "aten.resize_as_" || schema.name == "aten.set_")
        return {}; // They hand out memory that nobody wrote.
    if (schema.key() == "aten.zero_.default")
        return "aten.zeros_like.default";
    if (schema.key() == "aten.fill_.Scalar")
        return "aten.full_like.default";
    return twinOf(schema);
}

/// Batch normalizations that update running statistics, most of them without saying so in their schema.
bool updatesStatistics(const Node& node, const Schema& schema)
{
    constexpr std::array<std::string_view, 6> kNames = {"aten.batch_norm", "aten._batch_norm_impl_index", "aten.cudnn_batch_norm",
        "aten.native_batch_norm", "aten._native_batch_norm_legit", "aten.instance_norm"};
    if (schema.name == "aten._batch_norm_with_update")
        return true;
    if (std::find(kNames.begin(), kNames.end(), schema.name) == kNames.end())
        return false;
    const Argument* mean = schema.find("running_mean") ? argumentOf(node, schema, "running_mean") : nullptr;
    const Argument* training = argumentOf(node, schema, schema.name == "aten.instance_norm" ? "use_input_stats" : "training");
    const bool* isTraining = training ? training->as<bool>() : nullptr;
    return mean && mean->as<Value>() && (!isTraining || *isTraining);
}
/// Of those, the ones that have a functional form.
bool hasFunctionalForm(const Schema& schema)
{
    constexpr std::array<std::string_view, 4> kNames = {"aten.batch_norm.default", "aten.native_batch_norm.default",
        "aten._native_batch_norm_legit.default", "aten._batch_norm_with_update.default"};
    return std::find(kNames.begin(), kNames.end(), schema.key()) != kNames.end();
}

class Functionalizer {
public:
    Functionalizer(PassContext& context, GraphId graph)
        : context_(context), rewriter_(context.rewriter), graphId_(graph), names_(rewriter_.graph(graph)), aliases_(context.unit(), graph)
    {
    }

    Status run()
    {
        bool changed = false;
        for (const NodeId id : rewriter_.graph(graphId_).orderCopy()) {
            const Node& node = graph()[id];
            const Schema* schema = node.op == Op::CallFunction ? findSchema(node.target) : nullptr;
            if (!schema)
                continue;
            const bool normalizes = updatesStatistics(node, *schema);
            if (!schema->isMutable() && !normalizes)
                continue;
            rewriter_.setCause(id);
            if (const std::string reason = normalizes ? rewriteStatistics(id, *schema) : rewriteCall(id, *schema); !reason.empty())
                refuse(id, reason);
            else
                changed = true;
        }
        if (changed && graphId_ == kMainGraph) {
            syncSignature(rewriter_);
            appendMutations();
        }
        return {};
    }

private:
    [[nodiscard]] const ir::Graph<Node>& graph() const { return rewriter_.graph(graphId_); }

    void refuse(NodeId id, const std::string& reason)
    {
        const Node& node = graph()[id];
        Diagnostic error = support::diagnose(rules::kViewMutation, concat(node.overload(), " is not functionalized: ", reason), {locationOf(node)});
        error.fixes.push_back({"clone the tensor before the write, or use the out-of-place form of the operator"});
        context_.log.append(std::move(error));
    }

    /// Why writing to `target` at `writer` cannot be made functional; empty when it can.
    std::string conflict(NodeId target, NodeId writer) const
    {
        for (const NodeId member : aliases_.members(target)) {
            const Node* node = graph().find(member);
            if (!node || member == writer || aliases_.isSame(member, target)) {
                if (node && node->op == Op::Placeholder && graphId_ != kMainGraph)
                    return concat("it writes to the subgraph's input %", node->name);
                if (node && node->op == Op::Placeholder && !isMutableInput(*node))
                    return concat("it writes to the constant %", node->name);
                continue;
            }
            if (!graph().precedes(member, writer))
                continue; // Made from the new value.
            if (node->op == Op::Placeholder)
                return concat("%", graph()[target].name, " shares memory with the input %", node->name);
            for (const ir::Use& use : rewriter_.uses({member}))
                if (use.user != writer && graph().contains(use.user) && graph().precedes(writer, use.user))
                    return concat("%", graph()[target].name, " shares memory with %", node->name, ", which %", graph()[use.user].name, " reads afterwards");
        }
        return {};
    }

    [[nodiscard]] const InputSpec* inputSpec(const Node& placeholder) const
    {
        if (const auto& signature = context_.unit().signature)
            for (const InputSpec& input : signature->inputs)
                if (input.name == placeholder.name)
                    return &input;
        return nullptr;
    }
    [[nodiscard]] bool isMutableInput(const Node& placeholder) const
    {
        const InputSpec* input = inputSpec(placeholder);
        return input && (input->kind == InputKind::UserInput || input->kind == InputKind::Parameter || input->kind == InputKind::Buffer);
    }

    /// Sends later readers of the tensor `target` to `replacement`, which `writer` made.
    void redirect(NodeId target, NodeId writer, NodeId replacement, bool writesData = true)
    {
        const NodeId last = graph().precedes(writer, replacement) ? replacement : writer;
        for (const NodeId member : aliases_.members(target)) {
            if (!graph().contains(member) || !aliases_.isSame(member, target) || member == replacement)
                continue;
            const Node& node = graph()[member];
            if (node.op == Op::Placeholder && writesData)
                mutated_[member] = replacement;
            for (const NodeId reader : readersOf(member))
                if (reader != replacement && graph().contains(reader) && graph().precedes(last, reader))
                    redirectReader(reader, member, replacement);
        }
    }

    /// Returns why the call stays as it is; empty when it was rewritten.
    std::string rewriteCall(NodeId id, const Schema& schema)
    {
        const SchemaArgument* written = nullptr;
        for (const SchemaArgument& argument : schema.arguments) {
            if (!argument.alias.write)
                continue;
            if (written || !argument.type.isTensor())
                return "it writes to several tensors";
            written = &argument;
        }
        const Argument* argument = argumentOf(graph()[id], schema, written->name);
        const auto* target = argument ? argument->as<Value>() : nullptr;
        if (!target)
            return concat("it writes to its argument ", written->name, ", which is not a tensor of the graph");
        const NodeId self = target->node;
        // In-place views change what the name stands for and write nothing.
        const bool writesData = !schema.has(SchemaTag::InplaceView);
        if (std::string reason = writesData ? conflict(self, id) : std::string(); !reason.empty())
            return reason;
        const std::string twin = functionalFormOf(schema);
        if (twin.empty())
            return "it has no functional form";
        redirect(self, id, schema.key() == "aten.copy_.default" ? rewriteCopy(id, schema, self) : rewriteTwin(id, twin, self), writesData);
        return {};
    }

    /// The node's own history says what it was; its name is made from the twin's.
    Node renewed(NodeId id, std::string_view overload)
    {
        const Node& old = graph()[id];
        Node node = old;
        node.target = concat(kTorchOps, overload);
        const std::vector<std::string_view> parts = support::split(overload, '.');
        node.name = names_.make(parts[1]);
        inheritFrom(node, old, "functionalize", id);
        return node;
    }

    NodeId rewriteTwin(NodeId id, const std::string& twin, NodeId self)
    {
        const Schema* functional = findSchema(twin);
        const Schema* inPlace = findSchema(graph()[id].target);
        Node node = renewed(id, twin);
        if (!node.val.isTensor())
            node.val = graph()[self].val;
        for (auto& [key, argument] : node.kwargs)
            for (std::size_t at = 0; at < std::min(inPlace->arguments.size(), functional->arguments.size()); ++at)
                if (inPlace->arguments[at].name == key)
                    key = functional->arguments[at].name;
        const ir::Type kept = node.val;
        const auto promotion = promotionOf(graph(), node);
        const bool differs = promotion && kept.isTensor() && kept.tensor.dtype != (promotion->comparison ? ir::DType::Bool : promotion->compute);
        if (differs)
            node.val = castType(kept, promotion->comparison ? ir::DType::Bool : promotion->compute);
        rewriter_.update(id, std::move(node));
        return differs ? insertCast(id, id, kept) : id;
    }

    /// aten.copy_: `src` cast to the type of `self` and expanded to its sizes.
    NodeId rewriteCopy(NodeId id, const Schema& schema, NodeId self)
    {
        const ir::Type type = graph()[self].val;
        const Value source = *argumentOf(graph()[id], schema, "src")->as<Value>();
        const ir::Type from = graph()[source.node].val;
        const bool expands = from.tensor.sizes != type.tensor.sizes;
        Value current = source;
        if (expands && from.tensor.dtype != type.tensor.dtype) {
            Node cast = copyNode(current, type.tensor.dtype);
            cast.val = castType(from, type.tensor.dtype);
            current = {rewriter_.insertingBefore(id, std::move(cast), id)};
        }
        Node node = renewed(id, expands ? "aten.expand_as.default" : "aten._to_copy.default");
        node.args = expands ? std::vector<Argument>{current, Value{self}} : std::vector<Argument>{current};
        node.kwargs.clear();
        if (!expands && from.tensor.dtype != type.tensor.dtype)
            node.kwargs.emplace_back("dtype", type.tensor.dtype);
        node.val = expands ? expandType(castType(from, type.tensor.dtype), type.tensor.sizes) : type;
        rewriter_.update(id, std::move(node));
        return id;
    }

    Node copyNode(Value source, ir::DType dtype)
    {
        Node cast;
        cast.name = names_.make("_to_copy");
        cast.target = "torch.ops.aten._to_copy.default";
        cast.args = {source};
        cast.kwargs = {{"dtype", dtype}};
        return cast;
    }

    /// A cast right after `id`, to the type that the written tensor keeps; readers of `id` go to it.
    NodeId insertCast(NodeId id, NodeId origin, const ir::Type& kept)
    {
        Node cast = copyNode({id}, kept.tensor.dtype);
        cast.val = kept;
        const NodeId made = rewriter_.insertingAfter(id, std::move(cast), origin);
        rewriter_.replaceAllUsesWith({id}, {made});
        return made;
    }

    /// Normalizations in training: the functional form returns what the call returns, the saved statistics, and last the new running ones.
    std::string rewriteStatistics(NodeId id, const Schema& schema)
    {
        if (!hasFunctionalForm(schema))
            return "it updates running statistics in training";
        const bool updates = schema.name == "aten._batch_norm_with_update";
        const std::string_view form = updates ? "aten._batch_norm_with_update_functional.default" : "aten._native_batch_norm_legit_functional.default";
        const Schema* functional = findSchema(form);
        const Node old = graph()[id];
        const auto* training = updates ? nullptr : argumentOf(old, schema, "training")->as<bool>();
        if ((!updates && !training) || !functional)
            return "it may update running statistics";
        Node node = renewed(id, form);
        node.args.clear();
        node.kwargs.clear();
        for (const SchemaArgument& parameter : functional->arguments)
            if (const Argument* argument = argumentOf(old, schema, parameter.name))
                node.args.push_back(*argument);
        const auto* mean = argumentOf(old, schema, "running_mean")->as<Value>();
        const auto* variance = argumentOf(old, schema, "running_var")->as<Value>();
        if (!mean || !variance || node.args.size() != functional->arguments.size())
            return "its arguments do not say whether it updates both running statistics";
        const NodeId statistics[] = {mean->node, variance->node};
        for (const NodeId statistic : statistics)
            if (std::string reason = conflict(statistic, id); !reason.empty())
                return reason;

        const ir::Type before = graph()[statistics[0]].val;
        const bool single = schema.returns.size() == 1;
        std::vector<ir::Type> types = single ? std::vector<ir::Type>{old.val} : old.val.elements;
        while (types.size() < functional->returns.size() - 2)
            types.push_back(freshType(before.tensor.dtype, before.tensor.sizes, before));
        types.push_back(before);
        types.push_back(graph()[statistics[1]].val);
        node.val = ir::Type::list(std::move(types));
        rewriter_.update(id, std::move(node));
        const std::vector<NodeId> readers = readersOf(id);
        NodeId last = id;
        if (single) {
            last = insertGetItem(id, 0, id);
            for (const NodeId reader : readers)
                redirectReader(reader, id, last);
        }
        const auto count = static_cast<std::int64_t>(functional->returns.size());
        const NodeId newMean = insertGetItem(id, count - 2, last);
        const NodeId newVariance = insertGetItem(id, count - 1, newMean);
        redirect(statistics[0], id, newMean);
        redirect(statistics[1], id, newVariance);
        return {};
    }

    [[nodiscard]] std::vector<NodeId> readersOf(NodeId id) const
    {
        std::vector<NodeId> readers;
        for (const ir::Use& use : rewriter_.uses({id}))
            if (readers.empty() || readers.back() != use.user)
                readers.push_back(use.user);
        return readers;
    }
    void redirectReader(NodeId reader, NodeId from, NodeId to)
    {
        Node changed = graph()[reader];
        mapInputs(changed, [&](Value value) { return value.node == from ? Value{to} : value; });
        rewriter_.update(reader, std::move(changed));
    }

    NodeId insertGetItem(NodeId source, std::int64_t at, NodeId after)
    {
        Node node;
        node.name = names_.make("getitem");
        node.target = "operator.getitem";
        node.args = {Value{source}, at};
        node.val = elementType(graph()[source].val, static_cast<std::size_t>(at));
        return rewriter_.insertingAfter(after, std::move(node), source);
    }

    /// Adds what the written placeholders hold at the end to outputs and signature.
    void appendMutations()
    {
        const NodeId output = outputOf(graph());
        if (mutated_.empty() || output == kNoNode || !context_.unit().signature)
            return;
        GraphSignature signature = *context_.unit().signature;
        std::vector<Argument> items = outputItems(graph()[output]);
        for (const InputSpec& input : signature.inputs) {
            const auto found = std::find_if(mutated_.begin(), mutated_.end(), [&](const auto& entry) { return graph()[entry.first].name == input.name; });
            if (found == mutated_.end())
                continue;
            OutputSpec spec;
            spec.kind = input.kind == InputKind::Buffer ? OutputKind::BufferMutation
                : input.kind == InputKind::Parameter    ? OutputKind::ParameterMutation
                                                        : OutputKind::UserInputMutation;
            spec.target = input.kind == InputKind::UserInput ? input.name : input.target;
            spec.value = Value{found->second};
            const auto known = std::find_if(signature.outputs.begin(), signature.outputs.end(),
                [&](const OutputSpec& other) { return other.kind == spec.kind && other.target == spec.target; });
            if (known == signature.outputs.end()) {
                items.push_back(spec.value);
                signature.outputs.push_back(std::move(spec));
            } else if (const auto at = static_cast<std::size_t>(known - signature.outputs.begin()); at < items.size()) {
                items[at] = spec.value;
                *known = std::move(spec);
            }
        }
        Node changed = graph()[output];
        if (changed.args.size() == 1 && changed.args.front().as<ArgumentList>())
            changed.args = {Argument(ArgumentList(std::move(items)))};
        else
            changed.args = {Argument(ArgumentTuple{std::move(items)})};
        rewriter_.setCause(kNoNode);
        rewriter_.update(output, std::move(changed));
        rewriter_.setSignature(std::move(signature));
    }

    PassContext& context_;
    Rewriter& rewriter_;
    GraphId graphId_;
    NameScope names_;
    AliasClasses aliases_;
    std::map<NodeId, NodeId> mutated_; ///< Placeholder and what it holds now.
};

} // namespace

Status functionalize(PassContext& context)
{
    for (const GraphId graph : context.unit().graphs.ids())
        if (Status status = Functionalizer(context, graph).run(); !status)
            return status;
    return {};
}

} // namespace sidelight::fx::passes
