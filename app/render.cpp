// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "app/render.h"

#include "app/application.h"
#include "app/expansion.h"
#include "core/display/build.h"
#include "core/session/position.h"
#include "core/support/file.h"
#include "core/support/rules.h"
#include "core/support/text.h"
#include "views/scene/graph_painter.h"
#include "views/support/fonts.h"

#include <QApplication>
#include <QBuffer>
#include <QImage>
#include <QPainter>
#include <QPdfWriter>
#include <QSvgGenerator>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <memory>
#include <optional>

namespace sidelight::app {
namespace {

constexpr double kMargin = 24;
constexpr double kLargestSide = 30000; ///< Pixels of a PNG.
constexpr double kLargestArea = 2.0e8;

enum class Format : std::uint8_t
{
    Svg,
    Png,
    Pdf
};

std::optional<Format> formatOf(const std::filesystem::path& target)
{
    std::string ending = target.extension().string();
    std::ranges::transform(ending, ending.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    if (ending == ".svg")
        return Format::Svg;
    if (ending == ".png")
        return Format::Png;
    return ending == ".pdf" ? std::optional(Format::Pdf) : std::nullopt;
}

/// Builds the graph with `expand` open.
template <class Build>
Result<display::LaidOutGraph> layOut(
    const RenderOptions& options, const display::TextMeasure& measure, const Build& build)
{
    const auto open = [&](const display::Expansion& expansion) {
        display::DisplayOptions display;
        display.expansion = expansion;
        display.measure = &measure;
        return build(display);
    };
    return display::layOut(open(expansionFor(options.expand, open)), {});
}

Result<display::LaidOutGraph> layOut(const session::Document& document, const RenderOptions& options)
{
    const views::FontTextMeasure measure;
    if (options.onnx) {
        const auto model = session::modelAfter(document, options.after);
        if (!model)
            return model.error();
        return layOut(options, measure,
            [&](const display::DisplayOptions& display) { return display::displayOnnx(**model, display); });
    }
    if (!options.after)
        return layOut(options, measure,
            [&](const display::DisplayOptions& display) { return display::displayFx(document.fx.initial, display); });
    const auto program = session::programAfter(document, *options.after);
    if (!program)
        return program.error();
    return layOut(options, measure,
        [&](const display::DisplayOptions& display) { return display::displayFx(**program, display); });
}

struct Drawing
{
    const display::LaidOutGraph& graph;
    const views::Palette& palette;

    [[nodiscard]] QSizeF size() const { return {graph.size.width + 2 * kMargin, graph.size.height + 2 * kMargin}; }
    void draw(QPainter& painter, double scale) const
    {
        painter.fillRect(QRectF(QPointF(0, 0), size() * scale), palette.pane);
        painter.scale(scale, scale);
        painter.translate(kMargin, kMargin);
        const views::GraphIndex index(graph);
        const QRectF all(-kMargin, -kMargin, size().width(), size().height());
        // Detail is that of full size, also in a picture that had to be made smaller.
        views::GraphPainter(graph, index, palette).paint(painter, all, {std::max(scale, 1.0), false, true});
    }
};

bool drawSvg(const Drawing& drawing, QIODevice& out)
{
    QSvgGenerator generator;
    generator.setOutputDevice(&out);
    generator.setResolution(96);
    generator.setSize(drawing.size().toSize());
    generator.setViewBox(QRectF(QPointF(0, 0), drawing.size()));
    generator.setTitle(QStringLiteral("Sidelight"));
    QPainter painter;
    if (!painter.begin(&generator))
        return false;
    drawing.draw(painter, 1);
    return painter.end();
}

bool drawPng(const Drawing& drawing, QIODevice& out)
{
    double scale = 2;
    const QSizeF size = drawing.size();
    scale = std::min({scale, kLargestSide / size.width(), kLargestSide / size.height(),
        std::sqrt(kLargestArea / (size.width() * size.height()))});
    QImage image((size * scale).toSize().expandedTo({1, 1}), QImage::Format_RGB32);
    if (image.isNull())
        return false;
    QPainter painter(&image);
    drawing.draw(painter, scale);
    painter.end();
    return image.save(&out, "PNG");
}

bool drawPdf(const Drawing& drawing, QIODevice& out)
{
    QPdfWriter writer(&out);
    writer.setResolution(72);
    writer.setTitle(QStringLiteral("Sidelight"));
    // A page has at most 14,400 points a side.
    const double scale = std::min(1.0, 14400 / std::max(drawing.size().width(), drawing.size().height()));
    writer.setPageSize(QPageSize(drawing.size() * scale, QPageSize::Point, QString(), QPageSize::ExactMatch));
    writer.setPageMargins(QMarginsF(0, 0, 0, 0));
    QPainter painter;
    if (!painter.begin(&writer))
        return false;
    drawing.draw(painter, scale);
    return painter.end();
}

Status write(const Drawing& drawing, Format format, const std::filesystem::path& target)
{
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    const bool isDrawn = format == Format::Svg   ? drawSvg(drawing, buffer)
                         : format == Format::Png ? drawPng(drawing, buffer)
                                                 : drawPdf(drawing, buffer);
    if (!isDrawn)
        return support::diagnose(rules::kWriteFailed, concat(target.string(), " cannot be drawn"),
            {{target.string(), "file", target.string(), 0, {}, {}}});
    return support::writeText(target, {buffer.data().constData(), static_cast<std::size_t>(buffer.data().size())});
}

} // namespace

Status renderModel(const session::Document& document, const RenderOptions& options, const std::filesystem::path& target)
{
    const auto format = formatOf(target);
    if (!format)
        return support::diagnose(rules::kUnknownFormat,
            concat(target.string(), " has no ending that is drawn; use .svg, .png or .pdf"),
            {{target.string(), "file", target.string(), 0, {}, {}}});
    int argc = 1;
    char name[] = "sidelight";
    char* argv[] = {name, nullptr};
    std::unique_ptr<QApplication> application;
    if (!QCoreApplication::instance()) {
        prepareApplication(true);
        application = std::make_unique<QApplication>(argc, argv);
        styleApplication();
    }
    const auto graph = layOut(document, options);
    if (!graph)
        return graph.error();
    return write({*graph, options.dark ? views::darkPalette() : views::lightPalette()}, *format, target);
}

} // namespace sidelight::app
