// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/onnxir/passes/pipeline.h"

#include <algorithm>

namespace sidelight::onnxir::passes {
namespace {

bool isComplete(const ValueInfo& value)
{
    using Kind = ValueType::Kind;
    const ValueType& type = value.type;
    if (value.name.empty()) // Not an output, only its place.
        return true;
    if (type.kind != Kind::Tensor)
        return type.kind != Kind::Unknown && type.kind != Kind::Sequence && type.kind != Kind::Optional;
    return type.hasShape && std::all_of(type.sizes.begin(), type.sizes.end(), [](const auto& size) { return size.has_value(); });
}

/// Whether a value of the graph, or of a body in it, lacks its type, shape or a size. Bodies of functions are typed by their calls, not here.
bool lacksTypes(const Model& model, GraphId id)
{
    const auto& graph = model.graphs[id];
    return std::any_of(graph.order().begin(), graph.order().end(), [&](NodeId node) {
        const Node& one = graph[node];
        return !std::all_of(one.outputs.begin(), one.outputs.end(), isComplete) ||
               std::any_of(one.attributes.begin(), one.attributes.end(), [&](const Attribute& attribute) {
                   const auto* body = std::get_if<GraphId>(&attribute.value);
                   return body && lacksTypes(model, *body);
               });
    });
}

} // namespace

Status inferShapes(PassContext& context)
{
    if (!context.services.schemas)
        context.skipped = "onnx's operator schemas are not at hand";
    else if (lacksTypes(context.rewriter.unit(), kMainGraph))
        context.services.schemas->addInferredTypes(context.rewriter);
    return {};
}

} // namespace sidelight::onnxir::passes
