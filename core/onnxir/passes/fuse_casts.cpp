// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/onnxir/element_type.h"
#include "core/onnxir/passes/operators.h"
#include "core/onnxir/passes/pipeline.h"

#include <optional>

namespace sidelight::onnxir::passes {
namespace {

using ir::DType;

/// Bits of the integers that a type holds without a gap, from zero: of magnitude for signed ones.
int integerBits(DType dtype)
{
    switch (dtype) {
    case DType::Bool: return 1;
    case DType::Int8: return 7;
    case DType::UInt8: return 8;
    case DType::Int16: return 15;
    case DType::UInt16: return 16;
    case DType::Int32: return 31;
    case DType::UInt32: return 32;
    case DType::Int64: return 63;
    case DType::UInt64: return 64;
    case DType::BFloat16: return 8;
    case DType::Float16: return 11;
    case DType::Float32: return 24;
    case DType::Float64: return 53;
    default: return 0;
    }
}

/// Whether each value of `from` is one of `to`.
bool isKept(DType from, DType to)
{
    if (from == to)
        return true;
    if (integerBits(from) == 0 || integerBits(to) == 0)
        return false;
    if (ir::isFloating(from))
        return to == DType::Float64 || (to == DType::Float32 && from != DType::Float64);
    const bool signs = from == DType::Bool || !ir::isSigned(from) || ir::isFloating(to) || ir::isSigned(to);
    return to != DType::Bool && signs && integerBits(from) <= integerBits(to);
}

std::optional<DType> targetOf(const Node& node)
{
    const auto to = integerOf(node, "to", 0);
    return to ? dtypeFromElementType(static_cast<std::int32_t>(*to)) : std::nullopt;
}

Status fuseCasts(PassContext& context)
{
    Rewriter& rewriter = context.rewriter;
    for (const GraphId graph : context.unit().graphs.ids())
        for (const NodeId id : rewriter.graph(graph).orderCopy()) {
            if (!rewriter.contains(id))
                continue; // A first cast that nobody reads any more.
            rewriter.visit(id);
            while (isOperator(rewriter.graph(graph)[id], "Cast")) {
                const Node& node = rewriter.graph(graph)[id];
                const auto input = inputAt(node, 0);
                const auto to = targetOf(node);
                if (!input || !to)
                    break;
                if (typeOf(rewriter, *input).kind == ValueType::Kind::Tensor && typeOf(rewriter, *input).dtype == *to) {
                    if (!canForward(rewriter, graph, id, *input))
                        break;
                    rewriter.match();
                    if (const Status status = rewriter.deleteAndForward(id, *input); !status)
                        return status;
                    break;
                }
                const Node& first = rewriter.node(input->node);
                const auto source = isOperator(first, "Cast") && rewriter.graphOf(input->node) == graph ? inputAt(first, 0) : std::nullopt;
                const auto middle = source ? targetOf(first) : std::nullopt;
                if (!middle || !isKept(typeOf(rewriter, *source).dtype, *middle))
                    break;
                const NodeId unread = input->node;
                Node changed = node;
                changed.inputs.front() = *source;
                rewriter.match();
                rewriter.update(id, std::move(changed));
                if (!rewriter.hasUsers(unread))
                    if (const Status status = rewriter.erase(unread); !status)
                        return status;
            }
        }
    return {};
}

constexpr std::string_view kHelp = R"(Looks for Cast nodes to the type that their input has already, and for a Cast of a Cast.

Makes the readers of the first kind read the input. Of two casts the second reads what the first reads, where the first changes no value: bool to a number, an
integer to a wider one, float16 and bfloat16 to float32, float32 to float64, small integers to floats that hold them all. A first cast that nobody else reads
goes.

Leaves two casts the first of which rounds, cuts off or wraps (float32 to float16 to float32 is no copy), types that are not known, and a Cast that a graph's
output needs.

Before:
    wide = Cast(half, to=FLOAT)
    back = Cast(wide, to=FLOAT16)
    y = Relu(back)
After:
    y = Relu(half)
)";

} // namespace

constinit const Pass kCastElimination{
    .id = "cast-elimination",
    .summary = "Removes casts to the type that a value has, and fuses those that follow each other.",
    .run = fuseCasts,
    .help = kHelp,
    .standard = false,
};

} // namespace sidelight::onnxir::passes
