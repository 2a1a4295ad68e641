// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "app/shown_graph.h"

#include "app/known_types.h"
#include "core/session/statistics.h"

#include <algorithm>
#include <chrono>

namespace sidelight::app {
namespace {

template <class Unit>
views::PassItem itemOf(const ir::PassRecord<Unit>& record, views::PassItem::Side side)
{
    using Outcome = views::PassItem::Outcome;
    const session::Counts counts = session::countChanges(record);
    views::PassItem item;
    item.side = side;
    item.id = record.pass ? std::string(record.pass->id) : std::string();
    item.summary = record.pass ? std::string(record.pass->summary) : std::string();
    item.added = counts.added;
    item.changed = counts.changed;
    item.erased = counts.erased;
    item.moved = counts.moved;
    item.changes = record.changes.size();
    item.seconds = std::chrono::duration<double>(record.elapsed).count();
    switch (record.outcome) {
    case ir::Outcome::Unchanged:
        item.outcome = Outcome::Unchanged;
        break;
    case ir::Outcome::Modified:
        item.outcome = Outcome::Modified;
        break;
    case ir::Outcome::Failed:
        item.outcome = Outcome::Failed;
        break;
    case ir::Outcome::Skipped:
        item.outcome = Outcome::Skipped;
        break;
    }
    return item;
}

/// The place in one trace at its cursor.
template <class Unit>
Place placeIn(const ir::Trace<Unit>& trace, std::size_t record, std::size_t change)
{
    const std::size_t changes = trace.records[record].changes.size();
    const bool isMadeFromNothing = trace.before(record).main().empty();
    if (changes == 0 || (isMadeFromNothing && change >= changes))
        return {Place::Kind::After, record, change};
    return {Place::Kind::Overlay, record, change};
}

template <class Unit>
Place endPlace(const ir::Trace<Unit>& trace)
{
    return trace.records.empty()
               ? Place{}
               : Place{Place::Kind::After, trace.records.size() - 1, trace.records.back().changes.size()};
}

template <class Unit>
Unit unitAt(const ir::Trace<Unit>& trace, const Place& place)
{
    if (place.kind == Place::Kind::Initial)
        return trace.initial;
    return place.kind == Place::Kind::After ? trace.records[place.record].after
                                            : trace.at({place.record, place.change});
}

display::DisplayGraph build(const fx::ExportedProgram& unit, const display::DisplayOptions& options)
{
    return display::displayFx(unit, options);
}
display::DisplayGraph build(const onnxir::Model& unit, const display::DisplayOptions& options)
{
    return display::displayOnnx(unit, options);
}
display::DisplayGraph overlay(
    const fx::ExportedProgram& before, const fx::ExportedProgram& after, const display::DisplayOptions& options)
{
    return display::overlayFx(before, after, options);
}
display::DisplayGraph overlay(
    const onnxir::Model& before, const onnxir::Model& after, const display::DisplayOptions& options)
{
    return display::overlayOnnx(before, after, options);
}
void mark(display::LaidOutGraph& graph, const fx::ExportedProgram& before, const fx::ExportedProgram& at)
{
    display::markFx(graph, before, at);
}
void mark(display::LaidOutGraph& graph, const onnxir::Model& before, const onnxir::Model& at)
{
    display::markOnnx(graph, before, at);
}

std::shared_ptr<const display::LaidOutGraph> layOut(display::DisplayGraph graph, bool leftToRight, std::stop_token stop)
{
    display::LayoutOptions layout;
    layout.leftToRight = leftToRight;
    auto laidOut = display::layOut(std::move(graph), layout, stop);
    return laidOut ? std::make_shared<const display::LaidOutGraph>(std::move(*laidOut)) : nullptr;
}

/// Opens box after box until the node at `path` has one of its own, or none that holds it can be opened.
template <class Unit>
void openAround(const NodePath& path, const Unit& unit, display::DisplayOptions& options)
{
    constexpr int kMostRounds = 32;
    for (int round = 0; round < kMostRounds; ++round) {
        const display::DisplayGraph graph = build(unit, options);
        const auto box = display::findBox(graph, path);
        if (!box)
            return;
        const display::DisplayNode& node = graph.nodes[*box];
        const bool isOwn = node.ref == path && node.repeat == 1;
        if (isOwn || !node.expandable || !options.expansion.open.insert(node.key).second)
            return;
    }
}

display::KnownTypes typesIn(const session::Document&, const fx::ExportedProgram&)
{
    return {};
}
display::KnownTypes typesIn(const session::Document& document, const onnxir::Model& model)
{
    return document.hasProgram() ? knownTypes(model, document.program()) : display::KnownTypes();
}

template <class Unit>
void fill(ShownGraph& shown, const session::Document& document, const ir::Trace<Unit>& trace,
    display::DisplayOptions options, const std::optional<NodePath>& reveal, const ShownGraph* previous, std::stop_token stop)
{
    const Unit unit = unitAt(trace, shown.place);
    shown.nodes = unit.main().size();
    if (reveal)
        openAround(*reveal, unit, options);
    shown.expansion = options.expansion;
    display::KnownTypes types;
    options.types = &types;
    if (shown.place.kind != Place::Kind::Overlay) {
        types = typesIn(document, unit);
        shown.graph = layOut(build(unit, options), shown.leftToRight, stop);
        return;
    }
    const Unit& before = trace.before(shown.place.record);
    const ir::PassRecord<Unit>& record = trace.records[shown.place.record];
    const bool isSameLayout = previous && previous->unmarked && previous->place.kind == Place::Kind::Overlay &&
                              previous->place.record == shown.place.record && previous->expansion == shown.expansion &&
                              previous->leftToRight == shown.leftToRight;
    if (!isSameLayout)
        types = typesIn(document, record.after);
    shown.unmarked =
        isSameLayout ? previous->unmarked : layOut(overlay(before, record.after, options), shown.leftToRight, stop);
    if (!shown.unmarked || shown.place.change >= record.changes.size()) {
        shown.graph = shown.unmarked;
        return;
    }
    auto marked = std::make_shared<display::LaidOutGraph>(*shown.unmarked);
    mark(*marked, before, unit);
    shown.graph = std::move(marked);
}

} // namespace

std::vector<views::PassItem> passItems(const session::Document& document)
{
    std::vector<views::PassItem> items(1);
    items[0].id = "loaded";
    items[0].nodes = document.hasProgram() ? document.fx.initial.main().size()
                     : document.hasModel() ? document.onnx.initial.main().size()
                                           : 0;
    for (const auto& record : document.fx.records)
        items.push_back(itemOf(record, views::PassItem::Side::Fx));
    for (const auto& record : document.onnx.records)
        items.push_back(itemOf(record, views::PassItem::Side::Onnx));
    return items;
}

Place placeOf(const session::Document& document, Side side, const views::Position& position)
{
    const std::size_t fxRecords = document.fx.records.size();
    const std::size_t onnxRecords = document.onnx.records.size();
    if (side == Side::Fx) {
        if (position.item == 0)
            return {};
        return position.item <= fxRecords ? placeIn(document.fx, position.item - 1, position.change)
                                          : endPlace(document.fx);
    }
    if (!document.hasProgram() && position.item == 0)
        return {};
    const bool isInOnnx = position.item > fxRecords && position.item <= fxRecords + onnxRecords;
    return isInOnnx ? placeIn(document.onnx, position.item - 1 - fxRecords, position.change) : endPlace(document.onnx);
}

fx::ExportedProgram programAt(const session::Document& document, const views::Position& position)
{
    return unitAt(document.fx, placeOf(document, Side::Fx, position));
}

onnxir::Model modelAt(const session::Document& document, const views::Position& position)
{
    return unitAt(document.onnx, placeOf(document, Side::Onnx, position));
}

std::shared_ptr<const ShownGraph> makeShownGraph(
    const GraphRequest& request, const std::shared_ptr<const ShownGraph>& previous, std::stop_token stop)
{
    const auto start = std::chrono::steady_clock::now();
    const session::Document& document = *request.document;
    auto shown = std::make_shared<ShownGraph>();
    shown->place = placeOf(document, request.side, request.position);
    shown->expansion = request.expansion;
    shown->leftToRight = request.leftToRight;
    if (stop.stop_requested() || !(request.side == Side::Onnx ? document.hasModel() : document.hasProgram()))
        return shown;
    display::DisplayOptions options;
    options.expansion = request.expansion;
    options.measure = request.measure.get();
    if (request.side == Side::Fx) {
        options.badges = request.badges->fx;
        fill(*shown, document, document.fx, options, request.reveal, previous.get(), stop);
    } else {
        options.badges = request.badges->onnx;
        const onnxir::Model model = unitAt(document.onnx, shown->place);
        shown->provenance = lowering::provenanceOf(model);
        shown->functions = model.functions.size();
        fill(*shown, document, document.onnx, options, request.reveal, previous.get(), stop);
    }
    shown->seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return shown;
}

} // namespace sidelight::app
