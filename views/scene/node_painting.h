// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "views/scene/graph_painter.h"

#include <cstdint>
#include <vector>

class QPainter;

namespace sidelight::views {

/// What every painting function needs.
struct Brushwork
{
    QPainter& painter;
    const display::LaidOutGraph& laidOut;
    const Palette& palette;
    const FontTextMeasure& measure;
    Detail detail;
    const PaintOptions& options;
};

/// Paints `text` of a face with its baseline at (x, y), cut with … at `width` when it is longer.
void paintText(const Brushwork& work, display::Face face, const QPointF& baseline, std::string_view text, double width,
    const QColor& color);

/// What is behind the content of a frame: frames in frames are tinted and plain in turn, so that depth does not darken.
QColor groundOf(const Brushwork& work, display::ClusterId cluster);

void paintFrames(const Brushwork& work, const std::vector<std::uint32_t>& frames, const Highlights& highlights);
/// Titles of frames that begin left of `area` stand at its border.
void paintFrameTitles(const Brushwork& work, const std::vector<std::uint32_t>& frames, const QRectF& area);
void paintNodes(const Brushwork& work, const std::vector<std::uint32_t>& boxes);
/// Badges and change marks, above everything of their neighbours.
void paintMarks(const Brushwork& work, const std::vector<std::uint32_t>& boxes);
void paintRings(const Brushwork& work, const display::Rect& area, const Highlights& highlights);

} // namespace sidelight::views
