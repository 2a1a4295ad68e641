// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "core/fx/views.h"

#include "core/fx/calls.h"
#include "core/fx/schema.h"
#include "core/fx/shape_rules.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <vector>

namespace sidelight::fx {

using ir::Dim;
using ir::Type;

namespace {

/// Operators that may return an argument, or a view of it, without saying so in their schema.
constexpr std::array<std::string_view, 9> kUndeclared = {"aten.einsum.default", "aten.broadcast_tensors.default",
    "aten.meshgrid.default", "aten.meshgrid.indexing", "aten.block_diag.default", "aten.sum_to_size.default",
    "aten.imag.default", "aten.align_tensors.default", "aten.rrelu.default"};
/// Tagged as maybe aliasing or mutating, of which only the second is true.
constexpr std::array<std::string_view, 2> kNeverAliasing = {
    "aten.batch_norm.default", "aten._batch_norm_impl_index.default"};
/// Operators whose result is the whole argument under another name.
constexpr std::array<std::string_view, 3> kWhole = {
    "aten.detach.default", "aten.alias.default", "aten.lift_fresh.default"};
/// Operators that give back a real argument as it is.
constexpr std::array<std::string_view, 6> kForComplexOnly = {"aten.real.default", "aten.conj.default",
    "aten.conj_physical.default", "aten.resolve_conj.default", "aten.resolve_neg.default", "aten.positive.default"};
/// Views where the strides allow it, copies elsewhere.
constexpr std::array<std::string_view, 4> kReshapes = {
    "aten.reshape.default", "aten.flatten.using_ints", "aten.reshape_as.default", "aten.ravel.default"};

template <std::size_t Count>
bool isIn(const std::array<std::string_view, Count>& names, std::string_view name)
{
    return std::find(names.begin(), names.end(), name) != names.end();
}

/// Whether two alias sets such as "a" and "a|b" have a letter in common.
bool haveCommonSet(const std::string& left, const std::string& right)
{
    return std::any_of(
        left.begin(), left.end(), [&](char set) { return set != '|' && right.find(set) != std::string::npos; });
}

std::optional<std::vector<std::int64_t>> constants(const std::vector<Dim>& dims)
{
    std::vector<std::int64_t> values;
    for (const Dim& dim : dims) {
        const auto value = dim.asConstant();
        if (!value)
            return std::nullopt;
        values.push_back(*value);
    }
    return values;
}

/// at::detail::computeStride: whether a tensor of these sizes and strides can be seen with `shape` without a copy.
bool canBeViewed(const std::vector<std::int64_t>& sizes, const std::vector<std::int64_t>& strides,
    const std::vector<std::int64_t>& shape)
{
    if (std::find(sizes.begin(), sizes.end(), 0) != sizes.end() || sizes.empty())
        return true;
    std::size_t axis = shape.size();
    std::int64_t chunkStride = strides.back();
    std::int64_t elements = 1;
    std::int64_t viewed = 1;
    for (std::size_t at = sizes.size(); at-- > 0;) {
        elements *= sizes[at];
        const bool endsChunk = at == 0 || (sizes[at - 1] != 1 && strides[at - 1] != elements * chunkStride);
        if (!endsChunk)
            continue;
        while (axis > 0 && (viewed < elements || shape[axis - 1] == 1))
            viewed *= shape[--axis];
        if (viewed != elements)
            return false;
        if (at > 0) {
            chunkStride = strides[at - 1];
            elements = viewed = 1;
        }
    }
    return axis == 0;
}

Relation reshapeRelation(const Type& from, const Type& to)
{
    if (!from.isTensor() || !to.isTensor())
        return Relation::Unknown;
    if (isContiguous(from))
        return Relation::View;
    const auto sizes = constants(from.tensor.sizes);
    const auto strides = constants(from.tensor.strides);
    const auto shape = constants(to.tensor.sizes);
    if (!sizes || !strides || !shape || sizes->size() != strides->size())
        return Relation::Unknown;
    return canBeViewed(*sizes, *strides, *shape) ? Relation::View : Relation::Fresh;
}

/// `contiguous`, and casts that ask for a memory format: the argument itself where it has that layout already, as the
/// recorded strides say.
Relation layoutRelation(const Type& from, const Type& to)
{
    if (!from.isTensor() || !to.isTensor() || from.tensor.strides.size() != from.tensor.sizes.size() ||
        to.tensor.strides.size() != from.tensor.sizes.size())
        return Relation::Unknown;
    for (std::size_t axis = 0; axis < from.tensor.sizes.size(); ++axis)
        if (from.tensor.sizes[axis].asConstant() != 1 && !(from.tensor.strides[axis] == to.tensor.strides[axis]))
            return Relation::Fresh;
    return Relation::SameObject;
}

Relation conversionRelation(const Node& node, const Schema& schema, const Type& from)
{
    if (!from.isTensor() || !node.val.isTensor())
        return Relation::Unknown;
    const Argument* copies = argumentOf(node, schema, "copy");
    const bool* copy = copies ? copies->as<bool>() : nullptr;
    if ((copy && *copy) || from.tensor.dtype != node.val.tensor.dtype ||
        from.tensor.device.type != node.val.tensor.device.type)
        return Relation::Fresh;
    const Argument* format = argumentOf(node, schema, "memory_format");
    const auto* asked = format ? format->as<ir::MemoryFormat>() : nullptr;
    return !asked || *asked == ir::MemoryFormat::Preserve ? Relation::SameObject : layoutRelation(from, node.val);
}

/// Dropout returns its input where it drops nothing, and a fresh tensor where it does.
bool isDropout(const Schema& schema)
{
    return schema.name.find("dropout") != std::string::npos && schema.find("p") && schema.find("train");
}
bool dropsNothing(const Node& node, const Schema& schema)
{
    const bool* train = argumentOf(node, schema, "train")->as<bool>();
    const double* p = argumentOf(node, schema, "p")->as<double>();
    return (train && !*train) || (p && *p == 0);
}

/// What operators decide by looking at their argument; nothing for those that always do the same.
std::optional<Relation> decidedRelation(const Node& node, const Schema& schema, const Type& from)
{
    const std::string_view overload = node.overload();
    if (isDropout(schema) && !schema.isMutable())
        return dropsNothing(node, schema) ? Relation::SameObject : Relation::Fresh;
    if (overload.substr(0, 8) == "aten.to." || overload == "aten.type_as.default")
        return conversionRelation(node, schema, from);
    if (overload.substr(0, 15) == "aten.atleast_1d" || overload.substr(0, 15) == "aten.atleast_2d" ||
        overload.substr(0, 15) == "aten.atleast_3d")
        return !node.val.isTensor()                           ? Relation::Unknown
               : node.val.tensor.rank() == from.tensor.rank() ? Relation::SameObject
                                                              : Relation::View;
    if (overload == "aten.contiguous.default")
        return layoutRelation(from, node.val);
    if (isIn(kReshapes, overload))
        return reshapeRelation(from, node.val);
    if (isIn(kForComplexOnly, overload) && from.isTensor() && !ir::isComplex(from.tensor.dtype))
        return Relation::SameObject;
    if (overload == "aten.conj_physical.default")
        return Relation::Fresh;
    if (overload == "aten.as_strided.default" && !isContiguous(from))
        return Relation::Unknown; // Strides of new values may differ from those that its offsets count by.
    return std::nullopt;
}

} // namespace

Aliasing aliasingOf(const ir::Graph<Node>& graph, const Node& node)
{
    const Schema* schema = node.op == Op::CallFunction ? findSchema(node.target) : nullptr;
    if (!schema || isIn(kNeverAliasing, node.overload()))
        return {};
    NodeId first = kNoNode;
    visitInputs(node, [&](Value value, std::uint32_t) { first = first == kNoNode ? value.node : first; });
    if (first == kNoNode || !graph.contains(first))
        return {};
    if (const auto decided = decidedRelation(node, *schema, graph[first].val))
        return {*decided, *decided == Relation::Fresh || *decided == Relation::Unknown ? kNoNode : first};
    for (const SchemaReturn& result : schema->returns) {
        for (const SchemaArgument& parameter : schema->arguments) {
            if (!haveCommonSet(parameter.alias.set, result.alias.set))
                continue;
            const Argument* argument = argumentOf(node, *schema, parameter.name);
            const auto* source = argument ? argument->as<Value>() : nullptr;
            if (!source || schema->returns.size() != 1)
                return {Relation::Unknown, kNoNode};
            if (parameter.alias.write)
                return {schema->has(SchemaTag::InplaceView) && node.overload() != "aten.detach_.default"
                            ? Relation::View
                            : Relation::SameObject,
                    source->node};
            return {isIn(kWhole, node.overload()) ? Relation::SameTensor : Relation::View, source->node};
        }
    }
    const bool may = schema->has(SchemaTag::MaybeAliasing) || isIn(kUndeclared, node.overload());
    return {may ? Relation::Unknown : Relation::Fresh, kNoNode};
}

bool isContiguous(const Type& type)
{
    const auto& tensor = type.tensor;
    if (!type.isTensor() || tensor.strides.size() != tensor.sizes.size())
        return false;
    const std::vector<Dim> expected = contiguousStrides(tensor.sizes);
    for (std::size_t axis = 0; axis < expected.size(); ++axis)
        if (tensor.sizes[axis].asConstant() != 1 && !(tensor.strides[axis] == expected[axis]))
            return false;
    return true;
}

Type valueType(const Type& type)
{
    if (!type.isTensor())
        return type;
    Type result = type;
    result.tensor.storageOffset = Dim::constant(0);
    if (type.tensor.strides.size() != type.tensor.sizes.size() || isContiguous(type))
        return result;
    // Dense: in the order of falling strides each stride is the product of the sizes after it.
    const auto strides = constants(type.tensor.strides);
    const auto sizes = constants(type.tensor.sizes);
    bool isDense = strides && sizes;
    if (isDense) {
        std::vector<std::size_t> order;
        for (std::size_t axis = 0; axis < sizes->size(); ++axis)
            if ((*sizes)[axis] != 1)
                order.push_back(axis);
        std::stable_sort(
            order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return (*strides)[a] < (*strides)[b]; });
        std::int64_t expected = 1;
        for (const std::size_t axis : order) {
            isDense = isDense && (*strides)[axis] == expected;
            expected *= (*sizes)[axis];
        }
    }
    if (!isDense)
        result.tensor.strides = contiguousStrides(result.tensor.sizes);
    return result;
}

} // namespace sidelight::fx
