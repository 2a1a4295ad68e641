// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/fx/lint.h"

#include "core/fx/infer/unknown_type.h"
#include "core/support/rules.h"
#include "core/support/text.h"

#include <algorithm>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>

namespace sidelight::fx {
namespace {

using ir::Type;

class Linter
{
public:
    explicit Linter(const ExportedProgram& program) : program_(program) {}

    std::vector<Diagnostic> run()
    {
        if (!program_.graphs.contains(kMainGraph)) {
            report(nullptr, "the program has no main graph");
            return std::move(found_);
        }
        for (const GraphId id : program_.graphs.ids())
            checkGraph(program_.graphs[id], id);
        if (program_.signature) {
            checkInputs(*program_.signature);
            checkOutputs(*program_.signature);
        } else {
            report(nullptr, "the program has no graph signature");
        }
        checkNesting();
        return std::move(found_);
    }

private:
    void report(const Node* node, std::string message, const support::Rule& rule = rules::kLint)
    {
        std::vector<support::Location> locations;
        if (node)
            locations.push_back(locationOf(*node));
        found_.push_back(support::diagnose(rule, std::move(message), std::move(locations)));
    }
    static std::string nameOf(const Node& node) { return concat('%', support::plainText(node.name)); }

    void checkGraph(const ir::Graph<Node>& graph, GraphId id)
    {
        std::unordered_set<NodeId> made;
        std::unordered_map<std::string, NodeId> names;
        bool pastPlaceholders = false;
        std::size_t outputs = 0;
        for (const NodeId at : graph.order()) {
            const Node& node = graph[at];
            checkName(node, at, names);
            checkReads(graph, node, made);
            checkType(graph, node);
            checkSubgraph(node);
            if (node.op == Op::Placeholder && pastPlaceholders)
                report(&node, concat("placeholder ", nameOf(node), " comes after other nodes"));
            pastPlaceholders = pastPlaceholders || node.op != Op::Placeholder;
            outputs += node.op == Op::Output ? 1 : 0;
            made.insert(at);
        }
        if (outputs != 1)
            report(nullptr, concat("graph ", ir::index(id), " has ", outputs, " output nodes; it must have one"));
        else if (graph[graph.back()].op != Op::Output)
            report(&graph[graph.back()], concat("node ", nameOf(graph[graph.back()]), " comes after the output"));
    }
    void checkName(const Node& node, NodeId id, std::unordered_map<std::string, NodeId>& names)
    {
        if (node.name.empty())
            report(&node, concat("a ", name(node.op), " node has no name"));
        else if (!names.emplace(node.name, id).second)
            report(&node, concat("the name ", nameOf(node), " is given twice"));
    }
    void checkReads(const ir::Graph<Node>& graph, const Node& node, const std::unordered_set<NodeId>& made)
    {
        visitInputs(node, [&](Value value, std::uint32_t slot) {
            if (value.output != 0)
                report(&node, concat("node ", nameOf(node), " reads output ", value.output, " at slot ", slot,
                                  "; FX nodes have one output"));
            else if (!graph.contains(value.node))
                report(&node, concat("node ", nameOf(node), " reads node ", ir::index(value.node), " at slot ", slot,
                                  ", which is not in its graph"));
            else if (made.count(value.node) == 0)
                report(
                    &node, concat("node ", nameOf(node), " reads ", nameOf(graph[value.node]), " before it is made"));
        });
    }
    void checkType(const ir::Graph<Node>& graph, const Node& node)
    {
        if (node.op == Op::Output)
            return;
        if (isMarkedUnknown(node))
            return;
        if (node.val.kind == Type::Kind::Unknown)
            return report(&node, concat("node ", nameOf(node), " has no type"));
        checkTensors(node, node.val);
        if (node.target == "operator.getitem" && node.args.size() == 2)
            checkGetitem(graph, node);
    }
    void checkTensors(const Node& node, const Type& type)
    {
        if (type.isTensor() && type.tensor.dtype == ir::DType::Undefined)
            report(&node, concat("node ", nameOf(node), " is a tensor without dtype"));
        if (type.isTensor() && !type.tensor.strides.empty() && type.tensor.strides.size() != type.tensor.sizes.size())
            report(&node, concat("node ", nameOf(node), " has ", type.tensor.sizes.size(), " sizes but ",
                              type.tensor.strides.size(), " strides"));
        for (const Type& element : type.elements)
            checkTensors(node, element);
    }
    void checkGetitem(const ir::Graph<Node>& graph, const Node& node)
    {
        const Value* source = node.args[0].as<Value>();
        const auto* index = node.args[1].as<std::int64_t>();
        if (!source || !index || !graph.contains(source->node))
            return;
        const Type& type = graph[source->node].val;
        if (type.kind != Type::Kind::List)
            return;
        const auto count = static_cast<std::int64_t>(type.elements.size());
        if (*index >= count || *index < -count)
            report(&node, concat("node ", nameOf(node), " takes item ", *index, " of ", nameOf(graph[source->node]),
                              ", which has ", count));
    }
    void checkSubgraph(const Node& node)
    {
        if (node.subgraph != kMainGraph && !program_.graphs.contains(node.subgraph))
            report(&node, concat("node ", nameOf(node), " refers to graph ", ir::index(node.subgraph),
                              ", which is not in the program"));
        if (node.subgraph != kMainGraph && node.op != Op::GetAttr)
            report(&node, concat("node ", nameOf(node), " has a subgraph but is no get_attr"));
    }

