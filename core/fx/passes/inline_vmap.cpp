// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
//
// torch.export keeps torch.vmap as calls on single elements between _vmap_increment_nesting and _vmap_decrement_nesting; _add_batch_dim hides a tensor's
// batch and _remove_batch_dim puts the result's back. Each such region, the innermost first, becomes calls on the whole batch.
#include "core/fx/calls.h"
#include "core/fx/names.h"
#include "core/fx/passes/batched_calls.h"
#include "core/fx/passes/pipeline.h"
#include "core/fx/shape_rules.h"
#include "core/support/rules.h"
#include "core/support/text.h"

#include <unordered_map>

namespace sidelight::fx::passes {

namespace {

constexpr std::string_view kLoad = "torch._functorch.predispatch.lazy_load_decompositions";
constexpr std::string_view kIncrement = "torch._functorch.predispatch._vmap_increment_nesting";
constexpr std::string_view kDecrement = "torch._functorch.predispatch._vmap_decrement_nesting";
constexpr std::string_view kAdd = "torch._functorch.predispatch._add_batch_dim";
constexpr std::string_view kRemove = "torch._functorch.predispatch._remove_batch_dim";

bool isCall(const Node& node, std::string_view target) { return node.op == Op::CallFunction && node.target == target; }

const std::int64_t* integerAt(const Node& node, std::size_t at) { return at < node.args.size() ? node.args[at].as<std::int64_t>() : nullptr; }

/// Nodes from an increment to its decrement with no other increment between them.
struct Region {
    std::vector<NodeId> nodes;
    ir::Dim batchSize;
};

class Batcher {
public:
    Batcher(PassContext& context, GraphId graph) : context_(context), rewriter_(context.rewriter), graphId_(graph), names_(rewriter_.graph(graph)) {}

    Status run()
    {
        while (const auto region = innermost()) {
            if (const Node* stranger = strangerIn(*region)) {
                for (const NodeId id : region->nodes)
                    rewriter_.visit(id);
                context_.log.append(support::diagnose(rules::kFxPass, concat(stranger->overload(), " in a vmap region has no batching rule"), {locationOf(*stranger)}));
                return {}; // Stays as it is; lowering refuses it by name.
            }
            if (Status status = inlineRegion(*region); !status)
                return status;
        }
        for (const NodeId id : rewriter_.graph(graphId_).orderCopy())
            if (isCall(rewriter_.graph(graphId_)[id], kLoad) && !rewriter_.hasUsers(id))
                if (Status status = rewriter_.erase(id); !status)
                    return status;
        return {};
    }

private:
    using Map = std::unordered_map<NodeId, BatchedTensor>;

    [[nodiscard]] const Node& node(NodeId id) const { return rewriter_.graph(graphId_)[id]; }

    [[nodiscard]] std::optional<Region> innermost() const
    {
        std::optional<Region> open;
        for (const NodeId id : rewriter_.graph(graphId_).orderCopy()) {
            if (isCall(node(id), kIncrement)) {
                const auto* size = integerAt(node(id), 0);
                const auto* symbolic = !node(id).args.empty() ? node(id).args[0].as<ir::Dim>() : nullptr;
                open = Region{{}, size ? ir::Dim::constant(*size) : symbolic ? *symbolic : ir::Dim()};
            }
            if (open)
                open->nodes.push_back(id);
            if (open && isCall(node(id), kDecrement))
                return open;
        }
        return std::nullopt;
    }

    BatchedTensor find(const Map& map, Value value) const
    {
        const auto found = map.find(value.node);
        if (found != map.end())
            return found->second;
        const Node& source = node(value.node);
        return {value, source.val.isTensor() ? source.val.tensor : ir::TensorType{}, false};
    }

    /// A node that reads a batch and cannot be batched, or null.
    const Node* strangerIn(const Region& region) const
    {
        Map batched;
        const BatchScope scope{region.batchSize, {}, {}, {}};
        for (const NodeId id : region.nodes) {
            const Node& call = node(id);
            bool reads = isCall(call, kAdd);
            visitInputs(call, [&](Value value, std::uint32_t) { reads = reads || batched.count(value.node) != 0; });
            if (!reads || isCall(call, kRemove))
                continue;
            if (!isCall(call, kAdd) && !canBatch(call, scope))
                return &call;
            batched.emplace(id, BatchedTensor{});
        }
        return nullptr;
    }

    Value insert(NodeId before, Node made, std::vector<ir::Dim> sizes)
    {
        made.val = freshType(node(before).val.tensor.dtype, std::move(sizes), node(before).val);
        made.name = names_.make(made.name);
        return {rewriter_.insertingBefore(before, std::move(made), before)};
    }
    /// A call that moves or repeats elements of its first argument, whose type it keeps.
    Value call(NodeId before, std::string_view overload, std::vector<Argument> args, std::vector<ir::Dim> sizes)
    {
        Node made;
        made.target = concat("torch.ops.", overload);
        made.name = std::string(support::split(overload, '.')[1]);
        const auto* first = args.front().as<Value>();
        const auto* list = args.front().as<ArgumentList>();
        const Value source = first ? *first : list && !list->empty() && list->front().as<Value>() ? *list->front().as<Value>() : Value{before};
        made.args = std::move(args);
        const ir::Type like = node(source.node).val;
        const Value value = insert(before, std::move(made), sizes);
        Node typed = node(value.node);
        typed.val = freshType(support::startsWith(overload, "aten.sum") || support::startsWith(overload, "aten.mean") ? node(before).val.tensor.dtype : like.tensor.dtype,
                              std::move(sizes), like);
        rewriter_.update(value.node, std::move(typed));
        return value;
    }
    /// Moves dimension `from` to `to`.
    Value moved(NodeId before, Value value, std::int64_t from, std::int64_t to)
    {
        std::vector<ir::Dim> sizes = node(value.node).val.tensor.sizes;
        if (from == to)
            return value;
        const ir::Dim size = sizes[static_cast<std::size_t>(from)];
        sizes.erase(sizes.begin() + from);
        sizes.insert(sizes.begin() + to, size);
        return call(before, "aten.movedim.int", {value, from, to}, std::move(sizes));
    }

