// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/display/box_metrics.h"

#include "core/support/text.h"

#include <algorithm>
#include <cmath>

namespace sidelight::display {

double FixedTextMeasure::width(std::string_view utf8, Face face) const
{
    const auto isLead = [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; };
    const auto characters = static_cast<double>(std::count_if(utf8.begin(), utf8.end(), isLead));
    return characters * (face == Face::Title ? 7.0 : 6.3);
}

std::string repeatText(std::uint32_t repeat)
{
    return concat("×", repeat);
}

Size measureBox(const DisplayNode& node, const TextMeasure& measure)
{
    using M = BoxMetrics;
    double width = measure.width(node.title, Face::Title) + 2 * M::textInset;
    if (node.role == Role::Stub)
        return {std::ceil(std::min(width + measure.width(" ↗", Face::Title), M::maximumWidth)), M::stubHeight};
    if (node.isFunction || node.expandable)
        width += M::buttonWidth;
    if (node.repeat > 1)
        width += measure.width(repeatText(node.repeat), Face::Title) + M::textInset;
    for (const Row& row : node.rows) {
        const double gap = row.name.empty() || row.value.empty() ? 0 : M::rowGap;
        width = std::max(width, measure.width(row.name, Face::RowName) + gap + measure.width(row.value, Face::RowValue) + 2 * M::textInset);
    }
    const double rows = node.rows.empty() ? 0 : static_cast<double>(node.rows.size()) * M::row + M::rowsPadding;
    return {std::ceil(std::clamp(width, M::minimumWidth, M::maximumWidth)), M::header + rows};
}

Size measureLabel(std::string_view label, const TextMeasure& measure)
{
    if (label.empty())
        return {};
    return {std::ceil(measure.width(label, Face::EdgeLabel)), BoxMetrics::edgeLabelHeight};
}

} // namespace sidelight::display
