// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
//
// By module: of the nodes that may come next, the one that shares the longest module path with the one before; of these the first. A trie of the module paths
// holds at each entry the ready nodes below it, so that a step costs the depth of the path times a lookup. By depth: levels, counted from the inputs, each in the
// order it had. Both orders are their own result, so that a second run changes nothing. Nodes outside a longest increasing run of positions are then moved, each
// by one change.

#include "core/fx/aliases.h"
#include "core/fx/calls.h"
#include "core/fx/passes/pipeline.h"
#include "core/support/text.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

namespace sidelight::fx::passes {

namespace {

/// The nodes of one graph by position, with what must come before what.
struct Dependencies {
    std::vector<NodeId> nodes; ///< Without placeholders, which stay in front, and the output.
    std::vector<std::vector<std::size_t>> readers;
    std::vector<std::size_t> reads; ///< How many of `nodes` must come first.
};

/// Calls with an effect, or of chance, keep their order.
Dependencies dependenciesOf(const ExportedProgram& program, const ir::Graph<Node>& graph)
{
    Dependencies found;
    std::unordered_map<NodeId, std::size_t> positions;
    for (const NodeId id : graph.order())
        if (const Op op = graph[id].op; op != Op::Placeholder && op != Op::Output) {
            positions.emplace(id, found.nodes.size());
            found.nodes.push_back(id);
        }
    found.readers.resize(found.nodes.size());
    found.reads.resize(found.nodes.size());
    std::size_t lastEffect = found.nodes.size();
    for (std::size_t at = 0; at < found.nodes.size(); ++at) {
        std::set<std::size_t> before;
        const Node& node = graph[found.nodes[at]];
        visitInputs(node, [&](Value value, std::uint32_t) {
            if (const auto source = positions.find(value.node); source != positions.end())
                before.insert(source->second);
        });
        if (!isDeterministic(program, node)) {
            if (lastEffect < found.nodes.size())
                before.insert(lastEffect);
            lastEffect = at;
        }
        for (const std::size_t source : before)
            found.readers[source].push_back(at);
        found.reads[at] = before.size();
    }
    return found;
}

/// Ready nodes by module path.
class ReadyByModule {
public:
    void add(std::size_t position, const std::vector<ModuleFrame>& stack)
    {
        std::size_t entry = 0;
        entries_[0].ready.insert(position);
        for (const ModuleFrame& frame : stack) {
            const auto [child, isNew] = entries_[entry].children.emplace(concat(frame.key, '\n', frame.path), entries_.size());
            const std::size_t next = child->second;
            if (isNew)
                entries_.push_back({entry, {}, {}});
            entry = next;
            entries_[entry].ready.insert(position);
        }
        home_[position] = entry;
    }
    /// Takes the next one.
    std::size_t take()
    {
        std::size_t entry = last_;
        while (entries_[entry].ready.empty())
            entry = entries_[entry].parent;
        const std::size_t position = *entries_[entry].ready.begin();
        last_ = home_.at(position);
        for (std::size_t at = last_;; at = entries_[at].parent) {
            entries_[at].ready.erase(position);
            if (at == 0)
                return position;
        }
    }

private:
    struct Entry {
        std::size_t parent = 0;
        std::map<std::string, std::size_t> children;
        std::set<std::size_t> ready; ///< Here and below.
    };
    std::vector<Entry> entries_ = {Entry{}};
    std::unordered_map<std::size_t, std::size_t> home_;
    std::size_t last_ = 0;
};

std::vector<std::size_t> orderByModule(Dependencies& dependencies, const ir::Graph<Node>& graph)
{
    ReadyByModule ready;
    const auto add = [&](std::size_t position) { ready.add(position, graph[dependencies.nodes[position]].metadata().nn_module_stack); };
    for (std::size_t at = 0; at < dependencies.nodes.size(); ++at)
        if (dependencies.reads[at] == 0)
            add(at);
    std::vector<std::size_t> order;
    while (order.size() < dependencies.nodes.size()) {
        order.push_back(ready.take());
        for (const std::size_t reader : dependencies.readers[order.back()])
            if (--dependencies.reads[reader] == 0)
                add(reader);
    }
    return order;
}

std::vector<std::size_t> orderByDepth(const Dependencies& dependencies)
{
    std::vector<std::size_t> depth(dependencies.nodes.size());
    std::vector<std::size_t> order(dependencies.nodes.size());
    for (std::size_t at = 0; at < order.size(); ++at) {
        order[at] = at;
        for (const std::size_t reader : dependencies.readers[at])
            depth[reader] = std::max(depth[reader], depth[at] + 1);
    }
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return depth[a] < depth[b]; });
    return order;
}

