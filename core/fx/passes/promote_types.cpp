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
        auto promotion = promotionOf(graph, graph[id]);
        if (!promotion)
            return;
        // What torch computed under its own default type is known from the result.
        const ir::Type& val = graph[id].val;
        if (!promotion->comparison && val.isTensor() && val.tensor.dtype != ir::DType::Undefined)
            promotion->compute = val.tensor.dtype;
        Node changed = graph[id];
        const Schema* schema = findSchema(changed.target);
        context_.rewriter.setCause(id);
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

} // namespace

Status promoteTypes(PassContext& context)
{
    for (const GraphId graph : context.unit().graphs.ids())
        Caster(context, graph).run();
    return {};
}

} // namespace sidelight::fx::passes
