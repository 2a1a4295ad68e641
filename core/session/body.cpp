// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/body.h"

#include "core/fx/calls.h"
#include "core/fx/module_stack.h"
#include "core/onnxir/bodies.h"
#include "core/support/text.h"

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <unordered_set>

namespace sidelight::session {

namespace {

std::shared_ptr<Document> emptyBody(const Document& document)
{
    auto body = std::make_shared<Document>();
    body->path = document.path;
    body->options = document.options;
    body->options.beside.clear();
    return body;
}

/// Takes away every graph that cannot be reached from the main one, and gives those that can.
template <class Unit>
std::vector<GraphId> keepReachable(Unit& unit, const std::function<std::vector<GraphId>(const typename Unit::Node&)>& graphsOf)
{
    std::vector<GraphId> reached{kMainGraph};
    std::set<GraphId> seen{kMainGraph};
    for (std::size_t next = 0; next < reached.size(); ++next)
        for (const NodeId id : unit.graphs[reached[next]].order())
            for (const GraphId inner : graphsOf(unit.graphs[reached[next]][id]))
                if (unit.graphs.contains(inner) && seen.insert(inner).second)
                    reached.push_back(inner);
    for (const GraphId id : unit.graphs.ids())
        if (!seen.count(id))
            unit.graphs.remove(id);
    return reached;
}

std::vector<GraphId> keepReachable(onnxir::Model& model)
{
    std::vector<GraphId> kept = keepReachable<onnxir::Model>(model, [&](const onnxir::Node& node) {
        std::vector<GraphId> graphs = onnxir::bodiesOf(node);
        if (const auto body = model.functionBody(node.op))
            graphs.push_back(*body);
        return graphs;
    });
    std::erase_if(model.functions, [&](const auto& one) { return !model.graphs.contains(one.first); });
    return kept;
}

void nameGraph(onnxir::Model& model, const std::string& name)
{
    auto info = std::make_shared<onnxir::ModelInfo>(model.signature ? *model.signature : onnxir::ModelInfo());
    info->graph_name = name;
    model.signature = std::move(info);
}

/// Puts an input, or the weight itself, into the main graph for each value that `graphs` read from elsewhere.
void takeCaptures(onnxir::Model& shown, const onnxir::Model& from, const std::vector<GraphId>& graphs)
{
    std::map<Value, Value> taken;
    const auto take = [&](Value value) {
        if (shown.graphs.graphOf(value.node))
            return value;
        if (const auto known = taken.find(value); known != taken.end())
            return known->second;
        const auto outside = from.graphs.graphOf(value.node);
        if (!outside)
            return value;
        const onnxir::Node& producer = from.graphs[*outside][value.node];
        onnxir::Node input;
        if (producer.kind == onnxir::Kind::Initializer) {
            input = producer;
        } else if (value.output < producer.outputs.size()) {
            input.kind = onnxir::Kind::Input;
            input.name = producer.outputs[value.output].name;
            input.outputs = {producer.outputs[value.output]};
        }
        const NodeId id = shown.newNodeId();
        auto& main = shown.graphs.forWrite(kMainGraph);
        main.insert(id, std::make_shared<const onnxir::Node>(std::move(input)), main.front());
        taken[value] = Value{id, 0};
        return Value{id, 0};
    };
    for (const GraphId graph : graphs) {
        for (const NodeId id : shown.graphs[graph].orderCopy()) {
            onnxir::Node node = shown.graphs[graph][id];
            const auto before = node.inputs;
            onnxir::mapInputs(node, take);
            if (node.inputs != before)
                shown.graphs.forWrite(graph).replace(id, std::make_shared<const onnxir::Node>(std::move(node)));
        }
    }
}

/// Its graphs, and a signature of what the main graph takes and gives.
std::shared_ptr<const Document> programBody(const Document& document, const fx::ExportedProgram& program, ir::Graph<fx::Node> main,
                                            std::vector<fx::InputSpec> inputs)
{
    auto body = emptyBody(document);
    fx::ExportedProgram& shown = body->fx.initial;
    shown = program;
    shown.graphs.add(kMainGraph, std::move(main));
    keepReachable<fx::ExportedProgram>(shown, [](const fx::Node& node) {
        std::vector<GraphId> graphs;
        fx::visitSubgraphs(node, [&](GraphId graph) { graphs.push_back(graph); });
        return graphs;
    });
    fx::GraphSignature signature;
    signature.inputs = std::move(inputs);
    for (const NodeId id : shown.main().order())
        if (const fx::Node& node = shown.main()[id]; node.op == fx::Op::Output)
            fx::visitInputs(node, [&](Value value, std::uint32_t) { signature.outputs.push_back({fx::OutputKind::UserOutput, value, {}}); });
    if (program.state) {
        auto state = std::make_shared<fx::ExportedProgram::State>();
        const auto keep = [&](const std::string& name) {
            if (auto tensor = program.stateOf(name))
                state->emplace(name, std::move(tensor));
        };
        for (const fx::InputSpec& input : signature.inputs)
            keep(input.target);
        for (const GraphId id : shown.graphs.ids())
            for (const NodeId node : shown.graphs[id].order())
                if (shown.graphs[id][node].op == fx::Op::GetAttr)
                    keep(shown.graphs[id][node].target);
        shown.state = std::move(state);
    }
    shown.signature = std::make_shared<const fx::GraphSignature>(std::move(signature));
    return body;
}

} // namespace

Body functionBody(const Document& document, const onnxir::Model& model, GraphId function)
{
    const auto declared = model.functionOf(function);
    if (!declared || !model.graphs.contains(function))
        return {};
    auto body = emptyBody(document);
    onnxir::Model& shown = body->onnx.initial;
    shown = model;
    shown.graphs.add(kMainGraph, model.graphs[function]);
    keepReachable(shown);
    for (const auto& [domain, version] : declared->opsets)
        shown.opsets[domain] = version;
    const std::string title = declared->displayName.empty() ? declared->id.op_type : declared->displayName;
    nameGraph(shown, title);
    return {std::move(body), title};
}

Body branchBody(const Document& document, const onnxir::Model& model, NodeId holder, GraphId branch)
{
    const auto graph = model.graphs.graphOf(holder);
    if (!graph || !model.graphs.contains(branch))
        return {};
    const onnxir::Node& node = model.graphs[*graph][holder];
    const auto branches = onnxir::namedBodiesOf(node);
    const auto named = std::ranges::find(branches, branch, &std::pair<std::string, GraphId>::second);
    if (named == branches.end())
        return {};
    auto body = emptyBody(document);
    onnxir::Model& shown = body->onnx.initial;
    shown = model;
    shown.graphs.add(kMainGraph, model.graphs[branch]);
    takeCaptures(shown, model, keepReachable(shown));
    const std::string title = concat(named->first, " · ", node.name.empty() ? node.op.op_type : node.name);
    nameGraph(shown, title);
    return {std::move(body), title};
}

std::vector<std::pair<std::string, GraphId>> subgraphsOf(const fx::ExportedProgram& program, NodeId caller)
{
    std::vector<std::pair<std::string, GraphId>> subgraphs;
    const auto home = program.graphs.graphOf(caller);
    if (!home)
        return subgraphs;
    const ir::Graph<fx::Node>& graph = program.graphs[*home];
    fx::visitInputs(graph[caller], [&](Value value, std::uint32_t) {
        const fx::Node* read = graph.find(value.node);
        if (read && read->subgraph != kMainGraph && program.graphs.contains(read->subgraph))
            subgraphs.emplace_back(read->target, read->subgraph);
    });
    return subgraphs;
}

Body subgraphBody(const Document& document, const fx::ExportedProgram& program, NodeId caller, GraphId subgraph)
{
    const auto subgraphs = subgraphsOf(program, caller);
    const auto named = std::ranges::find(subgraphs, subgraph, &std::pair<std::string, GraphId>::second);
    if (named == subgraphs.end())
        return {};
    const ir::Graph<fx::Node>& graph = program.graphs[subgraph];
    std::vector<fx::InputSpec> inputs;
    for (const NodeId id : graph.order())
        if (graph[id].op == fx::Op::Placeholder)
            inputs.push_back({fx::InputKind::UserInput, graph[id].name, {}, true, {}});
    const fx::Node& call = program.graphs[*program.graphs.graphOf(caller)][caller];
    return {programBody(document, program, graph, std::move(inputs)), concat(named->first, " · ", call.name)};
}

Body regionBody(const Document& document, const fx::ExportedProgram& program, const std::vector<NodeId>& nodes, std::string title)
{
    const auto home = nodes.empty() ? std::nullopt : program.graphs.graphOf(nodes.front());
    if (!home)
        return {};
    const ir::Graph<fx::Node>& graph = program.graphs[*home];
    std::unordered_set<NodeId> inside;
    for (const NodeId id : nodes)
        if (graph.contains(id) && graph[id].op != fx::Op::Placeholder && graph[id].op != fx::Op::Output)
            inside.insert(id);
    if (inside.empty())
        return {};
    std::unordered_set<NodeId> read;
    std::vector<fx::Argument> results;
    std::unordered_set<NodeId> given;
    for (const NodeId id : graph.order()) {
        const bool isInside = inside.count(id) != 0;
        fx::visitInputs(graph[id], [&](Value value, std::uint32_t) {
            if (isInside && !inside.count(value.node))
                read.insert(value.node);
            else if (!isInside && inside.count(value.node) && given.insert(value.node).second)
                results.emplace_back(value);
        });
    }
    std::map<std::string, fx::InputSpec> specs;
    if (program.signature && *home == kMainGraph)
        for (const fx::InputSpec& spec : program.signature->inputs)
            specs.emplace(spec.name, spec);
    ir::Graph<fx::Node> main;
    std::vector<fx::InputSpec> inputs;
    std::vector<NodeId> attributes;
    for (const NodeId id : graph.order()) {
        if (!read.count(id))
            continue;
        if (graph[id].op == fx::Op::GetAttr) {
            attributes.push_back(id);
            continue;
        }
        fx::Node input = graph[id];
        if (input.op != fx::Op::Placeholder) {
            input.op = fx::Op::Placeholder;
            input.target = input.name;
            input.args.clear();
            input.kwargs.clear();
            input.meta = nullptr;
        }
        const auto spec = specs.find(input.name);
        inputs.push_back(spec != specs.end() ? spec->second : fx::InputSpec{fx::InputKind::UserInput, input.name, {}, true, {}});
        main.insert(id, std::make_shared<const fx::Node>(std::move(input)), kNoNode);
    }
    for (const NodeId id : attributes)
        main.insert(id, graph.shared(id), kNoNode);
    for (const NodeId id : graph.order())
        if (inside.count(id))
            main.insert(id, graph.shared(id), kNoNode);
    fx::Node output;
    output.op = fx::Op::Output;
    output.name = "output";
    output.target = "output";
    output.args = {fx::Argument(fx::ArgumentTuple{std::move(results)})};
    // Above every id of the program: what is shown is never changed, so that nothing else takes it.
    main.insert(NodeId{program.nextNode}, std::make_shared<const fx::Node>(std::move(output)), kNoNode);
    return {programBody(document, program, std::move(main), std::move(inputs)), std::move(title)};
}

std::pair<std::vector<NodeId>, std::string> moduleAround(const fx::ExportedProgram& program, const std::vector<NodeId>& nodes)
{
    const auto home = nodes.empty() ? std::nullopt : program.graphs.graphOf(nodes.front());
    if (!home)
        return {};
    const ir::Graph<fx::Node>& graph = program.graphs[*home];
    std::vector<fx::ModuleFrame> shared;
    bool isFirst = true;
    for (const NodeId id : nodes) {
        if (!graph.contains(id) || graph[id].op == fx::Op::Placeholder || graph[id].op == fx::Op::Output)
            continue;
        const auto& stack = graph[id].metadata().nn_module_stack;
        if (isFirst)
            shared = stack;
        isFirst = false;
        shared.erase(std::ranges::mismatch(shared, stack).in1, shared.end());
    }
    while (!shared.empty() && (!fx::isModule(shared.back()) || shared.back().path.empty()))
        shared.pop_back();
    if (shared.empty())
        return {};
    std::vector<NodeId> within;
    for (const NodeId id : graph.order()) {
        const auto& stack = graph[id].metadata().nn_module_stack;
        if (stack.size() >= shared.size() && std::ranges::mismatch(shared, stack).in1 == shared.end())
            within.push_back(id);
    }
    return {std::move(within), fx::titleOf(shared.back())};
}

} // namespace sidelight::session
