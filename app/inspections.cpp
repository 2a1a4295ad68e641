// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "app/inspections.h"

#include "app/partners.h"
#include "core/onnxir/print.h"
#include "core/support/text.h"
#include "views/support/palette.h"
#include "views/support/text.h"

#include <QCoreApplication>

#include <algorithm>
#include <map>

namespace sidelight::app {
namespace {

/// Titles and labels, in the language of the window.
struct Inspections
{
    Q_DECLARE_TR_FUNCTIONS(Inspections)
};

std::string said(const QString& text)
{
    return views::utf8(text);
}

/// The box that a selection is, when it is one.
const display::DisplayNode* boxOf(const InspectionRequest& request)
{
    const auto& graph = request.side == Side::Fx ? request.fx : request.onnx;
    if (!graph || request.selection.empty())
        return nullptr;
    const auto box = display::findBox(graph->graph, *request.selection.begin());
    return box && *box < graph->graph.nodes.size() ? &graph->graph.nodes[*box] : nullptr;
}

/// Operators of a selection of several nodes, most frequent first.
display::InspectorSection operatorCounts(const InspectionRequest& request)
{
    std::map<std::string, std::size_t> counts;
    if (request.side == Side::Fx) {
        const fx::ExportedProgram program = programAt(*request.document, request.position);
        for (const NodePath& path : request.selection)
            if (const auto graph = program.graphs.graphOf(path.leaf())) {
                const fx::Node& node = program.graphs[*graph][path.leaf()];
                ++counts[node.op == fx::Op::CallFunction ? std::string(node.overload())
                                                         : std::string(fx::name(node.op))];
            }
    } else {
        const onnxir::Model model = modelAt(*request.document, request.position);
        for (const NodePath& path : request.selection)
            if (const auto graph = model.graphs.graphOf(path.leaf())) {
                const onnxir::Node& node = model.graphs[*graph][path.leaf()];
                if (node.kind == onnxir::Kind::Operator)
                    ++counts[node.op.op_type];
            }
    }
    std::vector<std::pair<std::string, std::size_t>> sorted(counts.begin(), counts.end());
    std::ranges::stable_sort(sorted, std::greater{}, &std::pair<std::string, std::size_t>::second);
    display::InspectorSection section{said(Inspections::tr("operators")), {}};
    for (const auto& [name, count] : sorted)
        section.rows.push_back({name, std::to_string(count), {}, false});
    return section;
}

display::Inspection inspectMany(const InspectionRequest& request, const display::DisplayNode* box)
{
    const bool isModule = box && box->members.size() == request.selection.size() && box->role == display::Role::Module;
    display::Inspection inspection;
    inspection.title = isModule
                           ? box->title
                           : said(Inspections::tr("%n node(s)", nullptr, static_cast<int>(request.selection.size())));
    inspection.subtitle = isModule ? said(Inspections::tr("module")) : said(Inspections::tr("selection"));
    display::InspectorSection what{inspection.subtitle, {}};
    if (isModule && !box->subtitle.empty())
        what.rows.push_back({said(Inspections::tr("path")), box->subtitle, {}, false});
    what.rows.push_back({said(Inspections::tr("nodes")), std::to_string(request.selection.size()), {}, false});
    if (isModule && box->repeat > 1)
        what.rows.push_back({said(Inspections::tr("equal calls")), std::to_string(box->repeat), {}, false});
    if (isModule)
        for (const display::Row& row : box->rows)
            what.rows.push_back({row.name, row.value, {}, false});
    inspection.sections = {std::move(what), operatorCounts(request)};
    return inspection;
}

constexpr std::size_t kMostPartners = 8;

std::string linkTo(const NodePath& path, Side side = Side::Onnx)
{
    std::vector<std::string> ids;
    for (const NodeId node : path.nodes)
        ids.push_back(std::to_string(ir::index(node)));
    return (side == Side::Fx ? "fx:" : "onnx:") + support::join(ids, "/");
}

/// Texts and links of the ONNX nodes made for an FX node.
display::Partners partnersOf(const onnxir::Model& model, NodeId node)
{
    const lowering::Provenance provenance = lowering::provenanceOf(model);
    display::Partners partners;
    const auto found = provenance.toOnnx.find(node);
    if (found == provenance.toOnnx.end())
        return partners;
    for (const NodePath& path : found->second) {
        if (partners.size() == kMostPartners) {
            partners.emplace_back(
                said(Inspections::tr("and %1 more").arg(found->second.size() - kMostPartners)), std::string());
            break;
        }
        const auto graph = model.graphs.graphOf(path.leaf());
        const std::string op = graph ? model.graphs[*graph][path.leaf()].op.op_type : std::string();
        partners.emplace_back(
            op.empty() ? lowering::toText(model, path) : concat(lowering::toText(model, path), " \u2192 ", op),
            linkTo(path));
    }
    return partners;
}

/// Text and link of the FX node that an ONNX node was made for.
display::Partners partnersOf(const onnxir::Model& model, const fx::ExportedProgram& program, const NodePath& path)
{
    const NodeId node = program.graphs.contains(kMainGraph) ? lowering::provenanceOf(model).fxOf(path) : kNoNode;
    const auto graph = node == kNoNode ? std::nullopt : program.graphs.graphOf(node);
    if (!graph)
        return {};
    return {{concat("%", program.graphs[*graph][node].name), concat("fx:", ir::index(node))}};
}

constexpr std::size_t kMostBodyLines = 60;

/// The function that an FX call was lowered to, as text.
void addBody(display::Inspection& inspection, const onnxir::Model& model, NodeId node)
{
    const lowering::Provenance provenance = lowering::provenanceOf(model);
    const auto found = provenance.toOnnx.find(node);
    if (found == provenance.toOnnx.end())
        return;
    for (const NodePath& path : found->second) {
        const auto graph = model.graphs.graphOf(path.leaf());
        const auto body = graph ? model.functionBody(model.graphs[*graph][path.leaf()].op) : std::nullopt;
        if (!body)
            continue;
        std::string text = onnxir::printText(model, *body);
        std::size_t end = 0;
        for (std::size_t line = 0; line < kMostBodyLines && end != std::string::npos; ++line)
            end = text.find('\n', end == 0 ? 0 : end + 1);
        if (end != std::string::npos && end + 1 < text.size())
            text.replace(end, std::string::npos, "\n\u2026");
        inspection.sections.push_back(
            {said(Inspections::tr("lowers to")), {{std::string(), std::move(text), std::string(), true}}});
        return;
    }
}

/// "f32[batch, 8]" of a value.
std::string typeOf(const InspectionRequest& request, const display::DisplayEdge& edge)
{
    const session::Document& document = *request.document;
    const NodeId producer = edge.producer.nodes.empty() ? kNoNode : edge.producer.leaf();
    if (request.side == Side::Onnx) {
        const onnxir::Model model = modelAt(document, request.position);
        const auto graph = model.graphs.graphOf(producer);
        const onnxir::Node* node = graph ? model.graphs[*graph].find(producer) : nullptr;
        return node && edge.output < node->outputs.size() ? onnxir::printType(node->outputs[edge.output].type)
                                                          : edge.label;
    }
    const fx::ExportedProgram program = programAt(document, request.position);
    const auto graph = program.graphs.graphOf(producer);
    const fx::Node* node = graph ? program.graphs[*graph].find(producer) : nullptr;
    if (!node || !node->val.isTensor())
        return edge.label;
    return ir::toText(node->val);
}

display::Inspection inspectOne(const InspectionRequest& request)
{
    const session::Document& document = *request.document;
    const NodePath& path = *request.selection.begin();
    const onnxir::Model model = modelAt(document, request.position);
    if (request.side == Side::Onnx) {
        const onnxir::Model& shown = model.graphs.graphOf(path.leaf()) ? model : document.model();
        if (!shown.graphs.graphOf(path.leaf()))
            return {};
        return display::inspectOnnx(shown, path, partnersOf(shown, document.program(), path), &session::onnxSchemas());
    }
    const fx::ExportedProgram program = programAt(document, request.position);
    const bool isThere = program.graphs.graphOf(path.leaf()).has_value();
    // A ghost is shown as it was before the pass.
    const std::size_t record = placeOf(document, Side::Fx, request.position).record;
    const bool isGhost = !isThere && record < document.fx.records.size();
    const fx::ExportedProgram& shown = isGhost ? document.fx.before(record) : program;
    const fx::ExportedProgram& found = shown.graphs.graphOf(path.leaf()) ? shown : document.program();
    if (!found.graphs.graphOf(path.leaf()))
        return {};
    const display::Partners partners =
        document.hasModel() ? partnersOf(model, path.leaf()) : display::Partners();
    display::Inspection inspection = display::inspectFx(found, path.leaf(), partners, &document.fx);
    if (!partners.empty())
        addBody(inspection, model, path.leaf());
    else if (document.hasModel())
        inspection.sections.push_back({said(Inspections::tr("in ONNX")),
            {{said(Inspections::tr("no node")), whyNoOnnx(document, path.leaf()), std::string(), false}}});
    return inspection;
}

} // namespace

display::Inspection inspectEdge(const InspectionRequest& request, const display::DisplayEdge& edge)
{
    const auto& graph = request.side == Side::Fx ? request.fx : request.onnx;
    display::Inspection inspection;
    inspection.title = edge.name.empty() ? edge.label : edge.name;
    inspection.subtitle = said(Inspections::tr("value"));
    display::InspectorSection value{
        inspection.subtitle, {{said(Inspections::tr("type")), typeOf(request, edge), std::string(), false}}};
    if (!edge.label.empty())
        value.rows.push_back({said(Inspections::tr("shape")), edge.label, std::string(), false});
    display::InspectorSection producer{said(Inspections::tr("producer")), {}};
    display::InspectorSection consumers{said(Inspections::tr("consumers")), {}};
    if (graph) {
        const auto rowOf = [&](std::uint32_t box) {
            const display::DisplayNode& node = graph->graph.nodes[box];
            return display::InspectorRow{node.title, node.subtitle.empty() ? node.title : node.subtitle,
                node.ref.nodes.empty() ? std::string() : linkTo(node.ref, request.side), false};
        };
        const auto from = display::findBox(graph->graph, edge.producer);
        producer.rows.push_back(rowOf(from && *from < graph->graph.nodes.size() ? *from : edge.from));
        if (!edge.producer.nodes.empty())
            producer.rows.front().link = linkTo(edge.producer, request.side);
        for (const display::DisplayEdge& other : graph->graph.edges)
            if (other.producer == edge.producer && other.output == edge.output &&
                graph->graph.nodes[other.to].role != display::Role::Stub)
                consumers.rows.push_back(rowOf(other.to));
    }
    inspection.sections = {std::move(value), std::move(producer), std::move(consumers)};
    return inspection;
}

void addVerification(
    display::Inspection& inspection, const InspectionRequest& request, const runtime::VerifyReport& report)
{
    display::InspectorSection section;
    if (request.selection.empty())
        section = verificationSection(report);
    else if (request.side == Side::Onnx && request.selection.size() == 1)
        section = verificationSection(report, inspection.chip);
    if (!section.rows.empty())
        inspection.sections.insert(inspection.sections.begin(), std::move(section));
}

std::pair<display::Inspection, QColor> makeInspection(const InspectionRequest& request)
{
    const session::Document& document = *request.document;
    if (request.selection.empty())
        return {display::inspectModel(document.hasProgram() ? &document.program() : nullptr,
                    document.hasModel() ? &document.model() : nullptr),
            QColor()};
    const display::DisplayNode* box = boxOf(request);
    if (request.selection.size() > 1)
        return {inspectMany(request, box), box ? views::headerColor(box->category) : QColor()};
    // The box may be that of a module that holds the node.
    display::Inspection one = inspectOne(request);
    const QColor color = views::headerColor(one.category);
    return {std::move(one), color};
}

} // namespace sidelight::app
