// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "views/support/palette.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace sidelight::views {
namespace {

Palette makeLight()
{
    Palette p;
    p.background = 0xFFFFFF;
    p.pane = 0xFBFBFC;
    p.chrome = 0xF3F4F6;
    p.line = 0xD9DCE1;
    p.text = 0x1B1F24;
    p.secondaryText = 0x5B6470;
    p.nodeBody = 0xFFFFFF;
    p.nodeBorder = 0x2B3036;
    p.edge = 0x7A828C;
    p.accent = 0x2F6FEB;
    p.accentText = 0xFFFFFF;
    p.selection = 0xD1242F;
    p.hover = 0xE8EEFC;
    p.added = 0x1A7F37;
    p.changed = 0xB7791F;
    p.erased = 0x8A929C;
    p.moved = 0x2F6FEB;
    p.warning = 0xB7791F;
    p.error = 0xD1242F;
    p.note = 0x2F6FEB;
    p.openFill = QColor(47, 111, 235, 13);
    p.openLine = 0xB9C6DD;
    p.pale = 0xE7E9ED;
    p.codeBlock = 0xFDF3DC;
    p.insertedLine = 0xE2F5E6;
    p.removedLine = 0xFBE6E6;
    return p;
}

Palette makeDark()
{
    Palette p;
    p.isDark = true;
    p.background = 0x16181C;
    p.pane = 0x1A1D22;
    p.chrome = 0x202329;
    p.line = 0x33373F;
    p.text = 0xE6E8EB;
    p.secondaryText = 0x9AA2AD;
    p.nodeBody = 0x23272E;
    p.nodeBorder = 0x4A515B;
    p.edge = 0x7F8792;
    p.accent = 0x6EA1FF;
    p.accentText = 0x0E1116;
    p.selection = 0xFF6B6B;
    p.hover = 0x26324A;
    p.added = 0x4CC26B;
    p.changed = 0xE0B252;
    p.erased = 0x6D7580;
    p.moved = 0x6EA1FF;
    p.warning = 0xE0B252;
    p.error = 0xFF6B6B;
    p.note = 0x6EA1FF;
    p.openFill = QColor(110, 161, 255, 15);
    p.openLine = 0x3C4A63;
    p.pale = 0x33373F;
    p.codeBlock = 0x3A301B;
    p.insertedLine = 0x1D3524;
    p.removedLine = 0x43262A;
    return p;
}

Palette makeContrast()
{
    Palette p = makeDark();
    p.background = QColor(0, 0, 0);
    p.pane = QColor(0, 0, 0);
    p.chrome = QColor(0, 0, 0);
    p.line = 0xFFFFFF;
    p.text = 0xFFFFFF;
    p.secondaryText = 0xE6E6E6;
    p.nodeBody = QColor(0, 0, 0);
    p.nodeBorder = 0xFFFFFF;
    p.edge = 0xFFFFFF;
    p.accent = 0xFFE600;
    p.accentText = QColor(0, 0, 0);
    p.selection = 0xFF8CF2;
    p.hover = 0x2B2B00;
    p.added = 0x5CFF7A;
    p.changed = 0xFFC24D;
    p.erased = 0xC8C8C8;
    p.moved = 0x7ED6FF;
    p.warning = 0xFFC24D;
    p.error = 0xFF9B9B;
    p.note = 0x7ED6FF;
    p.openFill = QColor(255, 255, 255, 20);
    p.openLine = 0xFFFFFF;
    p.pale = 0x1E1E1E;
    p.codeBlock = 0x1E1E1E;
    p.insertedLine = 0x003D0F;
    p.removedLine = 0x4D0000;
    return p;
}

double luminance(const QColor& color)
{
    const auto channel = [](double c) { return c <= 0.03928 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4); };
    return 0.2126 * channel(double(color.redF())) + 0.7152 * channel(double(color.greenF())) +
           0.0722 * channel(double(color.blueF()));
}

} // namespace

const Palette& lightPalette()
{
    static const Palette palette = makeLight();
    return palette;
}

const Palette& darkPalette()
{
    static const Palette palette = makeDark();
    return palette;
}

const Palette& contrastPalette()
{
    static const Palette palette = makeContrast();
    return palette;
}

QColor headerColor(display::Category category)
{
    using display::Category;
    switch (category) {
    case Category::Layer:
        return 0x335588;
    case Category::Activation:
        return 0x70291D;
    case Category::Normalization:
        return 0x2F5D50;
    case Category::Pooling:
        return 0x335533;
    case Category::Dropout:
        return 0x454770;
    case Category::Control:
        return 0x3D4654;
    case Category::Shape:
        return 0x6C4F47;
    case Category::Tensor:
        return 0x594E3B;
    case Category::Attention:
        return 0x7A3F0C;
    case Category::Constant:
        return 0x8B9199;
    case Category::Quantization:
        return 0x502800;
    case Category::None:
        break;
    }
    return 0x3D4654;
}

double contrast(const QColor& a, const QColor& b)
{
    const double la = luminance(a);
    const double lb = luminance(b);
    return (std::max(la, lb) + 0.05) / (std::min(la, lb) + 0.05);
}

QColor textOn(const QColor& fill)
{
    const QColor dark(0x12, 0x15, 0x19);
    return contrast(fill, Qt::white) >= 4.5
               ? QColor(Qt::white)
               : (contrast(fill, dark) >= contrast(fill, Qt::white) ? dark : QColor(Qt::white));
}

QColor levelColor(const Palette& palette, support::Level level)
{
    switch (level) {
    case support::Level::Error:
        return palette.error;
    case support::Level::Warning:
        return palette.warning;
    case support::Level::Note:
    case support::Level::None:
        break;
    }
    return palette.note;
}

QColor deltaColor(const Palette& palette, display::Delta delta)
{
    using display::Delta;
    switch (delta) {
    case Delta::Added:
        return palette.added;
    case Delta::Changed:
        return palette.changed;
    case Delta::Erased:
        return palette.erased;
    case Delta::Moved:
        return palette.moved;
    case Delta::None:
        break;
    }
    return palette.nodeBorder;
}

const char* deltaSign(display::Delta delta)
{
    using display::Delta;
    switch (delta) {
    case Delta::Added:
        return "+";
    case Delta::Changed:
        return "~";
    case Delta::Erased:
        return "\u2212";
    case Delta::Moved:
        return "\u2195";
    case Delta::None:
        break;
    }
    return "";
}

} // namespace sidelight::views
