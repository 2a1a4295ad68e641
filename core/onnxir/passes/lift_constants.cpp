// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/onnxir/passes/operators.h"
#include "core/onnxir/passes/pipeline.h"

#include <algorithm>
#include <memory>
#include <span>
#include <utility>
#include <variant>
#include <vector>

namespace sidelight::onnxir::passes {
namespace {

/// The tensor that a Constant gives; null for strings, sparse tensors and what a function's caller gives.
std::shared_ptr<const ir::Tensor> tensorOf(const Node& node)
{
    using ir::DType;
    using ir::Tensor;
    if (node.attributes.size() != 1)
        return nullptr;
    const AttributeValue& value = node.attributes.front().value;
    if (const auto* tensor = std::get_if<std::shared_ptr<const Tensor>>(&value))
        return *tensor;
    if (const auto* number = std::get_if<std::int64_t>(&value))
        return std::make_shared<const Tensor>(Tensor::fromValues<std::int64_t>(DType::Int64, {}, std::span(number, 1)));
    if (const auto* number = std::get_if<float>(&value))
        return std::make_shared<const Tensor>(Tensor::fromValues<float>(DType::Float32, {}, std::span(number, 1)));
    if (const auto* numbers = std::get_if<std::vector<std::int64_t>>(&value))
        return std::make_shared<const Tensor>(Tensor::fromValues<std::int64_t>(DType::Int64, {static_cast<std::int64_t>(numbers->size())}, *numbers));
    if (const auto* numbers = std::get_if<std::vector<float>>(&value))
        return std::make_shared<const Tensor>(Tensor::fromValues<float>(DType::Float32, {static_cast<std::int64_t>(numbers->size())}, *numbers));
    return nullptr;
}

Status liftIn(Rewriter& rewriter, GraphId graph)
{
    const std::vector<NodeId> order = rewriter.graph(graph).orderCopy();
    const auto first = std::find_if(order.begin(), order.end(), [&](NodeId id) {
        const Kind kind = rewriter.graph(graph)[id].kind;
        return kind == Kind::Operator || kind == Kind::Output;
    });
    NodeId place = first == order.end() ? kNoNode : *first;
    for (const NodeId id : order) {
        const Node node = rewriter.graph(graph)[id];
        rewriter.visit(id);
        const auto tensor = isOperator(node, "Constant") ? tensorOf(node) : nullptr;
        if (!tensor || isResult(rewriter, {id, 0}))
            continue;
        rewriter.match();
        Node initializer;
        initializer.kind = Kind::Initializer;
        initializer.name = node.outputs.front().name;
        std::vector<ir::Dim> sizes;
        for (const std::int64_t size : tensor->sizes)
            sizes.push_back(ir::Dim::constant(size));
        initializer.outputs = {{initializer.name, ValueType::tensor(tensor->dtype, sizes)}};
        initializer.tensor = tensor;
        const NodeId lifted = rewriter.insert(graph, place, std::move(initializer), id);
        if (place == id)
            place = rewriter.graph(graph).next(id);
        if (const Status status = rewriter.deleteAndForward(id, {lifted, 0}); !status)
            return status;
    }
    return {};
}

Status liftConstants(PassContext& context)
{
    for (const GraphId graph : context.unit().graphs.ids())
        if (!context.unit().functionOf(graph)) // Functions have no initializers.
            if (const Status status = liftIn(context.rewriter, graph); !status)
                return status;
    return {};
}

constexpr std::string_view kHelp = R"(Looks for Constant nodes in the main graph and in the bodies of If, Loop and Scan.

Makes an initializer of the same name of each, in front of the operators of its graph.

Leaves the Constant nodes of functions, which cannot have initializers (inline comes before), those that hold strings or sparse tensors,
and a Constant that is a result of its graph.

Before:
    two = Constant(value_float=2.0)
    y = Mul(x, two)
After:
    two = Initializer()
    y = Mul(x, two)
)";

} // namespace

constinit const Pass kConstantLifting{
    .id = "constant-lifting",
    .summary = "Makes Constant nodes initializers.",
    .run = liftConstants,
    .help = kHelp,
    .standard = false,
};

} // namespace sidelight::onnxir::passes
