// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
//
// Three steps. Calls whose result is a known number are replaced by it in their readers. In the main graph, calls whose tensors are all
// constants of at most 8,192 elements are evaluated in order; of those, only what the rest of the graph reads becomes a constant tensor of the
// state, with a placeholder in front of the user inputs. Evaluated calls that nobody reads any more are erased.

#include "core/fx/aliases.h"
#include "core/fx/calls.h"
#include "core/fx/fold/constant.h"
#include "core/fx/passes/constant_placeholders.h"
#include "core/fx/passes/pipeline.h"

#include <algorithm>
#include <set>
#include <unordered_map>

namespace sidelight::fx::passes {

namespace {

/// The number that a scalar type is known to be, as an argument.
std::optional<Argument> numberOf(const ir::Type& type)
{
    using Kind = ir::Type::Kind;
    if (!type.value)
        return std::nullopt;
    const auto constant = type.value->asConstant();
    if (type.kind == Kind::Int && constant)
        return Argument(*constant);
    if (type.kind == Kind::Bool && constant)
        return Argument(*constant != 0);
    if (type.kind == Kind::Float && type.value->kind() == ir::Dim::Kind::Real)
        return Argument(type.value->realValue());
    if (type.kind == Kind::Float && constant)
        return Argument(static_cast<double>(*constant));
    return std::nullopt;
}

Status eraseIfDead(PassContext& context, NodeId id)
{
    if (context.rewriter.hasUsers(id) || !isPure(context.unit(), context.rewriter.node(id)))
        return {};
    return context.rewriter.erase(id);
}

/// Writes known numbers into the calls that read them; outputs keep reading nodes.
Status foldNumbers(PassContext& context, GraphId graph)
{
    Rewriter& rewriter = context.rewriter;
    for (const NodeId id : rewriter.graph(graph).orderCopy()) {
        const Node& node = rewriter.graph(graph)[id];
        rewriter.visit(id);
        const auto number = node.op == Op::CallFunction && isDeterministic(context.unit(), node) ? numberOf(node.val) : std::nullopt;
        if (!number)
            continue;
        rewriter.match();
        std::vector<NodeId> readers;
        for (const ir::Use& use : rewriter.uses({id}))
            if (rewriter.node(use.user).op == Op::CallFunction && (readers.empty() || readers.back() != use.user))
                readers.push_back(use.user);
        for (const NodeId reader : readers) {
            Node changed = rewriter.node(reader);
            substitute(changed, [&](Value value) { return value.node == id ? &*number : nullptr; });
            rewriter.update(reader, std::move(changed));
        }
        if (Status status = eraseIfDead(context, id); !status)
            return status;
    }
    return {};
}

class TensorFolder {
public:
    explicit TensorFolder(PassContext& context)
        : context_(context), rewriter_(context.rewriter), placeholders_(rewriter_), written_(writtenValues(context.unit(), kMainGraph))
    {
    }

    Status run()
    {
        learnState();
        std::vector<NodeId> evaluated;
        for (const NodeId id : graph().orderCopy()) {
            if (context_.stop.stop_requested())
                break;
            if (evaluateCall(id))
                evaluated.push_back(id);
        }
        for (const NodeId id : evaluated)
            if (isReadByOthers(id))
                materialize(id);
        placeholders_.declare();
        for (auto id = evaluated.rbegin(); id != evaluated.rend(); ++id)
            if (Status status = eraseIfDead(context_, *id); !status)
                return status;
        return {};
    }

private:
    [[nodiscard]] const ir::Graph<Node>& graph() const { return rewriter_.graph(kMainGraph); }

    /// Constant tensors of the program; parameters and buffers stay what they are, so that initializers keep their names.
    void learnState()
    {
        for (const auto& [id, spec] : inputSpecs(context_.unit()))
            if (spec->kind == InputKind::ConstantTensor && written_.count(id) == 0)
                if (auto tensor = context_.unit().stateOf(spec->target))
                    stored_.emplace(id, std::move(tensor));
    }