/// Whether each element of `order` is in one longest increasing run of it.
std::vector<bool> longestRun(const std::vector<std::size_t>& order)
{
    std::vector<std::size_t> ends; ///< Index of the smallest end of a run of each length.
    std::vector<std::size_t> before(order.size(), order.size());
    for (std::size_t at = 0; at < order.size(); ++at) {
        const auto place = std::lower_bound(ends.begin(), ends.end(), order[at], [&](std::size_t end, std::size_t value) { return order[end] < value; });
        if (place != ends.begin())
            before[at] = *(place - 1);
        if (place == ends.end())
            ends.push_back(at);
        else
            *place = at;
    }
    std::vector<bool> within(order.size(), false);
    for (std::size_t at = ends.empty() ? order.size() : ends.back(); at < order.size(); at = before[at])
        within[at] = true;
    return within;
}

constexpr std::string_view kOrders[] = {"module", "depth"};
constexpr ir::PassOption kOptions[] = {
    {"order", std::string_view("module"), "What decides between nodes that could come next: being of the module of the last one, or the distance from the inputs.",
     kOrders},
};

void reorder(PassContext& context, GraphId graphId, bool byModule)
{
    Rewriter& rewriter = context.rewriter;
    const auto& graph = rewriter.graph(graphId);
    if (!writtenValues(context.unit(), graphId).empty())
        return;
    Dependencies dependencies = dependenciesOf(context.unit(), graph);
    const std::vector<std::size_t> order = byModule ? orderByModule(dependencies, graph) : orderByDepth(dependencies);
    const std::vector<bool> stays = longestRun(order);
    NodeId next = outputOf(graph);
    for (std::size_t at = order.size(); at-- > 0;) {
        const NodeId id = dependencies.nodes[order[at]];
        rewriter.visit(id);
        if (!stays[at]) {
            rewriter.match();
            rewriter.move(id, next);
        }
        next = id;
    }
}

Status reorderNodes(PassContext& context)
{
    const bool byModule = ir::optionOf<std::string>(kTopologicalReorder, context.options, "order") == "module";
    for (const GraphId graph : context.unit().graphs.ids())
        reorder(context, graph, byModule);
    return {};
}

constexpr std::string_view kHelp = R"(Looks for nodes that stand elsewhere than the chosen order has them. Every order is topological: nodes come after what they read.

Makes moves, one change each, and as few as the order allows. Option order says which: module puts nodes of one module call next to each other where the graph
allows it (before modularize), depth puts them by their distance from the inputs.

Leaves graphs in which something is written to (functionalize comes before), placeholders and the output where they are, and the order among random calls and
calls that may have an effect.

Before (order module):
    %left : call_function[target=torch.ops.aten.sin.default](args = (%x,))      in module a
    %right : call_function[target=torch.ops.aten.cos.default](args = (%x,))     in module b
    %left_1 : call_function[target=torch.ops.aten.exp.default](args = (%left,)) in module a
After:
    %left : call_function[target=torch.ops.aten.sin.default](args = (%x,))      in module a
    %left_1 : call_function[target=torch.ops.aten.exp.default](args = (%left,)) in module a
    %right : call_function[target=torch.ops.aten.cos.default](args = (%x,))     in module b
)";

} // namespace

constinit const Pass kTopologicalReorder{
    .id = "topological-reorder",
    .summary = "Moves nodes next to those of their module, or by their distance from the inputs.",
    .run = reorderNodes,
    .help = kHelp,
    .options = kOptions,
    .standard = false,
};

} // namespace sidelight::fx::passes
