// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
//
// The inverse of each view operator, as torch's FunctionalInverses has them. Those that only rearrange (permute, view,
// unsqueeze) need the new value alone; those that take a part (select, slice, diagonal) scatter it into what the tensor
// held before.

#include "core/fx/passes/view_inverse.h"

#include "core/fx/calls.h"
#include "core/fx/schema.h"
#include "core/fx/shape_rules.h"
#include "core/fx/views.h"
#include "core/support/text.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace sidelight::fx::passes {

using ir::Dim;
using ir::Type;

namespace {

enum class Inverse : std::uint8_t
{
    None,
    Identity, ///< The same tensor under another name.
    Itself,   ///< The operator undoes itself: transpose, _conj.
    Reshape,  ///< The same elements in the same order.
    Permute,
    MoveDim,
    Select,
    Slice,
    Narrow,
    Diagonal,
    AsStrided,
    Expand,
    Unfold,
    Part, ///< Element of a list of slices.
    Unbind,
    ViewAsReal,
    ViewAsComplex,
    ViewDType,
};

struct Row
{
    std::string_view name;
    Inverse inverse;
};
constexpr Row kInverses[] = {
    {"aten._conj", Inverse::Itself},
    {"aten._reshape_alias", Inverse::Reshape},
    {"aten.adjoint", Inverse::Itself},
    {"aten.alias", Inverse::Identity},
    {"aten.as_strided", Inverse::AsStrided},
    {"aten.atleast_1d", Inverse::Reshape},
    {"aten.atleast_2d", Inverse::Reshape},
    {"aten.atleast_3d", Inverse::Reshape},
    {"aten.chunk", Inverse::Part},
    {"aten.conj", Inverse::Itself},
    {"aten.detach", Inverse::Identity},
    {"aten.diagonal", Inverse::Diagonal},
    {"aten.dsplit", Inverse::Part},
    {"aten.expand", Inverse::Expand},
    {"aten.expand_as", Inverse::Expand},
    {"aten.flatten", Inverse::Reshape},
    {"aten.hsplit", Inverse::Part},
    {"aten.mH", Inverse::Itself},
    {"aten.mT", Inverse::Itself},
    {"aten.matrix_H", Inverse::Itself},
    {"aten.moveaxis", Inverse::MoveDim},
    {"aten.movedim", Inverse::MoveDim},
    {"aten.narrow", Inverse::Narrow},
    {"aten.numpy_T", Inverse::Itself},
    {"aten.permute", Inverse::Permute},
    {"aten.ravel", Inverse::Reshape},
    {"aten.reshape", Inverse::Reshape},
    {"aten.reshape_as", Inverse::Reshape},
    {"aten.select", Inverse::Select},
    {"aten.slice", Inverse::Slice},
    {"aten.split", Inverse::Part},
    {"aten.split_with_sizes", Inverse::Part},
    {"aten.squeeze", Inverse::Reshape},
    {"aten.swapaxes", Inverse::Itself},
    {"aten.swapdims", Inverse::Itself},
    {"aten.t", Inverse::Itself},
    {"aten.tensor_split", Inverse::Part},
    {"aten.transpose", Inverse::Itself},
    {"aten.unbind", Inverse::Unbind},
    {"aten.unflatten", Inverse::Reshape},
    {"aten.unfold", Inverse::Unfold},
    {"aten.unsqueeze", Inverse::Reshape},
    {"aten.view", Inverse::Reshape},
    {"aten.view_as", Inverse::Reshape},
    {"aten.view_as_complex", Inverse::ViewAsReal},
    {"aten.view_as_real", Inverse::ViewAsComplex},
    {"aten.vsplit", Inverse::Part},
};

Inverse inverseOf(const Node& call, const Schema& schema)
{
    if (call.overload() == "aten.view.dtype")
        return Inverse::ViewDType;
    const auto* row = std::find_if(
        std::begin(kInverses), std::end(kInverses), [&](const Row& entry) { return entry.name == schema.name; });
    return row == std::end(kInverses) ? Inverse::None : row->inverse;
}

Argument sizeArgument(const Dim& dim)
{
    if (const auto known = dim.asConstant())
        return *known;
    return dim;
}

std::int64_t integerOr(const Argument* argument, std::int64_t otherwise)
{
    const auto* value = argument ? argument->as<std::int64_t>() : nullptr;
    return value ? *value : otherwise;
}

/// A dimension argument, from the front.
std::int64_t dimOf(const Node& call, const Schema& schema, std::string_view name, std::size_t rank)
{
    const std::int64_t dim = integerOr(argumentOf(call, schema, name), 0);
    return dim < 0 ? dim + static_cast<std::int64_t>(rank) : dim;
}

/// The dimension that a list of slices runs along.
std::int64_t splitDim(const Node& call, const Schema& schema, std::size_t rank)
{
    if (schema.name == "aten.hsplit")
        return rank == 1 ? 0 : 1;
    if (schema.name == "aten.vsplit" || schema.name == "aten.dsplit")
        return schema.name == "aten.vsplit" ? 0 : 2;
    return dimOf(call, schema, "dim", rank);
}

Argument orDefault(const Argument* argument, Argument otherwise)
{
    return argument ? *argument : std::move(otherwise);
}

bool isPlainIntegers(const Argument* argument)
{
    const auto* list = argument ? argument->as<ArgumentList>() : nullptr;
    return list &&
           std::all_of(list->begin(), list->end(), [](const Argument& item) { return item.as<std::int64_t>(); });
}

std::string whyNotUnfolded(const Node& call, const Schema& schema, const Type& from)
{
    const auto dim = static_cast<std::size_t>(dimOf(call, schema, "dimension", from.tensor.rank()));
    if (dim >= from.tensor.rank() ||
        integerOr(argumentOf(call, schema, "size"), -1) != integerOr(argumentOf(call, schema, "step"), -2))
        return "has windows that overlap or leave gaps";
    return {};
}

std::string whyNotPart(const Node& call, const Schema& schema, const ViewStep& step, const Type& from)
{
    if (!step.element || call.val.kind != Type::Kind::List || *step.element >= call.val.elements.size())
        return "has parts that are not known";
    const std::int64_t dim = splitDim(call, schema, from.tensor.rank());
    for (std::size_t at = 0; at <= *step.element; ++at)
        if (!call.val.elements[at].isTensor() || dim < 0 ||
            static_cast<std::size_t>(dim) >= call.val.elements[at].tensor.rank())
            return "has parts that are not known";
    return {};
}

/// `written` at [start, end) of `parent` along `dim`.
NodeId scatterSlice(
    Emitter& emitter, NodeId parent, NodeId written, std::int64_t dim, Argument start, Argument end, Argument step)
{
    return emitter.call("torch.ops.aten.slice_scatter.default",
        {Value{parent}, Value{written}, dim, std::move(start), std::move(end), std::move(step)},
        valueType(emitter.graph()[parent].val));
}

NodeId reshapeTo(Emitter& emitter, NodeId written, const Type& type)
{
    if (emitter.graph()[written].val.tensor.sizes == type.tensor.sizes)
        return written;
    Type result = valueType(type);
    return emitter.call(
        "torch.ops.aten.reshape.default", {Value{written}, sizesArgument(type.tensor.sizes)}, std::move(result));
}

NodeId invertPermute(Emitter& emitter, const Node& call, const Schema& schema, NodeId parent, NodeId written)
{
    const Type& type = emitter.graph()[parent].val;
    const auto& dims = *argumentOf(call, schema, "dims")->as<ArgumentList>();
    ArgumentList back(dims.size());
    for (std::size_t at = 0; at < dims.size(); ++at) {
        const std::int64_t dim = *dims[at].as<std::int64_t>();
        back[static_cast<std::size_t>(dim < 0 ? dim + static_cast<std::int64_t>(dims.size()) : dim)] =
            static_cast<std::int64_t>(at);
    }
    return emitter.call("torch.ops.aten.permute.default", {Value{written}, std::move(back)}, valueType(type));
}

/// The operator itself, with its other arguments as they are, or source and destination swapped.
NodeId repeat(Emitter& emitter, const Node& call, const Schema& schema, NodeId parent, NodeId written)
{
    std::vector<Argument> args = {Value{written}};
    for (std::size_t at = 1; at < schema.arguments.size(); ++at)
        args.push_back(orDefault(argumentOf(call, schema, schema.arguments[at].name), None{}));
    if (inverseOf(call, schema) == Inverse::MoveDim)
        std::swap(args[1], args[2]);
    return emitter.call(call.target, std::move(args), valueType(emitter.graph()[parent].val));
}

/// What an integer argument is: a constant, or the value of a node where that is known.
std::optional<Dim> dimOf(const ir::Graph<Node>& graph, const Argument& argument)
{
    if (const auto* number = argument.as<std::int64_t>())
        return Dim::constant(*number);
    const auto* value = argument.as<Value>();
    const Node* node = value ? graph.find(value->node) : nullptr;
    return node ? node->val.value : std::nullopt;
}

NodeId invertNarrow(Emitter& emitter, const Node& call, const Schema& schema, NodeId parent, NodeId written)
{
    const Type& type = emitter.graph()[parent].val;
    const std::int64_t dim = dimOf(call, schema, "dim", type.tensor.rank());
    const Argument start = orDefault(argumentOf(call, schema, "start"), 0);
    const Argument length = orDefault(argumentOf(call, schema, "length"), 0);
    const auto* from = start.as<std::int64_t>();
    const auto* count = length.as<std::int64_t>();
    if (from && count)
        return scatterSlice(emitter, parent, written, dim, start,
            *from < 0 && *from + *count == 0 ? Argument(INT64_MAX) : Argument(*from + *count), 1);
    Type sum;
    sum.kind = Type::Kind::Int;
    if (const auto first = dimOf(emitter.graph(), start), size = dimOf(emitter.graph(), length); first && size)
        sum.value = *first + *size;
    const NodeId end = emitter.call("operator.add", {start, length}, std::move(sum));
    return scatterSlice(emitter, parent, written, dim, start, Value{end}, 1);
}

NodeId invertPart(
    Emitter& emitter, const Node& call, const Schema& schema, const ViewStep& step, NodeId parent, NodeId written)
{
    const std::int64_t dim = splitDim(call, schema, emitter.graph()[parent].val.tensor.rank());
    Dim start = Dim::constant(0);
    for (std::size_t at = 0; at < *step.element; ++at)
        start = start + call.val.elements[at].tensor.sizes[static_cast<std::size_t>(dim)];
    const Dim end = start + call.val.elements[*step.element].tensor.sizes[static_cast<std::size_t>(dim)];
    return scatterSlice(emitter, parent, written, dim, sizeArgument(start), sizeArgument(end), 1);
}

/// Windows that lie end to end: their elements in order, back in the place of the covered stretch.
NodeId invertUnfold(Emitter& emitter, const Node& call, const Schema& schema, NodeId parent, NodeId written)
{
    const Type type = emitter.graph()[parent].val;
    const std::int64_t dim = dimOf(call, schema, "dimension", type.tensor.rank());
    const auto at = static_cast<std::size_t>(dim);
    const Dim covered = call.val.tensor.sizes[at] * call.val.tensor.sizes.back();
    std::vector<Dim> moved = call.val.tensor.sizes;
    moved.insert(moved.begin() + dim + 1, moved.back());
    moved.pop_back();
    std::vector<Dim> joined = type.tensor.sizes;
    joined[at] = covered;
    const NodeId windows = emitter.call("torch.ops.aten.movedim.int", {Value{written}, -1, dim + 1},
        freshType(type.tensor.dtype, std::move(moved), type));
    const NodeId stretch = emitter.call("torch.ops.aten.reshape.default", {Value{windows}, sizesArgument(joined)},
        freshType(type.tensor.dtype, joined, type));
    return covered == type.tensor.sizes[at] ? stretch
                                            : scatterSlice(emitter, parent, stretch, dim, 0, sizeArgument(covered), 1);
}

} // namespace