    BatchedTensor added(NodeId id)
    {
        const Node hiding = node(id);
        const Value tensor = *hiding.args[0].as<Value>();
        const auto rank = static_cast<std::int64_t>(node(tensor.node).val.tensor.sizes.size());
        const std::int64_t* dim = integerAt(hiding, 1);
        const std::int64_t at = dim ? (*dim < 0 ? *dim + rank : *dim) : 0;
        return {moved(id, tensor, at, 0), hiding.val.tensor, true};
    }
    Value removed(NodeId id, const Region& region, const BatchedTensor& tensor)
    {
        const std::int64_t* dim = integerAt(node(id), 3);
        const auto rank = static_cast<std::int64_t>(tensor.type.sizes.size()) + 1;
        const std::int64_t to = dim ? (*dim < 0 ? *dim + rank : *dim) : 0;
        Value value = tensor.value;
        if (!tensor.isBatched) {
            std::vector<ir::Dim> sizes = tensor.type.sizes;
            sizes.insert(sizes.begin(), ir::Dim::constant(1));
            value = call(id, "aten.unsqueeze.default", {value, 0}, sizes);
            sizes.front() = region.batchSize;
            ArgumentList wanted{region.batchSize.isConstant() ? Argument(*region.batchSize.asConstant()) : Argument(region.batchSize)};
            wanted.resize(sizes.size(), Argument(-1));
            value = call(id, "aten.expand.default", {value, wanted}, sizes);
        }
        return moved(id, value, 0, to);
    }

    Status inlineRegion(const Region& region)
    {
        Map map;
        for (const NodeId id : region.nodes) {
            rewriter_.visit(id);
            rewriter_.match();
            const Node original = node(id);
            if (isCall(original, kAdd)) {
                map[id] = added(id);
            } else if (isCall(original, kRemove)) {
                rewriter_.replaceAllUsesWith({id}, removed(id, region, find(map, *original.args[0].as<Value>())));
            } else {
                bool reads = false;
                visitInputs(original, [&](Value value, std::uint32_t) { reads = reads || find(map, value).isBatched; });
                if (reads)
                    map[id] = {batchCall(original, scopeOf(region, map, id)), original.val.tensor, true};
            }
        }
        for (auto id = region.nodes.rbegin(); id != region.nodes.rend(); ++id) {
            const Node& old = node(*id);
            const bool isFrame = isCall(old, kIncrement) || isCall(old, kDecrement) || isCall(old, kRemove);
            rewriter_.setCause(*id);
            if ((isFrame || map.count(*id) != 0) && !rewriter_.hasUsers(*id))
                if (Status status = rewriter_.erase(*id); !status)
                    return status;
        }
        return {};
    }

    BatchScope scopeOf(const Region& region, const Map& map, NodeId id)
    {
        return {region.batchSize, [this, &map](Value value) { return find(map, value); },
                [this, id](std::string_view overload, std::vector<Argument> args, std::vector<ir::Dim> sizes) { return call(id, overload, std::move(args), std::move(sizes)); },
                [this, id](Node made, std::vector<ir::Dim> sizes) { return insert(id, std::move(made), std::move(sizes)); }};
    }

    PassContext& context_;
    Rewriter& rewriter_;
    GraphId graphId_;
    NameScope names_;
};

Status inlineVmap(PassContext& context)
{
    for (const GraphId graph : context.unit().graphs.ids())
        if (Status status = Batcher(context, graph).run(); !status)
            return status;
    return {};
}

constexpr std::string_view kHelp = R"(Looks for regions between _vmap_increment_nesting and _vmap_decrement_nesting, as torch.export keeps torch.vmap: the calls in it are written for one element
of the batch, which _add_batch_dim hides and _remove_batch_dim puts back. The innermost region goes first.

Makes calls on the whole batch of them: the hidden dimension is moved to the front, and each call gets the form that treats it as one dimension more.

Leaves a region with a call that has no batching rule whole, with a diagnostic (FXE0010) that names it; lowering then refuses the region by name.

Before:
    %lazy : call_function[target=torch._functorch.predispatch._vmap_increment_nesting](args = (4, error))
    %row : call_function[target=torch._functorch.predispatch._add_batch_dim](args = (%x, 0, 1))
    %sum_1 : call_function[target=torch.ops.aten.sum.dim_IntList](args = (%row, [0]))
    %out : call_function[target=torch._functorch.predispatch._remove_batch_dim](args = (%sum_1, 1, 4, 0))
    %_ : call_function[target=torch._functorch.predispatch._vmap_decrement_nesting](args = ())
After:
    %sum_2 : call_function[target=torch.ops.aten.sum.dim_IntList](args = (%x, [1]))
)";

} // namespace

constinit const Pass kInlineVmap{
    .id = "inline-vmap",
    .summary = "Replaces calls that vmap makes for single elements by calls on the whole batch.",
    .run = inlineVmap,
    .help = kHelp,
};

} // namespace sidelight::fx::passes
