// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
//
// A view is known by its base and by its sizes, strides and offset, which the program records. So a chain of views that comes back to the layout of one of the
// tensors in it is that tensor. Other chains are shortened by one link at a time, so that each change touches one call.

#include "core/fx/aliases.h"
#include "core/fx/calls.h"
#include "core/fx/passes/pipeline.h"
#include "core/fx/schema.h"
#include "core/fx/views.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <set>
#include <string_view>
#include <vector>

namespace sidelight::fx::passes {

namespace {

/// Operators that give their first argument's elements, some or all of them, in places of their own. Sorted.
constexpr std::string_view kViews[] = {"aten.alias.default", "aten.as_strided.default", "aten.broadcast_to.default", "aten.clone.default", "aten.contiguous.default",
    "aten.detach.default", "aten.expand.default", "aten.expand_as.default", "aten.flatten.using_ints", "aten.movedim.int", "aten.movedim.intlist",
    "aten.narrow.default", "aten.permute.default", "aten.ravel.default", "aten.reshape.default", "aten.reshape_as.default", "aten.slice.Tensor",
    "aten.squeeze.default", "aten.squeeze.dim", "aten.squeeze.dims", "aten.swapaxes.default", "aten.swapdims.default", "aten.t.default", "aten.transpose.int",
    "aten.unflatten.int", "aten.unsqueeze.default", "aten.view.default", "aten.view_as.default", "aten._unsafe_view.default"};
/// Of them those that keep all elements in row-major order, and only name other sizes.
constexpr std::string_view kReshapes[] = {"aten.flatten.using_ints", "aten.reshape.default", "aten.squeeze.default", "aten.squeeze.dim", "aten.squeeze.dims",
    "aten.unflatten.int", "aten.unsqueeze.default", "aten.view.default", "aten._unsafe_view.default"};
/// Of them those that name their sizes in full.
constexpr std::string_view kSized[] = {"aten.reshape.default", "aten.view.default", "aten._unsafe_view.default"};

template <std::size_t Count>
bool isOneOf(const std::string_view (&names)[Count], const Node& node)
{
    return node.op == Op::CallFunction && std::find(std::begin(names), std::end(names), node.overload()) != std::end(names);
}

/// Whether two values of one storage and dtype are the same tensor. Axes of one element may have any stride.
bool haveOneLayout(const ir::Type& left, const ir::Type& right)
{
    if (!left.isTensor() || !right.isTensor())
        return false;
    const ir::TensorType& a = left.tensor;
    const ir::TensorType& b = right.tensor;
    return a.dtype == b.dtype && a.device == b.device && a.layout == b.layout && a.sizes == b.sizes && a.strides == b.strides &&
           a.strides.size() == a.sizes.size() && a.storageOffset == b.storageOffset;
}

std::optional<std::int64_t> axisAt(const Node& node, std::size_t at, std::size_t rank)
{
    const auto* axis = at < node.args.size() ? node.args[at].as<std::int64_t>() : nullptr;
    if (!axis || *axis < -static_cast<std::int64_t>(rank) || *axis >= static_cast<std::int64_t>(rank))
        return std::nullopt;
    return *axis < 0 ? *axis + static_cast<std::int64_t>(rank) : *axis;
}

/// Which axis of the input each axis of the result is; nothing for other operators.
std::optional<std::vector<std::int64_t>> permutationOf(const Node& node)
{
    if (node.op != Op::CallFunction || !node.val.isTensor() || !node.kwargs.empty())
        return std::nullopt;
    const std::size_t rank = node.val.tensor.rank();
    const std::string_view overload = node.overload();
    std::vector<std::int64_t> axes(rank);
    std::iota(axes.begin(), axes.end(), 0);
    if (overload == "aten.t.default") {
        std::reverse(axes.begin(), axes.end());
        return axes;
    }
    if (overload == "aten.transpose.int" || overload == "aten.swapaxes.default" || overload == "aten.swapdims.default") {
        const auto first = axisAt(node, 1, rank);
        const auto second = axisAt(node, 2, rank);
        if (!first || !second)
            return std::nullopt;
        std::swap(axes[static_cast<std::size_t>(*first)], axes[static_cast<std::size_t>(*second)]);
        return axes;
    }
    const auto* list = overload == "aten.permute.default" && node.args.size() > 1 ? node.args[1].as<ArgumentList>() : nullptr;
    if (!list || list->size() != rank)
        return std::nullopt;
    for (std::size_t axis = 0; axis < rank; ++axis) {
        const auto* from = (*list)[axis].as<std::int64_t>();
        if (!from)
            return std::nullopt;
        axes[axis] = *from < 0 ? *from + static_cast<std::int64_t>(rank) : *from;
        if (axes[axis] < 0 || axes[axis] >= static_cast<std::int64_t>(rank))
            return std::nullopt;
    }
    return axes;
}

/// Simplifies the views of one graph.
class Simplifier {
public:
    Simplifier(PassContext& context, GraphId graph) : rewriter_(context.rewriter), unit_(context.unit()), graph_(graph), written_(writtenValues(unit_, graph)) {}

    Status run()
    {
        for (const NodeId id : rewriter_.graph(graph_).orderCopy()) {
            if (!rewriter_.contains(id))
                continue; // Only read by a view that is gone.
            rewriter_.visit(id);
            if (!isOneOf(kViews, node(id)) || written_.count(id) != 0)
                continue;
            if (const auto same = sameAs(id)) {
                const Value source = inputOf(node(id));
                rewriter_.match();
                if (Status status = rewriter_.deleteAndForward(id, *same); !status)
                    return status;
                if (Status status = eraseUnread(source); !status)
                    return status;
                continue;
            }
            while (auto shorter = shortened(node(id))) {
                const Value source = inputOf(node(id));
                rewriter_.match();
                rewriter_.update(id, std::move(*shorter));
                if (Status status = eraseUnread(source); !status)
                    return status;
            }
        }
        return {};
    }

private:
    [[nodiscard]] const Node& node(NodeId id) const { return rewriter_.graph(graph_)[id]; }

