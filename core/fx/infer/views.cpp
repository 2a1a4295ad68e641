// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
//
// Operators that show the elements of their argument in other places.
#include "core/fx/infer/call.h"
#include "core/fx/shape_rules.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace sidelight::fx::infer {
namespace {

bool hasStrides(const TensorType& type) { return type.strides.size() == type.sizes.size(); }

/// Sizes with at most one -1, which is what remains of `total`; nothing when it cannot be told.
std::optional<std::vector<Dim>> withRest(std::vector<Dim> sizes, const Dim& total)
{
    const auto isRest = [](const Dim& size) { return size.asConstant() == -1; };
    const auto rest = std::find_if(sizes.begin(), sizes.end(), isRest);
    if (rest == sizes.end()) {
        const Dim all = product(sizes);
        if (all.isConstant() && total.isConstant() && all != total)
            return std::nullopt;
        return sizes;
    }
    *rest = Dim::constant(1);
    const Dim others = product(sizes);
    const auto whole = total.asConstant();
    const auto part = others.asConstant();
    if ((part && *part <= 0) || (whole && part && *whole % *part != 0) || std::any_of(sizes.begin(), sizes.end(), isRest))
        return std::nullopt;
    *rest = Dim::make(Dim::Kind::FloorDiv, {total, others});
    return sizes;
}

Type reshaped(const TensorType& self, std::vector<Dim> sizes)
{
    const auto full = withRest(std::move(sizes), product(self.sizes));
    if (!full)
        return {};
    Type result = made(self, self.dtype, *full);
    if (*full == self.sizes)
        result.tensor.strides = self.strides;
    result.tensor.storageOffset = self.storageOffset;
    return result;
}

Type view(const Call& call)
{
    const TensorType* self = call.tensor("self");
    const TensorType* other = call.tensor("other");
    if (call.schema().overload == "dtype")
        return {};
    const auto sizes = other ? std::optional(other->sizes) : call.sizes(call.schema().find("size") ? "size" : "shape");
    return self && sizes ? reshaped(*self, *sizes) : Type();
}

Type flatten(const Call& call)
{
    const TensorType* self = call.tensor("self");
    const auto first = self ? call.axis("start_dim", self->rank()) : std::nullopt;
    const auto last = self ? call.axis("end_dim", self->rank()) : std::nullopt;
    if (!first || !last || *first > *last)
        return {};
    std::vector<Dim> sizes(self->sizes.begin(), self->sizes.begin() + static_cast<std::ptrdiff_t>(std::min(*first, self->rank())));
    Dim flat = Dim::constant(1);
    for (std::size_t axis = *first; axis < self->rank() && axis <= *last; ++axis)
        flat = flat * self->sizes[axis];
    sizes.push_back(flat);
    for (std::size_t axis = *last + 1; axis < self->rank(); ++axis)
        sizes.push_back(self->sizes[axis]);
    return reshaped(*self, std::move(sizes));
}

Type permuted(const TensorType& self, const std::vector<std::size_t>& axes)
{
    TensorType result = self;
    for (std::size_t at = 0; at < axes.size(); ++at) {
        result.sizes[at] = self.sizes[axes[at]];
        if (hasStrides(self))
            result.strides[at] = self.strides[axes[at]];
    }
    return Type::of(std::move(result));
}

Type permute(const Call& call)
{
    const TensorType* self = call.tensor("self");
    const auto dims = call.integers("dims");
    if (!self || !dims || dims->size() != self->rank())
        return {};
    std::vector<std::size_t> axes;
    for (const std::int64_t dim : *dims) {
        const auto axis = axisOf(dim, self->rank());
        if (!axis || std::find(axes.begin(), axes.end(), *axis) != axes.end())
            return {};
        axes.push_back(*axis);
    }
    return permuted(*self, axes);
}

Type transpose(const Call& call)
{
    const TensorType* self = call.tensor("self");
    if (!self || !call.schema().find("dim0")) {
        if (!self || self->rank() > 2 || call.schema().name != "aten.t")
            return {};
        return permuted(*self, self->rank() == 2 ? std::vector<std::size_t>{1, 0} : std::vector<std::size_t>(self->rank(), 0));
    }
    const auto first = call.axis("dim0", self->rank());
    const auto second = call.axis("dim1", self->rank());
    if (!first || !second || self->rank() == 0)
        return {};
    std::vector<std::size_t> axes(self->rank());
    std::iota(axes.begin(), axes.end(), std::size_t{0});
    std::swap(axes[*first], axes[*second]);
    return permuted(*self, axes);
}

Type unsqueeze(const Call& call)
{
    const TensorType* self = call.tensor("self");
    const auto axis = self ? call.axis("dim", self->rank() + 1) : std::nullopt;
    if (!axis)
        return {};
    TensorType result = *self;
    const auto at = static_cast<std::ptrdiff_t>(*axis);
    if (hasStrides(*self))
        result.strides.insert(result.strides.begin() + at, *axis < self->rank() ? self->sizes[*axis] * self->strides[*axis] : Dim::constant(1));
    result.sizes.insert(result.sizes.begin() + at, Dim::constant(1));
    return Type::of(std::move(result));
}

Type squeeze(const Call& call)
{
    const TensorType* self = call.tensor("self");
    const auto dims = call.integers("dim");
    if (!self || (call.schema().find("dim") && !dims))
        return {};
    std::vector<bool> asked(self->rank(), !dims);
    for (const std::int64_t dim : dims ? *dims : std::vector<std::int64_t>()) {
        const auto axis = axisOf(dim, self->rank());
        if (!axis)
            return {};
        if (*axis < asked.size())
            asked[*axis] = true;
    }
    TensorType result = *self;
    result.sizes.clear();
    result.strides.clear();
    for (std::size_t axis = 0; axis < self->rank(); ++axis) {
        if (asked[axis] && !self->sizes[axis].isConstant())
            return {}; // Whether it is 1 shows at run time.
        if (asked[axis] && self->sizes[axis].asConstant() == 1)
            continue;
        result.sizes.push_back(self->sizes[axis]);
        if (hasStrides(*self))
            result.strides.push_back(self->strides[axis]);
    }
    return Type::of(std::move(result));
}

Type expand(const Call& call)
{
    const TensorType* self = call.tensor("self");
    const TensorType* other = call.tensor("other");
    auto sizes = other ? std::optional(other->sizes) : call.sizes("size");
    if (!self || !sizes || sizes->size() < self->rank())
        return {};
    const std::size_t added = sizes->size() - self->rank();
    for (std::size_t axis = 0; axis < sizes->size(); ++axis) {
        Dim& size = (*sizes)[axis];
        if (size.asConstant() == -1 && axis < added)
            return {};
        if (size.asConstant() == -1)
            size = self->sizes[axis - added];
        if (axis >= added && self->sizes[axis - added] != size && self->sizes[axis - added].asConstant() != 1)
            return {};
    }
    Type result = expandType(Type::of(*self), *sizes);
    if (std::any_of(sizes->begin(), sizes->begin() + static_cast<std::ptrdiff_t>(added), [](const Dim& size) { return size.asConstant() == 1; }))
        result.tensor.strides.clear(); // A new axis of size 1 has the stride of a contiguous one.
    return result;
}

Type select(const Call& call)
{
    const TensorType* self = call.tensor("self");
    const auto axis = self && self->rank() > 0 ? call.axis("dim", self->rank()) : std::nullopt;
    if (!axis || call.schema().find("index") == nullptr)
        return {};
    TensorType result = *self;
    const auto at = static_cast<std::ptrdiff_t>(*axis);
    result.sizes.erase(result.sizes.begin() + at);
    const auto index = call.size("index");
    if (hasStrides(*self)) {
        if (index && (!index->asConstant() || *index->asConstant() >= 0))
            result.storageOffset = self->storageOffset + *index * self->strides[*axis];
        else if (index)
            result.storageOffset = self->storageOffset + (self->sizes[*axis] + *index) * self->strides[*axis];
        result.strides.erase(result.strides.begin() + at);
    }
    return Type::of(std::move(result));
}

Type slice(const Call& call)
{
    const TensorType* self = call.tensor("self");
    const auto axis = self && self->rank() > 0 ? call.axis("dim", self->rank()) : std::nullopt;
    const auto step = call.integer("step");
    if (!axis || !step || *step < 1)
        return {};
    const Dim size = self->sizes[*axis];
    const Dim start = call.isGiven("start") ? call.size("start").value_or(Dim::constant(-1)) : Dim::constant(0);
    const std::optional<Dim> end = call.isGiven("end") ? call.size("end") : size;
    if (!end || !start.isConstant())
        return {};
    constexpr std::int64_t kOpen = std::int64_t{1} << 62;
    const bool toTheEnd = *end == size || (end->isConstant() && *end->asConstant() >= kOpen);
    TensorType result = *self;
    std::int64_t from = *start.asConstant();
    if (size.isConstant() && (toTheEnd || end->isConstant())) {
        const std::int64_t whole = *size.asConstant();
        const auto clamped = [&](std::int64_t at) { return std::clamp<std::int64_t>(at < 0 ? at + whole : at, 0, whole); };
        from = clamped(from);
        const std::int64_t to = toTheEnd ? whole : clamped(*end->asConstant());
        result.sizes[*axis] = Dim::constant(to <= from ? 0 : (to - from + *step - 1) / *step);
    } else if (!toTheEnd || from != 0 || *step != 1) {
        return {};
    }
    if (hasStrides(*self)) {
        result.storageOffset = self->storageOffset + Dim::constant(from) * self->strides[*axis];
        result.strides[*axis] = self->strides[*axis] * Dim::constant(*step);
    }
    return Type::of(std::move(result));
}

/// `split` and `chunk` into pieces of constant sizes, `unbind`.
Type pieces(const TensorType& self, std::size_t axis, const std::vector<Dim>& sizes)
{
    std::vector<Type> elements;
    Dim start = Dim::constant(0);
    for (const Dim& size : sizes) {
        TensorType piece = self;
        piece.sizes[axis] = size;
        if (hasStrides(self))
            piece.storageOffset = self.storageOffset + start * self.strides[axis];
        start = start + size;
        elements.push_back(Type::of(std::move(piece)));
    }
    return Type::list(std::move(elements));
}

Type split(const Call& call)
{
    const TensorType* self = call.tensor("self");
    const auto axis = self && self->rank() > 0 ? call.axis("dim", self->rank()) : std::nullopt;
    if (!axis)
        return {};
    if (call.schema().find("split_sizes")) {
        const auto sizes = call.sizes("split_sizes");
        return sizes ? pieces(*self, *axis, *sizes) : Type();
    }
    const auto whole = self->sizes[*axis].asConstant();
    std::optional<std::int64_t> each = call.schema().find("chunks") ? call.integer("chunks") : call.integer(call.schema().find("split_size") ? "split_size" : "split_sizes");
    if (!whole || !each || *each < 1 || *whole < 1)
        return {};
    if (call.schema().find("chunks"))
        each = (*whole + *each - 1) / *each;
    std::vector<Dim> sizes;
    for (std::int64_t rest = *whole; rest > 0; rest -= *each)
        sizes.push_back(Dim::constant(std::min(rest, *each)));
    return pieces(*self, *axis, sizes);
}

Type same(const Call& call)
{
    const TensorType* self = call.tensor("self");
    return self ? Type::of(*self) : Type();
}

Type symSize(const Call& call)
{
    const TensorType* self = call.tensor("self");
    const auto axis = self && self->rank() > 0 ? call.axis("dim", self->rank()) : std::nullopt;
    return axis ? Type::integer(self->sizes[*axis]) : Type();
}
Type symNumel(const Call& call)
{
    const TensorType* self = call.tensor("self");
    return self ? Type::integer(product(self->sizes)) : Type();
}

constexpr Rule kTable[] = {{"aten.view", view}, {"aten.reshape", view}, {"aten._unsafe_view", view}, {"aten.view_as", view}, {"aten.reshape_as", view},
    {"aten.flatten", flatten}, {"aten.permute", permute}, {"aten.transpose", transpose}, {"aten.t", transpose}, {"aten.unsqueeze", unsqueeze},
    {"aten.squeeze", squeeze}, {"aten.expand", expand}, {"aten.expand_as", expand}, {"aten.select", select}, {"aten.slice", slice}, {"aten.split", split},
    {"aten.split_with_sizes", split}, {"aten.chunk", split}, {"aten.alias", same}, {"aten.detach", same}, {"aten.sym_size", symSize},
    {"aten.sym_numel", symNumel}};

} // namespace

std::span<const Rule> viewRules() { return kTable; }

} // namespace sidelight::fx::infer