    void checkInputs(const GraphSignature& signature)
    {
        const ir::Graph<Node>& graph = program_.main();
        std::vector<const Node*> placeholders;
        for (const NodeId id : graph.order())
            if (graph[id].op == Op::Placeholder)
                placeholders.push_back(&graph[id]);
        if (placeholders.size() != signature.inputs.size())
            report(nullptr, concat("the signature has ", signature.inputs.size(), " inputs but the graph has ",
                                placeholders.size(), " placeholders"));
        for (std::size_t at = 0; at < std::min(placeholders.size(), signature.inputs.size()); ++at) {
            const InputSpec& input = signature.inputs[at];
            const Node& node = *placeholders[at];
            if (input.name != node.name)
                report(&node, concat("placeholder ", at, " is ", nameOf(node), " but the signature calls it `",
                                  support::plainText(input.name), '`'));
            checkState(input, node);
        }
    }
    void checkState(const InputSpec& input, const Node& node)
    {
        const bool stored = input.kind == InputKind::Parameter || input.kind == InputKind::Buffer ||
                            input.kind == InputKind::ConstantTensor;
        if (!stored || !program_.state)
            return;
        if (input.target.empty())
            return report(
                &node, concat("placeholder ", nameOf(node), " is a parameter, buffer or constant but names no tensor"));
        const auto tensor = program_.stateOf(input.target);
        if (!tensor || !node.val.isTensor())
            return;
        const ir::TensorType& type = node.val.tensor;
        bool fits = type.dtype == tensor->dtype && type.sizes.size() == tensor->sizes.size();
        for (std::size_t axis = 0; fits && axis < type.sizes.size(); ++axis)
            fits = !type.sizes[axis].isConstant() || type.sizes[axis].asConstant() == tensor->sizes[axis];
        if (!fits)
            report(&node, concat("placeholder ", nameOf(node), " is ", ir::toText(type), " but the tensor `",
                              support::plainText(input.target), "` of the state is ", name(tensor->dtype), " with ",
                              tensor->sizes.size(), " axes or other sizes"));
    }
    void checkOutputs(const GraphSignature& signature)
    {
        const ir::Graph<Node>& graph = program_.main();
        if (graph.empty() || graph[graph.back()].op != Op::Output)
            return;
        const Node& output = graph[graph.back()];
        std::vector<Argument> values;
        if (!output.args.empty()) {
            if (const auto* tuple = output.args[0].as<ArgumentTuple>())
                values = tuple->items;
            else if (const auto* list = output.args[0].as<ArgumentList>())
                values = *list;
            else
                values = {output.args[0]};
        }
        if (values.size() != signature.outputs.size())
            return report(&output, concat("the signature has ", signature.outputs.size(),
                                       " outputs but the graph returns ", values.size()));
        for (std::size_t at = 0; at < values.size(); ++at) {
            const OutputSpec& spec = signature.outputs[at];
            if (spec.value.as<Value>() && !(spec.value == values[at]))
                report(&output, concat("output ", at, " of the signature is not what the graph returns there"));
            checkTarget(signature, spec, output, at);
        }
    }
    void checkTarget(const GraphSignature& signature, const OutputSpec& spec, const Node& output, std::size_t at)
    {
        const bool byName = spec.kind == OutputKind::UserInputMutation || spec.kind == OutputKind::GradientToUserInput;
        const bool byTarget = spec.kind == OutputKind::BufferMutation || spec.kind == OutputKind::ParameterMutation ||
                              spec.kind == OutputKind::GradientToParameter;
        if (!byName && !byTarget)
            return;
        const bool known = std::any_of(signature.inputs.begin(), signature.inputs.end(),
            [&](const InputSpec& input) { return (byName ? input.name : input.target) == spec.target; });
        if (!known)
            report(&output, concat("output ", at, " of the signature writes to `", support::plainText(spec.target),
                                "`, which is no input"));
    }

    /// A graph must not be reached from itself.
    void checkNesting()
    {
        std::set<GraphId> done;
        std::vector<GraphId> path;
        visit(kMainGraph, path, done);
    }
    void visit(GraphId id, std::vector<GraphId>& path, std::set<GraphId>& done)
    {
        if (done.count(id) != 0 || !program_.graphs.contains(id))
            return;
        path.push_back(id);
        const ir::Graph<Node>& graph = program_.graphs[id];
        for (const NodeId at : graph.order()) {
            const Node& node = graph[at];
            if (node.subgraph == kMainGraph)
                continue;
            if (std::find(path.begin(), path.end(), node.subgraph) != path.end())
                report(&node, concat("node ", nameOf(node), " refers to a graph that contains it"), rules::kCycle);
            else
                visit(node.subgraph, path, done);
        }
        path.pop_back();
        done.insert(id);
    }

    const ExportedProgram& program_;
    std::vector<Diagnostic> found_;
};

} // namespace

std::vector<Diagnostic> lint(const ExportedProgram& program)
{
    return Linter(program).run();
}

} // namespace sidelight::fx
