// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/display/display_graph.h"

namespace sidelight::display {

/// Measures of a box in pixels at zoom 1; the painter and the layout share them.
struct BoxMetrics {
    static constexpr double header = 22;        ///< Height of the title bar.
    static constexpr double row = 15;           ///< Height of a row.
    static constexpr double rowsPadding = 7;    ///< Added to the rows' heights.
    static constexpr double textInset = 9;      ///< Left of titles and rows.
    static constexpr double rowGap = 6.3;       ///< Between a row's name and value.
    static constexpr double buttonWidth = 24;   ///< Of the ƒ or + at the right of the header.
    static constexpr double minimumWidth = 72;
    static constexpr double maximumWidth = 320; ///< Longer text is elided by the painter.
    static constexpr double stubHeight = 18;
    static constexpr double edgeLabelHeight = 13;
    static constexpr double frameTitle = 30;    ///< Band above an open frame's content.
    static constexpr double framePadding = 16;
};

/// The size of `node` from its title, rows and marks.
Size measureBox(const DisplayNode& node, const TextMeasure& measure);
/// The size of an edge's label; empty without one.
Size measureLabel(std::string_view label, const TextMeasure& measure);
/// "×12".
std::string repeatText(std::uint32_t repeat);

} // namespace sidelight::display
