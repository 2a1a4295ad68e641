// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

namespace sidelight::display {

/// Pixels at zoom 1; y grows downwards.
struct Point {
    double x = 0;
    double y = 0;
    friend bool operator==(const Point&, const Point&) = default;
};
struct Size {
    double width = 0;
    double height = 0;
    friend bool operator==(const Size&, const Size&) = default;
};
struct Rect {
    double x = 0;
    double y = 0;
    double width = 0;
    double height = 0;
    [[nodiscard]] double right() const { return x + width; }
    [[nodiscard]] double bottom() const { return y + height; }
    [[nodiscard]] Point center() const { return {x + width / 2, y + height / 2}; }
    [[nodiscard]] bool contains(Point p) const { return p.x >= x && p.x <= right() && p.y >= y && p.y <= bottom(); }
    [[nodiscard]] bool intersects(const Rect& other) const
    {
        return x < other.right() && other.x < right() && y < other.bottom() && other.y < bottom();
    }
    friend bool operator==(const Rect&, const Rect&) = default;
};

/// Which of the three faces a text is set in.
enum class Face : unsigned char { Title, RowName, RowValue, EdgeLabel };

/// Width of text in pixels at zoom 1; QFontMetricsF in the window, a fixed width in tests.
class TextMeasure {
public:
    virtual ~TextMeasure() = default;
    [[nodiscard]] virtual double width(std::string_view utf8, Face face) const = 0;
};

/// Every character is equally wide.
class FixedTextMeasure final : public TextMeasure {
public:
    [[nodiscard]] double width(std::string_view utf8, Face face) const override;
};

} // namespace sidelight::display
