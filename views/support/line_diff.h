// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace sidelight::views {

/// One line of a text diff. Line numbers are 1-based; 0 where the line does not exist. A Gap stands for `count` equal
/// lines that are left out.
struct DiffLine
{
    enum class Kind : std::uint8_t
    {
        Equal,
        Inserted,
        Removed,
        Gap
    };
    Kind kind = Kind::Equal;
    std::size_t before = 0;
    std::size_t after = 0;
    std::size_t count = 0;
    std::string text;
    friend bool operator==(const DiffLine&, const DiffLine&) = default;
};

/// The shortest edit from `before` to `after` by lines (Myers 1986), after equal ends are cut away: time (N + M) · D.
/// Beyond `mostEdits` edits the differing middle is one removal and one insertion. Equal runs are shown with `context`
/// lines; 0 keeps all.
std::vector<DiffLine> diffLines(
    std::string_view before, std::string_view after, std::size_t context, std::size_t mostEdits = 1500);

} // namespace sidelight::views
