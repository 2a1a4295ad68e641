// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "core/fx/calls.h"
#include "core/fx/names.h"
#include "core/fx/passes/pipeline.h"
#include "core/fx/promotion.h"
#include "core/fx/schema.h"
#include "core/fx/shape_rules.h"
#include "core/support/rules.h"
#include "core/support/text.h"

#include <algorithm>

namespace sidelight::fx::passes {

namespace {

/// Casts the tensors of one graph's calls.
class Caster {
public:
    Caster(PassContext& context, GraphId graph) : context_(context), graph_(graph), names_(context.rewriter.graph(graph)) {}

    void run()
    {
        for (const NodeId id : context_.rewriter.graph(graph_).orderCopy())
            visit(id);
    }

private:
    void visit(NodeId id)
    {
        const ir::Graph<Node>& graph = context_.rewriter.graph(graph_);
        context_.rewriter.visit(id);
        auto promotion = promotionOf(graph, graph[id]);
        if (!promotion)
            return;
        context_.rewriter.match();
        // What torch computed under its own default type is known from the result.
        const ir::Type& val = graph[id].val;
        if (!promotion->comparison && val.isTensor() && val.tensor.dtype != ir::DType::Undefined)
            promotion->compute = val.tensor.dtype;
        Node changed = graph[id];
        const Schema* schema = findSchema(changed.target);
        for (const std::string& name : promotion->arguments)
            if (Argument* argument = givenArgument(changed, *schema, name))
                castArgument(*argument, name, id, promotion->compute);
        context_.rewriter.update(id, std::move(changed));
    }

    void castArgument(Argument& argument, const std::string& name, NodeId user, ir::DType dtype)
    {
        if (auto* list = std::get_if<ArgumentList>(&argument.content)) {
            for (Argument& item : *list)
                castArgument(item, name, user, dtype);
            return;
        }
        auto* value = std::get_if<Value>(&argument.content);
        const ir::Graph<Node>& graph = context_.rewriter.graph(graph_);
        if (!value || !graph.contains(value->node))
            return;
        const ir::Type& type = graph[value->node].val;
        if (!type.isTensor() || type.tensor.dtype == dtype || type.tensor.dtype == ir::DType::Undefined)
            return;
        note(graph[user], graph[value->node], name, dtype);
        Node cast;
        cast.name = names_.make("_to_copy");
        cast.target = "torch.ops.aten._to_copy.default";
        cast.args = {*value};
        cast.kwargs = {{"dtype", dtype}};
        cast.val = castType(type, dtype);
        *value = {context_.rewriter.insertingBefore(user, std::move(cast), user)};
    }

    void note(const Node& user, const Node& source, const std::string& name, ir::DType dtype)
    {
        context_.log.append(support::diagnose(rules::kTypePromotion,
            concat(user.overload(), " promotes its argument ", name, " (%", source.name, ") from ", ir::name(source.val.tensor.dtype), " to ",
                ir::name(dtype), "; a cast was inserted"),
            {locationOf(user)}));
    }

    PassContext& context_;
    GraphId graph_;
    NameScope names_;
};

Status promoteTypes(PassContext& context)
{
    for (const GraphId graph : context.unit().graphs.ids())
        Caster(context, graph).run();
    return {};
}

constexpr std::string_view kHelp = R"(Looks for calls whose tensors have different types, which PyTorch promotes to one before it computes: float32 + int64, bool * float16, a float index times an
integer tensor.

Makes the cast a call of its own (aten._to_copy with dtype) before each argument that has another type than the computation. ONNX operators promote nothing.

Leaves Python numbers as they are; they take the type of the tensors. Each cast is a note (FXE0015) that names argument and types. Sizes and strides of the
cast are those of its argument.

Before:
    %add : call_function[target=torch.ops.aten.add.Tensor](args = (%floats, %integers))
After:
    %_to_copy : call_function[target=torch.ops.aten._to_copy.default](args = (%integers,), kwargs = {dtype: torch.float32})
    %add : call_function[target=torch.ops.aten.add.Tensor](args = (%floats, %_to_copy))
)";

} // namespace

constinit const Pass kTypePromotion{
    .id = "type-promotion",
    .summary = "Makes implicit type promotion explicit by casts.",
    .run = promoteTypes,
    .help = kHelp,
};

} // namespace sidelight::fx::passes
