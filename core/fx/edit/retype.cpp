// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
//
// Types follow from what a node reads. A change travels along the order of the graph only as far as it makes a difference: a node whose new type is its old one
// ends it there.
#include "core/fx/edit/retype.h"

#include "core/fx/infer/unknown_type.h"
#include "core/fx/transform/infer_type.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace sidelight::fx {
namespace {

void clearStrides(ir::Type& type)
{
    type.tensor.strides.clear();
    for (ir::Type& element : type.elements)
        clearStrides(element);
}

bool sameButStrides(ir::Type left, ir::Type right)
{
    clearStrides(left);
    clearStrides(right);
    return left == right;
}

/// Takes over from `old` what inference does not tell: gradients, and strides where `strides` says that they still hold.
void keep(ir::Type& type, const ir::Type& old)
{
    if (type.kind != old.kind)
        return;
    type.tensor.requiresGrad = old.tensor.requiresGrad;
    if (type.isTensor() && type.tensor.sizes == old.tensor.sizes && type.tensor.dtype == old.tensor.dtype)
        type.tensor.storageOffset = old.tensor.storageOffset;
    for (std::size_t at = 0; at < std::min(type.elements.size(), old.elements.size()); ++at)
        keep(type.elements[at], old.elements[at]);
}

/// How much of what a node reads is another: nothing that its type depends on, the strides, or more.
enum class Difference : std::uint8_t { None, Strides, Type };

Difference differenceOf(const ir::Type& before, const ir::Type& now)
{
    if (before == now)
        return Difference::None;
    return sameButStrides(before, now) ? Difference::Strides : Difference::Type;
}

class Retyper {
public:
    Retyper(Rewriter& rewriter, GraphId graph) : rewriter_(rewriter), graph_(graph) {}

    void ask(NodeId id, Difference difference) { asked_[id] = difference; }
    void run()
    {
        const ir::Graph<Node>& graph = rewriter_.graph(graph_);
        for (const NodeId id : graph.orderCopy()) {
            const Node& node = graph[id];
            if (node.op != Op::CallFunction)
                continue;
            const auto asked = asked_.find(id);
            Difference input = asked == asked_.end() ? Difference::None : asked->second;
            visitInputs(node, [&](Value value, std::uint32_t) {
                if (const auto found = changed_.find(value.node); found != changed_.end())
                    input = std::max(input, found->second);
            });
            if (input != Difference::None)
                update(id, node, input);
        }
    }

private:
    void update(NodeId id, const Node& node, Difference input)
    {
        ir::Type type = inferType(rewriter_.graph(graph_), node);
        if (type.kind == ir::Type::Kind::Unknown && input == Difference::Strides) {
            type = node.val;
            clearStrides(type);
        }
        type = withOld(std::move(type), node.val);
        const Difference own = differenceOf(node.val, type);
        if (own == Difference::None)
            return;
        changed_[id] = own;
        Node retyped = node;
        assignType(retyped, std::move(type));
        rewriter_.update(id, std::move(retyped));
    }

    Rewriter& rewriter_;
    GraphId graph_;
    std::unordered_map<NodeId, Difference> changed_;
    std::unordered_map<NodeId, Difference> asked_;
};

} // namespace

ir::Type withOld(ir::Type inferred, const ir::Type& old)
{
    keep(inferred, old);
    return inferred;
}

void retype(Rewriter& rewriter, GraphId graph, const std::vector<NodeId>& readers, const ir::Type& before, const ir::Type& now)
{
    const Difference difference = differenceOf(before, now);
    if (difference == Difference::None)
        return;
    Retyper retyper(rewriter, graph);
    for (const NodeId id : readers)
        retyper.ask(id, difference);
    retyper.run();
}

} // namespace sidelight::fx
