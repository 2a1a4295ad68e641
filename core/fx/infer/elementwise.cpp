// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
//
// Operators whose result has the sizes of their arguments, broadcast; reductions; and tensors made from numbers.
#include "core/fx/infer/call.h"
#include "core/fx/promotion.h"
#include "core/fx/shape_rules.h"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

namespace sidelight::fx::infer {
namespace {

/// Operators of each element that answer yes or no.
constexpr std::array<std::string_view, 11> kPredicates = {"aten.logical_and", "aten.logical_or", "aten.logical_xor", "aten.logical_not", "aten.isnan",
    "aten.isinf", "aten.isfinite", "aten.signbit", "aten.isposinf", "aten.isneginf", "aten.isreal"};

/// Operators of each element that give integers for integers, and take part in no promotion; others without promotion are told for floating types only.
constexpr std::array<std::string_view, 14> kKeepIntegers = {"aten.relu", "aten.neg", "aten.abs", "aten.sign", "aten.square", "aten.floor", "aten.ceil", "aten.trunc",
    "aten.round", "aten.bitwise_not", "aten.fill", "aten.masked_fill", "aten.hardtanh", "aten.relu6"};
constexpr std::array<std::string_view, 4> kOtherTypes = {"aten.float_power", "aten.complex", "aten.polar", "aten.angle"};

template <std::size_t Count>
bool contains(const std::array<std::string_view, Count>& names, std::string_view name)
{
    return std::find(names.begin(), names.end(), name) != names.end();
}

/// All tensors that a call reads, in order; nothing when the type of one is not known.
std::optional<std::vector<const TensorType*>> allTensors(const Call& call)
{
    std::vector<const TensorType*> types;
    bool known = true;
    visitInputs(call.node(), [&](Value value, std::uint32_t) {
        const Node* source = call.graph().find(value.node);
        known = known && source && source->val.kind != Type::Kind::Unknown && source->val.kind != Type::Kind::List;
        if (known && source->val.isTensor())
            types.push_back(&source->val.tensor);
    });
    return known && !types.empty() ? std::optional(std::move(types)) : std::nullopt;
}

std::optional<DType> elementwiseDtype(const Call& call, const std::vector<const TensorType*>& types)
{
    if (contains(kPredicates, call.schema().name))
        return DType::Bool;
    if (const auto promotion = promotionOf(call.graph(), call.node()))
        return promotion->comparison ? DType::Bool : promotion->compute;
    const DType first = types.front()->dtype;
    if (call.schema().name == "aten.masked_fill")
        return first;
    const bool equal = std::all_of(types.begin(), types.end(), [&](const TensorType* type) { return type->dtype == first; });
    const bool keeps = ir::isFloating(first) || contains(kKeepIntegers, call.schema().name);
    return equal && keeps && !ir::isComplex(first) && !contains(kOtherTypes, call.schema().name) ? std::optional(first) : std::nullopt;
}

Type sameAsSelf(const Call& call)
{
    const TensorType* self = call.tensor(call.schema().arguments.front().name);
    return self ? made(*self, call.dtype().value_or(self->dtype), self->sizes) : Type();
}

Type cumulative(const Call& call)
{
    const TensorType* self = call.tensor("self");
    const auto promotion = self ? promotionOf(call.graph(), call.node()) : std::nullopt;
    return promotion ? made(*self, promotion->compute, self->sizes) : Type();
}

Type cast(const Call& call)
{
    const TensorType* self = call.tensor("self");
    if (!self || call.isGiven("device") || call.isGiven("layout"))
        return {};
    const TensorType* other = call.tensor("other");
    const auto dtype = other ? std::optional(other->dtype) : call.dtype();
    const Argument* format = call.argument("memory_format");
    Type result = made(*self, dtype.value_or(self->dtype), self->sizes);
    if (const auto* asked = format ? format->as<ir::MemoryFormat>() : nullptr; asked && *asked != ir::MemoryFormat::Preserve) {
        result.tensor.strides.clear();
        if (*asked == ir::MemoryFormat::Contiguous)
            result.tensor.strides = contiguousStrides(result.tensor.sizes);
    }
    return result;
}

Type where(const Call& call)
{
    const TensorType* condition = call.tensor("condition");
    return condition && call.tensor("self") && call.tensor("other") ? pointwiseType(call) : Type();
}

Type cat(const Call& call)
{
    const auto parts = call.tensors("tensors");
    const auto promotion = promotionOf(call.graph(), call.node());
    if (!parts || parts->empty() || !promotion)
        return {};
    const TensorType& first = *parts->front();
    const auto axis = call.axis("dim", first.rank());
    if (!axis || first.rank() == 0)
        return {};
    std::vector<Dim> sizes = first.sizes;
    for (std::size_t at = 1; at < parts->size(); ++at) {
        const TensorType& part = *(*parts)[at];
        if (part.rank() != sizes.size())
            return {}; // torch passes over an empty tensor of one axis.
        for (std::size_t i = 0; i < sizes.size(); ++i)
            if (i != *axis && part.sizes[i] != first.sizes[i])
                return {};
        sizes[*axis] = sizes[*axis] + part.sizes[*axis];
    }
    Type result = made(first, promotion->compute, std::move(sizes));
    for (const TensorType* part : *parts)
        if (!isPlain(*part))
            result.tensor.strides.clear();
    return result;
}

Type stack(const Call& call)
{
    const auto parts = call.tensors("tensors");
    const auto promotion = promotionOf(call.graph(), call.node());
    if (!parts || parts->empty() || !promotion)
        return {};
    const TensorType& first = *parts->front();
    const auto axis = call.axis("dim", first.rank() + 1);
    for (const TensorType* part : *parts)
        if (!axis || part->sizes != first.sizes)
            return {};
    std::vector<Dim> sizes = first.sizes;
    sizes.insert(sizes.begin() + static_cast<std::ptrdiff_t>(*axis), Dim::constant(static_cast<std::int64_t>(parts->size())));
    Type result = made(first, promotion->compute, std::move(sizes));
    result.tensor.strides = contiguousStrides(result.tensor.sizes);
    return result;
}

/// The sizes after a reduction over `dim` (all axes when it is left out or empty).
std::optional<std::vector<Dim>> reducedSizes(const Call& call, const TensorType& self)
{
    std::set<std::size_t> axes;
    const auto dims = call.isGiven("dim") ? call.integers("dim") : std::vector<std::int64_t>();
    if (!dims)
        return std::nullopt;
    for (const std::int64_t dim : *dims) {
        const auto axis = axisOf(dim, self.rank());
        if (!axis)
            return std::nullopt;
        axes.insert(*axis);
    }
    std::vector<Dim> sizes;
    for (std::size_t axis = 0; axis < self.rank(); ++axis) {
        const bool gone = dims->empty() || axes.count(axis) != 0;
        if (!gone)
            sizes.push_back(self.sizes[axis]);
        else if (call.flag("keepdim"))
            sizes.push_back(Dim::constant(1));
    }
    return sizes;
}

Type reduction(const Call& call, DType (*dtypeOf)(const Call&, DType))
{
    const TensorType* self = call.tensor("self");
    const auto sizes = self ? reducedSizes(call, *self) : std::nullopt;
    return sizes ? made(*self, dtypeOf(call, self->dtype), *sizes) : Type();
}
Type summed(const Call& call)
{
    return reduction(call, [](const Call& inner, DType dtype) {
        return inner.dtype().value_or(ir::isFloating(dtype) || ir::isComplex(dtype) ? dtype : DType::Int64);
    });
}
Type averaged(const Call& call)
{
    return reduction(call, [](const Call& inner, DType dtype) { return inner.dtype().value_or(dtype); });
}
Type tested(const Call& call)
{
    return reduction(call, [](const Call&, DType dtype) { return dtype == DType::UInt8 ? DType::UInt8 : DType::Bool; });
}
Type located(const Call& call)
{
    return reduction(call, [](const Call&, DType) { return DType::Int64; });
}
/// `max` and `min`: of everything, of two tensors, or values and indices along an axis.
Type extreme(const Call& call)
{
    if (call.schema().overload == "other")
        return pointwiseType(call);
    Type values = averaged(call);
    if (!call.isGiven("dim") || !values.isTensor())
        return values;
    Type indices = values;
    indices.tensor.dtype = DType::Int64;
    indices.tensor.requiresGrad = false;
    return Type::list({std::move(values), std::move(indices)});
}

Type filled(const Call& call)
{
    const auto sizes = call.sizes(call.schema().find("size") ? "size" : "sizes");
    const auto dtype = call.dtype();
    if (!sizes || call.isGiven("layout") || call.isGiven("memory_format") || call.isGiven("device"))
        return {};
    const Argument* value = call.argument("fill_value");
    if (value && !dtype && !value->as<double>())
        return {};
    return freshType(dtype.value_or(DType::Float32), *sizes, Type::of({}));
}

constexpr Rule kTable[] = {
    {"aten._softmax", sameAsSelf}, {"aten._log_softmax", sameAsSelf}, {"aten.softmax", sameAsSelf}, {"aten.log_softmax", sameAsSelf},
    {"aten.clone", cast}, {"aten.dropout", sameAsSelf}, {"aten.feature_dropout", sameAsSelf}, {"aten.alpha_dropout", sameAsSelf},
    {"aten.layer_norm", sameAsSelf}, {"aten.rms_norm", sameAsSelf}, {"aten.group_norm", sameAsSelf},
    {"aten.batch_norm", sameAsSelf}, {"aten.instance_norm", sameAsSelf},
    {"aten.tril", sameAsSelf}, {"aten.triu", sameAsSelf}, {"aten.cumsum", cumulative}, {"aten.masked_fill", pointwiseType},
    {"aten.zeros_like", cast}, {"aten.ones_like", cast}, {"aten.empty_like", cast}, {"aten.full_like", cast}, {"aten.rand_like", cast}, {"aten.randn_like", cast},
    {"aten._to_copy", cast}, {"aten.to", cast}, {"aten.type_as", cast}, {"aten.contiguous", cast}, {"aten.where", where}, {"aten.cat", cat}, {"aten.concat", cat},
    {"aten.stack", stack}, {"aten.sum", summed}, {"aten.prod", summed}, {"aten.mean", averaged}, {"aten.amax", averaged}, {"aten.amin", averaged},
    {"aten.any", tested}, {"aten.all", tested}, {"aten.argmax", located}, {"aten.argmin", located}, {"aten.max", extreme}, {"aten.min", extreme},
    {"aten.full", filled}, {"aten.zeros", filled}, {"aten.ones", filled}, {"aten.empty", filled}};

} // namespace

Type pointwiseType(const Call& call)
{
    const auto types = allTensors(call);
    if (!types || call.schema().returns.size() != 1 || !call.schema().returns.front().type.isTensor())
        return {};
    const auto dtype = elementwiseDtype(call, *types);
    if (!dtype || *dtype == DType::Undefined)
        return {};
    std::optional<std::vector<Dim>> sizes = types->front()->sizes;
    for (const TensorType* type : *types)
        sizes = sizes ? broadcastSizes(*sizes, type->sizes) : std::nullopt;
    if (!sizes)
        return {};
    Type result = made(*types->front(), *dtype, *sizes);
    for (const TensorType* type : *types) {
        if (!isPlain(*type))
            result.tensor.strides.clear();
        result.tensor.requiresGrad = result.tensor.requiresGrad || (type->requiresGrad && ir::isFloating(*dtype));
    }
    return result;
}

std::span<const Rule> elementwiseRules() { return kTable; }

} // namespace sidelight::fx::infer