    const fold::Constant* constantOf(Value value)
    {
        if (const auto known = constants_.find(value.node); known != constants_.end())
            return &known->second;
        const auto stored = stored_.find(value.node);
        auto read = stored != stored_.end() ? fold::fromTensor(*stored->second) : std::nullopt;
        return read ? &constants_.emplace(value.node, std::move(*read)).first->second : nullptr;
    }

    bool evaluateCall(NodeId id)
    {
        const Node& node = graph()[id];
        if (node.op != Op::CallFunction || written_.count(id) != 0)
            return false;
        auto result = fold::evaluate(graph(), node, [&](Value value) { return constantOf(value); });
        if (!result)
            return false;
        constants_.emplace(id, std::move(*result));
        evaluated_.insert(id);
        rewriter_.visit(id);
        rewriter_.match();
        return true;
    }

    [[nodiscard]] bool isReadByOthers(NodeId id) const
    {
        const auto& uses = rewriter_.uses({id});
        return std::any_of(uses.begin(), uses.end(), [&](const ir::Use& use) { return evaluated_.count(use.user) == 0; });
    }

    /// The stored constant that `id` is an unchanged copy of, or kNoNode.
    [[nodiscard]] NodeId storedCopyOf(NodeId id) const
    {
        const fold::Constant& constant = constants_.at(id);
        NodeId source = kNoNode;
        visitInputs(graph()[id], [&](Value value, std::uint32_t) { source = source == kNoNode ? value.node : source; });
        const auto known = constants_.find(source);
        const bool same = known != constants_.end() && stored_.count(source) != 0 && known->second.dtype == constant.dtype &&
            known->second.sizes == constant.sizes && known->second.integers == constant.integers && known->second.reals == constant.reals;
        return same ? source : kNoNode;
    }

    void materialize(NodeId id)
    {
        rewriter_.setCause(id);
        NodeId replacement = storedCopyOf(id);
        if (replacement == kNoNode)
            replacement = placeholders_.add(graph()[id], std::make_shared<const ir::Tensor>(fold::toTensor(constants_.at(id))), id, "folded_");
        readInstead(rewriter_, id, replacement, evaluated_);
    }

    PassContext& context_;
    Rewriter& rewriter_;
    ConstantPlaceholders placeholders_;
    std::set<NodeId> written_;
    std::unordered_map<NodeId, std::shared_ptr<const ir::Tensor>> stored_;
    std::unordered_map<NodeId, fold::Constant> constants_;
    std::set<NodeId> evaluated_;
};

Status foldConstants(PassContext& context)
{
    for (const GraphId graph : context.unit().graphs.ids())
        if (Status status = foldNumbers(context, graph); !status)
            return status;
    return TensorFolder(context).run();
}

constexpr std::string_view kHelp = R"(Looks for calls whose result is a known number (a size that is no symbol, arithmetic on such), and for calls whose tensors are all constants of the program
with at most 8,192 elements: full, arange, shape operations and elementwise arithmetic that are computed here exactly as PyTorch does.

Makes the number an argument of its readers. Of evaluated tensors only what the rest of the graph reads becomes a constant tensor of the program's state, with
a placeholder (c_folded_...) in front of the user inputs.

Leaves parameters and buffers what they are, so that weights can be replaced by name (constant-propagation goes further), random and written tensors, larger
ones, and operators that are not evaluated here bit for bit.

Before:
    %full : call_function[target=torch.ops.aten.full.default](args = ([], 0.5))
    %mul : call_function[target=torch.ops.aten.mul.Tensor](args = (%x, %full))
After:
    %c_folded_full : placeholder[target=c_folded_full]
    %mul : call_function[target=torch.ops.aten.mul.Tensor](args = (%x, %c_folded_full))
)";

} // namespace

constinit const Pass kConstantFolding{
    .id = "constant-folding",
    .summary = "Evaluates constant sizes, scalars and small tensors.",
    .run = foldConstants,
    .help = kHelp,
};

} // namespace sidelight::fx::passes