Argument sizesArgument(const std::vector<Dim>& sizes)
{
    ArgumentList list;
    for (const Dim& size : sizes)
        list.push_back(sizeArgument(size));
    return list;
}

NodeId Emitter::add(Node node, NodeId origin)
{
    const std::vector<std::string_view> parts = support::split(node.target, '.');
    node.name = names_->make(parts.size() > 2 ? parts[parts.size() - 2] : parts.back());
    return rewriter_->insertingBefore(reader_, std::move(node), origin);
}

NodeId Emitter::call(std::string_view target, std::vector<Argument> args, Type val)
{
    Node node;
    node.target = target;
    node.args = std::move(args);
    node.val = std::move(val);
    return add(std::move(node), origin_);
}

void relaxView(Node& call, const ir::Graph<Node>& graph)
{
    const auto* source =
        call.overload() == "aten.view.default" && !call.args.empty() ? call.args.front().as<Value>() : nullptr;
    const Node* from = source ? graph.find(source->node) : nullptr;
    if (from && !from->val.tensor.strides.empty() && !isContiguous(from->val))
        call.target = "torch.ops.aten.reshape.default";
}

std::string whyNotInvertible(const ir::Graph<Node>& graph, const ViewStep& step, const Type& from)
{
    const Node& call = graph[step.call];
    const Schema* schema = findSchema(call.target);
    if (!schema || !from.isTensor())
        return concat("the view %", call.name, " has no inverse");
    std::string reason;
    switch (inverseOf(call, *schema)) {
    case Inverse::None:
        reason = "has no inverse";
        break;
    case Inverse::Permute:
        reason = isPlainIntegers(argumentOf(call, *schema, "dims")) ? "" : "has no inverse";
        break;
    case Inverse::Narrow:
        reason = call.overload() == "aten.narrow.Tensor" ? "starts where a tensor says" : "";
        break;
    case Inverse::Expand:
        reason =
            call.val.isTensor() && call.val.tensor.sizes.size() >= from.tensor.sizes.size() &&
                    std::equal(from.tensor.sizes.rbegin(), from.tensor.sizes.rend(), call.val.tensor.sizes.rbegin()) &&
                    std::all_of(call.val.tensor.sizes.begin(),
                        call.val.tensor.sizes.end() - static_cast<std::ptrdiff_t>(from.tensor.sizes.size()),
                        [](const Dim& size) { return size.asConstant() == 1; })
                ? ""
                : "is expanded: several of its elements are one in memory";
        break;
    case Inverse::Unfold:
        reason = whyNotUnfolded(call, *schema, from);
        break;
    case Inverse::Part:
        reason = whyNotPart(call, *schema, step, from);
        break;
    case Inverse::Unbind:
        reason = step.element ? "" : "is a list";
        break;
    default:
        break;
    }
    return reason.empty() ? reason : concat("the view %", call.name, ' ', reason);
}