    static Value inputOf(const Node& view)
    {
        const auto* value = view.args.empty() ? nullptr : view.args.front().as<Value>();
        return value ? *value : Value{};
    }
    [[nodiscard]] const Node* sourceOf(const Node& view) const
    {
        const Value input = inputOf(view);
        return written_.count(input.node) == 0 ? rewriter_.graph(graph_).find(input.node) : nullptr;
    }

    /// The furthest value up the chain of views that `id` is the same as.
    [[nodiscard]] std::optional<Value> sameAs(NodeId id) const
    {
        std::optional<Value> same;
        const Node* view = &node(id);
        bool isCopy = false;
        while (isOneOf(kViews, *view)) {
            // Beyond a copy strides say nothing about the elements of what was copied, but for a copy with the very layout of its source.
            const Node* source = sourceOf(*view);
            if (!source || isCopy)
                break;
            const Relation relation = aliasingOf(rewriter_.graph(graph_), *view).relation;
            const bool isView = relation == Relation::View || relation == Relation::SameTensor || relation == Relation::SameObject;
            isCopy = !isView;
            if (isCopy && !(view == &node(id) && (view->overload() == "aten.clone.default" || view->overload() == "aten.contiguous.default")))
                break;
            if (haveOneLayout(node(id).val, source->val) || (isCopy && haveOneLayout(view->val, source->val)))
                same = inputOf(*view);
            view = source;
        }
        return same;
    }

    /// The call without the link before it.
    [[nodiscard]] std::optional<Node> shortened(const Node& view) const
    {
        const Node* middle = sourceOf(view);
        const Node* first = middle && !middle->args.empty() && middle->op == Op::CallFunction ? sourceOf(*middle) : nullptr;
        if (!first || !first->val.isTensor())
            return std::nullopt;
        Node changed = view;
        if (isOneOf(kSized, view) && isOneOf(kReshapes, *middle) && isContiguous(first->val)) {
            changed.args.front() = middle->args.front();
            return changed;
        }
        const bool expands = view.overload() == "aten.expand.default" && middle->overload() == "aten.expand.default";
        if (expands && first->val.tensor.rank() == middle->val.tensor.rank() && namesSizes(view)) {
            changed.args.front() = middle->args.front();
            return changed;
        }
        const auto outer = permutationOf(view);
        const auto inner = permutationOf(*middle);
        if (!outer || !inner || outer->size() != inner->size())
            return std::nullopt;
        ArgumentList axes;
        for (const std::int64_t axis : *outer)
            axes.emplace_back((*inner)[static_cast<std::size_t>(axis)]);
        changed.target = "torch.ops.aten.permute.default";
        changed.args = {middle->args.front(), std::move(axes)};
        return changed;
    }

    /// Whether an expand says each size; -1 would be that of what it reads.
    static bool namesSizes(const Node& expand)
    {
        const auto* sizes = expand.args.size() > 1 ? expand.args[1].as<ArgumentList>() : nullptr;
        return sizes && std::none_of(sizes->begin(), sizes->end(), [](const Argument& size) { return size == Argument(-1); });
    }

    /// Erases views that only the changed one read, up the chain.
    Status eraseUnread(Value value)
    {
        while (rewriter_.contains(value.node) && isOneOf(kViews, node(value.node)) && !rewriter_.hasUsers(value.node)) {
            const Value above = inputOf(node(value.node));
            if (Status status = rewriter_.erase(value.node); !status)
                return status;
            value = above;
        }
        return {};
    }

    Rewriter& rewriter_;
    const ExportedProgram& unit_;
    GraphId graph_;
    std::set<NodeId> written_;
};

Status simplifyViews(PassContext& context)
{
    for (const GraphId graph : context.unit().graphs.ids())
        if (Status status = Simplifier(context, graph).run(); !status)
            return status;
    return {};
}

constexpr std::string_view kHelp = R"(Looks for calls that only see a tensor differently (view, reshape, permute, transpose, t, expand, slice, squeeze, unsqueeze, flatten, contiguous, clone, detach,
alias and the like), and reads what their sizes, strides and offset are recorded to be.

Makes the tensor itself of a call, or of a chain of them, that comes back to the layout of one of the tensors in it: a full slice, an expand to its own sizes,
a permutation of nothing, two transposes that undo each other, squeeze of unsqueeze, contiguous of what is contiguous. A view of a view becomes one view, a
permutation of a permutation one permute, an expand of an expand one expand. Links that nobody reads any more are erased.

Leaves tensors that are written to, whose views are what the writes reach (functionalize comes before); views of a reshape whose source is not contiguous,
which may be a copy; values without recorded strides.

Before:
    %transpose : call_function[target=torch.ops.aten.transpose.int](args = (%x, 0, 1))
    %transpose_1 : call_function[target=torch.ops.aten.transpose.int](args = (%transpose, 0, 1))
    %view : call_function[target=torch.ops.aten.view.default](args = (%transpose_1, [2, 6]))
    %view_1 : call_function[target=torch.ops.aten.view.default](args = (%view, [12]))
After:
    %view_1 : call_function[target=torch.ops.aten.view.default](args = (%x, [12]))
)";

} // namespace

constinit const Pass kViewSimplification{
    .id = "view-simplification",
    .summary = "Replaces views and permutations that undo each other, follow each other or do nothing.",
    .run = simplifyViews,
    .help = kHelp,
    .standard = false,
};

} // namespace sidelight::fx::passes
