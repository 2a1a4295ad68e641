// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/onnxir/bodies.h"
#include "core/onnxir/passes/pipeline.h"

#include <algorithm>
#include <set>
#include <string>
#include <variant>
#include <vector>

namespace sidelight::onnxir::passes {
namespace {

class DeadNodes {
public:
    explicit DeadNodes(Rewriter& rewriter) : rewriter_(rewriter) {}

    Status run()
    {
        for (bool again = true; again;) {
            again = false;
            std::vector<GraphId> graphs = rewriter_.unit().graphs.ids();
            for (auto graph = graphs.rbegin(); graph != graphs.rend(); ++graph) {
                const auto erased = eraseIn(*graph);
                if (!erased)
                    return erased.error();
                again = again || *erased;
            }
            again = removeUnreached() || again;
        }
        dropImports();
        return {};
    }

private:
    Result<bool> eraseIn(GraphId graph)
    {
        std::vector<NodeId> order = rewriter_.graph(graph).orderCopy();
        bool erased = false;
        for (auto id = order.rbegin(); id != order.rend(); ++id) {
            const Kind kind = rewriter_.graph(graph)[*id].kind;
            rewriter_.visit(*id);
            if ((kind != Kind::Operator && kind != Kind::Initializer) || rewriter_.hasUsers(*id))
                continue;
            rewriter_.match();
            if (const Status status = rewriter_.erase(*id); !status)
                return status.error();
            erased = true;
        }
        return erased;
    }

    /// Graphs that the main graph leads to by calls and attributes.
    std::set<GraphId> reached() const
    {
        std::set<GraphId> seen{kMainGraph};
        std::vector<GraphId> pending{kMainGraph};
        while (!pending.empty()) {
            const GraphId graph = pending.back();
            pending.pop_back();
            const auto reach = [&](GraphId id) {
                if (seen.insert(id).second)
                    pending.push_back(id);
            };
            for (const NodeId id : rewriter_.graph(graph).order()) {
                const Node& node = rewriter_.graph(graph)[id];
                visitBodies(node, [&](const std::string&, GraphId body) { reach(body); });
                if (const auto body = rewriter_.unit().functionBody(node.op); body && node.kind == Kind::Operator)
                    reach(*body);
            }
        }
        return seen;
    }

    bool removeUnreached()
    {
        const std::set<GraphId> seen = reached();
        bool removed = false;
        for (const GraphId graph : rewriter_.unit().graphs.ids()) {
            if (seen.count(graph) != 0)
                continue;
            rewriter_.setCause(kNoNode);
            if (rewriter_.unit().functionOf(graph))
                rewriter_.setFunction(graph, nullptr);
            rewriter_.removeGraph(graph);
            removed = true;
        }
        return removed;
    }

    /// Domains that no node names any more. ai.onnx stays.
    void dropImports()
    {
        std::set<std::string> used{""};
        for (const GraphId graph : rewriter_.unit().graphs.ids())
            for (const NodeId id : rewriter_.graph(graph).order())
                used.insert(rewriter_.graph(graph)[id].op.domain);
        std::vector<std::string> dropped;
        for (const auto& [domain, version] : rewriter_.unit().opsets)
            if (used.count(domain) == 0)
                dropped.push_back(domain);
        rewriter_.setCause(kNoNode);
        for (const std::string& domain : dropped)
            rewriter_.setOpset(domain, std::nullopt);
    }

    Rewriter& rewriter_;
};

Status removeDeadNodes(PassContext& context) { return DeadNodes(context.rewriter).run(); }

constexpr std::string_view kHelp = R"(Looks for nodes and initializers none of whose values is read, from the end of each graph to its beginning; for functions that no call leads to, and bodies
that no node holds; for opset imports whose domain no node names.

Makes nothing of them: they are erased, and it looks again until nothing is found.

Leaves inputs and outputs, and the import of ai.onnx. ONNX nodes have no effects: random ones go too when nobody reads them.

Before:
    scale = Initializer()
    shape = Shape(x)
    y = Relu(x)
    return y
After:
    y = Relu(x)
    return y
)";

} // namespace

constinit const Pass kDeadNodeRemoval{
    .id = "dead-node-removal",
    .summary = "Removes nodes, initializers, functions and opset imports that nothing uses.",
    .run = removeDeadNodes,
    .help = kHelp,
};

} // namespace sidelight::onnxir::passes
