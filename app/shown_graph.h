// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/locate.h"
#include "core/display/build.h"
#include "core/lowering/provenance.h"
#include "core/session/document.h"
#include "views/models/pass_model.h"
#include "views/models/position.h"

#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

namespace sidelight::app {

enum class Side : std::uint8_t
{
    Fx,
    Onnx
};

/// Cards of the pass strip: the loaded program, then every pass of both traces.
std::vector<views::PassItem> passItems(const session::Document& document);

/// What one pane shows at a position of the session.
struct Place
{
    enum class Kind : std::uint8_t
    {
        Initial,
        After,
        Overlay
    };
    Kind kind = Kind::Initial;
    std::size_t record = 0; ///< Of the side's trace; not for Initial.
    std::size_t change = 0; ///< Overlay: how many changes of the record are done.
    friend bool operator==(const Place&, const Place&) = default;
};
/// While FX passes run the ONNX pane shows the final model; while ONNX passes run the FX pane shows the final program.
/// Inside a pass, and at its end, before and after are shown as one; a lowering that is done is shown plainly, as
/// everything in it is new.
Place placeOf(const session::Document& document, Side side, const views::Position& position);

/// The units that are shown at a position.
fx::ExportedProgram programAt(const session::Document& document, const views::Position& position);
onnxir::Model modelAt(const session::Document& document, const views::Position& position);

struct GraphRequest
{
    std::shared_ptr<const session::Document> document;
    Side side = Side::Fx;
    views::Position position;
    display::Expansion expansion;
    std::shared_ptr<const AllBadges> badges;
    std::shared_ptr<const display::TextMeasure> measure;
    bool leftToRight = false;
    std::optional<NodePath> reveal{}; ///< Boxes around this node are opened too.
};

/// A laid-out graph and what it was made of.
struct ShownGraph
{
    std::shared_ptr<const display::LaidOutGraph> graph; ///< Null when layout was stopped or there is nothing to show.
    std::shared_ptr<const display::LaidOutGraph> unmarked; ///< The overlay before marks, kept for the next step.
    Place place;
    display::Expansion expansion; ///< As asked for, and what `reveal` opened.
    bool leftToRight = false;
    lowering::Provenance provenance; ///< ONNX side: of the model that is shown.
    std::size_t nodes = 0;           ///< Of the main graph.
    std::size_t functions = 0;       ///< ONNX side.
    double seconds = 0;
};

/// Builds and lays out a graph; takes the layout of `previous` over when only the step inside the pass is another. Runs
/// on the layout pool.
std::shared_ptr<const ShownGraph> makeShownGraph(
    const GraphRequest& request, const std::shared_ptr<const ShownGraph>& previous, std::stop_token stop);

} // namespace sidelight::app
