// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
//
// The graph is shown with all modules closed; while one box holds most of what there is, it is opened.
#include "core/display/build.h"

#include <algorithm>

namespace sidelight::display {
namespace {

constexpr int kMostOpened = 4;
constexpr std::size_t kFewBoxes = 4;

DisplayOptions optionsWith(const Expansion& expansion)
{
    static const FixedTextMeasure measure;
    DisplayOptions options;
    options.measure = &measure;
    options.expansion = expansion;
    return options;
}

std::size_t operatorsIn(const onnxir::Model& model, const NodePath& path)
{
    const auto graph = model.graphs.graphOf(path.leaf());
    const auto body = graph ? model.functionBody(model.graphs[*graph][path.leaf()].op) : std::nullopt;
    return body && model.graphs.contains(*body) ? model.graphs[*body].size() : 0;
}

} // namespace

Expansion firstExpansion(const fx::ExportedProgram& program)
{
    Expansion expansion;
    for (int i = 0; i < kMostOpened; ++i) {
        const DisplayGraph graph = displayFx(program, optionsWith(expansion));
        std::size_t all = 0;
        const DisplayNode* largest = nullptr;
        for (const DisplayNode& node : graph.nodes) {
            const bool isNode = node.role == Role::Operator || node.role == Role::Module;
            all += isNode ? std::max<std::size_t>(node.members.size(), 1) : 0;
            if (node.role == Role::Module && (!largest || node.members.size() > largest->members.size()))
                largest = &node;
        }
        if (!largest || largest->repeat > 1 || largest->members.size() * 10 < all * 6)
            break;
        expansion.open.insert(largest->key);
    }
    return expansion;
}

Expansion firstExpansion(const onnxir::Model& model)
{
    Expansion expansion;
    for (int i = 0; i < kMostOpened; ++i) {
        const DisplayGraph graph = displayOnnx(model, optionsWith(expansion));
        std::size_t boxes = 0;
        const DisplayNode* largest = nullptr;
        for (const DisplayNode& node : graph.nodes) {
            boxes += node.role == Role::Operator || node.role == Role::FunctionCall ? 1 : 0;
            if (node.role == Role::FunctionCall && node.expandable
                && (!largest || operatorsIn(model, node.ref) > operatorsIn(model, largest->ref)))
                largest = &node;
        }
        if (!largest || largest->repeat > 1 || boxes > kFewBoxes || operatorsIn(model, largest->ref) < 4 * kFewBoxes)
            break;
        expansion.open.insert(largest->key);
    }
    return expansion;
}

} // namespace sidelight::display
