// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
// Two transposes may have elementwise operators of one input between them, which nobody else reads: those then work on the tensor as it was before the first, and
// the second does the work of both.
#include "core/onnxir/passes/operators.h"
#include "core/onnxir/passes/pipeline.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

namespace sidelight::onnxir::passes {
namespace {

using Axes = std::vector<std::int64_t>;

bool isElementwise(const Node& node)
{
    constexpr std::string_view kNames[] = {"Abs", "Acos", "Asin", "Atan", "BitwiseNot", "Cast", "Ceil", "Celu", "Clip", "Cos", "Elu", "Erf", "Exp", "Floor", "Gelu",
        "HardSigmoid", "HardSwish", "Identity", "LeakyRelu", "Log", "Mish", "Neg", "Not", "Reciprocal", "Relu", "Round", "Selu", "Sigmoid", "Sign", "Sin", "Softplus",
        "Softsign", "Sqrt", "Tan", "Tanh", "ThresholdedRelu"};
    return node.outputs.size() == 1 && std::any_of(std::begin(kNames), std::end(kNames), [&](std::string_view name) { return isOperator(node, name); });
}

bool isPermutation(const Axes& axes)
{
    std::vector<bool> seen(axes.size(), false);
    for (const std::int64_t axis : axes) {
        if (axis < 0 || static_cast<std::size_t>(axis) >= axes.size() || seen[static_cast<std::size_t>(axis)])
            return false;
        seen[static_cast<std::size_t>(axis)] = true;
    }
    return true;
}

bool isIdentity(const Axes& axes) { return std::is_sorted(axes.begin(), axes.end()); }

/// Which axis of the input each axis of the result is.
std::optional<Axes> permutationOf(const Rewriter& rewriter, const Node& node)
{
    if (!isOperator(node, "Transpose") || !inputAt(node, 0))
        return std::nullopt;
    auto axes = integersOf(node, "perm");
    if (!axes && !node.attribute("perm")) {
        const ValueType& type = typeOf(rewriter, *inputAt(node, 0));
        if (!type.hasShape)
            return std::nullopt;
        axes.emplace();
        for (std::size_t axis = type.sizes.size(); axis-- > 0;)
            axes->push_back(static_cast<std::int64_t>(axis));
    }
    return axes && isPermutation(*axes) ? axes : std::nullopt;
}

constexpr ir::PassOption kOptions[] = {
    {"through-elementwise", true, "Whether two transposes are fused across operators that work on single elements."},
};

class Fuser {
public:
    explicit Fuser(PassContext& context)
        : rewriter_(context.rewriter), throughElementwise_(ir::optionOf<bool>(kTransposeElimination, context.options, "through-elementwise"))
    {
    }

    Status run(GraphId graph)
    {
        for (const NodeId id : rewriter_.graph(graph).orderCopy()) {
            if (!rewriter_.contains(id))
                continue;
            rewriter_.visit(id);
            while (const auto first = firstBefore(graph, id))
                if (Status status = fuse(graph, *first, id); !status)
                    return status;
            const auto axes = permutationOf(rewriter_, rewriter_.graph(graph)[id]);
            const auto input = axes ? inputAt(rewriter_.graph(graph)[id], 0) : std::nullopt;
            if (!axes || !isIdentity(*axes) || !canForward(rewriter_, graph, id, *input))
                continue;
            rewriter_.match();
            if (Status status = rewriter_.deleteAndForward(id, *input); !status)
                return status;
        }
        return {};
    }

private:
    /// A transpose, and the elementwise operators after it up to the next.
    struct First {
        NodeId id;
        std::vector<NodeId> between; ///< In order.
    };

    [[nodiscard]] std::optional<First> firstBefore(GraphId graph, NodeId second) const
    {
        if (!permutationOf(rewriter_, rewriter_.graph(graph)[second]))
            return std::nullopt;
        First found{kNoNode, {}};
        for (NodeId at = second;;) {
            const auto input = inputAt(rewriter_.graph(graph)[at], 0);
            if (!input || !rewriter_.graph(graph).contains(input->node))
                return std::nullopt;
            at = input->node;
            const Node& node = rewriter_.graph(graph)[at];
            if (permutationOf(rewriter_, node)) {
                found.id = at;
                // Across operators it pays only when the first transpose goes.
                return found.between.empty() || rewriter_.uses({at, 0}).size() == 1 ? std::optional(std::move(found)) : std::nullopt;
            }
            if (!throughElementwise_ || !isElementwise(node) || rewriter_.uses({at, 0}).size() != 1)
                return std::nullopt;
            found.between.insert(found.between.begin(), at);
        }
    }

    Status fuse(GraphId graph, const First& first, NodeId second)
    {
        rewriter_.setCause(second);
        rewriter_.match();
        const Axes inner = *permutationOf(rewriter_, rewriter_.graph(graph)[first.id]);
        const Axes outer = *permutationOf(rewriter_, rewriter_.graph(graph)[second]);
        const Value source = *inputAt(rewriter_.graph(graph)[first.id], 0);
        for (const NodeId id : first.between) {
            Node changed = rewriter_.graph(graph)[id];
            if (id == first.between.front())
                changed.inputs.front() = source;
            ValueType& type = changed.outputs.front().type;
            const auto sizes = type.sizes;
            for (std::size_t axis = 0; type.hasShape && sizes.size() == inner.size() && axis < inner.size(); ++axis)
                type.sizes[static_cast<std::size_t>(inner[axis])] = sizes[axis];
            rewriter_.update(id, std::move(changed));
        }
        Node changed = rewriter_.graph(graph)[second];
        if (first.between.empty())
            changed.inputs.front() = source;
        Axes axes;
        for (const std::int64_t axis : outer)
            axes.push_back(inner[static_cast<std::size_t>(axis)]);
        std::erase_if(changed.attributes, [](const Attribute& attribute) { return attribute.name == "perm"; });
        changed.attributes.push_back({"perm", std::move(axes)});
        rewriter_.update(second, std::move(changed));
        return rewriter_.hasUsers(first.id) ? Status() : rewriter_.erase(first.id);
    }

    Rewriter& rewriter_;
    bool throughElementwise_;
};

Status fuseTransposes(PassContext& context)
{
    for (const GraphId graph : context.unit().graphs.ids())
        if (Status status = Fuser(context).run(graph); !status)
            return status;
    return {};
}

constexpr std::string_view kHelp = R"(Looks for Transpose nodes that move no axis, for a Transpose of a Transpose and, with option through-elementwise, for two of them with nothing between but
operators of one input that work on single elements (Relu, Cast, Sigmoid, ...) and that nobody else reads.

Makes one Transpose of two, with the axes of both, or none when they undo each other. Elementwise operators between them then work on the tensor as it was
before the first; their values' types change accordingly.

Leaves a first Transpose that something else reads, operators with more inputs, axes that a function's caller gives, and a Transpose that a graph's output
needs.

Before:
    nhwc = Transpose(x, perm=[0, 2, 3, 1])
    relu = Relu(nhwc)
    y = Transpose(relu, perm=[0, 3, 1, 2])
    z = Neg(y)
After:
    relu = Relu(x)
    z = Neg(relu)
)";

} // namespace

constinit const Pass kTransposeElimination{
    .id = "transpose-elimination",
    .summary = "Removes transposes that move nothing or undo each other, and fuses the others.",
    .run = fuseTransposes,
    .help = kHelp,
    .options = kOptions,
    .standard = false,
};

} // namespace sidelight::onnxir::passes