NodeId invert(Emitter& emitter, const ViewStep& step, NodeId parent, NodeId written)
{
    const Node call = emitter.graph()[step.call];
    const Schema& schema = *findSchema(call.target);
    const Type type = emitter.graph()[parent].val;
    const auto argument = [&](std::string_view name, Argument otherwise) {
        return orDefault(argumentOf(call, schema, name), std::move(otherwise));
    };
    switch (inverseOf(call, schema)) {
    case Inverse::None:
    case Inverse::Identity:
        return written;
    case Inverse::Itself:
    case Inverse::MoveDim:
        return repeat(emitter, call, schema, parent, written);
    case Inverse::Reshape:
    case Inverse::Expand:
        return reshapeTo(emitter, written, type);
    case Inverse::Permute:
        return invertPermute(emitter, call, schema, parent, written);
    case Inverse::Select:
        return emitter.call("torch.ops.aten.select_scatter.default",
            {Value{parent}, Value{written}, argument("dim", 0), argument("index", 0)}, valueType(type));
    case Inverse::Slice:
        return scatterSlice(emitter, parent, written, dimOf(call, schema, "dim", type.tensor.rank()),
            argument("start", None{}), argument("end", None{}), argument("step", 1));
    case Inverse::Narrow:
        return invertNarrow(emitter, call, schema, parent, written);
    case Inverse::Diagonal:
        return emitter.call("torch.ops.aten.diagonal_scatter.default",
            {Value{parent}, Value{written}, argument("offset", 0), argument("dim1", 0), argument("dim2", 1)},
            valueType(type));
    case Inverse::AsStrided:
        return emitter.call("torch.ops.aten.as_strided_scatter.default",
            {Value{parent}, Value{written}, argument("size", ArgumentList{}), argument("stride", ArgumentList{}),
                argument("storage_offset", None{})},
            valueType(type));
    case Inverse::Unfold:
        return invertUnfold(emitter, call, schema, parent, written);
    case Inverse::Part:
        return invertPart(emitter, call, schema, step, parent, written);
    case Inverse::Unbind:
        return emitter.call("torch.ops.aten.select_scatter.default",
            {Value{parent}, Value{written}, argument("dim", 0), static_cast<std::int64_t>(*step.element)},
            valueType(type));
    case Inverse::ViewAsReal:
        return emitter.call("torch.ops.aten.view_as_real.default", {Value{written}}, valueType(type));
    case Inverse::ViewAsComplex:
        return emitter.call("torch.ops.aten.view_as_complex.default", {Value{written}}, valueType(type));
    case Inverse::ViewDType:
        return emitter.call("torch.ops.aten.view.dtype", {Value{written}, type.tensor.dtype}, valueType(type));
    }
    return written;
}

} // namespace sidelight::fx::passes
