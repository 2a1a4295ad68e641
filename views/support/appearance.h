// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "views/support/palette.h"

#include <QPalette>
#include <QString>

namespace sidelight::views {

enum class Appearance : std::uint8_t
{
    System,
    Light,
    Dark,
    Contrast
};

/// Whether the desktop asks for dark windows.
bool isSystemDark();
const Palette& paletteFor(Appearance appearance);

QPalette toQPalette(const Palette& palette);
/// Rules for the window's own regions; everything else follows the palette.
QString styleSheetFor(const Palette& palette);

} // namespace sidelight::views
