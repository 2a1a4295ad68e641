// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
//
// In-place calls become their functional twins, in graph order. FunctionalTensors knows what each tensor holds at each
// moment: every call is made to read the values of its time, a write gives its tensor a new one, and views and their
// bases follow when they are read. What cannot be followed (a write to an expanded tensor, to something that only
// perhaps is a view of what is read later) keeps its call and gets SL2003. What placeholders hold at the end is
// appended to the outputs as buffer, parameter or user input mutation.

#include "core/fx/aliases.h"
#include "core/fx/calls.h"
#include "core/fx/names.h"
#include "core/fx/passes/functional_forms.h"
#include "core/fx/passes/functional_tensors.h"
#include "core/fx/passes/instance_statistics.h"
#include "core/fx/passes/mutation_outputs.h"
#include "core/fx/passes/pipeline.h"
#include "core/fx/promotion.h"
#include "core/fx/shape_rules.h"
#include "core/fx/views.h"
#include "core/support/rules.h"
#include "core/support/text.h"

#include <algorithm>
#include <optional>
#include <set>
#include <unordered_map>

namespace sidelight::fx::passes {

namespace {

constexpr std::string_view kTorchOps = "torch.ops.";

class Functionalizer
{
public:
    Functionalizer(PassContext& context, GraphId graph)
        : context_(context), rewriter_(context.rewriter), graphId_(graph), before_(rewriter_.graph(graph)),
          names_(before_), aliases_(context.unit(), graph), emitter_(rewriter_, graph, names_), tensors_(emitter_)
    {}

    Status run()
    {
        for (const NodeId id : rewriter_.graph(graphId_).orderCopy()) {
            const Op op = graph()[id].op;
            if (op == Op::Output) {
                finish(id);
                continue;
            }
            if (op == Op::Placeholder)
                addPlaceholder(id);
            else
                visit(id);
            noteBase(id);
        }
        return {};
    }

private:
    [[nodiscard]] const ir::Graph<Node>& graph() const { return rewriter_.graph(graphId_); }

    void addPlaceholder(NodeId id)
    {
        for (const NodeId other : aliases_.members(id))
            if (other != id && tensors_.contains(other) && aliases_.isSame(id, other))
                return tensors_.addSame(id, other, false);
        tensors_.addBase(id);
    }

    /// Tensors that may share memory mostly have one base: then no write needs to look at each of them.
    void noteBase(NodeId id)
    {
        Family& family = families_[aliases_.members(id).front()];
        const NodeId base = tensors_.baseOf(id);
        family.isMixed = family.isMixed || (family.base != kNoNode && family.base != base);
        family.base = base;
        if (graph()[id].op == Op::Placeholder)
            family.placeholders.push_back(id);
    }

    /// Makes a node read what its arguments hold at its time.
    void readArguments(NodeId id)
    {
        emitter_.moveTo(id);
        Node changed = graph()[id];
        bool differs = false;
        mapInputs(changed, [&](Value value) {
            const NodeId now = tensors_.read(value.node);
            differs = differs || now != value.node;
            return now == value.node ? value : Value{now};
        });
        if (!differs)
            return;
        relaxView(changed, graph());
        rewriter_.update(id, std::move(changed));
    }

    void visit(NodeId id)
    {
        rewriter_.visit(id);
        // Tensors go by their names in the program; readArguments makes the node name values.
        const Node& original = before_[id];
        readArguments(id);
        const Schema* schema = original.op == Op::CallFunction ? findSchema(original.target) : nullptr;
        const bool normalizes = schema && updatesStatistics(original, *schema);
        if (normalizes || (schema && schema->isMutable())) {
            rewriter_.match();
            const std::string reason = normalizes ? rewriteStatistics(id, *schema) : rewriteCall(id, *schema);
            if (reason.empty())
                return;
            refuse(id, reason);
            tensors_.addBase(id);
            return;
        }
        learn(id);
    }

