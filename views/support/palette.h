// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/display/display_graph.h"

#include <QColor>

namespace sidelight::views {

/// Colours of one appearance; every painter and style sheet takes them from here.
struct Palette
{
    bool isDark = false;
    QColor background, pane, chrome;
    QColor line, text, secondaryText;
    QColor nodeBody, nodeBorder, edge;
    QColor accent, accentText, selection, hover;
    QColor added, changed, erased, moved;
    QColor warning, error, note;
    QColor openFill, openLine;
    QColor pale;                      ///< Inputs and outputs.
    QColor codeBlock;                 ///< Behind a line of source.
    QColor insertedLine, removedLine; ///< Behind lines of a text diff.
};

const Palette& lightPalette();
const Palette& darkPalette();
/// White on black, every line and sign at 7:1 at least.
const Palette& contrastPalette();

/// Header colour of an operator's category; the same in both appearances, as users know it.
QColor headerColor(display::Category category);

/// WCAG 2 contrast of two opaque colours, 1 … 21.
double contrast(const QColor& a, const QColor& b);
/// White or near black, whichever reads better on `fill`.
QColor textOn(const QColor& fill);

QColor levelColor(const Palette& palette, support::Level level);

/// Colour and sign of a change.
QColor deltaColor(const Palette& palette, display::Delta delta);
/// "+", "~", "−", "↕" or nothing.
const char* deltaSign(display::Delta delta);

} // namespace sidelight::views
