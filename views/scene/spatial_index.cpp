// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "views/scene/spatial_index.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace sidelight::views {
namespace {

constexpr std::int64_t kLargeCells = 64;
constexpr double kMostCells = 1 << 20;

bool meets(const display::Rect& a, const display::Rect& b)
{
    return a.x <= b.right() && b.x <= a.right() && a.y <= b.bottom() && b.y <= a.bottom();
}

} // namespace

SpatialIndex::SpatialIndex(const std::vector<display::Rect>& rects) : rects_(rects)
{
    if (rects_.empty())
        return;
    double left = std::numeric_limits<double>::max(), top = left;
    double right = std::numeric_limits<double>::lowest(), bottom = right;
    for (const display::Rect& r : rects_) {
        left = std::min(left, r.x);
        top = std::min(top, r.y);
        right = std::max(right, r.right());
        bottom = std::max(bottom, r.bottom());
    }
    origin_ = {left, top};
    while ((right - left) / cell_ * ((bottom - top) / cell_) > kMostCells)
        cell_ *= 2;
    columns_ = static_cast<std::int64_t>((right - left) / cell_) + 1;
    rows_ = static_cast<std::int64_t>((bottom - top) / cell_) + 1;

    const auto forEachCell = [&](auto&& visit) {
        for (std::uint32_t i = 0; i < rects_.size(); ++i) {
            const Cells c = cellsOf(rects_[i]);
            if ((c.right - c.left + 1) * (c.bottom - c.top + 1) > kLargeCells)
                continue;
            for (std::int64_t y = c.top; y <= c.bottom; ++y)
                for (std::int64_t x = c.left; x <= c.right; ++x)
                    visit(static_cast<std::size_t>(y * columns_ + x), i);
        }
    };
    starts_.assign(static_cast<std::size_t>(columns_ * rows_) + 1, 0);
    forEachCell([&](std::size_t cell, std::uint32_t) { ++starts_[cell + 1]; });
    for (std::size_t i = 1; i < starts_.size(); ++i)
        starts_[i] += starts_[i - 1];
    items_.resize(starts_.back());
    std::vector<std::uint32_t> next(starts_.begin(), starts_.end() - 1);
    forEachCell([&](std::size_t cell, std::uint32_t i) { items_[next[cell]++] = i; });
    for (std::uint32_t i = 0; i < rects_.size(); ++i) {
        const Cells c = cellsOf(rects_[i]);
        if ((c.right - c.left + 1) * (c.bottom - c.top + 1) > kLargeCells)
            large_.push_back(i);
    }
}

SpatialIndex::Cells SpatialIndex::cellsOf(const display::Rect& rect) const
{
    const auto cell = [&](double at, double origin, std::int64_t count) {
        return std::clamp(
            static_cast<std::int64_t>(std::floor(std::clamp((at - origin) / cell_, -1.0, 2.0 * kMostCells))),
            std::int64_t{0}, count - 1);
    };
    return {cell(rect.x, origin_.x, columns_), cell(rect.y, origin_.y, rows_), cell(rect.right(), origin_.x, columns_),
        cell(rect.bottom(), origin_.y, rows_)};
}

std::vector<std::uint32_t> SpatialIndex::query(const display::Rect& area) const
{
    std::vector<std::uint32_t> found;
    if (rects_.empty())
        return found;
    const Cells c = cellsOf(area);
    for (std::int64_t y = c.top; y <= c.bottom; ++y) {
        for (std::int64_t x = c.left; x <= c.right; ++x) {
            const auto cell = static_cast<std::size_t>(y * columns_ + x);
            for (std::uint32_t at = starts_[cell]; at < starts_[cell + 1]; ++at)
                if (meets(rects_[items_[at]], area))
                    found.push_back(items_[at]);
        }
    }
    for (const std::uint32_t i : large_)
        if (meets(rects_[i], area))
            found.push_back(i);
    std::ranges::sort(found);
    found.erase(std::unique(found.begin(), found.end()), found.end());
    return found;
}

} // namespace sidelight::views
