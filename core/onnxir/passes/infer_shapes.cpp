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

Status inferShapes(PassContext& context)
{
    if (!context.services.schemas)
        context.skipped = "onnx's operator schemas are not at hand";
    else if (lacksTypes(context.rewriter.unit(), kMainGraph))
        context.services.schemas->addInferredTypes(context.rewriter);
    return {};
}

constexpr std::string_view kHelp = R"(Looks for values of the main graph, and of bodies in it, that lack their type, their shape or a size.

Makes onnx's own shape inference fill in what it finds. Sizes that depend on inputs keep the names that the program gave them.

Leaves types that are complete already, and functions, whose values have the types that each call gives them. When nothing is missing onnx is not even asked.
Without onnx's schemas the pass is skipped.

Before:
    y = Reshape(x, shape)
After:
    y : FLOAT[batch, 8] = Reshape(x, shape)
)";

} // namespace

constinit const Pass kShapeInference{
    .id = "shape-inference",
    .summary = "Gives values the types that onnx's shape inference finds.",
    .run = inferShapes,
    .help = kHelp,
};

} // namespace sidelight::onnxir::passes
