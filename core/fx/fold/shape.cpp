// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
//
// Operators that move elements. Each says, for an index of the result, which element of the source it is.

#include "core/fx/fold/call.h"

#include <algorithm>
#include <numeric>

namespace sidelight::fx::fold {

namespace {

using Result = std::optional<Constant>;
using Index = std::vector<std::int64_t>;

/// A result of `sizes` whose element at `index` is the source's at map(index).
template <class Map>
Constant gathered(const Constant& source, Index sizes, Map map)
{
    Constant result = filled(source.dtype, std::move(sizes), 0, 0);
    const Index strides = ir::contiguousStrides(source.sizes);
    Index index(result.sizes.size(), 0);
    for (std::size_t at = 0; at < result.count(); ++at) {
        const Index from = map(index);
        const auto offset = static_cast<std::size_t>(std::inner_product(from.begin(), from.end(), strides.begin(), std::int64_t{0}));
        source.isReal() ? void(result.reals[at] = source.reals[offset]) : void(result.integers[at] = source.integers[offset]);
        for (std::size_t axis = index.size(); axis-- > 0;) {
            if (++index[axis] < result.sizes[axis])
                break;
            index[axis] = 0;
        }
    }
    return result;
}

/// The same elements in the same order with the result's sizes.
Result reshape(const Call& call)
{
    auto source = call.tensor("self");
    if (!source)
        return std::nullopt;
    source->sizes = call.sizes();
    return source;
}

Result convert(const Call& call)
{
    auto source = call.tensor("self");
    return source ? converted(*source, call.dtype()) : std::nullopt;
}

Result permuted(const Constant& source, const std::vector<std::size_t>& axes)
{
    Index sizes;
    for (const std::size_t axis : axes)
        sizes.push_back(source.sizes[axis]);
    return gathered(source, std::move(sizes), [&](const Index& index) {
        Index from(axes.size());
        for (std::size_t at = 0; at < axes.size(); ++at)
            from[axes[at]] = index[at];
        return from;
    });
}

Result permute(const Call& call)
{
    const auto source = call.tensor("self");
    const auto dims = call.integers("dims");
    if (!source || !dims || dims->size() != source->sizes.size())
        return std::nullopt;
    std::vector<std::size_t> axes;
    for (const std::int64_t dim : *dims) {
        const auto axis = axisOf(dim, source->sizes.size());
        if (!axis)
            return std::nullopt;
        axes.push_back(*axis);
    }
    return permuted(*source, axes);
}

Result transpose(const Call& call)
{
    const auto source = call.tensor("self");
    if (!source)
        return std::nullopt;
    std::vector<std::size_t> axes(source->sizes.size());
    std::iota(axes.begin(), axes.end(), std::size_t{0});
    if (call.node().overload() == "aten.t.default") {
        std::reverse(axes.begin(), axes.end());
        return permuted(*source, axes);
    }
    const auto first = axisOf(call.integer("dim0").value_or(0), axes.size());
    const auto second = axisOf(call.integer("dim1").value_or(0), axes.size());
    if (!first || !second)
        return std::nullopt;
    std::swap(axes[*first], axes[*second]);
    return permuted(*source, axes);
}

Result expand(const Call& call)
{
    const auto source = call.tensor("self");
    const Index sizes = call.sizes();
    if (!source || source->sizes.size() > sizes.size())
        return std::nullopt;
    const std::size_t added = sizes.size() - source->sizes.size();
    for (std::size_t axis = 0; axis < source->sizes.size(); ++axis)
        if (source->sizes[axis] != 1 && source->sizes[axis] != sizes[added + axis])
            return std::nullopt;
    return gathered(*source, sizes, [&](const Index& index) {
        Index from(source->sizes.size());
        for (std::size_t axis = 0; axis < from.size(); ++axis)
            from[axis] = source->sizes[axis] == 1 ? 0 : index[added + axis];
        return from;
    });
}

Result slice(const Call& call)
{
    const auto source = call.tensor("self");
    const auto axis = source ? axisOf(call.integer("dim").value_or(0), source->sizes.size()) : std::nullopt;
    const std::int64_t step = call.integer("step").value_or(1);
    if (!axis || step < 1 || (call.isGiven("start") && !call.integer("start")) || (call.isGiven("end") && !call.integer("end")))
        return std::nullopt;
    const std::int64_t size = source->sizes[*axis];
    std::int64_t start = call.integer("start").value_or(0);
    start = std::clamp<std::int64_t>(start < 0 ? start + size : start, 0, size);
    return gathered(*source, call.sizes(), [&](Index index) {
        index[*axis] = start + index[*axis] * step;
        return index;
    });
}

Result select(const Call& call)
{
    const auto source = call.tensor("self");
    const auto axis = source ? axisOf(call.integer("dim").value_or(0), source->sizes.size()) : std::nullopt;
    const auto at = axis && call.integer("index") ? axisOf(*call.integer("index"), static_cast<std::size_t>(source->sizes[*axis])) : std::nullopt;
    if (!at)
        return std::nullopt;
    return gathered(*source, call.sizes(), [&](Index index) {
        index.insert(index.begin() + static_cast<std::ptrdiff_t>(*axis), static_cast<std::int64_t>(*at));
        return index;
    });
}

Result concatenated(const Call& call, const std::vector<Constant>& parts, std::size_t axis)
{
    Constant result = filled(call.dtype(), call.sizes(), 0, 0);
    std::int64_t inner = 1;
    for (std::size_t at = axis + 1; at < result.sizes.size(); ++at)
        inner *= result.sizes[at];
    std::int64_t outer = 1;
    for (std::size_t at = 0; at < axis; ++at)
        outer *= result.sizes[at];
    std::size_t to = 0;
    for (std::int64_t row = 0; row < outer; ++row) {
        for (const Constant& part : parts) {
            const std::int64_t stretch = part.sizes.size() > axis ? part.sizes[axis] * inner : 0;
            for (std::int64_t at = 0; at < stretch; ++at, ++to) {
                const auto from = static_cast<std::size_t>(row * stretch + at);
                if (to >= result.count() || from >= part.count())
                    return std::nullopt;
                part.isReal() ? void(result.reals[to] = part.reals[from]) : void(result.integers[to] = part.integers[from]);
            }
        }
    }
    return to == result.count() ? Result(result) : std::nullopt;
}

Result join(const Call& call, bool stacks)
{
    auto parts = call.tensors("tensors");
    const std::size_t rank = call.sizes().size();
    const auto axis = axisOf(call.integer("dim").value_or(0), rank);
    if (!parts || !axis)
        return std::nullopt;
    for (Constant& part : *parts) {
        if (part.dtype != call.dtype() || part.sizes.size() + (stacks ? 1 : 0) != rank)
            return std::nullopt;
        if (stacks)
            part.sizes.insert(part.sizes.begin() + static_cast<std::ptrdiff_t>(*axis), 1);
    }
    return concatenated(call, *parts, *axis);
}
Result cat(const Call& call) { return join(call, false); }
Result stack(const Call& call) { return join(call, true); }

/// tril and triu: elements on the other side of the diagonal are zero.
Result triangle(const Call& call, bool lower)
{
    auto source = call.tensor("self");
    if (!source || source->sizes.size() < 2)
        return std::nullopt;
    const std::int64_t diagonal = call.integer("diagonal").value_or(0);
    const std::int64_t columns = source->sizes.back();
    const std::int64_t rows = source->sizes[source->sizes.size() - 2];
    for (std::size_t at = 0; at < source->count(); ++at) {
        const std::int64_t offset = static_cast<std::int64_t>(at) % columns - static_cast<std::int64_t>(at) / columns % rows;
        if (lower ? offset <= diagonal : offset >= diagonal)
            continue;
        source->isReal() ? void(source->reals[at] = 0) : void(source->integers[at] = 0);
    }
    return source;
}
Result tril(const Call& call) { return triangle(call, true); }
Result triu(const Call& call) { return triangle(call, false); }

constexpr Evaluation kTable[] = {{"aten._to_copy", convert}, {"aten._unsafe_view", reshape}, {"aten.alias", reshape}, {"aten.cat", cat},
    {"aten.clone", reshape}, {"aten.contiguous", reshape}, {"aten.detach", reshape}, {"aten.expand", expand}, {"aten.expand_as", expand},
    {"aten.flatten", reshape}, {"aten.lift_fresh_copy", reshape}, {"aten.permute", permute}, {"aten.reshape", reshape}, {"aten.select", select},
    {"aten.slice", slice}, {"aten.squeeze", reshape}, {"aten.stack", stack}, {"aten.t", transpose}, {"aten.to", convert},
    {"aten.transpose", transpose}, {"aten.tril", tril}, {"aten.triu", triu}, {"aten.unsqueeze", reshape}, {"aten.view", reshape}};

} // namespace

std::span<const Evaluation> shapeEvaluations() { return kTable; }

} // namespace sidelight::fx::fold
