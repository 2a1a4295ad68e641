// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/display/geometry.h"

#include <cstdint>
#include <vector>

namespace sidelight::views {

/// Finds rectangles by place: a uniform grid of cells; rectangles that cover very many cells are kept aside. A query
/// costs what it returns.
class SpatialIndex
{
public:
    SpatialIndex() = default;
    explicit SpatialIndex(const std::vector<display::Rect>& rects);

    /// Indices of rectangles that meet `area`, ascending.
    [[nodiscard]] std::vector<std::uint32_t> query(const display::Rect& area) const;

private:
    struct Cells
    {
        std::int64_t left, top, right, bottom; ///< Inclusive.
    };
    [[nodiscard]] Cells cellsOf(const display::Rect& rect) const;

    std::vector<display::Rect> rects_;
    std::vector<std::uint32_t> large_;
    std::vector<std::uint32_t> starts_; ///< By cell, into items_.
    std::vector<std::uint32_t> items_;
    display::Point origin_;
    double cell_ = 256;
    std::int64_t columns_ = 0;
    std::int64_t rows_ = 0;
};

} // namespace sidelight::views
