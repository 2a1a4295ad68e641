// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "core/fx/transform/transformer.h"

#include "core/fx/lint.h"
#include "core/fx/module_stack.h"
#include "core/fx/transform/retyped_readers.h"
#include "core/support/rules.h"
#include "core/support/text.h"

#include <algorithm>
#include <cassert>
#include <map>
#include <unordered_set>
#include <utility>

namespace sidelight::fx {

struct Transformer::Run {
    Rewriter& rewriter;
    GraphId graphId;
    GraphCalls calls;
    RetypedReaders retyped;
    std::vector<NodeId> deleted; ///< In order; erased at the end, the readers of one may be deleted too.
    NodeId current = kNoNode;
    std::string_view hook;

    Run(Rewriter& theRewriter, GraphId graph) : rewriter(theRewriter), graphId(graph), calls(theRewriter, graph) {}
    [[nodiscard]] std::vector<NodeId> readersOf(NodeId id) const
    {
        std::vector<NodeId> readers;
        for (const ir::Use& use : rewriter.uses({id}))
            readers.push_back(use.user);
        return readers;
    }
};

namespace {

/// Regions by the entries of nn_module_stack, each before those inside it.
std::vector<ModuleRegion> regionsOf(const ir::Graph<Node>& graph)
{
    std::vector<ModuleRegion> regions;
    std::map<std::pair<std::string, std::string>, std::size_t> known;
    for (const NodeId id : graph.order()) {
        const Node& node = graph[id];
        if (node.op == Op::Placeholder || node.op == Op::Output)
            continue;
        for (const ModuleFrame& frame : node.metadata().nn_module_stack) {
            if (!isModule(frame))
                continue;
            const auto [entry, isNew] = known.try_emplace({frame.key, frame.path}, regions.size());
            if (isNew)
                regions.push_back({frame, {}});
            regions[entry->second].nodes.push_back(id);
        }
        if (node.op == Op::CallModule)
            regions.push_back({{node.target, node.target, {}}, {id}});
    }
    return regions;
}

} // namespace

Transformer::Transformer() = default;
Transformer::~Transformer() = default;

Transformer& Transformer::add(std::unique_ptr<Transformer> next)
{
    next_.push_back(std::move(next));
    return *this;
}

Result<ExportedProgram> Transformer::transform(const ExportedProgram& program, GraphId graph)
{
    ExportedProgram made = program;
    Rewriter rewriter(made, name());
    if (Status status = transformInPlace(rewriter, graph); !status)
        return status.error();
    for (Diagnostic& finding : fx::lint(made))
        if (finding.level == Level::Error) {
            finding.message = concat(name(), " made a graph that is not sound: ", finding.message);
            return std::move(finding);
        }
    return made;
}

Status Transformer::transformInPlace(Rewriter& rewriter, GraphId graph)
{
    if (!rewriter.unit().graphs.contains(graph))
        return support::diagnose(rules::kFxPass, concat(name(), ": there is no graph ", ir::index(graph)));
    run_ = std::make_unique<Run>(rewriter, graph);
    Status status = transformNodes();
    if (status)
        status = transformModules();
    if (status)
        run_->retyped.retype(rewriter, graph);
    run_.reset();
    for (const auto& next : next_)
        if (status)
            status = next->transformInPlace(rewriter, graph);
    return status;
}

Status Transformer::transformNodes()
{
    Rewriter& rewriter = run_->rewriter;
    for (const NodeId id : graph().orderCopy()) {
        const auto node = graph().shared(id); // Hooks may edit: the node lives on.
        if (!node)
            continue;
        rewriter.visit(id);
        run_->current = id;
        run_->hook = "transformNode";
        const auto point = run_->calls.insertingBefore(id);
        auto transformed = transformNode(*node);
        if (!transformed)
            return failed(id, transformed.error());
        if (Status status = take(id, *transformed); !status)
            return failed(id, status.error());
    }
    auto& deleted = run_->deleted;
    for (auto id = deleted.rbegin(); id != deleted.rend(); ++id) {
        rewriter.setCause(*id);
        run_->hook = "transformNode";
        if (Status status = run_->calls.eraseNode(*id); !status) {
            Diagnostic error = status.error();
            error.fixes.push_back({"Return deleteAndForward(input) to hand its readers another value."});
            return failed(*id, std::move(error));
        }
    }
    return {};
}

Status Transformer::take(NodeId id, const Transformed& transformed)
{
    Rewriter& rewriter = run_->rewriter;
    if (!graph().contains(id)) // The hook erased it itself.
        return {};
    if (const Node* node = transformed.node()) {
        if (*node == graph()[id])
            return {};
        rewriter.match();
        const ir::Type before = graph()[id].val;
        if (Status status = run_->calls.updateNode(id, *node); !status)
            return status;
        run_->retyped.note(run_->readersOf(id), before, graph()[id].val);
        return {};
    }
    rewriter.match();
    if (const Value* input = transformed.forwarded()) {
        if (!graph().contains(input->node) || !graph().precedes(input->node, id))
            return support::diagnose(rules::kLint, "its readers cannot be handed a value that is not made before it");
        run_->retyped.note(run_->readersOf(id), graph()[id].val, graph()[input->node].val);
        run_->calls.replaceAllUsesWith({id}, *input);
        return run_->calls.eraseNode(id);
    }
    run_->deleted.push_back(id);
    return {};
}

Status Transformer::transformModules()
{
    for (const ModuleRegion& region : regionsOf(graph())) {
        const auto first = std::find_if(region.nodes.begin(), region.nodes.end(), [&](NodeId id) { return graph().contains(id); });
        if (first == region.nodes.end())
            continue;
        run_->rewriter.setCause(*first);
        run_->current = *first;
        run_->hook = "transformModule";
        if (Status status = transformModule(region); !status) {
            Diagnostic error = status.error();
            error.message = concat("module ", support::plainText(region.module.path), ": ", error.message);
            return failed(*first, std::move(error));
        }
    }
    return {};
}

Diagnostic Transformer::failed(NodeId id, Diagnostic error) const
{
    const Node* node = graph().find(id);
    error.message = concat(name(), ": ", run_->hook, " failed at %", node ? support::plainText(node->name) : std::string(), ": ", error.message);
    if (error.locations.empty() && node)
        error.locations.push_back(locationOf(*node));
    return error;
}

Result<Transformed> Transformer::transformNode(const Node& node)
{
    switch (node.op) {
    case Op::Placeholder: run_->hook = "placeholder"; return placeholder(node);
    case Op::GetAttr: run_->hook = "getAttr"; return getAttr(node);
    case Op::CallFunction: run_->hook = "callFunction"; return callFunction(node);
    case Op::CallMethod: run_->hook = "callMethod"; return callMethod(node);
    case Op::CallModule: run_->hook = "callModule"; return callModule(node);
    case Op::Output: run_->hook = "output"; return output(node);
    }
    return Transformed(node);
}

const ExportedProgram& Transformer::program() const
{
    assert(run_);
    return run_->rewriter.unit();
}
const ir::Graph<Node>& Transformer::graph() const
{
    assert(run_);
    return run_->rewriter.graph(run_->graphId);
}
NodeId Transformer::current() const { return run_->current; }
GraphCalls& Transformer::graphCalls() { return run_->calls; }

Result<Value> Transformer::insertBefore(Node node, ir::CodeLocation where)
{
    const auto point = run_->calls.insertingBefore(run_->current);
    return run_->calls.createNode(std::move(node), run_->current, where);
}

std::vector<Value> Transformer::outputsOf(const ModuleRegion& region) const
{
    const std::unordered_set<NodeId> within(region.nodes.begin(), region.nodes.end());
    std::vector<Value> outputs;
    for (const NodeId id : region.nodes) {
        const auto readers = run_->readersOf(id);
        if (graph().contains(id) && std::any_of(readers.begin(), readers.end(), [&](NodeId reader) { return within.count(reader) == 0; }))
            outputs.push_back({id});
    }
    return outputs;
}

std::vector<Value> Transformer::inputsOf(const ModuleRegion& region) const
{
    const std::unordered_set<NodeId> within(region.nodes.begin(), region.nodes.end());
    std::unordered_set<NodeId> seen;
    std::vector<Value> inputs;
    for (const NodeId id : region.nodes)
        if (const Node* node = graph().find(id))
            visitInputs(*node, [&](Value value, std::uint32_t) {
                if (within.count(value.node) == 0 && seen.insert(value.node).second)
                    inputs.push_back(value);
            });
    return inputs;
}

Result<Value> Transformer::wrapOutput(const ModuleRegion& region, Value output, const std::function<Node(Value)>& wrapper, ir::CodeLocation where)
{
    if (std::find(region.nodes.begin(), region.nodes.end(), output.node) == region.nodes.end())
        return support::diagnose(rules::kFxPass, "what is wrapped is no node of the region");
    const std::unordered_set<NodeId> within(region.nodes.begin(), region.nodes.end());
    const std::vector<NodeId> readers = run_->readersOf(output.node);
    const auto point = run_->calls.insertingAfter(output.node);
    auto wrapped = run_->calls.createNode(wrapper(output), output.node, where);
    if (!wrapped)
        return wrapped;
    std::vector<NodeId> outside;
    for (const NodeId reader : readers) {
        if (within.count(reader) != 0 || (!outside.empty() && outside.back() == reader))
            continue;
        outside.push_back(reader);
        Node changed = graph()[reader];
        mapInputs(changed, [&](Value value) { return value == output ? *wrapped : value; });
        if (Status status = run_->calls.updateNode(reader, std::move(changed), where); !status)
            return status.error();
    }
    run_->retyped.note(outside, graph()[output.node].val, graph()[wrapped->node].val);
    return wrapped;
}

} // namespace sidelight::fx
