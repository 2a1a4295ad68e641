// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "core/fx/transform/graph_calls.h"

#include "core/fx/calls.h"
#include "core/fx/edit/retype.h"
#include "core/fx/infer/unknown_type.h"
#include "core/fx/lint.h"
#include "core/fx/passes/pipeline.h"
#include "core/fx/print.h"
#include "core/fx/transform/copy_nodes.h"
#include "core/fx/transform/infer_type.h"
#include "core/fx/transform/same_call.h"
#include "core/support/rules.h"
#include "core/support/text.h"

#include <algorithm>
#include <unordered_set>

namespace sidelight::fx {

namespace {

std::string named(const Node& node) { return concat('%', support::plainText(node.name)); }

std::size_t placeholdersOf(const ir::Graph<Node>& graph)
{
    std::size_t count = 0;
    for (const NodeId id : graph.order()) {
        if (graph[id].op != Op::Placeholder)
            break;
        ++count;
    }
    return count;
}

NodeId behindPlaceholders(const ir::Graph<Node>& graph)
{
    for (const NodeId id : graph.order())
        if (graph[id].op != Op::Placeholder)
            return id;
    return kNoNode;
}

} // namespace

Node callTo(std::string_view overload, std::vector<Argument> args, std::vector<std::pair<std::string, Argument>> kwargs)
{
    Node node;
    node.target = findSchema(overload) && !support::startsWith(overload, "torch.ops.") ? concat("torch.ops.", overload) : std::string(overload);
    node.args = std::move(args);
    node.kwargs = std::move(kwargs);
    return node;
}

ExportedProgram emptyLike(const ExportedProgram& program)
{
    ExportedProgram empty = program;
    empty.graphs = {};
    empty.graphs.add(kMainGraph, {});
    return empty;
}

GraphCalls::GraphCalls(Rewriter& rewriter, GraphId graph) : rewriter_(&rewriter), graphId_(graph), names_(rewriter.graph(graph)) {}

Status GraphCalls::check(NodeId before, const Node& node) const
{
    if (Status status = checkArguments(node); !status)
        return status;
    Status status;
    visitInputs(node, [&](Value value, std::uint32_t) {
        const Node* source = graph().find(value.node);
        if (!source)
            status = support::diagnose(rules::kLint, concat("it reads node ", ir::index(value.node), ", which is not in the graph"));
        else if (before != kNoNode && !graph().precedes(value.node, before))
            status = support::diagnose(rules::kLint, concat("it reads ", named(*source), ", which is not made before it"));
    });
    return status;
}

void GraphCalls::complete(Node& node) const
{
    if (node.op == Op::CallFunction && node.val.kind == ir::Type::Kind::Unknown)
        node.val = inferType(graph(), node);
    if (node.op != Op::Output)
        assignType(node, node.val);
}

Result<Value> GraphCalls::createNode(Node node, NodeId origin, ir::CodeLocation where)
{
    const NodeId output = outputOf(graph());
    if (node.op == Op::Output && output != kNoNode)
        return support::diagnose(rules::kLint, concat("the graph has its output, ", named(graph()[output])));
    NodeId before = before_ != kNoNode && graph().contains(before_) ? before_ : output;
    if (node.op == Op::Placeholder)
        before = behindPlaceholders(graph());
    if (node.op == Op::Output)
        before = kNoNode;
    if (Status status = check(before, node); !status)
        return status.error();
    node.name = names_.make(node.name.empty() ? targetToName(node.target) : node.name);
    complete(node);
    const bool isInput = node.op == Op::Placeholder && graphId_ == kMainGraph;
    const bool isOutput = node.op == Op::Output && graphId_ == kMainGraph;
    if (isInput)
        declareInput(placeholdersOf(graph()), node.name);
    const Value value{insertMarked(*rewriter_, graphId_, before, std::move(node), origin, where)};
    if (isOutput)
        syncSignature(*rewriter_);
    return value;
}

Result<Value> GraphCalls::nodeCopy(const ExportedProgram& source, const Node& node, const std::unordered_map<NodeId, Argument>& map)
{
    return createNode(copyNode(*rewriter_, source, node, map));
}

Status GraphCalls::updateNode(NodeId id, Node node, ir::CodeLocation where)
{
    const Node before = graph()[id];
    if (node == before)
        return {};
    const auto isBoundary = [](Op op) { return op == Op::Placeholder || op == Op::Output; };
    if (node.op != before.op && (isBoundary(node.op) || isBoundary(before.op)))
        return support::diagnose(rules::kLint, concat("a ", name(before.op), " cannot become a ", name(node.op)));
    const bool isOtherCall = node.op != before.op || node.target != before.target || node.args != before.args || node.kwargs != before.kwargs;
    if (isOtherCall)
        if (Status status = check(id, node); !status)
            return status;
    if (node.name != before.name)
        node.name = names_.make(node.name.empty() ? targetToName(node.target) : node.name);
    if (isOtherCall && node.op == Op::CallFunction && node.val == before.val) {
        ir::Type inferred = inferType(graph(), node);
        if (inferred.kind != ir::Type::Kind::Unknown)
            node.val = withOld(std::move(inferred), before.val);
    }
    complete(node);
    if (node.op == Op::Placeholder && node.name != before.name && graphId_ == kMainGraph)
        renameInput(before.name, node.name);
    rewriter_->update(id, std::move(node), where);
    if (before.op == Op::Output && graphId_ == kMainGraph)
        syncSignature(*rewriter_);
    return {};
}

Status GraphCalls::eraseNode(NodeId id)
{
    const Node node = graph()[id];
    if (node.op == Op::Output)
        return support::diagnose(rules::kLint, "the output cannot be erased");
    if (Status status = rewriter_->erase(id); !status)
        return status;
    if (node.op != Op::Placeholder || graphId_ != kMainGraph || !rewriter_->unit().signature)
        return {};
    GraphSignature signature = *rewriter_->unit().signature;
    std::erase_if(signature.inputs, [&](const InputSpec& spec) { return spec.name == node.name; });
    rewriter_->setSignature(std::move(signature));
    return {};
}

/// The signature's row of the placeholder at `position`: named so, made as a user input where there is none.
void GraphCalls::declareInput(std::size_t position, const std::string& name)
{
    GraphSignature signature = rewriter_->unit().signature ? *rewriter_->unit().signature : GraphSignature();
    if (position < signature.inputs.size())
        signature.inputs[position].name = name;
    else
        signature.inputs.push_back({InputKind::UserInput, name, {}, true, {}});
    rewriter_->setSignature(std::move(signature));
}

void GraphCalls::renameInput(const std::string& from, const std::string& to)
{
    if (!rewriter_->unit().signature)
        return;
    GraphSignature signature = *rewriter_->unit().signature;
    for (InputSpec& spec : signature.inputs)
        if (spec.name == from)
            spec.name = to;
    for (OutputSpec& spec : signature.outputs)
        if (spec.kind == OutputKind::UserInputMutation && spec.target == from)
            spec.target = to;
    rewriter_->setSignature(std::move(signature));
}

Status GraphCalls::reorder()
{
    const std::vector<NodeId> order = graph().orderCopy();
    std::vector<NodeId> sorted;
    std::unordered_set<NodeId> made;
    std::unordered_map<NodeId, std::size_t> missing;
    std::unordered_map<NodeId, std::vector<NodeId>> waiting;
    for (const NodeId id : order) {
        std::unordered_set<NodeId> unmade;
        visitInputs(graph()[id], [&](Value value, std::uint32_t) {
            if (graph().contains(value.node) && made.count(value.node) == 0 && unmade.insert(value.node).second)
                waiting[value.node].push_back(id);
        });
        missing[id] = unmade.size();
        // A node that waits comes right behind the last one that it waits for.
        std::vector<NodeId> open;
        if (unmade.empty())
            open.push_back(id);
        while (!open.empty()) {
            const NodeId next = open.back();
            open.pop_back();
            made.insert(next);
            sorted.push_back(next);
            const auto& readers = waiting[next];
            for (auto reader = readers.rbegin(); reader != readers.rend(); ++reader)
                if (--missing[*reader] == 0)
                    open.push_back(*reader);
        }
    }
    for (const NodeId id : order)
        if (made.count(id) == 0)
            return support::diagnose(rules::kCycle, concat(named(graph()[id]), " reads, by way of others, its own value"), {locationOf(graph()[id])});
    NodeId last = kNoNode;
    for (const NodeId id : sorted) {
        if (last != kNoNode && graph().previous(id) != last)
            rewriter_->move(id, graph().next(last));
        last = id;
    }
    return {};
}

Result<bool> GraphCalls::eliminateDeadCode()
{
    const std::size_t before = rewriter_->changes().size();
    DiagnosticLog log;
    const ir::PassOptions options;
    const ir::Services services;
    PassContext context{*rewriter_, log, options, services, {}, {}};
    if (Status status = passes::kDeadCodeElimination.run(context); !status)
        return status.error();
    return rewriter_->changes().size() != before;
}

std::vector<Diagnostic> GraphCalls::lint() const { return fx::lint(rewriter_->unit()); }

std::string GraphCalls::print() const { return printGraph(rewriter_->unit(), graphId_); }
std::string GraphCalls::printTabular() const { return fx::printTabular(rewriter_->unit(), graphId_); }
std::string GraphCalls::pythonCode() const { return printCode(rewriter_->unit(), graphId_); }

} // namespace sidelight::fx
