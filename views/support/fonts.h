// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/display/geometry.h"

#include <QFont>

#include <array>

namespace sidelight::views {

/// Loads Inter and JetBrains Mono from the resources, once; without them the system's fonts stand in.
void loadFonts();

/// Inter for words. Sizes grow with the application's font, which is 12 pixels where nothing is scaled.
QFont wordFont(int pixels, bool isBold = false);
/// JetBrains Mono for code, names, shapes and counts.
QFont codeFont(int pixels, bool isBold = false);

/// Graph text is set ten times too large and painted at a tenth, so that sizes like 10.5 px are exact on every screen
/// and in every file.
constexpr double kFaceScale = 10.0;
/// The font of a face at ten times its size.
QFont faceFont(display::Face face);

/// Widths from the fonts; Latin text by a table filled once, so that layout threads touch no font.
class FontTextMeasure final : public display::TextMeasure
{
public:
    FontTextMeasure();
    [[nodiscard]] double width(std::string_view utf8, display::Face face) const override;

private:
    std::array<std::array<double, 128>, 4> advances_{};
    std::array<QFont, 4> fonts_;
};

} // namespace sidelight::views
