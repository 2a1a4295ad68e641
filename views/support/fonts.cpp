// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "views/support/fonts.h"

#include "views/support/text.h"

#include <QFontDatabase>
#include <QFontMetricsF>
#include <QGuiApplication>
#include <QStringList>

#include <algorithm>
#include <mutex>

// Resources of a static library are named outside any namespace.
static void initResources()
{
    Q_INIT_RESOURCE(resources);
}

namespace sidelight::views {
namespace {

/// The application's font is 12 pixels where nothing is scaled.
int scaled(int pixels)
{
    const int own = QGuiApplication::font().pixelSize();
    return own > 0 ? std::max(1, qRound(pixels * own / 12.0)) : pixels;
}

QFont makeFont(const char* family, const char* fallback, int pixels, bool isBold)
{
    QFont font;
    font.setFamilies({QString::fromLatin1(family), QString::fromLatin1(fallback)});
    font.setPixelSize(pixels);
    font.setWeight(isBold ? QFont::DemiBold : QFont::Normal);
    font.setHintingPreference(QFont::PreferNoHinting);
    return font;
}

QFont codeFace(int pixels, bool isBold)
{
    QFont font = makeFont("JetBrains Mono", "Monospace", pixels, isBold);
    font.setStyleHint(QFont::Monospace);
    return font;
}

} // namespace

void loadFonts()
{
    static std::once_flag once;
    std::call_once(once, [] {
        initResources();
        for (const char* file : {":/fonts/Inter-Regular.otf", ":/fonts/Inter-SemiBold.otf",
                 ":/fonts/JetBrainsMono-Regular.ttf", ":/fonts/JetBrainsMono-SemiBold.ttf"})
            QFontDatabase::addApplicationFont(QString::fromLatin1(file));
    });
}

QFont wordFont(int pixels, bool isBold)
{
    return makeFont("Inter", "Sans Serif", scaled(pixels), isBold);
}

QFont codeFont(int pixels, bool isBold)
{
    return codeFace(scaled(pixels), isBold);
}

QFont faceFont(display::Face face)
{
    using display::Face;
    switch (face) {
    case Face::Title:
        return makeFont("Inter", "Sans Serif", 120, true);
    case Face::RowName:
        return codeFace(105, true);
    case Face::RowValue:
    case Face::EdgeLabel:
        break;
    }
    return codeFace(105, false);
}

FontTextMeasure::FontTextMeasure()
{
    for (std::size_t face = 0; face < fonts_.size(); ++face) {
        fonts_[face] = faceFont(static_cast<display::Face>(face));
        const QFontMetricsF metrics(fonts_[face]);
        for (std::size_t c = 32; c < 127; ++c)
            advances_[face][c] = metrics.horizontalAdvance(QLatin1Char(static_cast<char>(c))) / kFaceScale;
    }
}

double FontTextMeasure::width(std::string_view utf8, display::Face face) const
{
    const auto f = static_cast<std::size_t>(face);
    const bool isAscii = std::ranges::all_of(utf8, [](char c) { return c >= 32 && c < 127; });
    if (!isAscii)
        return QFontMetricsF(fonts_[f]).horizontalAdvance(shown(utf8)) / kFaceScale;
    double width = 0;
    for (const char c : utf8)
        width += advances_[f][static_cast<std::size_t>(c)];
    return width;
}

} // namespace sidelight::views
