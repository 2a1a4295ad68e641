// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "app/bodies.h"

#include "core/onnxir/bodies.h"
#include "views/support/text.h"

#include <QCoreApplication>

#include <utility>

namespace sidelight::app {
namespace {

/// Says in the language of the window what a tab shows.
struct Bodies
{
    Q_DECLARE_TR_FUNCTIONS(Bodies)
};

std::vector<session::Body> onnxBodies(
    const session::Document& document, const onnxir::Model& model, const std::set<NodePath>& selected)
{
    NodePath path = selected.empty() ? NodePath() : *selected.begin();
    NodeId inside = kNoNode; // Of the node on the path below, when what is selected lies in a body.
    for (; !path.nodes.empty(); path.nodes.pop_back()) {
        const auto graph = model.graphs.graphOf(path.leaf());
        if (!graph)
            continue;
        const onnxir::Node& node = model.graphs[*graph][path.leaf()];
        std::vector<session::Body> bodies;
        if (const auto body = model.functionBody(node.op))
            bodies.push_back(session::functionBody(document, model, *body));
        for (const auto& [name, branch] : onnxir::namedBodiesOf(node))
            if (inside == kNoNode || (model.graphs.contains(branch) && model.graphs[branch].contains(inside)))
                bodies.push_back(session::branchBody(document, model, path.leaf(), branch));
        std::erase_if(bodies, [](const session::Body& body) { return !body.document; });
        if (!bodies.empty())
            return bodies;
        inside = path.leaf();
    }
    return {};
}

std::vector<session::Body> fxBodies(
    const session::Document& document, const fx::ExportedProgram& program, const std::set<NodePath>& selected)
{
    if (selected.empty())
        return {};
    if (selected.size() == 1) {
        NodePath path = *selected.begin();
        NodeId inside = kNoNode;
        for (; !path.nodes.empty(); path.nodes.pop_back()) {
            std::vector<session::Body> bodies;
            for (const auto& [name, subgraph] : session::subgraphsOf(program, path.leaf()))
                if (inside == kNoNode || program.graphs[subgraph].contains(inside))
                    bodies.push_back(session::subgraphBody(document, program, path.leaf(), subgraph));
            if (!bodies.empty())
                return bodies;
            inside = path.leaf();
        }
    }
    std::vector<NodeId> nodes;
    for (const NodePath& path : selected)
        nodes.push_back(path.leaf());
    auto [within, title] = session::moduleAround(program, nodes);
    if (within.empty() && nodes.size() < 2)
        return {};
    if (within.size() > nodes.size() && nodes.size() > 1) {
        const int count = static_cast<int>(nodes.size());
        title = views::utf8(title.empty() ? Bodies::tr("%n node(s)", nullptr, count)
                                          : Bodies::tr("%n node(s) of %1", nullptr, count).arg(views::shown(title)));
        within.clear();
    }
    session::Body body = session::regionBody(document, program, within.empty() ? nodes : within, std::move(title));
    if (!body.document)
        return {};
    return {std::move(body)};
}

} // namespace

std::vector<session::Body> bodiesAt(
    const session::Document& document, const views::Position& position, Side side, const std::set<NodePath>& selected)
{
    if (side == Side::Onnx)
        return document.hasModel() ? onnxBodies(document, modelAt(document, position), selected)
                                   : std::vector<session::Body>();
    return document.hasProgram() ? fxBodies(document, programAt(document, position), selected)
                                 : std::vector<session::Body>();
}

} // namespace sidelight::app
