// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/lowering/registry.h"

#include "core/lowering/aten/aliases.h"
#include "core/lowering/aten/families.h"

#include <algorithm>
#include <deque>
#include <unordered_map>

namespace sidelight::lowering {

namespace {

using Family = std::span<const Lowering> (*)();

/// Each family once.
constexpr Family kFamilies[] = {
    aten::activation,
    aten::arithmetic,
    aten::arrangement,
    aten::attention,
    aten::bessel,
    aten::casting,
    aten::comparison,
    aten::complexNumbers,
    aten::convolution,
    aten::creation,
    aten::eigenvalues,
    aten::factorization,
    aten::floatParts,
    aten::fourier,
    aten::gamma,
    aten::higherOrder,
    aten::indexing,
    aten::joining,
    aten::linalg,
    aten::loss,
    aten::marginLoss,
    aten::normalDistribution,
    aten::normalization,
    aten::ordering,
    aten::orthogonal,
    aten::padding,
    aten::pointwise,
    aten::pooling,
    aten::products,
    aten::quantization,
    aten::random,
    aten::recurrent,
    aten::reduction,
    aten::resizing,
    aten::sampling,
    aten::scatterViews,
    aten::scattering,
    aten::searching,
    aten::shape,
    aten::special,
    aten::spectral,
    aten::statistics,
    aten::strided,
    aten::symbolic,
    aten::uniqueness,
    aten::windows,
};

/// Rows by target.
struct Table {
    std::unordered_map<std::string_view, std::vector<const Lowering*>> rows;
    std::deque<Lowering> ofAliases;
};

/// Read only after it is made.
const Table& table()
{
    static const Table kTable = [] {
        Table made;
        for (const Family family : kFamilies)
            for (const Lowering& row : family())
                made.rows[row.target].push_back(&row);
        for (const aten::Alias& alias : aten::aliases()) {
            const std::vector<const Lowering*> same = made.rows[alias.same];
            for (const Lowering* row : same) {
                made.ofAliases.push_back(*row);
                made.ofAliases.back().target = alias.target;
                made.rows[alias.target].push_back(&made.ofAliases.back());
            }
        }
        return made;
    }();
    return kTable;
}

const Lowering* newest(const std::vector<const Lowering*>& rows, std::int64_t opset, bool isComplex)
{
    const Lowering* best = nullptr;
    for (const Lowering* row : rows)
        if (row->isComplex == isComplex && row->since_opset <= opset && (!best || row->since_opset > best->since_opset))
            best = row;
    return best;
}

} // namespace

const Lowering* findLowering(std::string_view target, std::int64_t opset, bool isComplex)
{
    const auto found = table().rows.find(target);
    return found == table().rows.end() ? nullptr : newest(found->second, opset, isComplex);
}

std::vector<const Lowering*> loweringsAt(std::int64_t opset)
{
    std::vector<const Lowering*> selected;
    for (const auto& [target, rows] : table().rows)
        if (const Lowering* real = newest(rows, opset, false))
            selected.push_back(real);
        else if (const Lowering* complex = newest(rows, opset, true))
            selected.push_back(complex);
    std::ranges::sort(selected, {}, &Lowering::target);
    return selected;
}

} // namespace sidelight::lowering
