// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "app/partners.h"

#include "app/locate.h"
#include "core/support/text.h"
#include "views/support/text.h"

#include <QCoreApplication>

#include <algorithm>

namespace sidelight::app {
namespace {

/// Says in the language of the window why a node has no partner.
struct Why
{
    Q_DECLARE_TR_FUNCTIONS(Why)
};

/// The record that node is missing after, having been there before; null when there is none.
const ir::PassRecord<fx::ExportedProgram>* eraserOf(const fx::Trace& trace, NodeId node)
{
    const fx::ExportedProgram* before = &trace.initial;
    for (const auto& record : trace.records) {
        if (before->graphs.graphOf(node) && !record.after.graphs.graphOf(node))
            return &record;
        before = &record.after;
    }
    return nullptr;
}

bool hasPartner(const onnxir::Model& model, NodeId node)
{
    return lowering::provenanceOf(model).toOnnx.contains(node);
}

} // namespace

std::set<NodePath> onnxPartners(const lowering::Provenance& provenance, const std::set<NodePath>& fxNodes)
{
    std::set<NodePath> partners;
    for (const NodePath& path : fxNodes)
        if (const auto found = provenance.toOnnx.find(path.leaf()); found != provenance.toOnnx.end())
            partners.insert(found->second.begin(), found->second.end());
    return partners;
}

std::set<NodePath> fxPartners(
    const lowering::Provenance& provenance, const fx::ExportedProgram& program, const std::set<NodePath>& onnxNodes)
{
    std::set<NodePath> partners;
    const auto add = [&](NodeId node) {
        if (node != kNoNode)
            partners.insert(fxPathOf(program, node));
    };
    for (const NodePath& path : onnxNodes) {
        add(provenance.fxOf(path));
        // A module's call stands for everything that was made inside it.
        for (auto inside = provenance.toFx.upper_bound(path); inside != provenance.toFx.end(); ++inside) {
            const auto& nodes = inside->first.nodes;
            if (nodes.size() <= path.nodes.size() || !std::equal(path.nodes.begin(), path.nodes.end(), nodes.begin()))
                break;
            add(inside->second);
        }
    }
    return partners;
}

std::string whyNoOnnx(const session::Document& document, NodeId node)
{
    if (document.isPaired())
        return views::utf8(Why::tr(
            "no node of this export names it in its metadata (pkg.torch.onnx.fx_node), nor its line and module"));
    if (document.onnx.records.empty())
        return views::utf8(Why::tr("the program was not lowered"));
    if (const auto* eraser = eraserOf(document.fx, node))
        return views::utf8(Why::tr("erased by the pass %1").arg(views::shown(eraser->pass->id)));
    const auto graph = document.program().graphs.graphOf(node);
    const fx::Node* found = graph ? document.program().graphs[*graph].find(node) : nullptr;
    if (!hasPartner(document.onnx.records.front().after, node)) {
        if (found && found->op == fx::Op::GetAttr)
            return views::utf8(Why::tr("a subgraph or attribute is part of the nodes that read it"));
        if (found && found->op == fx::Op::Placeholder)
            return views::utf8(Why::tr("nothing in the ONNX graph reads it"));
        return views::utf8(
            Why::tr("lowering needed no node for it: its value is known, or it is taken directly from its argument"));
    }
    for (std::size_t i = 1; i < document.onnx.records.size(); ++i)
        if (!hasPartner(document.onnx.records[i].after, node))
            return views::utf8(Why::tr("its ONNX nodes were removed by the pass %1")
                                   .arg(views::shown(document.onnx.records[i].pass->id)));
    return views::utf8(Why::tr("its ONNX nodes are not in the graph that is shown"));
}

std::string whyNoFx(const session::Document& document, const NodePath& path)
{
    if (document.isPaired())
        return views::utf8(Why::tr("its metadata (pkg.torch.onnx.fx_node) name no node of this program"));
    const onnxir::Model* before = &document.onnx.initial;
    for (const auto& record : document.onnx.records) {
        const bool isNew = !before->graphs.graphOf(path.leaf()) && record.after.graphs.graphOf(path.leaf());
        if (isNew && record.pass && &record != &document.onnx.records.front())
            return views::utf8(Why::tr("made by the pass %1").arg(views::shown(record.pass->id)));
        before = &record.after;
    }
    return views::utf8(Why::tr("no FX node is recorded as its origin"));
}

} // namespace sidelight::app