    void learn(NodeId id)
    {
        const Node& original = before_[id];
        if (original.target == "operator.getitem") {
            const auto* list = original.args.empty() ? nullptr : original.args.front().as<Value>();
            if (list && viewLists_.count(list->node) != 0)
                return tensors_.addView(id, list->node);
            return tensors_.addBase(id);
        }
        const Aliasing aliasing = aliasingOf(before_, before_[id]);
        if (aliasing.source == kNoNode || !tensors_.contains(aliasing.source))
            return tensors_.addBase(id);
        if (aliasing.relation != Relation::View)
            return tensors_.addSame(id, aliasing.source, aliasing.relation == Relation::SameObject);
        tensors_.addView(id, aliasing.source);
        if (original.val.kind == ir::Type::Kind::List)
            viewLists_.insert(id);
    }

    void refuse(NodeId id, const std::string& reason)
    {
        const Node& node = graph()[id];
        Diagnostic error = support::diagnose(
            rules::kViewMutation, concat(node.overload(), " is not functionalized: ", reason), {locationOf(node)});
        error.fixes.push_back({"clone the tensor before the write, or use the out-of-place form of the operator"});
        context_.log.append(std::move(error));
    }

    /// Why writing to `target` at `writer` cannot be made functional; empty when it can.
    std::string conflict(NodeId target, NodeId writer) const
    {
        const std::string unreachable = tensors_.whyNotWritable(target);
        const std::vector<NodeId>& members = aliases_.members(target);
        const Family& family = families_.at(members.front());
        for (const NodeId member : unreachable.empty() && !family.isMixed ? family.placeholders : members) {
            const Node* node = graph().find(member);
            if (!node || member == writer || !tensors_.contains(member))
                continue; // What comes later is made from the new value.
            const bool follows = tensors_.haveOneBase(member, target);
            if (follows && node->op == Op::Placeholder && graphId_ != kMainGraph)
                return concat("it writes to the subgraph's input %", node->name);
            if (follows && node->op == Op::Placeholder && !isMutableInput(*node))
                return concat("it writes to the constant %", node->name);
            if (follows && (unreachable.empty() || tensors_.isWithin(member, target)))
                continue;
            const std::string shares = unreachable.empty()
                                           ? concat("%", graph()[target].name, " may share memory with ")
                                           : concat(unreachable, "; it shares memory with ");
            if (node->op == Op::Placeholder)
                return concat(shares, "the input %", node->name);
            for (const ir::Use& use : rewriter_.uses({member}))
                if (use.user != writer && graph().contains(use.user) && graph().precedes(writer, use.user))
                    return concat(shares, "%", node->name, ", which %", graph()[use.user].name, " reads afterwards");
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
        return input && (input->kind == InputKind::UserInput || input->kind == InputKind::Parameter ||
                            input->kind == InputKind::Buffer);
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
        const Argument* argument = argumentOf(before_[id], schema, written->name);
        const auto* target = argument ? argument->as<Value>() : nullptr;
        if (!target || !tensors_.contains(target->node))
            return concat("it writes to its argument ", written->name, ", which is not a tensor of the graph");
        const NodeId self = target->node;
        const NodeId before = argumentOf(graph()[id], schema, written->name)->as<Value>()->node;
        // In-place views change what the name stands for and write nothing.
        const bool renames = schema.has(SchemaTag::InplaceView);
        if (std::string reason = renames ? std::string() : conflict(self, id); !reason.empty())
            return reason;
        if (schema.name == "aten.resize_" || schema.name == "aten.resize_as_")
            return rewriteResize(id, self, before);
        const std::string twin = functionalFormOf(schema);
        if (twin.empty())
            return "it has no functional form";
        if (renames) {
            rewriteTwin(id, twin, before);
            if (schema.name == "aten.detach_") {
                tensors_.addSame(id, self, true);
            } else {
                tensors_.addView(id, self);
                tensors_.renameTo(self, id);
            }
            return {};
        }
        tensors_.write(self,
            schema.key() == "aten.copy_.default" ? rewriteCopy(id, schema, before) : rewriteTwin(id, twin, before), id);
        tensors_.addSame(id, self, true);
        return {};
    }

    /// resize_: another view of the first elements.
    std::string rewriteResize(NodeId id, NodeId self, NodeId before)
    {
        const ir::Type from = graph()[before].val;
        const ir::Type to = before_[id].val;
        if (!from.isTensor() || !to.isTensor() || !isContiguous(from))
            return "it resizes a tensor that is not certainly contiguous";
        const ir::Dim had = countOf(from);
        const ir::Dim has = countOf(to);
        if (!(had == has) && (!had.asConstant() || !has.asConstant() || *has.asConstant() > *had.asConstant()))
            return "it has no functional form: it hands out memory that nobody wrote";
        emitter_.moveTo(id);
        emitter_.setOrigin(id);
        NodeId elements = before;
        NodeId source = self;
        if (!(had == has)) {
            elements = emitter_.call("torch.ops.aten.reshape.default", {Value{before}, ArgumentList{-1}},
                freshType(from.tensor.dtype, {had}, from));
            tensors_.addView(elements, self);
            source = emitter_.call("torch.ops.aten.slice.Tensor", {Value{elements}, 0, 0, *has.asConstant()},
                freshType(from.tensor.dtype, {has}, from));
            tensors_.addView(source, elements);
            elements = source;
        }
        Node node = renewed(id, "aten.reshape.default");
        node.args = {Value{elements}, sizesArgument(to.tensor.sizes)};
        node.kwargs.clear();
        rewriter_.update(id, std::move(node));
        tensors_.addView(id, source);
        tensors_.renameTo(self, id);
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
        if (!findSchema(twin)->isView())
            node.val = valueType(node.val.isTensor() ? node.val : graph()[self].val);
        for (auto& [key, argument] : node.kwargs)
            for (std::size_t at = 0; at < std::min(inPlace->arguments.size(), functional->arguments.size()); ++at)
                if (inPlace->arguments[at].name == key)
                    key = functional->arguments[at].name;
        const ir::Type kept = node.val;
        const auto promotion = promotionOf(graph(), node);
        const bool differs = promotion && kept.isTensor() &&
                             kept.tensor.dtype != (promotion->comparison ? ir::DType::Bool : promotion->compute);
        if (differs)
            node.val = castType(kept, promotion->comparison ? ir::DType::Bool : promotion->compute);
        rewriter_.update(id, std::move(node));
        return differs ? insertCast(id, kept) : id;
    }

    /// aten.copy_: `src` cast to the type of `self` and expanded to its sizes.
    NodeId rewriteCopy(NodeId id, const Schema& schema, NodeId self)
    {
        const ir::Type type = valueType(graph()[self].val);
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

    /// A cast right after `id`, to the type that the written tensor keeps.
    NodeId insertCast(NodeId id, const ir::Type& kept)
    {
        Node cast = copyNode({id}, kept.tensor.dtype);
        cast.val = kept;
        return rewriter_.insertingAfter(id, std::move(cast), id);
    }

    /// Normalizations in training: the functional form returns what the call returns, the saved statistics, and last
    /// the new running ones.
    std::string rewriteStatistics(NodeId id, const Schema& schema)
    {
        if (schema.name == "aten.instance_norm")
            return rewriteInstanceNorm(id, schema);
        if (!hasFunctionalForm(schema))
            return "it updates running statistics in training";
        const bool updates = schema.name == "aten._batch_norm_with_update";
        const std::string_view form = updates ? "aten._batch_norm_with_update_functional.default"
                                              : "aten._native_batch_norm_legit_functional.default";
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
        const auto* mean = argumentOf(before_[id], schema, "running_mean")->as<Value>();
        const auto* variance = argumentOf(before_[id], schema, "running_var")->as<Value>();
        if (!mean || !variance || node.args.size() != functional->arguments.size())
            return "its arguments do not say whether it updates both running statistics";
        const NodeId statistics[] = {mean->node, variance->node};
        for (const NodeId statistic : statistics)
            if (std::string reason = conflict(statistic, id); !reason.empty())
                return reason;

        const ir::Type before = valueType(graph()[statistics[0]].val);
        const bool single = schema.returns.size() == 1;
        std::vector<ir::Type> types = single ? std::vector<ir::Type>{old.val} : old.val.elements;
        while (types.size() < functional->returns.size() - 2)
            types.push_back(freshType(before.tensor.dtype, before.tensor.sizes, before));
        types.push_back(before);
        types.push_back(valueType(graph()[statistics[1]].val));
        node.val = ir::Type::list(std::move(types));
        rewriter_.update(id, std::move(node));
        const NodeId last = single ? insertGetItem(id, 0, id) : id;
        if (single)
            tensors_.addBaseHeldBy(id, last);
        else
            tensors_.addBase(id);
        const auto count = static_cast<std::int64_t>(functional->returns.size());
        const NodeId newMean = insertGetItem(id, count - 2, last);
        const NodeId newVariance = insertGetItem(id, count - 1, newMean);
        tensors_.write(statistics[0], newMean, id);
        tensors_.write(statistics[1], newVariance, id);
        return {};
    }

    std::string rewriteInstanceNorm(NodeId id, const Schema& schema)
    {
        const auto* mean = argumentOf(before_[id], schema, "running_mean")->as<Value>();
        const auto* variance = argumentOf(before_[id], schema, "running_var")->as<Value>();
        const auto* input = argumentOf(graph()[id], schema, "input")->as<Value>();
        if (!mean || !variance || !input || graph()[input->node].val.tensor.rank() < 2)
            return "its arguments do not say whether it updates both running statistics";
        for (const NodeId statistic : {mean->node, variance->node})
            if (std::string reason = conflict(statistic, id); !reason.empty())
                return reason;
        emitter_.moveTo(id);
        emitter_.setOrigin(id);
        const InstanceStatistics made = emitInstanceStatistics(emitter_, graph()[id], schema);
        Node node = renewed(id, "aten.reshape.default");
        node.args = {Value{made.normalized}, sizesArgument(graph()[input->node].val.tensor.sizes)};
        node.kwargs.clear();
        rewriter_.update(id, std::move(node));
        tensors_.addBase(id);
        tensors_.write(mean->node, made.mean, id);
        tensors_.write(variance->node, made.variance, id);
        return {};
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

    void finish(NodeId output)
    {
        rewriter_.setCause(output);
        readArguments(output);
        if (graphId_ != kMainGraph || !context_.unit().signature)
            return;
        syncSignature(rewriter_);
        appendMutations(rewriter_, output, [&](NodeId placeholder) {
            return tensors_.isWritten(placeholder) ? std::optional(tensors_.readFirst(placeholder)) : std::nullopt;
        });
    }

    /// Values that may share memory.
    struct Family
    {
        NodeId base = kNoNode;
        bool isMixed = false; ///< Of several bases.
        std::vector<NodeId> placeholders;
    };

    PassContext& context_;
    Rewriter& rewriter_;
    GraphId graphId_;
    ir::Graph<Node> before_; ///< The program as it was: what is a view of what shows in its types.
    NameScope names_;
    AliasClasses aliases_;
    Emitter emitter_;
    FunctionalTensors tensors_;
    std::set<NodeId> viewLists_;
    std::unordered_map<NodeId, Family> families_; ///< By first member.
};

Status functionalize(PassContext& context)
{
    for (const GraphId graph : context.unit().graphs.ids())
        if (writes(context.unit().graphs[graph]))
            if (Status status = Functionalizer(context, graph).run(); !status)
                return status;
    return {};
}

constexpr std::string_view kHelp = R"(Looks for calls that write: aten.add_, aten.copy_, out= overloads, batch norm that updates its statistics.

Makes the call that computes the same and writes to nothing. Whoever reads the tensor later reads the new value; views of it, and what it is a view of,
follow when they are read. What a parameter, buffer or input holds at the end becomes an output of its own (buffer_mutation, user_input_mutation), so that the
caller can store it.

Leaves a write that cannot be followed, with SL2003 that says why: to an expanded tensor, to a constant, or to something that only perhaps shares memory with
what is read later. Clone the tensor before the write, or use the out-of-place form.

Before:
    %relu_ : call_function[target=torch.ops.aten.relu_.default](args = (%add,))
    %mul : call_function[target=torch.ops.aten.mul.Tensor](args = (%add, 2))
After:
    %relu : call_function[target=torch.ops.aten.relu.default](args = (%add,))
    %mul : call_function[target=torch.ops.aten.mul.Tensor](args = (%relu, 2))
)";

} // namespace

constinit const Pass kFunctionalize{
    .id = "functionalize",
    .summary = "Replaces in-place calls by their functional twins and makes mutated buffers and inputs outputs.",
    .run = functionalize,
    .help = kHelp,
};

} // namespace sidelight::fx::passes
